//! A new Z3 solver per query. Z3 then picks the tactic that fits the query, which is often faster on hard ones. A watcher thread
//! forwards the user's interrupt to Z3.
use super::limits::{Limits, reason};
use super::translate::Translator;
use crate::answer::Unknown;
use crate::interrupt::InterruptHandle;
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc;
use std::time::Duration;
use symtool_expr::{Arena, ExprId};
use z3::SatResult;

/// The interval at which the watcher checks whether the user has interrupted the run.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

/// The link that runs a new Z3 solver per query.
#[derive(Debug)]
pub(crate) struct OneShot {
    translator: Rc<RefCell<Translator>>,
    interrupt: InterruptHandle,
    memory: Option<u64>,
}

impl OneShot {
    /// Returns the link. Z3 is not called before the first query.
    pub fn new(
        translator: Rc<RefCell<Translator>>,
        interrupt: InterruptHandle,
        memory: Option<u64>,
    ) -> OneShot {
        OneShot {
            translator,
            interrupt,
            memory,
        }
    }

    /// Answers a query with a new solver, within a time limit.
    pub fn solve(&self, arena: &Arena, constraints: &[ExprId], time: Duration) -> Outcome {
        let limits = Limits {
            memory: self.memory,
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
        match watched(&self.interrupt, || solver.check()) {
            SatResult::Unsat => Outcome::Unsat(None),
            SatResult::Sat => match solver.get_model() {
                Some(model) => {
                    let translator = self.translator.borrow();
                    Outcome::Sat(Rc::new(translator.model(arena, constraints, &model)))
                }
                None => Outcome::Unknown(Unknown::GaveUp("no model".to_owned())),
            },
            SatResult::Unknown if self.interrupt.is_interrupted() => {
                Outcome::Unknown(Unknown::Interrupted)
            }
            SatResult::Unknown => Outcome::Unknown(reason(&solver)),
        }
    }
}

impl Technique for OneShot {
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

/// Runs a query while a watcher thread forwards the user's interrupt to Z3.
fn watched(interrupt: &InterruptHandle, query: impl FnOnce() -> SatResult) -> SatResult {
    let context = z3::Context::thread_local();
    let handle = context.handle();
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while let Err(mpsc::RecvTimeoutError::Timeout) = finished.recv_timeout(WATCH_INTERVAL) {
                if interrupt.is_interrupted() {
                    handle.interrupt();
                }
            }
        });
        let result = query();
        drop(done);
        result
    })
}
