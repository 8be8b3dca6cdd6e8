//! Z3 as a library, twice: the long-lived solver with a short time slice, then a fresh one for the rest of the time. In between
//! inputs are looked for by repairing others.
//! Where floats are computed with, only the fresh one.
use super::backend::is_tangled;
use super::engine::{Engine, checked};
use super::limits::Limits;
use super::repair::Recent;
use super::translate::Translator;
use super::{Answer, Incremental, OneShot, Repair, Solver, SolverConfig, SolverStats, Unknown};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use symtool_expr::{Arena, ExprId};

/// Both solvers.
#[derive(Debug)]
pub struct Z3 {
    config: SolverConfig,
    incremental: Incremental,
    repair: Repair,
    recent: Recent,
    oneshot: OneShot,
    translator: Rc<RefCell<Translator>>,
    core: Option<Vec<ExprId>>,
    /// Which of them answered last.
    last: &'static str,
    bad_models: u64,
    retried: u64,
}

impl Z3 {
    /// Does not touch Z3 before the first query.
    pub fn new(config: &SolverConfig) -> Z3 {
        let translator = Rc::new(RefCell::new(Translator::new(config.reads)));
        let slice = Limits {
            timeout: config.slice.min(config.timeout),
            effort: Some(config.effort),
            memory: config.memory,
        };
        Z3 {
            incremental: Incremental::new(Rc::clone(&translator), slice),
            repair: Repair::thorough(),
            recent: Recent::default(),
            oneshot: OneShot::new(
                Rc::clone(&translator),
                config.interrupt.clone(),
                config.memory,
            ),
            translator,
            config: config.clone(),
            core: None,
            last: "oneshot",
            bad_models: 0,
            retried: 0,
        }
    }
}

impl Z3 {
    /// After a query that needed too much memory nothing is kept of it.
    fn heed_memory(&mut self, answer: &Answer) {
        if *answer == Answer::Unknown(Unknown::Memory) {
            self.incremental.forget();
            *self.translator.borrow_mut() = Translator::new(self.config.reads);
        }
    }
}

impl Engine for Z3 {
    fn solve(&mut self, arena: &Arena, constraints: &[ExprId], limit: Duration) -> Answer {
        self.core = None;
        let start = Instant::now();
        if let Some(why) = self.translator.borrow_mut().beyond(arena, constraints) {
            return Answer::Unknown(Unknown::GaveUp(why));
        }
        let float = constraints.iter().any(|&c| arena.has_float(c));
        let quantified = constraints.iter().any(|&c| arena.has_quantifiers(c));
        if self.config.incremental && !float && !quantified {
            let answer = self.incremental.check(arena, constraints);
            let answer = checked(arena, constraints, answer, &mut self.bad_models);
            if !matches!(answer, Answer::Unknown(_)) {
                self.core = self.incremental.core();
                self.last = "incremental";
                return answer;
            }
            if self.config.interrupt.is_interrupted() {
                return Answer::Unknown(Unknown::Interrupted);
            }
            self.heed_memory(&answer);
            self.retried += 1;
            if self.config.repair
                && is_tangled(arena, constraints)
                && let Some(model) = self.repair.model(arena, constraints, &self.recent)
            {
                self.recent.remember(&model);
                self.last = "long repair";
                return Answer::Sat(model);
            }
        }
        let left = limit.saturating_sub(start.elapsed());
        if left < Duration::from_millis(1) {
            return Answer::Unknown(Unknown::Timeout);
        }
        self.last = "oneshot";
        self.oneshot.set_timeout(left);
        let answer = self.oneshot.check(arena, constraints);
        self.heed_memory(&answer);
        answer
    }

    fn core(&self) -> Option<Vec<ExprId>> {
        self.core.clone()
    }

    fn name(&self) -> String {
        self.last.to_owned()
    }

    fn collect(&self, stats: &mut SolverStats) {
        stats.bad_models += self.bad_models;
        stats.retried += self.retried;
        self.incremental.collect(stats);
        self.repair.collect(stats);
        self.oneshot.collect(stats);
    }
}
