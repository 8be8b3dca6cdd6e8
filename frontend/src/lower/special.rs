//! Compiler built-ins as IR operations.
use super::Lowerer;
use crate::convert::compare_op;
use crate::ctypes::Ty;
use crate::typed::{Compare, Expr, Special};
use symtool_ir::bug::CheckKind;
use symtool_ir::{BugKind, Intrinsic, Op, Type, Value};

impl Lowerer<'_, '_> {
    pub(super) fn special(
        &mut self,
        special: Special,
        args: &[Expr],
        expr: &Expr,
    ) -> Option<Value> {
        match (special, args) {
            (Special::VaStart, [list]) => self.va_start(list, expr),
            (Special::VaCopy, [to, from]) => self.va_copy(to, from, expr),
            (Special::Unreachable, _) => self.unreachable(expr),
            (Special::Goto, [target]) => self.computed_goto(target, expr),
            (Special::Trap, _) => {
                self.at(expr.span);
                self.b.intrinsic(Intrinsic::Abort, &[], None, None);
                self.end_path();
            }
            (Special::Setjmp, [buffer]) => return self.setjmp(buffer, expr),
            (Special::Longjmp, [buffer, value]) => return self.longjmp(buffer, value, expr),
            (Special::Alloca, [size]) => {
                let size = self.value(size);
                self.at(expr.span);
                return self.stack_block(size);
            }
            (Special::Overflow(arith), [a, b, place]) => {
                return Some(self.overflow(arith, a, b, place, expr));
            }
            (Special::Overflows(arith, width), [a, b, sample]) => {
                return Some(self.overflows(arith, width, a, b, sample, expr));
            }
            (Special::ReturnAddress, []) => {
                self.at(expr.span);
                let text = "return address";
                return self
                    .b
                    .intrinsic(Intrinsic::Uninit, &[], Some(Type::Ptr), Some(text));
            }
            (Special::Redirect(from, to), _) => self.redirect(from, to, expr),
            (_, [a, b]) => return self.float_pair(special, a, b, expr),
            (_, [a]) => return self.bits_or_float(special, a, expr),
            _ => {}
        }
        None
    }

    fn unreachable(&mut self, expr: &Expr) {
        self.at(expr.span);
        if self.cx.options.checks.has(CheckKind::Unreachable) {
            let never = self.b.bool(false);
            self.b.check(BugKind::Unreachable, never, None);
        }
        self.end_path();
    }

    /// `alloca`: unlike an array it may have size 0.
    pub(super) fn stack_block(&mut self, size: Value) -> Option<Value> {
        let size = self.force(size, Type::I64);
        let zero = self.b.iconst(Type::I64, 0);
        let one = self.b.iconst(Type::I64, 1);
        let size = match self.b.func.as_const(size) {
            Some(bits) if !bits.is_zero() => size,
            _ => {
                let empty = self.b.pure(Op::Eq, &[size, zero]);
                self.b.pure(Op::Select, &[empty, one, size])
            }
        };
        let align = self.bytes(16);
        self.b
            .intrinsic(Intrinsic::Alloca, &[size, align], None, None)
    }

    // ---- integers

