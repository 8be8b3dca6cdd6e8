//! Rewrite rules of `ite` (if-then-else), and of operators applied to trees of `ite` with constant leaves.
use super::arena::Arena;
use super::node::{ExprId, Node, UnOp};
use super::rules::Rule;
use rustc_hash::FxHashMap;

/// Limits the size of a tree of `ite`s: an operator is applied to the leaves of the tree only if the tree has at most
/// `2 * MAX_TREE` distinct nodes (`ite`s and leaves).
const MAX_TREE: usize = 64;

impl Arena {
    /// Returns `then` if the condition holds, else `other`.
    ///
    /// # Panics
    /// If the condition is not one bit wide or the arms have different widths.
    pub fn ite(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> ExprId {
        assert_eq!(self.width(cond), 1, "the condition of an ite is one bit");
        self.assert_same_width(then, other);
        if let Some(c) = self.as_const(cond) {
            self.fire(Rule::IteConst);
            return if c.is_true() { then } else { other };
        }
        if then == other {
            self.fire(Rule::IteSame);
            return then;
        }
        if let Some(positive) = self.as_not(cond) {
            self.fire(Rule::IteNot);
            return self.ite(positive, other, then);
        }
        let ruled = self.deeper(|a| {
            if a.width(then) == 1 {
                a.bool_ite(cond, then, other)
            } else {
                a.wide_ite(cond, then, other)
            }
        });
        ruled.unwrap_or_else(|| self.intern(Node::Ite { cond, then, other }))
    }

    pub(crate) fn as_not(&self, e: ExprId) -> Option<ExprId> {
        match self.node(e) {
            Node::Un {
                op: UnOp::Not, arg, ..
            } => Some(arg),
            _ => None,
        }
    }

    pub(crate) fn as_ite(&self, e: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
        match self.node(e) {
            Node::Ite { cond, then, other } => Some((cond, then, other)),
            _ => None,
        }
    }

    /// Returns whether one of the expressions `a` and `b` is the node `not` of the other.
    pub(crate) fn complements(&self, a: ExprId, b: ExprId) -> bool {
        self.as_not(a) == Some(b) || self.as_not(b) == Some(a)
    }

    fn bool_ite(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> Option<ExprId> {
        if self.is_true(then) || then == cond {
            self.fire(Rule::IteOr);
            return Some(self.or(cond, other));
        }
        if self.is_false(other) || other == cond {
            self.fire(Rule::IteAnd);
            return Some(self.and(cond, then));
        }
        if self.is_false(then) || self.complements(then, cond) {
            let no = self.not(cond);
            self.fire(Rule::IteNotAnd);
            return Some(self.and(no, other));
        }
        if self.is_true(other) || self.complements(other, cond) {
            let no = self.not(cond);
            self.fire(Rule::IteNotOr);
            return Some(self.or(no, then));
        }
        if self.complements(then, other) {
            self.fire(Rule::IteXor);
            let differ = self.xor(cond, then);
            return Some(self.not(differ));
        }
        if let (Some(x), Some(y)) = (self.as_not(then), self.as_not(other)) {
            self.fire(Rule::IteNots);
            let positive = self.ite(cond, x, y);
            return Some(self.not(positive));
        }
        self.nested_ite(cond, then, other)
    }

    fn wide_ite(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> Option<ExprId> {
        if let Some(same) = self.ite_of_equal(cond, then, other) {
            self.fire(Rule::IteOfEqual);
            return Some(same);
        }
        self.nested_ite(cond, then, other)
            .or_else(|| self.ite_of_extensions(cond, then, other))
    }

    /// Simplifies `x == k ? k : x` to `x`.
    fn ite_of_equal(&self, cond: ExprId, then: ExprId, other: ExprId) -> Option<ExprId> {
        let (a, b) = self.as_eq(cond)?;
        ((a, b) == (then, other) || (b, a) == (then, other)).then_some(other)
    }

    /// Simplifies an `ite` that has another `ite` as an arm: `c ? (c ? x : y) : z` becomes `c ? x : z`, and
    /// `c ? (d ? x : z) : z` becomes `(c and d) ? x : z`.
    fn nested_ite(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> Option<ExprId> {
        if let Some((c, x, y)) = self.as_ite(then) {
            if c == cond {
                self.fire(Rule::IteThenSame);
                return Some(self.ite(cond, x, other));
            }
            if y == other {
                self.fire(Rule::IteThenOther);
                let both = self.and(cond, c);
                return Some(self.ite(both, x, other));
            }
            if x == other {
                self.fire(Rule::IteThenThen);
                let no = self.not(c);
                let both = self.and(cond, no);
                return Some(self.ite(both, y, other));
            }
        }
        if let Some((c, x, y)) = self.as_ite(other) {
            if c == cond {
                self.fire(Rule::IteOtherSame);
                return Some(self.ite(cond, then, y));
            }
            if x == then {
                self.fire(Rule::IteOtherThen);
                let either = self.or(cond, c);
                return Some(self.ite(either, then, y));
            }
            if y == then {
                self.fire(Rule::IteOtherOther);
                let no = self.not(c);
                let either = self.or(cond, no);
                return Some(self.ite(either, then, x));
            }
        }
        None
    }

    /// Replaces `c ? ext x : ext y` by `ext (c ? x : y)`, where `ext` is a sign or zero extension.
    fn ite_of_extensions(&mut self, cond: ExprId, then: ExprId, other: ExprId) -> Option<ExprId> {
        let (op, narrow) = match (self.as_extension(then), self.as_extension(other)) {
            (Some((op, x)), _) => (op, self.width(x)),
            (None, Some((op, y))) => (op, self.width(y)),
            (None, None) => return None,
        };
        let x = self.unextended(op, narrow, then)?;
        let y = self.unextended(op, narrow, other)?;
        self.fire(Rule::IteExtensions);
        let choice = self.ite(cond, x, y);
        let width = self.width(then);
        Some(if op == UnOp::Zext {
            self.zext(choice, width)
        } else {
            self.sext(choice, width)
        })
    }

    /// Returns the kind and the operand of a sign or zero extension; `None` for any other expression.
    pub(crate) fn as_extension(&self, e: ExprId) -> Option<(UnOp, ExprId)> {
        match self.node(e) {
            Node::Un {
                op: op @ (UnOp::Zext | UnOp::Sext),
                arg,
                ..
            } => Some((op, arg)),
            _ => None,
        }
    }

    /// Undoes an extension. If `e` is the node `op(x)` for an x of `narrow` bits, returns x. If `e` is a constant that
    /// `op` can produce from `narrow` bits, returns the truncated constant. Otherwise returns `None`.
    pub(crate) fn unextended(&mut self, op: UnOp, narrow: u32, e: ExprId) -> Option<ExprId> {
        if let Some(value) = self.as_const(e) {
            let cut = symtool_ir::Bits::new(narrow, value.unsigned());
            let back = symtool_ir::eval(op.op(), value.width(), &[cut]);
            return (back == value).then(|| self.constant(cut));
        }
        let (kind, arg) = self.as_extension(e)?;
        (kind == op && self.width(arg) == narrow).then_some(arg)
    }

    /// Applies `f` to the leaves of a tree of `ite`s with constant leaves. Returns `None` if the expression is
    /// not such a tree or the tree is too large.
    pub(crate) fn map_leaves(
        &mut self,
        e: ExprId,
        mut f: impl FnMut(&mut Arena, ExprId) -> ExprId,
    ) -> Option<ExprId> {
        self.as_ite(e)?;
        if !self.has_const_leaves(e) {
            return None;
        }
        let nodes = self.tree_nodes(e)?;
        self.deeper(|arena| {
            let mut new: FxHashMap<ExprId, ExprId> = FxHashMap::default();
            for at in nodes {
                let result = match arena.as_ite(at) {
                    None => f(arena, at),
                    Some((cond, then, other)) => arena.ite(cond, new[&then], new[&other]),
                };
                new.insert(at, result);
            }
            arena.fire(Rule::MapLeaves);
            Some(new[&e])
        })
    }

    /// Returns the distinct nodes of a tree of `ite`s, including the leaves, operands first. Returns `None` if
    /// the tree has more than `2 * MAX_TREE` nodes.
    fn tree_nodes(&self, e: ExprId) -> Option<Vec<ExprId>> {
        let mut nodes = vec![e];
        let mut next = 0;
        while next < nodes.len() {
            if let Some((_, then, other)) = self.as_ite(nodes[next]) {
                for arm in [then, other] {
                    if !nodes.contains(&arm) {
                        nodes.push(arm);
                    }
                }
            }
            next += 1;
            if nodes.len() > 2 * MAX_TREE {
                return None;
            }
        }
        // Operands have smaller ids than the `ite` that uses them.
        nodes.sort_unstable();
        Some(nodes)
    }

    /// Applies a binary operator to the arms of `ite`s: `(c ? 1 : 2) + 3` becomes `c ? 4 : 5`. This is done in two
    /// cases. In the first case, one operand is a tree with constant leaves and the other operand is a constant. In the
    /// second case, both operands are `ite`s with the same condition, and the operator can be evaluated on the two
    /// `then` arms and on the two `else` arms (see [`Arena::folds`]).
    pub(crate) fn push_binary(
        &mut self,
        a: ExprId,
        b: ExprId,
        op: impl Fn(&mut Arena, ExprId, ExprId) -> ExprId,
    ) -> Option<ExprId> {
        if self.is_const(b) {
            let tree = self.map_leaves(a, |arena, leaf| op(arena, leaf, b))?;
            self.fire(Rule::PushLeft);
            return Some(tree);
        }
        if self.is_const(a) {
            let tree = self.map_leaves(b, |arena, leaf| op(arena, a, leaf))?;
            self.fire(Rule::PushRight);
            return Some(tree);
        }
        let ((c, x, y), (d, u, v)) = (self.as_ite(a)?, self.as_ite(b)?);
        if c != d || !self.folds(x, u) || !self.folds(y, v) {
            return None;
        }
        self.fire(Rule::PushSameCondition);
        let (then, other) = (op(self, x, u), op(self, y, v));
        Some(self.ite(c, then, other))
    }

    /// Returns whether one operand is a constant and the other operand is a tree of `ite`s with constant leaves. An
    /// operator on such operands folds to a tree of constants.
    fn folds(&self, a: ExprId, b: ExprId) -> bool {
        let trees = self.has_const_leaves(a) && self.has_const_leaves(b);
        trees && (self.is_const(a) || self.is_const(b))
    }
}
