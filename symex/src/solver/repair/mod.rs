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
//! | `graph` | the query as a table that follows changed inputs quickly |
//! | `wanted` | from the value wanted of an expression to that wanted of an operand |
mod graph;
mod wanted;

use super::words::Random;
use super::stats::timed;
use super::{LinkStats, Model, SolverStats};
use crate::expr::{Arena, ExprId};
use graph::{At, Graph};
use std::collections::VecDeque;
use symtool_ir::Bits;

/// Evaluations that one query may cost.
const EFFORT: usize = 600_000;
/// Most moves for one query.
const MAX_MOVES: usize = 4_000;
/// Moves from one beginning.
const PATIENCE: usize = 250;
/// How many recent inputs queries begin with.
const RECENT: usize = 4;
/// After failures in a row, up to 2 to the power of this many queries are not tried.
const MOST_SKIPPED: u32 = 6;

/// The search, and what it remembers from query to query.
#[derive(Debug, Default)]
pub struct Repair {
    recent: VecDeque<Model>,
    failures: u32,
    skip: u32,
    stats: LinkStats,
}

impl Repair {
    /// Inputs that satisfy all constraints, if some are found.
    pub fn model(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<Model> {
        if self.skip > 0 {
            self.skip -= 1;
            return None;
        }
        let recent = &self.recent;
        let (found, time) = timed(|| Moves::new(arena, constraints).search(recent));
        self.stats.count(found.is_some(), time);
        if found.is_some() {
            self.failures = 0;
        } else {
            self.failures = (self.failures + 1).min(MOST_SKIPPED);
            self.skip = (1 << self.failures) - 2;
        }
        found
    }

    /// Later queries begin with these inputs.
    pub fn remember(&mut self, model: &Model) {
        self.recent.push_front(model.clone());
        self.recent.truncate(RECENT);
    }

    pub(super) fn collect(&self, stats: &mut SolverStats) {
        stats.links.push(("repair", self.stats.clone()));
    }
}

/// The search for one query.
struct Moves {
    graph: Graph,
    random: Random,
}

impl Moves {
    fn new(arena: &Arena, constraints: &[ExprId]) -> Moves {
        Moves {
            graph: Graph::new(arena, constraints),
            random: Random::default(),
        }
    }

    fn search(mut self, recent: &VecDeque<Model>) -> Option<Model> {
        let mut left = (EFFORT / self.graph.parts.len().max(1)).min(MAX_MOVES);
        let zeros = Model::new();
        let mut starts = recent.iter().chain([&zeros]).cycle();
        while left > 0 {
            self.graph.load(starts.next()?);
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
            let one = violated[self.random.below(violated.len())];
            let Some((input, wanted)) = self.graph.input_for(one, Bits::bool(true), &mut self.random)
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
            if now.len() > violated.len() && self.random.below(8) > 0 {
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
