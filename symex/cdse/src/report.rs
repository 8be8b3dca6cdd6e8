//! The options of a search, and its result.
use crate::strategy::Strategy;
use symtool_engine::exec::coverage::CoverageReport;
use symtool_engine::{Bug, IncompleteReason, Stats};

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct CdseConfig {
    /// Which path is next.
    pub strategy: Strategy,
    /// Loops make at most so many trips, and functions so many calls within themselves.
    pub unwind: Option<u32>,
    /// Keep every learned clause in words.
    pub log: bool,
    /// Make the graph of what can reach no check, too. That takes longer; the answer is the same.
    pub no_slice: bool,
}

/// What the search counted.
#[derive(Clone, Debug, Default)]
pub struct CdseReport {
    /// Fcfg walked.
    pub paths: u64,
    /// Steps on those, what two successive ones have in common counted once.
    pub steps: u64,
    /// Fcfg that no input takes.
    pub conflicts: u64,
    /// Clauses learned from the solver.
    pub from_solver: u64,
    /// Clauses learned from constants.
    pub from_constants: u64,
    /// Clauses that are one of these in another trip of a loop.
    pub lifted: u64,
    /// Edges, and constants, in all clauses learned.
    pub clause_edges: u64,
    /// Times the search went back to before the last edge of a path.
    pub backtracks: u64,
    /// Loops and calls unrolled further than at first.
    pub unrollings: u64,
    /// Nodes of the graph.
    pub nodes: u64,
    /// Edges of the graph.
    pub edges: u64,
    /// Questions to the SAT solver.
    pub sat: u64,
    /// The bound of loops that cut one.
    pub bound: Option<u32>,
    /// The clauses in words, if they were kept.
    pub log: Vec<String>,
}

impl CdseReport {
    /// Adds what another engine counted, and its log.
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

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct CdseResult {
    /// The numbers that all engines count.
    pub stats: Stats,
    /// Why the answer does not speak for all inputs.
    pub incomplete: Vec<IncompleteReason>,
    /// Confirmed failures.
    pub bugs: Vec<Bug>,
    /// Every input that was met: name and bytes.
    pub inputs: Vec<(String, u64)>,
    /// What paths reached that some input takes.
    pub coverage: CoverageReport,
    /// The numbers of this one.
    pub report: CdseReport,
}
