//! Dynamic state merging as published (Kuznetsov et al., PLDI 2012, §4.3, Algorithm 2). A state is *fast-forwarded* (it
//! runs before the state that the search selects) if it is similar to a recent predecessor of another state. A
//! predecessor of a state is an earlier state on the same path.
//!
//! Each state has a history: the hashes of its last δ predecessors at merge points and forks. A hash covers the program
//! point and the hot variables (the variables on which many later queries depend); all symbolic values have the same
//! hash. A live state belongs to the *forwarding set* if the hash of its present contents occurs in the history of
//! another state. The first state of this set in topological order runs. If the set is empty, the state that the search
//! selects runs. States with equal hashes at one program point are compared exactly before they are merged, so a
//! collision of hashes does no harm.
//!
//! [`Dynamic`](crate::dynamic::Dynamic), the schedule of `--merge=dynamic`, compares positions in topological order
//! instead of hashes.
use crate::positions::{Positions, is_topological};
use crate::similarity::QceSimilarity;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use symtool_engine::merging::{Arrival, ProgramView, SchedulePolicy, Waiting};
use symtool_engine::state::{State, StateId};

/// The hashes of one state: `now`, the hash at its present program point, and `past`, its history.
#[derive(Clone, Debug, Default)]
struct Trace {
    now: u64,
    /// The hashes of the recent predecessors (earlier states of the path), oldest first.
    past: VecDeque<u64>,
}

/// The schedule of the policy `history`: fast-forwards the states that are similar to a recent predecessor of another
/// state.
#[derive(Debug)]
pub struct History {
    similarity: QceSimilarity,
    /// δ, the maximum number of hashes in the history of each state.
    delta: usize,
    traces: FxHashMap<StateId, Trace>,
    /// For each hash, the number of its occurrences in the histories of all states.
    past: FxHashMap<u64, u32>,
    positions: Positions,
    /// The state that was selected last. A state without recorded hashes was forked from this state, and inherits the
    /// hashes of this state.
    running: Option<StateId>,
    /// The state that is being fast-forwarded.
    forwarded: Option<StateId>,
    /// Statistics: the number of times that a state began to be fast-forwarded.
    attempts: u64,
    /// Statistics: the number of fast-forwarded states that were then joined with another state.
    hits: u64,
}

impl History {
    /// Returns a schedule. The history of a state has the hashes of its last `delta` merge points and forks;
    /// `similarity` selects the hot variables that are hashed.
    pub fn new(similarity: QceSimilarity, delta: usize) -> History {
        History {
            similarity,
            delta: delta.max(1),
            traces: FxHashMap::default(),
            past: FxHashMap::default(),
            positions: Positions::default(),
            running: None,
            forwarded: None,
            attempts: 0,
            hits: 0,
        }
    }

    /// Computes the hash of a state at its present program point. The hash at the previous merge point or fork of the
    /// state becomes the latest entry of its history. If the state is new, it was forked from the state that was
    /// selected last, and first inherits the history of that state.
    fn advance(&mut self, state: &State, scene: &ProgramView<'_>) {
        let now = self.similarity.hash(state, scene);
        let inherited = || {
            let parent = self.running.and_then(|id| self.traces.get(&id));
            parent.cloned()
        };
        let known = self.traces.contains_key(&state.id);
        let trace = if known { None } else { inherited() };
        let is_new = !known;
        let trace = self
            .traces
            .entry(state.id)
            .or_insert_with(|| trace.unwrap_or_default());
        if is_new {
            for &hash in &trace.past {
                *self.past.entry(hash).or_default() += 1;
            }
        }
        if trace.now != 0 && trace.now != now {
            trace.past.push_back(trace.now);
            *self.past.entry(trace.now).or_default() += 1;
        }
        trace.now = now;
        if trace.past.len() > self.delta
            && let Some(oldest) = trace.past.pop_front()
        {
            release(&mut self.past, oldest);
        }
    }

    fn forget(&mut self, id: StateId) {
        let trace = self.traces.remove(&id).unwrap_or_default();
        for hash in trace.past {
            release(&mut self.past, hash);
        }
        self.positions.remove(id);
        if self.forwarded == Some(id) {
            self.forwarded = None;
        }
    }

    /// Returns whether the present hash of state `id` occurs in the history of another state.
    fn is_behind(&self, id: StateId) -> bool {
        let Some(trace) = self.traces.get(&id) else {
            return false;
        };
        let own = trace.past.iter().filter(|&&hash| hash == trace.now).count();
        let all = self.past.get(&trace.now).copied().unwrap_or(0);
        all as usize > own
    }
}

fn release(past: &mut FxHashMap<u64, u32>, hash: u64) {
    if let Some(count) = past.get_mut(&hash) {
        *count -= 1;
        if *count == 0 {
            past.remove(&hash);
        }
    }
}

impl SchedulePolicy for History {
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &ProgramView<'_>) -> bool {
        if !is_topological(at) {
            return false;
        }
        self.positions.remove(state.id);
        self.advance(state, scene);
        let has_diverged = self.forwarded == Some(state.id) && !self.is_behind(state.id);
        has_diverged || self.positions.meets(state, scene)
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &ProgramView<'_>) {
        if at.is_none() {
            self.advance(state, scene);
        }
        self.positions.insert(state, at, scene);
    }

    fn gone(&mut self, state: StateId) {
        self.forget(state);
    }

    fn next(&mut self, wish: StateId, _: &Waiting) -> StateId {
        let first = self.positions.ascending().find(|&id| self.is_behind(id));
        if let Some(id) = first {
            self.attempts += u64::from(self.forwarded != Some(id));
        }
        self.forwarded = first;
        let next = first.unwrap_or(wish);
        self.running = Some(next);
        next
    }

    fn partners(&mut self, next: StateId, _: &Waiting) -> Vec<StateId> {
        self.positions.partners(next)
    }

    fn joins_at_branches(&self) -> bool {
        true
    }

    fn joined(&mut self, stays: &State, gone: StateId, _: &ProgramView<'_>) {
        let is_hit = [Some(stays.id), Some(gone)].contains(&self.forwarded);
        self.hits += u64::from(is_hit && self.forwarded.is_some());
        self.forget(gone);
    }

    fn report(&self) -> Vec<(String, u64)> {
        vec![
            ("states fast-forwarded".to_owned(), self.attempts),
            ("fast-forwarded states joined".to_owned(), self.hits),
        ]
    }
}
