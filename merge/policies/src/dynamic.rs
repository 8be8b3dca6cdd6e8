//! Dynamic merging (Kuznetsov et al., PLDI 2012, §4): any search drives, and states that are about to meet are brought
//! together first.
//!
//! A state that runs before the one that the search has chosen is *fast-forwarded*. Who is depends on what the search is after:
//!
//! * One that only orders paths loses nothing if its choice waits until all that lies behind it has caught up, the one furthest behind
//!   first ([`symtool_engine::merging::topology`]): of two states that can still meet one lies behind the other.
//! * One that looks for new code has its way as long as it finds some, and a while longer, so that what it covers within a limit
//!   does not shrink. Then states catch up, for a number of turns that doubles as long as nothing new is found.
//!
//! The paper looks for states that are about to meet in hashed histories of the last δ blocks. Positions say more: a hash tells that a
//! state stands where a similar one has been, but not that two sides of a branch will come to one place, and it takes a constant
//! and what depends on the input for different although such states are joined. What is similar is decided where states meet.
//!
//! Fairness: a state is fast-forwarded for 16 times δ turns at most until some path ends; after that it runs when the search chooses it.
use super::Driver;
use super::similar::Similarity;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use symtool_engine::merging::topology::Position;
use symtool_engine::merging::{Arrival, MergePolicy, Scene, Waiting};
use symtool_engine::state::{State, StateId};

/// How many times δ turns a state is fast-forwarded at most before a path ends.
const FAIR: u32 = 16;
/// How many turns one counts as that ended because it was long.
const WHOLE_SHARE: u32 = 32;
/// So many turns a search that looks for new code has at least after it has found some.
const PATIENCE: u64 = 12;
/// It has this part of its turns, if that is more: what it finds comes less and less often.
const PART: u64 = 2;
/// So many turns states catch up for the first time, and at most.
const FIRST: u64 = 64;
const LONGEST: u64 = 1 << 13;

/// A waiting state.
#[derive(Debug)]
struct Stand {
    position: Position,
    /// Has it stopped there to meet others, and not been compared with them yet?
    is_new: bool,
}

/// Whose turn it is.
#[derive(Copy, Clone, Debug)]
enum Phase {
    /// That of the search, which has reached nothing new in its last turns.
    Search { stale: u64 },
    /// That of the states that lie behind, for some turns.
    CatchUp { left: u64 },
    /// The same for good.
    Behind,
}

/// Merges states that are about to meet.
#[derive(Debug)]
pub struct Dynamic {
    similarity: Similarity,
    /// For so many turns a state is fast-forwarded at most before a path ends.
    most: u32,
    phase: Phase,
    /// Turns that the search has had.
    searched: u64,
    /// For how many turns states catch up the next time.
    catch_up: u64,
    stands: FxHashMap<StateId, Stand>,
    /// All that wait, by position.
    order: BTreeSet<(Position, StateId)>,
    /// For how many turns states have been fast-forwarded since a path ended.
    turns: FxHashMap<StateId, u32>,
    /// Who is being fast-forwarded.
    forwarded: FxHashSet<StateId>,
    attempts: u64,
    hits: u64,
}

impl Dynamic {
    /// Joins what is similar over such a search.
    pub fn new(similarity: Similarity, driver: Driver, delta: usize) -> Dynamic {
        Dynamic {
            similarity,
            most: FAIR.saturating_mul(delta.max(1) as u32),
            phase: match driver {
                Driver::NewCode => Phase::Search { stale: 0 },
                Driver::None | Driver::Paths => Phase::Behind,
            },
            searched: 0,
            catch_up: FIRST,
            stands: FxHashMap::default(),
            order: BTreeSet::new(),
            turns: FxHashMap::default(),
            forwarded: FxHashSet::default(),
            attempts: 0,
            hits: 0,
        }
    }

    fn is_searching(&self) -> bool {
        matches!(self.phase, Phase::Search { .. })
    }

    fn forget(&mut self, id: StateId) {
        if let Some(stand) = self.stands.remove(&id) {
            self.order.remove(&(stand.position, id));
        }
    }

