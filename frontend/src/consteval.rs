//! Constant expressions: evaluation of values and addresses known at translation time (C11 §6.6).
//!
//! Operators are evaluated by [`symtool_ir::eval()`], which also executes the IR, so that constant folding and
//! execution agree. Like gcc, symtool accepts more constant expressions than the standard requires: after
//! `const int n = 3;`, `n` is constant.
use crate::convert::{Step, arith_op, compare_op, conversion, wrap_ops, wrap_to_precision};
use crate::ctypes::{Kind, Ty};
use crate::program::{Definition, Program};
use crate::typed::{
    Arith, BitOp, Compare, Expr, ExprKind, FloatOp, Size, Special, StringId, SymbolId,
};
use symtool_ir::{Bits, Op, Type, eval, long_double};

/// The object or function to which an address constant is relative.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Symbol(SymbolId),
    String(StringId),
}

/// The value of a constant expression: a number or an address.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Const {
    /// A scalar value, as bits.
    Bits(Bits),
    /// An address: a base object or function, and an offset in bytes.
    Address(Base, i64),
}

impl Program {
    /// Returns the value of a constant expression of scalar type; `None` if `expr` is not constant.
    pub(crate) fn constant(&self, expr: &Expr) -> Option<Const> {
        let width = || self.types.ir_type(expr.ty()).map(Type::bits);
        match &expr.kind {
            ExprKind::Int(bits) => Some(Const::Bits(Bits::new(width()?, *bits))),
            ExprKind::Float(value) => Some(Const::Bits(match width()? {
                32 => Bits::new(32, u128::from((*value as f32).to_bits())),
                _ => Bits::new(64, u128::from(value.to_bits())),
            })),
            ExprKind::Rounded(value) => {
                self.rounded.set(true);
                Some(Const::Bits(Bits::new(64, u128::from(value.to_bits()))))
            }
            ExprKind::Decay(inner) | ExprKind::AddrOf(inner) => self.address(inner),
            ExprKind::Convert(inner) => self.convert_constant(inner, expr.ty()),
            ExprKind::Neg(inner) => {
                let op = match self.types.is_float(expr.ty()) {
                    true => Op::FNeg,
                    false => Op::Neg,
                };
                self.unary(op, inner)
            }
            ExprKind::BitNot(inner) => self.unary(Op::Not, inner),
            ExprKind::Not(inner) => Some(self.truth(!self.is_true(self.constant(inner)?)?)),
            ExprKind::Arith(arith, a, b) => self.arith(*arith, expr.ty(), a, b),
            ExprKind::Compare(compare, a, b) => self.compare(*compare, a, b),
            ExprKind::And(a, b) => match self.is_true(self.constant(a)?)? {
                false => Some(self.truth(false)),
                true => Some(self.truth(self.is_true(self.constant(b)?)?)),
            },
            ExprKind::Or(a, b) => match self.is_true(self.constant(a)?)? {
                true => Some(self.truth(true)),
                false => Some(self.truth(self.is_true(self.constant(b)?)?)),
            },
            ExprKind::Cond(c, a, b) => match self.is_true(self.constant(c)?)? {
                true => self.constant(a),
                false => self.constant(b),
            },
            ExprKind::PtrAdd(pointer, index, Size::Fixed(size), back) => {
                let index = self.constant_int(index)?;
                let by = i64::try_from(index)
                    .ok()?
                    .checked_mul(i64::try_from(*size).ok()?)?;
                let by = if *back { by.checked_neg()? } else { by };
                Some(add_offset(self.constant(pointer)?, by))
            }
            ExprKind::PtrDiff(a, b, Size::Fixed(size)) => {
                let bytes = match (self.constant(a)?, self.constant(b)?) {
                    (Const::Address(x, m), Const::Address(y, n)) if x == y => m - n,
                    (Const::Bits(x), Const::Bits(y)) => {
                        x.low_u64().wrapping_sub(y.low_u64()) as i64
                    }
                    _ => return None,
                };
                let size = i64::try_from((*size).max(1)).ok()?;
                Some(Const::Bits(Bits::signed(64, i128::from(bytes / size))))
            }
            ExprKind::Load(place) => self.const_object(place),
            ExprKind::Special(special) => self.special(special, width()?),
            ExprKind::PtrAdd(_, _, Size::Dynamic(_), _)
            | ExprKind::PtrDiff(_, _, Size::Dynamic(_))
            | ExprKind::Local(_)
            | ExprKind::Symbol(_)
            | ExprKind::String(_)
            | ExprKind::Compound(..)
            | ExprKind::Deref(_)
            | ExprKind::Member(..)
            | ExprKind::Discard(_)
            | ExprKind::Complex(..)
            | ExprKind::Let(..)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::Update { .. }
            | ExprKind::Call(_)
            | ExprKind::Statements(..)
            | ExprKind::VaArg(_) => None,
        }
    }

