//! The result of a run as data: the `--json` object and `summary.json` (schema 1).
//!
//! The object omits the statistics of techniques that the run did not use. With one thread, and in automatic mode, two
//! runs of the same command differ at most in times and memory. With several threads outside automatic mode, they may
//! also differ in the order and inputs of the test cases, in the largest number of live states, and in the numbers of
//! queries.
use crate::driver::test_list::TestList;
use crate::local::BranchReport;
use crate::{ProofConditions, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use symtool_ir::Inputs;
use symtool_ir::shape::Shape;
use symtool_meld::Decision;

/// The summary of one run.
#[derive(Serialize, Clone, Debug)]
pub struct Summary {
    /// The version of the JSON format.
    pub schema: u32,
    /// The verdict of the run.
    pub verdict: Verdict,
    /// The reasons for an incomplete exploration, each with its source location if known.
    pub incomplete_reasons: Vec<String>,
    /// The conditions of a proof, with the assumptions that no input meets, and the assertions and checks that no input
    /// reaches.
    pub conditions: ProofConditions,
    /// The unwinding bound (maximum number of loop iterations), if this bound cut a path in a loop.
    pub bound: Option<u64>,
    /// The loops (file, line, function) and the recursive functions that the unwinding bound cut.
    pub cuts: Vec<String>,
    /// The wall-clock time of the run in seconds.
    pub time_s: f64,
    /// The largest resident memory in bytes.
    pub peak_memory_bytes: u64,
    /// Number of IR instructions executed over all paths.
    pub instructions: u64,
    /// A hash of the executed instructions in the order of execution, as a hexadecimal number; null with several
    /// threads, in automatic mode and for conflict-driven search.
    pub trace: Option<String>,
    /// The number of paths with each outcome.
    pub paths: Paths,
    /// The statistics of solver queries.
    pub queries: Queries,
    /// For each enabled transformation of array reads, the number of conditions that it changed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub arrays: BTreeMap<&'static str, u64>,
    /// The counters of state merging, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub merging: BTreeMap<String, u64>,
    /// The statistics of melding, which replaces the two sides of branches by straight-line code before exploration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cfmse: Option<Cfmse>,
    /// The statistics of conflict-driven exploration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cdse: Option<Cdse>,
    /// The engines of automatic mode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auto: Option<Automatic>,
    /// The coverage of source lines and branches.
    pub coverage: Coverage,
    /// The comparison of the run's violations with the baseline of known violations, with `--baseline`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<AgainstBaseline>,
    /// The failures that the original program has in a replay. Those with [`ErrorReport::confirmed`] are violations.
    pub errors: Vec<ErrorReport>,
    /// The test cases written.
    pub tests: TestList,
    /// The path of the output folder.
    pub out: String,
}

impl Summary {
    /// Returns the summary of a run that has no result yet. The watchdog adds results to it during the run, and writes
    /// it if a solver ignores an interrupt.
    pub fn nothing_yet(folder: &std::path::Path) -> Summary {
        Summary {
            schema: 1,
            verdict: Verdict::Incomplete,
            incomplete_reasons: vec![
                "the run did not end by itself after it was stopped".to_owned(),
            ],
            conditions: ProofConditions::default(),
            bound: None,
            cuts: Vec::new(),
            time_s: 0.0,
            peak_memory_bytes: 0,
            instructions: 0,
            trace: None,
            paths: Paths::default(),
            queries: Queries::default(),
            arrays: BTreeMap::new(),
            merging: BTreeMap::new(),
            cfmse: None,
            cdse: None,
            auto: None,
            coverage: Coverage::default(),
            baseline: None,
            errors: Vec::new(),
            tests: TestList::new(folder),
            out: folder.display().to_string(),
        }
    }

    /// Returns the exit code of the command line. Known violations (those in the baseline) do not affect the exit
    /// code.
    pub fn exit_code(&self) -> u8 {
        let baseline = self.baseline.as_ref();
        baseline.map_or(self.verdict, |b| b.verdict).exit_code()
    }
}

/// The numbers of paths by outcome.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Paths {
    /// Number of paths that ran to their normal end.
    pub completed: u64,
    /// Number of paths that ended in a failure.
    pub errors: u64,
    /// Number of paths that were dropped because of a limit or an unsupported construct.
    pub killed: u64,
    /// Number of states that were joined with another one.
    pub merged: u64,
    /// Number of forks.
    pub forks: u64,
    /// The largest number of live states.
    pub max_live: u64,
    /// An upper bound on the number of program paths that the completed paths represent; a merged path
    /// represents several.
    pub multiplicity: u64,
    /// The exact number of program paths that the completed paths represent, with `--count-paths`; null if
    /// unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<Option<u128>>,
    /// The number of these program paths that were counted, with `--count-paths`: `exact` if it is known, otherwise a
    /// lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<u128>,
}

