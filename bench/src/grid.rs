//! What is run, and what came of it.
use crate::modes::Mode;
use crate::programs::Program;
use std::fmt;

/// One run: a program of a size in a mode.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The program.
    pub program: &'static Program,
    /// Its `SIZE`.
    pub size: u32,
    /// The configuration.
    pub mode: &'static Mode,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.program.name, self.size, self.mode.name)
    }
}

/// How a run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything explored: no failure is reachable.
    Verified,
    /// A failure was found.
    Violation,
    /// Something was left open other than for lack of time.
    Incomplete,
    /// The budget was used up.
    OutOfTime,
}

impl End {
    /// In tables.
    pub fn name(self) -> &'static str {
        match self {
            End::Verified => "verified",
            End::Violation => "violation",
            End::Incomplete => "incomplete",
            End::OutOfTime => "out of time",
        }
    }

    /// Whether the times and counts are those of the whole job.
    pub fn is_whole(self) -> bool {
        matches!(self, End::Verified | End::Violation)
    }
}

/// What one run measured.
#[derive(Copy, Clone, Debug)]
pub struct Measured {
    /// How it ended.
    pub end: End,
    /// CPU seconds of the process and its children, user and system.
    pub cpu_s: f64,
    /// Seconds on the clock.
    pub wall_s: f64,
    /// Largest resident memory in bytes.
    pub memory_bytes: u64,
    /// Paths that ran to an end, failures included.
    pub completed: u64,
    /// Those and the ones left open.
    pub explored: u64,
    /// Queries that reached a solver.
    pub queries: u64,
    /// Seconds in solvers.
    pub solver_s: f64,
    /// IR instructions executed.
    pub instructions: u64,
}

/// A cell and its measurement.
#[derive(Copy, Clone, Debug)]
pub struct Row {
    /// What was run.
    pub cell: Cell,
    /// What came of it.
    pub measured: Measured,
}
