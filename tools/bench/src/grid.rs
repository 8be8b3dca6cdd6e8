//! Cells (a program, a size and a mode) and the measurements of their runs.
use crate::modes::Mode;
use crate::programs::Program;
use crate::programs::classes::Class;
use std::fmt;
use symtool_expr::arrays::TRANSFORMS;
use symtool_solver::LINKS;

/// One run to measure: a program, a size and a mode.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The program to run.
    pub program: &'static Program,
    /// The class of the program, if the experiment has classes.
    pub class: Option<&'static Class>,
    /// The size at which the program runs; [`SizeIs`](crate::programs::SizeIs) gives its meaning, such as the value of
    /// the macro `SIZE`.
    pub size: u32,
    /// The mode, which gives further options of symtool.
    pub mode: &'static Mode,
}

impl Cell {
    /// Returns the options of the run: the options of the size, then of the class, then of the mode.
    pub fn options(&self) -> Vec<String> {
        let mut options = self.program.options(self.size);
        options.extend(self.techniques().map(str::to_owned));
        options
    }

    fn techniques(&self) -> impl Iterator<Item = &'static str> {
        let class = self.class.map_or(&[][..], |class| class.options);
        class.iter().chain(self.mode.options).copied()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.program.name, self.size)?;
        if let Some(class) = self.class {
            write!(f, "{} ", class.name)?;
        }
        f.write_str(self.mode.name)
    }
}

/// The outcome of a run of symtool.
#[derive(Copy, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum End {
    /// Exploration is complete: no failure is reachable.
    Verified,
    /// Exploration is complete up to the unwinding bound, and no failure is reachable within the bound.
    VerifiedBounded,
    /// Exploration is complete and found no failure, but there is an assumption that no input satisfies, or a required
    /// assertion that no input reaches.
    Vacuous,
    /// A failure was found.
    Violation,
    /// No failure was found, and exploration is incomplete for a reason other than the time limit.
    Incomplete,
    /// The run reached the time limit before it reported a failure.
    OutOfTime,
}

impl End {
    /// Returns the outcome's name in tables.
    pub fn name(self) -> &'static str {
        match self {
            End::Verified => "verified",
            End::VerifiedBounded => "verified-bounded",
            End::Vacuous => "vacuous",
            End::Violation => "violation",
            End::Incomplete => "incomplete",
            End::OutOfTime => "out of time",
        }
    }

    /// Returns whether the run has a proof or a violation, so that its times and counts are taken as final. (A run with
    /// a violation may have stopped at the violation or at a limit.)
    pub fn is_whole(self) -> bool {
        match self {
            End::Verified | End::VerifiedBounded | End::Vacuous | End::Violation => true,
            End::Incomplete | End::OutOfTime => false,
        }
    }
}

/// The statistics of melding.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Melding {
    /// Number of branches selected for melding.
    pub candidates: u64,
    /// Number of branches melded.
    pub applied: u64,
    /// Number of melded branches with one side only.
    pub if_then: u64,
    /// Number of melded branches with two sides.
    pub if_then_else: u64,
    /// Number of selects in the melded code.
    pub selects_added: u64,
    /// Number of branches and switches before melding minus the number after it.
    pub branches_removed: u64,
    /// Number of IR instructions before melding.
    pub instructions_before: u64,
    /// Number of IR instructions after melding.
    pub instructions_after: u64,
    /// The time of the melding pass in milliseconds.
    pub time_ms: f64,
    /// Number of conditional branches and switches before melding.
    pub branches_before: u64,
    /// The nesting depth of the most deeply nested melded branch: 1 plus the number of branches around it.
    pub branch_nesting: u64,
    /// The nesting depth of the melded branch that is most deeply nested in branches and loops: 1 plus the number of
    /// branches and loops around it.
    pub control_nesting: u64,
    /// Number of spurious failures (failures that the original program does not have), with speculative melding.
    pub spurious: u64,
}

/// The statistics of conflict-driven exploration.
#[derive(Copy, Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Learning {
    /// Number of executed paths.
    pub paths_executed: u64,
    /// Number of IR instructions on the executed paths. The instructions of a path are counted up to the first edge
    /// that constant propagation along the path shows to be infeasible. The instructions of a prefix that successive
    /// paths share are counted once.
    pub steps_walked: u64,
    /// Number of learned conflict clauses.
    pub learned: u64,
    /// Number of conflict clauses learned by constant propagation, without a solver.
    pub from_constants: u64,
    /// Number of nodes of the unrolled control-flow graph.
    pub nodes: u64,
    /// Number of divisions of the search space among several threads.
    #[serde(default)]
    pub divisions: u64,
    /// Number of calls of the SAT solver.
    pub sat_solved: u64,
}

