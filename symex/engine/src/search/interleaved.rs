//! Interleaved search: several searchers select in turn from the same states. So a state that one searcher never
//! selects is selected by another one. KLEE's default alternates random-path and coverage-first search (Cadar et al.,
//! OSDI 2008, §3.4).
use super::Searcher;
use super::covnew::CovNew;
use super::dfs::Dfs;
use super::random_path::RandomPath;
use crate::state::StateId;

/// The number of states that depth-first search selects in one turn of fair search.
const DEPTH_BURST: u32 = 192;
/// The number of states that coverage-first search selects in one turn of fair search.
const COVERAGE_BURST: u32 = 16;

/// A searcher that lets several searchers select in turn.
pub struct Interleaved {
    parts: Vec<Part>,
    /// The index of the searcher whose turn it is.
    turn: usize,
    /// The number of states that the searcher with the index `turn` still selects before the turn of the next searcher.
    left: u32,
}

/// A searcher with the number of states that it selects in one turn.
struct Part {
    searcher: Box<dyn Searcher>,
    length: u32,
}

impl Interleaved {
    /// Returns a searcher that alternates random-path and coverage-first search, both with the seed `seed`.
    pub fn new(seed: u64) -> Interleaved {
        let parts: [Box<dyn Searcher>; 2] =
            [Box::new(RandomPath::new(seed)), Box::new(CovNew::new(seed))];
        Interleaved::of(parts.map(|searcher| Part {
            searcher,
            length: 1,
        }))
    }

    /// Returns a searcher that is depth-first most of the time, which is fast: consecutive states have most of their path
    /// in common. In between, coverage-first search with the seed `seed` selects some states. Therefore no endless loop
    /// keeps the other states from running.
    pub fn fair(seed: u64) -> Interleaved {
        Interleaved::of([
            Part {
                searcher: Box::new(CovNew::new(seed)),
                length: COVERAGE_BURST,
            },
            Part {
                searcher: Box::new(Dfs::default()),
                length: DEPTH_BURST,
            },
        ])
    }

    /// Returns a searcher in which the searchers in `parts` select in turn. The searcher with index 1 begins.
    fn of<const N: usize>(parts: [Part; N]) -> Interleaved {
        Interleaved {
            parts: parts.into(),
            turn: 0,
            left: 0,
        }
    }
}

impl Searcher for Interleaved {
    fn next(&mut self) -> Option<StateId> {
        if self.left == 0 {
            self.turn = (self.turn + 1) % self.parts.len();
            self.left = self.parts[self.turn].length;
        }
        self.left -= 1;
        self.parts[self.turn].searcher.next()
    }

    fn added(&mut self, parent: Option<StateId>, states: &[StateId]) {
        for part in &mut self.parts {
            part.searcher.added(parent, states);
        }
    }

    fn removed(&mut self, state: StateId) {
        for part in &mut self.parts {
            part.searcher.removed(state);
        }
    }

    fn ran(&mut self, state: StateId, covered_new: bool) {
        for part in &mut self.parts {
            part.searcher.ran(state, covered_new);
        }
    }
}
