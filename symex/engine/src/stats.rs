//! The numbers of a run.
use crate::exec::coverage::CoverageReport;
use crate::share::TreeShare;
use std::time::Duration;
use symtool_expr::arrays::Applications;
use symtool_solver::SolverStats;

/// What a run counted so far. Times and memory are for people; nothing is decided by the times.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    /// How paths ended.
    pub paths: PathStats,
    /// States alive now.
    pub live: u64,
    /// Executions of `check` instructions of enabled kinds, over all paths (loads and stores not counted).
    pub checks: u64,
    /// Test cases made.
    pub tests: u64,
    /// IR instructions executed, over all paths.
    pub instructions: u64,
    /// Expressions made.
    pub expressions: u64,
    /// Wall-clock time since the start.
    pub time: Duration,
    /// Resident set when it was last looked at, in bytes.
    pub memory: u64,
    /// Largest resident set seen, in bytes.
    pub peak_memory: u64,
    /// The solver chain's counters.
    pub solver: SolverStats,
    /// How often each transformation of array reads changed a condition.
    pub arrays: Applications,
    /// How much of the execution tree the ended paths are.
    pub explored: TreeShare,
    /// Source lines reached. This and the next three are brought up to date once a second.
    pub lines_covered: u64,
    /// Source lines with code.
    pub lines_total: u64,
    /// Branch sides taken.
    pub branches_covered: u64,
    /// Branch sides.
    pub branches_total: u64,
}

/// How paths ended, and how many there were at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathStats {
    /// Paths that ran to their normal end (also `abort` and silent exits).
    pub completed: u64,
    /// Paths that ended in a failure, repetitions of the same failure included.
    pub errors: u64,
    /// Failures that the replay did not confirm.
    pub spurious: u64,
    /// Paths that were dropped: by a limit, or by something the engine cannot do.
    pub killed: u64,
    /// Of those: live states that were dropped because of the memory limit.
    pub dropped: u64,
    /// Paths that ended at an assumption that does not hold.
    pub assumed_away: u64,
    /// States that joined another one.
    pub merged: u64,
    /// Times one state became two.
    pub forks: u64,
    /// Most states alive at once.
    pub max_live: u64,
    /// Program paths that the completed paths stand for.
    pub multiplicity: u128,
}

impl Stats {
    /// Makes these the numbers of lines and sides.
    pub fn count_coverage(&mut self, coverage: &CoverageReport) {
        self.lines_covered = coverage.lines_covered;
        self.lines_total = coverage.lines_total;
        self.branches_covered = coverage.branches_covered;
        self.branches_total = coverage.branches_total;
    }

    /// Adds what another worker counted. Times of solvers add up; the wall-clock time is that of the longer one.
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
        self.lines_covered = self.lines_covered.max(other.lines_covered);
        self.lines_total = self.lines_total.max(other.lines_total);
        self.branches_covered = self.branches_covered.max(other.branches_covered);
        self.branches_total = self.branches_total.max(other.branches_total);
    }
}

impl PathStats {
    /// Adds what another worker counted. The most states alive are the sum of what each worker had at most.
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
