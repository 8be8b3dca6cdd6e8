//! The numbers of a run.
use crate::share::TreeShare;
use crate::solver::SolverStats;
use std::time::Duration;

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
