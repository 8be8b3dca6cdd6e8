//! Lowers operations on `long double`. The values are computed as `f64`, and stored in memory in the 80-bit format of
//! x86-64.
//!
//! Every operation that may round differently in the 80-bit format is followed by a note, an [`Intrinsic::Rounded`]
//! on its operands. From the notes, the engine detects results that may differ from those of the compiled program;
//! see [`symtool_ir::long_double`]. A `long double` in memory consists of 64 bits of significand and 16 bits of sign
//! and exponent, so that code that inspects the bytes sees the real format. The 6 padding bytes after them are never
//! accessed.
use super::Lowerer;
use crate::ctypes::{Kind, Ty};
use crate::typed::Arith;
use crate::x87::REBIAS;
use symtool_ir::long_double::Step;
use symtool_ir::{Bits, Intrinsic, Op, Type, Value};

/// The byte offset of sign and exponent in the 80-bit format in memory.
const HIGH: i64 = 8;

impl Lowerer<'_, '_> {
    pub(super) fn is_long_double(&self, ty: Ty) -> bool {
        matches!(self.types().kind(ty), Kind::LongDouble)
    }

    /// Emits a note ([`Intrinsic::Rounded`]) that the operation `step` may be inexact. Emits nothing if all operands
    /// are constants for which the operation is exact.
    fn note_step(&mut self, step: Step, operands: &[Value]) {
        let known: Option<Vec<Bits>> = operands.iter().map(|&v| self.b.func.as_const(v)).collect();
        if known.is_some_and(|known| step.is_exact(&known)) {
            return;
        }
        self.b
            .intrinsic(Intrinsic::Rounded, operands, None, Some(step.name()));
    }

    /// Emits a note ([`Intrinsic::Rounded`]) that a `long double` value may be rounded; `what` describes the value.
    pub(super) fn note_rounded(&mut self, what: &str) {
        self.b.intrinsic(Intrinsic::Rounded, &[], None, Some(what));
    }

    /// Emits a note ([`Intrinsic::Rounded`]) that the operation `arith` on `x` and `y` may be inexact, if the type
    /// `ty` of the operation is `long double`.
    pub(super) fn note_arith(&mut self, arith: Arith, ty: Ty, x: Value, y: Value) {
        if !self.is_long_double(ty) {
            return;
        }
        let step = match arith {
            Arith::Add => Step::Sum,
            Arith::Sub => Step::Difference,
            Arith::Mul => Step::Product,
            Arith::Div => Step::Quotient,
            Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => return,
        };
        self.note_step(step, &[x, y]);
    }

    /// Emits a note ([`Intrinsic::Rounded`]) that the square root of `x` may be inexact, if its type `ty` is
    /// `long double`.
    pub(super) fn note_root(&mut self, ty: Ty, x: Value) {
        if self.is_long_double(ty) {
            self.note_step(Step::Root, &[x]);
        }
    }

    /// Emits a note ([`Intrinsic::Rounded`]) that a conversion of an integer to `long double` may be inexact. Does
    /// nothing if `to` is another type, or if `from` has at most 32 bits, because a `double` represents such integers
    /// exactly.
    pub(super) fn note_conversion(&mut self, value: Value, from: Ty, to: Ty) {
        if !self.is_long_double(to) || !self.types().is_integer(from) {
            return;
        }
        if self.b.func.ty(value).bits() > 32 {
            let step = match self.types().is_signed(from) {
                true => Step::Signed,
                false => Step::Unsigned,
            };
            self.note_step(step, &[value]);
        }
    }

    // ---- Memory.

    /// Lowers a load of a scalar of the C type `ty`. If `volatile` is set, the load is volatile.
    pub(super) fn load_scalar(&mut self, ty: Ty, address: Value, volatile: bool) -> Value {
        if !self.is_long_double(ty) {
            let ty = self.ir(ty);
            return self.b.load_with(ty, address, None, volatile);
        }
        let low = self.b.load_with(Type::I64, address, None, volatile);
        let above = self.b.offset(address, HIGH);
        let high = self.b.load_with(Type::I16, above, None, volatile);
        self.note_step(Step::Memory, &[low, high]);
        self.decode_x87(low, high)
    }

    /// Lowers a store of `value`, a scalar of the C type `ty`, to `address`. If `volatile` is set, the store is
    /// volatile.
    pub(super) fn store_scalar(&mut self, ty: Ty, value: Value, address: Value, volatile: bool) {
        if !self.is_long_double(ty) || self.b.func.ty(value) != Type::F64 {
            self.b.store_with(value, address, None, volatile);
            return;
        }
        let (low, high) = self.encode_x87(value);
        self.b.store_with(low, address, None, volatile);
        let above = self.b.offset(address, HIGH);
        self.b.store_with(high, above, None, volatile);
    }

    fn number(&mut self, value: i128) -> Value {
        self.b.iconst(Type::I64, value)
    }

    fn op_with(&mut self, op: Op, x: Value, y: i128) -> Value {
        let y = self.number(y);
        self.b.pure(op, &[x, y])
    }

    fn power_of_two(&mut self, exponent: i64) -> Value {
        let bits = (1023 + exponent) << 52;
        self.b.iconst(Type::F64, i128::from(bits))
    }

    fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        self.b.pure(Op::Select, &[condition, yes, no])
    }

    /// Splits a double into its exponent field (11 bits) and its fraction.
    fn fields(&mut self, value: Value) -> (Value, Value) {
        let bits = self.b.cast(Op::Bitcast, value, Type::I64);
        let exponent = self.op_with(Op::LShr, bits, 52);
        let exponent = self.op_with(Op::And, exponent, 0x7ff);
        let fraction = self.op_with(Op::And, bits, (1 << 52) - 1);
        (exponent, fraction)
    }

    /// Emits the conversion of a double to the 80-bit format. Returns two values: the significand, and the sign
    /// together with the exponent.
    fn encode_x87(&mut self, value: Value) -> (Value, Value) {
        let (field, _) = self.fields(value);
        let small = self.op_with(Op::Eq, field, 0);
        // A subnormal double is a normal number in the 80-bit format. Therefore the double is first multiplied by a
        // power of two, so that it becomes normal.
        let larger = self.power_of_two(64);
        let scaled = self.b.pure(Op::FMul, &[value, larger]);
        let scaled = self.select(small, scaled, value);
        let (exponent, fraction) = self.fields(scaled);
        let (down, up) = (self.number(REBIAS - 64), self.number(REBIAS));
        let shift = self.select(small, down, up);
        let moved = self.b.pure(Op::Add, &[exponent, shift]);
        let special = self.op_with(Op::Eq, exponent, 0x7ff);
        let most = self.number(0x7fff);
        let exponent = self.select(special, most, moved);
        let low = self.op_with(Op::Shl, fraction, 11);
        let low = self.op_with(Op::Or, low, 1 << 63);
        let bits = self.b.cast(Op::Bitcast, value, Type::I64);
        let rest = self.op_with(Op::Shl, bits, 1);
        let zero = self.op_with(Op::Eq, rest, 0);
        let none = self.number(0);
        let (low, exponent) = (
            self.select(zero, none, low),
            self.select(zero, none, exponent),
        );
        let sign = self.op_with(Op::LShr, bits, 48);
        let sign = self.op_with(Op::And, sign, 0x8000);
        let high = self.b.pure(Op::Or, &[sign, exponent]);
        (low, self.b.cast(Op::Trunc, high, Type::I16))
    }

    /// Emits the conversion of a number in the 80-bit format to the nearest double. `low` is the significand; `high`
    /// contains the sign and the exponent.
    fn decode_x87(&mut self, low: Value, high: Value) -> Value {
        let high = self.b.cast(Op::Zext, high, Type::I64);
        let field = self.op_with(Op::And, high, 0x7fff);
        // The significand, a number in [1, 2), is multiplied by one power of two and then by another. Of these two
        // multiplications, only the second can round.
        let unit = self.b.cast(Op::UToF, low, Type::F64);
        let scale = self.power_of_two(-63);
        let unit = self.b.pure(Op::FMul, &[unit, scale]);
        let (least, most) = (16383 - 1150, 16383 + 1024);
        let below = self.op_with(Op::Ult, field, least);
        let above = self.op_with(Op::Ugt, field, most);
        let (bottom, top) = (self.number(least), self.number(most));
        let field = self.select(below, bottom, field);
        let field = self.select(above, top, field);
        let half = self.op_with(Op::LShr, field, 1);
        let other = self.b.pure(Op::Sub, &[field, half]);
        let mut result = unit;
        for (part, bias) in [(half, 16383 / 2), (other, 16383 - 16383 / 2)] {
            let exponent = self.op_with(Op::Sub, part, bias - 1023);
            let bits = self.op_with(Op::Shl, exponent, 52);
            let factor = self.b.cast(Op::Bitcast, bits, Type::F64);
            result = self.b.pure(Op::FMul, &[result, factor]);
        }
        let size = self.b.cast(Op::Bitcast, result, Type::I64);
        let size = self.special_size(low, high, size);
        let sign = self.op_with(Op::And, high, 0x8000);
        let sign = self.op_with(Op::Shl, sign, 48);
        let bits = self.b.pure(Op::Or, &[size, sign]);
        self.b.cast(Op::Bitcast, bits, Type::F64)
    }

    /// Returns the bits of an infinity or NaN if the exponent field of `high` is all ones. Otherwise returns
    /// `size`, the bits of the number without its sign.
    fn special_size(&mut self, low: Value, high: Value, size: Value) -> Value {
        let field = self.op_with(Op::And, high, 0x7fff);
        let special = self.op_with(Op::Eq, field, 0x7fff);
        let digits = self.op_with(Op::Shl, low, 1);
        let fraction = self.op_with(Op::LShr, digits, 12);
        let plain = self.op_with(Op::Eq, digits, 0);
        let (none, quiet) = (self.number(0), self.number(1 << 51));
        let quiet = self.b.pure(Op::Or, &[fraction, quiet]);
        let fraction = self.select(plain, none, quiet);
        let infinity = self.number(0x7ff << 52);
        let bits = self.b.pure(Op::Or, &[infinity, fraction]);
        self.select(special, bits, size)
    }
}
