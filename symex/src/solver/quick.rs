//! What is decided without any solver: constants, syntax, facts of the path.
use super::stats::timed;
use super::{Facts, LinkStats};
use crate::expr::{Arena, Domain, ExprId};

/// The first link.
#[derive(Debug, Default)]
pub struct Quick {
    facts: Facts,
    pub(super) stats: LinkStats,
}

impl Quick {
    /// What a feasible path decides of a condition.
    pub fn decide(&mut self, arena: &Arena, path: &[ExprId], cond: ExprId) -> Option<bool> {
        let (answer, time) = timed(|| self.facts.decide(arena, path, cond));
        self.stats.count(answer.is_some(), time);
        answer
    }

    /// What the path says of the values of an expression.
    pub fn domain(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Domain {
        self.facts.domain(arena, path, e)
    }
}
