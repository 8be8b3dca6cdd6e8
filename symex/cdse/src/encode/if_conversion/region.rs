//! A branch and the blocks behind it that are taken along: which of them belong to it, and where its ways lead.
use crate::graph::{Env, Segment, Side};
use crate::static_info::FunctionInfo;
use rustc_hash::FxHashSet;
use symtool_engine::exec::decode::Reg;
use symtool_expr::ExprId;
use symtool_ir::Block;

/// Most blocks that one branch takes along.
pub(super) const MAX_BLOCKS: usize = 24;

/// Blocks in a row that are looked at to see that no way leads to one.
const MAX_LOOKBACK: usize = 5;

/// Where a way leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExitTarget {
    /// To a block, with its parameters.
    Block(Block, Vec<(Reg, ExprId)>),
    /// Out of the function.
    Return(Option<ExprId>),
}

/// A way out of the blocks that were taken along.
#[derive(Clone, Debug)]
pub(super) struct RegionExit {
    pub(super) to: ExitTarget,
    pub(super) cond: ExprId,
    pub(super) side: Side,
    /// The edge of the function, if it is one.
    pub(super) cfg_edge: Option<u32>,
    /// Does it pass a value on that depends on the way?
    pub(super) is_path_dependent: bool,
}

impl RegionExit {
    pub(super) fn leads_to(&self, block: Block) -> bool {
        matches!(&self.to, ExitTarget::Block(to, _) if *to == block)
    }

    pub(super) fn value(&self, param: Reg) -> Option<ExprId> {
        let ExitTarget::Block(_, values) = &self.to else {
            return None;
        };
        let found = values.iter().find(|(reg, _)| *reg == param);
        found.map(|&(_, value)| value)
    }
}

/// A branch and the blocks that were taken along.
#[derive(Clone)]
pub(super) struct IfRegion {
    pub(super) exits: Vec<RegionExit>,
    pub(super) env: Env,
    /// The blocks, that of the branch first.
    pub(super) blocks: Vec<Block>,
    /// When each of them is executed.
    pub(super) conds: Vec<ExprId>,
    /// Registers that depend on the way, and are no truth values.
    pub(super) path_dependent: FxHashSet<Reg>,
    pub(super) segments: Vec<(ExprId, Segment)>,
}

impl IfRegion {
    pub(super) fn has(&self, block: Block) -> bool {
        self.blocks.contains(&block)
    }

    pub(super) fn mark(&mut self, reg: Reg, is_path_dependent: bool) {
        if is_path_dependent {
            self.path_dependent.insert(reg);
        } else {
            self.path_dependent.remove(&reg);
        }
    }

    /// Does every way to a block come from here, in the same trip?
    pub(super) fn is_only_entry_of(&self, info: &FunctionInfo, block: Block) -> bool {
        let header_of = info.loops.innermost(block);
        let preds = info.cfg.preds(block).iter();
        preds
            .copied()
            .all(|pred| self.has(pred) || self.never_leaves(info, pred, MAX_LOOKBACK))
            && !header_of.is_some_and(|id| info.is_header(id, block))
            && info.loops_around(block) == info.loops_around(self.blocks[0])
    }

    /// Is a block never left: because a check in it fails, or all ways to it begin here, and none that is left leads there? Looks
    /// back so many blocks.
    pub(super) fn never_leaves(&self, info: &FunctionInfo, block: Block, depth: usize) -> bool {
        let preds = info.cfg.preds(block);
        let is_out = |&pred: &Block| self.has(pred) || self.never_leaves(info, pred, depth - 1);
        let is_apart = depth > 0
            && !preds.is_empty()
            && !self.exits.iter().any(|exit| exit.leads_to(block))
            && info.dom.dominates(self.blocks[0], block)
            && preds.iter().all(is_out);
        info.fails(block) || is_apart
    }

    /// Does every way out of these blocks lead on to this one, or to where something fails: also those that constants exclude? If not,
    /// where the blocks end would depend on which values are known, and be another place in another trip of a loop.
    pub(super) fn reconverges(&self, info: &FunctionInfo, to: Option<Block>) -> bool {
        let mut seen: FxHashSet<Block> = self.blocks.iter().copied().collect();
        let most = seen.len() + MAX_BLOCKS;
        let mut work = self.blocks.clone();
        while let Some(block) = work.pop() {
            let ends = info.returning.contains(&block) && to.is_some();
            let is_apart = !info.dom.dominates(self.blocks[0], block)
                || info.loops_around(block) != info.loops_around(self.blocks[0]);
            if ends || is_apart || seen.len() > most {
                return false;
            }
            for &next in info.cfg.succs(block) {
                if Some(next) != to && !info.fails(next) && seen.insert(next) {
                    work.push(next);
                }
            }
        }
        true
    }

    /// Does every way to return lead from here, and at most once?
    pub(super) fn contains_all_returns(&self, info: &FunctionInfo) -> bool {
        let mut returning = info.returning.iter();
        info.loops_around(self.blocks[0]).is_empty()
            && returning.all(|&b| self.has(b) || self.never_leaves(info, b, MAX_LOOKBACK))
    }

    /// The next block to take along.
    pub(super) fn next(&self, info: &FunctionInfo, rejected: &FxHashSet<Block>) -> Option<Block> {
        let targets = self.exits.iter().filter_map(|exit| match &exit.to {
            ExitTarget::Block(block, _) => Some(*block),
            ExitTarget::Return(_) => None,
        });
        let mut fits =
            targets.filter(|&b| !rejected.contains(&b) && self.is_only_entry_of(info, b));
        fits.next()
    }

    /// The block that a block is executed after in any case, and that is executed before it in any case.
    pub(super) fn always_executed_with(&self, info: &FunctionInfo, block: Block) -> Option<usize> {
        let first = info.dom.idom(block)?;
        let is_inside = |b: Block| self.has(b) && info.dom.dominates(first, b);
        let mut inside = self.blocks.iter().copied().filter(|&b| is_inside(b));
        let all_lead_there = inside.all(|b| {
            let succs = info.cfg.succs(b);
            let is_left_out = |s| info.fails(s) && !self.exits.iter().any(|w| w.leads_to(s));
            let leads_there = |&s: &Block| s == block || is_inside(s) || is_left_out(s);
            !succs.is_empty() && succs.iter().all(leads_there)
        });
        let at = self.blocks.iter().position(|&b| b == first);
        at.filter(|_| all_lead_there)
    }
}
