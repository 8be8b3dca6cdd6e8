//! The execution tree of a region. A region is the set of paths between a fork (the *root*) in a loop or function and
//! the exit of this loop or function. A node holds a copy of a state after a fork, and the list of conditions that the
//! path of the state has gained since the root. A node is an ancestor of another node if its list is a prefix of the
//! list of the other node.
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
    /// The conditions that the path has gained since the root, the fork that opened the region.
    tail: Rc<[ExprId]>,
    /// The hash of the state, as the function [`key`] returns it.
    key: u64,
    /// A copy of the state at the node; `None` if the node is removed.
    state: Option<Rc<State>>,
}

/// The execution tree of a region; the root is not stored as a node.
#[derive(Debug, Default)]
pub struct Tree {
    /// The nodes in order of creation; removed nodes remain without a state.
    nodes: Vec<Node>,
    /// The nodes that are not removed, ordered by their conditions. In this order, the nodes of a subtree are
    /// contiguous.
    by_tail: BTreeSet<(Rc<[ExprId]>, usize)>,
    /// The nodes that are not removed, by the hash in their field `key`.
    by_key: FxHashMap<u64, Vec<usize>>,
    /// The paths that have ended or were joined. Each path is given by its list of conditions, together with a number
    /// n. A subtree that contains such a path can be explored again only if the node at the top of the subtree has at
    /// most n conditions. Otherwise the inputs of the path would be explored twice. For a path that has ended, n is 0,
    /// so no subtree that contains the path can be explored again. For a path that was joined with another path, n is
    /// the number of conditions of their lowest common ancestor. The subtree of this ancestor contains both paths, and
    /// can be explored again.
    departed: BTreeMap<Rc<[ExprId]>, usize>,
}

/// Returns a hash of the state's program point, live registers, and numbers of inputs, heap blocks and output
/// operations. Two states with the same live store have the same hash. Memory contents are not hashed.
pub fn key(context: &mut MergeContext<'_>, state: &State) -> u64 {
    let frame = &state.frame;
    let mut hasher = FxHasher::default();
    (frame.func, frame.pc, state.callers.depth()).hash(&mut hasher);
    (state.inputs.names().count(), state.memory.heap_blocks()).hash(&mut hasher);
    state.output.len().hash(&mut hasher);
    for &reg in join::needed(context.live, context.code, frame, true).iter() {
        frame.regs[reg as usize].hash(&mut hasher);
    }
    hasher.finish()
}

impl Tree {
    /// Adds a node for `state`; `tail` are the conditions that its path has gained since the root. Returns
    /// the index of the node.
    pub fn add(&mut self, tail: Rc<[ExprId]>, state: Rc<State>, key: u64) -> usize {
        let index = self.nodes.len();
        self.by_tail.insert((Rc::clone(&tail), index));
        self.by_key.entry(key).or_default().push(index);
        self.nodes.push(Node {
            tail,
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

    /// Returns the state at a node; `None` if the node is removed.
    pub fn state(&self, node: usize) -> Option<&Rc<State>> {
        self.nodes[node].state.as_ref()
    }

    /// Returns the nodes whose paths may be joined with the path of `node`. The nodes with the fewest conditions come
    /// first. (A join drops the subtree of the returned node, and the joined path explores it again.) A returned node
    /// has the same `key` as `node`, and neither of the two nodes is an ancestor of the other. In addition, no path in
    /// the subtree of a returned node has ended or was joined with a path outside of the subtree.
    ///
    /// Trabish et al. (ESEC/FSE 2023, §4) also require that the lowest common ancestor of both nodes is the parent of
    /// one of them, and note that this requirement can be relaxed. symtool drops the requirement, because a loop may
    /// read one or two characters in an iteration. A path that reads two characters in one iteration can then be
    /// joined with a path that reads them in two iterations, although both paths have forked since their common
    /// ancestor.
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

    /// Returns whether no path has left the subtree of the node with conditions `top`. A path leaves the subtree when
    /// it ends, or when it is joined with a path outside the subtree. A subtree that a path has left must not be
    /// explored again.
    fn is_whole(&self, top: &Rc<[ExprId]>) -> bool {
        let from = self.departed.range(Rc::clone(top)..);
        let mut below = from.take_while(|(tail, _)| tail.starts_with(top));
        below.all(|(_, &within)| top.len() <= within)
    }

    /// Records that the path with conditions `tail` has ended or was joined with another path. For a join, `within` is
    /// the number of conditions of the lowest common ancestor of both paths; for an end, it is 0.
    fn depart(&mut self, tail: Rc<[ExprId]>, within: usize) {
        let least = self.departed.entry(tail).or_insert(within);
        *least = within.min(*least);
    }

    /// Records that the path at a node has ended.
    pub fn ended(&mut self, node: usize) {
        self.depart(Rc::clone(self.tail(node)), 0);
    }

    /// Removes the subtrees of nodes `a` and `b`, because the paths of both nodes are about to be
    /// joined.
    pub fn cut_both(&mut self, a: usize, b: usize) {
        let tails = [a, b].map(|node| Rc::clone(self.tail(node)));
        let pairs = tails[0].iter().zip(tails[1].iter());
        let within = pairs.take_while(|(x, y)| x == y).count();
        for tail in tails {
            self.cut(&tail, 0);
            self.depart(tail, within);
        }
    }

    /// Removes all descendants of the node with conditions `top`, but not the node itself.
    pub fn cut_below(&mut self, top: &Rc<[ExprId]>) {
        self.cut(top, top.len() + 1);
    }

    /// Removes each node whose list of conditions begins with `top` and has at least `least` conditions.
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