/// Statistics of solver queries.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Queries {
    /// Number of feasibility queries of the exploration, including those that a cache answers.
    pub issued: u64,
    /// Number of queries answered by a cache.
    pub cache_hits: u64,
    /// Number of queries that reached the stage `Solve` of the solver chain, because no cache and no other link
    /// (solving technique) before this stage answered them.
    pub solver: u64,
    /// Number of satisfiable solver queries.
    pub sat: u64,
    /// Number of unsatisfiable solver queries.
    pub unsat: u64,
    /// Number of solver queries without an answer within the time limit.
    pub unknown: u64,
    /// The mean number of expression nodes of a solver query.
    pub avg_nodes: f64,
    /// Seconds spent on solver queries.
    pub solver_time_s: f64,
    /// Number of models that were rejected because they do not satisfy their query.
    pub bad_models: u64,
    /// Number of SMT solver runs without an answer that were followed by a run of the portfolio's next solver.
    pub retried: u64,
    /// Number of unsatisfiable answers that Z3 confirmed or refuted (`--solver-check`).
    pub checked: u64,
    /// Number of unsatisfiable answers that Z3 did not decide in time (`--solver-check`).
    pub unchecked: u64,
    /// The statistics of the links (solving techniques) of the solver chain, in the order of the chain.
    pub links: Vec<Link>,
}

/// The statistics of one link of the solver chain (a cache, a simplification or a solver).
#[derive(Serialize, Clone, Debug, Default)]
pub struct Link {
    /// The name of the link.
    pub name: String,
    /// Number of queries on which the link ran.
    pub issued: u64,
    /// Number of queries that the link answered; for the link `independence`, the queries from which it removed
    /// constraints.
    pub answered: u64,
    /// Seconds spent in the link, without the time of later links.
    pub time_s: f64,
}

/// Statistics of melding (replacement of branches by straight-line code before exploration).
#[derive(Serialize, Clone, Debug, Default)]
pub struct Cfmse {
    /// Number of branches that were selected for melding, whether they were melded or not.
    pub candidates: u64,
    /// Number of melded branches.
    pub applied: u64,
    /// Number of melded branches without an else side.
    pub if_then: u64,
    /// Number of melded branches with two sides.
    pub if_then_else: u64,
    /// Number of selects added.
    pub selects_added: u64,
    /// Number of branches and switches before melding.
    pub branches_before: u64,
    /// Number of branches removed.
    pub branches_removed: u64,
    /// The nesting depth of the most deeply nested melded branch: 1 plus the number of branches around it.
    pub branch_nesting: u32,
    /// The nesting depth of the melded branch that is most deeply nested in branches and loops: 1 plus the number of
    /// branches and loops around it.
    pub control_nesting: u32,
    /// Number of instructions before melding.
    pub instructions_before: u64,
    /// Number of instructions after melding.
    pub instructions_after: u64,
    /// Milliseconds spent melding.
    pub time_ms: f64,
    /// Number of failures of the melded program that the replay did not confirm (in speculative mode).
    pub spurious: u64,
    /// Number of times that exploration was restarted, because of a spurious failure or because of a confirmed failure
    /// at a melded access (a load or store of melded code).
    pub reruns: u64,
    /// The decision about each branch, with its source location and the reason.
    pub log: Vec<Decision>,
}

