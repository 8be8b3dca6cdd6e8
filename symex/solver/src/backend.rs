//! The end of the chain: trials where floats are computed with, earlier inputs repaired, all values of a byte tried where nothing
//! else is free, a SAT solver for what is small, ranks where only the order of inputs counts, then the solvers of the portfolio.
//! Queries are logged here.
use super::bits::{Size, SmallQueries};
use super::engine::checked;
use super::portfolio::Portfolio;
use super::probe::{Probe, Query};
use super::ranks::Ranks;
use super::repair::{Exhaust, Recent};
use super::{Answer, Guess, Place, Repair, Solver, SolverConfig, SolverStats, Unknown};
use std::time::Instant;
use symtool_expr::{Arena, ExprId, Node};

/// What a question reaches that nothing in front of it answered.
#[derive(Debug)]
pub struct Backend {
    config: SolverConfig,
    guess: Guess,
    ranks: Ranks,
    repair: Repair,
    touch_up: Repair,
    recent: Recent,
    exhaust: Exhaust,
    small: SmallQueries,
    portfolio: Portfolio,
    core: Option<Vec<ExprId>>,
    place: Place,
    stats: SolverStats,
    probe: Probe,
}

impl Backend {
    /// A back end that has not touched a solver yet.
    pub fn new(config: &SolverConfig) -> Backend {
        Backend {
            guess: Guess::default(),
            ranks: Ranks::new(config),
            repair: Repair::quick(),
            touch_up: Repair::touch_up(),
            recent: Recent::default(),
            exhaust: Exhaust::default(),
            small: SmallQueries::new(config.interrupt.clone()),
            portfolio: Portfolio::new(config),
            config: config.clone(),
            core: None,
            place: Place::default(),
            stats: SolverStats::default(),
            probe: Probe::default(),
        }
    }

    /// Where the queries are told of.
    pub(super) fn probe(&self) -> Probe {
        self.probe.clone()
    }

    /// Where the questions to come are asked, for the log.
    pub fn place(&self) -> Place {
        self.place.clone()
    }

    /// The answer, and the name of who gave it.
    fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> (Answer, String) {
        let float = constraints.iter().any(|&c| arena.has_float(c));
        if float && let Some(model) = self.guess.model(arena, constraints) {
            return (Answer::Sat(model), "trial".to_owned());
        }
        let quantified = constraints.iter().any(|&c| arena.has_quantifiers(c));
        if !float
            && !quantified
            && let Some(answer) = self.tried(arena, constraints)
        {
            return answer;
        }
        if self.config.ranks
            && !quantified
            && let Some((answer, by)) = self.ranks.solve(arena, constraints)
        {
            let answer = checked(arena, constraints, answer, &mut self.stats.bad_models);
            if !matches!(answer, Answer::Unknown(Unknown::GaveUp(_))) {
                self.core = self.ranks.core();
                return (answer, by);
            }
        }
        if self.config.bits
            && !float
            && !quantified
            && let Some(answer) = self.small.solve(arena, constraints, Size::Small)
        {
            let answer = checked(arena, constraints, answer, &mut self.stats.bad_models);
            if !matches!(answer, Answer::Unknown(_)) {
                return (answer, SmallQueries::NAME.to_owned());
            }
        }
        let answer = self.portfolio.solve(arena, constraints);
        self.core = self.portfolio.core();
        answer
    }

    /// What is cheaper than a solver: a few changes of earlier inputs, a byte that is set, few gates; then many changes, where there
    /// are choices and products.
    fn tried(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<(Answer, String)> {
        let SolverConfig { repair, bits, .. } = self.config;
        let mut tried = None;
        if repair {
            let model = self.touch_up.model(arena, constraints, &self.recent);
            tried = model.map(|model| (Answer::Sat(model), self.touch_up.name()));
        }
        if repair && tried.is_none() {
            let answer = self.exhaust.solve(arena, constraints);
            tried = answer.map(|answer| (answer, Exhaust::NAME));
        }
        if bits && tried.is_none() {
            let answer = self.small.solve(arena, constraints, Size::Tiny);
            tried = answer.map(|answer| (answer, SmallQueries::NAME));
        }
        if repair && tried.is_none() && is_tangled(arena, constraints) {
            let model = self.repair.model(arena, constraints, &self.recent);
            tried = model.map(|model| (Answer::Sat(model), self.repair.name()));
        }
        let (answer, by) = tried?;
        match checked(arena, constraints, answer, &mut self.stats.bad_models) {
            Answer::Unknown(_) => None,
            answer => Some((answer, by.to_owned())),
        }
    }
}

impl Solver for Backend {
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        self.core = None;
        if constraints.iter().any(|&c| arena.is_false(c)) {
            return Answer::Unsat;
        }
        if self.config.interrupt.is_interrupted() {
            return Answer::Unknown(Unknown::Interrupted);
        }
        let start = Instant::now();
        let (answer, by) = self.solve(arena, constraints);
        let time = start.elapsed();
        let nodes = arena.node_count(constraints);
        self.probe.note(Query {
            time,
            constraints: constraints.len(),
            nodes,
            by: by.clone(),
        });
        if let Answer::Sat(model) = &answer {
            self.recent.remember(model);
        }
        self.stats.solver_time += time;
        self.stats.solver += 1;
        self.stats.nodes += nodes as u64;
        match answer {
            Answer::Sat(_) => self.stats.sat += 1,
            Answer::Unsat => self.stats.unsat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        if let Some(log) = &self.config.log {
            log.record(arena, constraints, &self.place.get(), &answer, &by, time);
        }
        answer
    }

    fn core(&self) -> Option<Vec<ExprId>> {
        self.core.clone()
    }

    fn collect(&self, stats: &mut SolverStats) {
        stats.solver += self.stats.solver;
        stats.sat += self.stats.sat;
        stats.unsat += self.stats.unsat;
        stats.unknown += self.stats.unknown;
        stats.nodes += self.stats.nodes;
        stats.solver_time += self.stats.solver_time;
        stats.bad_models += self.stats.bad_models;
        stats.retried += self.stats.retried;
        self.guess.collect(stats);
        self.touch_up.collect(stats);
        self.repair.collect(stats);
        self.exhaust.collect(stats);
        self.small.collect(stats);
        // The solvers of the ranks are links of the same names.
        let mut behind = SolverStats::default();
        self.portfolio.collect(&mut behind);
        let mut ranked = SolverStats::default();
        self.ranks.collect(&mut ranked);
        ranked.add(&behind);
        stats.bad_models += ranked.bad_models;
        stats.retried += ranked.retried;
        stats.links.append(&mut ranked.links);
    }
}

/// Are there choices or products in a query? SMT solvers answer others soon.
pub(super) fn is_tangled(arena: &Arena, constraints: &[ExprId]) -> bool {
    let tangles = |&e: &ExprId| match arena.node(e) {
        Node::Ite { .. } => true,
        Node::Bin { op, .. } => op.is_product(),
        _ => false,
    };
    arena.postorder(constraints).iter().any(tangles)
}