/// The work of automatic mode, an estimate in instructions that does not depend on the machine and its load.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Shares {
    /// The work of all engines.
    pub total: u64,
    /// The work of the engine that gave the result.
    pub result: u64,
}

/// For each link (solving technique) of the solver chain, the number of queries that the link answered, in the order of
/// [`LINKS`].
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Answers(pub Vec<u64>);

impl Default for Answers {
    /// Returns the count 0 for every link.
    fn default() -> Answers {
        Answers(LINKS.iter().map(|_| 0).collect())
    }
}

impl Answers {
    /// Returns the number of queries that the link `name` answered.
    pub fn of(&self, name: &str) -> u64 {
        let pairs = LINKS.iter().zip(&self.0);
        pairs
            .filter(|(link, _)| link.name == name)
            .map(|(_, answers)| answers)
            .sum()
    }
}

/// For each transformation of array reads, the number of conditions that it rewrote, in the order of [`TRANSFORMS`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Changes(pub [u64; TRANSFORMS.len()]);

impl Changes {
    /// Returns the number of changed conditions, summed over all transformations.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// The measurements of a run.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Measured {
    /// The outcome of the run.
    pub end: End,
    /// CPU seconds of symtool and its child processes, in user and in system mode.
    pub cpu_s: f64,
    /// Wall-clock seconds.
    pub wall_s: f64,
    /// Peak resident memory in bytes.
    pub memory_bytes: u64,
    /// Number of completed paths, including those that end in a failure.
    pub completed: u64,
    /// Number of explored paths, completed or not.
    pub explored: u64,
    /// Number of merges of two states.
    pub merged: u64,
    /// Number of states that dynamic merging fast-forwarded: it ran them up to a merge point, although the searcher had
    /// selected another state.
    pub forwarded: u64,
    /// Number of fast-forwarded states that were later joined with another state.
    pub caught_up: u64,
    /// An upper bound of the number of program paths that the explored paths represent.
    pub multiplicity: u64,
    /// The exact number of program paths that the explored paths represent, if it was counted.
    pub exact: Option<u128>,
    /// The number of these program paths that were counted, if they were: a lower bound of the exact number.
    #[serde(default)]
    pub counted: Option<u128>,
    /// Number of queries that reached a solver, because no other link of the solver chain answered them.
    pub queries: u64,
    /// The number of queries that each link of the solver chain answered.
    pub answers: Answers,
    /// The mean number of expression nodes in a query to a solver.
    pub query_nodes: f64,
    /// Seconds spent in solver queries.
    pub solver_s: f64,
    /// Number of IR instructions executed.
    pub instructions: u64,
    /// A hash of the executed instructions in the order of execution. `None` if the run was killed, and with several
    /// threads, in automatic mode and in conflict-driven exploration.
    pub trace: Option<String>,
    /// Source lines covered, in percent.
    pub line_coverage: f64,
    /// Number of source lines covered.
    pub lines_covered: u64,
    /// Number of test cases.
    pub tests: u64,
    /// Number of confirmed violations.
    pub violations: u64,
    /// Number of states dropped at the memory limit.
    pub dropped: u64,
    /// Number of conditions changed by each transformation of array reads.
    pub array_changes: Changes,
    /// The statistics of melding, if the mode melds and the run finished.
    pub melding: Option<Melding>,
    /// The statistics of conflict-driven exploration, if the mode uses it and the run finished.
    pub learning: Option<Learning>,
    /// The logged solver queries, in the order of the run; empty if the mode logs no queries.
    pub query_log: Vec<LoggedQuery>,
    /// The work of the engines, if the mode is automatic mode and the run finished.
    #[serde(default)]
    pub shares: Option<Shares>,
}

/// A solver query in the log of a run.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LoggedQuery {
    /// The instruction that issued the query: the call stack, and the iterations of the loops around it.
    #[serde(default)]
    pub step: String,
    /// The multiplicity of the state that issued the query: an upper bound of the number of paths that the state
    /// represents. It is at least 2 for a merged state.
    #[serde(default)]
    pub paths: u64,
    /// The number of expression nodes in the query.
    pub nodes: u64,
    /// The time to solve the query, in seconds.
    pub time_s: f64,
}

/// A measured cell: one line of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The program, size and mode.
    pub cell: Cell,
    /// The measurements of the cell's run.
    pub measured: Measured,
}
