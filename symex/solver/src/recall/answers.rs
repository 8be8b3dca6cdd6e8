//! The query cache: a map from the constraints of an earlier query to its answer. It answers a query that is repeated
//! with the same constraints.
use crate::answer::Unknown;
use crate::query::Query;
use crate::technique::{Context, Found, Outcome, Technique};
use rustc_hash::FxHashMap;
use symtool_expr::ExprId;

/// The maximum number of answers in the cache. When it is reached, the cache is cleared.
const MAX_ENTRIES: usize = 200_000;

/// The link (solving technique of the solver chain) that stores the answers of later links. The answer *unknown* is
/// also stored, because a repeated query would take the whole time limit again. The answer to an interrupted query is
/// not stored.
#[derive(Debug, Default)]
pub(crate) struct AnswerCache {
    answers: FxHashMap<Box<[ExprId]>, Found>,
}

impl Technique for AnswerCache {
    fn run(&mut self, query: &mut Query<'_>, _: &mut Context<'_>) -> Outcome {
        match self.answers.get(query.constraints) {
            None => Outcome::Pass,
            Some(Found::Sat(model)) => Outcome::Sat(model.clone()),
            Some(Found::Unsat(core)) => Outcome::Unsat(core.clone()),
            Some(Found::Unknown(why)) => Outcome::Final(why.clone()),
        }
    }

    fn learn(&mut self, query: &Query<'_>, found: &Found) {
        if matches!(found, Found::Unknown(Unknown::Interrupted)) {
            return;
        }
        if self.answers.len() >= MAX_ENTRIES {
            self.answers.clear();
        }
        self.answers
            .insert(Box::from(query.constraints), found.clone());
    }
}
