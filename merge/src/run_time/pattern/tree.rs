//! The execution tree of a region. A node is the list of conditions between the region's root and a state behind a fork,
//! with what the state held there; its ancestors are the nodes with a beginning of that list.
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use symtool_symex::expr::ExprId;
use symtool_symex::merging::{Bench, join};
use symtool_symex::state::State;

/// A state behind a fork.
#[derive(Debug)]
pub struct Node {
    /// The conditions since the region's root.
    pub tail: Vec<ExprId>,
    /// The state as it was there.
    pub state: Rc<State>,
    /// Where it was and what its live registers held, as a number.
    key: u64,
    alive: bool,
}

/// All nodes but the root.
#[derive(Debug, Default)]
pub struct Tree {
    /// In the order in which they were met.
    pub nodes: Vec<Node>,
    by_key: FxHashMap<u64, Vec<usize>>,
    /// The conditions of paths that ended in the region.
    pub ended: Vec<Vec<ExprId>>,
}

/// The number of a state's place and live registers.
pub fn key(bench: &mut Bench<'_>, state: &State) -> u64 {
    let frame = &state.frame;
    let mut hasher = FxHasher::default();
    (frame.func, frame.pc, state.callers.depth()).hash(&mut hasher);
    for &reg in join::needed(bench.live, bench.code, frame, true).iter() {
        frame.regs[reg as usize].hash(&mut hasher);
    }
    hasher.finish()
}

impl Tree {
    /// Adds a node; gives back its index.
    pub fn add(&mut self, tail: Vec<ExprId>, state: Rc<State>, key: u64) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            tail,
            state,
            key,
            alive: true,
        });
        self.by_key.entry(key).or_default().push(index);
        index
    }

    /// The nodes that are no ancestors of this one and have the same key, highest first: those whose lowest common ancestor
    /// with it is the parent of one of both, and below which no path has ended.
    pub fn twins(&self, node: usize) -> Vec<usize> {
        let own = &self.nodes[node];
        let Some(same) = self.by_key.get(&own.key) else {
            return Vec::new();
        };
        let mut twins: Vec<usize> = (same.iter().copied())
            .filter(|&other| other != node && self.nodes[other].alive)
            .filter(|&other| {
                let tail = &self.nodes[other].tail;
                !own.tail.starts_with(tail) && !tail.starts_with(&own.tail)
            })
            .filter(|&other| {
                let tail = &self.nodes[other].tail;
                let common = tail
                    .iter()
                    .zip(&own.tail)
                    .take_while(|(a, b)| a == b)
                    .count();
                self.is_child(tail, common) || self.is_child(&own.tail, common)
            })
            .filter(|&other| {
                let tail = &self.nodes[other].tail;
                !self.ended.iter().any(|ended| ended.starts_with(tail))
            })
            .collect();
        twins.sort_by_key(|&other| (self.nodes[other].tail.len(), other));
        twins
    }

    /// Is there no fork between the first `common` conditions and all of them?
    fn is_child(&self, tail: &[ExprId], common: usize) -> bool {
        let between = |node: &Node| {
            let shared = node
                .tail
                .iter()
                .zip(tail)
                .take_while(|(a, b)| a == b)
                .count();
            node.alive && shared > common && shared < tail.len() && node.tail.len() > shared
        };
        !self.nodes.iter().any(between)
    }

    /// Cuts off a node and all below it.
    pub fn cut(&mut self, top: &[ExprId]) {
        for node in &mut self.nodes {
            node.alive &= !node.tail.starts_with(top);
        }
    }

    /// Cuts off all below a place.
    pub fn cut_below(&mut self, top: &[ExprId]) {
        for node in &mut self.nodes {
            node.alive &= !(node.tail.len() > top.len() && node.tail.starts_with(top));
        }
    }
}
