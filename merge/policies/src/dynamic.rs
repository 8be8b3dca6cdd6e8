//! Dynamic state merging (Kuznetsov et al., PLDI 2012, §4): the search that the user has chosen selects the next state,
//! but a state that can soon be joined with another state runs before the selected state.
//!
//! A state that runs before the state that the search selects is *fast-forwarded*. Of two states that can still meet at
//! a merge point, the state at the earlier program point in topological order is *behind*
//! ([`symtool_engine::merging::topology`]). A *step* is one run of a state: from its selection until it stops at a
//! merge point, forks, ends, or has used up its time slice (a fixed number of instructions). The order of states
//! depends on the kind of search ([`Driver`]):
//!
//! * If the order of the search does not depend on coverage, as in depth-first search, waiting does not change which
//!   paths the search finds. Therefore the state that the search selects waits until all states behind it have caught
//!   up; the state furthest behind runs first.
//! * A search for new code first runs without fast-forwarding and without joining waiting states, so that merging does
//!   not reduce the coverage within a time limit. If the search has found no new code for some steps, a catch-up phase
//!   begins: the states behind the selected state run first. After the catch-up phase, the search continues. If it
//!   again finds no new code, the next catch-up phase is twice as long as the previous one.
//!
//! To find the states that can still meet, Kuznetsov et al. compare hashes of the last δ blocks of each state, for a
//! parameter δ (see `history`). This policy compares positions in topological order, which is more precise for two
//! reasons:
//!
//! * Positions show that two states can still meet, for example on the two sides of a branch that end at one merge
//!   point. Equal hashes show only that a similar state was at the same program point before.
//! * Hashes differ if a variable is constant in one state and symbolic in the other, although these two states can be
//!   joined. With positions, similarity is checked only when both states are at the merge point.
//!
//! Fairness: a state is fast-forwarded for at most 16·δ steps. After these steps, the state runs only when the search
//! selects it. Whenever the path of any state ends, the step counts of all states are reset to 0.
use crate::options::Driver;
use crate::positions::{Positions, is_topological};
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_engine::merging::{Arrival, ProgramView, SchedulePolicy, Waiting};
use symtool_engine::state::{State, StateId};

/// The factor in the maximum number of steps, `FAIRNESS_FACTOR`·δ, for which a state is fast-forwarded (runs before the
/// state that the search selects). δ is a user option. Whenever any path ends, the step counts of all states are reset
/// to 0.
const FAIRNESS_FACTOR: u32 = 16;
/// The number of further steps that count if a fast-forwarded state uses up its time slice without reaching a merge
/// point. So a state that is far from a merge point soon reaches the limit `FAIRNESS_FACTOR`·δ.
const WHOLE_SLICE: u32 = 32;
/// The minimum number of steps without new coverage before a catch-up phase begins. In a catch-up phase, states that
/// can soon be joined run before the state that the search selects.
const PATIENCE: u64 = 12;
/// The divisor in the limit at which a catch-up phase begins: the search has covered no new code for max([`PATIENCE`],
/// n / `PATIENCE_DIVISOR`) steps, where n is the number of all steps in search phases. The limit grows with n, because
/// new code becomes rarer in the course of a search.
const PATIENCE_DIVISOR: u64 = 2;
/// The number of steps in the first catch-up phase. Each catch-up phase is twice as long as the previous one, up to
/// [`LONGEST_CATCH_UP`], if the search covered no new code between the two.
const FIRST_CATCH_UP: u64 = 64;
const LONGEST_CATCH_UP: u64 = 1 << 13;

/// The rule that currently chooses the next state: the state that the search selects, or a state behind it. A state is
/// behind if its program point is earlier in topological order. A *step* is one run of a state, up to a merge point, a
/// fork, the end of its path or the end of its time slice.
#[derive(Copy, Clone, Debug)]
enum Phase {
    /// The state that the search selects runs. `stale` is the number of steps of this phase since the search last
    /// covered new code.
    Search { stale: u64 },
    /// For `left` more steps, the states behind the state that the search selects run first.
    CatchUp { left: u64 },
    /// The states behind the state that the search selects always run first. A search that does not look for new code
    /// is always in this phase.
    Behind,
}

