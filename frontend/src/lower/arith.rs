//! Lowers arithmetic operators to IR, with the checks for undefined behavior.
use super::Lowerer;
use super::overflow::operator;
use crate::convert::arith_op;
use crate::ctypes::Ty;
use crate::typed::{Arith, Expr, OverflowOp};
use symtool_ir::bug::CheckKind;
use symtool_ir::{BugKind, Op, Type, Value};

impl Lowerer<'_, '_> {
    fn checks(&self, kind: CheckKind) -> bool {
        self.cx.options.checks.has(kind)
    }

    /// Lowers the C operation `arith` on `x` and `y` in type `ty`. `right` is the type of `y`, which for a
    /// shift may differ from `ty`.
    pub(super) fn arith(&mut self, arith: Arith, ty: Ty, x: Value, y: Value, right: Ty) -> Value {
        let result = self.untruncated_arith(arith, ty, x, y, right);
        self.wrap_to_precision(result, ty)
    }

    /// Lowers the C operation `arith` on `x` and `y`, but does not truncate the result to the number of bits of `ty`.
    /// Only the type of a wide bit-field needs the truncation, because it has fewer bits than its storage.
    fn untruncated_arith(&mut self, arith: Arith, ty: Ty, x: Value, y: Value, right: Ty) -> Value {
        let Some(op) = arith_op(self.types(), arith, ty) else {
            return x;
        };
        if self.types().is_float(ty) {
            self.note_arith(arith, ty, x, y);
            return self.b.pure(op, &[x, y]);
        }
        let signed = self.types().is_signed(ty);
        match arith {
            Arith::Shl | Arith::Shr => self.shift(op, x, y, right, signed && arith == Arith::Shl),
            Arith::Div | Arith::Rem => {
                if self.checks(CheckKind::Div) {
                    self.check_division(x, y, signed);
                }
                self.b.pure(op, &[x, y])
            }
            Arith::Add | Arith::Sub | Arith::Mul | Arith::And | Arith::Or | Arith::Xor => {
                match overflow_op(arith) {
                    Some(operation) if signed && self.checks(CheckKind::Overflow) => {
                        self.checked(operation, x, y)
                    }
                    _ => self.b.pure(op, &[x, y]),
                }
            }
        }
    }

    fn check_division(&mut self, x: Value, y: Value, signed: bool) {
        let ty = self.b.func.ty(y);
        let zero = self.b.iconst(ty, 0);
        let not_zero = self.b.pure(Op::Ne, &[y, zero]);
        self.b.check(BugKind::DivByZero, not_zero, None);
        if !signed {
            return;
        }
        let minus_one = self.b.iconst(ty, -1);
        if self.b.func.as_const(y).is_some() && y != minus_one {
            return;
        }
        let least = self.min_value(ty);
        let x_fits = self.b.pure(Op::Ne, &[x, least]);
        let y_fits = self.b.pure(Op::Ne, &[y, minus_one]);
        let fits = self.b.pure(Op::Or, &[x_fits, y_fits]);
        self.b.check(BugKind::DivOverflow, fits, None);
    }

    fn min_value(&mut self, ty: Type) -> Value {
        let bits = 1u128 << (ty.bits() - 1);
        self.b.iconst(ty, bits as i128)
    }

    /// Lowers the signed operation `op` on `x` and `y`, with a check for overflow.
    fn checked(&mut self, op: OverflowOp, x: Value, y: Value) -> Value {
        let result = self.b.pure(operator(op), &[x, y]);
        let fits = self.fits(op, x, y, result);
        self.b.check(BugKind::Overflow, fits, None);
        result
    }

