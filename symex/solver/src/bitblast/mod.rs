//! Bit-blasting: queries as clauses for the SAT solver BatSat.
//!
//! Starting Z3 costs ten milliseconds and sixty million instructions, more than the rest of a run on a small program. On a running
//! Z3, choices between many values take several times as long as their gates take a SAT solver. Expressions are translated to
//! gates once per arena; equal gates are shared. BatSat gives up after a number of steps, not of seconds, so that runs repeat.
//!
//! The chain evaluates models on the expressions. *Unsat* rests on the translation: tests compare it with `eval`, and
//! `--solver-check` with Z3. A second run on assumptions, one per conjunct of a constraint, returns the core of an *unsat* answer.
//!
//! | file | contents |
//! | --- | --- |
//! | `gates` | gates of one bit, folded and shared |
//! | `words` | arithmetic on rows of gates |
//! | `blast` | expressions to rows of gates |
//! | `clauses` | gates to clauses, models and cores back |
mod blast;
mod clauses;
mod gates;
mod words;

pub(crate) use blast::Blaster;

use crate::answer::Core;
use crate::budget::Budget;
use crate::interrupt::InterruptHandle;
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use clauses::Verdict;
use std::cell::RefCell;
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};

/// The number of gates beyond which all gates are forgotten.
const MAX_GATES: usize = 1 << 20;

/// The link for bit-blasting. Two rows of the table run it on the same gates, with budgets for tiny and for
/// larger queries.
#[derive(Debug, Default)]
pub(crate) struct BitBlaster {
    blaster: Rc<RefCell<Blaster>>,
    interrupt: InterruptHandle,
}

impl BitBlaster {
    /// Returns a bit-blaster that ends without an answer when it is interrupted.
    pub fn new(blaster: Rc<RefCell<Blaster>>, interrupt: InterruptHandle) -> BitBlaster {
        BitBlaster { blaster, interrupt }
    }

    /// Answers a query if its gates and the steps of the SAT solver stay within the budget.
    fn solve(&self, arena: &Arena, constraints: &[ExprId], budget: Budget) -> Outcome {
        let blaster = &mut *self.blaster.borrow_mut();
        if blaster.gates.len() > MAX_GATES {
            *blaster = Blaster::default();
        }
        let roots: Option<Vec<_>> = (constraints.iter())
            .map(|&c| blaster.condition(arena, c, budget.size))
            .collect();
        let Some(roots) = roots else {
            return Outcome::Pass;
        };
        match clauses::decide(&blaster.gates, &roots, budget, &self.interrupt) {
            None => Outcome::Pass,
            Some(Verdict::Sat(truth)) => Outcome::Sat(Rc::new(blaster.model(|lit| truth.of(lit)))),
            Some(Verdict::Unsat(core)) => {
                let core: Vec<ExprId> = core.iter().map(|&number| constraints[number]).collect();
                Outcome::Unsat((!core.is_empty()).then(|| Core::new(core)))
            }
        }
    }
}

impl Technique for BitBlaster {
    fn run(&mut self, query: &mut Query<'_>, context: &mut Context<'_>) -> Outcome {
        self.solve(query.arena(), query.constraints, context.budget)
    }
}
