//! Coverage-first search: states that covered new code recently are more likely to run. KLEE's coverage-optimized
//! search (Cadar et al., OSDI 2008, §3.4) has the same idea, and also uses the distance to uncovered code.
//!
//! The *staleness* of a state is the number of time slices (the periods between two selections of a state) that it has
//! run since it last covered a new instruction or branch side. A forked state begins with the staleness of its parent.
//!
//! A state is selected with a probability proportional to its weight. States are divided into 16 classes by the
//! magnitude of their staleness, and all states of a class have the same weight: a quarter of the weight of the
//! previous class. So a state with twice the staleness has about a quarter of the weight. The selection of a state
//! takes one pass over the 16 classes, however many states there are.
use super::Searcher;
use super::random::Random;
use crate::state::StateId;
use std::collections::HashMap;

/// The number of classes of staleness: 0, 1, 2–3, 4–7, …. The last class has no upper bound.
const CLASSES: usize = 16;

/// The staleness of a live state (the number of time slices since it last covered new code), and the position of the
/// state in the list of its class of staleness.
struct Standing {
    staleness: u32,
    /// The index of the state in the list of its class of staleness.
    index: usize,
}

/// The searcher of coverage-first search: it prefers states that covered new code recently.
pub struct CovNew {
    classes: [Vec<StateId>; CLASSES],
    standing: HashMap<StateId, Standing>,
    random: Random,
}

impl CovNew {
    /// Returns the searcher whose random choices begin with the seed `seed`.
    pub fn new(seed: u64) -> CovNew {
        CovNew {
            classes: std::array::from_fn(|_| Vec::new()),
            standing: HashMap::new(),
            random: Random::new(seed),
        }
    }

    fn class(staleness: u32) -> usize {
        ((u32::BITS - staleness.leading_zeros()) as usize).min(CLASSES - 1)
    }

    fn enter(&mut self, state: StateId, staleness: u32) {
        let class = &mut self.classes[Self::class(staleness)];
        let index = class.len();
        class.push(state);
        self.standing.insert(state, Standing { staleness, index });
    }

    /// Removes a state from its class of staleness (time slices since it last covered new code). Returns its
    /// staleness; `None` if the state is unknown.
    fn leave(&mut self, state: StateId) -> Option<u32> {
        let Standing { staleness, index } = self.standing.remove(&state)?;
        let class = &mut self.classes[Self::class(staleness)];
        class.swap_remove(index);
        if let Some(moved) = class.get(index).and_then(|id| self.standing.get_mut(id)) {
            moved.index = index;
        }
        Some(staleness)
    }

    /// Returns the weight of each state in the class `class` of staleness. A state is selected with a probability
    /// proportional to its weight.
    fn weight(class: usize) -> u64 {
        1 << (2 * (CLASSES - 1 - class))
    }
}

impl Searcher for CovNew {
    fn next(&mut self) -> Option<StateId> {
        let weights = || {
            let classes = self.classes.iter().enumerate();
            classes.map(|(index, class)| class.len() as u64 * Self::weight(index))
        };
        let total: u64 = weights().sum();
        if total == 0 {
            return None;
        }
        let mut drawn = self.random.below(total);
        for (index, class) in self.classes.iter().enumerate() {
            let weight = Self::weight(index);
            let here = class.len() as u64 * weight;
            if drawn < here {
                return Some(class[(drawn / weight) as usize]);
            }
            drawn -= here;
        }
        None
    }

    fn added(&mut self, parent: Option<StateId>, states: &[StateId]) {
        let parent = parent.and_then(|p| self.standing.get(&p));
        let staleness = parent.map_or(0, |standing| standing.staleness);
        for &state in states {
            self.enter(state, staleness);
        }
    }

    fn removed(&mut self, state: StateId) {
        self.leave(state);
    }

    fn ran(&mut self, state: StateId, covered_new: bool) {
        if let Some(staleness) = self.leave(state) {
            let staleness = if covered_new {
                0
            } else {
                staleness.saturating_add(1)
            };
            self.enter(state, staleness);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_covers_new_code_runs_more_often() {
        let [fresh, stale] = [0, 1].map(StateId);
        let mut search = CovNew::new(3);
        search.added(None, &[fresh]);
        search.added(Some(fresh), &[stale]);
        for _ in 0..8 {
            search.ran(stale, false);
        }
        let runs = (0..1000).filter(|_| search.next() == Some(fresh)).count();
        assert!(runs > 950, "{runs}");
        search.ran(stale, true);
        let runs = (0..1000).filter(|_| search.next() == Some(fresh)).count();
        assert!((400..600).contains(&runs), "{runs}");
    }

    #[test]
    fn children_are_as_stale_as_their_parent() {
        let [parent, child] = [0, 1].map(StateId);
        let mut search = CovNew::new(3);
        search.added(None, &[parent]);
        search.ran(parent, false);
        search.ran(parent, false);
        search.added(Some(parent), &[child]);
        assert_eq!(search.standing[&child].staleness, 2);
    }
}
