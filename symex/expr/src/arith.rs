//! Rewrite rules of addition, subtraction, multiplication, division and shifts.
//!
//! In canonical form, the constant k of a sum is its outermost operand, as in `(x + y) + k`. So if another constant is
//! added, the two constants fold.
use super::arena::Arena;
use super::node::{BinOp, ExprId, UnOp};
use super::rules::Rule;
use symtool_ir::Bits;

impl Arena {
    /// Returns the wrapping sum of `a` and `b`.
    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if self.width(a) == 1 {
            self.fire(Rule::SumOfBits);
            return self.xor(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some((x, y)) = self.both_const(a, b) {
            return self.constant(BinOp::Add.eval(x, y));
        }
        if self.as_const(b).is_some_and(Bits::is_zero) {
            self.fire(Rule::AddZero);
            return a;
        }
        let ruled = self.deeper(|arena| arena.add_rules(a, b));
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Add, a, b))
    }

    fn add_rules(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(pushed) = self.push_binary(a, b, Arena::add) {
            return Some(pushed);
        }
        if let Some(k) = self.as_const(b) {
            if let Some((x, old)) = self.as_bin_const(BinOp::Add, a) {
                self.fire(Rule::AddToSum);
                let sum = self.constant(BinOp::Add.eval(old, k));
                return Some(self.add(x, sum));
            }
            let (x, y) = self.as_bin(BinOp::Sub, a)?;
            let old = self.as_const(x)?;
            self.fire(Rule::AddToConstMinus);
            let sum = self.constant(BinOp::Add.eval(old, k));
            return Some(self.sub(sum, y));
        }
        if a == b {
            self.fire(Rule::AddSelf);
            return Some(self.shift_const(BinOp::Shl, a, 1));
        }
        for (one, two) in [(a, b), (b, a)] {
            if let Some((x, k)) = self.as_bin_const(BinOp::Add, one) {
                self.fire(Rule::AddFloatsConst);
                let sum = self.add(x, two);
                let k = self.constant(k);
                return Some(self.add(sum, k));
            }
            if let Some((x, y)) = self.as_bin(BinOp::Sub, one) {
                if y == two {
                    self.fire(Rule::AddCancels);
                    return Some(x);
                }
                if let Some(k) = self.as_const(x) {
                    self.fire(Rule::AddFloatsConstMinus);
                    let difference = self.sub(two, y);
                    let k = self.constant(k);
                    return Some(self.add(difference, k));
                }
            }
        }
        self.join_complementary(a, b)
            .or_else(|| self.join_complementary_in_sum(a, b))
            .or_else(|| self.join_disjoint(a, b))
    }

    /// Returns the wrapping difference of `a` and `b`.
    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if self.width(a) == 1 {
            self.fire(Rule::SumOfBits);
            return self.xor(a, b);
        }
        if let Some((x, y)) = self.both_const(a, b) {
            return self.constant(BinOp::Sub.eval(x, y));
        }
        if a == b {
            self.fire(Rule::SubSelf);
            return self.int(self.width(a), 0);
        }
        if let Some(k) = self.as_const(b) {
            self.fire(Rule::SubConst);
            let minus = self.int(k.width(), k.unsigned().wrapping_neg());
            return self.add(a, minus);
        }
        let ruled = self.deeper(|arena| arena.sub_rules(a, b));
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Sub, a, b))
    }

    fn sub_rules(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(pushed) = self.push_binary(a, b, Arena::sub) {
            return Some(pushed);
        }
        if let Some((x, y)) = self.as_bin(BinOp::Add, b) {
            // The difference has the form `a - (x + k)` or `a - (a + y)`.
            if let Some(k) = self.as_const(y) {
                self.fire(Rule::SubSumConst);
                let difference = self.sub(a, x);
                let k = self.constant(k);
                return Some(self.sub(difference, k));
            }
            if let Some(rest) = [(x, y), (y, x)]
                .iter()
                .find(|(s, _)| *s == a)
                .map(|&(_, r)| r)
            {
                self.fire(Rule::SubSumCancels);
                return Some(self.neg(rest));
            }
        }
        if let Some((x, y)) = self.as_bin(BinOp::Sub, b) {
            // The difference has the form `a - (k - y)` or `k - (x - y)`.
            if let Some(k) = self.as_const(x) {
                self.fire(Rule::SubConstMinus);
                let sum = self.add(a, y);
                let k = self.constant(k);
                return Some(self.sub(sum, k));
            }
            if self.is_const(a) {
                self.fire(Rule::ConstMinusDifference);
                let turned = self.sub(y, x);
                return Some(self.add(turned, a));
            }
        }
        let (x, y) = self.as_bin(BinOp::Add, a)?;
        if x == b {
            self.fire(Rule::SumMinusCancels);
            return Some(y);
        }
        if y == b {
            self.fire(Rule::SumMinusCancels);
            return Some(x);
        }
        let k = self.as_const(y)?;
        self.fire(Rule::SumConstMinus);
        let difference = self.sub(x, b);
        let k = self.constant(k);
        Some(self.add(difference, k))
    }

    /// Returns the wrapping product of `a` and `b`.
    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if self.width(a) == 1 {
            self.fire(Rule::MulOfBits);
            return self.and(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some((x, y)) = self.both_const(a, b) {
            return self.constant(BinOp::Mul.eval(x, y));
        }
        let ruled = self.deeper(|arena| arena.mul_rules(a, b));
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Mul, a, b))
    }

    fn mul_rules(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(pushed) = self.push_binary(a, b, Arena::mul) {
            return Some(pushed);
        }
        let Some(k) = self.as_const(b) else {
            return self.mul_truth(a, b);
        };
        if k.is_zero() {
            self.fire(Rule::MulZero);
            return Some(b);
        }
        if k.unsigned() == 1 {
            self.fire(Rule::MulOne);
            return Some(a);
        }
        if k.is_ones() {
            self.fire(Rule::MulMinusOne);
            return Some(self.neg(a));
        }
        if let Some((x, old)) = self.as_bin_const(BinOp::Add, a) {
            self.fire(Rule::MulSum);
            let (product, shift) = (self.mul(x, b), self.constant(BinOp::Mul.eval(old, k)));
            return Some(self.add(product, shift));
        }
        if let Some((x, old)) = self.as_bin_const(BinOp::Mul, a) {
            self.fire(Rule::MulMul);
            let k = self.constant(BinOp::Mul.eval(old, k));
            return Some(self.mul(x, k));
        }
        let power = k.unsigned().trailing_zeros();
        (k.unsigned() >> power == 1).then(|| {
            self.fire(Rule::MulPower);
            self.shift_const(BinOp::Shl, a, power)
        })
    }

    /// Returns the result of `op`, one of the four division operators (signed or unsigned, quotient or
    /// remainder), on `a` and `b`.
    pub(crate) fn division(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some((x, y)) = self.both_const(a, b) {
            return self.constant(op.eval(x, y));
        }
        if self.width(a) == 1 {
            // At width 1, a division by 0 has the quotient 1 and the remainder a. A division by 1 (-1 if
            // signed) has the quotient a and the remainder 0.
            self.fire(Rule::DivOfBits);
            let not_b = self.not(b);
            return match op {
                BinOp::UDiv | BinOp::SDiv => self.or(a, not_b),
                BinOp::URem | BinOp::SRem => self.and(a, not_b),
                other => unreachable!("{other:?} is no division"),
            };
        }
        let ruled = self.deeper(|arena| arena.division_rules(op, a, b));
        ruled.unwrap_or_else(|| self.raw_bin(op, a, b))
    }

    fn division_rules(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(pushed) = self.push_binary(a, b, |arena, x, y| arena.division(op, x, y)) {
            return Some(pushed);
        }
        let width = self.width(a);
        if width <= 64 {
            let (x, y) = (self.domain(a), self.domain(b));
            let top = 1u64 << (width - 1);
            let unsigned = match op {
                BinOp::SDiv => Some(BinOp::UDiv),
                BinOp::SRem => Some(BinOp::URem),
                _ => None,
            };
            if let (Some(unsigned), true) = (unsigned, x.max < top && y.max < top && y.min > 0) {
                self.fire(Rule::DivSigns);
                return Some(self.division(unsigned, a, b));
            }
            if x.max < y.min {
                match op {
                    BinOp::UDiv => {
                        self.fire(Rule::DivOfLess);
                        return Some(self.int(width, 0));
                    }
                    BinOp::URem => {
                        self.fire(Rule::RemOfLess);
                        return Some(a);
                    }
                    _ => {}
                }
            }
        }
        let k = self.as_const(b)?;
        self.division_by_const(op, a, k)
    }

    fn division_by_const(&mut self, op: BinOp, a: ExprId, k: Bits) -> Option<ExprId> {
        let width = k.width();
        if k.unsigned() == 1 {
            let quotient = matches!(op, BinOp::UDiv | BinOp::SDiv);
            return Some(if quotient {
                self.fire(Rule::DivOne);
                a
            } else {
                self.fire(Rule::RemOne);
                self.int(width, 0)
            });
        }
        if k.is_zero() || !matches!(op, BinOp::UDiv | BinOp::URem) {
            return None;
        }
        let power = k.unsigned().trailing_zeros();
        if k.unsigned() >> power == 1 {
            if op == BinOp::UDiv {
                self.fire(Rule::DivPower);
                return Some(self.shift_const(BinOp::LShr, a, power));
            }
            self.fire(Rule::RemPower);
            let rest = self.extract(a, 0, power);
            return Some(self.zext(rest, width));
        }
        // `zext(x) / k` becomes `zext(x / k)`, if the constant k fits the width of x; and `zext(x) % k` becomes
        // `zext(x % k)`.
        let (UnOp::Zext, x) = self.as_extension(a)? else {
            return None;
        };
        let k = self.constant(k);
        let k = self.unextended(UnOp::Zext, self.width(x), k)?;
        self.fire(Rule::DivZext);
        let narrow = self.division(op, x, k);
        Some(self.zext(narrow, width))
    }

    /// Returns `a` shifted by `by`; `op` is one of the three shift operators.
    pub(crate) fn shift(&mut self, op: BinOp, a: ExprId, by: ExprId) -> ExprId {
        self.assert_same_width(a, by);
        let width = self.width(a);
        if let Some((x, y)) = self.both_const(a, by) {
            return self.constant(op.eval(x, y));
        }
        if width == 1 {
            self.fire(Rule::ShiftOfBits);
            let stays = self.not(by);
            return if op == BinOp::AShr {
                a
            } else {
                self.and(a, stays)
            };
        }
        if self.simplify {
            if let Some(k) = self.as_const(by) {
                let amount = k.unsigned().min(u128::from(width)) as u32;
                return self.shift_const(op, a, amount);
            }
            if self
                .as_const(a)
                .is_some_and(|k| k.is_zero() || (op == BinOp::AShr && k.is_ones()))
            {
                self.fire(Rule::ShiftOfFixed);
                return a;
            }
        }
        let ruled = self.deeper(|arena| {
            if width <= 64 && arena.domain(by).min >= u64::from(width) {
                arena.fire(Rule::ShiftFar);
                return Some(arena.shift_const(op, a, width));
            }
            arena.push_binary(a, by, |inner, x, y| inner.shift(op, x, y))
        });
        ruled.unwrap_or_else(|| self.raw_bin(op, a, by))
    }

    /// Returns `a` shifted by the constant `by`. A left shift becomes a concatenation with zeros. A right shift
    /// becomes an extraction of the high bits, extended to the width of `a`.
    fn shift_const(&mut self, op: BinOp, a: ExprId, by: u32) -> ExprId {
        let width = self.width(a);
        match op {
            _ if by == 0 => {
                self.fire(Rule::ShiftByZero);
                a
            }
            BinOp::AShr => {
                self.fire(Rule::AShrConst);
                let by = by.min(width - 1);
                let kept = self.extract(a, by, width - by);
                self.sext(kept, width)
            }
            _ if by >= width => {
                self.fire(Rule::ShiftOut);
                self.int(width, 0)
            }
            BinOp::Shl => {
                self.fire(Rule::ShlConst);
                let kept = self.extract(a, 0, width - by);
                self.shifted_left(kept, by)
            }
            BinOp::LShr => {
                self.fire(Rule::LShrConst);
                let kept = self.extract(a, by, width - by);
                self.zext(kept, width)
            }
            other => unreachable!("{other:?} is no shift"),
        }
    }

    /// Returns an expression with `by` zero bits appended at the low end.
    pub(crate) fn shifted_left(&mut self, e: ExprId, by: u32) -> ExprId {
        if by == 0 {
            return e;
        }
        let zeros = self.int(by, 0);
        self.concat(e, zeros)
    }
}
