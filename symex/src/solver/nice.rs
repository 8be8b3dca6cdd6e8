//! Models that read well: where the path leaves a choice, a byte is 0, else small, else printable.
//!
//! Byte by byte, the rest of the model fixed as far as it was decided: a wish is tried by evaluation first
//! and by a query of the independent group otherwise. Deterministic; the number of queries is bounded.
use super::{Answer, Chain, Model};
use crate::expr::{Arena, ExprId, SymArray};

/// Wished ranges, best first. The least value of the first range that is possible is taken.
const WISHES: [(u8, u8); 5] = [(0, 0), (1, 9), (b'0', b'9'), (b' ', b'~'), (10, 255)];

struct Group<'a> {
    /// Constraints of the group and the bytes decided so far.
    constraints: Vec<ExprId>,
    model: Model,
    budget: &'a mut u32,
}

pub(super) fn nice_model(chain: &mut Chain, arena: &mut Arena, path: &[ExprId]) -> Answer {
    let mut whole = Model::new();
    let mut budget = chain.config.nice_budget;
    for constraints in chain.groups(arena, path) {
        let bytes = bytes_of(arena, &constraints);
        let model = match chain.ask(arena, constraints.clone()) {
            Answer::Sat(model) => model,
            other => return other,
        };
        let original = constraints.clone();
        let mut group = Group {
            constraints,
            model,
            budget: &mut budget,
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

impl Group<'_> {
    /// Gives one byte its best possible value, and keeps it.
    fn decide(&mut self, chain: &mut Chain, arena: &mut Arena, array: SymArray, index: u32) {
        let byte = arena.byte(array, index);
        for (low, high) in WISHES {
            if self.try_range(chain, arena, (array, index), byte, low, high) {
                self.lower(chain, arena, (array, index), byte, low);
                break;
            }
        }
        let value = arena.int(8, u128::from(self.model.get(array, index)));
        let fixed = arena.eq(byte, value);
        self.constraints.push(fixed);
    }

    /// Makes the byte smaller while that is possible and not less than `low`.
    fn lower(
        &mut self,
        chain: &mut Chain,
        arena: &mut Arena,
        place: (SymArray, u32),
        byte: ExprId,
        mut low: u8,
    ) {
        while low < self.model.get(place.0, place.1) {
            let high = self.model.get(place.0, place.1);
            let middle = low + (high - low) / 2;
            if !self.try_range(chain, arena, place, byte, low, middle) {
                low = middle + 1;
            }
        }
    }

    /// Looks for a model with the byte in a range; takes it if there is one.
    fn try_range(
        &mut self,
        chain: &mut Chain,
        arena: &mut Arena,
        (array, index): (SymArray, u32),
        byte: ExprId,
        low: u8,
        high: u8,
    ) -> bool {
        if (low..=high).contains(&self.model.get(array, index)) {
            return true;
        }
        let mut changed = self.model.clone();
        changed.set(array, index, low);
        if changed.satisfies(arena, &self.constraints) {
            self.model = changed;
            return true;
        }
        if *self.budget == 0 {
            return false;
        }
        let (low, high) = (
            arena.int(8, u128::from(low)),
            arena.int(8, u128::from(high)),
        );
        let (above, below) = (arena.ule(low, byte), arena.ule(byte, high));
        let wish = arena.and(above, below);
        if arena.is_false(wish) {
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