    fn bits_or_float(&mut self, special: Special, a: &Expr, expr: &Expr) -> Option<Value> {
        let value = self.value(a);
        self.at(expr.span);
        let result = match special {
            Special::ByteSwap => self.byte_swap(value),
            Special::PopCount => self.pop_count(value),
            Special::Parity => {
                let count = self.pop_count(value);
                let one = self.b.iconst(self.b.func.ty(count), 1);
                self.b.pure(Op::And, &[count, one])
            }
            Special::LeadingZeros => self.leading_zeros(value),
            Special::TrailingZeros => self.trailing_zeros(value),
            Special::FindFirst => {
                let ty = self.b.func.ty(value);
                let zeros = self.trailing_zeros(value);
                let one = self.b.iconst(ty, 1);
                let index = self.b.pure(Op::Add, &[zeros, one]);
                let zero = self.b.iconst(ty, 0);
                let any = self.b.pure(Op::Ne, &[value, zero]);
                self.b.pure(Op::Select, &[any, index, zero])
            }
            Special::ClrSb => {
                // The leading zeros of x ^ (x >> 1, arithmetically), less one.
                let ty = self.b.func.ty(value);
                let one = self.b.iconst(ty, 1);
                let half = self.b.pure(Op::AShr, &[value, one]);
                let changes = self.b.pure(Op::Xor, &[value, half]);
                let zeros = self.leading_zeros(changes);
                self.b.pure(Op::Sub, &[zeros, one])
            }
            _ => return self.float_one(special, value, a.ty()),
        };
        let to = self.ir(expr.ty());
        let from = self.b.func.ty(result);
        let op = if from.bits() > to.bits() {
            Op::Trunc
        } else {
            Op::Zext
        };
        Some(self.b.cast(op, result, to))
    }

    fn byte_swap(&mut self, value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let bytes = ty.bits() / 8;
        let mut all = self.b.iconst(ty, 0);
        let mask = self.b.iconst(ty, 0xff);
        for index in 0..bytes {
            let down = self.b.iconst(ty, i128::from(index * 8));
            let up = self.b.iconst(ty, i128::from((bytes - 1 - index) * 8));
            let byte = self.b.pure(Op::LShr, &[value, down]);
            let byte = self.b.pure(Op::And, &[byte, mask]);
            let byte = self.b.pure(Op::Shl, &[byte, up]);
            all = self.b.pure(Op::Or, &[all, byte]);
        }
        all
    }

    /// Adds up neighbouring groups of bits, each step twice as wide.
    fn pop_count(&mut self, mut value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let width = ty.bits();
        let mut group = 1;
        while group < width {
            let mut mask = 0u128;
            let mut at = 0;
            while at < width {
                mask |= symtool_ir::bits::mask(group) << at;
                at += 2 * group;
            }
            let mask = self.b.iconst(ty, mask as i128);
            let by = self.b.iconst(ty, i128::from(group));
            let low = self.b.pure(Op::And, &[value, mask]);
            let high = self.b.pure(Op::LShr, &[value, by]);
            let high = self.b.pure(Op::And, &[high, mask]);
            value = self.b.pure(Op::Add, &[low, high]);
            group *= 2;
        }
        value
    }

    /// Smears the highest one bit downwards; what stays zero is counted.
    fn leading_zeros(&mut self, mut value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let mut by = 1;
        while by < ty.bits() {
            let amount = self.b.iconst(ty, i128::from(by));
            let moved = self.b.pure(Op::LShr, &[value, amount]);
            value = self.b.pure(Op::Or, &[value, moved]);
            by *= 2;
        }
        let zeros = self.b.pure(Op::Not, &[value]);
        self.pop_count(zeros)
    }

    /// The ones of `~x & (x - 1)`.
    fn trailing_zeros(&mut self, value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let one = self.b.iconst(ty, 1);
        let less = self.b.pure(Op::Sub, &[value, one]);
        let not = self.b.pure(Op::Not, &[value]);
        let low = self.b.pure(Op::And, &[not, less]);
        self.pop_count(low)
    }

    // ---- floats

    fn float_bits(&mut self, value: Value) -> (Value, Type) {
        let ty = match self.b.func.ty(value) {
            Type::F32 => Type::I32,
            _ => Type::I64,
        };
        (self.b.cast(Op::Bitcast, value, ty), ty)
    }

    fn sign_mask(&mut self, ty: Type) -> Value {
        self.b.iconst(ty, (1u128 << (ty.bits() - 1)) as i128)
    }

    fn infinity(&mut self, ty: Type) -> Value {
        let bits = match ty {
            Type::F32 => i128::from(f32::INFINITY.to_bits()),
            _ => i128::from(f64::INFINITY.to_bits()),
        };
        self.b.iconst(ty, bits)
    }