    fn may_go_first(&self, id: StateId) -> bool {
        self.turns.get(&id).is_none_or(|&turns| turns < self.most)
    }

    fn forward(&mut self, id: StateId) -> StateId {
        self.attempts += u64::from(self.forwarded.insert(id));
        *self.turns.entry(id).or_insert(0) += 1;
        id
    }

    /// The one furthest behind of those that lie behind the one that the search has chosen.
    fn furthest_behind(&self, wish: StateId) -> Option<StateId> {
        let stand = self.stands.get(&wish)?;
        let behind = self.order.range(..(stand.position.clone(), StateId(0)));
        let mut behind = behind.map(|&(_, id)| id);
        behind.find(|&id| self.may_go_first(id))
    }
}

impl MergePolicy for Dynamic {
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &Scene<'_>) -> bool {
        if matches!(at, Arrival::Open | Arrival::Close | Arrival::Leave) {
            return false;
        }
        self.forget(state.id);
        // Who is behind all others has nobody to wait for.
        let first = self.order.first().filter(|_| !self.is_searching());
        first.is_some_and(|(first, _)| scene.topology.position(state) >= *first)
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &Scene<'_>) {
        let id = state.id;
        self.forget(id);
        if at.is_none()
            && let Some(turns) = self.turns.get_mut(&id)
        {
            *turns += WHOLE_SHARE;
        }
        let stand = Stand {
            position: scene.topology.position(state),
            is_new: at.is_some(),
        };
        self.order.insert((stand.position.clone(), id));
        self.stands.insert(id, stand);
    }

    fn ran(&mut self, _: StateId, covered_new: bool) {
        self.phase = match self.phase {
            Phase::Behind => Phase::Behind,
            Phase::CatchUp { left: 0 } => Phase::Search { stale: 0 },
            Phase::CatchUp { left } => Phase::CatchUp { left: left - 1 },
            Phase::Search { stale } => {
                self.searched += 1;
                if covered_new {
                    self.catch_up = FIRST;
                    Phase::Search { stale: 0 }
                } else if stale < PATIENCE.max(self.searched / PART) {
                    Phase::Search { stale: stale + 1 }
                } else {
                    let left = self.catch_up;
                    self.catch_up = (2 * left).min(LONGEST);
                    Phase::CatchUp { left }
                }
            }
        };
    }

    fn gone(&mut self, state: StateId) {
        self.forget(state);
        self.forwarded.remove(&state);
        self.turns.clear();
    }

    fn next(&mut self, wish: StateId, _: &Waiting) -> StateId {
        let first = match self.phase {
            Phase::Search { .. } => None,
            Phase::CatchUp { .. } | Phase::Behind => self.furthest_behind(wish),
        };
        match first {
            Some(id) => self.forward(id),
            None => {
                self.forwarded.remove(&wish);
                wish
            }
        }
    }

    fn partners(&mut self, next: StateId, _: &Waiting) -> Vec<StateId> {
        if self.is_searching() {
            return Vec::new();
        }
        let Some(stand) = self.stands.get(&next).filter(|stand| stand.is_new) else {
            return Vec::new();
        };
        let position = stand.position.clone();
        let from = (position.clone(), StateId(0));
        let same = self.order.range(from..).take_while(|(p, _)| *p == position);
        let mut group: Vec<StateId> = same.map(|&(_, id)| id).collect();
        group.retain(|id| self.stands.get(id).is_some_and(|stand| stand.is_new));
        // Once is enough: they differ as much the next time.
        for id in &group {
            if let Some(stand) = self.stands.get_mut(id) {
                stand.is_new = false;
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

    fn joined(&mut self, stays: &State, gone: StateId, _: &Scene<'_>) {
        for id in [stays.id, gone] {
            self.hits += u64::from(self.forwarded.remove(&id));
            self.turns.remove(&id);
        }
        self.forget(gone);
    }

    fn report(&self) -> Vec<(String, u64)> {
        vec![
            ("states fast-forwarded".to_owned(), self.attempts),
            ("of them joined".to_owned(), self.hits),
        ]
    }
}
