//! Compiles pure operators. For some operands, the machine operation is undefined or differs from
//! [`symtool_ir::eval()`]; the emitted code treats these operands separately. Rare operators are not compiled: machine
//! code calls `eval` for them.
use super::compile::clif_type;
use super::function::Translator;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self as clif, InstBuilder, MemFlagsData, types};
use symtool_ir::{Bits, Inst, Op, OpClass, Type, Value};

/// The operators that are compiled. Machine code calls `eval` for all others.
#[rustfmt::skip]
const COMPILED: &[Op] = &[
    Op::Not, Op::Neg, Op::Add, Op::Sub, Op::Mul, Op::UDiv, Op::SDiv, Op::URem, Op::SRem, Op::And, Op::Or, Op::Xor,
    Op::Shl, Op::LShr, Op::AShr, Op::Eq, Op::Ne, Op::Ult, Op::Ule, Op::Ugt, Op::Uge, Op::Slt, Op::Sle, Op::Sgt, Op::Sge,
    Op::FNeg, Op::FSqrt, Op::FNearest, Op::FFloor, Op::FCeil, Op::FWhole, Op::FAdd, Op::FSub, Op::FMul, Op::FDiv,
    Op::FEq, Op::FNe, Op::FLt, Op::FLe, Op::FGt, Op::FGe, Op::Trunc, Op::Zext, Op::Sext, Op::PtrToInt, Op::IntToPtr,
    Op::Bitcast, Op::FToS, Op::FToU, Op::SToF, Op::UToF, Op::FExt, Op::FTrunc, Op::Select, Op::PtrAdd,
];

impl Translator<'_, '_> {
    /// Emits a pure operation.
    pub fn pure(&mut self, inst: Inst, op: Op, args: &[Value]) {
        let Some(result) = self.function.result(inst) else {
            return;
        };
        let to = self.function.ty(result);
        let from = self.function.ty(args[0]);
        let wide = from == Type::I128 || to == Type::I128;
        let value = match op.class() {
            _ if !COMPILED.contains(&op) || wide && (op.is_division() || is_float_cast(op)) => {
                self.by_eval(op as usize, args, to)
            }
            OpClass::IntUnary | OpClass::IntBinary => {
                let value = self.integer(op, from, args);
                self.cut(from, value)
            }
            OpClass::IntCompare => self.compare(op, from, args),
            OpClass::FloatUnary => {
                let value = self.get(args[0]);
                match op {
                    Op::FSqrt => self.b.ins().sqrt(value),
                    Op::FNearest => self.b.ins().nearest(value),
                    Op::FFloor => self.b.ins().floor(value),
                    Op::FCeil => self.b.ins().ceil(value),
                    Op::FWhole => self.b.ins().trunc(value),
                    Op::FNeg => self.b.ins().fneg(value),
                    _ => not_compiled(op),
                }
            }
            OpClass::FloatBinary => self.float_binary(op, args),
            OpClass::FloatCompare => self.float_compare(op, args),
            OpClass::Cast => self.cast(op, from, to, args[0]),
            OpClass::Select => {
                let [c, x, y] = [0, 1, 2].map(|i| self.get(args[i]));
                self.choose(to, c, x, y)
            }
            OpClass::PtrAdd => {
                let (x, y) = (self.get(args[0]), self.get(args[1]));
                self.b.ins().iadd(x, y)
            }
        };
        self.set(inst, value);
    }

    /// Emits a select: `x` if the condition holds, otherwise `y`. For 128-bit values, each half is selected
    /// separately. The reason is that Cranelift replaces a comparison and a select of whole 128-bit values by a
    /// minimum, an operation that Cranelift cannot compile for 128 bits.
    fn choose(&mut self, ty: Type, c: clif::Value, x: clif::Value, y: clif::Value) -> clif::Value {
        if ty != Type::I128 {
            return self.b.ins().select(c, x, y);
        }
        let (x, y) = (self.b.ins().isplit(x), self.b.ins().isplit(y));
        let low = self.b.ins().select(c, x.0, y.0);
        let high = self.b.ins().select(c, x.1, y.1);
        self.b.ins().iconcat(low, high)
    }