    /// Returns the value of a constant expression, and whether an intermediate `long double` was rounded. The rounded
    /// value may differ from the value that the compiled program computes, because symtool computes `long double`
    /// values as `double`. Returns `None` if `expr` is not constant.
    pub(crate) fn constant_and_rounding(&self, expr: &Expr) -> Option<(Const, bool)> {
        let before = self.rounded.replace(false);
        let value = self.constant(expr);
        let rounded = self.rounded.replace(before);
        Some((value?, rounded))
    }

    /// Returns the value of a constant expression. Returns `None` if `expr` is not constant, or if an intermediate
    /// `long double` was rounded.
    pub(crate) fn exact_constant(&self, expr: &Expr) -> Option<Const> {
        match self.constant_and_rounding(expr)? {
            (value, false) => Some(value),
            (_, true) => None,
        }
    }

    /// Sets `rounded` if the `long double` operation `step` on `operands` is inexact.
    fn note_rounding(&self, step: long_double::Step, operands: &[Bits]) {
        if !step.is_exact(operands) {
            self.rounded.set(true);
        }
    }

    fn is_long_double(&self, ty: Ty) -> bool {
        matches!(self.types.kind(ty), Kind::LongDouble)
    }

    fn special(&self, special: &Special, width: u32) -> Option<Const> {
        match special {
            Special::Bits(op, arg) => self.bit_op(*op, arg, width),
            Special::Float(op, arg) => self.float_op(*op, arg, width),
            Special::FloatPair(..)
            | Special::VaStart(_)
            | Special::VaCopy(..)
            | Special::Unreachable
            | Special::Trap
            | Special::Alloca(_)
            | Special::Setjmp(_)
            | Special::Longjmp(..)
            | Special::Overflow(..)
            | Special::Overflows(..)
            | Special::ReturnAddress
            | Special::Redirect(..) => None,
        }
    }

    fn bit_op(&self, op: BitOp, arg: &Expr, width: u32) -> Option<Const> {
        let bits = self.bits(arg)?;
        let (own, value) = (bits.width(), bits.unsigned());
        let leading = |value: u128| u128::from(value.leading_zeros() - (128 - own));
        let result = match op {
            BitOp::PopCount => value.count_ones().into(),
            BitOp::Parity => (value.count_ones() & 1).into(),
            BitOp::LeadingZeros => leading(value),
            BitOp::TrailingZeros => value.trailing_zeros().min(own).into(),
            BitOp::FindFirst if value == 0 => 0,
            BitOp::FindFirst => (value.trailing_zeros() + 1).into(),
            BitOp::ClrSb => {
                let half = eval(Op::AShr, own, &[bits, Bits::new(own, 1)]);
                leading(value ^ half.unsigned()) - 1
            }
            BitOp::ByteSwap => value.swap_bytes() >> (128 - own),
            BitOp::BitReverse => value.reverse_bits() >> (128 - own),
        };
        Some(Const::Bits(Bits::new(width, result)))
    }

    fn float_op(&self, op: FloatOp, arg: &Expr, width: u32) -> Option<Const> {
        let bits = self.bits(arg)?;
        let (own, value) = (bits.width(), bits.unsigned());
        let magnitude = value & (symtool_ir::bits::mask(own) >> 1);
        let is_negative = magnitude != value;
        let infinity = match own {
            32 => u128::from(f32::INFINITY.to_bits()),
            _ => u128::from(f64::INFINITY.to_bits()),
        };
        let result = match op {
            FloatOp::Abs => magnitude.cast_signed(),
            FloatOp::SignBit => is_negative.into(),
            FloatOp::IsNan => (magnitude > infinity).into(),
            FloatOp::InfSign if is_negative => -i128::from(magnitude == infinity),
            FloatOp::IsInf | FloatOp::InfSign => (magnitude == infinity).into(),
            FloatOp::IsFinite => (magnitude < infinity).into(),
            // Not evaluated here, because the result depends on the type of the operand. A `long double` is evaluated
            // as a `double`, and a subnormal `double` is a normal number in the 80-bit format. Lowering distinguishes
            // the types.
            FloatOp::IsNormal => return None,
        };
        Some(Const::Bits(Bits::signed(width, result)))
    }

