//! The recorder of the execution tree, with a bounded number of nodes.
//!
//! A node is a part of a path between two forks. When the number of nodes reaches its bound, the deepest half of the
//! nodes is aggregated. To aggregate a node means to remove the node and to add its counts to those of its nearest
//! remaining ancestor. From then on, no node is created below the greatest remaining depth. So the upper levels of the
//! tree are exact, and the counts of all paths are complete.
use super::NO_SITE;
use crate::state::StateId;
use rustc_hash::FxHashMap;
use symtool_expr::ExprId;

/// The maximum number of nodes of the recorded execution tree.
const MAX_NODES: usize = 100_000;

/// The way in which a node of the tree ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum NodeEnd {
    /// No end is recorded for the node: the state forked, the state is still live, or the paths of the node were
    /// aggregated.
    #[default]
    Open,
    /// The path completed.
    Completed,
    /// The path failed.
    Failed,
    /// An assumption excludes the path.
    Assumed,
    /// The path reached a limit, or an unsupported construct.
    Dropped,
    /// The state was merged into another one.
    Merged,
}

/// The numbers of paths by the way in which they ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeCounts {
    /// The number of completed paths.
    pub completed: u32,
    /// The number of failed paths.
    pub failed: u32,
    /// The number of paths that an assumption excludes.
    pub assumed: u32,
    /// The number of dropped paths.
    pub dropped: u32,
    /// The number of merged states.
    pub merged: u32,
}

impl TreeCounts {
    fn count(&mut self, end: NodeEnd) {
        match end {
            NodeEnd::Open => {}
            NodeEnd::Completed => self.completed += 1,
            NodeEnd::Failed => self.failed += 1,
            NodeEnd::Assumed => self.assumed += 1,
            NodeEnd::Dropped => self.dropped += 1,
            NodeEnd::Merged => self.merged += 1,
        }
    }

    fn add(&mut self, other: TreeCounts) {
        self.completed += other.completed;
        self.failed += other.failed;
        self.assumed += other.assumed;
        self.dropped += other.dropped;
        self.merged += other.merged;
    }
}

/// A recorded node of the execution tree.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub parent: u32,
    /// The site (step of the user's code) of the fork or merge at which the node begins.
    pub site: u32,
    /// The site to which the work of the node is charged: the fork that created the state. `NO_SITE` for the first
    /// state.
    pub creator: u32,
    pub condition: Option<ExprId>,
    pub end: NodeEnd,
    pub depth: u32,
    pub work: u64,
    pub counts: TreeCounts,
    pub hidden: u32,
    pub into: u32,
    pub test: u64,
}

impl Recorded {
    fn new(parent: u32, depth: u32, site: u32, creator: u32) -> Recorded {
        Recorded {
            parent,
            site,
            creator,
            condition: None,
            end: NodeEnd::Open,
            depth,
            work: 0,
            counts: TreeCounts::default(),
            hidden: 0,
            into: u32::MAX,
            test: 0,
        }
    }
}

/// The execution tree of one worker.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Recorded>,
    /// The node of each live state.
    of_state: FxHashMap<StateId, u32>,
    /// The nodes whose condition is not known yet, each with its state and the number of conditions in the path
    /// condition before the fork. The condition of the node is the next condition that the state adds.
    unlabeled: Vec<(u32, StateId, usize)>,
    /// For each query in the list of the most expensive queries, by its number, the node whose state issued the query.
    of_query: FxHashMap<u64, u32>,
    /// The maximum depth of new nodes.
    most_depth: u32,
    most_nodes: usize,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree {
            nodes: vec![Recorded::new(0, 0, NO_SITE, NO_SITE)],
            of_state: FxHashMap::default(),
            unlabeled: Vec::new(),
            of_query: FxHashMap::default(),
            most_depth: u32::MAX,
            most_nodes: MAX_NODES,
        }
    }
}

impl Tree {
    fn node_of(&self, state: StateId) -> u32 {
        self.of_state.get(&state).copied().unwrap_or(0)
    }

    /// Returns the site (step of the user's code) to which the work of a state is charged.
    pub(crate) fn creator(&self, state: StateId) -> u32 {
        self.nodes[self.node_of(state) as usize].creator
    }

    /// Adds work to the node of a state. Returns the site (step of the user's code) to which the work of the state is
    /// charged.
    pub(crate) fn add_work(&mut self, state: StateId, work: u64) -> u32 {
        let at = self.node_of(state);
        let node = &mut self.nodes[at as usize];
        node.work += work;
        node.creator
    }

    /// Records that `state` forked the state `other` at the site (step of the user's code) `site`. `conditions` is the
    /// number of conditions in the path condition before the fork.
    pub(crate) fn fork(&mut self, state: StateId, other: StateId, site: u32, conditions: usize) {
        let at = self.node_of(state);
        let node = &self.nodes[at as usize];
        // A switch forks several times in one step; all of its sides become children of one node.
        let is_same_step = node.work == 0
            && node.site == site
            && self
                .unlabeled
                .iter()
                .any(|&(n, s, _)| (n, s) == (at, state));
        let parent = if is_same_step { node.parent } else { at };
        let creator = node.creator;
        if !is_same_step {
            let child = self.child(parent, site, creator);
            self.of_state.insert(state, child);
            self.label_later(child, state, conditions);
        }
        let child = self.child(parent, site, site);
        self.of_state.insert(other, child);
        self.label_later(child, other, conditions);
        if self.nodes.len() >= self.most_nodes {
            self.aggregate();
        }
    }

