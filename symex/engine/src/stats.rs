//! The statistics of a run.
use crate::coverage::{CoverageCounts, CoverageReport};
use crate::tree_share::TreeShare;
use std::time::Duration;
use symtool_expr::arrays::Applications;
use symtool_ir::Func;
use symtool_solver::SolverStats;

/// The counters of a run so far. The times are informative; no decision of the run depends on them.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// The numbers of paths by outcome.
    pub paths: PathStats,
    /// The number of states that are alive now.
    pub live: u64,
    /// The number of executed `check` instructions of enabled kinds, over all paths. The checks of loads and stores
    /// are not counted.
    pub checks: u64,
    /// The number of test cases that were made.
    pub tests: u64,
    /// The number of executed IR instructions, over all paths.
    pub instructions: u64,
    /// The hash of the instruction trace.
    pub trace: TraceHash,
    /// The number of expression nodes that were created.
    pub expressions: u64,
    /// The wall-clock time since the start.
    pub time: Duration,
    /// The resident set at the latest measurement, in bytes.
    pub memory: u64,
    /// The largest resident set at any measurement, in bytes.
    pub peak_memory: u64,
    /// The counters of the solver chain.
    pub solver: SolverStats,
    /// For each transformation of array reads, the number of conditions that the transformation changed.
    pub arrays: Applications,
    /// The share of the execution tree that has been explored.
    pub explored: TreeShare,
    /// The numbers of covered lines and branch sides, updated once a second.
    pub coverage: CoverageCounts,
}

/// A hash of the instruction trace: the function and the number of each executed step, in the order of execution over
/// all paths. Runs with equal traces have equal hashes, so the hash compares traces without storing them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceHash(u64);

impl TraceHash {
    /// Adds a step to the end of the trace. `pc` is the number of the step in the function `func`.
    #[inline]
    pub(crate) fn add(&mut self, func: Func, pc: usize) {
        // A multiplication by an odd number is invertible, so no bit of the hash is lost. The rotation moves the high
        // bits down, because a product never propagates them to lower bits.
        const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
        let step = u64::from(func.as_u32()) << 32 | pc as u64;
        self.0 = (self.0.rotate_left(29) ^ step).wrapping_mul(MULTIPLIER);
    }

    /// Returns the hash as a number.
    pub fn value(self) -> u64 {
        self.0
    }
}

/// The numbers of paths by outcome, and the numbers of states, forks and merges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathStats {
    /// The number of paths that reached an exit of the program. The number includes paths that call `abort`, and paths
    /// that end by a silent exit (an exit without a test case).
    pub completed: u64,
    /// The number of paths that ended in a failure, including further paths with a failure that was reported
    /// before.
    pub errors: u64,
    /// The number of failures that replay did not confirm.
    pub spurious: u64,
    /// The number of paths that ended early: at a limit or an unsupported operation, by an interrupt, by eviction, or
    /// because the solver found no input.
    pub killed: u64,
    /// The number of live states that were evicted at the memory limit. Their paths are included in `killed`.
    pub dropped: u64,
    /// The number of paths that ended at a false assumption.
    pub assumed_away: u64,
    /// The number of states that were merged into another state.
    pub merged: u64,
    /// The number of forks.
    pub forks: u64,
    /// The largest number of states that were alive at the same time.
    pub max_live: u64,
    /// An upper bound of the number of program paths that the completed paths represent.
    pub multiplicity: u128,
    /// The number of program paths that the completed paths represent, if
    /// [`Config::count_paths`](crate::Config::count_paths) is on; a lower bound if `uncounted` is not 0.
    pub exact: u128,
    /// The number of completed paths for which only a lower bound of the number of program paths is known.
    pub uncounted: u64,
}

impl Stats {
    /// Sets the counters of covered lines and branch sides to those of a coverage report.
    pub fn count_coverage(&mut self, coverage: &CoverageReport) {
        self.coverage = coverage.counts;
    }

    /// Counts an executed step: the step `pc` of the function `func`.
    #[inline]
    pub(crate) fn executed(&mut self, func: Func, pc: usize) {
        self.instructions += 1;
        self.trace.add(func, pc);
    }

    /// Adds the counters of another worker (another thread of a parallel exploration). Solver times are added, but the
    /// wall-clock time becomes the maximum of the two workers' times. The hash of the trace does not change, because
    /// the order of steps on two threads is not defined.
    pub fn add(&mut self, other: &Stats) {
        self.paths.add(&other.paths);
        self.live += other.live;
        self.checks += other.checks;
        self.tests += other.tests;
        self.instructions += other.instructions;
        self.expressions += other.expressions;
        self.time = self.time.max(other.time);
        self.memory = self.memory.max(other.memory);
        self.explored.add(other.explored);
        self.peak_memory = self.peak_memory.max(other.peak_memory);
        self.solver.add(&other.solver);
        self.arrays.add(&other.arrays);
        self.coverage = self.coverage.max(other.coverage);
    }
}

impl PathStats {
    /// Adds the counters of another worker. `max_live` becomes the sum of the two maxima, an upper bound of the number
    /// of states that were alive in both workers at the same time.
    pub fn add(&mut self, other: &PathStats) {
        self.completed += other.completed;
        self.errors += other.errors;
        self.spurious += other.spurious;
        self.killed += other.killed;
        self.dropped += other.dropped;
        self.assumed_away += other.assumed_away;
        self.merged += other.merged;
        self.forks += other.forks;
        self.max_live += other.max_live;
        self.multiplicity = self.multiplicity.saturating_add(other.multiplicity);
        self.exact = self.exact.saturating_add(other.exact);
        self.uncounted += other.uncounted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_depends_on_the_steps_and_their_order() {
        let hash = |steps: &[(u32, usize)]| {
            let mut stats = Stats::default();
            for &(func, pc) in steps {
                stats.executed(Func::from_u32(func), pc);
            }
            (stats.instructions, stats.trace)
        };
        let steps = [(0, 1), (0, 2), (1, 0)];
        assert_eq!(hash(&steps), hash(&steps));
        for other in [
            [(0, 2), (0, 1), (1, 0)],
            [(0, 1), (0, 2), (0, 0)],
            [(0, 1), (0, 2), (1, 3)],
        ] {
            assert_eq!(hash(&steps).0, hash(&other).0);
            assert_ne!(hash(&steps).1, hash(&other).1);
        }
    }
}
