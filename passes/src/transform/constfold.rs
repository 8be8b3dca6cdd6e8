//! Folds operations on constants, and simplifies operations by identities that preserve every bit of the result (`x +
//! 0` -> `x`).
//!
//! [`symtool_ir::eval`](mod@symtool_ir::eval) evaluates pure operations on constants; `identities` contains the
//! identities. A branch or switch on a constant becomes a jump. A check that always holds is removed; a check that
//! always fails stays. An instruction with a guard has an effect only if the guard is 1. So a store or check with guard
//! 0 is removed, a load with guard 0 becomes the constant 0, and a guard that is always 1 is removed from its
//! instruction.
use super::edit::{fold_terminator, keep_locs, remove_unreachable};
use super::identities::{Folded, fold};
use crate::pass::{Changed, Pass, PassContext};
use rustc_hash::FxHashMap;
use symtool_analysis::cfg::Cfg;
use symtool_ir::{Bits, Block, Function, Inst, InstData, Value};

/// The pass `constfold`: constant folding.
#[derive(Debug)]
pub struct ConstFold;

impl Pass for ConstFold {
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed {
        let mut folding = Folding::default();
        for &block in Cfg::new(func).rpo() {
            folding.block(func, block);
        }
        func.replace_uses(&folding.replaced);
        // Terminators are folded after all uses are replaced, because the condition of a branch may have become
        // constant.
        for block in func.layout().to_vec() {
            folding.branches += u64::from(fold_terminator(func, block));
        }
        if folding.branches > 0 {
            remove_unreachable(func);
        }
        ctx.count("constfold.folded", folding.folded);
        ctx.count("constfold.branches", folding.branches);
        Changed::from_bool(folding.folded + folding.branches > 0)
    }
}

/// The results of constant folding so far.
#[derive(Default)]
struct Folding {
    /// For each folded result, the value that replaces it.
    replaced: FxHashMap<Value, Value>,
    /// The number of removed instructions.
    folded: u64,
    /// The number of branches and switches that became jumps.
    branches: u64,
}

/// Whether an instruction stays in its block or is removed.
enum Fate {
    Stays,
    Goes,
}

impl Folding {
    fn block(&mut self, func: &mut Function, block: Block) {
        let mut kept: Vec<Inst> = Vec::with_capacity(func.insts(block).len());
        let mut gone: Vec<(usize, Inst)> = Vec::new();
        for inst in func.insts(block).to_vec() {
            let replaced = &self.replaced;
            func.data_mut(inst)
                .map_args(|v| replaced.get(&v).copied().unwrap_or(v));
            match self.inst(func, inst) {
                Fate::Stays => kept.push(inst),
                Fate::Goes => {
                    self.folded += 1;
                    gone.push((kept.len(), inst));
                }
            }
        }
        if !gone.is_empty() {
            for (at, inst) in gone {
                let locs = func.locs(inst).clone();
                keep_locs(func, &kept, at, &locs);
            }
            func.set_insts(block, kept);
        }
    }

    fn inst(&mut self, func: &mut Function, inst: Inst) -> Fate {
        match func.data(inst) {
            InstData::Pure { .. } => self.pure(func, inst),
            InstData::Load { guard, .. } | InstData::Store { guard, .. } => {
                let guard = *guard;
                self.guarded(func, inst, guard)
            }
            InstData::Check { cond, guard, .. } => {
                let (cond, guard) = (*cond, *guard);
                match func.as_const(cond) {
                    Some(bits) if bits.is_true() => Fate::Goes,
                    _ => self.guarded(func, inst, guard),
                }
            }
            _ => Fate::Stays,
        }
    }

    fn pure(&mut self, func: &mut Function, inst: Inst) -> Fate {
        let Some(result) = func.result(inst) else {
            return Fate::Stays;
        };
        let ty = func.ty(result);
        loop {
            let InstData::Pure { op, args } = func.data(inst).clone() else {
                return Fate::Stays;
            };
            match fold(func, op, &args, ty) {
                Folded::Same => return Fate::Stays,
                Folded::Value(value) => {
                    self.replaced.insert(result, value);
                    return Fate::Goes;
                }
                Folded::Const(bits) => {
                    let value = func.constant(ty, bits);
                    self.replaced.insert(result, value);
                    return Fate::Goes;
                }
                Folded::Op(op, args) => {
                    self.folded += 1;
                    *func.data_mut(inst) = InstData::Pure { op, args };
                }
            }
        }
    }

    fn guarded(&mut self, func: &mut Function, inst: Inst, guard: Option<Value>) -> Fate {
        let Some(bits) = guard.and_then(|g| func.as_const(g)) else {
            return Fate::Stays;
        };
        if bits.is_true() {
            self.folded += 1;
            match func.data_mut(inst) {
                InstData::Load { guard, .. }
                | InstData::Store { guard, .. }
                | InstData::Check { guard, .. } => *guard = None,
                _ => {}
            }
            return Fate::Stays;
        }
        if let Some(result) = func.result(inst) {
            let ty = func.ty(result);
            let zero = func.constant(ty, Bits::zero(ty.bits()));
            self.replaced.insert(result, zero);
        }
        Fate::Goes
    }
}
