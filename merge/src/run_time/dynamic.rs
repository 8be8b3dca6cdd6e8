//! Dynamic merging (Kuznetsov et al., PLDI 2012, §4): any search drives, and states that are about to meet are brought
//! together first.
//!
//! A state's trail has a number for each of the last places it has come to ([`Similarity::hash`]). One whose present number
//! stands in the trail of another lies behind a state it was similar to: it is *fast-forwarded*, which means that it runs before all
//! that the search would choose, those that lie furthest behind first, until it has caught up or gone another way. Two sides of a
//! fork that no search has chosen since also run to the next place where paths meet, so that a depth-first search, which
//! would come back to one of them only when all that follows from the other is done, finds them side by side.
//!
//! Who comes back from a call or leaves a loop in which it was forked waits, when the search has chosen it, for those that are still
//! inside: they are fast-forwarded to the end. Their ways may be longer than any trail, and yet be the same in what counts behind it.
//!
//! Fairness: a state is fast-forwarded over so many places at most before the search must choose it again.
use super::similar::Similarity;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use symtool_symex::merging::topology::Position;
use symtool_symex::merging::{Arrival, MergePolicy, Scene, Waiting};
use symtool_symex::state::{State, StateId};

/// How many times δ places a state is fast-forwarded at most.
const FAIR: u32 = 16;

#[derive(Debug)]
struct Stand {
    position: Position,
    trail: Vec<u64>,
    /// The number of its present place, if it has stopped there to meet others.
    now: Option<u64>,
    /// Has it just been forked, so that it may meet its siblings?
    fresh: bool,
    /// The call or loop that it has just left.
    left: Option<Extent>,
}

/// The positions in a call or a loop: from the first to before the second.
type Extent = (Position, Position);

/// Merges states that are about to meet.
#[derive(Debug)]
pub struct Dynamic {
    similarity: Similarity,
    delta: usize,
    stands: FxHashMap<StateId, Stand>,
    /// Who has a number in its trail.
    trails: FxHashMap<u64, FxHashSet<StateId>>,
    /// Who stands at a place with a number.
    here: FxHashMap<u64, BTreeSet<StateId>>,
    /// Who may have to be fast-forwarded, by position.
    behind: BTreeSet<(Position, StateId)>,
    /// All that wait, by position.
    all: BTreeSet<(Position, StateId)>,
    /// Where each state has waited last.
    last: FxHashMap<StateId, Position>,
    /// The running state, and what it has just left.
    left: Option<(StateId, Extent)>,
    /// New forks, by position.
    fresh: BTreeSet<(Position, StateId)>,
    /// Has come to a place where somebody stands.
    arrived: Option<StateId>,
    /// Who is being fast-forwarded, and over how many places.
    forwarded: FxHashMap<StateId, u32>,
    attempts: u64,
    hits: u64,
}

impl Dynamic {
    /// Joins what is similar, and remembers so many places of each state.
    pub fn new(similarity: Similarity, delta: usize) -> Dynamic {
        Dynamic {
            similarity,
            delta: delta.max(1),
            stands: FxHashMap::default(),
            trails: FxHashMap::default(),
            here: FxHashMap::default(),
            behind: BTreeSet::new(),
            all: BTreeSet::new(),
            last: FxHashMap::default(),
            left: None,
            fresh: BTreeSet::new(),
            arrived: None,
            forwarded: FxHashMap::default(),
            attempts: 0,
            hits: 0,
        }
    }

    fn forget(&mut self, id: StateId) {
        let Some(stand) = self.stands.remove(&id) else {
            return;
        };
        for number in &stand.trail {
            if let Some(who) = self.trails.get_mut(number) {
                who.remove(&id);
                if who.is_empty() {
                    self.trails.remove(number);
                }
            }
        }
        if let Some(now) = stand.now
            && let Some(who) = self.here.get_mut(&now)
        {
            who.remove(&id);
            if who.is_empty() {
                self.here.remove(&now);
            }
        }
        let place = (stand.position, id);
        self.behind.remove(&place);
        self.all.remove(&place);
        self.fresh.remove(&place);
    }

    /// Does somebody else have this number in its trail?
    fn was_passed(&self, number: u64, by_other_than: StateId) -> bool {
        let who = self.trails.get(&number);
        who.is_some_and(|who| who.iter().any(|&other| other != by_other_than))
    }

    /// Somebody has passed a place: who stands there lies behind it now.
    fn passed(&mut self, number: u64, by: StateId) {
        let there = self.here.get(&number).into_iter().flatten();
        let there: Vec<StateId> = there.copied().filter(|&id| id != by).collect();
        for id in there {
            if let Some(stand) = self.stands.get(&id) {
                self.behind.insert((stand.position.clone(), id));
            }
        }
    }

    /// What a state that has come to a place has just left, if others are still in it.
    fn leaves(&self, id: StateId, at: Arrival, place: &Position) -> Option<Extent> {
        let extent = if at == Arrival::Return {
            // The caller's place was the step before, as long as the call lasted.
            let mut call = place.clone();
            let pc = call.last_mut()?;
            *pc = pc.checked_sub(1)?;
            (call, place.clone())
        } else {
            // Around the block are the same loops as around the one that was left, whose head's number comes next.
            let around = place.len().checked_sub(2)?;
            let inside = self.last.get(&id)?;
            let is_deeper = inside.len() > around + 2 && inside[..around] == place[..around];
            let head = *inside
                .get(around)
                .filter(|&&head| is_deeper && head != place[around])?;
            let with = |number: u32| [&place[..around], &[number]].concat();
            (with(head), with(head + 1))
        };
        self.still_inside(&extent).map(|_| extent)
    }

