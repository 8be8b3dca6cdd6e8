//! Static merging: states wait for each other where paths meet.
//!
//! Of all states the one that lies furthest behind runs ([`symtool_engine::merging::topology`]), whatever the search says. So when a state's turn
//! comes at a place where paths meet, everything that can still come there on the same trips of the loops around it has, and
//! those that are similar are joined.
//!
//! A state that runs in circles is for ever behind all others. Fairness: after a number of turns in which no path ended the one that is
//! furthest ahead runs to its end, or for as many turns; each time that happens the number doubles.
use super::similar::Similarity;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symtool_engine::merging::topology::Position;
use symtool_engine::merging::{Arrival, MergePolicy, Scene, Waiting};
use symtool_engine::state::{State, StateId};

/// Turns without an end before another state has its way for the first time.
const PATIENCE: u64 = 1 << 15;
/// How many turns one counts as whose share of steps was used up.
const WHOLE_SHARE: u64 = 1 << 9;

/// Merges in topological order.
#[derive(Debug)]
pub struct Topological {
    similarity: Similarity,
    order: BTreeSet<(Position, StateId)>,
    /// Where each waiting state is, and whether it has stopped there to meet others.
    places: FxHashMap<StateId, (Position, bool)>,
    /// Turns since a path ended.
    turns: u64,
    patience: u64,
    /// Has its way, whatever lies behind it.
    favoured: Option<StateId>,
    fair: u64,
}

impl Topological {
    /// Joins what is similar.
    pub fn new(similarity: Similarity) -> Topological {
        Topological {
            similarity,
            order: BTreeSet::new(),
            places: FxHashMap::default(),
            turns: 0,
            patience: PATIENCE,
            favoured: None,
            fair: 0,
        }
    }

    fn forget(&mut self, id: StateId) {
        if let Some((position, _)) = self.places.remove(&id) {
            self.order.remove(&(position, id));
        }
    }

    fn progress(&mut self) {
        self.turns = 0;
        self.favoured = None;
    }
}

impl MergePolicy for Topological {
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &Scene<'_>) -> bool {
        if matches!(at, Arrival::Open | Arrival::Close | Arrival::Leave) {
            return false;
        }
        self.forget(state.id);
        let Some((first, _)) = self.order.first() else {
            return false;
        };
        // Who is behind all others has nobody to wait for.
        scene.topology.position(state) >= *first
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &Scene<'_>) {
        self.forget(state.id);
        self.turns += if at.is_some() { 1 } else { WHOLE_SHARE };
        let position = scene.topology.position(state);
        self.order.insert((position.clone(), state.id));
        self.places.insert(state.id, (position, at.is_some()));
    }

    fn gone(&mut self, state: StateId) {
        self.forget(state);
        self.progress();
    }

    fn next(&mut self, wish: StateId, _: &Waiting) -> StateId {
        if self.turns >= 2 * self.patience {
            self.patience *= 2;
            self.progress();
        }
        if self.turns >= self.patience && self.favoured.is_none() {
            self.favoured = self.order.last().map(|&(_, id)| id);
            self.fair += 1;
        }
        let favoured = self.favoured.filter(|id| self.places.contains_key(id));
        favoured.unwrap_or_else(|| self.order.first().map_or(wish, |&(_, id)| id))
    }

    fn partners(&mut self, next: StateId, _: &Waiting) -> Vec<StateId> {
        let Some((position, true)) = self.places.get(&next).cloned() else {
            return Vec::new();
        };
        let from = (position.clone(), StateId(0));
        let same = self.order.range(from..).take_while(|(p, _)| *p == position);
        let mut group: Vec<StateId> = same.map(|&(_, id)| id).collect();
        group.retain(|id| self.places.get(id).is_some_and(|&(_, stopped)| stopped));
        // Once is enough: they differ as much the next time.
        for id in &group {
            if let Some((_, stopped)) = self.places.get_mut(id) {
                *stopped = false;
            }
        }
        group.retain(|&id| id != next);
        group
    }

    fn class(&mut self, state: &State, scene: &Scene<'_>) -> Option<u64> {
        self.similarity.class(state, scene)
    }

    fn similar(&mut self, one: &State, two: &State, scene: &Scene<'_>) -> bool {
        self.similarity.similar(one, two, scene)
    }

    fn joins_at_branches(&self) -> bool {
        true
    }

    fn joined(&mut self, _: &State, gone: StateId, _: &Scene<'_>) {
        self.forget(gone);
    }

    fn report(&self) -> Vec<(String, u64)> {
        vec![("turns out of order, for fairness".to_owned(), self.fair)]
    }
}
