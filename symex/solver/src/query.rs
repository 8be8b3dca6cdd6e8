//! Queries and their features, for example whether a query has float operators. The features of a query
//! determine the links (solving techniques) that the solver chain runs on it.
use crate::answer::Answer;
use crate::model::Model;
use std::cell::OnceCell;
use symtool_expr::{Arena, ExprId, Node};

/// A query: a set of constraints (conditions of width 1), ascending and without duplicates. Its features, such as the
/// presence of float operators, are computed on demand.
#[derive(Debug)]
pub(crate) struct Query<'q> {
    arena: Terms<'q>,
    /// The constraints, ascending and without repetition.
    pub constraints: &'q [ExprId],
    float: OnceCell<bool>,
    quantified: OnceCell<bool>,
    ite_or_mul: OnceCell<bool>,
    nodes: OnceCell<usize>,
}

/// The arena of a query: shared (read-only) or mutable. A link that adds expressions needs a mutable arena. If the
/// arena is shared, such a link gives no answer.
#[derive(Debug)]
pub(crate) enum Terms<'q> {
    Shared(&'q Arena),
    Owned(&'q mut Arena),
}

impl<'q> Query<'q> {
    pub fn new(arena: Terms<'q>, constraints: &'q [ExprId]) -> Query<'q> {
        Query {
            arena,
            constraints,
            float: OnceCell::new(),
            quantified: OnceCell::new(),
            ite_or_mul: OnceCell::new(),
            nodes: OnceCell::new(),
        }
    }

    /// Returns the arena of the constraints.
    pub fn arena(&self) -> &Arena {
        match &self.arena {
            Terms::Shared(arena) => arena,
            Terms::Owned(arena) => arena,
        }
    }

    /// Returns the arena, to which expressions can be added; `None` if the arena is shared.
    pub fn arena_mut(&mut self) -> Option<&mut Arena> {
        match &mut self.arena {
            Terms::Shared(_) => None,
            Terms::Owned(arena) => Some(arena),
        }
    }

    /// Returns whether the query has float operators.
    pub fn has_float(&self) -> bool {
        let has = || self.constraints.iter().any(|&c| self.arena().has_float(c));
        *self.float.get_or_init(has)
    }

    /// Returns whether the query has quantifiers.
    pub fn has_quantifiers(&self) -> bool {
        let has = |&c: &ExprId| self.arena().has_quantifiers(c);
        *(self.quantified).get_or_init(|| self.constraints.iter().any(has))
    }

    /// Returns whether the query contains neither float operators nor quantifiers.
    pub fn is_bit_vectors(&self) -> bool {
        !self.has_float() && !self.has_quantifiers()
    }

    /// Returns whether the query contains an `ite`, a product, a quotient or a remainder. Z3 is fast on queries that
    /// contain none of these.
    pub fn has_ite_or_mul(&self) -> bool {
        let has = || has_ite_or_mul(self.arena(), self.constraints);
        *self.ite_or_mul.get_or_init(has)
    }

    /// Returns whether the query contains a product, a quotient or a remainder. SMT solvers are slow on such queries.
    pub fn has_product(&self) -> bool {
        let is_product = |&e: &ExprId| match self.arena().node(e) {
            Node::Bin { op, .. } => op.is_product(),
            _ => false,
        };
        let all = self.arena().postorder(self.constraints);
        all.iter().any(is_product)
    }

    /// Returns the number of distinct expression nodes of the query.
    pub fn nodes(&self) -> usize {
        let count = || self.arena().node_count(self.constraints);
        *self.nodes.get_or_init(count)
    }
}

/// Returns whether some constraint contains an `ite`, a product, a quotient or a remainder.
pub(crate) fn has_ite_or_mul(arena: &Arena, constraints: &[ExprId]) -> bool {
    let has = |&e: &ExprId| match arena.node(e) {
        Node::Ite { .. } => true,
        Node::Bin { op, .. } => op.is_product(),
        _ => false,
    };
    arena.postorder(constraints).iter().any(has)
}

/// Sorts a set of constraints, and removes duplicates and the constraint `true`, as a [`Query`] requires. Returns the
/// answer to the query if no constraint is left or if some constraint is `false`; otherwise `None`.
pub(crate) fn normalize(arena: &Arena, set: &mut Vec<ExprId>) -> Option<Answer> {
    set.sort_unstable();
    set.dedup();
    set.retain(|&c| !arena.is_true(c));
    if set.first().is_some_and(|&c| arena.is_false(c)) {
        return Some(Answer::Unsat);
    }
    set.is_empty().then(|| Answer::Sat(Model::new()))
}
