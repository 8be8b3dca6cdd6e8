//! The options and the result of a conflict-driven search.
use crate::strategy::Strategy;
use crate::teamwork::Teamwork;
use crate::unrolling::Loops;
use symtool_engine::coverage::CoverageReport;
use symtool_engine::profile::Profile;
use symtool_engine::{Bug, Cut, IncompleteReason, Stats};

/// The options of a conflict-driven search.
#[derive(Clone, Debug, Default)]
pub struct CdseConfig {
    /// The decision strategy.
    pub strategy: Strategy,
    /// The way in which loops and recursive calls are unrolled.
    pub loops: Loops,
    /// The way in which the engines of a team (parallel searches) share the work.
    pub teamwork: Teamwork,
    /// Whether to record every learned clause as text.
    pub log: bool,
    /// Whether to unroll also the code from which no check is reachable. The run then takes longer, but has the same
    /// verdict.
    pub no_slice: bool,
}

/// The statistics of a conflict-driven search.
#[derive(Clone, Debug, Default)]
pub struct CdseReport {
    /// The number of paths that the search has selected, feasible or not.
    pub paths: u64,
    /// The number of steps on the selected paths. The steps of a path are counted up to the first edge with a condition
    /// that contradicts the constants on the path. The steps of a prefix that successive paths share are counted once.
    pub steps: u64,
    /// The number of paths that the search has found to be infeasible.
    pub conflicts: u64,
    /// The number of conflict clauses learned from unsat cores.
    pub from_solver: u64,
    /// The number of conflict clauses learned by constant propagation.
    pub from_constants: u64,
    /// The number of conflict clauses that were lifted (proved for another loop iteration) or received from another
    /// search of the same team.
    pub lifted: u64,
    /// The sum of the lengths of all conflict clauses, in facts (edges, and values at joins).
    pub clause_edges: u64,
    /// The number of paths that differ from the previous path in more than the last edge.
    pub backtracks: u64,
    /// The number of unrollings of loops and recursive calls on demand. The first iterations, which are
    /// unrolled when a loop is first reached, are not included.
    pub unrollings: u64,
    /// The number of divisions of the search space among the engines of a team.
    pub divisions: u64,
    /// The number of nodes of the unrolled graph.
    pub nodes: u64,
    /// The number of edges of the unrolled graph.
    pub edges: u64,
    /// The number of calls of the SAT solver.
    pub sat: u64,
    /// The bound of loop iterations and nested recursive calls (`--unwind`); `None` if no path exceeded the bound.
    pub bound: Option<u32>,
    /// The loops and recursive functions with paths that exceed the bound; empty if no path exceeded the bound.
    pub cuts: Vec<Cut>,
    /// The conflict clauses as text; empty unless [`CdseConfig::log`] is set.
    pub log: Vec<String>,
}

impl CdseReport {
    /// Returns the number of selected paths that the search has not found to be infeasible.
    pub fn feasible(&self) -> u64 {
        self.paths.saturating_sub(self.conflicts)
    }

    /// Adds the statistics and the log of another search of the same team (parallel searches that share clauses).
    /// `bound` and `cuts` do not change.
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
        self.divisions += other.divisions;
        self.nodes += other.nodes;
        self.edges += other.edges;
        self.sat += other.sat;
        self.log.extend(other.log.iter().cloned());
    }
}

/// The result of a conflict-driven search.
#[derive(Clone, Debug, Default)]
pub struct CdseResult {
    /// The statistics that the symbolic execution engines of the project have in common.
    pub stats: Stats,
    /// The reasons why the verdict does not cover all inputs.
    pub incomplete: Vec<IncompleteReason>,
    /// The failures that replay has confirmed.
    pub bugs: Vec<Bug>,
    /// The names and the sizes in bytes of all inputs that nodes of the unrolled graph create.
    pub inputs: Vec<(String, u64)>,
    /// The coverage of feasible paths.
    pub coverage: CoverageReport,
    /// The work that each source line causes, and the unrolled graph. `None` unless
    /// [`Config::profile`](symtool_engine::Config::profile) is set.
    pub profile: Option<Profile>,
    /// The statistics of conflict-driven symbolic execution.
    pub report: CdseReport,
}
