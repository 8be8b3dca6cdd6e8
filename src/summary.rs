//! What a run found, as data: the `--json` object and `summary.json` (schema 1).
//!
//! Groups of techniques that were off are absent. Times and memory are the only fields that may differ
//! between two runs of the same command; with several threads also the order of tests, their inputs, the most states alive and
//! the queries.
use crate::test_list::TestList;
use serde::Serialize;
use std::collections::BTreeMap;
use symtool::Verdict;
use symtool_meld::Decision;

/// One run.
#[derive(Serialize, Clone, Debug)]
pub struct Summary {
    /// Version of this layout.
    pub schema: u32,
    /// The answer.
    pub verdict: Verdict,
    /// What was not explored, each with its place where it has one.
    pub incomplete_reasons: Vec<String>,
    /// The unwinding bound, if one cut a loop.
    pub bound: Option<u64>,
    /// Wall-clock seconds.
    pub time_s: f64,
    /// Largest resident memory in bytes.
    pub peak_memory_bytes: u64,
    /// IR instructions executed over all paths.
    pub instructions: u64,
    /// Paths.
    pub paths: Paths,
    /// Solver queries.
    pub queries: Queries,
    /// Conditions that each transformation of array reads changed, by its name; only those that were on.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub arrays: BTreeMap<&'static str, u64>,
    /// What merging states on the way counted, by what it is.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub merging: BTreeMap<String, u64>,
    /// Compile-time merging.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cfmse: Option<Cfmse>,
    /// Conflict-driven exploration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cdse: Option<Cdse>,
    /// Lines and branches.
    pub coverage: Coverage,
    /// Confirmed violations.
    pub errors: Vec<ErrorReport>,
    /// Test cases written.
    pub tests: TestList,
    /// The output folder.
    pub out: String,
}

impl Summary {
    /// A run that was ended from outside before it could say anything else.
    pub fn nothing_yet(folder: &std::path::Path) -> Summary {
        Summary {
            schema: 1,
            verdict: Verdict::Incomplete,
            incomplete_reasons: vec!["the solver did not end when the run was stopped".to_owned()],
            bound: None,
            time_s: 0.0,
            peak_memory_bytes: 0,
            instructions: 0,
            paths: Paths::default(),
            queries: Queries::default(),
            arrays: BTreeMap::new(),
            merging: BTreeMap::new(),
            cfmse: None,
            cdse: None,
            coverage: Coverage::default(),
            errors: Vec::new(),
            tests: TestList::new(folder),
            out: folder.display().to_string(),
        }
    }
}

/// How paths ended.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Paths {
    /// Ran to their normal end.
    pub completed: u64,
    /// Ended in a failure.
    pub errors: u64,
    /// Were dropped by a limit or an unsupported construct.
    pub killed: u64,
    /// Joined another state.
    pub merged: u64,
    /// Times a state became two.
    pub forks: u64,
    /// Most states alive at once.
    pub max_live: u64,
    /// Program paths that the completed paths stand for.
    pub multiplicity: u64,
}

/// Questions to the solver.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Queries {
    /// Feasibility questions before any cache.
    pub asked: u64,
    /// Answered by a cache.
    pub cache_hits: u64,
    /// Reached an SMT solver.
    pub solver: u64,
    /// Of those: satisfiable.
    pub sat: u64,
    /// Of those: unsatisfiable.
    pub unsat: u64,
    /// Of those: not answered in time.
    pub unknown: u64,
    /// Mean expression nodes of those.
    pub avg_nodes: f64,
    /// Seconds in the solver.
    pub solver_time_s: f64,
    /// Models of a solver that did not satisfy its query, and were not believed.
    pub bad_models: u64,
    /// Queries that a further solver had to be asked.
    pub retried: u64,
    /// The links of the solver chain, in the order in which they are asked.
    pub links: Vec<Link>,
}

/// One link of the solver chain.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Link {
    /// What it is called.
    pub name: String,
    /// Questions that came to it.
    pub asked: u64,
    /// Of those: it answered itself (the link of independence: it left constraints out).
    pub answered: u64,
    /// Seconds in it, without the links behind it.
    pub time_s: f64,
}

/// Compile-time merging in numbers.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Cfmse {
    /// Branches looked at.
    pub candidates: u64,
    /// Branches melded.
    pub applied: u64,
    /// Of those: without an else side.
    pub if_then: u64,
    /// Of those: with two sides.
    pub if_then_else: u64,
    /// Selects in the result that were not there before.
    pub selects_added: u64,
    /// Branches that are gone.
    pub branches_removed: u64,
    /// Program size before.
    pub instructions_before: u64,
    /// Program size after.
    pub instructions_after: u64,
    /// Milliseconds spent melding.
    pub time_ms: f64,
    /// Failures that replay did not confirm (speculative mode).
    pub spurious: u64,
    /// Explorations started over because of them.
    pub reruns: u64,
    /// Every branch with its place, what became of it and why.
    pub log: Vec<Decision>,
}

/// Conflict-driven exploration in numbers.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Cdse {
    /// Paths walked.
    pub paths_executed: u64,
    /// IR instructions on them, counted from where each left the one before.
    pub steps_walked: u64,
    /// Of the paths: those that no input takes.
    pub conflicts: u64,
    /// Clauses learned.
    pub learned: u64,
    /// Of those: from constants, without a solver.
    pub from_constants: u64,
    /// Of those: the same as another one, in another trip of a loop.
    pub lifted: u64,
    /// Edges of a clause on average.
    pub avg_clause_len: f64,
    /// Times a path left its predecessor before the last edge.
    pub backtracks: u64,
    /// Loops and recursive calls unrolled further than at first.
    pub unrollings: u64,
    /// Nodes of the unrolled graph.
    pub nodes: u64,
    /// Its edges.
    pub edges: u64,
    /// Questions to the SAT solver.
    pub sat_solved: u64,
}

/// Coverage by the explored paths.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Coverage {
    /// Source lines reached.
    pub lines_covered: u64,
    /// Source lines with code.
    pub lines_total: u64,
    /// Branch directions taken.
    pub branches_covered: u64,
    /// Branch directions that exist.
    pub branches_total: u64,
}

/// A confirmed violation.
#[derive(Serialize, Clone, Debug)]
pub struct ErrorReport {
    /// The stable name of the kind of failure.
    pub kind: String,
    /// What happened.
    pub message: String,
    /// Source file.
    pub file: String,
    /// Line from 1; 0 if unknown.
    pub line: u32,
    /// Column from 1; 0 if unknown.
    pub column: u32,
    /// The C function.
    pub function: String,
    /// Active calls as `function (file:line)`, innermost first.
    pub stack: Vec<String>,
    /// The program's call as a shell's command line, if it has arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_line: Option<String>,
    /// The inputs by name: bytes in hexadecimal.
    pub inputs: BTreeMap<String, String>,
    /// Those of a floating type as C reads them back; a NaN with its bits.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, String>,
    /// The test case file.
    pub test: String,
    /// False if the replay fails, too, but is not exact: such a failure makes no verdict.
    pub confirmed: bool,
    /// What made the replay less than exact before the failure: a real run may not get there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
