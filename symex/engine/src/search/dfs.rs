//! Depth-first search. The running state is the top of a stack. At a fork, the running state follows the first side,
//! and the forked state for the second side is inserted below the running state. So the first side of every fork is
//! explored completely before the second side.
use super::Searcher;
use crate::state::StateId;

/// The searcher of depth-first search: the state at the top of a stack runs.
#[derive(Default)]
pub struct Dfs {
    stack: Vec<StateId>,
}

impl Searcher for Dfs {
    fn next(&mut self) -> Option<StateId> {
        self.stack.last().copied()
    }

    fn added(&mut self, parent: Option<StateId>, states: &[StateId]) {
        let at = match parent {
            // The parent is nearly always the top of the stack, so the search from the top is short.
            Some(parent) => self
                .stack
                .iter()
                .rposition(|&s| s == parent)
                .unwrap_or(self.stack.len()),
            None => self.stack.len(),
        };
        // The first side of a fork must run first, so it is inserted nearest to the top of the stack.
        self.stack.splice(at..at, states.iter().rev().copied());
    }

    fn removed(&mut self, state: StateId) {
        if let Some(at) = self.stack.iter().rposition(|&s| s == state) {
            self.stack.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_finishes_its_first_side_first() {
        let [a, b, c, d] = [0, 1, 2, 3].map(StateId);
        let mut dfs = Dfs::default();
        dfs.added(None, &[a]);
        dfs.added(Some(a), &[b, c]);
        dfs.added(Some(a), &[d]);
        let mut order = Vec::new();
        while let Some(state) = dfs.next() {
            order.push(state);
            dfs.removed(state);
        }
        assert_eq!(order, [a, d, b, c]);
    }
}