/// Statistics of conflict-driven exploration.
#[derive(Serialize, Clone, Debug, Default)]
pub struct Cdse {
    /// Number of paths executed.
    pub paths_executed: u64,
    /// Number of IR instructions on the executed paths, each path up to the first edge that constant propagation along
    /// the path shows to be infeasible. A prefix that successive paths share counts once.
    pub steps_walked: u64,
    /// Number of executed paths that are infeasible.
    pub conflicts: u64,
    /// Number of learned conflict clauses: sets of facts that no feasible path satisfies together.
    pub learned: u64,
    /// Number of clauses found by constant propagation, without a query.
    pub from_constants: u64,
    /// Number of lifted clauses: copies of clauses, learned in one loop iteration and proved for another iteration.
    pub lifted: u64,
    /// The mean length of a conflict clause: its number of facts, where a fact is an edge or the value of a φ.
    pub avg_clause_len: f64,
    /// Number of paths that differ from the previously executed path in more than their last edge.
    pub backtracks: u64,
    /// Number of unrollings of loops and recursive calls on demand, in addition to the unrolling of loops at
    /// their first visit.
    pub unrollings: u64,
    /// Number of times that the search space was divided among several threads (`--cdse-team`).
    pub divisions: u64,
    /// Number of nodes of the unrolled control-flow graph.
    pub nodes: u64,
    /// Number of edges of the unrolled control-flow graph.
    pub edges: u64,
    /// Number of calls of the SAT solver, which selects paths.
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

/// The comparison of a run's violations with those in a baseline.
#[derive(Serialize, Clone, Debug)]
pub struct AgainstBaseline {
    /// The path of the baseline.
    pub file: String,
    /// Number of confirmed violations that the baseline contains.
    pub known: usize,
    /// Number of confirmed violations that the baseline does not contain.
    pub new: usize,
    /// Number of violations in the baseline that this run did not find, although it would have found them if the
    /// program still had them.
    pub not_found: usize,
    /// The verdict of the run if its known violations (those in the baseline) are ignored. It determines the exit code.
    pub verdict: Verdict,
}

/// A failure that the original program has in a replay, for the summary.
#[derive(Serialize, Clone, Debug)]
pub struct ErrorReport {
    /// The stable name of the kind of failure.
    pub kind: String,
    /// The message of the failure, for instance the text of the assertion.
    pub message: String,
    /// The source file in which the failure occurs.
    pub file: String,
    /// The line, from 1; 0 if unknown.
    pub line: u32,
    /// The column, from 1; 0 if unknown.
    pub column: u32,
    /// The C function in which the failure occurs.
    pub function: String,
    /// The call stack as `function (file:line)`, innermost first.
    pub stack: Vec<String>,
    /// A shell command that runs the program on the failing input; absent if the program has no arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_line: Option<String>,
    /// The inputs by name: bytes in hexadecimal.
    pub inputs: BTreeMap<String, String>,
    /// The floating-point inputs in C syntax.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, String>,
    /// The inputs whose C type is known, as C initializers; a NaN is written with its bits.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    /// The C types of the inputs, if they are known.
    #[serde(skip)]
    pub shapes: BTreeMap<String, Shape>,
    /// The file and the line at which the program's own code reads each input.
    #[serde(skip)]
    pub read_at: BTreeMap<String, (String, u32)>,
    /// The fingerprint, which identifies the violation in later runs, even if the source has changed elsewhere.
    pub fingerprint: String,
    /// Whether the violation is in the baseline.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub known: bool,
    /// The path of the test case's file.
    pub test: String,
    /// Whether the failure decides the verdict; false if a step of its replay was inexact: a rounded `long double`
    /// operation, or a call of a function that has neither a body nor an implementation in symtool.
    pub confirmed: bool,
    /// The remarks of the replay: inexact steps, after which a real run may not fail, and failures of disabled checks,
    /// which were ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl ErrorReport {
    /// Returns the input as bytes.
    pub fn values(&self) -> Inputs {
        let mut values = Inputs::default();
        for (name, hex) in &self.inputs {
            values.push(name.as_str(), bytes(hex));
        }
        values
    }
}

/// Returns the bytes that a text gives in hexadecimal.
pub fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2)
        .filter_map(|i| u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok())
        .collect()
}

/// The engines of a run in automatic mode.
#[derive(Serialize, Clone, Debug)]
pub struct Automatic {
    /// The name of the engine whose result is reported.
    pub engine: &'static str,
    /// All engines, in the order of their turns.
    pub engines: Vec<EngineShare>,
    /// The branches on inputs, with `--explain-plan`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<BranchReport>,
}

/// One engine of a run in automatic mode.
#[derive(Serialize, Clone, Debug)]
pub struct EngineShare {
    /// The name of the engine.
    pub name: &'static str,
    /// The options that select the techniques of this engine.
    pub options: &'static str,
    /// The number of turns.
    pub turns: u32,
    /// The work of the engine: an estimate, in instructions of the symbolic interpreter.
    pub work: u64,
    /// The wall-clock time of the turns in seconds.
    pub time_s: f64,
    /// `finished`, `incomplete`, `stopped` or `not started`.
    pub end: &'static str,
    /// The first reason why the engine is incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
