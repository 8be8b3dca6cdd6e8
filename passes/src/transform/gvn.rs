//! Global value numbering of pure operations: an instruction is replaced by a dominating instruction that computes the
//! same value.
//!
//! Blocks are visited in preorder of the dominator tree. A table maps each computation to the instruction that computed
//! it first. If the instruction of a table entry does not dominate the current block, an equal computation in this
//! block overwrites the entry.
//!
//! The source locations of a removed instruction are kept. If the removed and the remaining instruction are in one
//! block, the remaining instruction gets the locations of both. If they are in different blocks, a neighbor of the
//! removed instruction in its block gets the locations. The remaining instruction does not get these locations,
//! because a line after a branch would then count as covered on paths that do not execute this line.
use super::edit::keep_locs;
use crate::pass::{Changed, Pass, PassContext};
use rustc_hash::FxHashMap;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_ir::{Block, Function, Inst, InstData, Type, Value};

/// The pass `gvn`: global value numbering.
#[derive(Debug)]
pub struct Gvn;

impl Pass for Gvn {
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed {
        let dom = DomTree::new(&Cfg::new(func));
        let mut gvn = Numbering::default();
        for &block in dom.preorder() {
            gvn.block(func, &dom, block);
        }
        func.replace_uses(&gvn.replaced);
        ctx.count("gvn.merged", gvn.replaced.len() as u64);
        Changed::from_bool(!gvn.replaced.is_empty())
    }
}

/// The state of global value numbering while the blocks are visited.
#[derive(Default)]
struct Numbering {
    /// For each computation, the instruction that computed it first, with its result and its block.
    leaders: FxHashMap<(InstData, Type), (Value, Block, Inst)>,
    /// For each result of a removed instruction, the value that replaces it.
    replaced: FxHashMap<Value, Value>,
}

impl Numbering {
    fn block(&mut self, func: &mut Function, dom: &DomTree, block: Block) {
        let mut kept: Vec<Inst> = Vec::with_capacity(func.insts(block).len());
        let mut gone: Vec<(usize, Inst)> = Vec::new();
        for inst in func.insts(block).to_vec() {
            let replaced = &self.replaced;
            func.data_mut(inst)
                .map_args(|v| replaced.get(&v).copied().unwrap_or(v));
            let key = func.result(inst).and_then(|r| key(func, inst, r));
            let Some((result, key)) = key else {
                kept.push(inst);
                continue;
            };
            match self.leaders.get(&key) {
                Some(&(leader, home, first)) if dom.dominates(home, block) => {
                    self.replaced.insert(result, leader);
                    if home == block {
                        let locs = func.locs(inst).clone();
                        func.locs_mut(first).union(&locs);
                    } else {
                        gone.push((kept.len(), inst));
                    }
                    if func.value_name(leader).is_none() {
                        let name = func.value_name(result).map(str::to_owned);
                        func.set_value_name(leader, name.as_deref());
                    }
                }
                _ => {
                    self.leaders.insert(key, (result, block, inst));
                    kept.push(inst);
                }
            }
        }
        for (at, inst) in gone {
            let locs = func.locs(inst).clone();
            keep_locs(func, &kept, at, &locs);
        }
        func.set_insts(block, kept);
    }
}

/// Returns the result of an instruction, and the table key under which equal computations are found. Returns `None` if
/// the instruction is neither a pure operation nor the address of a variable or function.
fn key(func: &Function, inst: Inst, result: Value) -> Option<(Value, (InstData, Type))> {
    let data = match func.data(inst) {
        InstData::Pure { op, args } => {
            let mut args = args.clone();
            if op.info().commutative {
                args.sort_unstable();
            }
            InstData::Pure { op: *op, args }
        }
        data @ (InstData::StackAddr { .. }
        | InstData::GlobalAddr { .. }
        | InstData::FuncAddr { .. }) => data.clone(),
        _ => return None,
    };
    Some((result, (data, func.ty(result))))
}
