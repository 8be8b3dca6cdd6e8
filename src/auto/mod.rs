//! Automatic mode: explores a program with several combinations of techniques in turns, until one of them finishes.
//!
//! No single combination is the best for all programs. Automatic mode runs the combinations of the table [`ENGINES`] in
//! *rounds*: in each round, every engine that has not ended gets a *turn*, an amount of work that doubles from round
//! to round. The first engine that explores the whole program ends the run. Tests, failures and coverage of all engines
//! are recorded together, so an engine that does not finish still contributes. Work is counted in a deterministic unit
//! ([`Observer::grant`](symtool_engine::Observer::grant)). Therefore the result depends neither on the speed of the
//! machine nor on the number of threads.
//!
//! | module | contents |
//! | --- | --- |
//! | `engines` | the table of engines |
//! | `features` | the properties of a program that decide the order and the turns of the engines |
//! | `worker` | one engine in a thread of its own |
//! | `mailbox` | the events of the engines until they are delivered |
//! | `schedule` | the turns of a round, by the progress of the engines |
//! | `rounds` | the rounds: granting work, delivering events, ending the run |
//!
//! ```
//! use symtool::{Session, Verdict};
//!
//! let report = Session::new()
//!     .source("locks.c", r#"
//!         #include <assert.h>
//!         int nondet_int(void);
//!         int main(void) {
//!             for (;;) {
//!                 int p = nondet_int(), lock = 0;
//!                 if (p == 0) return 0;
//!                 if (p > 5) lock = 1;
//!                 assert(p != 77 || lock == 0);
//!             }
//!         }"#)
//!     .verify()
//!     .automatic()
//!     .run()?;
//! assert_eq!(report.verdict, Verdict::Violation);
//! # Ok::<(), symtool::Error>(())
//! ```
mod engines;
mod features;
mod mailbox;
mod rounds;
mod schedule;
mod worker;

pub use engines::{ENGINES, Engine, all};
pub use features::Features;
pub use rounds::run;

use crate::job;
use std::time::Duration;

/// The result of a run in automatic mode.
#[derive(Debug)]
pub struct Outcome {
    /// The result of the engine that finished; if none finished, of the engine with the fewest reasons of
    /// incompleteness.
    pub job: job::Outcome,
    /// The properties of the program by which the engines were ordered.
    pub features: Features,
    /// The statistics of each engine, in the order of the engines' turns.
    pub shares: Vec<Share>,
    /// The index of the engine of `job` in `shares`.
    pub chosen: usize,
}

/// The statistics of one engine in a run: its turns, work and time, and the way in which it ended.
#[derive(Clone, Debug)]
pub struct Share {
    /// The engine to which the statistics belong.
    pub engine: &'static Engine,
    /// The options with which a user can repeat the exploration of the engine alone ([`Engine::options`]).
    pub options: &'static str,
    /// The number of turns of the engine.
    pub turns: u32,
    /// The work of the engine, in the unit of [`Observer::grant`](symtool_engine::Observer::grant).
    pub work: u64,
    /// The wall-clock time of the engine's turns.
    pub time: Duration,
    /// The way in which the engine ended.
    pub end: End,
}

/// The way in which an engine ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The engine explored the whole program, or found the failure that ends the run.
    Finished,
    /// The engine ended without a verdict, for this reason.
    GaveUp(String),
    /// The run ended before the engine did.
    Stopped,
    /// The run ended before the engine's first turn.
    NotStarted,
}

impl End {
    /// Returns the name that the summary contains.
    pub fn name(&self) -> &'static str {
        match self {
            End::Finished => "finished",
            End::GaveUp(_) => "incomplete",
            End::Stopped => "stopped",
            End::NotStarted => "not started",
        }
    }
}
