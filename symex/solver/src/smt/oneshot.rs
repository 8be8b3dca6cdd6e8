//! A link (solving technique of the solver chain) that runs a new Z3 solver for each query. Z3 then selects a tactic
//! for the query. On hard queries, this is often faster than a long-lived solver.
use super::limits::{Limits, work_since_last};
use super::translate::Translator;
use super::watch::watched;
use crate::answer::Unknown;
use crate::interrupt::InterruptHandle;
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};
use symtool_expr::{Arena, ExprId};
use z3::SatResult;

/// The link that runs a new Z3 solver per query.
#[derive(Debug)]
pub(crate) struct OneShot {
    translator: Rc<RefCell<Translator>>,
    interrupt: InterruptHandle,
    memory: Option<u64>,
    /// The maximum number of Z3's resource units for one query; `None` for no limit.
    effort: Option<u32>,
    /// The work of all queries, in instructions of the symbolic interpreter.
    work: Cell<u64>,
}

impl OneShot {
    /// Returns the link. This does not call Z3; the first query does.
    pub fn new(
        translator: Rc<RefCell<Translator>>,
        interrupt: InterruptHandle,
        memory: Option<u64>,
    ) -> OneShot {
        OneShot {
            translator,
            interrupt,
            memory,
            effort: None,
            work: Cell::new(0),
        }
    }

    /// Limits each query to a number of Z3's resource units. Unlike a time limit, this limit does not depend on
    /// the machine.
    #[must_use]
    pub fn with_effort(mut self, effort: Option<u32>) -> OneShot {
        self.effort = effort;
        self
    }

    /// Answers a query with a new solver, within a time limit.
    pub fn solve(&self, arena: &Arena, constraints: &[ExprId], time: Duration) -> Outcome {
        let limits = Limits {
            memory: self.memory,
            effort: self.effort,
            ..Limits::time(time)
        };
        let solver = limits.solver();
        if constraints.iter().any(|&c| arena.has_float(c)) {
            solver.from_string(arena.smtlib_assertions(constraints));
            self.translator
                .borrow_mut()
                .declare_bytes(arena, constraints);
        } else {
            for &c in constraints {
                solver.assert(self.translator.borrow_mut().condition(arena, c));
            }
        }
        let start = Instant::now();
        let result = watched(&self.interrupt, || solver.check());
        self.work.set(self.work.get() + work_since_last(&solver));
        match result {
            SatResult::Unsat => Outcome::Unsat(None),
            SatResult::Sat => {
                let translator = self.translator.borrow();
                translator.satisfied(arena, constraints, solver.get_model())
            }
            SatResult::Unknown if self.interrupt.is_interrupted() => {
                Outcome::Unknown(Unknown::Interrupted)
            }
            SatResult::Unknown => Outcome::Unknown(limits.reason(&solver, start.elapsed())),
        }
    }
}

impl Technique for OneShot {
    fn work(&self) -> u64 {
        self.work.get()
    }

    fn run(&mut self, query: &mut Query<'_>, context: &mut Context<'_>) -> Outcome {
        let (arena, constraints) = (query.arena(), query.constraints);
        if let Some(why) = self.translator.borrow_mut().beyond(arena, constraints) {
            return Outcome::Unknown(Unknown::GaveUp(why));
        }
        let outcome = self.solve(arena, constraints, context.time);
        if matches!(outcome, Outcome::Unknown(Unknown::Memory)) {
            self.translator.borrow_mut().reset();
        }
        outcome
    }
}
