//! A branch and the blocks behind it that are taken along: which of them belong to it, and where its ways lead.
use crate::graph::{Env, Side, Within};
use crate::shape::Shape;
use rustc_hash::FxHashSet;
use symtool_engine::exec::decode::Reg;
use symtool_expr::ExprId;
use symtool_ir::Block;

/// Most blocks that one branch takes along.
pub(super) const MOST_BLOCKS: usize = 24;

/// Blocks in a row that are looked at to see that no way leads to one.
const LOOKS_BACK: usize = 5;

/// Where a way leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum To {
    /// To a block, with its parameters.
    Block(Block, Vec<(Reg, ExprId)>),
    /// Out of the function.
    Return(Option<ExprId>),
}

/// A way out of the blocks that were taken along.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) to: To,
    pub(super) cond: ExprId,
    pub(super) what: Side,
    /// The edge of the function, if it is one.
    pub(super) along: Option<u32>,
    /// Does it pass a value on that depends on the way?
    pub(super) is_mixed: bool,
}

impl Way {
    pub(super) fn leads_to(&self, block: Block) -> bool {
        matches!(&self.to, To::Block(to, _) if *to == block)
    }

    pub(super) fn value(&self, param: Reg) -> Option<ExprId> {
        let To::Block(_, values) = &self.to else {
            return None;
        };
        let found = values.iter().find(|(reg, _)| *reg == param);
        found.map(|&(_, value)| value)
    }
}

/// A branch and the blocks that were taken along.
#[derive(Clone)]
pub(super) struct Region {
    pub(super) ways: Vec<Way>,
    pub(super) env: Env,
    /// The blocks, that of the branch first.
    pub(super) blocks: Vec<Block>,
    /// When each of them is executed.
    pub(super) conds: Vec<ExprId>,
    /// Registers that depend on the way, and are no truth values.
    pub(super) mixed: FxHashSet<Reg>,
    pub(super) within: Vec<(ExprId, Within)>,
}

impl Region {
    pub(super) fn has(&self, block: Block) -> bool {
        self.blocks.contains(&block)
    }

    pub(super) fn mix(&mut self, reg: Reg, is_mixed: bool) {
        if is_mixed {
            self.mixed.insert(reg);
        } else {
            self.mixed.remove(&reg);
        }
    }

    /// Does every way to a block come from here, in the same trip?
    pub(super) fn owns(&self, shape: &Shape, block: Block) -> bool {
        let header_of = shape.loops.innermost(block);
        let preds = shape.cfg.preds(block).iter();
        preds
            .copied()
            .all(|pred| self.has(pred) || self.excludes(shape, pred, LOOKS_BACK))
            && !header_of.is_some_and(|id| shape.is_header(id, block))
            && shape.loops_around(block) == shape.loops_around(self.blocks[0])
    }

    /// Is a block never left: because a check in it fails, or all ways to it begin here, and none that is left leads there? Looks
    /// back so many blocks.
    pub(super) fn excludes(&self, shape: &Shape, block: Block, depth: usize) -> bool {
        let preds = shape.cfg.preds(block);
        let is_out = |&pred: &Block| self.has(pred) || self.excludes(shape, pred, depth - 1);
        let is_apart = depth > 0
            && !preds.is_empty()
            && !self.ways.iter().any(|way| way.leads_to(block))
            && shape.dom.dominates(self.blocks[0], block)
            && preds.iter().all(is_out);
        shape.fails(block) || is_apart
    }

    /// Does every way out of these blocks lead on to this one, or to where something fails: also those that constants exclude? If not,
    /// where the blocks end would depend on which values are known, and be another place in another trip of a loop.
    pub(super) fn comes_together(&self, shape: &Shape, to: Option<Block>) -> bool {
        let mut seen: FxHashSet<Block> = self.blocks.iter().copied().collect();
        let most = seen.len() + MOST_BLOCKS;
        let mut work = self.blocks.clone();
        while let Some(block) = work.pop() {
            let ends = shape.returning.contains(&block) && to.is_some();
            let is_apart = !shape.dom.dominates(self.blocks[0], block)
                || shape.loops_around(block) != shape.loops_around(self.blocks[0]);
            if ends || is_apart || seen.len() > most {
                return false;
            }
            for &next in shape.cfg.succs(block) {
                if Some(next) != to && !shape.fails(next) && seen.insert(next) {
                    work.push(next);
                }
            }
        }
        true
    }

    /// Does every way to return lead from here, and at most once?
    pub(super) fn has_all_returns(&self, shape: &Shape) -> bool {
        let mut returning = shape.returning.iter();
        shape.loops_around(self.blocks[0]).is_empty()
            && returning.all(|&b| self.has(b) || self.excludes(shape, b, LOOKS_BACK))
    }

    /// The next block to take along.
    pub(super) fn next(&self, shape: &Shape, hard: &FxHashSet<Block>) -> Option<Block> {
        let targets = self.ways.iter().filter_map(|way| match &way.to {
            To::Block(block, _) => Some(*block),
            To::Return(_) => None,
        });
        let mut fits = targets.filter(|&b| !hard.contains(&b) && self.owns(shape, b));
        fits.next()
    }

    /// The block that a block is executed after in any case, and that is executed before it in any case.
    pub(super) fn around(&self, shape: &Shape, block: Block) -> Option<usize> {
        let first = shape.dom.idom(block)?;
        let is_inside = |b: Block| self.has(b) && shape.dom.dominates(first, b);
        let mut inside = self.blocks.iter().copied().filter(|&b| is_inside(b));
        let all_lead_there = inside.all(|b| {
            let succs = shape.cfg.succs(b);
            let is_left_out = |s| shape.fails(s) && !self.ways.iter().any(|w| w.leads_to(s));
            let leads_there = |&s: &Block| s == block || is_inside(s) || is_left_out(s);
            !succs.is_empty() && succs.iter().all(leads_there)
        });
        let at = self.blocks.iter().position(|&b| b == first);
        at.filter(|_| all_lead_there)
    }
}