    fn label_later(&mut self, node: u32, state: StateId, conditions: usize) {
        if node as usize + 1 == self.nodes.len() {
            self.unlabeled.push((node, state, conditions));
        }
    }

    /// Adds a child node and returns it. If the parent has the maximum depth, returns the parent instead.
    fn child(&mut self, parent: u32, site: u32, creator: u32) -> u32 {
        let depth = self.nodes[parent as usize].depth + 1;
        if depth > self.most_depth {
            self.nodes[parent as usize].hidden += 1;
            return parent;
        }
        self.nodes.push(Recorded::new(parent, depth, site, creator));
        (self.nodes.len() - 1) as u32
    }

    /// Removes and returns the nodes whose condition is not known yet, each with its state and the number of conditions
    /// in the path condition before its fork.
    pub(crate) fn take_unlabeled(&mut self) -> Vec<(u32, StateId, usize)> {
        std::mem::take(&mut self.unlabeled)
    }

    /// Sets the condition of a node.
    pub(crate) fn label(&mut self, node: u32, condition: ExprId) {
        self.nodes[node as usize].condition = Some(condition);
    }

    /// Records the node of the state that issued the query `query`.
    pub(crate) fn keep_query(&mut self, query: u64, state: StateId) {
        let node = self.node_of(state);
        self.of_query.insert(query, node);
    }

    /// Removes the record of a query that is no longer one of the most expensive queries.
    pub(crate) fn forget_query(&mut self, query: u64) {
        self.of_query.remove(&query);
    }

    /// Returns the node of the state that issued a query; `None` if there is no record of the query.
    pub(crate) fn node_of_query(&self, query: u64) -> Option<u32> {
        self.of_query.get(&query).copied()
    }

    /// Records a state that came from another worker, as a new child of the root.
    pub(crate) fn receive(&mut self, state: StateId) {
        let child = self.child(0, NO_SITE, NO_SITE);
        self.of_state.insert(state, child);
    }

    /// Records that the path of a state failed at the site (step of the user's code) `site` for some inputs; `test` is
    /// the key of such an input. The state may continue for other inputs.
    pub(crate) fn fail(&mut self, state: StateId, site: u32, test: u64, condition: Option<ExprId>) {
        let parent = self.node_of(state);
        let leaf = self.child(parent, site, site);
        let node = &mut self.nodes[leaf as usize];
        node.counts.failed += 1;
        if leaf != parent {
            node.end = NodeEnd::Failed;
            node.condition = condition;
            node.test = test;
        }
    }

    /// Records the end of a path in the node of its state. Does nothing if the node has an end already, unless other
    /// nodes were aggregated into it: the node then counts the ends of several paths.
    pub(crate) fn end(&mut self, state: StateId, end: NodeEnd) {
        let at = self.node_of(state);
        let node = &mut self.nodes[at as usize];
        if node.hidden == 0 {
            if node.end != NodeEnd::Open {
                return;
            }
            node.end = end;
        }
        node.counts.count(end);
    }

    /// Ends the association of a state, whose path is over, with its node. The node remains.
    pub(crate) fn forget(&mut self, state: StateId) {
        self.of_state.remove(&state);
    }

    /// Records the test case of a state in its node. `test` is the number that identifies the test case.
    pub(crate) fn tested(&mut self, state: StateId, test: u64) {
        let at = self.node_of(state);
        let node = &mut self.nodes[at as usize];
        if node.test == 0 {
            node.test = test;
        }
    }

    /// Returns the site (step of the user's code) of the latest fork or merge of a state.
    pub(crate) fn latest_fork(&self, state: StateId) -> u32 {
        self.nodes[self.node_of(state) as usize].site
    }

    /// Records that the states `one` and `two` were merged at the site (step of the user's code) `site`. The merged
    /// state has the id `one`, and the state `two` no longer exists.
    pub(crate) fn join(&mut self, one: StateId, two: StateId, site: u32) {
        let (a, b) = (self.node_of(one), self.node_of(two));
        let creator = self.nodes[a as usize].creator;
        let merged = self.child(a, site, creator);
        let node = &mut self.nodes[b as usize];
        node.counts.merged += 1;
        if node.hidden == 0 {
            node.end = NodeEnd::Merged;
            node.into = merged;
        }
        self.of_state.insert(one, merged);
        self.of_state.remove(&two);
        if self.nodes.len() >= self.most_nodes {
            self.aggregate();
        }
    }

