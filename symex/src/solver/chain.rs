//! The chain: what exploration asks, and in which order the techniques try to answer.
use super::{Answer, Sides, SolverConfig, SolverStats, Tri, Unknown};
use crate::expr::{Arena, ExprId};
use symtool_ir::Bits;

/// All solving techniques of one worker, for expressions of one [`Arena`].
///
/// A path is the list of its constraints (conditions of width 1), oldest first, and is taken to be feasible.
/// Paths that share a beginning with the one asked about before are cheaper.
#[derive(Debug)]
pub struct Chain {
    #[expect(dead_code, reason = "the links come next")]
    config: SolverConfig,
    stats: SolverStats,
}

impl Chain {
    /// A chain that has solved nothing yet. Costs nothing until a question reaches the SMT solver.
    pub fn new(config: SolverConfig) -> Chain {
        Chain {
            config,
            stats: SolverStats::default(),
        }
    }

    /// Can `cond` hold on this path?
    pub fn may_be_true(&mut self, arena: &mut Arena, path: &[ExprId], cond: ExprId) -> Tri {
        let _ = (arena, path, cond);
        self.stats.asked += 1;
        Tri::Unknown
    }

    /// Which sides of a branch on `cond` are feasible on this path? If one is not, the other is taken to be.
    pub fn branch(&mut self, arena: &mut Arena, path: &[ExprId], cond: ExprId) -> Sides {
        let when_true = self.may_be_true(arena, path, cond);
        let no = arena.not(cond);
        Sides {
            when_true,
            when_false: self.may_be_true(arena, path, no),
        }
    }

    /// Inputs that follow this path.
    pub fn model(&mut self, arena: &Arena, path: &[ExprId]) -> Answer {
        let _ = (arena, path);
        Answer::Unknown(Unknown::GaveUp("no solver yet".to_owned()))
    }

    /// Inputs that follow this path and look simple: zeros, then small and printable bytes, where the path
    /// leaves a choice.
    pub fn nice_model(&mut self, arena: &mut Arena, path: &[ExprId]) -> Answer {
        self.model(arena, path)
    }

    /// Some value that an expression can have on this path.
    pub fn value(&mut self, arena: &mut Arena, path: &[ExprId], e: ExprId) -> Option<Bits> {
        match self.model(arena, path) {
            Answer::Sat(model) => Some(model.eval(arena, e)),
            _ => None,
        }
    }

    /// The least and the greatest unsigned value of an expression on this path; `None` if not known.
    pub fn range(&mut self, arena: &mut Arena, path: &[ExprId], e: ExprId) -> Option<(u128, u128)> {
        let _ = path;
        Some(arena.unsigned_range(e))
    }

    /// What was counted so far.
    pub fn stats(&self) -> SolverStats {
        self.stats.clone()
    }
}
