//! Several solvers in the order in which they are asked: each gets a share of what is left of a query's time, and the
//! first that answers counts. Models are checked here.
use super::engine::{Engine, checked};
use super::z3::Z3;
use super::{Answer, InterruptHandle, Process, SolverChoice, SolverConfig, SolverStats, Unknown};
use std::time::{Duration, Instant};
use symtool_expr::{Arena, ExprId};

/// Solvers for expressions of one arena.
#[derive(Debug)]
pub struct Portfolio {
    engines: Vec<Box<dyn Engine>>,
    timeout: Duration,
    interrupt: InterruptHandle,
    core: Option<Vec<ExprId>>,
    bad_models: u64,
    retried: u64,
}

impl Portfolio {
    /// Solvers that have not been touched yet; Z3 if none is named.
    pub fn new(config: &SolverConfig) -> Portfolio {
        let engine = |choice: &SolverChoice| -> Box<dyn Engine> {
            match choice {
                SolverChoice::Z3 => Box::new(Z3::new(config)),
                SolverChoice::Smtlib(command) => {
                    Box::new(Process::new(command.clone(), config.interrupt.clone()))
                }
            }
        };
        let choices: &[SolverChoice] = match config.solvers.as_slice() {
            [] => &[SolverChoice::Z3],
            some => some,
        };
        Portfolio {
            engines: choices.iter().map(engine).collect(),
            timeout: config.timeout,
            interrupt: config.interrupt.clone(),
            core: None,
            bad_models: 0,
            retried: 0,
        }
    }

    /// The answer, and the name of who gave it.
    pub fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> (Answer, String) {
        self.core = None;
        let until = Instant::now() + self.timeout;
        let mut waiting = self.engines.len() as u32;
        let mut answer = Answer::Unknown(Unknown::Timeout);
        for engine in &mut self.engines {
            // Those that are still to come get their share of the time.
            let left = until.saturating_duration_since(Instant::now());
            if self.interrupt.is_interrupted() {
                return (Answer::Unknown(Unknown::Interrupted), "nobody".to_owned());
            }
            if left < Duration::from_millis(1) {
                break;
            }
            answer = engine.solve(arena, constraints, left / waiting);
            answer = checked(arena, constraints, answer, &mut self.bad_models);
            if !matches!(answer, Answer::Unknown(_)) {
                self.core = engine.core();
                return (answer, engine.name());
            }
            waiting -= 1;
            self.retried += u64::from(waiting > 0);
        }
        (answer, "nobody".to_owned())
    }

    /// After [`Answer::Unsat`]: constraints of that query that cannot hold together, if known.
    pub fn core(&self) -> Option<Vec<ExprId>> {
        self.core.clone()
    }

    /// Adds what was counted.
    pub fn collect(&self, stats: &mut SolverStats) {
        stats.bad_models += self.bad_models;
        stats.retried += self.retried;
        for engine in &self.engines {
            engine.collect(stats);
        }
    }
}