    /// Emits the truncation of a register to the IR type `ty`. Only `i1` needs code, because it is stored in a register
    /// of eight bits.
    fn cut(&mut self, ty: Type, value: clif::Value) -> clif::Value {
        if ty != Type::I1 {
            return value;
        }
        let one = self.constant(Type::I1, 1);
        self.b.ins().band(value, one)
    }

    /// Emits the extension of an `i1` value to its 8-bit register by its sign: 1 becomes -1. A value of another type
    /// fills its register and stays unchanged.
    fn signed(&mut self, ty: Type, value: clif::Value) -> clif::Value {
        if ty == Type::I1 {
            self.b.ins().ineg(value)
        } else {
            value
        }
    }

    fn integer(&mut self, op: Op, ty: Type, args: &[Value]) -> clif::Value {
        let x = self.get(args[0]);
        if op.class() == OpClass::IntUnary {
            return match op {
                Op::Not => self.b.ins().bnot(x),
                Op::Neg => self.b.ins().ineg(x),
                _ => not_compiled(op),
            };
        }
        let y = self.get(args[1]);
        match op {
            Op::Add => self.b.ins().iadd(x, y),
            Op::Sub => self.b.ins().isub(x, y),
            Op::Mul => self.b.ins().imul(x, y),
            Op::And => self.b.ins().band(x, y),
            Op::Or => self.b.ins().bor(x, y),
            Op::Xor => self.b.ins().bxor(x, y),
            Op::Shl | Op::LShr | Op::AShr => self.shift(op, ty, x, y, args[1]),
            Op::UDiv | Op::SDiv | Op::URem | Op::SRem => {
                let known = self.function.as_const(args[1]);
                let plain = known.is_some_and(|y| !y.is_zero() && !y.is_ones());
                self.divide(op, ty, x, y, plain)
            }
            _ => not_compiled(op),
        }
    }

    /// Emits a shift. The host shifts by the amount modulo the width, so the code checks for larger amounts.
    fn shift(
        &mut self,
        op: Op,
        ty: Type,
        x: clif::Value,
        y: clif::Value,
        amount: Value,
    ) -> clif::Value {
        if ty == Type::I1 {
            // For an `i1` value and the amount 1, `shl` and `lshr` give 0, and `ashr` gives the value.
            return match op {
                Op::AShr => x,
                Op::Shl | Op::LShr => self.b.ins().band_not(x, y),
                _ => not_compiled(op),
            };
        }
        let known = self.function.as_const(amount).map(Bits::unsigned);
        let small = known.is_some_and(|bits| bits < u128::from(ty.bits()));
        match op {
            Op::AShr if small => self.b.ins().sshr(x, y),
            Op::AShr => {
                let most = self.constant(ty, u128::from(ty.bits()) - 1);
                let fits = self.b.ins().icmp(IntCC::UnsignedLessThan, y, most);
                let y = self.choose(ty, fits, y, most);
                self.b.ins().sshr(x, y)
            }
            Op::Shl | Op::LShr => {
                let shifted = match op {
                    Op::Shl => self.b.ins().ishl(x, y),
                    _ => self.b.ins().ushr(x, y),
                };
                if small {
                    return shifted;
                }
                let width = self.constant(ty, u128::from(ty.bits()));
                let fits = self.b.ins().icmp(IntCC::UnsignedLessThan, y, width);
                let zero = self.zero(ty);
                self.choose(ty, fits, shifted, zero)
            }
            _ => not_compiled(op),
        }
    }

    /// Emits a division or remainder. Divisors 0 and -1 are treated separately, because the host traps for some
    /// operands. If `plain` is true, the divisor is a constant other than 0 and -1, and needs no separate treatment.
    fn divide(
        &mut self,
        op: Op,
        ty: Type,
        x: clif::Value,
        y: clif::Value,
        plain: bool,
    ) -> clif::Value {
        // Operands narrower than 32 bits are extended to 32 bits.
        let narrow = ty.bits() < 32;
        let (mut wide_x, mut wide_y) = (x, y);
        let is_signed = matches!(op, Op::SDiv | Op::SRem);
        if narrow {
            for value in [&mut wide_x, &mut wide_y] {
                *value = if is_signed {
                    let signed = self.signed(ty, *value);
                    self.b.ins().sextend(types::I32, signed)
                } else {
                    self.b.ins().uextend(types::I32, *value)
                };
            }
        }
        let wide = if narrow { Type::I32 } else { ty };
        let (x, y) = (wide_x, wide_y);
        let quotient = if plain {
            self.divided(op, x, y)
        } else {
            self.divided_by_any(op, wide, x, y)
        };
        if narrow {
            self.b.ins().ireduce(clif_type(ty), quotient)
        } else {
            quotient
        }
    }

