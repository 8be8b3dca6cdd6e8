//! The statistics of a run.
use crate::coverage::{CoverageCounts, CoverageReport};
use crate::tree_share::TreeShare;
use std::time::Duration;
use symtool_expr::arrays::Applications;
use symtool_solver::SolverStats;

/// The counters of a run so far. Times and memory are informative; no decision depends on the times.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// The paths by outcome.
    pub paths: PathStats,
    /// States alive now.
    pub live: u64,
    /// The number of executed `check` instructions of enabled kinds, over all paths. Loads and stores are not
    /// counted.
    pub checks: u64,
    /// Test cases made.
    pub tests: u64,
    /// IR instructions executed, over all paths.
    pub instructions: u64,
    /// Expressions made.
    pub expressions: u64,
    /// Wall-clock time since the start.
    pub time: Duration,
    /// Resident set at the latest measurement, in bytes.
    pub memory: u64,
    /// Largest resident set measured, in bytes.
    pub peak_memory: u64,
    /// The solver chain's counters.
    pub solver: SolverStats,
    /// The number of conditions that each transformation of array reads changed.
    pub arrays: Applications,
    /// The share of the execution tree that has been explored.
    pub explored: TreeShare,
    /// The numbers of covered lines and branch sides, updated once a second.
    pub coverage: CoverageCounts,
}

/// The paths by outcome, and the number of states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathStats {
    /// Paths that ran to their normal end (also `abort` and silent exits).
    pub completed: u64,
    /// Paths that ended in a failure, repetitions of the same failure included.
    pub errors: u64,
    /// Failures that the replay did not confirm.
    pub spurious: u64,
    /// Paths that were dropped: by a limit, or by an unsupported operation.
    pub killed: u64,
    /// The number of killed paths that were evicted live states at the memory limit.
    pub dropped: u64,
    /// Paths that ended at a false assumption.
    pub assumed_away: u64,
    /// The number of states that were merged into another one.
    pub merged: u64,
    /// Forks.
    pub forks: u64,
    /// The largest number of states alive at once.
    pub max_live: u64,
    /// The number of program paths that the completed paths represent.
    pub multiplicity: u128,
}

impl Stats {
    /// Sets the counters of lines and branch sides.
    pub fn count_coverage(&mut self, coverage: &CoverageReport) {
        self.coverage = coverage.counts;
    }

    /// Adds the counters of another worker. Solver times add up; the wall-clock time is the maximum.
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
    /// Adds the counters of another worker. The maximum numbers of live states are added, too.
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
    }
}
