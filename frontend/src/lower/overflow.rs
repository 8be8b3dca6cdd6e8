//! Lowers overflow built-ins, which test whether the mathematical result fits the target type.
//!
//! Operations on operands of up to 64 bits are computed in a type of twice the width, in which they cannot overflow.
//! For 128-bit operands, there is no wider type. Their exact result is represented by two numbers: its low 128 bits,
//! and a signed number n. The exact result is the low bits plus n · 2^128.
use super::Lowerer;
use crate::typed::{Expr, OverflowOp};
use symtool_ir::{Op, Type, Value};

/// An operand with its signedness.
#[derive(Copy, Clone)]
struct Operand {
    value: Value,
    signed: bool,
}

/// The type or bit-field into which the exact result must fit.
#[derive(Copy, Clone)]
struct Target {
    /// The width in bits. For a bit-field, this width is smaller than the width of its type `ty`.
    width: u32,
    ty: Type,
    signed: bool,
}

impl Lowerer<'_, '_> {
    /// Lowers `__builtin_add_overflow(a, b, place)` and its variants, which store the wrapped result at
    /// `place`.
    pub(super) fn overflow(
        &mut self,
        op: OverflowOp,
        a: &Expr,
        b: &Expr,
        place: &Expr,
        expr: &Expr,
    ) -> Value {
        let Some(target) = self.types().pointee(place.ty()).map(|to| to.ty) else {
            return self.b.bool(false);
        };
        let (x, y) = (self.overflow_operand(a), self.overflow_operand(b));
        let address = self.value(place);
        self.at(expr.span);
        let ty = self.ir(target);
        let target = Target {
            width: ty.bits(),
            ty,
            signed: self.types().is_signed(target),
        };
        let (cut, overflows) = self.true_result(op, x, y, target);
        self.b.store(cut, address);
        overflows
    }

    /// Lowers `__builtin_add_overflow_p(a, b, sample)` and its variants, which store nothing. `sample` has the
    /// type, or is the bit-field, in which the result must fit.
    pub(super) fn overflows(
        &mut self,
        op: OverflowOp,
        width: u32,
        a: &Expr,
        b: &Expr,
        sample: &Expr,
        expr: &Expr,
    ) -> Value {
        let (x, y) = (self.overflow_operand(a), self.overflow_operand(b));
        self.effects(sample);
        self.at(expr.span);
        let target = Target {
            width,
            ty: self.ir(sample.ty()),
            signed: self.types().is_signed(sample.ty()),
        };
        self.true_result(op, x, y, target).1
    }

    /// Returns an `i1` that is 1 if the signed operation `op` on `x` and `y`, values of the same type, overflows.
    pub(super) fn signed_overflows(&mut self, op: OverflowOp, x: Value, y: Value) -> Value {
        let ty = self.b.func.ty(x);
        let operand = |value| Operand {
            value,
            signed: true,
        };
        let target = Target {
            width: ty.bits(),
            ty,
            signed: true,
        };
        self.true_result(op, operand(x), operand(y), target).1
    }

    fn overflow_operand(&mut self, operand: &Expr) -> Operand {
        Operand {
            value: self.value(operand),
            signed: self.types().is_signed(operand.ty()),
        }
    }

    /// Returns two values: the result of `op` on `x` and `y`, truncated to the target type, and an `i1`. The `i1` is 1
    /// if the exact result does not fit the target.
    fn true_result(
        &mut self,
        op: OverflowOp,
        x: Operand,
        y: Operand,
        to: Target,
    ) -> (Value, Value) {
        let most = [x.value, y.value]
            .iter()
            .map(|&v| self.b.func.ty(v).bits())
            .chain([to.ty.bits(), 8])
            .max()
            .unwrap_or(64);
        match Type::int(2 * most) {
            Some(wide) => self.in_wide_type(op, x, y, to, wide),
            None => self.in_two_parts(op, x, y, to),
        }
    }

    fn in_wide_type(
        &mut self,
        op: OverflowOp,
        x: Operand,
        y: Operand,
        to: Target,
        wide: Type,
    ) -> (Value, Value) {
        let (wx, wy) = (self.extend(x, wide), self.extend(y, wide));
        let exact = self.b.pure(operator(op), &[wx, wy]);
        let again = self.as_target(exact, to);
        let mut overflows = self.b.pure(Op::Ne, &[exact, again]);
        if op == OverflowOp::Mul && !x.signed && !y.signed && to.signed {
            // If an unsigned product fills all bits of the type `wide`, its sign bit is 1, so that it looks negative
            // as a signed number. Such a product fits into no signed target.
            let zero = self.b.iconst(wide, 0);
            let negative = self.b.pure(Op::Slt, &[exact, zero]);
            overflows = self.b.pure(Op::Or, &[overflows, negative]);
        }
        (self.b.cast(Op::Trunc, exact, to.ty), overflows)
    }

    fn extend(&mut self, operand: Operand, wide: Type) -> Value {
        if self.b.func.ty(operand.value) == wide {
            return operand.value;
        }
        let op = if operand.signed { Op::Sext } else { Op::Zext };
        self.b.cast(op, operand.value, wide)
    }

    /// Truncates a value to the width of the target, and extends it to its original width by the signedness of
    /// the target.
    fn as_target(&mut self, value: Value, to: Target) -> Value {
        let wide = self.b.func.ty(value);
        if wide.bits() == to.width {
            return value;
        }
        let by = self.b.iconst(wide, i128::from(wide.bits() - to.width));
        let up = self.b.pure(Op::Shl, &[value, by]);
        let op = if to.signed { Op::AShr } else { Op::LShr };
        self.b.pure(op, &[up, by])
    }

