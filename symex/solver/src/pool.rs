//! Models of earlier queries (inputs that satisfy them), shared by all links (solving techniques) of a solver
//! chain.
//!
//! A model of one query often satisfies the next query. Along a path, queries grow by one condition at a
//! time, and the queries for the two sides of a branch differ in one condition. The counterexample cache
//! evaluates a query under recent models. Model repair and the links for quantifiers start from recent
//! models.
use crate::model::{InputByte, Model};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use symtool_expr::{Arena, Assignment, Evaluator, ExprId, SymArray};

/// The number of recent models that the pool stores.
const RECENT: usize = 8;
/// The maximum number of conditions whose truth values are stored with one model. When it is reached, all truth values
/// of the model are dropped; the model stays in the pool.
const MAX_KNOWN: usize = 8192;

/// The models of recent queries, newest first.
///
/// Models of queries with quantifiers have a list of their own. To answer such a query, the link for quantifiers issues
/// several *subqueries* without quantifiers. The models of subqueries satisfy few other queries. In a common list, they
/// would displace the more useful models of the queries with quantifiers.
#[derive(Debug, Default)]
pub(crate) struct ModelPool {
    recent: VecDeque<Rc<Model>>,
    /// For each constraint, the latest model of a query that contained it.
    related: FxHashMap<ExprId, Rc<Model>>,
    /// The latest models of queries with quantifiers, newest first.
    pub quantified: VecDeque<EvaluatedModel>,
}

impl ModelPool {
    /// Adds `model` as the newest model, and as the latest model of each constraint in `constraints`.
    pub fn remember(&mut self, constraints: &[ExprId], model: &Rc<Model>) {
        for &c in constraints {
            self.related.insert(c, Rc::clone(model));
        }
        self.recent.retain(|m| !Rc::ptr_eq(m, model));
        self.recent.push_front(Rc::clone(model));
        self.recent.truncate(RECENT);
    }

    /// Adds `model` as the newest model of a query with quantifiers.
    pub fn remember_quantified(&mut self, model: EvaluatedModel) {
        self.quantified.push_front(model);
        self.quantified.truncate(RECENT);
    }

    /// Returns the recent models, newest first.
    pub fn recent(&self) -> impl Iterator<Item = &Rc<Model>> {
        self.recent.iter()
    }

    /// Returns the latest model of a query that contained `constraint`.
    pub fn related(&self, constraint: ExprId) -> Option<&Rc<Model>> {
        self.related.get(&constraint)
    }
}

/// A model with the truth values of the constraints that were evaluated under it.
///
/// Each truth value is stored with the bytes that its evaluation read. It remains valid if other bytes of the
/// model change.
#[derive(Clone, Debug, Default)]
pub(crate) struct EvaluatedModel {
    pub model: Model,
    known: FxHashMap<ExprId, (bool, Rc<[InputByte]>)>,
}

/// A model that records the bytes that an evaluation reads.
struct Watched<'m> {
    model: &'m Model,
    read: RefCell<Vec<InputByte>>,
}

impl Assignment for Watched<'_> {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        self.read.borrow_mut().push((array, index));
        self.model.get(array, index)
    }
}

impl EvaluatedModel {
    /// Returns a model without stored truth values.
    pub fn new(model: Model) -> EvaluatedModel {
        EvaluatedModel {
            model,
            known: FxHashMap::default(),
        }
    }

    /// Returns whether a constraint holds under the model.
    pub fn holds(&mut self, arena: &Arena, constraint: ExprId) -> bool {
        if let Some(&(holds, _)) = self.known.get(&constraint) {
            return holds;
        }
        let watched = Watched {
            model: &self.model,
            read: RefCell::default(),
        };
        let holds = Evaluator::new(arena, &watched).eval(constraint).is_true();
        let mut read = watched.read.into_inner();
        read.sort_unstable();
        read.dedup();
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.insert(constraint, (holds, Rc::from(read)));
        holds
    }

    /// Returns the input bytes that the evaluation of a constraint read. Empty if the constraint was not
    /// evaluated.
    pub fn bytes_read(&self, constraint: ExprId) -> &[InputByte] {
        let known = self.known.get(&constraint);
        known.map_or(&[], |(_, bytes)| bytes)
    }

    /// Returns `model` together with those truth values in `self` that are also valid for `model`. `changed` contains
    /// the bytes (ascending) in which `model` differs from the model of `self`. A truth value is still valid if its
    /// evaluation read none of these bytes.
    pub fn with(&self, model: Model, changed: &[InputByte]) -> EvaluatedModel {
        let untouched = |bytes: &[InputByte]| {
            let (few, many) = if bytes.len() < changed.len() {
                (bytes, changed)
            } else {
                (changed, bytes)
            };
            !few.iter().any(|byte| many.binary_search(byte).is_ok())
        };
        let known = self.known.iter();
        EvaluatedModel {
            model,
            known: known
                .filter(|(_, (_, bytes))| untouched(bytes))
                .map(|(&constraint, known)| (constraint, known.clone()))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::random::SplitMix;

    /// Checks that stored truth values equal the results of evaluation after the model has changed. The constraints
    /// contain array reads, `ite`s and a quantifier. Each model differs from the previous one in at most one byte.
    #[test]
    fn known_truth_values_equal_evaluation() {
        let mut arena = Arena::new();
        let (text, k) = (arena.symbol("text", 6), arena.symbol("k", 1));
        let cells = arena.symbol_array(text);
        let count = arena.byte(k, 0);
        let index = arena.zext(count, 64);
        let var = arena.bound_variable(1);
        let number = arena.bound_value(var);
        let at = arena.zext(number, 64);
        let mut constraints = Vec::new();
        for value in 0..4 {
            let value = arena.int(8, value);
            let (here, there) = (arena.read(cells, index), arena.read(cells, at));
            constraints.push(arena.eq(here, value));
            let less = arena.ult(there, value);
            constraints.push(arena.for_all(var, 5, count, less));
            let one = arena.byte(text, 1);
            let is = arena.eq(one, value);
            let choice = arena.ite(is, here, one);
            constraints.push(arena.ult(choice, count));
        }
        let mut random = SplitMix::default();
        let mut evaluated = EvaluatedModel::new(Model::new());
        let mut held = 0;
        for _ in 0..2000 {
            for &constraint in &constraints {
                let holds = evaluated.holds(&arena, constraint);
                held += u32::from(holds);
                assert_eq!(holds, evaluated.model.eval(&arena, constraint).is_true());
            }
            let place = match random.index(7) {
                6 => (k, 0),
                at => (text, at as u32),
            };
            let mut model = evaluated.model.clone();
            model.set(place.0, place.1, random.index(5) as u8);
            evaluated = evaluated.with(model, &[place]);
        }
        assert!((2000..20_000).contains(&held), "{held}");
    }
}
