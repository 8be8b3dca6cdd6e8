//! Breadth-first search: a queue of live states; a state that has run moves to the end.
use super::Searcher;
use crate::state::StateId;
use std::collections::{HashSet, VecDeque};

/// The searcher of breadth-first search: the states run in turn.
#[derive(Default)]
pub struct Bfs {
    queue: VecDeque<StateId>,
    /// The states that have ended but are still in the queue. The set is used for membership tests, so its order
    /// does not matter.
    ended: HashSet<StateId>,
}

impl Searcher for Bfs {
    fn next(&mut self) -> Option<StateId> {
        while let Some(state) = self.queue.pop_front() {
            if !self.ended.remove(&state) {
                self.queue.push_back(state);
                return Some(state);
            }
        }
        None
    }

    fn added(&mut self, _parent: Option<StateId>, states: &[StateId]) {
        self.queue.extend(states);
    }

    fn removed(&mut self, state: StateId) {
        if self.queue.back() == Some(&state) {
            self.queue.pop_back();
        } else {
            self.ended.insert(state);
        }
    }
}
