//! The execution tree of a region. A node is the list of conditions between the region's root and a state behind a fork,
//! with what the state held there; its ancestors are the nodes with a beginning of that list.
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use symtool_engine::merging::{Bench, join};
use symtool_engine::state::State;
use symtool_expr::ExprId;

/// A state behind a fork.
#[derive(Debug)]
struct Node {
    /// The conditions since the region's root.
    tail: Rc<[ExprId]>,
    /// Forks on the way.
    depth: u64,
    /// Where it was and what its live registers held, as a number.
    key: u64,
    /// The state as it was there; none: the node was cut off.
    state: Option<Rc<State>>,
}

/// All nodes but the root.
#[derive(Debug, Default)]
pub struct Tree {
    /// In the order in which they were met, with those that were cut off.
    nodes: Vec<Node>,
    /// Those that were not, by their conditions: a subtree is a range.
    by_tail: BTreeSet<(Rc<[ExprId]>, usize)>,
    /// The same by their keys.
    by_key: FxHashMap<u64, Vec<usize>>,
    /// Paths that are not in the subtrees any more that they were in: to explore those again would follow their inputs twice. By
    /// the conditions that they had; what they have become is in the subtrees of their ancestors up to the one with so many.
    departed: BTreeMap<Rc<[ExprId]>, usize>,
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
    pub fn add(&mut self, tail: Rc<[ExprId]>, state: Rc<State>, key: u64) -> usize {
        let index = self.nodes.len();
        self.by_tail.insert((Rc::clone(&tail), index));
        self.by_key.entry(key).or_default().push(index);
        self.nodes.push(Node {
            tail,
            depth: state.depth,
            key,
            state: Some(state),
        });
        index
    }

    /// How many nodes are not cut off.
    pub fn len(&self) -> usize {
        self.by_tail.len()
    }

    /// The conditions of a node.
    pub fn tail(&self, node: usize) -> &Rc<[ExprId]> {
        &self.nodes[node].tail
    }

    /// The forks on the way to a node.
    pub fn depth(&self, node: usize) -> u64 {
        self.nodes[node].depth
    }

    /// The state at a node that is not cut off.
    pub fn state(&self, node: usize) -> Option<&Rc<State>> {
        self.nodes[node].state.as_ref()
    }

    /// The nodes with the same key whose subtrees may be dropped and explored again, highest first: those that are neither
    /// ancestors of this one nor below it, and from below which no path has gone elsewhere.
    ///
    /// The paper (§4) asks besides that the lowest common ancestor of both is the parent of one of them, and says that this can
    /// be lifted. Where a trip of a loop takes one character or two, a trip of two meets two trips of one, and both have forked.
    pub fn twins(&self, node: usize) -> Vec<usize> {
        let own = &self.nodes[node];
        let same = self.by_key.get(&own.key).map_or(&[][..], Vec::as_slice);
        let mut twins: Vec<usize> = (same.iter().copied())
            .filter(|&other| other != node)
            .filter(|&other| {
                let tail = self.tail(other);
                !own.tail.starts_with(tail) && !tail.starts_with(&own.tail)
            })
            .filter(|&other| self.is_whole(self.tail(other)))
            .collect();
        twins.sort_by_key(|&other| (self.tail(other).len(), other));
        twins
    }

    /// Is every path that was in a subtree in it still?
    fn is_whole(&self, top: &Rc<[ExprId]>) -> bool {
        let from = self.departed.range(Rc::clone(top)..);
        let mut below = from.take_while(|(tail, _)| tail.starts_with(top));
        below.all(|(_, &within)| top.len() <= within)
    }

    /// A path that was at a node has become one within the ancestor with so many conditions.
    fn depart(&mut self, tail: Rc<[ExprId]>, within: usize) {
        let least = self.departed.entry(tail).or_insert(within);
        *least = within.min(*least);
    }

    /// A path has ended at a node.
    pub fn ended(&mut self, node: usize) {
        self.depart(Rc::clone(self.tail(node)), 0);
    }

    /// The paths of two nodes are joined: cuts off both, with all below them.
    pub fn cut_both(&mut self, a: usize, b: usize) {
        let tails = [a, b].map(|node| Rc::clone(self.tail(node)));
        let pairs = tails[0].iter().zip(tails[1].iter());
        let within = pairs.take_while(|(x, y)| x == y).count();
        for tail in tails {
            self.cut(&tail, 0);
            self.depart(tail, within);
        }
    }

    /// Cuts off all below a place.
    pub fn cut_below(&mut self, top: &Rc<[ExprId]>) {
        self.cut(top, top.len() + 1);
    }

    /// Cuts off the nodes that begin with these conditions and have so many.
    fn cut(&mut self, top: &Rc<[ExprId]>, least: usize) {
        let from = self.by_tail.range((Rc::clone(top), 0)..);
        let below = from.take_while(|(tail, _)| tail.starts_with(top));
        let below = below.filter(|(tail, _)| tail.len() >= least);
        for entry in below.cloned().collect::<Vec<_>>() {
            let node = &mut self.nodes[entry.1];
            node.state = None;
            if let Some(same) = self.by_key.get_mut(&node.key) {
                same.retain(|&other| other != entry.1);
            }
            self.by_tail.remove(&entry);
        }
    }
}
