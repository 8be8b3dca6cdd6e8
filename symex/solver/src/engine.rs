//! What stands at the end of the chain: one trait, several solvers.
use super::{Answer, Model, SolverStats, Unknown};
use std::fmt;
use std::time::Duration;
use symtool_expr::{Arena, ExprId};

/// A solver that decides sets of constraints by itself.
pub trait Engine: fmt::Debug {
    /// Can all `constraints` hold at once? Takes little more than `limit`. Its models need not be right.
    fn solve(&mut self, arena: &Arena, constraints: &[ExprId], limit: Duration) -> Answer;

    /// After [`Answer::Unsat`]: constraints of that query that cannot hold together, if known.
    fn core(&self) -> Option<Vec<ExprId>> {
        None
    }

    /// What it is called in logs.
    fn name(&self) -> String;

    /// Adds what it counted.
    fn collect(&self, stats: &mut SolverStats);
}

/// A model counts only if all constraints evaluate to true under it; the counter is of those that do not.
pub(super) fn checked(
    arena: &Arena,
    constraints: &[ExprId],
    answer: Answer,
    bad_models: &mut u64,
) -> Answer {
    let fails = |model: &Model| !model.satisfies(arena, constraints);
    match answer {
        Answer::Sat(model) if fails(&model) => {
            *bad_models += 1;
            let why = "its model does not satisfy the constraints";
            Answer::Unknown(Unknown::GaveUp(why.to_owned()))
        }
        answer => answer,
    }
}
