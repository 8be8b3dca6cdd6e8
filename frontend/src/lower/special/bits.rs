//! Lowers built-ins that count or permute the bits of an integer.
use crate::lower::Lowerer;
use crate::typed::{BitOp, Expr};
use symtool_ir::{Op, Type, Value};

impl Lowerer<'_, '_> {
    pub(super) fn bits(&mut self, op: BitOp, a: &Expr, expr: &Expr) -> Value {
        let value = self.value(a);
        self.at(expr.span);
        let result = match op {
            BitOp::ByteSwap => self.byte_swap(value),
            BitOp::BitReverse => self.bit_reverse(value),
            BitOp::PopCount => self.pop_count(value),
            BitOp::Parity => {
                let count = self.pop_count(value);
                let one = self.b.iconst(self.b.func.ty(count), 1);
                self.b.pure(Op::And, &[count, one])
            }
            BitOp::LeadingZeros => self.leading_zeros(value),
            BitOp::TrailingZeros => self.trailing_zeros(value),
            BitOp::FindFirst => {
                let ty = self.b.func.ty(value);
                let zeros = self.trailing_zeros(value);
                let one = self.b.iconst(ty, 1);
                let index = self.b.pure(Op::Add, &[zeros, one]);
                let zero = self.b.iconst(ty, 0);
                let any = self.b.pure(Op::Ne, &[value, zero]);
                self.b.pure(Op::Select, &[any, index, zero])
            }
            BitOp::ClrSb => {
                // Uses clrsb(x) = clz(x ^ (x >> 1)) - 1, where the shift is arithmetic.
                let ty = self.b.func.ty(value);
                let one = self.b.iconst(ty, 1);
                let half = self.b.pure(Op::AShr, &[value, one]);
                let changes = self.b.pure(Op::Xor, &[value, half]);
                let zeros = self.leading_zeros(changes);
                self.b.pure(Op::Sub, &[zeros, one])
            }
        };
        let to = self.ir(expr.ty());
        let from = self.b.func.ty(result);
        let op = if from.bits() > to.bits() {
            Op::Trunc
        } else {
            Op::Zext
        };
        self.b.cast(op, result, to)
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

    /// Reverses the bits by swapping adjacent groups of bits; the size of the groups doubles in each step.
    fn bit_reverse(&mut self, mut value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let mut group = 1;
        while group < ty.bits() {
            let mask = self.group_mask(group, ty);
            let by = self.b.iconst(ty, i128::from(group));
            let low = self.b.pure(Op::And, &[value, mask]);
            let low = self.b.pure(Op::Shl, &[low, by]);
            let high = self.b.pure(Op::LShr, &[value, by]);
            let high = self.b.pure(Op::And, &[high, mask]);
            value = self.b.pure(Op::Or, &[low, high]);
            group *= 2;
        }
        value
    }

    /// Returns a constant of type `ty` in which `group` ones and `group` zeros alternate, with ones in the lowest bits:
    /// `0x0f0f` for groups of 4 bits and `i16`.
    fn group_mask(&mut self, group: u32, ty: Type) -> Value {
        let mut mask = 0u128;
        let mut at = 0;
        while at < ty.bits() {
            mask |= symtool_ir::bits::mask(group) << at;
            at += 2 * group;
        }
        self.b.iconst(ty, mask as i128)
    }

    /// Counts the bits that are 1. In each step, the counts of adjacent groups of bits are added, and the size of the
    /// groups doubles.
    fn pop_count(&mut self, mut value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let width = ty.bits();
        let mut group = 1;
        while group < width {
            let mask = self.group_mask(group, ty);
            let by = self.b.iconst(ty, i128::from(group));
            let low = self.b.pure(Op::And, &[value, mask]);
            let high = self.b.pure(Op::LShr, &[value, by]);
            let high = self.b.pure(Op::And, &[high, mask]);
            value = self.b.pure(Op::Add, &[low, high]);
            group *= 2;
        }
        value
    }

    /// Counts the leading zeros. First, the highest bit that is 1 is copied to all lower positions. The bits that are
    /// still 0 are then the leading zeros.
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

    /// Counts the trailing zeros of `x`: their number is the number of one bits in `~x & (x - 1)`.
    fn trailing_zeros(&mut self, value: Value) -> Value {
        let ty = self.b.func.ty(value);
        let one = self.b.iconst(ty, 1);
        let less = self.b.pure(Op::Sub, &[value, one]);
        let not = self.b.pure(Op::Not, &[value]);
        let low = self.b.pure(Op::And, &[not, less]);
        self.pop_count(low)
    }
}
