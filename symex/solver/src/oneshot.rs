//! A fresh Z3 solver per query: Z3 then picks the tactic that fits the query, which is often faster on hard
//! ones. A watcher thread hands the user's interrupt on to Z3.
use super::limits::{Limits, reason};
use super::stats::timed;
use super::translate::Translator;
use super::{Answer, InterruptHandle, LinkStats, Solver, SolverStats, Unknown};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc;
use std::time::Duration;
use symtool_expr::{Arena, ExprId};
use z3::{Context, SatResult};

/// How often the watcher looks at the interrupt.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

/// The fresh solver.
#[derive(Debug)]
pub struct OneShot {
    translator: Rc<RefCell<Translator>>,
    interrupt: InterruptHandle,
    limits: Limits,
    stats: LinkStats,
}

impl OneShot {
    /// A solver that has not touched Z3 yet.
    pub(super) fn new(
        translator: Rc<RefCell<Translator>>,
        interrupt: InterruptHandle,
        memory: Option<u64>,
    ) -> OneShot {
        OneShot {
            translator,
            interrupt,
            limits: Limits {
                memory,
                ..Limits::time(Duration::from_secs(30))
            },
            stats: LinkStats::default(),
        }
    }

    /// The limit of the queries to come.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.limits.timeout = timeout;
    }

    fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        let solver = self.limits.solver();
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
        match self.watched(|| solver.check()) {
            SatResult::Unsat => Answer::Unsat,
            SatResult::Sat => match solver.get_model() {
                Some(model) => {
                    Answer::Sat(self.translator.borrow().model(arena, constraints, &model))
                }
                None => Answer::Unknown(Unknown::GaveUp("no model".to_owned())),
            },
            SatResult::Unknown if self.interrupt.is_interrupted() => {
                Answer::Unknown(Unknown::Interrupted)
            }
            SatResult::Unknown => Answer::Unknown(reason(&solver)),
        }
    }

    /// Runs a query while another thread waits for the interrupt.
    fn watched(&self, query: impl FnOnce() -> SatResult) -> SatResult {
        let context = Context::thread_local();
        let handle = context.handle();
        let interrupt = &self.interrupt;
        let (done, finished) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while let Err(mpsc::RecvTimeoutError::Timeout) =
                    finished.recv_timeout(WATCH_INTERVAL)
                {
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
}

impl Solver for OneShot {
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        let (answer, time) = timed(|| self.solve(arena, constraints));
        self.stats
            .count(!matches!(answer, Answer::Unknown(_)), time);
        answer
    }

    fn collect(&self, stats: &mut SolverStats) {
        stats.links.push(("oneshot", self.stats.clone()));
    }
}
