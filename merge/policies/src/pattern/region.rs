//! Regions. A region is the set of paths between a fork (the *root*) in a loop or function and the exit of this loop or
//! function, where the states of the paths are merged. A [`Region`] stores the program points of the region and its
//! states.
use super::tree::Tree;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use symtool_engine::merging::topology::Topology;
use symtool_engine::state::{State, StateId};
use symtool_expr::ExprId;
use symtool_ir::Func;

/// The program points of a region: all points of a loop, or of a whole function, in one function call.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of stack frames below the frame of this function call: the frames of its direct and indirect callers.
    depth: usize,
    func: Func,
    /// The program counter of the head of the loop; `None` if the region is the whole function.
    head: Option<u32>,
}

impl Extent {
    /// Returns whether the region is the whole function `main`: the function that the entry function of the program
    /// calls. After the exit of `main`, the program ends.
    pub fn is_program(&self) -> bool {
        self.depth == 1 && self.head.is_none()
    }

    /// Returns whether a state is in the region: its program point is in the region, or in a function that was called
    /// from there.
    pub fn holds(&self, state: &State, topology: &Topology) -> bool {
        let depth = state.callers.depth();
        if depth != self.depth {
            return depth > self.depth;
        }
        let frame = &state.frame;
        frame.func == self.func
            && (self.head)
                .is_none_or(|head| topology.loops_around(frame.func, frame.pc).contains(&head))
    }
}

/// Returns the extents of the regions that contain the last fork of a state, outermost first. A region is a call of a
/// function or a loop in such a call. Each active call, from the outermost on, contributes itself and then the loops
/// around its program point. The call of the outermost function, which calls `main`, is no region, because the program
/// ends at its exit.
pub fn extents_around(state: &State, topology: &Topology) -> Vec<Extent> {
    let mut frames: Vec<(Func, u32)> = state.callers.iter().map(|f| (f.func, f.pc)).collect();
    frames.reverse();
    frames.push((state.frame.func, state.merge.forked_at));
    let mut extents = Vec::new();
    for (depth, &(func, pc)) in frames.iter().enumerate() {
        let function = (depth > 0).then_some(None);
        let loops = topology.loops_around(func, pc).iter().copied().map(Some);
        let heads = function.into_iter().chain(loops);
        extents.extend(heads.map(|head| Extent { depth, func, head }));
    }
    extents
}

/// The position of a state in the execution tree of a region.
#[derive(Copy, Clone, Debug)]
struct Member {
    /// The number of forks on the path of the state.
    depth: u64,
    /// The node of the state in the tree; `None` if the region is given up and has no tree.
    node: Option<usize>,
}

/// One execution of a loop or function as a region, with the states inside and the states that wait at the exit.
#[derive(Debug)]
pub struct Region {
    pub extent: Extent,
    /// The length of the path condition at the root, the fork that opened the region.
    pub root: usize,
    /// The execution tree of the region, as far as it is explored; `None` if the region is given up. When a region is
    /// given up, the states at its exit are no longer merged by patterns, but by ordinary joins.
    tree: Option<Tree>,
    /// The states that have not left the region, each with the number of forks on its path. The state with the fewest
    /// forks runs first.
    inside: BTreeSet<(u64, StateId)>,
    /// The states that have left the region and wait to be merged.
    pub waiting: BTreeSet<StateId>,
    /// The states of the region, inside and waiting.
    members: FxHashMap<StateId, Member>,
    /// The number of time slices that states of the region have used up since the last fork in the region. If the
    /// region is given up, the number since the waiting states were last joined and continued.
    pub idle: u32,
}

impl Region {
    pub fn new(extent: Extent, root: usize) -> Region {
        Region {
            extent,
            root,
            tree: Some(Tree::default()),
            inside: BTreeSet::new(),
            waiting: BTreeSet::new(),
            members: FxHashMap::default(),
            idle: 0,
        }
    }