    fn in_two_parts(
        &mut self,
        op: OverflowOp,
        x: Operand,
        y: Operand,
        to: Target,
    ) -> (Value, Value) {
        let wide = Type::I128;
        let (wx, wy) = (self.extend(x, wide), self.extend(y, wide));
        let (nx, ny) = (
            self.is_negative(wx, x.signed),
            self.is_negative(wy, y.signed),
        );
        let (low, high, lost) = match op {
            OverflowOp::Mul => self.product(wx, wy, nx, ny),
            OverflowOp::Add | OverflowOp::Sub => {
                let subtract = op == OverflowOp::Sub;
                let (low, high) = self.sum(subtract, wx, wy, nx, ny);
                (low, high, None)
            }
        };
        let cut = match to.ty {
            Type::I128 => low,
            ty => self.b.cast(Op::Trunc, low, ty),
        };
        let again = self.as_target(low, to);
        let wrong_low = self.b.pure(Op::Ne, &[low, again]);
        let negative = self.is_negative(again, to.signed);
        let wanted_high = self.b.cast(Op::Sext, negative, Type::I8);
        let wrong_high = self.b.pure(Op::Ne, &[high, wanted_high]);
        let mut overflows = self.b.pure(Op::Or, &[wrong_low, wrong_high]);
        if let Some(lost) = lost {
            overflows = self.b.pure(Op::Or, &[overflows, lost]);
        }
        (cut, overflows)
    }

    fn is_negative(&mut self, value: Value, signed: bool) -> Value {
        if !signed {
            return self.b.bool(false);
        }
        let zero = self.b.iconst(self.b.func.ty(value), 0);
        self.b.pure(Op::Slt, &[value, zero])
    }

    /// Returns the exact sum `x + y` of 128-bit operands, or the exact difference `x - y` if `subtract` is set. The
    /// result consists of its low 128 bits and a number n from -2 to 1 (an `i8`). The exact result is the low bits plus
    /// n · 2^128. `nx` and `ny` are of type `i1`: `nx` is 1 if `x` is negative, and `ny` is 1 if `y` is negative.
    fn sum(&mut self, subtract: bool, x: Value, y: Value, nx: Value, ny: Value) -> (Value, Value) {
        let low = self
            .b
            .pure(if subtract { Op::Sub } else { Op::Add }, &[x, y]);
        let carry = match subtract {
            false => self.b.pure(Op::Ult, &[low, x]),
            true => self.b.pure(Op::Ult, &[x, y]),
        };
        let number = |l: &mut Self, truth: Value| l.b.cast(Op::Zext, truth, Type::I8);
        let (nx, ny, carry) = (number(self, nx), number(self, ny), number(self, carry));
        let zero = self.b.iconst(Type::I8, 0);
        let minus_x = self.b.pure(Op::Sub, &[zero, nx]);
        let high = match subtract {
            false => {
                let both = self.b.pure(Op::Sub, &[minus_x, ny]);
                self.b.pure(Op::Add, &[both, carry])
            }
            true => {
                let both = self.b.pure(Op::Add, &[minus_x, ny]);
                self.b.pure(Op::Sub, &[both, carry])
            }
        };
        (low, high)
    }

    /// Returns the exact product of 128-bit operands as three values: the low 128 bits, a number n (0 or -1, as an
    /// `i8`), and an `i1`. The exact product is the low bits plus n · 2^128. The `i1` is 1 if the magnitude of the
    /// product needs more than 128 bits; n is then meaningless. The `i1` is always present. The result type has an
    /// `Option`, because the caller uses `None` for sums, which need no `i1`.
    ///
    /// `nx` and `ny` are of type `i1`: `nx` is 1 if `x` is negative, and `ny` is 1 if `y` is negative. The function
    /// multiplies the magnitudes of the operands, and negates the result if `nx` and `ny` differ.
    fn product(
        &mut self,
        x: Value,
        y: Value,
        nx: Value,
        ny: Value,
    ) -> (Value, Value, Option<Value>) {
        let wide = Type::I128;
        let zero = self.b.iconst(wide, 0);
        let one = self.b.iconst(wide, 1);
        let size = |l: &mut Self, value: Value, negative: Value| {
            let minus = l.b.pure(Op::Neg, &[value]);
            l.b.pure(Op::Select, &[negative, minus, value])
        };
        let (mx, my) = (size(self, x, nx), size(self, y, ny));
        let magnitude = self.b.pure(Op::Mul, &[mx, my]);
        let empty = self.b.pure(Op::Eq, &[mx, zero]);
        let divisor = self.b.pure(Op::Select, &[empty, one, mx]);
        let back = self.b.pure(Op::UDiv, &[magnitude, divisor]);
        let differs = self.b.pure(Op::Ne, &[back, my]);
        let some = self.b.pure(Op::Ne, &[mx, zero]);
        let lost = self.b.pure(Op::And, &[differs, some]);
        let negative = self.b.pure(Op::Xor, &[nx, ny]);
        let low = size(self, magnitude, negative);
        let any = self.b.pure(Op::Ne, &[magnitude, zero]);
        let below = self.b.pure(Op::And, &[negative, any]);
        let high = self.b.cast(Op::Sext, below, Type::I8);
        (low, high, Some(lost))
    }
}

/// Returns the IR operator that computes the wrapped result of `op`.
pub(super) fn operator(op: OverflowOp) -> Op {
    match op {
        OverflowOp::Add => Op::Add,
        OverflowOp::Sub => Op::Sub,
        OverflowOp::Mul => Op::Mul,
    }
}
