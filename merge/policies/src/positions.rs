//! The waiting states (all live states except the running one) in topological order of their program points. In this
//! order, a program point precedes its successors. Of two states, the state at the earlier point is *behind*, the other
//! is *ahead*. The policies `static`, `dynamic` and `history` use this list.
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use symtool_engine::merging::topology::Position;
use symtool_engine::merging::{Arrival, ProgramView};
use symtool_engine::state::{State, StateId};

/// The waiting states by position in topological order.
///
/// A state is *unmatched* from the time it stops at a merge point until it has been compared with all other states that
/// wait at this merge point. One comparison is enough, because two states do not become similar while they wait.
#[derive(Debug, Default)]
pub struct Positions {
    /// The waiting states with their positions, in topological order.
    order: BTreeSet<(Position, StateId)>,
    /// For each waiting state, its position in topological order, and whether it is unmatched (not yet compared with
    /// all other states at its merge point).
    waiting: FxHashMap<StateId, (Position, bool)>,
}

impl Positions {
    /// Returns the waiting states in ascending order of position: the state furthest behind is first.
    pub fn ascending(&self) -> impl Iterator<Item = StateId> + '_ {
        self.order.iter().map(|&(_, id)| id)
    }

    /// Returns whether some state waits at the position of the running state `state`.
    pub fn meets(&self, state: &State, scene: &ProgramView<'_>) -> bool {
        let position = scene.topology.position(state);
        let mut from = self.order.range((position.clone(), StateId(0))..);
        from.next().is_some_and(|(first, _)| *first == position)
    }

    /// Adds a waiting state. `at` is the kind of merge point at which the state stopped; `None` if it stopped because
    /// its time slice was used up.
    pub fn insert(&mut self, state: &State, at: Option<Arrival>, scene: &ProgramView<'_>) {
        self.remove(state.id);
        let position = scene.topology.position(state);
        self.order.insert((position.clone(), state.id));
        self.waiting.insert(state.id, (position, at.is_some()));
    }

    /// Removes a state, because it runs or its path has ended.
    pub fn remove(&mut self, id: StateId) {
        if let Some((position, _)) = self.waiting.remove(&id) {
            self.order.remove(&(position, id));
        }
    }

    /// Returns whether the state `id` waits.
    pub fn contains(&self, id: StateId) -> bool {
        self.waiting.contains_key(&id)
    }

    /// Returns the waiting state that is furthest behind in topological order.
    pub fn first(&self) -> Option<StateId> {
        self.order.first().map(|&(_, id)| id)
    }

    /// Returns the waiting state that is furthest ahead in topological order.
    pub fn last(&self) -> Option<StateId> {
        self.order.last().map(|&(_, id)| id)
    }

    /// Returns whether the running state has caught up: in topological order, its program point is at or after that
    /// of the waiting state that is furthest behind. In this case, the running state stops and waits for the states
    /// behind it. Returns false if no state waits.
    pub fn has_caught_up(&self, state: &State, scene: &ProgramView<'_>) -> bool {
        let first = self.order.first();
        first.is_some_and(|(first, _)| scene.topology.position(state) >= *first)
    }

    /// Returns the waiting states behind the waiting state `id`, the furthest behind first.
    pub fn behind(&self, id: StateId) -> impl Iterator<Item = StateId> + '_ {
        let position = self.waiting.get(&id).map(|(position, _)| position.clone());
        let behind = position.map(|position| self.order.range(..(position, StateId(0))));
        behind.into_iter().flatten().map(|&(_, id)| id)
    }

    /// Returns the states with which `next` has to be compared. If `next` is unmatched (see [`Positions`]), these are
    /// the other unmatched states at its position; otherwise there are none. Afterwards, `next` and the returned
    /// states are no longer unmatched.
    pub fn partners(&mut self, next: StateId) -> Vec<StateId> {
        let Some((position, true)) = self.waiting.get(&next).cloned() else {
            return Vec::new();
        };
        let from = (position.clone(), StateId(0));
        let same = self.order.range(from..).take_while(|(p, _)| *p == position);
        let mut group = Vec::new();
        for &(_, id) in same {
            if let Some((_, unmatched)) = self.waiting.get_mut(&id)
                && std::mem::take(unmatched)
                && id != next
            {
                group.push(id);
            }
        }
        group
    }
}

/// Returns whether the policies `static`, `dynamic` and `history` join states at merge points of the kind `at`. The
/// other kinds (the exit of a loop, and the start and the end of a marked region) are merge points of other policies.
pub fn is_topological(at: Arrival) -> bool {
    match at {
        Arrival::Block | Arrival::Return => true,
        Arrival::Leave | Arrival::Open | Arrival::Close => false,
    }
}
