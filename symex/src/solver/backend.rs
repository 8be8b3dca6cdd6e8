//! The end of the chain: trials where floats are computed with, then the solver, then the others of the portfolio. Models
//! are checked here, and queries logged.
use super::engine::{Engine, checked};
use super::probe::{Probe, Query};
use super::z3::Z3;
use super::{
    Answer, Guess, Place, Process, Solver, SolverChoice, SolverConfig, SolverStats, Unknown,
};
use crate::expr::{Arena, ExprId};
use std::time::{Duration, Instant};

/// The solvers, in the order in which they are asked.
#[derive(Debug)]
pub struct Backend {
    config: SolverConfig,
    guess: Guess,
    engines: Vec<Box<dyn Engine>>,
    core: Option<Vec<ExprId>>,
    place: Place,
    stats: SolverStats,
    probe: Probe,
}

impl Backend {
    /// A back end that has not touched a solver yet.
    pub fn new(config: &SolverConfig) -> Backend {
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
        Backend {
            guess: Guess::default(),
            engines: choices.iter().map(engine).collect(),
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
        let until = Instant::now() + self.config.timeout;
        let mut waiting = self.engines.len() as u32;
        let mut answer = Answer::Unknown(Unknown::Timeout);
        for engine in &mut self.engines {
            // Those that are still to come get their share of the time.
            let left = until.saturating_duration_since(Instant::now());
            if self.config.interrupt.is_interrupted() {
                return (Answer::Unknown(Unknown::Interrupted), "nobody".to_owned());
            }
            if left < Duration::from_millis(1) {
                break;
            }
            answer = engine.solve(arena, constraints, left / waiting);
            answer = checked(arena, constraints, answer, &mut self.stats.bad_models);
            if !matches!(answer, Answer::Unknown(_)) {
                self.core = engine.core();
                return (answer, engine.name());
            }
            waiting -= 1;
            self.stats.retried += u64::from(waiting > 0);
        }
        (answer, "nobody".to_owned())
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
        for engine in &self.engines {
            engine.collect(stats);
        }
    }
}