    /// Aggregates the deepest half of the nodes: removes them, and adds the counts of each removed node to those of its
    /// nearest remaining ancestor.
    fn aggregate(&mut self) {
        let keep = self.most_nodes / 2;
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_by_key(|&at| self.nodes[at as usize].depth);
        let last = order[keep - 1];
        self.most_depth = self.nodes[last as usize].depth.max(1);
        let mut is_kept = vec![false; self.nodes.len()];
        order[..keep]
            .iter()
            .for_each(|&at| is_kept[at as usize] = true);
        let mut new_of = vec![0_u32; self.nodes.len()];
        let mut nodes: Vec<Recorded> = Vec::with_capacity(self.most_nodes);
        for (at, node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            let parent = new_of[node.parent as usize];
            if is_kept[at] {
                new_of[at] = nodes.len() as u32;
                nodes.push(Recorded { parent, ..node });
            } else {
                new_of[at] = parent;
                let parent = &mut nodes[parent as usize];
                parent.work += node.work;
                parent.counts.add(node.counts);
                parent.hidden += 1 + node.hidden;
            }
        }
        for node in &mut nodes {
            node.into = match new_of.get(node.into as usize) {
                Some(&into) => into,
                None => u32::MAX,
            };
        }
        self.nodes = nodes;
        self.of_state
            .values_mut()
            .for_each(|at| *at = new_of[*at as usize]);
        self.of_query
            .values_mut()
            .for_each(|at| *at = new_of[*at as usize]);
        self.unlabeled.retain(|&(at, ..)| is_kept[at as usize]);
        for (at, ..) in &mut self.unlabeled {
            *at = new_of[*at as usize];
        }
    }

    /// Returns the nodes of the execution tree.
    pub(crate) fn into_nodes(self) -> Vec<Recorded> {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Tree {
        Tree {
            most_nodes: 64,
            ..Tree::default()
        }
    }

    fn completed(tree: &Tree) -> u32 {
        tree.nodes.iter().map(|node| node.counts.completed).sum()
    }

    /// Builds a complete binary tree by forking every live state `levels` times in turn, and ends all states. Returns
    /// the number of leaves.
    fn binary(tree: &mut Tree, levels: u32) -> u32 {
        let mut live = vec![StateId(0)];
        let mut next = 1;
        for level in 0..levels {
            for state in live.clone() {
                let other = StateId(next);
                next += 1;
                tree.add_work(state, 1);
                tree.fork(state, other, level, 0);
                live.push(other);
            }
        }
        for &state in &live {
            tree.end(state, NodeEnd::Completed);
            tree.forget(state);
        }
        live.len() as u32
    }

    #[test]
    fn a_small_tree_is_exact() {
        let mut tree = small();
        assert_eq!(binary(&mut tree, 4), 16);
        assert_eq!(tree.nodes.len(), 31);
        assert_eq!(completed(&tree), 16);
        assert!(tree.of_state.is_empty());
    }

    #[test]
    fn a_large_tree_is_aggregated_without_losing_paths_or_work() {
        let mut tree = small();
        let paths = binary(&mut tree, 10);
        assert!(tree.nodes.len() < 64);
        assert_eq!(completed(&tree), paths);
        let work: u64 = tree.nodes.iter().map(|node| node.work).sum();
        assert_eq!(work, u64::from(paths) - 1);
        for (at, node) in tree.nodes.iter().enumerate().skip(1) {
            assert!((node.parent as usize) < at);
        }
    }

    #[test]
    fn a_wide_tree_is_aggregated_too() {
        let mut tree = small();
        for other in 1..1000 {
            tree.fork(StateId(0), StateId(other), 0, 0);
            tree.end(StateId(other), NodeEnd::Completed);
            tree.forget(StateId(other));
            tree.take_unlabeled();
        }
        assert!(tree.nodes.len() < 64);
        assert_eq!(completed(&tree), 999);
    }

    #[test]
    fn the_sides_of_a_switch_are_siblings() {
        let mut tree = small();
        tree.add_work(StateId(0), 5);
        for other in 1..4 {
            tree.fork(StateId(0), StateId(other), 9, 0);
        }
        let parents: Vec<u32> = tree.nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [0; 5]);
    }

    #[test]
    fn a_query_keeps_its_node_when_the_tree_is_aggregated() {
        let mut tree = small();
        tree.fork(StateId(0), StateId(1), 3, 0);
        tree.keep_query(7, StateId(1));
        let node = tree.node_of_query(7);
        binary(&mut tree, 10);
        assert!(tree.nodes.len() < 64);
        assert_eq!(tree.node_of_query(7), node);
        tree.forget_query(7);
        assert_eq!(tree.node_of_query(7), None);
    }

    #[test]
    fn a_merged_state_points_to_the_node_that_represents_it() {
        let mut tree = small();
        tree.fork(StateId(0), StateId(1), 3, 0);
        tree.join(StateId(0), StateId(1), 4);
        assert_eq!(tree.nodes[2].end, NodeEnd::Merged);
        assert_eq!(tree.nodes[2].into, 3);
        assert_eq!(tree.nodes[3].parent, 1);
    }
}
