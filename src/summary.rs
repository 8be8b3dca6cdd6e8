//! The result of a run as data: the `--json` object and `summary.json` (schema 1).
//!
//! Groups of techniques that were off are absent. Only times and memory may differ between two runs of the same
//! command. With several threads the order of tests, their inputs, the largest number of live states and the
//! queries may differ, too.
use crate::test_list::TestList;
use serde::Serialize;
use std::collections::BTreeMap;
use symtool::{ProofConditions, Verdict};
use symtool_meld::Decision;

/// The summary of one run.
#[derive(Serialize, Clone, Debug)]
pub struct Summary {
    /// The version of this format.
    pub schema: u32,
    /// The verdict.
    pub verdict: Verdict,
    /// The reasons why the exploration is incomplete, with source locations if known.
    pub incomplete_reasons: Vec<String>,
    /// The conditions of a proof: assumptions, and assertions and checks that no input reaches.
    pub conditions: ProofConditions,
    /// The unwinding bound (maximum number of loop iterations), if it cut a loop.
    pub bound: Option<u64>,
    /// The loops (file, line, function) and the recursive functions that the bound cut.
    pub cuts: Vec<String>,
    /// The wall-clock time of the run in seconds.
    pub time_s: f64,
    /// The largest resident memory in bytes.
    pub peak_memory_bytes: u64,
    /// Number of IR instructions executed over all paths.
    pub instructions: u64,
    /// The numbers of paths by outcome.
    pub paths: Paths,
    /// The statistics of solver queries.
    pub queries: Queries,
    /// For each enabled transformation of array reads, the number of conditions that it changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub arrays: BTreeMap<&'static str, u64>,
    /// The counters of state merging, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub merging: BTreeMap<String, u64>,
    /// The statistics of melding, which merges branches at compile time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cfmse: Option<Cfmse>,
    /// The statistics of conflict-driven exploration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cdse: Option<Cdse>,
    /// The coverage of source lines and branches.
    pub coverage: Coverage,
    /// The violations, confirmed by replay.
    pub errors: Vec<ErrorReport>,
    /// The test cases written.
    pub tests: TestList,
    /// The path of the output folder.
    pub out: String,
}

