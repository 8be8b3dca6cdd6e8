//! The result of a [`Session`](crate::Session): verdict, violations, test cases, statistics.
use crate::meld;
use crate::program::START;
use crate::reached::ProofConditions;
use crate::verdict::Verdict;
use symtool_cdse::CdseReport;
use symtool_engine::coverage::CoverageReport;
use symtool_engine::exec::ReadNote;
use symtool_engine::merging::decision::MergeDecision;
use symtool_engine::{Stats, TestCase};
use symtool_ir::{BugKind, Failure, Inputs, Module};
use symtool_meld::MeldReport;

/// A failure of the program that a replay has confirmed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Violation {
    /// The kind of failure.
    pub kind: BugKind,
    /// The message, for instance the text of the assertion.
    pub message: String,
    /// The source file, as it was named to the compiler; empty if unknown.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The function in which the failure occurs.
    pub function: String,
    /// The call stack, innermost call first, as `function (file:line)`. The first entry is the function in which the
    /// failure occurs.
    pub stack: Vec<String>,
    /// The input that makes the program fail.
    pub inputs: Inputs,
}

impl Violation {
    /// Describes a failure in terms of the source of `module`.
    pub(crate) fn new(module: &Module, failure: &Failure, inputs: &Inputs) -> Violation {
        let at = meld::location(module, failure);
        Violation {
            kind: failure.kind,
            message: failure.message.clone(),
            file: at.file,
            line: at.line,
            column: at.column,
            function: at.function,
            stack: stack(module, failure),
            inputs: inputs.clone(),
        }
    }
}

/// Returns the call stack of a failure, innermost call first, as `function (file:line)`, without the start function
/// that the front end generates.
pub fn stack(module: &Module, failure: &Failure) -> Vec<String> {
    let frames = failure.stack.iter().map(|frame| {
        let name = &module.functions[frame.func].name;
        match frame.loc.map(|loc| module.source.get(loc)) {
            Some(at) => format!("{name} ({}:{})", module.source.file_name(at.file), at.line),
            None => name.clone(),
        }
    });
    frames.filter(|line| !line.starts_with(START)).collect()
}

/// The result of a session.
#[derive(Debug)]
#[non_exhaustive]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// The reasons why the exploration does not cover all inputs, each with its source location; empty if it
    /// covers all.
    pub incomplete: Vec<String>,
    /// The assumptions and checks on which the meaning of a proof depends, with the assumptions that no input meets
    /// and the checks that no input reaches.
    pub conditions: ProofConditions,
    /// Violations in the order in which they were found, each confirmed by replay on the original program.
    pub violations: Vec<Violation>,
    /// A test case for each completed path. With [`Session::automatic`](crate::Session::automatic), only test cases
    /// that cover a new line or branch side; with [`Session::verify`](crate::Session::verify), none.
    pub tests: Vec<TestCase>,
    /// Lines and branches reached in the original program.
    pub coverage: CoverageReport,
    /// Counters of paths, queries, instructions and time.
    pub stats: Stats,
    /// Warnings of the front end, rendered as text.
    pub warnings: String,
    /// The unwinding bound, if the bound cut a loop or a recursion.
    pub bound: Option<u32>,
    /// The loops (file, line, function) and the recursive functions that the unwinding bound cut.
    pub cuts: Vec<String>,
    /// The statistics of state merging, as pairs of label and value; empty without merging.
    pub merging: Vec<(String, u64)>,
    /// The decisions of state merging; empty unless the engine's configuration records them.
    pub merges: Vec<MergeDecision>,
    /// The recorded transformations of array reads; empty unless the engine's configuration observes reads.
    pub explained: Vec<ReadNote>,
    /// The report of melding, if the session melds.
    pub melded: Option<MeldReport>,
    /// The report of conflict-driven exploration, if the session uses it.
    pub learned: Option<CdseReport>,
}