/// The schedule of dynamic merging: fast-forwards the states that can soon meet another state at a merge point. (A
/// state is fast-forwarded if it runs before the state that the search selects.)
#[derive(Debug)]
pub struct Dynamic {
    /// The maximum number of steps for which a state is fast-forwarded. Whenever any path ends, the steps of all states
    /// are counted from 0 again.
    limit: u32,
    phase: Phase,
    /// The number of steps in all search phases ([`Phase::Search`]) so far.
    searched: u64,
    /// The number of steps of the next catch-up phase ([`Phase::CatchUp`]).
    catch_up: u64,
    positions: Positions,
    /// For each state, the number of steps for which it was fast-forwarded since any path last ended.
    steps: FxHashMap<StateId, u32>,
    /// The states that were fast-forwarded, and have since neither been joined nor run as the selected state.
    forwarded: FxHashSet<StateId>,
    /// Statistics: the number of times that a state began to be fast-forwarded.
    attempts: u64,
    /// Statistics: the number of fast-forwarded states that were then joined with another state.
    hits: u64,
}

impl Dynamic {
    /// Returns the schedule for a search of the kind `driver`. `delta` is the parameter δ of Kuznetsov et al.
    pub fn new(driver: Driver, delta: usize) -> Dynamic {
        Dynamic {
            limit: FAIRNESS_FACTOR.saturating_mul(delta.max(1) as u32),
            phase: match driver {
                Driver::NewCode => Phase::Search { stale: 0 },
                Driver::None | Driver::Paths => Phase::Behind,
            },
            searched: 0,
            catch_up: FIRST_CATCH_UP,
            positions: Positions::default(),
            steps: FxHashMap::default(),
            forwarded: FxHashSet::default(),
            attempts: 0,
            hits: 0,
        }
    }

    fn is_searching(&self) -> bool {
        match self.phase {
            Phase::Search { .. } => true,
            Phase::CatchUp { .. } | Phase::Behind => false,
        }
    }

    fn may_fast_forward(&self, id: StateId) -> bool {
        self.steps.get(&id).is_none_or(|&steps| steps < self.limit)
    }

    fn fast_forward(&mut self, id: StateId) {
        self.attempts += u64::from(self.forwarded.insert(id));
        *self.steps.entry(id).or_insert(0) += 1;
    }
}

impl SchedulePolicy for Dynamic {
    fn stops(&mut self, state: &mut State, at: Arrival, scene: &ProgramView<'_>) -> bool {
        if !is_topological(at) {
            return false;
        }
        self.positions.remove(state.id);
        !self.is_searching() && self.positions.has_caught_up(state, scene)
    }

    fn waits(&mut self, state: &mut State, at: Option<Arrival>, scene: &ProgramView<'_>) {
        if at.is_none()
            && let Some(steps) = self.steps.get_mut(&state.id)
        {
            *steps += WHOLE_SLICE;
        }
        self.positions.insert(state, at, scene);
    }

    fn ran(&mut self, _: StateId, covered_new: bool) {
        self.phase = match self.phase {
            Phase::Behind => Phase::Behind,
            Phase::CatchUp { left: 0 } => Phase::Search { stale: 0 },
            Phase::CatchUp { left } => Phase::CatchUp { left: left - 1 },
            Phase::Search { stale } => {
                self.searched += 1;
                if covered_new {
                    self.catch_up = FIRST_CATCH_UP;
                    Phase::Search { stale: 0 }
                } else if stale < PATIENCE.max(self.searched / PATIENCE_DIVISOR) {
                    Phase::Search { stale: stale + 1 }
                } else {
                    let left = self.catch_up;
                    self.catch_up = (2 * left).min(LONGEST_CATCH_UP);
                    Phase::CatchUp { left }
                }
            }
        };
    }

    fn gone(&mut self, state: StateId) {
        self.positions.remove(state);
        self.forwarded.remove(&state);
        self.steps.clear();
    }

    fn next(&mut self, selected: StateId, _: &Waiting) -> StateId {
        let first = if self.is_searching() {
            None
        } else {
            let mut behind = self.positions.behind(selected);
            behind.find(|&id| self.may_fast_forward(id))
        };
        match first {
            Some(id) => {
                self.fast_forward(id);
                id
            }
            None => {
                self.forwarded.remove(&selected);
                selected
            }
        }
    }

    fn partners(&mut self, next: StateId, _: &Waiting) -> Vec<StateId> {
        if self.is_searching() {
            return Vec::new();
        }
        self.positions.partners(next)
    }

    fn joins_at_branches(&self) -> bool {
        true
    }

    fn joined(&mut self, stays: &State, gone: StateId, _: &ProgramView<'_>) {
        for id in [stays.id, gone] {
            self.hits += u64::from(self.forwarded.remove(&id));
            self.steps.remove(&id);
        }
        self.positions.remove(gone);
    }

    fn report(&self) -> Vec<(String, u64)> {
        vec![
            ("states fast-forwarded".to_owned(), self.attempts),
            ("fast-forwarded states joined".to_owned(), self.hits),
        ]
    }
}
