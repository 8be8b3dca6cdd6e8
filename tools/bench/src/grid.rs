//! Cells of the grid, and their measurements.
use crate::modes::Mode;
use crate::programs::Program;
use std::fmt;

/// One run: a program, a size and a mode.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The program.
    pub program: &'static Program,
    /// The size.
    pub size: u32,
    /// The mode.
    pub mode: &'static Mode,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.program.name, self.size, self.mode.name)
    }
}

/// The outcome of a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Exploration is complete: no failure is reachable.
    Verified,
    /// The same up to the unwinding bound.
    VerifiedBounded,
    /// A failure was found.
    Violation,
    /// Exploration is incomplete, but not because of the budget.
    Incomplete,
    /// The budget was used up.
    OutOfTime,
}

impl End {
    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            End::Verified => "verified",
            End::VerifiedBounded => "verified-bounded",
            End::Violation => "violation",
            End::Incomplete => "incomplete",
            End::OutOfTime => "out of time",
        }
    }

    /// Returns whether exploration finished, so that times and counts are final.
    pub fn is_whole(self) -> bool {
        matches!(self, End::Verified | End::VerifiedBounded | End::Violation)
    }
}

/// The statistics of melding.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Melding {
    /// Selected branches.
    pub candidates: u64,
    /// Melded branches.
    pub applied: u64,
    /// Melded if-thens.
    pub if_then: u64,
    /// Melded if-then-elses.
    pub if_then_else: u64,
    /// Selects in the melded code.
    pub selects_added: u64,
    /// The decrease of the number of branches and switches.
    pub branches_removed: u64,
    /// IR instructions before melding.
    pub instructions_before: u64,
    /// IR instructions after melding.
    pub instructions_after: u64,
    /// The time of the pass in milliseconds.
    pub time_ms: f64,
    /// Spurious failures (speculative melding).
    pub spurious: u64,
}

/// The statistics of conflict-driven exploration.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Learning {
    /// Executed paths.
    pub paths_executed: u64,
    /// Learned clauses.
    pub learned: u64,
    /// Clauses learned from constants, without a solver.
    pub from_constants: u64,
    /// Nodes of the unrolled graph.
    pub nodes: u64,
    /// SAT solver calls.
    pub sat_solved: u64,
}

/// The measurements of a run.
#[derive(Copy, Clone, Debug)]
pub struct Measured {
    /// The outcome.
    pub end: End,
    /// CPU seconds of the process and its children, user and system.
    pub cpu_s: f64,
    /// Wall-clock seconds.
    pub wall_s: f64,
    /// Peak resident memory in bytes.
    pub memory_bytes: u64,
    /// Completed paths, failures included.
    pub completed: u64,
    /// Completed and incomplete paths.
    pub explored: u64,
    /// Merges of two states.
    pub merged: u64,
    /// Fast-forwarded states (dynamic merging).
    pub forwarded: u64,
    /// Fast-forwarded states that were joined.
    pub caught_up: u64,
    /// The number of represented paths, an upper estimate.
    pub multiplicity: u64,
    /// Queries that reached a solver.
    pub queries: u64,
    /// Seconds in solvers.
    pub solver_s: f64,
    /// IR instructions executed.
    pub instructions: u64,
    /// Covered lines in percent.
    pub line_coverage: f64,
    /// Conditions changed by array transformations.
    pub array_changes: u64,
    /// The statistics of melding, if the mode melds and the run finished.
    pub melding: Option<Melding>,
    /// The statistics of conflict-driven exploration, if the mode uses it and the run finished.
    pub learning: Option<Learning>,
}

/// A cell and its measurement.
#[derive(Copy, Clone, Debug)]
pub struct Row {
    /// The cell.
    pub cell: Cell,
    /// Its measurements.
    pub measured: Measured,
}
