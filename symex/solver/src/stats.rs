//! Statistics of the solver chain. A *link* is one solving technique of the chain. No decision of the chain
//! depends on measured times.
use std::time::{Duration, Instant};

/// Counters of one link of the chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkStats {
    /// The number of queries on which the link ran. Queries that the link skipped are not counted.
    pub issued: u64,
    /// The number of queries that the link answered or simplified.
    pub hits: u64,
    /// The time spent in the link. If the link issues queries itself, the time of the links that answer them is not
    /// included.
    pub time: Duration,
}

/// Results of `--solver-check`, the option with which Z3 checks the *unsat* answers of links that are not SMT solvers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckStats {
    /// The number of checks in which Z3 confirmed or refuted an unsat core or a whole query. A repeated check of a core
    /// that Z3 has confirmed before is counted too, although it does not call Z3.
    pub checked: u64,
    /// The number of checks that Z3 could not decide within the limits of a query.
    pub unchecked: u64,
    /// Descriptions of the refuted answers and cores.
    pub disagreements: Vec<String>,
}

/// Returns an estimate of the work of queries, with fixed weights so that it is the same in every run. The unit is the
/// work of one instruction in the symbolic interpreter. `issued` is the number of queries, `solver` the number of
/// solver queries among them, and `nodes` the number of expression nodes of all solver queries.
pub(crate) fn work(issued: u64, solver: u64, nodes: u64) -> u64 {
    issued * 50 + solver * 5_000 + nodes * 20
}

/// Counters of the whole solver chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolverStats {
    /// The number of feasibility queries that exploration issued. Conditions that are constants are not
    /// counted.
    pub issued: u64,
    /// The number of queries that the query cache or the counterexample cache answered.
    pub cache_hits: u64,
    /// The number of solver queries: the queries that reached the stage `Solve` of the chain, because no cache and no
    /// other earlier link answered them.
    pub solver: u64,
    /// The number of satisfiable solver queries.
    pub sat: u64,
    /// The number of unsatisfiable solver queries.
    pub unsat: u64,
    /// The number of solver queries without an answer.
    pub unknown: u64,
    /// The number of those solver queries without an answer that the memory limit stopped or did not allow to begin.
    pub out_of_memory: u64,
    /// The sum over all solver queries of the number of distinct expression nodes in the query.
    pub nodes: u64,
    /// The additional work of the links: work that cannot be estimated from the size of the queries, such as the
    /// propagations of the SAT solver. The unit is the work of one instruction in the symbolic interpreter.
    pub link_work: u64,
    /// The total time of all solver queries.
    pub solver_time: Duration,
    /// The number of models that did not satisfy the query for which they were returned.
    pub bad_models: u64,
    /// The number of times that a query was passed on to later links, among them an SMT solver, because a link returned
    /// *unknown* or a wrong model.
    pub retried: u64,
    /// The results of `--solver-check`.
    pub check: CheckStats,
    /// The name and the counters of each link and of each phase of a link, in the order in which the links run
    /// (see [`LINKS`](crate::LINKS)).
    pub links: Vec<(&'static str, LinkStats)>,
}

impl SolverStats {
    /// Returns an estimate of the work of all queries. The unit is the work of one instruction in the symbolic
    /// interpreter. Unlike a time, the estimate is the same in every run.
    pub fn work(&self) -> u64 {
        work(self.issued, self.solver, self.nodes) + self.link_work
    }

    /// Returns the average number of nodes of a solver query.
    pub fn avg_nodes(&self) -> f64 {
        if self.solver == 0 {
            0.0
        } else {
            self.nodes as f64 / self.solver as f64
        }
    }
}

impl SolverStats {
    /// Adds the statistics of another solver chain.
    pub fn add(&mut self, other: &SolverStats) {
        self.issued += other.issued;
        self.cache_hits += other.cache_hits;
        self.solver += other.solver;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.out_of_memory += other.out_of_memory;
        self.nodes += other.nodes;
        self.link_work += other.link_work;
        self.solver_time += other.solver_time;
        self.bad_models += other.bad_models;
        self.retried += other.retried;
        self.check.add(&other.check);
        for (name, link) in &other.links {
            match self.links.iter_mut().find(|(own, _)| own == name) {
                Some((_, own)) => own.add(link),
                None => self.links.push((name, link.clone())),
            }
        }
    }
}

impl CheckStats {
    pub(crate) fn add(&mut self, other: &CheckStats) {
        self.checked += other.checked;
        self.unchecked += other.unchecked;
        let disagreements = other.disagreements.iter().cloned();
        self.disagreements.extend(disagreements);
    }
}

impl LinkStats {
    pub(crate) fn add(&mut self, other: &LinkStats) {
        self.issued += other.issued;
        self.hits += other.hits;
        self.time += other.time;
    }

    pub(crate) fn count(&mut self, hit: bool, time: Duration) {
        self.issued += 1;
        self.hits += u64::from(hit);
        self.time += time;
    }
}

/// Runs a function. Returns its result and its duration.
pub(crate) fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed())
}