    /// Returns the conditions that the path of a state has gained since the root, the fork that opened the region.
    pub fn tail<'s>(&self, state: &'s State) -> &'s [ExprId] {
        state.path.conditions().get(self.root..).unwrap_or(&[])
    }

    /// Adds a state inside the region, and a node for it in the execution tree. `key` is the hash of the program point
    /// and live registers of the state.
    pub fn add(&mut self, state: &Rc<State>, key: u64) {
        let tail = Rc::from(self.tail(state));
        self.unlist(state.id);
        self.inside.insert((state.depth, state.id));
        let tree = self.tree.as_mut();
        let member = Member {
            depth: state.depth,
            node: tree.map(|tree| tree.add(tail, Rc::clone(state), key)),
        };
        self.members.insert(state.id, member);
        if !self.is_given_up() {
            self.idle = 0;
        }
    }

    /// Gives up the region: from now on, its states are merged by ordinary joins.
    pub fn give_up(&mut self) {
        self.tree = None;
    }

    /// Returns whether the region is given up.
    pub fn is_given_up(&self) -> bool {
        self.tree.is_none()
    }

    /// Returns the number of nodes of the tree; 0 if the region is given up.
    pub fn nodes(&self) -> usize {
        self.tree.as_ref().map_or(0, Tree::len)
    }

    /// Returns the state at a tree node that is not removed.
    pub fn node_state(&self, node: usize) -> Option<&Rc<State>> {
        self.tree.as_ref()?.state(node)
    }

    fn unlist(&mut self, id: StateId) {
        if let Some(member) = self.members.get(&id) {
            self.inside.remove(&(member.depth, id));
        }
        self.waiting.remove(&id);
    }

    /// Records that a state has reached the exit of the region and waits there.
    pub fn wait(&mut self, id: StateId) {
        self.unlist(id);
        self.waiting.insert(id);
    }

    /// Returns whether a state has left the region and waits to be merged.
    pub fn waits(&self, id: StateId) -> bool {
        self.waiting.contains(&id)
    }

    /// Removes a state. `ended` is set if the path of the state has ended.
    pub fn remove(&mut self, id: StateId, ended: bool) {
        self.unlist(id);
        let node = self.members.remove(&id).and_then(|member| member.node);
        if let (Some(tree), Some(node), true) = (&mut self.tree, node, ended) {
            tree.ended(node);
        }
    }

    /// Returns the state of this region that runs instead of `wish`, the state that the search selects. Returns `None`
    /// if `wish` runs, or if all states have left the region.
    ///
    /// - Normally, the state inside the region with the fewest forks runs.
    /// - In a region that is given up, `wish` runs. If `wish` waits at the exit, the state with the most forks runs, as
    ///   in a depth-first search.
    pub fn preferred(&self, wish: StateId) -> Option<StateId> {
        let next = match (self.is_given_up(), self.waits(wish)) {
            (false, _) => self.inside.first(),
            (true, true) => self.inside.last(),
            (true, false) => None,
        };
        next.map(|&(_, id)| id)
    }

    /// Returns whether all states have left the region.
    pub fn is_over(&self) -> bool {
        self.inside.is_empty()
    }

    /// Returns the nodes of the execution tree with states that may be joined with the state `id` before the exit of
    /// the region. The nodes with the fewest conditions come first.
    pub fn twins(&self, id: StateId) -> Vec<usize> {
        let node = self.members.get(&id).and_then(|member| member.node);
        match (&self.tree, node) {
            (Some(tree), Some(node)) => tree.twins(node),
            _ => Vec::new(),
        }
    }

    /// Removes the node of state `id`, and the subtree of `node`, from the execution tree, because `id` is joined with
    /// the state of `node`. Returns `id` and the states of the removed subtree.
    pub fn cut(&mut self, node: usize, id: StateId) -> Vec<StateId> {
        let Some(tree) = &mut self.tree else {
            return vec![id];
        };
        let top = tree.tail(node);
        let is_below =
            |member: &Member| (member.node).is_some_and(|node| tree.tail(node).starts_with(top));
        let mut below: Vec<StateId> = (self.members.iter())
            .filter(|(_, member)| is_below(member))
            .map(|(&id, _)| id)
            .collect();
        below.push(id);
        below.sort_unstable();
        below.dedup();
        if let Some(own) = self.members.get(&id).and_then(|member| member.node) {
            tree.cut_both(node, own);
        }
        below
    }

    /// Removes the nodes that an inner region added to the tree of this region, after the states have left the inner
    /// region. `state` is one of these states. `inner_root` is the length of its path condition at the root of the
    /// inner region.
    pub fn cut_below(&mut self, state: &State, inner_root: usize) {
        let Some(len) = inner_root.checked_sub(self.root) else {
            return;
        };
        let top = self.tail(state).get(..len).map(Rc::from);
        if let (Some(top), Some(tree)) = (top, &mut self.tree) {
            tree.cut_below(&top);
        }
    }
}
