//! The result of a run as data: the `--json` object and `summary.json` (schema 1).
//!
//! Groups of techniques that were off are absent. Only times and memory may differ between two runs of the same
//! command. With several threads the order of tests, their inputs, the largest number of live states and the
//! queries may differ, too.
use crate::test_list::TestList;
use serde::Serialize;
use std::collections::BTreeMap;
use symtool::Verdict;
use symtool_meld::Decision;

/// One run.
#[derive(Serialize, Clone, Debug)]
pub struct Summary {
    /// The version of this schema.
    pub schema: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// Reasons for incompleteness, with source locations if known.
    pub incomplete_reasons: Vec<String>,
    /// The unwinding bound, if it cut a loop.
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
    /// The number of conditions changed by each enabled transformation of array reads.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub arrays: BTreeMap<&'static str, u64>,
    /// Counters of state merging, by name.
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
    /// Returns the summary of a run that was terminated from outside before its first result.
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

/// The outcomes of paths.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Paths {
    /// Paths that ran to their normal end.
    pub completed: u64,
    /// Paths that ended in a failure.
    pub errors: u64,
    /// Paths dropped by a limit or an unsupported construct.
    pub killed: u64,
    /// States joined with another one.
    pub merged: u64,
    /// Forks.
    pub forks: u64,
    /// The largest number of live states.
    pub max_live: u64,
    /// The number of program paths that the completed paths stand for.
    pub multiplicity: u64,
}

/// Solver queries.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Queries {
    /// Feasibility queries before any cache.
    pub asked: u64,
    /// Queries answered by a cache.
    pub cache_hits: u64,
    /// Queries that reached an SMT solver.
    pub solver: u64,
    /// Of those, satisfiable ones.
    pub sat: u64,
    /// Of those, unsatisfiable ones.
    pub unsat: u64,
    /// Of those, ones not answered in time.
    pub unknown: u64,
    /// The mean number of expression nodes in those.
    pub avg_nodes: f64,
    /// Seconds in the solver.
    pub solver_time_s: f64,
    /// Models that did not satisfy their query and were rejected.
    pub bad_models: u64,
    /// Queries passed on to a further solver.
    pub retried: u64,
    /// The links of the solver chain, in order.
    pub links: Vec<Link>,
}

/// One link of the solver chain.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Link {
    /// The name.
    pub name: String,
    /// Queries that reached the link.
    pub asked: u64,
    /// Queries that the link answered itself; for independence, queries from which it removed constraints.
    pub answered: u64,
    /// Seconds in the link, without those behind it.
    pub time_s: f64,
}

/// Statistics of compile-time merging.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Cfmse {
    /// Candidate branches.
    pub candidates: u64,
    /// Melded branches.
    pub applied: u64,
    /// Of those, branches without an else side.
    pub if_then: u64,
    /// Of those, branches with two sides.
    pub if_then_else: u64,
    /// Selects added.
    pub selects_added: u64,
    /// Branches removed.
    pub branches_removed: u64,
    /// Instructions before melding.
    pub instructions_before: u64,
    /// Instructions after melding.
    pub instructions_after: u64,
    /// Milliseconds spent melding.
    pub time_ms: f64,
    /// Failures that replay did not confirm (speculative mode).
    pub spurious: u64,
    /// Explorations restarted because of them.
    pub reruns: u64,
    /// The decision about each branch, with its source location and the reason.
    pub log: Vec<Decision>,
}

/// Statistics of conflict-driven exploration.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Cdse {
    /// Paths executed.
    pub paths_executed: u64,
    /// IR instructions on them; the prefix shared by successive paths counts once.
    pub steps_walked: u64,
    /// Of the paths, infeasible ones.
    pub conflicts: u64,
    /// Clauses learned.
    pub learned: u64,
    /// Of those, clauses found by constant propagation.
    pub from_constants: u64,
    /// Of those, clauses lifted from another loop iteration.
    pub lifted: u64,
    /// The mean length of a clause, in edges.
    pub avg_clause_len: f64,
    /// Backjumps past more than the last edge of a path.
    pub backtracks: u64,
    /// Unrollings of loops and recursive calls beyond the initial ones.
    pub unrollings: u64,
    /// Nodes of the unrolled graph.
    pub nodes: u64,
    /// Edges of the unrolled graph.
    pub edges: u64,
    /// Calls of the SAT solver.
    pub sat_solved: u64,
}

/// Coverage of the explored paths.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Coverage {
    /// Source lines reached.
    pub lines_covered: u64,
    /// Source lines with code.
    pub lines_total: u64,
    /// Branch sides taken.
    pub branches_covered: u64,
    /// Branch sides that exist.
    pub branches_total: u64,
}

/// A confirmed violation.
#[derive(Serialize, Clone, Debug)]
pub struct ErrorReport {
    /// The stable name of the kind of failure.
    pub kind: String,
    /// The message.
    pub message: String,
    /// Source file.
    pub file: String,
    /// Line from 1; 0 if unknown.
    pub line: u32,
    /// Column from 1; 0 if unknown.
    pub column: u32,
    /// The C function.
    pub function: String,
    /// The call stack as `function (file:line)`, innermost first.
    pub stack: Vec<String>,
    /// The call of the program as a shell command, if it has arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_line: Option<String>,
    /// The inputs by name: bytes in hexadecimal.
    pub inputs: BTreeMap<String, String>,
    /// The floating-point inputs in C syntax; a NaN with its bits.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, String>,
    /// The test case file.
    pub test: String,
    /// False if the replay fails, too, but is not exact: such a failure gives no verdict.
    pub confirmed: bool,
    /// Inexact steps of the replay before the failure: a real run may not reach it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
