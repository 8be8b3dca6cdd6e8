//! The IR operators that implement C's scalar conversions, arithmetic and comparisons. Constant evaluation and
//! lowering both call these functions, so they cannot disagree.
use crate::ctypes::{Ty, Types};
use crate::typed::{Arith, Compare};
use smallvec::{SmallVec, smallvec};
use symtool_ir::{Op, Type};

/// One step of a conversion between scalar types.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// An IR cast to the given type.
    Cast(Op, Type),
    /// A comparison with zero, for a conversion to `_Bool`.
    NonZero,
    /// A truncation to this number of bits, then an extension to the full width: a sign extension if the flag
    /// is set, else a zero extension.
    Wrap(u32, bool),
}

/// Returns the steps of the conversion from `from` to `to`. The list is empty if the bits stay the same.
/// Returns `None` if one of the types is not a scalar.
pub(crate) fn conversion(types: &Types, from: Ty, to: Ty) -> Option<SmallVec<[Step; 2]>> {
    let (a, b) = (types.ir_type(from)?, types.ir_type(to)?);
    let signed = types.is_signed(from);
    if types.is_bool(to) {
        return Some(if types.is_bool(from) {
            smallvec![]
        } else {
            smallvec![Step::NonZero]
        });
    }
    let mut steps = SmallVec::new();
    match (a, b) {
        _ if a == b => {}
        (Type::Ptr, _) if b.is_int() => {
            steps.push(Step::Cast(Op::PtrToInt, Type::I64));
            resize(&mut steps, Type::I64, b, false);
        }
        (_, Type::Ptr) if a.is_int() => {
            resize(&mut steps, a, Type::I64, signed);
            steps.push(Step::Cast(Op::IntToPtr, Type::Ptr));
        }
        _ if a.is_int() && b.is_int() => resize(&mut steps, a, b, signed),
        _ if a.is_int() && b.is_float() => {
            let op = if signed { Op::SToF } else { Op::UToF };
            steps.push(Step::Cast(op, b));
        }
        _ if a.is_float() && b.is_int() => {
            let op = if types.is_signed(to) {
                Op::FToS
            } else {
                Op::FToU
            };
            steps.push(Step::Cast(op, b));
        }
        (Type::F32, Type::F64) => steps.push(Step::Cast(Op::FExt, b)),
        (Type::F64, Type::F32) => steps.push(Step::Cast(Op::FTrunc, b)),
        _ => return None,
    }
    if from != to {
        steps.extend(wrap_to_precision(types, to));
    }
    Some(steps)
}

/// Returns the truncation to apply after arithmetic in the type `ty` of a wide bit-field. Such a type has fewer bits
/// than its storage, for example 40 bits in a `long`. Returns `None` for any other type, which needs no truncation.
pub(crate) fn wrap_to_precision(types: &Types, ty: Ty) -> Option<Step> {
    let bits = types.precision(ty)?;
    Some(Step::Wrap(bits, types.is_signed(ty)))
}

/// Returns the IR operators that perform [`Step::Wrap`] on a value of `stored` bits. They truncate the value to `bits`
/// bits and extend it to `stored` bits: by the sign if `signed` is set, else by zeros. Each operator comes with its
/// right operand, a constant.
pub(crate) fn wrap_ops(stored: u32, bits: u32, signed: bool) -> SmallVec<[(Op, u128); 2]> {
    let unused = u128::from(stored.saturating_sub(bits));
    match (unused, signed) {
        (0, _) => smallvec![],
        (_, false) => smallvec![(Op::And, symtool_ir::bits::mask(bits))],
        (_, true) => smallvec![(Op::Shl, unused), (Op::AShr, unused)],
    }
}

fn resize(steps: &mut SmallVec<[Step; 2]>, from: Type, to: Type, signed: bool) {
    if from.bits() > to.bits() {
        steps.push(Step::Cast(Op::Trunc, to));
    } else if from.bits() < to.bits() {
        let op = if signed { Op::Sext } else { Op::Zext };
        steps.push(Step::Cast(op, to));
    }
}

/// Returns the IR operator for a C arithmetic operator on operands of type `ty`; `None` if the type has no such
/// operator.
pub(crate) fn arith_op(types: &Types, arith: Arith, ty: Ty) -> Option<Op> {
    if types.is_float(ty) {
        return Some(match arith {
            Arith::Add => Op::FAdd,
            Arith::Sub => Op::FSub,
            Arith::Mul => Op::FMul,
            Arith::Div => Op::FDiv,
            Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => {
                return None;
            }
        });
    }
    let signed = types.is_signed(ty);
    Some(match arith {
        Arith::Add => Op::Add,
        Arith::Sub => Op::Sub,
        Arith::Mul => Op::Mul,
        Arith::Div if signed => Op::SDiv,
        Arith::Div => Op::UDiv,
        Arith::Rem if signed => Op::SRem,
        Arith::Rem => Op::URem,
        Arith::And => Op::And,
        Arith::Or => Op::Or,
        Arith::Xor => Op::Xor,
        Arith::Shl => Op::Shl,
        Arith::Shr if signed => Op::AShr,
        Arith::Shr => Op::LShr,
    })
}

/// Returns the IR operator for a C comparison of operands of type `ty`.
pub(crate) fn compare_op(types: &Types, compare: Compare, ty: Ty) -> Op {
    if types.is_float(ty) {
        return match compare {
            Compare::Eq => Op::FEq,
            Compare::Ne => Op::FNe,
            Compare::Lt => Op::FLt,
            Compare::Le => Op::FLe,
            Compare::Gt => Op::FGt,
            Compare::Ge => Op::FGe,
        };
    }
    let signed = types.is_signed(ty);
    match compare {
        Compare::Eq => Op::Eq,
        Compare::Ne => Op::Ne,
        Compare::Lt if signed => Op::Slt,
        Compare::Lt => Op::Ult,
        Compare::Le if signed => Op::Sle,
        Compare::Le => Op::Ule,
        Compare::Gt if signed => Op::Sgt,
        Compare::Gt => Op::Ugt,
        Compare::Ge if signed => Op::Sge,
        Compare::Ge => Op::Uge,
    }
}
