//! A solver's word that a state with a quantifier is the state that ordinary merging gives (Theorem 3.7 of the paper): the same
//! inputs satisfy both paths, for some k, and wherever they do both hold the same.
use super::formula::Formula;
use rustc_hash::FxHashMap;
use symtool_engine::merging::{Bench, join};
use symtool_engine::state::State;
use symtool_expr::{Arena, ExprId};
use symtool_solver::{Answer, Chain, SolverConfig};

/// The conjunction of conditions, each quantifier as its instances.
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
    /// Does a solver prove that the merged state of these ones is what joining them gives?
    pub(super) fn is_proved(
        &self,
        bench: &mut Bench<'_>,
        merged: &State,
        states: &[State],
    ) -> bool {
        let Some((first, others)) = states.split_first() else {
            return false;
        };
        let mut joined = first.clone();
        for other in others {
            match bench.join(&joined, other) {
                Some(state) => joined = state,
                None => return false,
            }
        }
        let stores = (bench.code, &mut *bench.live);
        let Some(pairs) = join::differences(bench.arena, stores, (merged, &joined)) else {
            return false;
        };
        let arena = &mut *bench.arena;
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
