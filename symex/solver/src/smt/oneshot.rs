//! A link (solving technique of the solver chain) that runs a new Z3 solver for each query. Z3 then selects a tactic
//! for the query. On hard queries, this is often faster than a long-lived solver.
use super::limits::{Limits, RESOURCE_WORK, work_since_last};
use super::translate::Translator;
use super::watch::{SOLVER_MEMORY, Stop, watched};
use crate::answer::Unknown;
use crate::interrupt::InterruptHandle;
use crate::pacer::{Pacer, Portion};
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};
use symtool_expr::{Arena, ExprId};
use z3::SatResult;

/// The number of Z3's resource units in the first portion of a query, if a [`Pacer`] divides it. The query
/// starts again in each further portion.
const FIRST_PORTION: u32 = 1_000_000;
/// The factor between the limits of two successive portions of a query. With this factor, all earlier portions together
/// take at most about a third of the work of the last portion.
const PORTION_GROWTH: u32 = 4;

/// The work of creating a Z3 solver, which takes about 5 ms, in instructions of the symbolic interpreter. Z3 does not
/// count this work in resource units.
const SOLVER_WORK: u64 = 100_000;

/// The link that runs a new Z3 solver per query.
#[derive(Debug)]
pub(crate) struct OneShot {
    translator: Rc<RefCell<Translator>>,
    interrupt: InterruptHandle,
    memory: Option<u64>,
    /// The maximum number of Z3's resource units for one query; `None` for no limit.
    effort: Option<u32>,
    pacer: Pacer,
    /// The number of resource units in the first portion of a query.
    first_portion: u32,
    /// The work of all queries. The unit is the work of one instruction in the symbolic interpreter.
    work: Cell<u64>,
}

impl OneShot {
    /// Returns the link. Z3 is called for the first time when a query reaches the link.
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
            pacer: Pacer::default(),
            first_portion: FIRST_PORTION,
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

    /// Divides long queries into portions of work. Between two portions, automatic mode can run another engine
    /// (combination of techniques; see [`Pacer`]).
    #[must_use]
    pub fn with_pacer(mut self, pacer: Pacer) -> OneShot {
        self.pacer = pacer;
        self
    }

    /// Answers a query with a new solver, within a time limit for each portion of the query.
    pub fn solve(&self, arena: &Arena, constraints: &[ExprId], time: Duration) -> Outcome {
        let most = self.effort.unwrap_or(u32::MAX);
        let mut effort = match self.pacer.divides() {
            true => most.min(self.first_portion),
            false => most,
        };
        loop {
            let before = self.work.get();
            let limits = Limits {
                memory: self.memory,
                effort: Some(effort).filter(|&effort| effort != u32::MAX),
                ..Limits::time(time)
            };
            let outcome = self.attempt(arena, constraints, limits);
            if effort == most || !matches!(outcome, Outcome::Unknown(Unknown::Steps)) {
                return outcome;
            }
            effort = effort.saturating_mul(PORTION_GROWTH).min(most);
            let portion = Portion {
                done: self.work.get() - before,
                next: u64::from(effort) * RESOURCE_WORK + SOLVER_WORK,
            };
            if !self.pacer.permits(portion) {
                return Outcome::Unknown(Unknown::Interrupted);
            }
        }
    }

    /// Runs a new solver on a query, within the given limits.
    fn attempt(&self, arena: &Arena, constraints: &[ExprId], limits: Limits) -> Outcome {
        self.translator.borrow_mut().bound_memory(limits.memory);
        let stop = Stop::new(&self.interrupt, limits.memory);
        if !stop.has_room(SOLVER_MEMORY) {
            return Outcome::Unknown(Unknown::Memory);
        }
        let solver = limits.solver();
        if constraints.iter().any(|&c| arena.has_float(c)) {
            solver.from_string(arena.smtlib_assertions(constraints));
            self.translator
                .borrow_mut()
                .declare_bytes(arena, constraints);
        } else {
            let mut translator = self.translator.borrow_mut();
            if let Err(why) = translator.prepare(arena, constraints.iter().copied(), &stop) {
                return Outcome::Unknown(why);
            }
            if !translator.has_room(&stop, arena, constraints, SOLVER_MEMORY) {
                return Outcome::Unknown(Unknown::Memory);
            }
            for &c in constraints {
                solver.assert(translator.condition(arena, c));
            }
        }
        let start = Instant::now();
        let watched = watched(&stop, || solver.check());
        self.work
            .set(self.work.get() + work_since_last(&solver) + SOLVER_WORK);
        match watched.result {
            SatResult::Unsat => Outcome::Unsat(None),
            SatResult::Sat => {
                let translator = self.translator.borrow();
                translator.satisfied(arena, constraints, solver.get_model())
            }
            SatResult::Unknown if self.interrupt.is_interrupted() => {
                Outcome::Unknown(Unknown::Interrupted)
            }
            SatResult::Unknown if watched.is_out_of_memory => Outcome::Unknown(Unknown::Memory),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::translate::Translator;
    use std::sync::{Arc, Mutex};
    use symtool_expr::arrays::Reads;
    use symtool_ir::Op;

    /// Returns the conditions that 14,457,349 = 239 * 241 * 251 is the product of three bytes, in ascending order.
    fn hard(arena: &mut Arena) -> Vec<ExprId> {
        let input = arena.symbol("x", 3);
        let [a, b, c] = [0, 1, 2].map(|at| {
            let byte = arena.byte(input, at);
            arena.op(Op::Zext, 24, &[byte])
        });
        let two = arena.op(Op::Mul, 24, &[a, b]);
        let three = arena.op(Op::Mul, 24, &[two, c]);
        let wanted = arena.int(24, 14_457_349);
        vec![
            arena.op(Op::Eq, 1, &[three, wanted]),
            arena.ult(a, b),
            arena.ult(b, c),
        ]
    }

    /// Solves a hard query whose first portion is so small that further portions are needed. The pacer permits the
    /// first `permitted` of them and refuses the next portion. Returns the outcome and all portions that were
    /// requested.
    fn solve(permitted: usize) -> (Outcome, Vec<Portion>) {
        let mut arena = Arena::new();
        let query = hard(&mut arena);
        let portions = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&portions);
        let pacer = Pacer::new(move |portion| {
            let mut seen = seen.lock().unwrap();
            seen.push(portion);
            seen.len() <= permitted
        });
        let translator = Rc::new(RefCell::new(Translator::new(Reads::default())));
        let mut link = OneShot::new(translator, InterruptHandle::default(), None).with_pacer(pacer);
        link.first_portion = 100;
        let outcome = link.solve(&arena, &query, Duration::from_secs(3600));
        let portions = portions.lock().unwrap().clone();
        (outcome, portions)
    }

    #[test]
    fn a_long_query_is_answered_in_portions() {
        let (outcome, portions) = solve(usize::MAX);
        assert!(matches!(outcome, Outcome::Sat(_)), "{portions:?}");
        let units = |portion: &Portion| (portion.next - SOLVER_WORK) / RESOURCE_WORK;
        let next: Vec<u64> = portions.iter().map(units).collect();
        assert!(next.len() > 1, "{next:?}");
        assert_eq!(next[0], 400);
        assert!(
            next.windows(2).all(|pair| pair[1] == 4 * pair[0]),
            "{next:?}"
        );
        assert!(portions.iter().all(|portion| portion.done < portion.next));
    }

    #[test]
    fn a_refused_portion_interrupts_the_query() {
        let (outcome, portions) = solve(1);
        assert!(matches!(outcome, Outcome::Unknown(Unknown::Interrupted)));
        assert_eq!(portions.len(), 2);
    }
}
