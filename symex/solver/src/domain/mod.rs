//! The abstract domain of a path: known bits, unsigned and signed ranges, excluded values, difference bounds. The
//! solver chain decides many conditions by this domain, without a model or a solver.
//!
//! | file | contents |
//! | --- | --- |
//! | `facts` | the abstract state of a path, with rollback; decides conditions |
//! | `assume` | derives facts from a constraint of the path, by backward transfer functions |
//! | `difference_bounds` | facts of the form `x - y <= c` |
//! | `join` | the join of the facts that the cases of a disjunction imply |
mod assume;
mod difference_bounds;
mod facts;
mod join;

pub use facts::Facts;

use crate::technique::Technique;
use symtool_expr::{Arena, Domain, ExprId};

/// The maximum number of paths whose abstract states are stored. If there are more paths, the least recently used
/// state is dropped.
const MAX_PATHS: usize = 8;

/// The link (solving technique of the solver chain) that decides conditions by the abstract states of recent
/// paths.
///
/// Exploration with state merging alternates between paths. To derive the abstract state of a path, the link starts
/// from the stored state of the path with the longest common prefix.
#[derive(Debug, Default)]
pub(crate) struct Domains {
    /// The abstract states of recent paths. The last one is the most recently used.
    paths: Vec<Facts>,
    /// The work of this link so far. The unit is the work of one instruction in the symbolic interpreter.
    work: u64,
}

/// The work of one derivation step. The unit is the work of one instruction in the symbolic interpreter.
const STEP_WORK: u64 = 5;

impl Technique for Domains {
    fn decide(&mut self, arena: &Arena, path: &[ExprId], cond: ExprId) -> Option<bool> {
        let facts = self.facts(path);
        let truth = facts.decide(arena, path, cond);
        self.work += facts.take_steps() * STEP_WORK;
        truth
    }

    fn domain(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Option<Domain> {
        let facts = self.facts(path);
        let domain = facts.domain(arena, path, e);
        self.work += facts.take_steps() * STEP_WORK;
        Some(domain)
    }

    fn work(&self) -> u64 {
        self.work
    }
}

impl Domains {
    /// Returns the abstract state of a path. The state is derived from the stored state of the path with the longest
    /// common prefix, by rollback to this prefix. If the rollback would remove many facts, the stored state is copied
    /// first, because later queries about the path of the stored state may need these facts again.
    fn facts(&mut self, path: &[ExprId]) -> &mut Facts {
        let ranked = self.paths.iter().enumerate().map(|(at, facts)| {
            let shared = facts.shared(path);
            (shared, !facts.is_large_rollback(shared), at)
        });
        let facts = match ranked.max() {
            Some((_, true, at)) => self.paths.remove(at),
            Some((_, false, at)) => self.paths[at].clone(),
            None => Facts::default(),
        };
        if self.paths.len() == MAX_PATHS {
            self.paths.remove(0);
        }
        let at = self.paths.len();
        self.paths.push(facts);
        &mut self.paths[at]
    }
}
