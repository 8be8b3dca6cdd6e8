//! The options of a search, and its result.
use crate::strategy::Strategy;
use symtool_engine::coverage::CoverageReport;
use symtool_engine::{Bug, IncompleteReason, Stats};

/// The options of a search.
#[derive(Clone, Debug, Default)]
pub struct CdseConfig {
    /// The decision strategy.
    pub strategy: Strategy,
    /// The maximum number of loop iterations and of recursive calls; `None` for no bound.
    pub unwind: Option<u32>,
    /// Whether to record every learned clause as text.
    pub log: bool,
    /// Whether to unroll also code from which no check is reachable. This takes longer and yields the same
    /// verdict.
    pub no_slice: bool,
}

/// Statistics of a search.
#[derive(Clone, Debug, Default)]
pub struct CdseReport {
    /// Paths executed.
    pub paths: u64,
    /// The number of steps on these paths. A prefix shared by successive paths counts once.
    pub steps: u64,
    /// Infeasible paths.
    pub conflicts: u64,
    /// The number of clauses learned from unsat cores.
    pub from_solver: u64,
    /// The number of clauses learned by constant propagation.
    pub from_constants: u64,
    /// The number of clauses lifted from another loop iteration.
    pub lifted: u64,
    /// The sum of the lengths of all learned clauses, in facts.
    pub clause_edges: u64,
    /// The number of backjumps by more than one edge.
    pub backtracks: u64,
    /// The number of unrollings of loops and recursive calls, without the initial ones.
    pub unrollings: u64,
    /// Nodes of the graph.
    pub nodes: u64,
    /// Edges of the graph.
    pub edges: u64,
    /// Calls of the SAT solver.
    pub sat: u64,
    /// The bound of loop iterations, if it excluded some path.
    pub bound: Option<u32>,
    /// The learned clauses as text, if requested.
    pub log: Vec<String>,
}

impl CdseReport {
    /// Adds the statistics and the log of another engine.
    pub(crate) fn add(&mut self, other: &CdseReport) {
        self.paths += other.paths;
        self.steps += other.steps;
        self.conflicts += other.conflicts;
        self.from_solver += other.from_solver;
        self.from_constants += other.from_constants;
        self.lifted += other.lifted;
        self.clause_edges += other.clause_edges;
        self.backtracks += other.backtracks;
        self.unrollings += other.unrollings;
        self.nodes += other.nodes;
        self.edges += other.edges;
        self.sat += other.sat;
        self.log.extend(other.log.iter().cloned());
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct CdseResult {
    /// The statistics that all engines of the project have in common.
    pub stats: Stats,
    /// The reasons why the verdict does not cover all inputs.
    pub incomplete: Vec<IncompleteReason>,
    /// Confirmed failures.
    pub bugs: Vec<Bug>,
    /// The names of all inputs of checked paths, and their sizes in bytes.
    pub inputs: Vec<(String, u64)>,
    /// Coverage of feasible paths.
    pub coverage: CoverageReport,
    /// The statistics that only this engine has.
    pub report: CdseReport,
}
