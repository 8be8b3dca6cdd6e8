//! What the solver chain counts. Times are for people; nothing is decided by them.
use std::time::{Duration, Instant};

/// Counters of one link.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkStats {
    /// Questions that reached the link.
    pub asked: u64,
    /// Questions it answered itself.
    pub hits: u64,
    /// Time spent in it, without the links behind it.
    pub time: Duration,
}

/// Counters of the whole chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// Feasibility questions of the exploration whose answer was not a constant condition.
    pub asked: u64,
    /// Questions that a cache answered (query cache and counterexample cache).
    pub cache_hits: u64,
    /// Queries that reached an SMT solver.
    pub solver: u64,
    /// Of those: satisfiable.
    pub sat: u64,
    /// Of those: unsatisfiable.
    pub unsat: u64,
    /// Of those: not answered.
    pub unknown: u64,
    /// Sum of the numbers of distinct expression nodes of the queries that reached an SMT solver.
    pub nodes: u64,
    /// Time in the SMT solver.
    pub solver_time: Duration,
    /// Models that failed their check.
    pub bad_models: u64,
    /// Queries that needed a second, fresh solver.
    pub retried: u64,
    /// Per link, in chain order: name and counters.
    pub links: Vec<(&'static str, LinkStats)>,
}

impl SolverStats {
    /// Average number of nodes of a query that reached an SMT solver.
    pub fn avg_nodes(&self) -> f64 {
        if self.solver == 0 {
            0.0
        } else {
            self.nodes as f64 / self.solver as f64
        }
    }
}

impl SolverStats {
    /// Adds what another chain counted.
    pub fn add(&mut self, other: &SolverStats) {
        self.asked += other.asked;
        self.cache_hits += other.cache_hits;
        self.solver += other.solver;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.nodes += other.nodes;
        self.solver_time += other.solver_time;
        self.bad_models += other.bad_models;
        self.retried += other.retried;
        for (name, link) in &other.links {
            match self.links.iter_mut().find(|(own, _)| own == name) {
                Some((_, own)) => own.add(link),
                None => self.links.push((name, link.clone())),
            }
        }
    }
}

impl LinkStats {
    fn add(&mut self, other: &LinkStats) {
        self.asked += other.asked;
        self.hits += other.hits;
        self.time += other.time;
    }

    pub(super) fn count(&mut self, hit: bool, time: Duration) {
        self.asked += 1;
        self.hits += u64::from(hit);
        self.time += time;
    }
}

/// Runs something and says how long it took.
pub(super) fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed())
}