    fn float_abs(&mut self, value: Value) -> Value {
        let float = self.b.func.ty(value);
        let (bits, ty) = self.float_bits(value);
        let sign = self.sign_mask(ty);
        let rest = self.b.pure(Op::Not, &[sign]);
        let bits = self.b.pure(Op::And, &[bits, rest]);
        self.b.cast(Op::Bitcast, bits, float)
    }

    fn float_one(&mut self, special: Special, value: Value, ty: Ty) -> Option<Value> {
        let float = self.b.func.ty(value);
        Some(match special {
            Special::FloatAbs => self.float_abs(value),
            Special::SignBit => {
                let (bits, ty) = self.float_bits(value);
                let zero = self.b.iconst(ty, 0);
                let negative = self.b.pure(Op::Slt, &[bits, zero]);
                self.int_of(negative)
            }
            Special::IsNan => {
                let nan = self.b.pure(Op::FNe, &[value, value]);
                self.int_of(nan)
            }
            Special::IsInf => {
                let infinity = self.infinity(float);
                let minus = self.b.pure(Op::FNeg, &[infinity]);
                let plus = self.b.pure(Op::FEq, &[value, infinity]);
                let minus = self.b.pure(Op::FEq, &[value, minus]);
                let (plus, minus) = (self.int_of(plus), self.int_of(minus));
                self.b.pure(Op::Sub, &[plus, minus])
            }
            Special::IsFinite => {
                let infinity = self.infinity(float);
                let size = self.float_abs(value);
                let finite = self.b.pure(Op::FLt, &[size, infinity]);
                self.int_of(finite)
            }
            Special::IsNormal => {
                // In 80 bits all numbers but zero that a double holds are normal.
                let least = match self.is_long_double(ty) {
                    true => self.b.iconst(float, 1),
                    false => self.least_normal(float),
                };
                let infinity = self.infinity(float);
                let size = self.float_abs(value);
                let large = self.b.pure(Op::FGe, &[size, least]);
                let finite = self.b.pure(Op::FLt, &[size, infinity]);
                let both = self.b.pure(Op::And, &[large, finite]);
                self.int_of(both)
            }
            _ => return None,
        })
    }

    fn least_normal(&mut self, ty: Type) -> Value {
        let bits = match ty {
            Type::F32 => i128::from(f32::MIN_POSITIVE.to_bits()),
            _ => i128::from(f64::MIN_POSITIVE.to_bits()),
        };
        self.b.iconst(ty, bits)
    }

    fn float_pair(&mut self, special: Special, a: &Expr, b: &Expr, expr: &Expr) -> Option<Value> {
        let ty = a.ty();
        let (x, y) = (self.value(a), self.value(b));
        self.at(expr.span);
        match special {
            Special::CopySign => {
                let float = self.b.func.ty(x);
                let size = self.float_abs(x);
                let (size, ty) = self.float_bits(size);
                let (sign, _) = self.float_bits(y);
                let mask = self.sign_mask(ty);
                let sign = self.b.pure(Op::And, &[sign, mask]);
                let bits = self.b.pure(Op::Or, &[size, sign]);
                Some(self.b.cast(Op::Bitcast, bits, float))
            }
            Special::Ordered(Compare::Ne) => {
                let less = self.b.pure(Op::FLt, &[x, y]);
                let greater = self.b.pure(Op::FGt, &[x, y]);
                let either = self.b.pure(Op::Or, &[less, greater]);
                Some(self.int_of(either))
            }
            Special::Ordered(compare) => {
                let op = compare_op(self.types(), compare, ty);
                let truth = self.b.pure(op, &[x, y]);
                Some(self.int_of(truth))
            }
            Special::Unordered => {
                let nan_x = self.b.pure(Op::FNe, &[x, x]);
                let nan_y = self.b.pure(Op::FNe, &[y, y]);
                let either = self.b.pure(Op::Or, &[nan_x, nan_y]);
                Some(self.int_of(either))
            }
            _ => None,
        }
    }
}
