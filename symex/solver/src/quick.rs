//! What is decided without any solver: constants, syntax, facts of the path.
//!
//! Where paths are merged several of them are gone along in turn, a step each, so the facts of the latest few are kept: a path goes on
//! from those that share most with it.
use super::stats::timed;
use super::{Facts, LinkStats};
use symtool_expr::{Arena, Domain, ExprId};

/// Paths whose facts are kept.
const MOST_PATHS: usize = 8;

/// The first link.
#[derive(Debug, Default)]
pub struct Quick {
    /// The path that was asked about last is the last.
    paths: Vec<Facts>,
    pub(super) stats: LinkStats,
}

impl Quick {
    /// What a feasible path decides of a condition.
    pub fn decide(&mut self, arena: &Arena, path: &[ExprId], cond: ExprId) -> Option<bool> {
        let (answer, time) = timed(|| self.facts(path).decide(arena, path, cond));
        self.stats.count(answer.is_some(), time);
        answer
    }

    /// What the path says of the values of an expression.
    pub fn domain(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Domain {
        self.facts(path).domain(arena, path, e)
    }

    /// The facts that share most with a path, and those of them that lose least. Where that is much they are kept as well.
    fn facts(&mut self, path: &[ExprId]) -> &mut Facts {
        let ranked = self.paths.iter().enumerate().map(|(at, facts)| {
            let shared = facts.shared(path);
            (shared, !facts.loses_much(shared), at)
        });
        let facts = match ranked.max() {
            Some((_, true, at)) => self.paths.remove(at),
            Some((_, false, at)) => self.paths[at].clone(),
            None => Facts::default(),
        };
        if self.paths.len() == MOST_PATHS {
            self.paths.remove(0);
        }
        let at = self.paths.len();
        self.paths.push(facts);
        &mut self.paths[at]
    }
}
