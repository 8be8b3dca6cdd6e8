//! Regions: which places belong to one, and which states are in it.
use super::tree::Tree;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use symtool_engine::merging::topology::Topology;
use symtool_engine::state::{State, StateId};
use symtool_expr::ExprId;
use symtool_ir::Func;

/// Where a region is: in which call, and what of its function.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// How many callers the call has.
    depth: usize,
    func: Func,
    /// The loop with this head; none: the whole call.
    head: Option<u32>,
}

impl Place {
    /// Is a state in the region?
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

/// The regions around a fork of a state, outermost first: loops without loops in them and, for the active call, its function if
/// that has none at all.
pub fn places_around(state: &State, topology: &Topology) -> Vec<Place> {
    let mut frames: Vec<(Func, u32)> = state.callers.iter().map(|f| (f.func, f.pc)).collect();
    frames.reverse();
    frames.push((state.frame.func, state.merge.forked_at));
    let mut places = Vec::new();
    for (depth, &(func, pc)) in frames.iter().enumerate() {
        let around = topology.loops_around(func, pc);
        let innermost = |head: &&u32| !topology.has_inner_loops(func, **head);
        let loops = around.iter().filter(innermost).map(|&head| Place {
            depth,
            func,
            head: Some(head),
        });
        places.extend(loops);
    }
    let (depth, func) = (frames.len() - 1, state.frame.func);
    if depth > 0 && !topology.has_loops(func) {
        let head = None;
        places.push(Place { depth, func, head });
    }
    places
}

/// One run of a region.
#[derive(Debug)]
pub struct Region {
    pub place: Place,
    /// How many conditions the path had when it forked first.
    pub root: usize,
    /// What was explored of it.
    pub tree: Tree,
    /// Who is in it, by the number of forks on the way: who has come as far as others by fewer forks waits for them.
    inside: BTreeSet<(u64, StateId)>,
    /// Who has left it.
    pub waiting: BTreeSet<StateId>,
    /// The node of each state.
    at: FxHashMap<StateId, usize>,
    /// Turns without a fork.
    pub idle: u32,
}

impl Region {
    pub fn new(place: Place, root: usize) -> Region {
        Region {
            place,
            root,
            tree: Tree::default(),
            inside: BTreeSet::new(),
            waiting: BTreeSet::new(),
            at: FxHashMap::default(),
            idle: 0,
        }
    }

    /// The conditions of a state since the root.
    pub fn tail<'s>(&self, state: &'s State) -> &'s [ExprId] {
        state.path.conditions().get(self.root..).unwrap_or(&[])
    }

    /// Adds a state in the region as a node.
    pub fn add(&mut self, state: &Rc<State>, key: u64) {
        let tail = Rc::from(self.tail(state));
        self.unlist(state.id);
        self.inside.insert((state.depth, state.id));
        let node = self.tree.add(tail, Rc::clone(state), key);
        self.at.insert(state.id, node);
    }

    fn unlist(&mut self, id: StateId) {
        if let Some(&node) = self.at.get(&id) {
            self.inside.remove(&(self.tree.depth(node), id));
        }
        self.waiting.remove(&id);
    }

    /// A state has left the region.
    pub fn wait(&mut self, id: StateId) {
        self.unlist(id);
        self.waiting.insert(id);
    }

    /// Has it left the region?
    pub fn waits(&self, id: StateId) -> bool {
        self.waiting.contains(&id)
    }

    /// A state is no more; `ended` if its path is over.
    pub fn remove(&mut self, id: StateId, ended: bool) {
        self.unlist(id);
        if let Some(node) = self.at.remove(&id)
            && ended
        {
            self.tree.ended(node);
        }
    }

    /// Who runs next: the one with the fewest forks.
    pub fn first(&self) -> Option<StateId> {
        self.inside.first().map(|&(_, id)| id)
    }

    /// Is nobody in it any more?
    pub fn is_over(&self) -> bool {
        self.inside.is_empty()
    }

    /// Who is in it or has left it, ascending.
    pub fn members(&self) -> Vec<StateId> {
        let inside = self.inside.iter().map(|&(_, id)| id);
        let mut members: Vec<StateId> = inside.chain(self.waiting.iter().copied()).collect();
        members.sort_unstable();
        members
    }

    /// The nodes that a state may be joined to, highest first.
    pub fn twins(&self, id: StateId) -> Vec<usize> {
        (self.at.get(&id)).map_or_else(Vec::new, |&node| self.tree.twins(node))
    }

    /// Cuts off the node of a state and the subtree of another node; gives back the states in both.
    pub fn cut(&mut self, node: usize, id: StateId) -> Vec<StateId> {
        let top = self.tree.tail(node);
        let mut below: Vec<StateId> = (self.at.iter())
            .filter(|&(_, &node)| self.tree.tail(node).starts_with(top))
            .map(|(&id, _)| id)
            .collect();
        below.push(id);
        below.sort_unstable();
        below.dedup();
        if let Some(&own) = self.at.get(&id) {
            self.tree.cut_both(node, own);
        }
        below
    }

    /// A region within this one, which began with so many conditions of a state's path, has become few states: its nodes are
    /// none of this tree.
    pub fn cut_below(&mut self, state: &State, inner_root: usize) {
        let Some(len) = inner_root.checked_sub(self.root) else {
            return;
        };
        if let Some(top) = self.tail(state).get(..len) {
            self.tree.cut_below(&Rc::from(top));
        }
    }
}
