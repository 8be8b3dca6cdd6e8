//! Budgets of links in deterministic units, so that a run gives the same results on every machine.

/// The size of the largest query that a link accepts, and the maximum work that it does for one query.
///
/// A budget reads no clock: wall-clock limits (`--solver-timeout`, `--max-time`) end queries from outside.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of expression nodes of a query; for bit-blasting, the maximum number of gates that
    /// it depends on.
    pub size: usize,
    /// The maximum number of steps for one query: evaluated nodes for searches, decisions and conflicts for
    /// the SAT solver, resource units for Z3.
    pub steps: usize,
}

impl Budget {
    /// No bound except the wall-clock limits.
    pub const UNLIMITED: Budget = Budget {
        size: usize::MAX,
        steps: usize::MAX,
    };

    /// Returns a budget that bounds the number of steps only.
    pub const fn steps(steps: usize) -> Budget {
        Budget {
            size: usize::MAX,
            steps,
        }
    }
}
