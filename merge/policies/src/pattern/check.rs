//! Proves that a state merged with a quantifier is equivalent to the ordinary join of the original states (Trabish et
//! al., ESEC/FSE 2023, Theorem 3.7). The merged state has a symbolic repetition count k. The proof shows two facts:
//!
//! 1. The path conditions are equivalent. An input satisfies the condition of the join exactly if it satisfies the
//!    condition of the merged state for some repetition count k.
//! 2. For each such input and k, each live register and each memory cell has the same value in the merged state and in
//!    the join.
use super::formula::Formula;
use rustc_hash::FxHashMap;
use symtool_engine::merging::{MergeContext, join};
use symtool_engine::state::State;
use symtool_expr::{Arena, ExprId};
use symtool_solver::{Answer, Chain, SolverConfig};

/// Returns the conjunction of the conditions, with each quantifier expanded to the conjunction of its
/// instances.
fn expanded(arena: &mut Arena, conditions: &[ExprId]) -> ExprId {
    let mut all = Arena::TRUE;
    for &condition in conditions {
        let condition = arena.expanded(condition);
        all = arena.and(all, condition);
    }
    all
}

fn is_impossible(chain: &mut Chain, arena: &mut Arena, condition: ExprId) -> bool {
    arena.is_false(condition) || chain.model(arena, &[condition]) == Answer::Unsat
}

impl Formula {
    /// Returns whether the solver proves that `merged`, a state with a quantifier, is equivalent to the ordinary join
    /// of `states`.
    pub(super) fn is_proved(
        &self,
        context: &mut MergeContext<'_>,
        merged: &State,
        states: &[State],
    ) -> bool {
        let Some((first, others)) = states.split_first() else {
            return false;
        };
        let mut joined = first.clone();
        for other in others {
            match context.proposed_join(&joined, other) {
                Ok(state) => joined = state,
                Err(_) => return false,
            }
        }
        let stores = (context.code, &mut *context.live);
        let Some(pairs) = join::differences(context.arena, stores, (merged, &joined)) else {
            return false;
        };
        let arena = &mut *context.arena;
        let mut chain = Chain::new(SolverConfig::default());
        let with = expanded(arena, merged.path.conditions());
        let without = expanded(arena, joined.path.conditions());
        let no = arena.not(without);
        let more = arena.and(with, no);
        if !is_impossible(&mut chain, arena, more) {
            return false;
        }
        let k = self.count(arena);
        let mut fewer = without;
        for &count in &self.counts {
            let width = arena.width(k);
            let value = arena.int(width, u128::from(count));
            let mut map = FxHashMap::default();
            for index in 0..width / 8 {
                let byte = arena.extract(k, 8 * index, 8);
                let new = arena.extract(value, 8 * index, 8);
                map.insert(byte, new);
            }
            let instance = arena.substitute(with, &map);
            let no = arena.not(instance);
            fewer = arena.and(fewer, no);
        }
        if !is_impossible(&mut chain, arena, fewer) {
            return false;
        }
        pairs.into_iter().all(|(one, two)| {
            let differ = arena.ne(one, two);
            let differ = arena.expanded(differ);
            let both = arena.and(with, differ);
            is_impossible(&mut chain, arena, both)
        })
    }
}