impl Summary {
    /// Returns the summary of a run that was terminated from outside before its first result.
    pub fn nothing_yet(folder: &std::path::Path) -> Summary {
        Summary {
            schema: 1,
            verdict: Verdict::Incomplete,
            incomplete_reasons: vec!["the solver did not end when the run was stopped".to_owned()],
            conditions: ProofConditions::default(),
            bound: None,
            cuts: Vec::new(),
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

/// The numbers of paths by outcome.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Paths {
    /// Number of paths that ran to their normal end.
    pub completed: u64,
    /// Number of paths that ended in a failure.
    pub errors: u64,
    /// Number of paths dropped because of a limit or an unsupported construct.
    pub killed: u64,
    /// Number of states that were joined with another one.
    pub merged: u64,
    /// Number of forks.
    pub forks: u64,
    /// The largest number of live states.
    pub max_live: u64,
    /// The number of program paths that the completed paths represent; a merged path represents several.
    pub multiplicity: u64,
    /// The exact number of these program paths, with `--count-paths`; null if it could not be determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Option<u128>>,
}

/// Statistics of solver queries.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Queries {
    /// Number of feasibility queries issued, before any cache.
    pub asked: u64,
    /// Number of queries answered by a cache.
    pub cache_hits: u64,
    /// Number of queries that reached an SMT solver.
    pub solver: u64,
    /// Number of queries that the SMT solver found satisfiable.
    pub sat: u64,
    /// Number of queries that the SMT solver found unsatisfiable.
    pub unsat: u64,
    /// Number of queries that the SMT solver did not answer in time.
    pub unknown: u64,
    /// The mean number of expression nodes in a query to the SMT solver.
    pub avg_nodes: f64,
    /// Seconds spent in the solver.
    pub solver_time_s: f64,
    /// Number of models that were rejected because they do not satisfy their query.
    pub bad_models: u64,
    /// Number of queries passed on to a further solver of the portfolio.
    pub retried: u64,
    /// Number of unsatisfiable answers that Z3 confirmed (`--solver-check`).
    pub checked: u64,
    /// Number of unsatisfiable answers that Z3 did not decide in time (`--solver-check`).
    pub unchecked: u64,
    /// The statistics of the links of the solver chain, in order.
    pub links: Vec<Link>,
}

/// The statistics of one link of the solver chain (a cache, a simplification or a solver).
#[derive(Serialize, Clone, Debug, Default)]
pub struct Link {
    /// The name of the link.
    pub name: String,
    /// Number of queries that reached the link.
    pub asked: u64,
    /// Number of queries that the link answered itself; for independence, those from which it removed constraints.
    pub answered: u64,
    /// Seconds spent in the link, without the links after it.
    pub time_s: f64,
}

/// Statistics of melding (compile-time merging of branches).
#[derive(Serialize, Clone, Debug, Default)]
pub struct Cfmse {
    /// Number of candidate branches.
    pub candidates: u64,
    /// Number of melded branches.
    pub applied: u64,
    /// Number of melded branches without an else side.
    pub if_then: u64,
    /// Number of melded branches with two sides.
    pub if_then_else: u64,
    /// Number of selects added.
    pub selects_added: u64,
    /// Number of branches removed.
    pub branches_removed: u64,
    /// Number of instructions before melding.
    pub instructions_before: u64,
    /// Number of instructions after melding.
    pub instructions_after: u64,
    /// Milliseconds spent melding.
    pub time_ms: f64,
    /// Number of failures that the replay did not confirm (in speculative mode).
    pub spurious: u64,
    /// Number of explorations restarted because of such failures.
    pub reruns: u64,
    /// The decision about each branch, with its source location and the reason.
    pub log: Vec<Decision>,
}

/// Statistics of conflict-driven exploration.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Cdse {
    /// Number of paths executed.
    pub paths_executed: u64,
    /// Number of IR instructions on these paths; the prefix that successive paths share counts once.
    pub steps_walked: u64,
    /// Number of these paths that are infeasible.
    pub conflicts: u64,
    /// Number of conflict clauses learned.
    pub learned: u64,
    /// Number of clauses found by constant propagation alone.
    pub from_constants: u64,
    /// Number of clauses that were lifted from another loop iteration.
    pub lifted: u64,
    /// The mean length of a clause, in edges of the control-flow graph.
    pub avg_clause_len: f64,
    /// Number of backjumps past more than the last edge of a path.
    pub backtracks: u64,
    /// Number of unrollings of loops and recursive calls, beyond the initial ones.
    pub unrollings: u64,
    /// Number of nodes of the unrolled control-flow graph.
    pub nodes: u64,
    /// Number of edges of the unrolled control-flow graph.
    pub edges: u64,
    /// Number of calls of the SAT solver.
    pub sat_solved: u64,
}

/// Coverage of the explored paths.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Coverage {
    /// Number of source lines reached.
    pub lines_covered: u64,
    /// Number of source lines with code.
    pub lines_total: u64,
    /// Number of branch sides taken.
    pub branches_covered: u64,
    /// Number of branch sides that exist.
    pub branches_total: u64,
}

/// A confirmed violation, for the summary.
#[derive(Serialize, Clone, Debug)]
pub struct ErrorReport {
    /// The stable name of the kind of failure.
    pub kind: String,
    /// The message.
    pub message: String,
    /// The source file.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The C function in which the failure occurs.
    pub function: String,
    /// The call stack as `function (file:line)`, innermost first.
    pub stack: Vec<String>,
    /// A shell command that calls the program with these inputs, if it has arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_line: Option<String>,
    /// The inputs by name: bytes in hexadecimal.
    pub inputs: BTreeMap<String, String>,
    /// The floating-point inputs in C syntax; a NaN with its bits.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, String>,
    /// The path of the test case's file.
    pub test: String,
    /// False if the replay fails as well but had an inexact step; such a failure gives no verdict.
    pub confirmed: bool,
    /// The inexact steps of the replay before the failure; because of them, a real run may not reach it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}
