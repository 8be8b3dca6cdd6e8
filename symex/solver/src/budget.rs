//! Budgets of links (the solving techniques of the solver chain). A budget is a number of steps instead of
//! seconds, so that a run gives the same results on every machine.

/// The size of the largest query that a link accepts, and the maximum work that the link does for one query.
///
/// A budget does not depend on time. The wall-clock limits (the options `--solver-timeout` and `--max-time`) are
/// separate, and interrupt a query.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of expression nodes of a query. For bit-blasting, the maximum number of gates on
    /// which the query depends.
    pub size: usize,
    /// The maximum number of steps for one query. A step is the evaluation of one expression node in local search, a
    /// decision or conflict in the SAT solver, or a resource unit in Z3.
    pub steps: usize,
}

impl Budget {
    /// An unlimited budget. Only the wall-clock limits stop the link.
    pub const UNLIMITED: Budget = Budget {
        size: usize::MAX,
        steps: usize::MAX,
    };

    /// Returns a budget with a maximum number of steps, for queries of any size.
    pub const fn steps(steps: usize) -> Budget {
        Budget {
            size: usize::MAX,
            steps,
        }
    }
}
