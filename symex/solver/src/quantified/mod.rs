//! Answers queries with bounded quantifiers by queries without quantifiers (Trabish et al., State Merging
//! with Quantifiers in Symbolic Execution, ESEC/FSE 2023, §5). An *instance* is the body of a quantifier for
//! one number in its range. A *cell* is an array element that a quantifier reads.
//!
//! The link runs these phases until one of them answers:
//!
//! - `known` evaluates the query under recent models of queries with quantifiers.
//! - `patch` changes a few bytes of a recent model that violates few constraints. It runs again on the models
//!   that `strip` and `duplicate` find.
//! - `strip` solves the query with only the first and the last instance of each quantifier. If a constraint contradicts
//!   the body of a quantifier for some number, the query also excludes this number from the range of the quantifier. If
//!   the answer is *unsat*, the whole query is unsatisfiable.
//! - `duplicate` copies the values of the cells of the first instance to the cells of the other instances.
//! - `repair` starts from the model of `duplicate`. It solves the query of `strip` again, with two kinds of additional
//!   constraints: the instances that share cells with violated instances, and equalities that fix input bytes to their
//!   values in the model. If a quantifier reads an input, the bytes of this input are not fixed.
//! - `refine` adds to the query of `strip` the instances that its model violates, and solves the query again, until the
//!   new model violates no instance.
//!
//! If no phase answers, the unchanged query is passed to Z3, which has a decision procedure for quantifiers.
//!
//! The queries of `strip` and `refine` follow from the whole query. Therefore, if one of them is unsatisfiable, the
//! whole query is unsatisfiable. The query of `repair` does not follow from the whole query, because the query of
//! `repair` fixes bytes; its *unsat* answer is ignored. A model of a phase is checked by evaluation of the whole query.
//!
//! A quantifier can be an operand within a constraint instead of a constraint itself. Such a quantifier is replaced by
//! a new symbolic bit. Two constraints define the bit. The first constraint is that the instances hold if the bit is
//! set. The second constraint is that the body is false for a number n of the range if the bit is not set; n is a new
//! variable.
mod duplicate;
mod ground;
mod patch;
mod repair;

use crate::answer::Answer;
use crate::model::Model;
use crate::pool::EvaluatedModel;
use crate::query::{Query, has_ite_or_mul, normalize};
use crate::stats::{LinkStats, timed};
use crate::technique::{Context, Host, Outcome, Technique};
use duplicate::duplicated;
use ground::{Proxy, Stripped};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;
use symtool_expr::{Arena, ExprId};

/// The maximum number of instances (bodies of quantifiers for one number) that refinement adds to one query. Each
/// round may add twice as many instances as the previous round. The limit is a number of instances instead of a time,
/// so that the answer does not depend on the speed of the machine.
const MAX_INSTANCES: usize = 4096;

/// The phases of the link for quantifiers. The value of a phase is the index of its counters.
#[derive(Copy, Clone)]
enum Phase {
    Known,
    Patch,
    Strip,
    Duplicate,
    Repair,
    Refine,
}

const NAMES: [&str; 6] = [
    "quantified: known",
    "quantified: patch",
    "quantified: strip",
    "quantified: duplicate",
    "quantified: repair",
    "quantified: refine",
];

/// The link (solving technique of the solver chain) that answers queries with bounded quantifiers.
#[derive(Debug)]
pub(crate) struct Quantified {
    /// The replacements of quantifiers that are operands within constraints, by quantifier. Later queries reuse them.
    proxies: FxHashMap<ExprId, Proxy>,
    phases: [LinkStats; 6],
}

impl Technique for Quantified {
    fn run(&mut self, query: &mut Query<'_>, context: &mut Context<'_>) -> Outcome {
        let constraints = query.constraints;
        let Some(arena) = query.arena_mut() else {
            return Outcome::Pass;
        };
        let host = &mut *context.host;
        let answer = match self.near_models(arena, constraints, host) {
            Some(model) => {
                let answer = Answer::Sat(model.model.clone());
                host.pool().remember_quantified(model);
                Some(answer)
            }
            None => {
                let answer = self.run_phases(arena, constraints, host);
                if let Some(Answer::Sat(model)) = &answer {
                    let model = EvaluatedModel::new(model.clone());
                    host.pool().remember_quantified(model);
                }
                answer
            }
        };
        match answer {
            Some(Answer::Sat(model)) => {
                debug_assert!(model.satisfies(arena, constraints));
                Outcome::Sat(Rc::new(model))
            }
            Some(Answer::Unsat) => Outcome::Unsat(None),
            Some(Answer::Unknown(_)) | None => Outcome::Pass,
        }
    }

    fn phases(&self) -> Vec<(&'static str, LinkStats)> {
        if self.phases[0].issued == 0 {
            return Vec::new();
        }
        NAMES.into_iter().zip(self.phases.iter().cloned()).collect()
    }
}

impl Quantified {
    /// Returns the link, with no stored replacements of quantifiers.
    pub fn new() -> Quantified {
        Quantified {
            proxies: FxHashMap::default(),
            phases: Default::default(),
        }
    }

