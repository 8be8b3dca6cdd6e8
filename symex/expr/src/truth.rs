//! Rules of truth values in arithmetic: products and masks with them are choices, and sums of complementary
//! choices are one choice.
//!
//! Branch-free C selects by `c * x + (1 - c) * y` or `(-c & x) | (~-c & y)`. By these rules both equal the
//! node of `c ? x : y`, so a comparison with the branching form needs no solver.
use super::arena::Arena;
use super::node::{BinOp, ExprId, UnOp};
use super::rules::Rule;
use symtool_ir::Bits;

/// A condition, or its negation.
type Literal = (ExprId, bool);

/// `c ? value : 0`, where c is the conjunction of the literals. With an extension, the value is the operand
/// of this extension.
struct ZeroChoice {
    cond: ExprId,
    literals: Vec<Literal>,
    value: ExprId,
    extension: Option<UnOp>,
}

impl Arena {
    /// Turns a product with a factor that is 0 or 1 into a choice by its lowest bit.
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

    /// Turns a conjunction with a mask of copies of one bit into a choice.
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

    /// Joins two choices that are 0 unless disjoint conditions hold, under an operator with the identity 0:
    /// addition, or, exclusive or.
    ///
    /// The rules of `ite` move conditions: `c ? 0 : (d ? y : 0)` is `(not c and d) ? y : 0`. So the
    /// conjunctions of both conditions are searched for a complementary pair.
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

    /// Returns a condition whose negation is a literal of `two`, and the literals of `one` that it consists of.
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

    /// Returns the choice `c ? value : 0` that an expression is, perhaps below an extension.
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

    /// Returns the literals of a conjunction, or the condition itself.
    fn literals(&self, cond: ExprId) -> Vec<Literal> {
        let conjuncts = self.conjuncts(cond).unwrap_or_else(|| vec![cond]);
        conjuncts.into_iter().map(|c| self.literal(c)).collect()
    }

    fn literal(&self, cond: ExprId) -> Literal {
        self.as_not(cond).map_or((cond, true), |c| (c, false))
    }

    /// Returns a choice without the literals that hold, at the width of its extension.
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

    /// Returns a conjunction without the literals that hold. The order of the others stays, so that the
    /// result is the expression that was conjoined with them.
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

    /// Joins a choice with a complementary one in a sum.
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
