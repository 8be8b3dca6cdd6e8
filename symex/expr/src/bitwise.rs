//! Rewrite rules of the bitwise operators `~`, `&`, `|` and `^`. At width 1, these operators are the Boolean
//! connectives.
use super::arena::Arena;
use super::node::{BinOp, ExprId, Node, UnOp};
use super::rules::Rule;
use symtool_ir::Bits;

/// The maximum number of operands of a conjunction that are compared with a new operand.
const MAX_CONJUNCTS: usize = 16;

impl Arena {
    /// Returns the bitwise complement; for a condition, its negation.
    pub fn not(&mut self, e: ExprId) -> ExprId {
        if let Some(value) = self.as_const(e) {
            return self.constant(symtool_ir::eval(
                symtool_ir::Op::Not,
                value.width(),
                &[value],
            ));
        }
        if let Some(arg) = self.as_not(e) {
            self.fire(Rule::NotNot);
            return arg;
        }
        if self.width(e) > 1
            && let Some(tree) = self.map_leaves(e, Arena::not)
        {
            return tree;
        }
        self.raw_un(UnOp::Not, self.width(e), e)
    }

    /// Returns `a & b`, computed bit by bit; for conditions, this is their conjunction.
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some((x, y)) = self.both_const(a, b) {
            return self.constant(BinOp::And.eval(x, y));
        }
        if a == b {
            self.fire(Rule::AndSelf);
            return a;
        }
        if self.complements(a, b) {
            self.fire(Rule::AndComplement);
            return self.int(self.width(a), 0);
        }
        if let Some(k) = self.as_const(b) {
            if k.is_zero() {
                self.fire(Rule::AndZero);
                return b;
            }
            if k.is_ones() {
                self.fire(Rule::AndOnes);
                return a;
            }
        }
        let ruled = self.deeper(|arena| {
            if arena.width(a) == 1 {
                arena.conjunction(a, b)
            } else {
                arena.and_rules(a, b)
            }
        });
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::And, a, b))
    }

    /// Returns `a | b`, computed bit by bit; for conditions, this is their disjunction.
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if self.width(a) == 1 {
            self.fire(Rule::OrOfBits);
            let (x, y) = (self.not(a), self.not(b));
            let neither = self.and(x, y);
            return self.not(neither);
        }
        let (a, b) = self.ordered(a, b);
        if let Some((x, y)) = self.both_const(a, b) {
            return self.constant(BinOp::Or.eval(x, y));
        }
        if a == b {
            self.fire(Rule::OrSelf);
            return a;
        }
        if self.complements(a, b) {
            self.fire(Rule::OrComplement);
            return self.constant(Bits::ones(self.width(a)));
        }
        if let Some(k) = self.as_const(b) {
            if k.is_zero() {
                self.fire(Rule::OrZero);
                return a;
            }
            if k.is_ones() {
                self.fire(Rule::OrOnes);
                return b;
            }
        }
        let ruled = self.deeper(|arena| arena.or_rules(a, b));
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Or, a, b))
    }

    /// Returns `a ^ b`, computed bit by bit; for conditions, this is the condition that exactly one of `a` and `b`
    /// holds.
    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some((x, y)) = self.both_const(a, b) {
            return self.constant(BinOp::Xor.eval(x, y));
        }
        if a == b {
            self.fire(Rule::XorSelf);
            return self.int(self.width(a), 0);
        }
        if self.complements(a, b) {
            self.fire(Rule::XorComplement);
            return self.constant(Bits::ones(self.width(a)));
        }
        if let Some(k) = self.as_const(b) {
            if k.is_zero() {
                self.fire(Rule::XorZero);
                return a;
            }
            if k.is_ones() {
                self.fire(Rule::XorOnes);
                return self.not(a);
            }
        }
        let ruled = self.deeper(|arena| arena.xor_rules(a, b));
        ruled.unwrap_or_else(|| self.raw_bin(BinOp::Xor, a, b))
    }

    /// Returns the operands of a commutative operator in canonical order: a constant is the right operand. Of
    /// two other operands, the older one is the left operand.
    pub(crate) fn ordered(&self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        match (self.is_const(a), self.is_const(b)) {
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ if a <= b => (a, b),
            _ => (b, a),
        }
    }

    pub(crate) fn as_bin(&self, op: BinOp, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.node(e) {
            Node::Bin { op: o, lhs, rhs } if o == op => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// If `e` is the result of `op` on an expression and a constant, such as `x + 5`, returns the expression
    /// and the constant.
    pub(crate) fn as_bin_const(&self, op: BinOp, e: ExprId) -> Option<(ExprId, Bits)> {
        let (lhs, rhs) = self.as_bin(op, e)?;
        Some((lhs, self.as_const(rhs)?))
    }

    // ---- conditions

    fn conjunction(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        self.absorb(a, b)
            .or_else(|| self.absorb(b, a))
            .or_else(|| self.conjoin_compares(a, b))
    }

    /// Simplifies `a and b` if b is a conjunction, or a negated conjunction, and one of its operands is a or the
    /// negation of a. For example, `a and (a and c)` becomes `a and c`, and `a and not (a and c)` becomes
    /// `a and not c`.
    fn absorb(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(parts) = self.conjuncts(b) {
            if parts.contains(&a) {
                self.fire(Rule::AbsorbPart);
                return Some(b);
            }
            if parts.iter().any(|&p| self.complements(p, a)) {
                self.fire(Rule::AbsorbContradiction);
                return Some(Arena::FALSE);
            }
            return None;
        }
        let (x, y) = self.as_bin(BinOp::And, self.as_not(b)?)?;
        let mut kept = None;
        for (part, rest) in [(x, y), (y, x)] {
            if part == a {
                kept = Some(rest);
            } else if self.complements(part, a) {
                self.fire(Rule::AbsorbImplied);
                return Some(a);
            }
        }
        let no = kept?;
        self.fire(Rule::AbsorbRest);
        let no = self.not(no);
        Some(self.and(a, no))
    }

    /// Returns the operands of a conjunction; `None` if `e` is no conjunction. A conjunction of more than
    /// [`MAX_CONJUNCTS`] operands is not split completely.
    pub(crate) fn conjuncts(&self, e: ExprId) -> Option<Vec<ExprId>> {
        self.as_bin(BinOp::And, e)?;
        let (mut parts, mut work) = (Vec::new(), vec![e]);
        while let Some(at) = work.pop() {
            match self.as_bin(BinOp::And, at) {
                Some((x, y)) if parts.len() + work.len() < MAX_CONJUNCTS => work.extend([y, x]),
                _ => parts.push(at),
            }
        }
        Some(parts)
    }

    /// Simplifies the conjunction of two comparisons of one expression with constants: `x < 9 & x < 5` becomes `x < 5`.
    fn conjoin_compares(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, x_low, x_high) = self.as_interval(a)?;
        let (y, y_low, y_high) = self.as_interval(b)?;
        if x != y {
            return None;
        }
        let (low, high) = (x_low.max(y_low), x_high.min(y_high));
        if low > high {
            self.fire(Rule::IntervalsDisjoint);
            return Some(Arena::FALSE);
        }
        if low == high {
            self.fire(Rule::IntervalsMeet);
            let k = self.int(self.width(x), low);
            return Some(self.eq(x, k));
        }
        // If one interval contains the other, the condition of the inner interval implies the other condition.
        let inner = if (low, high) == (x_low, x_high) {
            a
        } else if (low, high) == (y_low, y_high) {
            b
        } else {
            return None;
        };
        self.fire(Rule::IntervalsNested);
        Some(inner)
    }

    /// If a condition is equivalent to `low <= x <= high` (unsigned) for an expression x, returns x, low and
    /// high.
    pub(crate) fn as_interval(&self, e: ExprId) -> Option<(ExprId, u128, u128)> {
        let (positive, inner) = match self.as_not(e) {
            Some(inner) => (false, inner),
            None => (true, e),
        };
        if let (true, Some((x, k))) = (positive, self.as_bin_const(BinOp::Eq, inner)) {
            return Some((x, k.unsigned(), k.unsigned()));
        }
        let (x, k) = self.as_bin_const(BinOp::Ult, inner)?;
        if positive {
            // `x <u 0` is false, so it has no interval.
            return Some((x, 0, k.unsigned().checked_sub(1)?));
        }
        Some((x, k.unsigned(), symtool_ir::bits::mask(k.width())))
    }

    // ---- wider than one bit

    fn and_rules(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(pushed) = self.push_binary(a, b, Arena::and) {
            return Some(pushed);
        }
        if let Some(k) = self.as_const(b) {
            return self.and_const(a, k);
        }
        self.and_mask(a, b)
            .or_else(|| self.narrow_zext(a, b, Arena::and))
    }

    fn and_const(&mut self, a: ExprId, k: Bits) -> Option<ExprId> {
        let width = k.width();
        if let Some((x, old)) = self.as_bin_const(BinOp::And, a) {
            self.fire(Rule::AndAnd);
            let k = self.int(width, old.unsigned() & k.unsigned());
            return Some(self.and(x, k));
        }
        if width <= 64 {
            let domain = self.domain(a);
            if !k.low_u64() & !domain.zeros & super::domain::mask64(width) == 0 {
                self.fire(Rule::AndCovers);
                return Some(a);
            }
        }
        // A mask with adjacent ones selects a bit field: `x and 0xf0` becomes `x[4..8]` between zeros.
        let low = k.unsigned().trailing_zeros();
        let run = (k.unsigned() >> low).trailing_ones();
        if k.unsigned() >> low == symtool_ir::bits::mask(run) {
            self.fire(Rule::AndField);
            let field = self.extract(a, low, run);
            let field = self.shifted_left(field, low);
            return Some(self.zext(field, width));
        }
        self.split_const(a, k, Arena::and)
    }

    fn or_rules(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(pushed) = self.push_binary(a, b, Arena::or) {
            return Some(pushed);
        }
        if let Some(joined) = self.join_complementary(a, b) {
            return Some(joined);
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return Some(joined);
        }
        if let Some(k) = self.as_const(b) {
            if let Some((x, old)) = self.as_bin_const(BinOp::Or, a) {
                self.fire(Rule::OrOr);
                let k = self.int(k.width(), old.unsigned() | k.unsigned());
                return Some(self.or(x, k));
            }
            return self.split_const(a, k, Arena::or);
        }
        self.narrow_zext(a, b, Arena::or)
    }

    fn xor_rules(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if let Some(pushed) = self.push_binary(a, b, Arena::xor) {
            return Some(pushed);
        }
        if let Some(x) = self.as_not(a) {
            self.fire(Rule::XorNot);
            let inner = self.xor(x, b);
            return Some(self.not(inner));
        }
        if let Some(y) = self.as_not(b) {
            self.fire(Rule::XorNot);
            let inner = self.xor(a, y);
            return Some(self.not(inner));
        }
        for (one, two) in [(a, b), (b, a)] {
            if let Some((x, y)) = self.as_bin(BinOp::Xor, two) {
                if x == one {
                    self.fire(Rule::XorCancels);
                    return Some(y);
                }
                if y == one {
                    self.fire(Rule::XorCancels);
                    return Some(x);
                }
            }
        }
        if self.width(a) == 1 {
            return None;
        }
        if let Some(k) = self.as_const(b) {
            if let Some((x, old)) = self.as_bin_const(BinOp::Xor, a) {
                self.fire(Rule::XorXor);
                let k = self.int(k.width(), old.unsigned() ^ k.unsigned());
                return Some(self.xor(x, k));
            }
            return self.split_const(a, k, Arena::xor);
        }
        self.join_complementary(a, b)
            .or_else(|| self.join_disjoint(a, b))
            .or_else(|| self.narrow_zext(a, b, Arena::xor))
    }

    /// Applies a bitwise operator before an extension: `zext x & zext y` becomes `zext (x & y)`, and `sext x & sext y`
    /// becomes `sext (x & y)`. The operands x and y must have the same width.
    fn narrow_zext(
        &mut self,
        a: ExprId,
        b: ExprId,
        op: impl Fn(&mut Arena, ExprId, ExprId) -> ExprId,
    ) -> Option<ExprId> {
        let ((kind, x), (other, y)) = (self.as_extension(a)?, self.as_extension(b)?);
        if kind != other || self.width(x) != self.width(y) {
            return None;
        }
        self.fire(Rule::NarrowBitwise);
        let inner = op(self, x, y);
        Some(self.extend_like(kind, inner, self.width(a)))
    }

    pub(crate) fn extend_like(&mut self, kind: UnOp, e: ExprId, width: u32) -> ExprId {
        if kind == UnOp::Zext {
            self.zext(e, width)
        } else {
            self.sext(e, width)
        }
    }

    /// Splits a bitwise operation on a concatenation and a constant into one operation for each operand of the
    /// concatenation: `(x:y) and (j:k)` becomes `(x and j):(y and k)`.
    fn split_const(
        &mut self,
        a: ExprId,
        k: Bits,
        op: impl Fn(&mut Arena, ExprId, ExprId) -> ExprId,
    ) -> Option<ExprId> {
        let (width, at) = match self.node(a) {
            Node::Bin {
                op: BinOp::Concat,
                rhs,
                ..
            } => (k.width(), self.width(rhs)),
            Node::Un {
                op: UnOp::Zext,
                arg,
                ..
            } => (k.width(), self.width(arg)),
            _ => return None,
        };
        self.fire(Rule::SplitBitwise);
        let high = self.extract(a, at, width - at);
        let low = self.extract(a, 0, at);
        let k_high = self.int(width - at, k.unsigned() >> at);
        let k_low = self.int(at, k.unsigned());
        let (high, low) = (op(self, high, k_high), op(self, low, k_low));
        Some(self.concat(high, low))
    }

    /// Replaces `a | b`, `a ^ b` or `a + b` by a concatenation, if the n low bits of one operand are 0 and
    /// the other operand is less than 2^n: `x:0 + 0:y` becomes `x:y`.
    pub(crate) fn join_disjoint(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if width > 64 {
            return None;
        }
        for (high, low) in [(a, b), (b, a)] {
            let split = self.domain(high).zeros.trailing_ones().min(width);
            if split > 0 && split < width && self.domain(low).max < 1u64 << split {
                self.fire(Rule::JoinDisjoint);
                let upper = self.extract(high, split, width - split);
                let lower = self.extract(low, 0, split);
                return Some(self.concat(upper, lower));
            }
        }
        None
    }
}