    /// Returns a model that satisfies this query: a model of an earlier query, possibly with a patch (a change of a few
    /// bytes).
    fn near_models(
        &mut self,
        arena: &Arena,
        constraints: &[ExprId],
        host: &mut dyn Host,
    ) -> Option<EvaluatedModel> {
        let recent = &mut host.pool().quantified;
        let (known, time) = timed(|| {
            recent.iter_mut().position(|model| {
                // The newest constraint is evaluated first, because most models violate it.
                (constraints.iter().rev()).all(|&c| model.holds(arena, c))
            })
        });
        self.count(Phase::Known, known.is_some(), time);
        if let Some(at) = known {
            return recent.remove(at);
        }
        let (patched, time) = timed(|| patch::patched(arena, constraints, recent, false));
        self.count(Phase::Patch, patched.is_some(), time);
        patched
    }

    fn count(&mut self, phase: Phase, hit: bool, time: Duration) {
        self.phases[phase as usize].count(hit, time);
    }

    /// Runs the phases that issue queries without quantifiers.
    fn run_phases(
        &mut self,
        arena: &mut Arena,
        constraints: &[ExprId],
        host: &mut dyn Host,
    ) -> Option<Answer> {
        let query = Stripped::new(arena, constraints, &mut self.proxies)?;
        let stripped = query.constraints(arena);
        let (answer, time) = timed(|| check(arena, &stripped, host));
        let model = match answer {
            Answer::Sat(model) => model,
            Answer::Unsat => {
                self.count(Phase::Strip, true, time);
                return Some(Answer::Unsat);
            }
            // Of all phases, `strip` issues the query with the fewest instances (bodies of quantifiers for one number).
            // If this query has no answer, the later phases are skipped, because their queries are at least as hard.
            Answer::Unknown(_) => {
                self.count(Phase::Strip, false, time);
                return None;
            }
        };
        let found = model.satisfies(arena, constraints);
        self.count(Phase::Strip, found, time);
        if found {
            return Some(Answer::Sat(model));
        }
        let (copied, time) = timed(|| duplicated(arena, &query, &model, &FxHashSet::default()));
        let found = copied.satisfies(arena, constraints);
        self.count(Phase::Duplicate, found, time);
        if found {
            return Some(Answer::Sat(copied));
        }
        // Usually `patch` runs before `repair`, because a patch needs no solver. But if the query contains neither
        // `ite`s nor products, solvers are fast, so `repair` runs first.
        let mut phases = [Phase::Repair, Phase::Patch];
        if has_ite_or_mul(arena, &stripped) {
            phases.reverse();
        }
        for phase in phases {
            let (found, time) = timed(|| match phase {
                Phase::Patch => near(arena, constraints, [&copied, &model]),
                _ => repair::repaired(arena, &query, &stripped, &copied, &mut |a, set| {
                    check(a, set, host)
                }),
            });
            let found = found.filter(|model| model.satisfies(arena, constraints));
            self.count(phase, found.is_some(), time);
            if let Some(model) = found {
                return Some(Answer::Sat(model));
            }
        }
        let (answer, time) = timed(|| refined(arena, constraints, &query, (stripped, model), host));
        self.count(Phase::Refine, answer.is_some(), time);
        answer
    }
}

/// Changes a few bytes of one of the two `models` so that all constraints hold. Returns `None` if no such
/// change is found.
fn near(arena: &Arena, constraints: &[ExprId], models: [&Model; 2]) -> Option<Model> {
    let mut models = VecDeque::from(models.map(|model| EvaluatedModel::new(model.clone())));
    let found = patch::patched(arena, constraints, &mut models, true);
    found.map(|found| found.model)
}

/// Answers a query without quantifiers by the other links of the chain.
fn check(arena: &Arena, set: &[ExprId], host: &mut dyn Host) -> Answer {
    let mut set = set.to_vec();
    if let Some(answer) = normalize(arena, &mut set) {
        return answer;
    }
    host.check(arena, &set)
}

/// Adds to the query the instances (bodies of quantifiers for one number) that the model violates, and solves the
/// query again, until the model satisfies the whole query. Returns the answer to the whole query. Returns `None` if a
/// query has no answer, if [`MAX_INSTANCES`] instances were added, or if the model violates no instance and still
/// does not satisfy the query.
fn refined(
    arena: &mut Arena,
    constraints: &[ExprId],
    query: &Stripped,
    (mut set, mut model): (Vec<ExprId>, Model),
    host: &mut dyn Host,
) -> Option<Answer> {
    let (mut most, mut left) = (4, MAX_INSTANCES);
    while left > 0 {
        let violated = query.violated(arena, &model);
        if violated.is_empty() {
            return None;
        }
        let count = violated.len().min(most).min(left);
        for (clause, value) in violated.into_iter().take(count) {
            set.push(query.instance(arena, clause, value));
        }
        left -= count;
        most *= 2;
        model = match check(arena, &set, host) {
            Answer::Sat(model) => model,
            Answer::Unsat => return Some(Answer::Unsat),
            Answer::Unknown(_) => return None,
        };
        if model.satisfies(arena, constraints) {
            return Some(Answer::Sat(model));
        }
        let copied = duplicated(arena, query, &model, &FxHashSet::default());
        if copied.satisfies(arena, constraints) {
            return Some(Answer::Sat(copied));
        }
    }
    None
}