    /// Returns the value of an integer constant expression, signed if its type is signed; `None` if `expr` is not an
    /// integer constant, or if an intermediate `long double` was rounded.
    pub(crate) fn constant_int(&self, expr: &Expr) -> Option<i128> {
        if !self.types.is_integer(expr.ty()) {
            return None;
        }
        match self.exact_constant(expr)? {
            Const::Bits(bits) if self.types.is_signed(expr.ty()) => Some(bits.to_signed()),
            Const::Bits(bits) => Some(bits.unsigned() as i128),
            Const::Address(..) => None,
        }
    }

    /// Returns the truth value of a constant condition. Returns `None` if `expr` is not constant, if an
    /// intermediate `long double` was rounded, or if `expr` is the address of an undefined weak symbol, which may
    /// be null.
    pub(crate) fn constant_truth(&self, expr: &Expr) -> Option<bool> {
        match self.exact_constant(expr)? {
            Const::Bits(bits) if self.types.is_float(expr.ty()) => {
                Some(bits.unsigned() << 1 & symtool_ir::bits::mask(bits.width()) != 0)
            }
            other => self.is_true(other),
        }
    }

    /// Returns the address of an lvalue or function designator, if it is constant.
    pub(crate) fn address(&self, place: &Expr) -> Option<Const> {
        match &place.kind {
            ExprKind::Symbol(id) => Some(Const::Address(Base::Symbol(*id), 0)),
            ExprKind::String(id) => Some(Const::Address(Base::String(*id), 0)),
            ExprKind::Deref(pointer) => self.constant(pointer),
            ExprKind::Member(base, place) if place.bits.is_none() => Some(add_offset(
                self.address(base)?,
                i64::try_from(place.offset).ok()?,
            )),
            _ => None,
        }
    }

    /// Returns the truth value of a constant; `None` for the address of an undefined weak symbol, which may be
    /// null.
    fn is_true(&self, value: Const) -> Option<bool> {
        match value {
            Const::Bits(bits) => Some(!bits.is_zero()),
            Const::Address(base, _) => (!self.may_be_null(base)).then_some(true),
        }
    }

    fn may_be_null(&self, base: Base) -> bool {
        matches!(base, Base::Symbol(id) if self.is_weak_reference(id))
    }

    fn truth(&self, value: bool) -> Const {
        Const::Bits(Bits::new(32, u128::from(value)))
    }

    fn bits(&self, expr: &Expr) -> Option<Bits> {
        match self.constant(expr)? {
            Const::Bits(bits) => Some(bits),
            Const::Address(..) => None,
        }
    }

    fn unary(&self, op: Op, inner: &Expr) -> Option<Const> {
        let bits = self.bits(inner)?;
        let result = eval(op, bits.width(), &[bits]);
        Some(Const::Bits(self.wrapped(result, inner.ty())))
    }

    /// Truncates `bits`, the result of arithmetic, to the number of bits of its type `ty`. The truncation changes
    /// only results whose type is that of a wide bit-field, such as 40 bits in a `long`. All other types use all bits
    /// of their storage.
    fn wrapped(&self, bits: Bits, ty: Ty) -> Bits {
        match wrap_to_precision(&self.types, ty) {
            Some(Step::Wrap(width, signed)) => wrap(bits, width, signed),
            Some(Step::Cast(..) | Step::NonZero) | None => bits,
        }
    }

    fn arith(&self, arith: Arith, ty: Ty, a: &Expr, b: &Expr) -> Option<Const> {
        let (x, mut y) = (self.bits(a)?, self.bits(b)?);
        let op = arith_op(&self.types, arith, ty)?;
        if op.is_division() && y.is_zero() {
            return None;
        }
        if self.is_long_double(ty) {
            let step = match arith {
                Arith::Add => long_double::Step::Sum,
                Arith::Sub => long_double::Step::Difference,
                Arith::Mul => long_double::Step::Product,
                Arith::Div => long_double::Step::Quotient,
                Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => {
                    return None;
                }
            };
            self.note_rounding(step, &[x, y]);
        }
        if matches!(arith, Arith::Shl | Arith::Shr) {
            let width = x.width();
            y = Bits::new(width, y.unsigned() & u128::from(width - 1));
        }
        let result = eval(op, x.width(), &[x, y]);
        Some(Const::Bits(self.wrapped(result, ty)))
    }

