//! The counterexample cache of Cadar, Dunbar and Engler (KLEE, OSDI 2008, §3.3). Unlike in KLEE, it stores unsat cores
//! (unsatisfiable subsets of the constraints of a query) instead of whole unsatisfiable queries. It answers a new query
//! in two ways:
//!
//! - A model of an earlier query may satisfy the new query. Models of earlier queries that share a constraint with the
//!   new query are evaluated first, then the most recent models.
//! - A query that contains a stored core is unsatisfiable.
use crate::answer::Core;
use crate::model::Model;
use crate::pool::ModelPool;
use crate::query::Query;
use crate::technique::{Context, Found, Outcome, Technique};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use symtool_expr::{Evaluator, ExprId};

/// The maximum number of models that are evaluated because their queries share a constraint with the new query. The
/// most recent models are evaluated in addition.
const RELATED: usize = 6;
/// The maximum number of stored cores. When it is reached, all cores are dropped.
const MAX_CORES: usize = 50_000;

/// The link (solving technique of the solver chain) for the counterexample cache. It stores the cores; the
/// [`ModelPool`] stores the models.
#[derive(Debug, Default)]
pub(crate) struct Counterexamples {
    /// The stored unsat cores. The key is the newest constraint of the core, which has the greatest id.
    cores: FxHashMap<ExprId, Vec<Core>>,
    count: usize,
}

impl Counterexamples {
    fn refuting_core(&self, constraints: &[ExprId]) -> Option<Core> {
        let candidates = constraints.iter().filter_map(|c| self.cores.get(c));
        let mut fitting = candidates
            .flatten()
            .filter(|core| core.is_subset(constraints));
        fitting.next().cloned()
    }

    fn remember_core(&mut self, core: Core) {
        let Some(&newest) = core.constraints().last() else {
            return;
        };
        if self.count >= MAX_CORES {
            self.cores.clear();
            self.count = 0;
        }
        self.count += 1;
        self.cores.entry(newest).or_default().push(core);
    }
}

impl Technique for Counterexamples {
    fn run(&mut self, query: &mut Query<'_>, context: &mut Context<'_>) -> Outcome {
        if let Some(core) = self.refuting_core(query.constraints) {
            return Outcome::Unsat(Some(core));
        }
        // A query with quantifiers is left to the link for quantifiers, which evaluates models of earlier
        // queries incrementally.
        if query.has_quantifiers() {
            return Outcome::Pass;
        }
        let pool = context.host.pool();
        match satisfying_model(query, pool) {
            Some(model) => {
                pool.remember(query.constraints, &model);
                Outcome::Sat(model)
            }
            None => Outcome::Pass,
        }
    }

    fn learn(&mut self, query: &Query<'_>, found: &Found) {
        if let Found::Unsat(core) = found {
            let whole = || Core::new(query.constraints.to_vec());
            self.remember_core(core.clone().unwrap_or_else(whole));
        }
    }
}

/// Returns a model that satisfies `query`, among the models of earlier queries; `None` if no such model is found.
fn satisfying_model(query: &Query<'_>, pool: &ModelPool) -> Option<Rc<Model>> {
    let mut candidates: Vec<&Rc<Model>> = Vec::with_capacity(4 * RELATED);
    let is_new = |models: &[&Rc<Model>], model| !models.iter().any(|m| Rc::ptr_eq(m, model));
    // Models of queries with the newest constraints are evaluated first. A query with the newest constraints often
    // contains the older constraints of the path too, so a model of this query is likely to satisfy the older
    // constraints.
    let constraints = query.constraints.iter().rev();
    for model in constraints
        .filter_map(|&c| pool.related(c))
        .take(4 * RELATED)
    {
        if candidates.len() < RELATED && is_new(&candidates, model) {
            candidates.push(model);
        }
    }
    for model in pool.recent() {
        if is_new(&candidates, model) {
            candidates.push(model);
        }
    }
    let fits = |model: &&&Rc<Model>| {
        let mut evaluator = Evaluator::new(query.arena(), &***model as &Model);
        let mut constraints = query.constraints.iter().rev();
        constraints.all(|&c| evaluator.eval(c).is_true())
    };
    candidates.iter().find(fits).map(|model| Rc::clone(model))
}