    fn divided(&mut self, op: Op, x: clif::Value, y: clif::Value) -> clif::Value {
        match op {
            Op::UDiv => self.b.ins().udiv(x, y),
            Op::SDiv => self.b.ins().sdiv(x, y),
            Op::URem => self.b.ins().urem(x, y),
            Op::SRem => self.b.ins().srem(x, y),
            _ => not_compiled(op),
        }
    }

    fn divided_by_any(&mut self, op: Op, ty: Type, x: clif::Value, y: clif::Value) -> clif::Value {
        let [zero, one, ones] =
            [0, 1, u128::MAX >> (128 - ty.bits())].map(|c| self.constant(ty, c));
        let by_zero = self.b.ins().icmp(IntCC::Equal, y, zero);
        let mut divisor = self.b.ins().select(by_zero, one, y);
        let by_minus_one = self.b.ins().icmp(IntCC::Equal, y, ones);
        if matches!(op, Op::SDiv | Op::SRem) {
            divisor = self.b.ins().select(by_minus_one, one, divisor);
        }
        let divided = self.divided(op, x, divisor);
        match op {
            Op::UDiv => self.b.ins().select(by_zero, ones, divided),
            // For the signed divisor -1, `divided` is the remainder of a division by 1. This is correct, because the
            // remainder is 0 for both divisors.
            Op::URem | Op::SRem => self.b.ins().select(by_zero, x, divided),
            Op::SDiv => {
                let negated = self.b.ins().ineg(x);
                let divided = self.b.ins().select(by_minus_one, negated, divided);
                let negative = self.b.ins().icmp(IntCC::SignedLessThan, x, zero);
                let of_zero = self.b.ins().select(negative, one, ones);
                self.b.ins().select(by_zero, of_zero, divided)
            }
            _ => not_compiled(op),
        }
    }

    fn compare(&mut self, op: Op, ty: Type, args: &[Value]) -> clif::Value {
        let (mut x, mut y) = (self.get(args[0]), self.get(args[1]));
        let condition = match op {
            Op::Eq => IntCC::Equal,
            Op::Ne => IntCC::NotEqual,
            Op::Ult => IntCC::UnsignedLessThan,
            Op::Ule => IntCC::UnsignedLessThanOrEqual,
            Op::Ugt => IntCC::UnsignedGreaterThan,
            Op::Uge => IntCC::UnsignedGreaterThanOrEqual,
            Op::Slt => IntCC::SignedLessThan,
            Op::Sle => IntCC::SignedLessThanOrEqual,
            Op::Sgt => IntCC::SignedGreaterThan,
            Op::Sge => IntCC::SignedGreaterThanOrEqual,
            _ => not_compiled(op),
        };
        if matches!(op, Op::Slt | Op::Sle | Op::Sgt | Op::Sge) {
            (x, y) = (self.signed(ty, x), self.signed(ty, y));
        }
        self.b.ins().icmp(condition, x, y)
    }

    fn float_binary(&mut self, op: Op, args: &[Value]) -> clif::Value {
        let (x, y) = (self.get(args[0]), self.get(args[1]));
        match op {
            Op::FAdd => self.b.ins().fadd(x, y),
            Op::FSub => self.b.ins().fsub(x, y),
            Op::FMul => self.b.ins().fmul(x, y),
            Op::FDiv => self.b.ins().fdiv(x, y),
            _ => not_compiled(op),
        }
    }

    fn float_compare(&mut self, op: Op, args: &[Value]) -> clif::Value {
        let (x, y) = (self.get(args[0]), self.get(args[1]));
        let condition = match op {
            Op::FEq => FloatCC::Equal,
            Op::FNe => FloatCC::NotEqual,
            Op::FLt => FloatCC::LessThan,
            Op::FLe => FloatCC::LessThanOrEqual,
            Op::FGt => FloatCC::GreaterThan,
            Op::FGe => FloatCC::GreaterThanOrEqual,
            _ => not_compiled(op),
        };
        self.b.ins().fcmp(condition, x, y)
    }

