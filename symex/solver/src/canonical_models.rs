//! Canonical models of paths. A path can have many models, and the model that a query returns depends on the solving
//! technique (link of the solver chain) that answers. The canonical model of a path is the first of all its models in a
//! fixed order, so it does not depend on the link.
//!
//! The order is defined byte by byte. The bytes of the path's inputs get their values one after another: earlier inputs
//! first, and the bytes of an input from the last to the first (with float operators, from the first to the last). Each
//! value of a byte has a *rank*. The value 0 has the lowest rank. Small numbers, digits and other printable characters
//! follow, so that test inputs are readable. Each byte gets its feasible value of the lowest rank, and an equality with
//! this value is added to the constraints.
//!
//! The search for a feasible value of lower rank first evaluates the constraints for some values, then issues queries.
//! Its result does not depend on the models that the queries return, because the lowest feasible rank is a property of
//! the constraints. The ranks are minimized separately for each independent group of constraints (a group shares no
//! inputs with the other groups), and the canonical model of each group is stored. Paths with a common prefix have most
//! groups in common, so the models of most groups of a path are already stored.
//!
//! For three kinds of groups, the canonical model can nevertheless depend on the links that answer:
//!
//! - Groups with more than [`SolverConfig::canonical_bytes`] bytes that are not 0. (The limit is smaller for groups
//!   with many expressions.) When the limit is reached, the ranks of the remaining bytes are lowered by evaluation
//!   alone, because further queries would be too expensive.
//! - Groups with float operators. The ranks of all bytes are lowered by evaluation alone, for the same reason.
//! - Groups with a query that has no answer. The query counts as unsatisfiable.
//!
//! [`SolverConfig::canonical_bytes`]: crate::SolverConfig::canonical_bytes
use crate::answer::Answer;
use crate::chain::Chain;
use crate::model::Model;
use symtool_expr::{Arena, ExprId, SymArray};

/// The values of a byte as ranges, in the order of preference. The position of a value in this order is the *rank* of
/// the value. The value 0 has rank 0, and the values 1 to 9 have the ranks 1 to 9. The digits follow, with the ranks 10
/// to 19. Each value is in exactly one range.
const RANGES: [(u8, u8); 7] = [
    (0, 0),
    (1, 9),
    (b'0', b'9'),
    (b' ', b'/'),
    (b':', b'~'),
    (10, 31),
    (127, 255),
];

/// The maximum of the product b * n for one group of constraints. Here, n is the number of expression nodes of the
/// group, and b is the number of input bytes whose lowest rank is found by queries. Queries of a group with many nodes
/// are expensive, so they are issued for fewer bytes.
const MAX_WORK: usize = 200_000;

/// The maximum number of canonical models that a chain stores. When it is reached, all stored models are dropped.
const MAX_STORED: usize = 20_000;

/// Returns the rank of a value: its position in [`RANGES`].
fn rank(value: u8) -> u32 {
    let mut before = 0;
    for (low, high) in RANGES {
        if (low..=high).contains(&value) {
            return before + u32::from(value - low);
        }
        before += u32::from(high - low) + 1;
    }
    before
}

/// A group of constraints that shares no inputs with other groups, with a model that is being made canonical. One byte
/// of the model after another gets its feasible value of the lowest rank (position in [`RANGES`]).
struct Group {
    /// The constraints of the group, and an equality for each byte that is already decided.
    constraints: Vec<ExprId>,
    model: Model,
    /// The number of bytes that queries may still minimize. Bytes whose final value is 0 are not counted. If the number
    /// is 0, the ranks of the remaining bytes are lowered by evaluation alone.
    budget: u32,
}

impl Chain {
    /// Returns the canonical model of a path. A byte that the path does not determine is 0 if possible, otherwise a
    /// value from 1 to 9, a digit, or another printable character, in this order of preference.
    pub fn canonical_model(&mut self, arena: &mut Arena, path: &[ExprId]) -> Answer {
        let mut whole = Model::new();
        for mut constraints in self.groups(arena, path) {
            constraints.sort_unstable();
            constraints.dedup();
            if let Some(model) = self.canonical.get(&constraints[..]) {
                whole.copy_support(arena, model, &constraints);
                continue;
            }
            let model = match self.check(arena, constraints.clone()) {
                Answer::Sat(model) => self.lowered(arena, &constraints, model),
                other => return other,
            };
            whole.copy_support(arena, &model, &constraints);
            if self.canonical.len() >= MAX_STORED {
                self.canonical.clear();
            }
            self.canonical.insert(constraints.into(), model);
        }
        if whole.satisfies(arena, path) {
            Answer::Sat(whole)
        } else {
            self.model(arena, path)
        }
    }

