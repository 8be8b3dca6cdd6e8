//! Dead code elimination for instructions and block parameters.
//!
//! An instruction with an effect is live, and so are the operands of a live instruction. An argument of a jump is live
//! only if the block parameter that receives it is live. So block parameters that are used only to compute each other
//! are removed.
//!
//! A load is removed only if it cannot fail. This requires that the load is not volatile, that it reads a global or a
//! stack slot within bounds, and that no instruction ends the lifetime of the slot. If the check `uninit` (of reads of
//! uninitialized memory) is enabled, every load stays. An unused `symbolic` input stays, because it is part of every
//! test case.
use super::edit::keep_locs;
use crate::pass::{Changed, Pass, PassContext};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;
use symtool_analysis::alias::{AliasAnalysis, Base};
use symtool_analysis::cfg::Cfg;
use symtool_ir::intrinsic::Access;
use symtool_ir::{Block, Function, Inst, InstData, StackSlot, Value, ValueDef};

/// The pass `dce`: dead code elimination.
#[derive(Debug)]
pub struct Dce;

impl Pass for Dce {
    fn run(&self, func: &mut Function, ctx: &mut PassContext) -> Changed {
        let marks = Marks::new(func, ctx);
        let insts = sweep_insts(func, &marks);
        let params = sweep_params(func, &marks);
        ctx.count("dce.instructions", insts);
        ctx.count("dce.params", params);
        Changed::from_bool(insts + params > 0)
    }
}

/// The sets of live instructions and values.
struct Marks {
    insts: SecondaryMap<Inst, bool>,
    values: SecondaryMap<Value, bool>,
    todo: Vec<Value>,
}

impl Marks {
    fn new(func: &Function, ctx: &PassContext) -> Marks {
        let mut marks = Marks {
            insts: SecondaryMap::new(),
            values: SecondaryMap::new(),
            todo: Vec::new(),
        };
        let cfg = Cfg::new(func);
        let removable = Removable::new(func, &cfg, ctx);
        for (_, inst) in func.all_insts() {
            if !removable.is_removable(func, inst) {
                marks.inst(func, inst);
            }
        }
        // For each block, the terminators that jump to it. When a parameter of the block becomes live, the arguments
        // that these terminators pass to the parameter become live, too.
        let mut jumps: SecondaryMap<Block, Vec<Inst>> = SecondaryMap::new();
        for &block in func.layout() {
            let inst = func.terminator(block);
            for succ in func.successors(block) {
                if jumps[succ].last() != Some(&inst) {
                    jumps[succ].push(inst);
                }
            }
        }
        while let Some(value) = marks.todo.pop() {
            match func.def(value) {
                ValueDef::Const(_) => {}
                ValueDef::Inst(inst) => marks.inst(func, inst),
                ValueDef::Param(block, position) => {
                    for &jump in &jumps[block] {
                        for target in func.data(jump).targets() {
                            if target.block == block {
                                marks.value(target.args[position as usize]);
                            }
                        }
                    }
                }
            }
        }
        marks
    }

    fn value(&mut self, value: Value) {
        if !std::mem::replace(&mut self.values[value], true) {
            self.todo.push(value);
        }
    }

    /// Marks an instruction and its operands as live. The arguments of a jump are not marked: an argument
    /// becomes live with the block parameter that receives it.
    fn inst(&mut self, func: &Function, inst: Inst) {
        if std::mem::replace(&mut self.insts[inst], true) {
            return;
        }
        match func.data(inst) {
            InstData::Branch { cond, .. } => self.value(*cond),
            InstData::Switch { value, .. } => self.value(*value),
            InstData::Jump { .. } => {}
            data => data.for_each_arg(|v| self.value(v)),
        }
    }
}

/// The information needed to decide whether an instruction with an unused result may be removed.
struct Removable<'a> {
    /// The aliasing facts of the function; `None` if the function has no loads.
    alias: Option<AliasAnalysis>,
    /// The stack slots whose lifetime an instruction may end. Reads of these slots must stay, because a read after the
    /// end of the lifetime is a failure.
    ended: FxHashSet<StackSlot>,
    ctx: &'a PassContext,
}

impl<'a> Removable<'a> {
    fn new(func: &Function, cfg: &Cfg, ctx: &'a PassContext) -> Removable<'a> {
        let is_load = |(_, inst): (Block, Inst)| matches!(func.data(inst), InstData::Load { .. });
        let alias = func
            .all_insts()
            .any(is_load)
            .then(|| AliasAnalysis::new(func, cfg));
        let mut ended = FxHashSet::default();
        for (_, inst) in func.all_insts() {
            let InstData::Intrinsic {
                intrinsic, args, ..
            } = func.data(inst)
            else {
                continue;
            };
            let Some(alias) = &alias else { continue };
            for (addr, access) in intrinsic.info().accesses(args) {
                match alias.address(addr).base {
                    _ if access != Access::Ends => {}
                    Base::Slot(slot) => drop(ended.insert(slot)),
                    _ => ended.extend(func.slots.keys()),
                }
            }
        }
        Removable { ended, alias, ctx }
    }

    fn is_removable(&self, func: &Function, inst: Inst) -> bool {
        match func.data(inst) {
            InstData::Load {
                addr,
                volatile: false,
                ..
            } => self.load_cannot_fail(func, inst, *addr),
            data => data.is_removable(),
        }
    }

    fn load_cannot_fail(&self, func: &Function, inst: Inst, addr: Value) -> bool {
        let (Some(alias), Some(result)) = (&self.alias, func.result(inst)) else {
            return false;
        };
        let address = alias.address(addr);
        let size = match address.base {
            Base::Slot(slot) if self.ended.contains(&slot) => 0,
            Base::Slot(slot) => func.slots[slot].size,
            Base::Global(global) => self.ctx.facts.globals.get(global).map_or(0, |g| g.size),
            _ => 0,
        };
        !self.ctx.keep_uninit_reads && address.is_inside(func.ty(result).bytes(), size)
    }
}

fn sweep_insts(func: &mut Function, marks: &Marks) -> u64 {
    let mut removed = 0;
    for block in func.layout().to_vec() {
        if func.insts(block).iter().all(|&inst| marks.insts[inst]) {
            continue;
        }
        let mut kept: Vec<Inst> = Vec::with_capacity(func.insts(block).len());
        let mut gone: Vec<(usize, Inst)> = Vec::new();
        for &inst in func.insts(block) {
            if marks.insts[inst] {
                kept.push(inst);
            } else {
                gone.push((kept.len(), inst));
            }
        }
        removed += gone.len() as u64;
        for (at, inst) in gone {
            let locs = func.locs(inst).clone();
            keep_locs(func, &kept, at, &locs);
        }
        func.set_insts(block, kept);
    }
    removed
}

fn sweep_params(func: &mut Function, marks: &Marks) -> u64 {
    let mut keep: SecondaryMap<Block, Option<Vec<bool>>> = SecondaryMap::new();
    let mut removed = 0;
    for block in func.layout().to_vec().into_iter().skip(1) {
        let live: Vec<bool> = func
            .params(block)
            .iter()
            .map(|&v| marks.values[v])
            .collect();
        let dead = live.iter().filter(|&&l| !l).count();
        if dead > 0 {
            removed += dead as u64;
            func.retain_params(block, |position| live[position]);
            keep[block] = Some(live);
        }
    }
    super::edit::drop_arguments(func, &keep);
    removed
}
