//! The region of a branch during if-conversion: the branch with the blocks converted so far, and the exits. A value
//! is *path-dependent* if it differs between the paths through the region.
use crate::graph::{Env, Segment, Side};
use crate::static_info::FunctionInfo;
use rustc_hash::FxHashSet;
use symtool_engine::code::Reg;
use symtool_expr::ExprId;
use symtool_ir::Block;

/// The maximum number of blocks in a region: a branch with the blocks after it that are converted.
pub(super) const MAX_BLOCKS: usize = 24;

/// The maximum length of a chain of predecessors that is inspected to prove that a block is reachable only through the
/// region.
const MAX_LOOKBACK: usize = 5;

/// The target of a control-flow edge that leaves a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExitTarget {
    /// A block outside of the region, with the values of its parameters.
    Block(Block, Vec<(Reg, ExprId)>),
    /// The return from the function, with the returned value.
    Return(Option<ExprId>),
}

/// A control-flow edge, or a return, by which paths leave a region.
#[derive(Clone, Debug)]
pub(super) struct RegionExit {
    pub(super) to: ExitTarget,
    pub(super) cond: ExprId,
    pub(super) side: Side,
    /// The control-flow edge of the function by which the exit leaves the region; `None` for a return.
    pub(super) cfg_edge: Option<u32>,
    /// Whether the exit passes a path-dependent value to its target: a value that differs between the paths through
    /// the region.
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

/// The region of a branch during if-conversion: the branch with the blocks after it that become part of its node.
#[derive(Clone)]
pub(super) struct IfRegion {
    pub(super) exits: Vec<RegionExit>,
    pub(super) env: Env,
    /// The blocks of the region. The first block ends with the branch.
    pub(super) blocks: Vec<Block>,
    /// The conditions under which the blocks are executed, in the order of `blocks`.
    pub(super) conds: Vec<ExprId>,
    /// The registers with path-dependent values, except those of width 1 (truth values).
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

    /// Returns whether every path to `block`, within one loop iteration, passes through the region. Returns `false` for
    /// a loop header, and for a block that is not in the same loops as the branch.
    pub(super) fn is_only_entry_of(&self, info: &FunctionInfo, block: Block) -> bool {
        let header_of = info.loops.innermost(block);
        let preds = info.cfg.preds(block).iter();
        preds
            .copied()
            .all(|pred| self.has(pred) || self.never_leaves(info, pred, MAX_LOOKBACK))
            && !header_of.is_some_and(|id| info.is_header(id, block))
            && info.loops_around(block) == info.loops_around(self.blocks[0])
    }

    /// Returns whether every path that continues from `block` to a successor has passed through the region. There are
    /// two possible reasons. First, a check in `block` fails for every input, so no path continues. Second, no exit of
    /// the region leads to `block`, and no predecessor of `block` outside of the region continues a path to `block`.
    /// The function calls itself for these predecessors, up to the recursion depth `depth`.
    fn never_leaves(&self, info: &FunctionInfo, block: Block, depth: usize) -> bool {
        let preds = info.cfg.preds(block);
        let is_out = |&pred: &Block| self.has(pred) || self.never_leaves(info, pred, depth - 1);
        let is_apart = depth > 0
            && !preds.is_empty()
            && !self.exits.iter().any(|exit| exit.leads_to(block))
            && info.dom.dominates(self.blocks[0], block)
            && preds.iter().all(is_out);
        info.always_fails(block) || is_apart
    }

    /// Returns whether all paths from the blocks of the region lead to `to` or to a failure. If `to` is `None`, they
    /// must lead to a return or to a failure. Paths with a constant false condition are included. Otherwise the step at
    /// which the node ends would depend on the known constants, and would differ between loop iterations.
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
                if Some(next) != to && !info.always_fails(next) && seen.insert(next) {
                    work.push(next);
                }
            }
        }
        true
    }

    /// Returns whether every path to a return of the function passes through the region, and the region is executed at
    /// most once per call.
    pub(super) fn contains_all_returns(&self, info: &FunctionInfo) -> bool {
        let mut returning = info.returning.iter();
        info.loops_around(self.blocks[0]).is_empty()
            && returning.all(|&b| self.has(b) || self.never_leaves(info, b, MAX_LOOKBACK))
    }

    /// Returns the next block outside of `rejected` that can be added to the region; `None` if no block can be
    /// added.
    pub(super) fn next(&self, info: &FunctionInfo, rejected: &FxHashSet<Block>) -> Option<Block> {
        let targets = self.exits.iter().filter_map(|exit| match &exit.to {
            ExitTarget::Block(block, _) => Some(*block),
            ExitTarget::Return(_) => None,
        });
        let mut fits =
            targets.filter(|&b| !rejected.contains(&b) && self.is_only_entry_of(info, b));
        fits.next()
    }

    /// Returns the index in `blocks` of the immediate dominator of `block`, if all paths in the region from this
    /// dominator lead to `block`. Both blocks are then executed under the same condition. Otherwise returns `None`.
    pub(super) fn always_executed_with(&self, info: &FunctionInfo, block: Block) -> Option<usize> {
        let first = info.dom.idom(block)?;
        let is_inside = |b: Block| self.has(b) && info.dom.dominates(first, b);
        let mut inside = self.blocks.iter().copied().filter(|&b| is_inside(b));
        let all_lead_there = inside.all(|b| {
            let succs = info.cfg.succs(b);
            let is_left_out = |s| info.always_fails(s) && !self.exits.iter().any(|w| w.leads_to(s));
            let leads_there = |&s: &Block| s == block || is_inside(s) || is_left_out(s);
            !succs.is_empty() && succs.iter().all(leads_there)
        });
        let at = self.blocks.iter().position(|&b| b == first);
        at.filter(|_| all_lead_there)
    }
}
