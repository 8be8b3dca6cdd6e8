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
    /// The same, as far as loops make no more trips than allowed.
    VerifiedBounded,
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
            End::VerifiedBounded => "verified-bounded",
            End::Violation => "violation",
            End::Incomplete => "incomplete",
            End::OutOfTime => "out of time",
        }
    }

    /// Whether the times and counts are those of the whole job.
    pub fn is_whole(self) -> bool {
        matches!(self, End::Verified | End::VerifiedBounded | End::Violation)
    }
}

/// What the melding pass did to a program.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Melding {
    /// Branches that were to be melded.
    pub candidates: u64,
    /// Branches that were.
    pub applied: u64,
    /// Of these, if-thens.
    pub if_then: u64,
    /// Of these, if-then-elses.
    pub if_then_else: u64,
    /// Selects in the melded code.
    pub selects_added: u64,
    /// Branches and switches that the program has fewer.
    pub branches_removed: u64,
    /// IR instructions of the program before.
    pub instructions_before: u64,
    /// IR instructions of the program after.
    pub instructions_after: u64,
    /// Milliseconds in the pass.
    pub time_ms: f64,
    /// Failures that only the melded program has (speculative melding).
    pub spurious: u64,
}

/// What conflict-driven exploration did.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Deserialize)]
pub struct Learning {
    /// Paths walked.
    pub paths_executed: u64,
    /// Clauses learned.
    pub learned: u64,
    /// Of those: from constants, without a solver.
    pub from_constants: u64,
    /// Nodes of the unrolled graph.
    pub nodes: u64,
    /// Questions to the SAT solver.
    pub sat_solved: u64,
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
    /// States that were joined to another.
    pub merged: u64,
    /// States that dynamic merging let run first, to catch up with another.
    pub forwarded: u64,
    /// Those of them that were joined.
    pub caught_up: u64,
    /// Paths that the completed ones stand for, estimated from above.
    pub multiplicity: u64,
    /// Queries that reached a solver.
    pub queries: u64,
    /// Seconds in solvers.
    pub solver_s: f64,
    /// IR instructions executed.
    pub instructions: u64,
    /// Lines that were reached, in per cent.
    pub line_coverage: f64,
    /// Conditions that transformations of array reads changed.
    pub array_changes: u64,
    /// What melding did, if the mode melds and the run came to its end.
    pub melding: Option<Melding>,
    /// What conflict-driven exploration did, if that is the mode and the run came to its end.
    pub learning: Option<Learning>,
}

/// A cell and its measurement.
#[derive(Copy, Clone, Debug)]
pub struct Row {
    /// What was run.
    pub cell: Cell,
    /// What came of it.
    pub measured: Measured,
}
