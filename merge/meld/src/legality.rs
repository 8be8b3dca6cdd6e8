//! Legality of melds: the instructions that a melded side of a branch may contain. In guarded mode, an access that only
//! one side performs has an effect only if the branch takes this side. In speculative mode, such an access runs without
//! a guard. [`readable_is_writable`] decides whether a store to an address that the program has read needs no guard.
//!
//! | instruction on one side | guarded mode | speculative mode |
//! | --- | --- | --- |
//! | pure operation | unconditional | unconditional |
//! | division by a variable | divisor 1 if the branch takes the opposite side | as in guarded mode |
//! | load | `load.if` with the side's condition | unconditional |
//! | store | `store.if` with the side's condition | writes the old value if the branch takes the opposite side |
//! | check | `check` guarded by the side's condition | `check` guarded by the side's condition |
//! | call of a pure function that a user of the Rust library has added | unconditional | unconditional |
//! | other call or intrinsic, volatile access | no meld | no meld |
//!
//! A load or store that both sides perform at the same address needs no guard. A load also needs no guard if an earlier
//! access to the same bytes happens whichever side the branch takes, without a possible deallocation in between. Such
//! an access is in the block that ends in the branch, or is performed by both sides.
use crate::options::{MeldOptions, Mode};
use crate::refusals::{Reason, Refusal};
use crate::regions::Region;
use symtool_ir::own::FUNCTIONS;
use symtool_ir::{Function, Inst, InstData, Intrinsic, Module, Op};

/// The maximum number of accesses at symbolic addresses in both sides of a branch together, in guarded mode. A branch
/// with more is not melded, because all accesses would become part of the queries of the one remaining path.
pub(crate) const MAX_SYMBOLIC_ACCESSES: usize = 16;
/// The maximum number of instructions in a side. A branch with a longer side is not melded, because aligning the sides
/// takes time proportional to the product of their lengths.
pub(crate) const MAX_SIDE: usize = 1_500;

/// Returns a description of the instruction, such as "a call of f", if it prevents melding; `None` if it can be melded.
pub fn blocks_meld(module: &Module, data: &InstData) -> Option<String> {
    match data {
        InstData::Load { volatile: true, .. } | InstData::Store { volatile: true, .. } => {
            Some("a volatile access".to_owned())
        }
        InstData::Call { func, .. } => Some(format!("a call of {}", module.functions[*func].name)),
        InstData::CallIndirect { .. } => Some("a call through a pointer".to_owned()),
        InstData::Intrinsic {
            intrinsic,
            args,
            text,
        } if !is_own_call(*intrinsic, args.len(), text.as_deref()) => Some(named(*intrinsic)),
        InstData::Pure { .. }
        | InstData::Intrinsic { .. }
        | InstData::Load { .. }
        | InstData::Store { .. }
        | InstData::StackAddr { .. }
        | InstData::GlobalAddr { .. }
        | InstData::FuncAddr { .. }
        | InstData::Check { .. }
        | InstData::Jump { .. }
        | InstData::Branch { .. }
        | InstData::Switch { .. }
        | InstData::Return { .. }
        | InstData::Unreachable => None,
    }
}

/// Returns a description of a call of an intrinsic in the terms of the C program.
fn named(intrinsic: Intrinsic) -> String {
    match intrinsic {
        Intrinsic::Symbolic | Intrinsic::MakeSymbolic => {
            "the creation of a symbolic input".to_owned()
        }
        Intrinsic::Uninit => "a read of an uninitialized value".to_owned(),
        other => format!("a call of {}", other.name()),
    }
}

/// Returns whether an intrinsic calls a pure function that a user of the Rust library has added.
fn is_own_call(intrinsic: Intrinsic, args: usize, text: Option<&str>) -> bool {
    let function = text.and_then(|name| FUNCTIONS.find(name));
    intrinsic == Intrinsic::Own && function.is_some_and(|function| function.params.len() == args)
}

/// Returns the reason why a region (a branch with its two sides) must not be melded; `None` if the region may be
/// melded.
///
/// `symbolic` returns whether a load or store may have a symbolic address. Speculative mode allows no such access
/// (CFM-SE paper, §3.1, rule 3), because every path would perform the access and have larger queries. Guarded mode
/// allows up to `MAX_SYMBOLIC_ACCESSES` of them in both sides together, because the guard restricts the bounds check of
/// an access to the inputs that take its side.
pub fn check(
    module: &Module,
    func: &Function,
    region: &Region,
    mode: Mode,
    symbolic: &dyn Fn(Inst) -> bool,
) -> Option<Refusal> {
    let mut symbolic_accesses = 0;
    for side in &region.sides {
        if side.insts.len() > MAX_SIDE {
            let count = side.insts.len();
            return Some(Refusal::new(Reason::SideTooLong, &[&count, &MAX_SIDE]));
        }
        for &inst in &side.insts {
            if let Some(instruction) = blocks_meld(module, func.data(inst)) {
                return Some(Refusal::new(Reason::InstructionInSide, &[&instruction]));
            }
            symbolic_accesses += usize::from(symbolic(inst));
        }
    }
    let allowed = match mode {
        Mode::Guarded => MAX_SYMBOLIC_ACCESSES,
        Mode::Speculative => 0,
    };
    (symbolic_accesses > allowed).then(|| match mode {
        Mode::Guarded => Refusal::new(Reason::SymbolicAccesses, &[&symbolic_accesses, &allowed]),
        Mode::Speculative => Reason::SymbolicAccess.into(),
    })
}

/// Returns whether an instruction that computes the right operand of `&&` or `||` may move before the branch on the
/// left operand. After the move, the instruction runs under a guard: the left operand for `&&`, or the negation of
/// the left operand for `||`.
pub fn is_speculatable(data: &InstData, options: &MeldOptions) -> bool {
    match data {
        InstData::Pure { .. }
        | InstData::StackAddr { .. }
        | InstData::GlobalAddr { .. }
        | InstData::FuncAddr { .. } => true,
        InstData::Intrinsic {
            intrinsic,
            args,
            text,
        } => is_own_call(*intrinsic, args.len(), text.as_deref()),
        InstData::Load { volatile, .. } => !volatile && options.mode == Mode::Guarded,
        InstData::Check { .. } => options.mode == Mode::Guarded,
        InstData::Store { .. }
        | InstData::Call { .. }
        | InstData::CallIndirect { .. }
        | InstData::Jump { .. }
        | InstData::Branch { .. }
        | InstData::Switch { .. }
        | InstData::Return { .. }
        | InstData::Unreachable => false,
    }
}

/// Returns whether every address that the program can read through a pointer is also writable, because no pointer can
/// point to a constant object. Then a store needs no guard at an address from which the program has loaded: if the
/// branch takes the opposite side, the store writes back the loaded value. The result is true if all three conditions
/// hold:
///
/// - The address of a constant global occurs only as an operand of loads and of intrinsics (as a name or format).
/// - The address of a constant global does not occur in the initial value of a global.
/// - No integer is converted to a pointer.
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