    /// Returns the canonical model of a group of constraints, starting from an arbitrary model `model` of the
    /// group.
    fn lowered(&mut self, arena: &mut Arena, constraints: &[ExprId], model: Model) -> Model {
        let has_float = constraints.iter().any(|&c| arena.has_float(c));
        let affordable = MAX_WORK / arena.postorder(constraints).len().max(1);
        let affordable = if has_float { 0 } else { affordable };
        let mut group = Group {
            constraints: constraints.to_vec(),
            model,
            budget: (self.config.canonical_bytes)
                .min(u32::try_from(affordable).unwrap_or(u32::MAX)),
        };
        let mut bytes = bytes_of(arena, constraints);
        if has_float {
            // The low bytes of a floating-point input are lowered first. They contain the low bits of its significand,
            // which then become 0 if possible.
            bytes.sort_unstable();
        }
        for (array, index) in bytes {
            group.decide(self, arena, array, index);
        }
        group.model
    }
}

/// Returns the input bytes on which a group of constraints depends. Bytes with higher indexes come first, so that
/// the high bytes of numbers are decided first and become 0 if possible.
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

impl Group {
    /// Gives one byte its feasible value of the lowest rank, and fixes the byte by an equality.
    fn decide(&mut self, chain: &mut Chain, arena: &mut Arena, array: SymArray, index: u32) {
        let byte = arena.byte(array, index);
        self.lower_by_evaluation(arena, array, index);
        if self.budget > 0 {
            let value = |group: &Group| rank(group.model.get(array, index));
            let mut low = 0;
            // Most bytes already have their lowest feasible rank. Then the first query is unsatisfiable, and
            // the search ends.
            let mut next = value(self);
            while low < value(self) {
                let lower = ranked_below(arena, byte, next);
                if self.query(chain, arena, lower) {
                    self.lower_by_evaluation(arena, array, index);
                } else {
                    low = next;
                }
                next = low + (value(self) - low).div_ceil(2);
            }
            // The budget decreases by 1 if the final value of the byte is not 0. The final value does not depend on the
            // models that the queries returned, so the budget is used up at the same byte in every run.
            self.budget -= u32::from(value(self) > 0);
        }
        let value = arena.int(8, u128::from(self.model.get(array, index)));
        let fixed = arena.eq(byte, value);
        self.constraints.push(fixed);
    }

    /// Lowers the rank of a byte by evaluation. Tests the least value of each range in [`RANGES`], in order, as long as
    /// this value has a lower rank than the current value of the byte. The byte gets the first of these values for
    /// which the constraints still hold. If there is no such value, the byte does not change.
    fn lower_by_evaluation(&mut self, arena: &Arena, array: SymArray, index: u32) {
        let present = self.model.get(array, index);
        let symbols = [arena.symbol_of(array, index), arena.whole_symbol_of(array)];
        let depends = |c: &ExprId| arena.support(*c).iter().any(|s| symbols.contains(s));
        let concerned: Vec<ExprId> = self.constraints.iter().copied().filter(depends).collect();
        let lower = RANGES.iter().map(|&(low, _)| low);
        for value in lower.take_while(|&low| rank(low) < rank(present)) {
            self.model.set(array, index, value);
            if self.model.satisfies(arena, &concerned) {
                return;
            }
        }
        self.model.set(array, index, present);
    }

    /// Issues a query for a model of the group that also satisfies `cond`. If the query has a model, this model
    /// replaces the current model of the group. Returns whether the current model was replaced.
    fn query(&mut self, chain: &mut Chain, arena: &mut Arena, cond: ExprId) -> bool {
        if arena.is_false(cond) || chain.decide(arena, &self.constraints, cond) == Some(false) {
            return false;
        }
        let mut set = self.constraints.clone();
        set.push(cond);
        match chain.check(arena, set) {
            Answer::Sat(model) => {
                self.model = model;
                true
            }
            Answer::Unsat | Answer::Unknown(_) => false,
        }
    }
}

/// Returns the condition that the value of a byte has a rank (a position in the order of [`RANGES`]) below `limit`.
fn ranked_below(arena: &mut Arena, byte: ExprId, limit: u32) -> ExprId {
    let mut cond = Arena::FALSE;
    for (low, high) in RANGES {
        let Some(last) = limit.checked_sub(rank(low) + 1) else {
            break;
        };
        let high = high.min(low.saturating_add(u8::try_from(last).unwrap_or(u8::MAX)));
        let (low, high) = (arena.int(8, low.into()), arena.int(8, high.into()));
        let (above, below) = (arena.ule(low, byte), arena.ule(byte, high));
        let inside = arena.and(above, below);
        cond = arena.or(cond, inside);
    }
    cond
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_a_rank_of_its_own() {
        let mut ranks: Vec<u32> = (0..=255).map(rank).collect();
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(0..256));
    }

    #[test]
    fn limits_of_ranks_are_conditions_on_values() {
        let mut arena = Arena::new();
        let input = arena.symbol("x", 1);
        let byte = arena.byte(input, 0);
        for limit in 0..=256 {
            let cond = ranked_below(&mut arena, byte, limit);
            for value in 0..=255 {
                let mut model = Model::new();
                model.set(input, 0, value);
                let holds = model.satisfies(&arena, &[cond]);
                assert_eq!(holds, rank(value) < limit, "{value} below {limit}");
            }
        }
    }
}
