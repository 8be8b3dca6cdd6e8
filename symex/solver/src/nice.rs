//! Models that read well: where the path leaves a choice, a byte is 0, else small, else printable.
//!
//! Byte by byte, the rest of the model fixed as far as it was decided: a wish is tried by evaluation first
//! and by a query of the independent group otherwise. Deterministic; the number of queries is bounded.
use super::{Answer, Chain, Model};
use symtool_expr::{Arena, ExprId, SymArray};

/// Wished ranges, best first. The least value of the first range that is possible is taken.
const WISHES: [(u8, u8); 5] = [(0, 0), (1, 9), (b'0', b'9'), (b' ', b'~'), (10, 255)];

struct Group<'a> {
    /// Constraints of the group and the bytes decided so far.
    constraints: Vec<ExprId>,
    model: Model,
    budget: &'a mut u32,
    /// Are floats computed with?
    float: bool,
}

pub(super) fn nice_model(chain: &mut Chain, arena: &mut Arena, path: &[ExprId]) -> Answer {
    let mut whole = Model::new();
    let mut budget = chain.config.nice_budget;
    for constraints in chain.groups(arena, path) {
        let float = constraints.iter().any(|&c| arena.has_float(c));
        let mut bytes = bytes_of(arena, &constraints);
        if float {
            bytes.sort_unstable();
        }
        let model = match chain.ask(arena, constraints.clone()) {
            Answer::Sat(model) => model,
            other => return other,
        };
        let original = constraints.clone();
        let mut group = Group {
            constraints,
            model,
            budget: &mut budget,
            float,
        };
        for (array, index) in bytes {
            group.decide(chain, arena, array, index);
        }
        whole.copy_support(arena, &group.model, &original);
    }
    if whole.satisfies(arena, path) {
        Answer::Sat(whole)
    } else {
        chain.model(arena, path)
    }
}

/// The bytes a group depends on. Later bytes come first: the high bytes of numbers then become 0.
fn bytes_of(arena: &Arena, constraints: &[ExprId]) -> Vec<(SymArray, u32)> {
    let mut bytes = Vec::new();
    for &c in constraints {
        for &symbol in arena.support(c) {
            match arena.symbol_place(symbol) {
                (array, Some(index)) => bytes.push((array, index)),
                (array, None) => bytes.extend((0..arena.symbol_len(array)).map(|i| (array, i))),
            }
        }
    }
    bytes.sort_unstable_by_key(|&(array, index)| (array, std::cmp::Reverse(index)));
    bytes.dedup();
    bytes
}

/// A byte and where it stands.
#[derive(Copy, Clone)]
struct Place {
    array: SymArray,
    index: u32,
    byte: ExprId,
}

impl Group<'_> {
    /// Gives one byte its best possible value, and keeps it.
    fn decide(&mut self, chain: &mut Chain, arena: &mut Arena, array: SymArray, index: u32) {
        let place = Place {
            array,
            index,
            byte: arena.byte(array, index),
        };
        if !self.becomes(arena, place, 0) && !self.is_pinned(chain, arena, place) {
            for (low, high) in WISHES {
                if self.try_range(chain, arena, place, low, high) {
                    self.lower(chain, arena, place, low);
                    break;
                }
            }
        }
        let value = arena.int(8, u128::from(self.current(place)));
        let fixed = arena.eq(place.byte, value);
        self.constraints.push(fixed);
    }

    fn current(&self, place: Place) -> u8 {
        self.model.get(place.array, place.index)
    }

    /// Can the byte change to this value with all others as they are? Then it does.
    fn becomes(&mut self, arena: &mut Arena, place: Place, value: u8) -> bool {
        if self.current(place) == value {
            return true;
        }
        let mut changed = self.model.clone();
        changed.set(place.array, place.index, value);
        let possible = changed.satisfies(arena, &self.constraints);
        if possible {
            self.model = changed;
        }
        possible
    }

    /// Has the byte only one value? (If another is found, it is taken: it is as good as this one.)
    fn is_pinned(&mut self, chain: &mut Chain, arena: &mut Arena, place: Place) -> bool {
        let value = arena.int(8, u128::from(self.current(place)));
        let other = arena.ne(place.byte, value);
        !self.query(chain, arena, other)
    }

    /// Makes the byte smaller while that is possible and not less than `low`.
    fn lower(&mut self, chain: &mut Chain, arena: &mut Arena, place: Place, mut low: u8) {
        while low < self.current(place) {
            let middle = low + (self.current(place) - low) / 2;
            if !self.try_range(chain, arena, place, low, middle) {
                low = middle + 1;
            }
        }
    }

    /// Looks for a model with the byte in a range; takes it if there is one.
    fn try_range(
        &mut self,
        chain: &mut Chain,
        arena: &mut Arena,
        place: Place,
        low: u8,
        high: u8,
    ) -> bool {
        if (low..=high).contains(&self.current(place)) || self.becomes(arena, place, low) {
            return true;
        }
        let (low, high) = (arena.int(8, low.into()), arena.int(8, high.into()));
        let (above, below) = (arena.ule(low, place.byte), arena.ule(place.byte, high));
        let wish = arena.and(above, below);
        self.query(chain, arena, wish)
    }

    /// Can the wish come true? Then the model says how.
    fn query(&mut self, chain: &mut Chain, arena: &mut Arena, wish: ExprId) -> bool {
        if arena.is_false(wish) || chain.decide(arena, &self.constraints, wish) == Some(false) {
            return false;
        }
        if *self.budget == 0 || self.float {
            return false;
        }
        *self.budget -= 1;
        let mut set = self.constraints.clone();
        set.push(wish);
        match chain.ask(arena, set) {
            Answer::Sat(model) => {
                self.model = model;
                true
            }
            _ => false,
        }
    }
}
