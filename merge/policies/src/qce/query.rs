//! The instructions that issue solver queries, and the operands on which a query depends.
use smallvec::SmallVec;
use symtool_analysis::alias::{AliasAnalysis, Base};
use symtool_ir::intrinsic::{Access, Control, Extent, ResultValue};
use symtool_ir::{Function, InstData, Intrinsic, Type, Value};

/// The operands on which a query depends.
pub(super) type Operands = SmallVec<[Value; 4]>;

/// The kinds of instructions that count as issuing queries.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Counted {
    /// All kinds of instructions that can issue a query:
    ///
    /// - branches, switches and checks;
    /// - memory accesses and indirect calls at an address that is not at a constant offset from a stack slot, a global
    ///   or a function (Kuznetsov et al., PLDI 2012, §3.3, footnote 1);
    /// - intrinsics that depend on such an address, on a condition, or on a size that is not constant.
    #[default]
    All,
    /// Branches and switches only, as in the examples and equations of Kuznetsov et al.
    Branches,
}

/// Returns the operands on which the query of an instruction depends; `None` if the instruction issues no query.
pub(super) fn operands(
    function: &Function,
    alias: &AliasAnalysis,
    inst: &InstData,
    counted: Counted,
) -> Option<Operands> {
    let mut operands = match inst {
        InstData::Branch { cond: value, .. } | InstData::Switch { value, .. } => {
            return Some(SmallVec::from_slice(&[*value]));
        }
        _ if counted == Counted::Branches => return None,
        InstData::Check { cond, guard, .. } => [*cond].into_iter().chain(*guard).collect(),
        InstData::Load { addr, .. } | InstData::Store { addr, .. } => {
            SmallVec::from_slice(&[*addr])
        }
        InstData::CallIndirect { callee, .. } => SmallVec::from_slice(&[*callee]),
        InstData::Intrinsic {
            intrinsic, args, ..
        } => of_intrinsic(*intrinsic, args),
        InstData::Pure { .. }
        | InstData::StackAddr { .. }
        | InstData::GlobalAddr { .. }
        | InstData::FuncAddr { .. }
        | InstData::Call { .. }
        | InstData::Jump { .. }
        | InstData::Return { .. }
        | InstData::Unreachable => return None,
    };
    operands.retain(|value| !is_fixed(function, alias, *value));
    (!operands.is_empty()).then_some(operands)
}

/// Returns the operands of an intrinsic on which its queries depend: addresses, sizes and conditions.
fn of_intrinsic(intrinsic: Intrinsic, args: &[Value]) -> Operands {
    let info = intrinsic.info();
    let is_condition = info.control == Control::MayEnd
        || matches!(info.value, ResultValue::PathFact | ResultValue::SomeValue);
    let is_allocation = matches!(
        info.value,
        ResultValue::NewObject { .. } | ResultValue::MovedObject
    );
    if is_condition || is_allocation {
        return SmallVec::from_slice(args);
    }
    let mut operands = Operands::new();
    for (arg, access) in info.accesses(args) {
        match access {
            Access::Reads(extent) | Access::Writes(extent, _) => {
                operands.push(arg);
                if let Extent::Operand(size) = extent {
                    operands.extend(args.get(size).copied());
                }
            }
            Access::Reaches | Access::Begins | Access::Ends | Access::Frees | Access::Moves => {
                operands.push(arg);
            }
            Access::None | Access::Formatted | Access::Escapes => {}
        }
    }
    operands
}

/// Returns whether a value is a constant, or an address at a constant offset from a stack slot, a global or a function.
/// An instruction with only such operands issues no query.
fn is_fixed(function: &Function, alias: &AliasAnalysis, value: Value) -> bool {
    if function.as_const(value).is_some() {
        return true;
    }
    if function.ty(value) != Type::Ptr {
        return false;
    }
    let address = alias.address(value);
    let is_named = match address.base {
        Base::Slot(_) | Base::Global(_) | Base::Func(_) | Base::Absolute => true,
        Base::Allocation(_) | Base::Pointer(_) => false,
    };
    is_named && address.constant_offset().is_some()
}
