//! Model repair: propagation-based local search from recent models (Niemetz, Preiner, Biere, *Propagation based local
//! search for bit-precise reasoning*, FMSD 2017).
//!
//! After state merging, values are nested `ite`s, often with products. For a condition on such a value, an SMT solver
//! needs seconds, but a model of an earlier query satisfies most constraints. The search starts from such a model and
//! changes one input at a time. A change (a *move*) begins at a violated constraint. From the constraint down to an
//! input, the search computes inverse values: the value of an operand for a wanted result (see `inverse`). Then the
//! input gets the last of these values.
//!
//! The table [`LINKS`](crate::LINKS) contains this link three times, with budgets of 10 thousand, 300 thousand and 10
//! million evaluated nodes. The link never answers *unsat*. Its moves depend only on the queries, so that runs are
//! reproducible.
use super::graph::{Graph, Index};
use crate::model::Model;
use crate::pool::ModelPool;
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use symtool_expr::{Arena, ExprId};
use symtool_ir::Bits;
use symtool_ir::random::SplitMix;

/// The maximum number of moves (changes of one input) from one starting point.
const MOVES: usize = 120;
/// The maximum number of models of earlier queries from which the search for a model of one query starts.
const RECENT: usize = 4;

/// The link (solving technique of the solver chain) for model repair.
#[derive(Debug, Default)]
pub(crate) struct Repair;

impl Technique for Repair {
    fn run(&mut self, query: &mut Query<'_>, context: &mut Context<'_>) -> Outcome {
        let search = Search::new(query.arena(), query.constraints);
        search.run(context.host.pool(), context.budget.steps).into()
    }
}

/// The state of the search for a model of one query.
struct Search {
    graph: Graph,
    random: SplitMix,
}

impl Search {
    fn new(arena: &Arena, constraints: &[ExprId]) -> Search {
        Search {
            graph: Graph::new(arena, constraints),
            random: SplitMix::default(),
        }
    }

    /// Returns a model of the query; `None` if the steps are used up. The search starts from models of earlier
    /// queries, then from zeros, then from random numbers. The maximum number of bits of each random start is random,
    /// so that small and large numbers are tried. `steps` bounds the number of evaluated nodes.
    fn run(mut self, recent: &ModelPool, steps: usize) -> Option<Model> {
        let mut left = steps / self.graph.nodes.len().max(1);
        let zeros = Model::new();
        let recent = recent.recent().take(RECENT).map(|model| &**model);
        let mut starts = recent.chain([&zeros]);
        while left > 0 {
            match starts.next() {
                Some(start) => self.graph.load(start),
                None => {
                    let size = self.random.index(64);
                    let start = self.graph.random_model(size, &mut self.random);
                    self.graph.load(&start);
                }
            }
            let moves = left.min(MOVES);
            if self.repair(moves) {
                return Some(self.graph.model());
            }
            left -= moves;
        }
        None
    }

    /// Returns the constraints that are false under the current values.
    fn violated(&self) -> Vec<Index> {
        let all = self.graph.constraints.iter().copied();
        all.filter(|&c| !self.graph.value(c).is_true()).collect()
    }

    /// Performs up to `moves` moves (changes of one input) until all constraints hold. Returns whether all
    /// constraints hold at the end.
    fn repair(&mut self, moves: usize) -> bool {
        let mut violated = self.violated();
        let mut undo = Vec::new();
        for _ in 0..moves {
            if violated.is_empty() {
                return true;
            }
            let one = violated[self.random.index(violated.len())];
            let Some((input, target)) =
                self.graph
                    .input_for(one, Bits::bool(true), &mut self.random)
            else {
                continue;
            };
            let bytes: Vec<(Index, u8)> = (self.graph.bytes_of(input))
                .zip(target.unsigned().to_le_bytes())
                .collect();
            undo.clear();
            self.graph.set(&bytes, &mut undo);
            let now = self.violated();
            // A move (change of an input) after which more constraints are violated is accepted with probability 1/8,
            // to leave local minima.
            if now.len() > violated.len() && self.random.index(8) > 0 {
                self.graph.restore(&undo);
            } else {
                violated = now;
            }
        }
        violated.is_empty()
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