    /// The one furthest behind of those that are still in a call or loop and have not been fast-forwarded for too long.
    fn still_inside(&self, (from, to): &Extent) -> Option<StateId> {
        let inside = (from.clone(), StateId(0))..(to.clone(), StateId(0));
        let mut inside = self.all.range(inside).map(|&(_, id)| id);
        inside.find(|id| self.forwarded.get(id).copied().unwrap_or(0) < self.most())
    }

    /// Over so many places a state is fast-forwarded at most.
    fn most(&self) -> u32 {
        FAIR * self.delta as u32
    }

    fn forward(&mut self, id: StateId) -> StateId {
        let far = self.forwarded.entry(id).or_insert(0);
        self.attempts += u64::from(*far == 0);
        *far += 1;
        id
    }

    fn step_on(&mut self, state: &mut State, number: u64) {
        state.trail.push(number);
        if state.trail.len() > self.delta {
            state.trail.remove(0);
        }
    }
}

impl MergePolicy for Dynamic {
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &Scene<'_>) -> bool {
        if matches!(at, Arrival::Open | Arrival::Close | Arrival::Leave) {
            return false;
        }
        let was_fresh = self.stands.get(&state.id).is_some_and(|stand| stand.fresh);
        self.forget(state.id);
        let number = self.similarity.hash(state, scene);
        // A sibling that has just been forked off may come here, too.
        let siblings = was_fresh || !self.fresh.is_empty();
        let place = scene.topology.position(state);
        let left = self.leaves(state.id, at, &place);
        let is_awaited = left.is_some();
        self.left = left.map(|extent| (state.id, extent));
        if siblings || is_awaited || self.here.contains_key(&number) {
            return true;
        }
        self.step_on(state, number);
        false
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &Scene<'_>) {
        let id = state.id;
        self.forget(id);
        let number = at.map(|_| self.similarity.hash(state, scene));
        let left = self.left.take_if(|(who, _)| *who == id);
        if let Some(number) = number {
            self.step_on(state, number);
        }
        let stand = Stand {
            position: scene.topology.position(state),
            trail: state.trail.to_vec(),
            now: number,
            fresh: state.forked,
            left: left.map(|(_, extent)| extent),
        };
        self.all.insert((stand.position.clone(), id));
        self.last.insert(id, stand.position.clone());
        for &passed in &stand.trail {
            self.trails.entry(passed).or_default().insert(id);
            if Some(passed) != number {
                self.passed(passed, id);
            }
        }
        if stand.fresh {
            self.fresh.insert((stand.position.clone(), id));
        }
        if let Some(number) = number {
            if self.here.get(&number).is_some_and(|who| !who.is_empty()) {
                self.arrived = Some(id);
            } else if self.was_passed(number, id) {
                self.behind.insert((stand.position.clone(), id));
            }
            self.here.entry(number).or_default().insert(id);
        }
        self.stands.insert(id, stand);
    }

    fn gone(&mut self, state: StateId) {
        self.forget(state);
        self.forwarded.remove(&state);
        self.last.remove(&state);
    }

    fn next(&mut self, wish: StateId, _: &Waiting) -> StateId {
        if let Some(id) = self.arrived.filter(|id| self.stands.contains_key(id)) {
            return id;
        }
        while let Some((position, id)) = self.behind.pop_first() {
            let Some(stand) = self.stands.get(&id).filter(|s| s.position == position) else {
                continue;
            };
            let behind = stand.now.is_some_and(|number| self.was_passed(number, id));
            let far = self.forwarded.get(&id).copied().unwrap_or(0);
            if behind && far < self.most() {
                return self.forward(id);
            }
        }
        if let Some((_, id)) = self.fresh.pop_first() {
            return id;
        }
        let left = self.stands.get(&wish).and_then(|stand| stand.left.as_ref());
        if let Some(id) = left.and_then(|extent| self.still_inside(extent)) {
            return self.forward(id);
        }
        self.forwarded.remove(&wish);
        wish
    }

    fn partners(&mut self, next: StateId, _: &Waiting) -> Vec<StateId> {
        if self.arrived.take() != Some(next) {
            return Vec::new();
        }
        let now = self.stands.get(&next).and_then(|stand| stand.now);
        let here = now.and_then(|number| self.here.get(&number));
        let here = here.into_iter().flatten().copied();
        here.filter(|&id| id != next).collect()
    }

    fn similar(&mut self, one: &State, two: &State, scene: &Scene<'_>) -> bool {
        self.similarity.similar(one, two, scene)
    }

    fn joins_at_branches(&self) -> bool {
        true
    }

    fn joined(&mut self, stays: &State, gone: StateId, _: &Scene<'_>) {
        let forwarded = [stays.id, gone].map(|id| self.forwarded.remove(&id).is_some());
        self.hits += u64::from(forwarded.contains(&true));
        self.forget(gone);
        self.last.remove(&gone);
    }

    fn report(&self) -> Vec<(String, u64)> {
        vec![
            ("states fast-forwarded".to_owned(), self.attempts),
            ("of them joined".to_owned(), self.hits),
        ]
    }
}
