//! Rewrite rules of the three comparisons: equal, unsigned less, signed less.
use super::arena::Arena;
use super::node::{BinOp, ExprId, Node, UnOp};
use super::rules::Rule;
use super::transfer;
use symtool_ir::Bits;

impl Arena {
    pub(crate) fn as_eq(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        self.as_bin(BinOp::Eq, e)
    }

    /// Returns the condition that `a` equals `b`.
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if a == b {
            self.fire(Rule::EqSelf);
            return Arena::TRUE;
        }
        let (a, b) = self.ordered(a, b);
        if self.width(a) == 1 {
            self.fire(Rule::EqOfBits);
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        if let Some(known) = self.decided(BinOp::Eq, a, b) {
            return known;
        }
        let ruled = self.deeper(|arena| match arena.as_const(b) {
            Some(k) => arena.eq_const(a, k),
            None => arena.eq_rules(a, b),
        });
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Eq, a, b))
    }

    /// Returns the condition that `a` is less than `b`, unsigned.
    pub fn ult(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if a == b {
            self.fire(Rule::LessSelf);
            return Arena::FALSE;
        }
        if self.width(a) == 1 {
            self.fire(Rule::LessOfBits);
            let not_a = self.not(a);
            return self.and(not_a, b);
        }
        if let Some(known) = self.decided(BinOp::Ult, a, b) {
            return known;
        }
        if let Some(k) = self.as_const(a) {
            if k.is_ones() {
                self.fire(Rule::LessGreatest);
                return Arena::FALSE;
            }
            self.fire(Rule::LessConstLeft);
            let next = self.int(k.width(), k.unsigned() + 1);
            let at_most = self.ult(b, next);
            return self.not(at_most);
        }
        let ruled = self.deeper(|arena| match arena.as_const(b) {
            Some(k) => arena.ult_const(a, k),
            None => {
                let ruled = arena.ordered_extensions(BinOp::Ult, a, b);
                ruled.or_else(|| arena.ult_sums(a, b))
            }
        });
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Ult, a, b))
    }

    /// Returns the condition that `a` is less than `b`, signed.
    pub fn slt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if a == b {
            self.fire(Rule::LessSelf);
            return Arena::FALSE;
        }
        let width = self.width(a);
        if width == 1 {
            self.fire(Rule::LessOfBits);
            let not_b = self.not(b);
            return self.and(a, not_b);
        }
        if let Some(known) = self.decided(BinOp::Slt, a, b) {
            return known;
        }
        if self.simplify && width <= 64 {
            let sign = 1u64 << (width - 1);
            let (x, y) = (self.domain(a), self.domain(b));
            if x.zeros & y.zeros & sign != 0 || x.ones & y.ones & sign != 0 {
                self.fire(Rule::SltSameSign);
                return self.ult(a, b);
            }
        }
        if let Some(k) = self.as_const(a) {
            if k == largest(width) {
                self.fire(Rule::LessGreatest);
                return Arena::FALSE;
            }
            self.fire(Rule::LessConstLeft);
            let next = self.int(width, k.unsigned().wrapping_add(1));
            let at_most = self.slt(b, next);
            return self.not(at_most);
        }
        let ruled = self.deeper(|arena| match arena.as_const(b) {
            Some(k) => arena.slt_const(a, k),
            None => arena.ordered_extensions(BinOp::Slt, a, b),
        });
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Slt, a, b))
    }

    /// Returns the truth value of a comparison if constants or abstract values determine it.
    fn decided(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some((x, y)) = self.both_const(a, b) {
            return Some(self.bool(op.eval(x, y).is_true()));
        }
        let width = self.width(a);
        if !self.simplify || width > 64 {
            return None;
        }
        let value = transfer::compare(op, self.domain(a), self.domain(b), width)?;
        self.fire(Rule::Decided);
        Some(self.bool(value))
    }

    // ---- equality

    fn eq_const(&mut self, a: ExprId, k: Bits) -> Option<ExprId> {
        if let Some(tree) = self.compare_choice(BinOp::Eq, a, k) {
            return Some(tree);
        }
        let width = k.width();
        match self.node(a) {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => {
                self.fire(Rule::EqNotConst);
                let k = self.int(width, !k.unsigned());
                Some(self.eq(arg, k))
            }
            Node::Un {
                op: op @ (UnOp::Zext | UnOp::Sext),
                arg,
                ..
            } => {
                let k = self.constant(k);
                match self.unextended(op, self.width(arg), k) {
                    Some(narrow) => {
                        self.fire(Rule::EqExtConst);
                        Some(self.eq(arg, narrow))
                    }
                    None => {
                        self.fire(Rule::EqExtNever);
                        Some(Arena::FALSE)
                    }
                }
            }
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => {
                self.fire(Rule::EqConcatConst);
                let split = self.width(rhs);
                let high = self.int(width - split, k.unsigned() >> split);
                let low = self.int(split, k.unsigned());
                let (high, low) = (self.eq(lhs, high), self.eq(rhs, low));
                Some(self.and(high, low))
            }
            Node::Bin { op, lhs, rhs } => self.eq_const_binary(op, lhs, rhs, k),
            _ => None,
        }
    }

    fn eq_const_binary(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId, k: Bits) -> Option<ExprId> {
        let width = k.width();
        if op == BinOp::Sub {
            if k.is_zero() {
                self.fire(Rule::EqDifference);
                return Some(self.eq(lhs, rhs));
            }
            let x = self.as_const(lhs)?;
            self.fire(Rule::EqConstMinus);
            let k = self.constant(BinOp::Sub.eval(x, k));
            return Some(self.eq(rhs, k));
        }
        if op == BinOp::Xor && k.is_zero() {
            self.fire(Rule::EqXorZero);
            return Some(self.eq(lhs, rhs));
        }
        let y = self.as_const(rhs)?;
        let (rule, moved) = match op {
            BinOp::Add => (Rule::EqAddConst, BinOp::Sub.eval(k, y)),
            BinOp::Xor => (Rule::EqXorConst, BinOp::Xor.eval(k, y)),
            BinOp::Mul if y.unsigned() & 1 == 1 => {
                let product = k.unsigned().wrapping_mul(odd_inverse(y.unsigned()));
                (Rule::EqMulConst, Bits::new(width, product))
            }
            _ => return None,
        };
        self.fire(rule);
        let moved = self.constant(moved);
        Some(self.eq(lhs, moved))
    }

    fn eq_rules(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let (Some((p, x)), Some((q, y))) = (self.as_extension(a), self.as_extension(b))
            && p == q
        {
            self.fire(Rule::EqExtensions);
            return Some(self.eq_extensions(p, x, y));
        }
        if let (Some(x), Some(y)) = (self.as_not(a), self.as_not(b)) {
            self.fire(Rule::EqNots);
            return Some(self.eq(x, y));
        }
        for (one, two) in [(a, b), (b, a)] {
            if let Some((c, then, other)) = self.as_ite(one) {
                if then == two {
                    self.fire(Rule::EqThen);
                    let rest = self.eq(other, two);
                    return Some(self.or(c, rest));
                }
                if other == two {
                    self.fire(Rule::EqOther);
                    let rest = self.eq(then, two);
                    let no = self.not(c);
                    return Some(self.or(no, rest));
                }
            }
            if let Some((x, y)) = self.as_bin(BinOp::Add, one) {
                let other = if x == two {
                    Some(y)
                } else {
                    (y == two).then_some(x)
                };
                if let Some(rest) = other {
                    self.fire(Rule::EqSumCancels);
                    let zero = self.int(self.width(rest), 0);
                    return Some(self.eq(rest, zero));
                }
            }
        }
        self.eq_sums(a, b)
    }

    /// Simplifies `a == b` if both are sums with a common operand, or with one constant each: `x + y == x + z`
    /// becomes `y == z`, and `x + 3 == y + 5` becomes `x == y + 2`.
    fn eq_sums(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let ((x, y), (u, v)) = (self.as_bin(BinOp::Add, a)?, self.as_bin(BinOp::Add, b)?);
        for (p, q) in [(x, y), (y, x)] {
            for (r, s) in [(u, v), (v, u)] {
                if p == r {
                    self.fire(Rule::EqSumsCommon);
                    return Some(self.eq(q, s));
                }
            }
        }
        let (k, l) = self.both_const(y, v)?;
        self.fire(Rule::EqSumsConst);
        let k = self.constant(BinOp::Sub.eval(l, k));
        let moved = self.add(u, k);
        Some(self.eq(x, moved))
    }

    /// Simplifies `ext x == ext y`, where both are sign extensions or both are zero extensions.
    fn eq_extensions(&mut self, kind: UnOp, x: ExprId, y: ExprId) -> ExprId {
        let width = self.width(x).max(self.width(y));
        let (x, y) = (
            self.extend_like(kind, x, width),
            self.extend_like(kind, y, width),
        );
        self.eq(x, y)
    }

    // ---- order

    fn ult_const(&mut self, a: ExprId, k: Bits) -> Option<ExprId> {
        let width = k.width();
        if k.is_zero() {
            self.fire(Rule::UltZero);
            return Some(Arena::FALSE);
        }
        if k.unsigned() == 1 {
            self.fire(Rule::UltOne);
            let zero = self.int(width, 0);
            return Some(self.eq(a, zero));
        }
        if k.is_ones() {
            self.fire(Rule::UltOnes);
            let k = self.constant(k);
            return Some(self.ne(a, k));
        }
        if let Some(tree) = self.compare_choice(BinOp::Ult, a, k) {
            return Some(tree);
        }
        match self.node(a) {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => {
                self.fire(Rule::UltNot);
                let k = self.int(width, !k.unsigned());
                Some(self.ult(k, arg))
            }
            Node::Un {
                op: UnOp::Zext,
                arg,
                ..
            } => {
                let narrow = self.width(arg);
                if k.unsigned() > symtool_ir::bits::mask(narrow) {
                    self.fire(Rule::UltZextAlways);
                    return Some(Arena::TRUE);
                }
                self.fire(Rule::UltZext);
                let k = self.int(narrow, k.unsigned());
                Some(self.ult(arg, k))
            }
            Node::Un {
                op: UnOp::Sext,
                arg,
                ..
            } => Some(self.ult_sext(arg, k)),
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => self.less_concat(BinOp::Ult, lhs, rhs, k),
            _ => None,
        }
    }

    /// Simplifies `sext x <u k` to a comparison of `x` with a narrower bound. Sign extension preserves the unsigned
    /// order. Values of `sext x` are at the low and at the high end of the unsigned range, and none is in between. If
    /// `k` is in this gap, the comparison means that `x` is not negative.
    fn ult_sext(&mut self, x: ExprId, k: Bits) -> ExprId {
        self.fire(Rule::UltSext);
        let (narrow, wide) = (self.width(x), k.width());
        let half = 1u128 << (narrow - 1);
        let above_gap = symtool_ir::bits::mask(wide) - half + 1;
        let bound = if k.unsigned() <= half || k.unsigned() > above_gap {
            k.unsigned()
        } else {
            half
        };
        let bound = self.int(narrow, bound);
        self.ult(x, bound)
    }

    /// Simplifies `h:l < k`, where `h:l` is a concatenation, to a comparison of `h`. This is possible if `l` is a
    /// constant, or if the bits of `k` at the positions of `l` are zero.
    fn less_concat(&mut self, op: BinOp, h: ExprId, l: ExprId, k: Bits) -> Option<ExprId> {
        let split = self.width(l);
        let k_low = Bits::new(split, k.unsigned());
        let k_high = self.int(k.width() - split, k.unsigned() >> split);
        let or_equal = match self.as_const(l) {
            Some(l) => l.unsigned() < k_low.unsigned(),
            None if k_low.is_zero() => false,
            None => return None,
        };
        self.fire(Rule::LessConcat);
        Some(match (op, or_equal) {
            (BinOp::Ult, false) => self.ult(h, k_high),
            (BinOp::Ult, true) => self.ule(h, k_high),
            (_, false) => self.slt(h, k_high),
            (_, true) => self.sle(h, k_high),
        })
    }

    fn slt_const(&mut self, a: ExprId, k: Bits) -> Option<ExprId> {
        let width = k.width();
        let least = Bits::new(width, 1 << (width - 1));
        if k == least {
            self.fire(Rule::SltLeast);
            return Some(Arena::FALSE);
        }
        if k.unsigned() == least.unsigned() + 1 {
            self.fire(Rule::SltAboveLeast);
            let least = self.constant(least);
            return Some(self.eq(a, least));
        }
        if k == largest(width) {
            self.fire(Rule::SltGreatest);
            let k = self.constant(k);
            return Some(self.ne(a, k));
        }
        if let Some(tree) = self.compare_choice(BinOp::Slt, a, k) {
            return Some(tree);
        }
        match self.node(a) {
            Node::Un {
                op: UnOp::Sext,
                arg,
                ..
            } => {
                let narrow = self.width(arg);
                let half = 1i128 << (narrow - 1);
                if k.to_signed() >= half {
                    self.fire(Rule::SltSextAlways);
                    return Some(Arena::TRUE);
                }
                if k.to_signed() <= -half {
                    self.fire(Rule::SltSextNever);
                    return Some(Arena::FALSE);
                }
                self.fire(Rule::SltSext);
                let k = self.int(narrow, k.unsigned());
                Some(self.slt(arg, k))
            }
            Node::Bin {
                op: BinOp::Concat,
                lhs,
                rhs,
            } => self.less_concat(BinOp::Slt, lhs, rhs, k),
            _ => None,
        }
    }

    /// Compares two sign- or zero-extended operands at the least width that can represent both operands.
    fn ordered_extensions(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let ((p, x), (q, y)) = (self.as_extension(a)?, self.as_extension(b)?);
        let width = match (op, p, q) {
            // Sign extension preserves the signed and the unsigned order, and zero extension preserves the
            // unsigned order. So two extensions of the same kind are compared at the width of the wider
            // operand.
            (BinOp::Ult, UnOp::Zext, UnOp::Zext) | (_, UnOp::Sext, UnOp::Sext) => {
                self.width(x).max(self.width(y))
            }
            (BinOp::Slt, _, _) => {
                let needs = |kind, e| self.width(e) + u32::from(kind == UnOp::Zext);
                needs(p, x).max(needs(q, y))
            }
            _ => return None,
        };
        if width >= self.width(a) {
            return None;
        }
        self.fire(Rule::LessExtensions);
        let (x, y) = (self.extend_like(p, x, width), self.extend_like(q, y, width));
        Some(if op == BinOp::Ult {
            self.ult(x, y)
        } else {
            self.slt(x, y)
        })
    }

    /// Removes the common addend from an unsigned comparison of sums without overflow: `x + y <u x + z` becomes
    /// `y <u z`, and `x <u x + y` becomes `y != 0`.
    fn ult_sums(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (one, two) = (self.sum_without_overflow(a), self.sum_without_overflow(b));
        if let Some((x, y)) = two
            && (x == a || y == a)
        {
            self.fire(Rule::UltOwnSum);
            let rest = if x == a { y } else { x };
            return Some(self.nonzero(rest));
        }
        if let Some((x, y)) = one
            && (x == b || y == b)
        {
            self.fire(Rule::UltOwnSum);
            return Some(Arena::FALSE);
        }
        let ((x, y), (z, w)) = (one?, two?);
        let pairs = [(x, y, z, w), (x, y, w, z), (y, x, z, w), (y, x, w, z)];
        let (_, y, _, w) = pairs.into_iter().find(|&(x, _, z, _)| x == z)?;
        self.fire(Rule::UltSumsCommon);
        Some(self.ult(y, w))
    }

    /// Returns the addends of a sum. Returns `None` if the expression is no sum, or if the sum may overflow
    /// according to the greatest values of the addends.
    fn sum_without_overflow(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        let (x, y) = self.as_bin(BinOp::Add, e)?;
        if self.width(e) > 64 {
            return None;
        }
        let most = self.domain(x).max.checked_add(self.domain(y).max)?;
        (most <= symtool_ir::bits::mask(self.width(e)) as u64).then_some((x, y))
    }

    // ---- comparisons of `ite`s

    /// Compares an `ite` with a constant. If an arm is a constant, the comparison of this arm is true or false.
    /// So the result is a Boolean connective of the condition and the comparison of the other arm:
    /// `(c ? 3 : x) < 5` becomes `c ∨ (x < 5)`.
    fn compare_choice(&mut self, op: BinOp, a: ExprId, k: Bits) -> Option<ExprId> {
        let (cond, then, other) = self.as_ite(a)?;
        let right = self.constant(k);
        if self.has_const_leaves(a) {
            let tree = self.map_leaves(a, |arena, leaf| arena.compare(op, leaf, right))?;
            self.fire(Rule::CompareTree);
            return Some(tree);
        }
        if !self.is_const(then) && !self.is_const(other) {
            return None;
        }
        self.fire(Rule::CompareArms);
        let (then, other) = (
            self.compare(op, then, right),
            self.compare(op, other, right),
        );
        Some(self.ite(cond, then, other))
    }

    /// Returns the comparison of `a` and `b` by `op`, one of the three comparison operators.
    pub(crate) fn compare(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        match op {
            BinOp::Eq => self.eq(a, b),
            BinOp::Ult => self.ult(a, b),
            BinOp::Slt => self.slt(a, b),
            other => unreachable!("{other:?} is no comparison"),
        }
    }
}

fn largest(width: u32) -> Bits {
    Bits::new(width, symtool_ir::bits::mask(width - 1))
}

/// Returns the multiplicative inverse of an odd number modulo 2^128. Each step of Newton's iteration doubles
/// the number of correct bits.
fn odd_inverse(k: u128) -> u128 {
    let mut inverse = k;
    for _ in 0..7 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(k.wrapping_mul(inverse)));
    }
    inverse
}
