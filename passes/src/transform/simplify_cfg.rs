//! Simplifies control flow without removing any branch on a value that is not constant.
//!
//! - A branch on a constant becomes a jump; unreachable blocks are removed.
//! - If one side of a branch leads to a block that contains only a jump, the side leads to the target of the jump
//!   instead. The side keeps its target in three cases: the block with the jump has parameters or other predecessors;
//!   the block has a source line that the branch does not have; or two sides of the branch would get the same target.
//! - A block and its only successor are merged if the successor has no other predecessor.
//! - A parameter that is unused, or equals another parameter of its block, is removed.
//!
//! A branch whose two sides have the same target stays, because it represents two paths of the program.
use super::edit::{drop_arguments, fold_terminator, keep_locs, remove_unreachable};
use crate::pass::{Changed, Pass, PassContext};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use symtool_analysis::cfg::Cfg;
use symtool_ir::{Block, BlockCall, Function, Inst, InstData, Value};

/// The pass `simplify-cfg`: simplification of control flow.
#[derive(Debug)]
pub struct SimplifyCfg;

impl Pass for SimplifyCfg {
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed {
        let mut any = false;
        loop {
            let mut changed = 0;
            for block in func.layout().to_vec() {
                changed += u64::from(fold_terminator(func, block));
            }
            changed += remove_unreachable(func) as u64;
            changed += skip_empty_blocks(func);
            changed += join_straight_lines(func);
            changed += remove_params(func);
            ctx.count("simplify-cfg.changes", changed);
            if changed == 0 {
                return Changed::from_bool(any);
            }
            any = true;
        }
    }
}

/// Shortens the sides of branches: if a side leads to a block that contains only a jump, the side leads to the target
/// of the jump instead, where possible. Returns the number of changed sides.
fn skip_empty_blocks(func: &mut Function) -> u64 {
    let cfg = Cfg::new(func);
    let mut skipped = 0;
    for &block in cfg.rpo() {
        let inst = func.terminator(block);
        if matches!(func.data(inst), InstData::Jump { .. }) {
            continue;
        }
        for index in 0..cfg.succs(block).len() {
            if let Some(next) = skippable(func, &cfg, block, index) {
                func.data_mut(inst).targets_mut()[index].clone_from(&next);
                skipped += 1;
            }
        }
    }
    if skipped > 0 {
        remove_unreachable(func);
    }
    skipped
}

/// Returns the new target of side `index` of the branch at the end of `block`. Returns `None` if the side leads to a
/// block with other instructions than a jump, or if the jump must not be skipped.
fn skippable(func: &Function, cfg: &Cfg, block: Block, index: usize) -> Option<BlockCall> {
    let branch = func.terminator(block);
    let target = func.data(branch).targets()[index].block;
    let [only] = func.insts(target) else {
        return None;
    };
    let InstData::Jump { dest } = func.data(*only) else {
        return None;
    };
    let single = cfg.preds(target).len() == 1 && func.params(target).is_empty();
    let quiet = func
        .locs(*only)
        .iter()
        .all(|loc| func.locs(branch).iter().any(|l| l == loc));
    let others = func.data(branch).targets();
    let doubles = others.iter().any(|t| t.block == dest.block);
    (single && quiet && !doubles && dest.block != target).then(|| dest.clone())
}

/// Merges each block into its only predecessor if the predecessor has no other successor; returns the number of merged
/// blocks.
fn join_straight_lines(func: &mut Function) -> u64 {
    let cfg = Cfg::new(func);
    let mut absorbed: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
    let mut count = 0;
    for &block in cfg.rpo() {
        if absorbed[block] {
            continue;
        }
        let mut insts = func.insts(block).to_vec();
        let mut jumps: Vec<(usize, Inst)> = Vec::new();
        while let Some((next, args)) = only_successor(func, &cfg, block, insts.last().copied()) {
            replaced.extend(func.params(next).iter().copied().zip(args));
            if let Some(jump) = insts.pop() {
                jumps.push((insts.len(), jump));
            }
            insts.extend_from_slice(func.insts(next));
            absorbed[next] = true;
            count += 1;
        }
        for (at, jump) in jumps {
            let locs = func.locs(jump).clone();
            keep_locs(func, &insts, at, &locs);
        }
        func.set_insts(block, insts);
    }
    if count > 0 {
        func.retain_blocks(|block| !absorbed[block]);
        func.replace_uses(&replaced);
    }
    count
}

fn only_successor(
    func: &Function,
    cfg: &Cfg,
    start: Block,
    last: Option<Inst>,
) -> Option<(Block, Vec<Value>)> {
    let InstData::Jump { dest } = func.data(last?) else {
        return None;
    };
    let next = dest.block;
    let joins = next != start && Some(next) != func.entry() && cfg.preds(next).len() == 1;
    joins.then(|| (next, dest.args.to_vec()))
}

/// Removes block parameters that are unused, or equal to another parameter of the block; returns the number of removed
/// parameters.
fn remove_params(func: &mut Function) -> u64 {
    let mut used: SecondaryMap<Value, bool> = SecondaryMap::new();
    for (_, inst) in func.all_insts() {
        func.data(inst).for_each_arg(|v| used[v] = true);
    }
    let cfg = Cfg::new(func);
    let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
    let mut keep: SecondaryMap<Block, Option<Vec<bool>>> = SecondaryMap::new();
    let mut count = 0;
    for &block in cfg.rpo().iter().skip(1) {
        let params = func.params(block).to_vec();
        if params.is_empty() {
            continue;
        }
        let columns = argument_columns(func, &cfg, block);
        let mut first: FxHashMap<&[Value], Value> = FxHashMap::default();
        let mut live = vec![true; params.len()];
        for (position, &param) in params.iter().enumerate() {
            let column = columns[position].as_slice();
            let same = first.get(column).filter(|&&o| func.ty(o) == func.ty(param));
            if let Some(&other) = same {
                replaced.insert(param, other);
                live[position] = false;
            } else if used[param] {
                first.insert(column, param);
            } else {
                live[position] = false;
            }
        }
        count += live.iter().filter(|&&l| !l).count() as u64;
        if live.contains(&false) {
            func.retain_params(block, |position| live[position]);
            keep[block] = Some(live);
        }
    }
    drop_arguments(func, &keep);
    func.replace_uses(&replaced);
    count
}

/// Returns, for each parameter of a block, the list of the arguments that the incoming edges pass to it. The lists of
/// all parameters have the same order of edges.
fn argument_columns(func: &Function, cfg: &Cfg, block: Block) -> Vec<Vec<Value>> {
    let mut columns = vec![Vec::new(); func.params(block).len()];
    let mut last = None;
    for &pred in cfg.preds(block) {
        if last.replace(pred) == Some(pred) {
            continue;
        }
        for target in func.data(func.terminator(pred)).targets() {
            if target.block == block {
                for (column, &arg) in columns.iter_mut().zip(&target.args) {
                    column.push(arg);
                }
            }
        }
    }
    columns
}
