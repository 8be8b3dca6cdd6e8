//! Bit-blasting: translates queries to clauses for the SAT solver BatSat.
//!
//! Bit-blasting answers many queries without Z3. The start of Z3 takes ten milliseconds and sixty million machine
//! instructions, more than the rest of a run on a small program. Even after its start, Z3 is several times slower than
//! a SAT solver on queries with `ite`s between many values. Expressions are translated to gates (connectives of one
//! bit) once per arena, and equal gates are shared. BatSat's limit is a number of steps instead of seconds, so that
//! runs are reproducible.
//!
//! The chain checks each model by evaluation of the constraints. An *unsat* answer is correct only if the translation
//! is correct: tests compare the translation with `eval`, and `--solver-check` compares answers with Z3. To find the
//! core of an *unsat* answer (an unsatisfiable subset of the constraints), the SAT solver runs with one assumption for
//! each conjunct of a constraint. For a large query, this is a second run, after a faster run without assumptions.
//!
//! | file | contents |
//! | --- | --- |
//! | `gates` | gates of one bit, with constant folding and sharing of equal gates |
//! | `words` | arithmetic on words (lists of gates) |
//! | `blast` | translation of expressions to words |
//! | `clauses` | translation of gates to clauses; the SAT solver's answers as models and cores |
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

/// The maximum number of gates that are stored for all queries of an arena. If there are more when a query begins, all
/// gates are dropped, and the gates of the query are built anew.
const MAX_GATES: usize = 1 << 20;

/// The link (solving technique of the chain) for bit-blasting. The table [`LINKS`](crate::LINKS) has two rows for
/// this link: `tiny-bits` with a budget for very small queries, and `bits` with a budget for larger queries. Both
/// rows share the gates.
#[derive(Debug, Default)]
pub(crate) struct BitBlaster {
    blaster: Rc<RefCell<Blaster>>,
    interrupt: InterruptHandle,
    /// The work of the queries of this link. The unit is the work of one instruction in the symbolic interpreter.
    work: u64,
}

impl BitBlaster {
    /// Returns the bit-blasting link. It gives no answer after `interrupt` is triggered.
    pub fn new(blaster: Rc<RefCell<Blaster>>, interrupt: InterruptHandle) -> BitBlaster {
        BitBlaster {
            blaster,
            interrupt,
            work: 0,
        }
    }

    /// Answers a query if the number of gates and the steps of the SAT solver stay within `budget`.
    fn solve(&mut self, arena: &Arena, constraints: &[ExprId], budget: Budget) -> Outcome {
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
        let variables = &mut blaster.variables;
        let before = variables.work();
        let verdict = clauses::decide(&blaster.gates, variables, &roots, budget, &self.interrupt);
        self.work += variables.work() - before;
        match verdict {
            None => Outcome::Pass,
            Some(Verdict::Sat) => Outcome::Sat(Rc::new(blaster.model())),
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

    fn work(&self) -> u64 {
        self.work
    }
}
