//! The end of the chain: the long-lived solver first, a fresh one for what it does not answer; where floats are
//! computed with, trials and then the fresh one. Models are checked here.
use super::probe::{Probe, Query};
use super::{Answer, Guess, Incremental, OneShot, Solver, SolverConfig, SolverStats, Unknown};
use crate::expr::{Arena, ExprId};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Z3, twice: incremental with a short time slice, then fresh for the rest of the time.
#[derive(Debug)]
pub struct Backend {
    config: SolverConfig,
    guess: Guess,
    incremental: Incremental,
    oneshot: OneShot,
    core: Option<Vec<ExprId>>,
    stats: SolverStats,
    probe: Probe,
}

impl Backend {
    /// A back end that has not touched Z3 yet.
    pub fn new(config: &SolverConfig) -> Backend {
        let translator = Rc::new(RefCell::default());
        Backend {
            guess: Guess::default(),
            incremental: Incremental::new(
                Rc::clone(&translator),
                config.slice.min(config.timeout),
                config.effort,
            ),
            oneshot: OneShot::new(translator, config.interrupt.clone()),
            config: config.clone(),
            core: None,
            stats: SolverStats::default(),
            probe: Probe::default(),
        }
    }

    /// Where the queries are told of.
    pub(super) fn probe(&self) -> Probe {
        self.probe.clone()
    }

    /// A model counts only if all constraints evaluate to true under it.
    fn checked(&mut self, arena: &Arena, constraints: &[ExprId], answer: Answer) -> Answer {
        match answer {
            Answer::Sat(model) if !model.satisfies(arena, constraints) => {
                self.stats.bad_models += 1;
                Answer::Unknown(Unknown::GaveUp(
                    "its model does not satisfy the constraints".to_owned(),
                ))
            }
            answer => answer,
        }
    }

    /// The answer, and the name of who gave it.
    fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> (Answer, &'static str) {
        let start = Instant::now();
        let float = constraints.iter().any(|&c| arena.has_float(c));
        if float && let Some(model) = self.guess.model(arena, constraints) {
            return (Answer::Sat(model), "trial");
        }
        if self.config.incremental && !float {
            let answer = self.incremental.check(arena, constraints);
            let answer = self.checked(arena, constraints, answer);
            if !matches!(answer, Answer::Unknown(_)) {
                self.core = self.incremental.core();
                return (answer, "incremental");
            }
            if self.config.interrupt.is_interrupted() {
                return (Answer::Unknown(Unknown::Interrupted), "nobody");
            }
            self.stats.retried += 1;
        }
        let left = self.config.timeout.saturating_sub(start.elapsed());
        if left < Duration::from_millis(1) {
            return (Answer::Unknown(Unknown::Timeout), "nobody");
        }
        self.oneshot.set_timeout(left);
        let answer = self.oneshot.check(arena, constraints);
        (self.checked(arena, constraints, answer), "oneshot")
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
            by: by.to_owned(),
        });
        self.stats.solver_time += time;
        self.stats.solver += 1;
        self.stats.nodes += nodes as u64;
        match answer {
            Answer::Sat(_) => self.stats.sat += 1,
            Answer::Unsat => self.stats.unsat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
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
        self.incremental.collect(stats);
        self.oneshot.collect(stats);
    }
}