    fn compare(&self, compare: Compare, a: &Expr, b: &Expr) -> Option<Const> {
        let equal_only = |same: bool| match compare {
            Compare::Eq => Some(self.truth(same)),
            Compare::Ne => Some(self.truth(!same)),
            Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge => None,
        };
        match (self.constant(a)?, self.constant(b)?) {
            (Const::Bits(x), Const::Bits(y)) => {
                let op = compare_op(&self.types, compare, a.ty());
                Some(self.truth(eval(op, 1, &[x, y]).is_true()))
            }
            (Const::Address(base, _), Const::Bits(bits))
            | (Const::Bits(bits), Const::Address(base, _))
                if bits.is_zero() =>
            {
                match self.may_be_null(base) {
                    true => None,
                    false => equal_only(false),
                }
            }
            (Const::Address(x, m), Const::Address(y, n)) if x == y => match compare {
                Compare::Eq | Compare::Ne => equal_only(m == n),
                Compare::Lt => Some(self.truth(m < n)),
                Compare::Le => Some(self.truth(m <= n)),
                Compare::Gt => Some(self.truth(m > n)),
                Compare::Ge => Some(self.truth(m >= n)),
            },
            (Const::Address(Base::Symbol(x), _), Const::Address(Base::Symbol(y), _)) => {
                let one_of_its_own = |id| self.symbol(id).alias.is_none() && !self.symbol(id).weak;
                match one_of_its_own(x) && one_of_its_own(y) {
                    true => equal_only(false),
                    false => None,
                }
            }
            _ => None,
        }
    }

    fn convert_constant(&self, inner: &Expr, to: Ty) -> Option<Const> {
        let value = self.constant(inner)?;
        let Const::Bits(mut bits) = value else {
            // The conversion of an address to a pointer or a 64-bit integer does not change it. The conversion of an
            // address to `_Bool` gives true. If the address may be null, this conversion is not constant.
            return match self.types.ir_type(to)? {
                Type::I1 => Some(Const::Bits(Bits::bool(self.is_true(value)?))),
                Type::Ptr | Type::I64 => Some(value),
                _ => None,
            };
        };
        if self.is_long_double(to) && self.types.is_integer(inner.ty()) {
            let step = match self.types.is_signed(inner.ty()) {
                true => long_double::Step::Signed,
                false => long_double::Step::Unsigned,
            };
            self.note_rounding(step, &[bits]);
        }
        for step in conversion(&self.types, inner.ty(), to)? {
            bits = match step {
                Step::Cast(op, ty) => eval(op, ty.bits(), &[bits]),
                Step::NonZero if self.types.is_float(inner.ty()) => {
                    let zero = Bits::zero(bits.width());
                    eval(Op::FNe, 1, &[bits, zero])
                }
                Step::NonZero => Bits::bool(!bits.is_zero()),
                Step::Wrap(width, signed) => wrap(bits, width, signed),
            };
        }
        Some(Const::Bits(bits))
    }

    /// Returns the value of a `const` object with a constant initializer; `None` for other objects. Like gcc,
    /// symtool accepts such an object in constant expressions.
    fn const_object(&self, place: &Expr) -> Option<Const> {
        let ExprKind::Symbol(id) = &place.kind else {
            return None;
        };
        if !place.qty.is_const() || place.qty.is_volatile() {
            return None;
        }
        match &self.symbol(*id).definition {
            Definition::Object(init, _) if init.whole => match init.items.as_slice() {
                [item] if item.bits.is_none() && self.types.is_scalar(item.value.ty()) => {
                    self.constant(&item.value)
                }
                _ => None,
            },
            Definition::Object(..)
            | Definition::None
            | Definition::Tentative
            | Definition::Function(_)
            | Definition::Broken => None,
        }
    }
}

fn wrap(bits: Bits, width: u32, signed: bool) -> Bits {
    let stored = bits.width();
    wrap_ops(stored, width, signed)
        .into_iter()
        .fold(bits, |bits, (op, right)| {
            eval(op, stored, &[bits, Bits::new(stored, right)])
        })
}

fn add_offset(value: Const, by: i64) -> Const {
    match value {
        Const::Bits(bits) => Const::Bits(Bits::new(
            64,
            u128::from(bits.low_u64().wrapping_add(by as u64)),
        )),
        Const::Address(base, offset) => Const::Address(base, offset.wrapping_add(by)),
    }
}
