//! Which instructions a meld may contain, and which memory it may assume to be accessible.
//!
//! | instruction on one side | guarded mode | speculative mode |
//! | --- | --- | --- |
//! | pure operation | runs always | runs always |
//! | division by a variable | divides by 1 on the other side | the same |
//! | load | `load.if` the side's condition | runs always |
//! | store | `store.if` the side's condition | stores back what was there |
//! | check | `check` guarded by the side's condition | the same |
//! | call, intrinsic, volatile access | no meld | no meld |
//!
//! A load or store that the other side makes too, at the same address, needs no guard; nor does a load whose
//! address the block before the branch has accessed, with nothing in between that could free it.
use super::regions::Region;
use super::{MeldOptions, Mode};
use symtool_ir::{Function, Inst, InstData, Module, Op};

/// Accesses at symbolic addresses that a guarded meld may contain, in both sides together.
pub(super) const MAX_SYMBOLIC_ACCESSES: usize = 16;
/// Instructions a melded side may have.
pub(super) const MAX_SIDE: usize = 1_500;

/// Why an instruction stops every meld, if it does.
pub fn blocks_meld(module: &Module, data: &InstData) -> Option<String> {
    match data {
        InstData::Load { volatile: true, .. } | InstData::Store { volatile: true, .. } => {
            Some("a volatile access".to_owned())
        }
        InstData::Call { func, .. } => Some(format!("a call of {}", module.functions[*func].name)),
        InstData::CallIndirect { .. } => Some("a call through a pointer".to_owned()),
        InstData::Intrinsic { intrinsic, .. } => {
            Some(format!("the intrinsic {}", intrinsic.name()))
        }
        _ => None,
    }
}

/// Why a region must stay a branch, if it must.
///
/// `symbolic` tells which accesses may have a symbolic address. In speculative mode none may (the paper's rule
/// 3: such an access costs the solver dearly on paths that never made it). In guarded mode a few may: the guard
/// keeps the bounds check off the other side, and forking costs a path for each of them at least.
pub fn check(
    module: &Module,
    func: &Function,
    region: &Region,
    mode: Mode,
    symbolic: &dyn Fn(Inst) -> bool,
) -> Option<String> {
    let mut symbolic_accesses = 0;
    for side in &region.sides {
        if side.insts.len() > MAX_SIDE {
            return Some(format!("a side of {} instructions", side.insts.len()));
        }
        for &inst in &side.insts {
            if let Some(what) = blocks_meld(module, func.data(inst)) {
                return Some(format!("{what} stands in a side"));
            }
            symbolic_accesses += usize::from(symbolic(inst));
        }
    }
    let allowed = match mode {
        Mode::Guarded => MAX_SYMBOLIC_ACCESSES,
        Mode::Speculative => 0,
    };
    (symbolic_accesses > allowed).then(|| match mode {
        Mode::Guarded => format!("{symbolic_accesses} accesses at symbolic addresses"),
        Mode::Speculative => "an access at a symbolic address".to_owned(),
    })
}

/// May the instruction run, guarded, where the program would not have come to it (the right side of `&&`)?
pub fn is_speculatable(data: &InstData, options: &MeldOptions) -> bool {
    match data {
        InstData::Pure { .. }
        | InstData::StackAddr { .. }
        | InstData::GlobalAddr { .. }
        | InstData::FuncAddr { .. } => true,
        InstData::Load { volatile, .. } => !volatile && options.mode == Mode::Guarded,
        InstData::Check { .. } => options.mode == Mode::Guarded,
        _ => false,
    }
}

/// Can no address that the program loads from be a constant object's? Then whatever may be read may be
/// written. True if addresses of constants go only into intrinsics (names, formats) and direct loads, and no
/// address is made from an integer.
pub fn readable_is_writable(module: &Module) -> bool {
    let constant = |func: &Function, value| match func.def_data(value) {
        Some(InstData::GlobalAddr { global }) => module.globals[*global].constant,
        _ => false,
    };
    let in_relocs = module.globals.values().any(|g| {
        g.relocs.iter().any(|r| match r.target {
            symtool_ir::RelocTarget::Global(to) => module.globals[to].constant,
            symtool_ir::RelocTarget::Func(_) => false,
        })
    });
    if in_relocs {
        return false;
    }
    module.functions.values().all(|func| {
        func.all_insts()
            .all(|(_, inst)| keeps_constants(func, inst, &constant))
    })
}

fn keeps_constants(
    func: &Function,
    inst: Inst,
    constant: &dyn Fn(&Function, symtool_ir::Value) -> bool,
) -> bool {
    match func.data(inst) {
        InstData::Pure {
            op: Op::IntToPtr, ..
        } => false,
        InstData::Load { .. } | InstData::Intrinsic { .. } | InstData::Check { .. } => true,
        data => !data.args().iter().any(|&v| constant(func, v)),
    }
}
