//! Rules of truth values in arithmetic. A product with a truth value becomes an `ite`, and so does a bitwise `and`
//! with a mask of copies of a truth value. A sum of two `ite`s with complementary conditions becomes one `ite`.
//!
//! Branch-free C selects by `c * x + (1 - c) * y` or `(-c & x) | (~-c & y)`. These rules rewrite both expressions to
//! the node of `c ? x : y`. So no solver is needed to show that these expressions equal the value that a branch on `c`
//! selects.
use super::arena::Arena;
use super::node::{BinOp, ExprId, UnOp};
use super::rules::Rule;
use symtool_ir::Bits;

/// A condition (with the flag `true`), or its negation (with the flag `false`).
type Literal = (ExprId, bool);

/// The expression `c ? value : 0`, or an extension of this expression, where `c` is the conjunction of
/// `literals`. For an extension, `value` has the width before the extension.
struct ZeroChoice {
    /// The condition of the `ite`. It is the negation of `c` if the `ite` has the form `cond ? 0 : value`.
    cond: ExprId,
    literals: Vec<Literal>,
    value: ExprId,
    extension: Option<UnOp>,
}

impl Arena {
    /// Replaces a product by an `ite` if one factor `t` is 0 or 1: `t * y` becomes `t[0] ? y : 0`.
    pub(crate) fn mul_truth(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if width > 64 {
            return None;
        }
        let (truth, factor) = if self.domain(a).max <= 1 {
            (a, b)
        } else if self.domain(b).max <= 1 {
            (b, a)
        } else {
            return None;
        };
        self.fire(Rule::MulTruth);
        let cond = self.extract(truth, 0, 1);
        let zero = self.int(width, 0);
        Some(self.ite(cond, factor, zero))
    }

    /// Replaces `mask and x` (a bitwise operation) by an `ite`, if all bits of the mask are copies of one bit:
    /// `(c ? -1 : 0) and x` becomes `c ? x : 0`.
    pub(crate) fn and_mask(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        for (mask, value) in [(a, b), (b, a)] {
            let Some((cond, then, other)) = self.as_ite(mask) else {
                continue;
            };
            let zero = self.int(self.width(a), 0);
            if self.is_ones(then) && other == zero {
                self.fire(Rule::AndMask);
                return Some(self.ite(cond, value, zero));
            }
            if self.is_ones(other) && then == zero {
                self.fire(Rule::AndMask);
                return Some(self.ite(cond, zero, value));
            }
        }
        None
    }

    fn is_zero(&self, e: ExprId) -> bool {
        self.as_const(e).is_some_and(Bits::is_zero)
    }

    fn is_ones(&self, e: ExprId) -> bool {
        self.as_const(e).is_some_and(Bits::is_ones)
    }

    /// Joins `a`, of the form `c ? x : 0`, and `b`, of the form `d ? y : 0`, to `c ? x : y` if d is `not c`. The
    /// result equals `a + b`, `a | b` and `a ^ b`, because one of a and b is 0.
    ///
    /// Other rules may have changed the conditions: `c ? 0 : (d ? y : 0)` becomes `(not c and d) ? y : 0`. So
    /// a complementary pair is searched among the literals of both conditions.
    pub(crate) fn join_complementary(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (p, q) = (self.as_zero_choice(a)?, self.as_zero_choice(b)?);
        let width = self.width(a);
        for (one, two) in [(&p, &q), (&q, &p)] {
            let Some((split, implied)) = self.complementary_literal(&one.literals, &two.literals)
            else {
                continue;
            };
            self.fire(Rule::JoinComplementary);
            let then = self.without(one, &implied, width);
            let other = self.without(two, &[(split, false)], width);
            return Some(self.ite(split, then, other));
        }
        None
    }

    /// Returns a conjunction of literals (conditions or negated conditions) in `one`, such that the negation of the
    /// conjunction is a literal in `two`. Example: the result is `c and d` if `one` contains c and d, and `two`
    /// contains `not (c and d)`. Also returns the literals of the conjunction.
    fn complementary_literal(
        &self,
        one: &[Literal],
        two: &[Literal],
    ) -> Option<(ExprId, Vec<Literal>)> {
        let negative = two.iter().filter(|(_, positive)| !positive);
        negative
            .map(|&(e, _)| (e, self.literals(e)))
            .find(|(_, implied)| implied.iter().all(|literal| one.contains(literal)))
    }

    /// Returns the components of an expression of the form `c ? value : 0` or `c ? 0 : value`, or of an extension of
    /// such an expression; `None` if the expression has another form.
    fn as_zero_choice(&self, e: ExprId) -> Option<ZeroChoice> {
        let (extension, choice) = match self.as_extension(e) {
            Some((kind, narrow)) => (Some(kind), narrow),
            None => (None, e),
        };
        let (cond, then, other) = self.as_ite(choice)?;
        let (literals, value) = if self.is_zero(other) {
            (self.literals(cond), then)
        } else if self.is_zero(then) {
            (vec![(cond, false)], other)
        } else {
            return None;
        };
        Some(ZeroChoice {
            cond,
            literals,
            value,
            extension,
        })
    }

    /// Returns the literals (conditions or negated conditions) of a conjunction. For any other condition, returns the
    /// condition as the only literal.
    fn literals(&self, cond: ExprId) -> Vec<Literal> {
        let conjuncts = self.conjuncts(cond).unwrap_or_else(|| vec![cond]);
        conjuncts.into_iter().map(|c| self.literal(c)).collect()
    }

    fn literal(&self, cond: ExprId) -> Literal {
        self.as_not(cond).map_or((cond, true), |c| (c, false))
    }

    /// Returns the expression `choice` (a value if its condition holds, else 0), extended to `width` bits. The literals
    /// `held` are assumed to be true and are removed from the condition.
    fn without(&mut self, choice: &ZeroChoice, held: &[Literal], width: u32) -> ExprId {
        let value = match choice.extension {
            Some(kind) => self.extend_like(kind, choice.value, width),
            None => choice.value,
        };
        if choice.literals.iter().all(|literal| held.contains(literal)) {
            return value;
        }
        let rest = self.conjunction_without(choice.cond, held);
        let zero = self.int(width, 0);
        self.ite(rest, value, zero)
    }

    /// Returns the conjunction `cond` without the literals `held` (conditions or negated conditions). The order of
    /// the other literals does not change. So if other rules added the literals `held` to a conjunction, the result
    /// is the original conjunction, with the same id.
    fn conjunction_without(&mut self, cond: ExprId, held: &[Literal]) -> ExprId {
        if held.contains(&self.literal(cond)) {
            return Arena::TRUE;
        }
        match self.as_bin(BinOp::And, cond) {
            Some((x, y)) => {
                let x = self.conjunction_without(x, held);
                let y = self.conjunction_without(y, held);
                self.and(x, y)
            }
            None => cond,
        }
    }

    /// Joins two `ite`s with complementary conditions if one of them is an addend of a sum:
    /// `(z + (c ? x : 0)) + (c ? 0 : y)` becomes `z + (c ? x : y)`.
    pub(crate) fn join_complementary_in_sum(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        for (sum, choice) in [(a, b), (b, a)] {
            let Some((x, y)) = self.as_bin(BinOp::Add, sum) else {
                continue;
            };
            for (one, rest) in [(x, y), (y, x)] {
                if let Some(joined) = self.join_complementary(one, choice) {
                    self.fire(Rule::JoinInSum);
                    return Some(self.add(rest, joined));
                }
            }
        }
        None
    }
}