    /// Returns an `i1` that is 1 if the signed operation `op` on `x` and `y` does not overflow. `result` is the
    /// wrapped result of the operation; without overflow, it equals the exact result.
    fn fits(&mut self, op: OverflowOp, x: Value, y: Value, result: Value) -> Value {
        let ty = self.b.func.ty(x);
        let zero = self.b.iconst(ty, 0);
        let (p, q) = match op {
            OverflowOp::Add => (
                self.b.pure(Op::Xor, &[x, result]),
                self.b.pure(Op::Xor, &[y, result]),
            ),
            OverflowOp::Sub => (
                self.b.pure(Op::Xor, &[x, y]),
                self.b.pure(Op::Xor, &[x, result]),
            ),
            OverflowOp::Mul => {
                let Some(wide) = Type::int(ty.bits() * 2) else {
                    let overflows = self.signed_overflows(op, x, y);
                    return self.b.pure(Op::Not, &[overflows]);
                };
                let x = self.b.cast(Op::Sext, x, wide);
                let y = self.b.cast(Op::Sext, y, wide);
                let product = self.b.pure(Op::Mul, &[x, y]);
                let result = self.b.cast(Op::Sext, result, wide);
                return self.b.pure(Op::Eq, &[product, result]);
            }
        };
        // The sign bit of a value `a ^ b` is 1 exactly if the signs of `a` and `b` differ. The operation overflows
        // exactly if the sign bits of both `p` and `q` are 1.
        let both = self.b.pure(Op::And, &[p, q]);
        self.b.pure(Op::Sge, &[both, zero])
    }

    pub(super) fn negate(&mut self, inner: &Expr, expr: &Expr) -> Value {
        let value = self.value(inner);
        self.at(expr.span);
        if self.types().is_float(expr.ty()) {
            return self.b.pure(Op::FNeg, &[value]);
        }
        if self.types().is_signed(expr.ty()) && self.checks(CheckKind::Overflow) {
            let ty = self.b.func.ty(value);
            let least = self.min_value(ty);
            let fits = self.b.pure(Op::Ne, &[value, least]);
            self.b.check(BugKind::Overflow, fits, None);
        }
        let result = self.b.pure(Op::Neg, &[value]);
        self.wrap_to_precision(result, expr.ty())
    }

    /// Lowers a shift of `x` by `amount`. A check requires that `amount` is less than the width of `x`. If this check
    /// is disabled, the shift is by `amount` modulo the width, as on x86-64. For a left shift of a signed value
    /// (`signed_left`), another check requires that `x` is nonnegative and that the result is representable (C11
    /// 6.5.7).
    fn shift(&mut self, op: Op, x: Value, amount: Value, right: Ty, signed_left: bool) -> Value {
        let ty = self.b.func.ty(x);
        let width = i128::from(ty.bits());
        if self.checks(CheckKind::Shift) {
            let own = self.b.func.ty(amount);
            let limit = self.b.iconst(own, width);
            let fits = self.b.pure(Op::Ult, &[amount, limit]);
            self.b.check(BugKind::Shift, fits, None);
        }
        let signed = self.types().is_signed(right);
        let own = self.b.func.ty(amount);
        let amount = if own.bits() > ty.bits() {
            self.b.cast(Op::Trunc, amount, ty)
        } else if own.bits() < ty.bits() {
            let op = if signed { Op::Sext } else { Op::Zext };
            self.b.cast(op, amount, ty)
        } else {
            amount
        };
        let mask = self.b.iconst(ty, width - 1);
        let amount = self.b.pure(Op::And, &[amount, mask]);
        if signed_left && self.checks(CheckKind::Shift) {
            // For a left shift without overflow, all bits that are shifted out and the sign bit of the result
            // are zero.
            let left = self.b.pure(Op::Sub, &[mask, amount]);
            let lost = self.b.pure(Op::LShr, &[x, left]);
            let zero = self.b.iconst(ty, 0);
            let fits = self.b.pure(Op::Eq, &[lost, zero]);
            self.b.check(BugKind::Shift, fits, None);
        }
        self.b.pure(op, &[x, amount])
    }
}

/// Returns the operator whose signed overflow is checked; `None` for bitwise operators, and for divisions and shifts,
/// which have checks of their own.
fn overflow_op(arith: Arith) -> Option<OverflowOp> {
    match arith {
        Arith::Add => Some(OverflowOp::Add),
        Arith::Sub => Some(OverflowOp::Sub),
        Arith::Mul => Some(OverflowOp::Mul),
        Arith::Div | Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => {
            None
        }
    }
}
