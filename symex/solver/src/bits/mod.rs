//! Small queries as clauses for a SAT solver.
//!
//! To start Z3 costs ten milliseconds and sixty million instructions, more than all the rest of a run on a small program; and
//! where it runs already, choices between many values take it several times as long as their gates take a SAT solver. So a
//! query is first made into gates of one bit, and BatSat is asked; it gives up after a number of steps, not of seconds, so that
//! runs repeat. Expressions are translated once, gates that are the
//! same are one. A model is evaluated on the expressions by whoever asks; that *unsat* is right rests on the translation, which
//! is tested against `eval` on all inputs.
//!
//! | file | does |
//! | --- | --- |
//! | `gates` | gates of one bit, folded and shared |
//! | `words` | arithmetic on rows of them |
//! | `blast` | expressions to rows |
//! | `clauses` | gates to clauses, and their models back |
mod blast;
mod clauses;
mod gates;
mod words;

use super::patience::Patience;
use super::stats::timed;
use super::{Answer, InterruptHandle, LinkStats, SolverStats};
use blast::Blaster;
use clauses::Verdict;
use symtool_expr::{Arena, ExprId};

/// How large a query may be that is answered.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// It is answered sooner than inputs can be tried.
    Tiny,
    /// It is answered sooner than by Z3, if that has to be started.
    Small,
}

impl Size {
    /// Gates that it may depend on.
    fn most_gates(self) -> usize {
        match self {
            Size::Tiny => 2_000,
            Size::Small => 300_000,
        }
    }

    /// Decisions and conflicts after which the SAT solver gives up.
    fn most_steps(self) -> u32 {
        match self {
            Size::Tiny => 1_000,
            Size::Small => 20_000,
        }
    }
}

/// All gates are forgotten beyond this many.
const MOST_KEPT: usize = 1 << 20;

/// The link.
#[derive(Debug, Default)]
pub struct SmallQueries {
    blaster: Blaster,
    /// By size.
    patience: [Patience; 2],
    interrupt: InterruptHandle,
    stats: LinkStats,
}

impl SmallQueries {
    /// What it is called in statistics and logs.
    pub const NAME: &'static str = "bits";

    /// A link that gives up when interrupted.
    pub fn new(interrupt: InterruptHandle) -> SmallQueries {
        SmallQueries {
            interrupt,
            ..SmallQueries::default()
        }
    }

    /// The answer, if the query is small and easy enough.
    pub fn solve(&mut self, arena: &Arena, constraints: &[ExprId], size: Size) -> Option<Answer> {
        if !self.patience[size as usize].tries() {
            return None;
        }
        if self.blaster.gates.len() > MOST_KEPT {
            self.blaster = Blaster::default();
        }
        let (answer, time) = timed(|| self.answer(arena, constraints, size));
        self.stats.count(answer.is_some(), time);
        self.patience[size as usize].heed(answer.is_some());
        answer
    }

    fn answer(&mut self, arena: &Arena, constraints: &[ExprId], size: Size) -> Option<Answer> {
        let blaster = &mut self.blaster;
        let roots: Option<Vec<_>> = (constraints.iter())
            .map(|&c| blaster.condition(arena, c, size.most_gates()))
            .collect();
        match clauses::decide(&blaster.gates, &roots?, size, &self.interrupt)? {
            Verdict::Unsat => Some(Answer::Unsat),
            Verdict::Sat(truth) => Some(Answer::Sat(blaster.model(|lit| truth.of(lit)))),
        }
    }

    pub(super) fn collect(&self, stats: &mut SolverStats) {
        stats.links.push((SmallQueries::NAME, self.stats.clone()));
    }
}