    fn cast(&mut self, op: Op, from: Type, to: Type, arg: Value) -> clif::Value {
        let x = self.get(arg);
        let (same, ty) = (clif_type(from) == clif_type(to), clif_type(to));
        match op {
            Op::Trunc if same => self.cut(to, x),
            Op::Trunc => {
                let low = self.b.ins().ireduce(ty, x);
                self.cut(to, low)
            }
            Op::Zext if same => x,
            Op::Zext => self.b.ins().uextend(ty, x),
            Op::Sext => {
                let x = self.signed(from, x);
                if same { x } else { self.b.ins().sextend(ty, x) }
            }
            Op::PtrToInt | Op::IntToPtr => x,
            Op::Bitcast => self.b.ins().bitcast(ty, MemFlagsData::new(), x),
            Op::FExt => self.b.ins().fpromote(types::F64, x),
            Op::FTrunc => self.b.ins().fdemote(types::F32, x),
            Op::SToF => {
                let x = self.signed(from, x);
                let x = if from.bits() < 32 {
                    self.b.ins().sextend(types::I32, x)
                } else {
                    x
                };
                self.b.ins().fcvt_from_sint(ty, x)
            }
            Op::UToF if from.bits() <= 32 => {
                let x = self.b.ins().uextend(types::I64, x);
                self.b.ins().fcvt_from_sint(ty, x)
            }
            Op::UToF => self.b.ins().fcvt_from_uint(ty, x),
            Op::FToS | Op::FToU => self.float_to_integer(op, from, to, x),
            _ => not_compiled(op),
        }
    }

    /// Emits a conversion from floating point to an integer. For a value out of range, the result is the same
    /// as in the code that gcc generates for x86-64 (see `eval`).
    fn float_to_integer(&mut self, op: Op, from: Type, to: Type, x: clif::Value) -> clif::Value {
        let x = if from == Type::F32 {
            self.b.ins().fpromote(types::F64, x)
        } else {
            x
        };
        let wide = match (op, to.bits()) {
            (Op::FToS, ..=32) | (_, ..=16) => self.signed_32_of(x),
            (Op::FToS, _) | (_, ..=32) => self.signed_64_of(x),
            _ => self.unsigned_64_of(x),
        };
        let ty = clif_type(to);
        if self.b.func.dfg.value_type(wide) == ty {
            return wide;
        }
        let low = self.b.ins().ireduce(ty, wide);
        self.cut(to, low)
    }

    /// Emits a conversion to a signed 64-bit integer. A value out of range, or NaN, gives the smallest integer.
    fn signed_64_of(&mut self, x: clif::Value) -> clif::Value {
        let limit = self.b.ins().f64const(2f64.powi(63));
        let fits = self.b.ins().fcmp(FloatCC::LessThan, x, limit);
        let value = self.b.ins().fcvt_to_sint_sat(types::I64, x);
        let least = self.word(1 << 63);
        self.b.ins().select(fits, value, least)
    }

    fn signed_32_of(&mut self, x: clif::Value) -> clif::Value {
        let wide = self.signed_64_of(x);
        let low = self.b.ins().ireduce(types::I32, wide);
        let again = self.b.ins().sextend(types::I64, low);
        let fits = self.b.ins().icmp(IntCC::Equal, wide, again);
        let least = self.b.ins().iconst(types::I32, 0x8000_0000);
        self.b.ins().select(fits, low, least)
    }

    fn unsigned_64_of(&mut self, x: clif::Value) -> clif::Value {
        let half = self.b.ins().f64const(2f64.powi(63));
        let large = self.b.ins().fcmp(FloatCC::GreaterThanOrEqual, x, half);
        let rest = self.b.ins().fsub(x, half);
        let (small, rest) = (self.signed_64_of(x), self.signed_64_of(rest));
        let top = self.word(1 << 63);
        let rest = self.b.ins().bxor(rest, top);
        self.b.ins().select(large, rest, small)
    }
}

fn is_float_cast(op: Op) -> bool {
    matches!(op, Op::FToS | Op::FToU | Op::SToF | Op::UToF)
}

/// Panics. Called for an operator that this file does not compile although the list [`COMPILED`] contains it, which
/// would be a bug of this file.
fn not_compiled(op: Op) -> ! {
    unreachable!("{} is not compiled here", op.name())
}
