//! Random path selection (Cadar et al., "KLEE", OSDI 2008, §3.4). To select a state, the searcher walks down from the
//! root of the execution tree. At each inner node it selects a random child that has live states below. The selection
//! prefers states with few forks, which are high in the tree. So a loop that forks without end cannot starve the other
//! states.
use super::Searcher;
use super::random::Random;
use crate::state::StateId;
use std::collections::HashMap;

struct Node {
    parent: Option<usize>,
    children: Vec<usize>,
    state: Option<StateId>,
}

/// The searcher of random path selection: a random walk down the execution tree selects the state.
pub struct RandomPath {
    nodes: Vec<Node>,
    free: Vec<usize>,
    root: Option<usize>,
    leaves: HashMap<StateId, usize>,
    random: Random,
}

impl RandomPath {
    /// Returns the searcher whose random choices begin with the seed `seed`.
    pub fn new(seed: u64) -> RandomPath {
        RandomPath {
            nodes: Vec::new(),
            free: Vec::new(),
            root: None,
            leaves: HashMap::new(),
            random: Random::new(seed),
        }
    }

    fn leaf(&mut self, parent: Option<usize>, state: StateId) -> usize {
        let node = Node {
            parent,
            children: Vec::new(),
            state: Some(state),
        };
        let index = if let Some(index) = self.free.pop() {
            self.nodes[index] = node;
            index
        } else {
            self.nodes.push(node);
            self.nodes.len() - 1
        };
        self.leaves.insert(state, index);
        index
    }
}

impl Searcher for RandomPath {
    fn next(&mut self) -> Option<StateId> {
        let mut at = self.root?;
        loop {
            if let Some(state) = self.nodes[at].state {
                return Some(state);
            }
            let sides = self.nodes[at].children.len() as u64;
            let side = self.random.below(sides);
            at = self.nodes[at].children[side as usize];
        }
    }

    fn added(&mut self, parent: Option<StateId>, states: &[StateId]) {
        let at = parent.and_then(|p| self.leaves.get(&p).copied());
        let Some(at) = at else {
            for &state in states {
                let leaf = self.leaf(None, state);
                self.root = Some(leaf);
            }
            return;
        };
        // The leaf of the parent state becomes an inner node. The parent state continues as the first child of this
        // node.
        let going_on = self.nodes[at].state.take();
        let sides: Vec<usize> = going_on
            .iter()
            .chain(states)
            .map(|&state| self.leaf(Some(at), state))
            .collect();
        self.nodes[at].children = sides;
    }

    fn removed(&mut self, state: StateId) {
        let Some(mut at) = self.leaves.remove(&state) else {
            return;
        };
        // After the removal of a leaf, inner nodes without live states below them are removed as well.
        loop {
            self.free.push(at);
            let Some(parent) = self.nodes[at].parent else {
                self.root = None;
                return;
            };
            self.nodes[parent].children.retain(|&child| child != at);
            if !self.nodes[parent].children.is_empty() {
                return;
            }
            at = parent;
        }
    }
}
