//! A model together with the constraints that were evaluated under it.
//!
//! Paths grow by a condition at a time, and questions about them by one constraint; what a model makes of the others is known.
//! With each truth value stand the bytes that were looked at to find it: where another byte changes, it stays.
use super::super::Model;
use super::duplicate::Place;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use symtool_expr::{Arena, Assignment, Evaluator, ExprId, SymArray};

/// With so many known constraints it starts afresh.
const MAX_KNOWN: usize = 8192;

/// A model that remembers.
#[derive(Clone, Debug, Default)]
pub(super) struct Tried {
    pub model: Model,
    known: FxHashMap<ExprId, (bool, Rc<[Place]>)>,
}

/// A model that writes down which of its bytes are read.
struct Watched<'m> {
    model: &'m Model,
    read: RefCell<Vec<Place>>,
}

impl Assignment for Watched<'_> {
    fn byte(&self, array: SymArray, index: u32) -> u8 {
        self.read.borrow_mut().push((array, index));
        self.model.get(array, index)
    }
}

impl Tried {
    /// A model that nothing was evaluated under.
    pub fn new(model: Model) -> Tried {
        Tried {
            model,
            known: FxHashMap::default(),
        }
    }

    /// Does a constraint hold under the model?
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

    /// The bytes that were looked at for the truth of a constraint.
    pub fn places(&self, constraint: ExprId) -> &[Place] {
        let known = self.known.get(&constraint);
        known.map_or(&[], |(_, places)| places)
    }

    /// The model with other bytes, in ascending order, and what is still known.
    pub fn with(&self, model: Model, changed: &[Place]) -> Tried {
        let untouched = |places: &[Place]| {
            let (few, many) = if places.len() < changed.len() {
                (places, changed)
            } else {
                (changed, places)
            };
            !few.iter().any(|place| many.binary_search(place).is_ok())
        };
        let known = self.known.iter();
        Tried {
            model,
            known: known
                .filter(|(_, (_, places))| untouched(places))
                .map(|(&constraint, known)| (constraint, known.clone()))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::random::SplitMix;

    /// Constraints over reads, choices and a quantifier, under models that change byte by byte.
    #[test]
    fn what_is_known_is_what_evaluation_says() {
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
        let mut tried = Tried::new(Model::new());
        let mut held = 0;
        for _ in 0..2000 {
            for &constraint in &constraints {
                let holds = tried.holds(&arena, constraint);
                held += u32::from(holds);
                assert_eq!(holds, tried.model.eval(&arena, constraint).is_true());
            }
            let place = match random.index(7) {
                6 => (k, 0),
                at => (text, at as u32),
            };
            let mut model = tried.model.clone();
            model.set(place.0, place.1, random.index(5) as u8);
            tried = tried.with(model, &[place]);
        }
        assert!((2000..20_000).contains(&held), "{held}");
    }
}
