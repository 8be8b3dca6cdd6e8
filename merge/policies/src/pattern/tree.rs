//! The execution tree of a region. A node is the list of conditions between the region's root and a state behind a
//! fork, with a copy of the state. Its ancestors are the nodes with a prefix of that list.
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use symtool_engine::merging::{MergeContext, join};
use symtool_engine::state::State;
use symtool_expr::ExprId;

/// A node of the execution tree: a state that a fork created.
#[derive(Debug)]
struct Node {
    /// The conditions that the path has gained since the region's root.
    tail: Rc<[ExprId]>,
    /// The number of forks on the path to the node.
    depth: u64,
    /// A hash of the program point and the live registers of the state.
    key: u64,
    /// A copy of the state at the node; `None` for a removed node.
    state: Option<Rc<State>>,
}

/// The execution tree of a region; its root has no node.
#[derive(Debug, Default)]
pub struct Tree {
    /// The nodes in order of creation; removed nodes remain without a state.
    nodes: Vec<Node>,
    /// The nodes by their conditions, without removed ones. A subtree is a contiguous range.
    by_tail: BTreeSet<(Rc<[ExprId]>, usize)>,
    /// The same nodes by the hash in their field `key`.
    by_key: FxHashMap<u64, Vec<usize>>,
    /// The paths that left a subtree, because they were joined with a path outside of it. Exploring such a subtree
    /// again would explore the inputs of these paths twice. Maps the conditions of the path to the number of
    /// conditions of the lowest ancestor that contains the joined path.
    departed: BTreeMap<Rc<[ExprId]>, usize>,
}

/// Returns a hash of a state's program point and live registers. States that can be joined have equal hashes.
pub fn key(context: &mut MergeContext<'_>, state: &State) -> u64 {
    let frame = &state.frame;
    let mut hasher = FxHasher::default();
    (frame.func, frame.pc, state.callers.depth()).hash(&mut hasher);
    for &reg in join::needed(context.live, context.code, frame, true).iter() {
        frame.regs[reg as usize].hash(&mut hasher);
    }
    hasher.finish()
}

impl Tree {
    /// Adds a node for a state with these conditions; returns its index.
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

    /// Returns the number of nodes that are not removed.
    pub fn len(&self) -> usize {
        self.by_tail.len()
    }

    /// Returns the conditions of a node.
    pub fn tail(&self, node: usize) -> &Rc<[ExprId]> {
        &self.nodes[node].tail
    }

    /// Returns the number of forks on the path to a node.
    pub fn depth(&self, node: usize) -> u64 {
        self.nodes[node].depth
    }

    /// Returns the state at a node that is not removed.
    pub fn state(&self, node: usize) -> Option<&Rc<State>> {
        self.nodes[node].state.as_ref()
    }

    /// Returns the nodes with an equal `key` that the path of this node may be joined with, fewest forks first.
    /// Their subtrees are then dropped and explored again. Such a node is neither an ancestor nor a descendant of
    /// this one, and its subtree still contains all of its paths.
    ///
    /// The paper (§4) also requires that the lowest common ancestor is the parent of one of the nodes, and notes
    /// that this can be relaxed. It is relaxed here for loops with iterations of one or two characters: there, one
    /// iteration that consumes two characters must meet two iterations that consume one each, after both paths have
    /// forked.
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

    /// Returns whether the subtree of the node with conditions `top` still contains all of its paths.
    fn is_whole(&self, top: &Rc<[ExprId]>) -> bool {
        let from = self.departed.range(Rc::clone(top)..);
        let mut below = from.take_while(|(tail, _)| tail.starts_with(top));
        below.all(|(_, &within)| top.len() <= within)
    }

    /// Records that the path of a node was joined to another one. `within` is the number of conditions of their
    /// lowest common ancestor.
    fn depart(&mut self, tail: Rc<[ExprId]>, within: usize) {
        let least = self.departed.entry(tail).or_insert(within);
        *least = within.min(*least);
    }

    /// Records that a path has ended at a node.
    pub fn ended(&mut self, node: usize) {
        self.depart(Rc::clone(self.tail(node)), 0);
    }

    /// Removes the subtrees of two nodes, because their paths are about to be joined.
    pub fn cut_both(&mut self, a: usize, b: usize) {
        let tails = [a, b].map(|node| Rc::clone(self.tail(node)));
        let pairs = tails[0].iter().zip(tails[1].iter());
        let within = pairs.take_while(|(x, y)| x == y).count();
        for tail in tails {
            self.cut(&tail, 0);
            self.depart(tail, within);
        }
    }

    /// Removes the proper descendants of the node with conditions `top`.
    pub fn cut_below(&mut self, top: &Rc<[ExprId]>) {
        self.cut(top, top.len() + 1);
    }

    /// Removes the nodes with conditions that begin with `top` and number at least `least`.
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
