//! Interleaved search: several searchers take turns, and select from the same states. So if one searcher never selects
//! a state, another searcher can select it. KLEE's default alternates random-path and coverage-first search (Cadar et
//! al., OSDI 2008, §3.4).
use super::Searcher;
use super::covnew::CovNew;
use super::random_path::RandomPath;
use crate::state::StateId;

/// A searcher that lets several searchers select in turn.
pub struct Interleaved {
    parts: Vec<Box<dyn Searcher>>,
    /// The index of the searcher that selected last.
    turn: usize,
}

impl Interleaved {
    /// Returns a searcher that alternates random-path and coverage-first search, both with the seed `seed`.
    pub fn new(seed: u64) -> Interleaved {
        Interleaved {
            parts: vec![Box::new(RandomPath::new(seed)), Box::new(CovNew::new(seed))],
            turn: 0,
        }
    }
}

impl Searcher for Interleaved {
    fn next(&mut self) -> Option<StateId> {
        self.turn = (self.turn + 1) % self.parts.len();
        self.parts[self.turn].next()
    }

    fn added(&mut self, parent: Option<StateId>, states: &[StateId]) {
        for part in &mut self.parts {
            part.added(parent, states);
        }
    }

    fn removed(&mut self, state: StateId) {
        for part in &mut self.parts {
            part.removed(state);
        }
    }

    fn ran(&mut self, state: StateId, covered_new: bool) {
        for part in &mut self.parts {
            part.ran(state, covered_new);
        }
    }
}
