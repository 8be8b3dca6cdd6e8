//! Edits of the IR that several passes share.
use cranelift_entity::SecondaryMap;
use symtool_analysis::cfg::Cfg;
use symtool_ir::{Bits, Block, BlockCall, Function, Inst, InstClass, InstData, LocSet};

/// Removes the unreachable blocks of a function; returns their number.
pub(crate) fn remove_unreachable(func: &mut Function) -> usize {
    let cfg = Cfg::new(func);
    let before = func.layout().len();
    if cfg.rpo().len() < before {
        func.retain_blocks(|block| cfg.is_reachable(block));
    }
    before - func.layout().len()
}

/// Replaces a branch or switch on a constant by a jump; returns whether the terminator changed. A branch on a value
/// that is not constant does not change, even if both sides have the same target, because it represents two paths of
/// the program.
pub(crate) fn fold_terminator(func: &mut Function, block: Block) -> bool {
    let inst = func.terminator(block);
    let chosen: Option<BlockCall> = match func.data(inst) {
        InstData::Branch {
            cond,
            then_dest,
            else_dest,
        } => func.as_const(*cond).map(|bits| {
            let taken = if bits.is_true() { then_dest } else { else_dest };
            taken.clone()
        }),
        InstData::Switch {
            value,
            cases,
            default,
        } => func
            .as_const(*value)
            .map(|bits| switch_target(cases, default, bits)),
        _ => None,
    };
    match chosen {
        Some(dest) => {
            *func.data_mut(inst) = InstData::Jump { dest };
            true
        }
        None => false,
    }
}

fn switch_target(cases: &[(Bits, BlockCall)], default: &BlockCall, value: Bits) -> BlockCall {
    let case = cases.iter().find(|(bits, _)| *bits == value);
    case.map_or(default, |(_, dest)| dest).clone()
}

/// The maximum distance, in instructions, between a removed instruction and the instruction that gets its
/// source locations from [`keep_locs`].
const NEAR: usize = 8;

/// Preserves the source locations `locs` of an instruction that is removed from a block. Another instruction of the
/// block gets the locations, so that their lines still count as covered when the block is executed.
///
/// The next pure operation, address computation or jump of the block gets the locations. If the next [`NEAR`]
/// instructions contain no such instruction, the [`NEAR`] previous instructions are searched, the nearest first.
/// Instructions of other kinds keep their own locations, because reports name the locations of failures and branches.
///
/// `insts` are the remaining instructions of the block; the removed instruction was directly before `insts[at]`.
pub(crate) fn keep_locs(func: &mut Function, insts: &[Inst], at: usize, locs: &LocSet) {
    if locs.is_empty() {
        return;
    }
    let takes = |inst: &&Inst| match func.data(**inst) {
        InstData::Jump { .. } => true,
        data => matches!(data.class(), InstClass::Pure | InstClass::Address),
    };
    let after = insts[at..].iter().take(NEAR).find(takes);
    let before = || insts[..at].iter().rev().take(NEAR).find(takes);
    if let Some(&inst) = after.or_else(before) {
        func.locs_mut(inst).union(locs);
    }
}

/// Removes the arguments of jumps to blocks that lost parameters. For each such block, `keep` contains one
/// flag for each old parameter: true if the parameter remains.
pub(crate) fn drop_arguments(func: &mut Function, keep: &SecondaryMap<Block, Option<Vec<bool>>>) {
    for block in func.layout().to_vec() {
        let inst = func.terminator(block);
        for target in func.data_mut(inst).targets_mut() {
            if let Some(keep) = &keep[target.block] {
                let mut positions = keep.iter();
                target
                    .args
                    .retain(|_| positions.next().copied().unwrap_or(true));
            }
        }
    }
}
