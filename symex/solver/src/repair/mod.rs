//! Inputs found by repairing others.
//!
//! Where paths have been merged, values are nested choices, often with products in them, and a condition on one costs the SMT
//! solver seconds to find what almost any input does. So inputs that satisfied an earlier query, which satisfy most of this one,
//! are repaired first: of a constraint that does not hold it is asked which value of an operand would make it hold as the other
//! operands are, then which value of an operand of that, until an input is reached, which is set. (Niemetz, Preiner, Biere,
//! *Propagation based local search for bit-precise reasoning*, FMSD 2017.) What is found has been evaluated, so it is right;
//! finding nothing says nothing. The effort depends on the queries alone, so that runs repeat.
//!
//! | file | does |
//! | --- | --- |
//! | [`Exhaust`] | all values of a byte, where that is all a query depends on |
//! | `graph` | the query as a table that follows changed inputs quickly |
//! | `wanted` | from the value wanted of an expression to that wanted of an operand |
mod exhaust;
mod graph;
mod wanted;

pub use exhaust::Exhaust;

use super::patience::Patience;
use super::stats::timed;
use super::{LinkStats, Model, SolverStats};
use graph::{At, Graph};
use std::collections::VecDeque;
use symtool_expr::{Arena, ExprId};
use symtool_ir::Bits;
use symtool_ir::random::SplitMix;

/// Evaluations that a query may cost that a solver answers soon.
const FEW: usize = 10_000;
/// Evaluations that a query may cost before a solver has tried: some milliseconds.
const QUICK: usize = 300_000;
/// Evaluations that a query may cost that was too much for a solver's first attempt.
const THOROUGH: usize = 10_000_000;
/// Moves from one beginning.
const PATIENCE: usize = 120;
/// How many recent inputs queries begin with.
const RECENT: usize = 4;

/// Inputs that satisfied earlier queries, newest first: later ones begin with them.
#[derive(Debug, Default)]
pub struct Recent {
    models: VecDeque<Model>,
}

impl Recent {
    /// Later queries begin with these inputs.
    pub fn remember(&mut self, model: &Model) {
        self.models.push_front(model.clone());
        self.models.truncate(RECENT);
    }
}

/// The search, and how it went of late.
#[derive(Debug)]
pub struct Repair {
    name: &'static str,
    effort: usize,
    patience: Patience,
    stats: LinkStats,
}

impl Repair {
    /// A search that gives up soon, to be asked before a solver.
    pub fn quick() -> Repair {
        Repair::new("repair", QUICK)
    }

    /// A search of a few moves, where a solver needs little time, too.
    pub fn touch_up() -> Repair {
        Repair::new("touch up", FEW)
    }

    /// A search that takes its time, to be asked where a solver has given up.
    pub fn thorough() -> Repair {
        Repair::new("long repair", THOROUGH)
    }

    fn new(name: &'static str, effort: usize) -> Repair {
        Repair {
            name,
            effort,
            patience: Patience::default(),
            stats: LinkStats::default(),
        }
    }

    /// What it is called in statistics and logs.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Inputs that satisfy all constraints, if some are found near the recent ones.
    pub fn model(
        &mut self,
        arena: &Arena,
        constraints: &[ExprId],
        recent: &Recent,
    ) -> Option<Model> {
        if !self.patience.tries() {
            return None;
        }
        let (found, time) = timed(|| Moves::new(arena, constraints).search(recent, self.effort));
        self.stats.count(found.is_some(), time);
        self.patience.heed(found.is_some());
        found
    }

    pub(super) fn collect(&self, stats: &mut SolverStats) {
        stats.links.push((self.name, self.stats.clone()));
    }
}

/// The search for one query.
struct Moves {
    graph: Graph,
    random: SplitMix,
}

impl Moves {
    fn new(arena: &Arena, constraints: &[ExprId]) -> Moves {
        Moves {
            graph: Graph::new(arena, constraints),
            random: SplitMix::default(),
        }
    }

    /// From recent inputs, from zeros, then from inputs that are random up to a random size: what is compared with each other is
    /// hardly ever in between where all is large.
    fn search(mut self, recent: &Recent, effort: usize) -> Option<Model> {
        let mut left = effort / self.graph.parts.len().max(1);
        let zeros = Model::new();
        let mut starts = recent.models.iter().chain([&zeros]);
        while left > 0 {
            match starts.next() {
                Some(start) => self.graph.load(start),
                None => {
                    let size = self.random.index(64);
                    let start = self.graph.random_model(size, &mut self.random);
                    self.graph.load(&start);
                }
            }
            let moves = left.min(PATIENCE);
            if self.repair(moves) {
                return Some(self.graph.model());
            }
            left -= moves;
        }
        None
    }

    /// Constraints that do not hold.
    fn violated(&self) -> Vec<At> {
        let all = self.graph.constraints.iter().copied();
        all.filter(|&c| !self.graph.value(c).is_true()).collect()
    }

    fn repair(&mut self, moves: usize) -> bool {
        let mut violated = self.violated();
        let mut undo = Vec::new();
        for _ in 0..moves {
            if violated.is_empty() {
                return true;
            }
            let one = violated[self.random.index(violated.len())];
            let Some((input, wanted)) =
                self.graph
                    .input_for(one, Bits::bool(true), &mut self.random)
            else {
                continue;
            };
            let bytes: Vec<(At, u8)> = (self.graph.bytes_of(input))
                .zip(wanted.unsigned().to_le_bytes())
                .collect();
            undo.clear();
            self.graph.set(&bytes, &mut undo);
            let now = self.violated();
            // Steps back are taken now and then: the way may lead over one.
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
mod tests;
