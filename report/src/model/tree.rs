//! The execution tree in columns: one list per attribute, with one entry per node.
use super::Place;
use serde::{Deserialize, Serialize};

/// A tree of nodes. A node comes after its parent, and the first node is the root. All lists of nodes have the same length.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Tree {
    /// The kind: `execution` for an execution tree, `unrolled` for the unrolled graph of conflict-driven exploration.
    pub kind: String,
    /// For each node, its number minus that of its parent; 0 for the root.
    pub up: Vec<u32>,
    /// For each node, the index of its line in `places` plus 1; 0 if it has none.
    pub place: Vec<u32>,
    /// For each node, the index of its condition in `conditions` plus 1; 0 if it is unknown.
    pub condition: Vec<u32>,
    /// For each node, its end: 0 inner node, 1 completed, 2 failed, 3 excluded by an assumption, 4 dropped, 5 merged.
    pub end: Vec<u8>,
    /// For each node, the work of its part of the path, without the work of its children.
    pub work: Vec<u64>,
    /// For the nodes with aggregated descendants: the node, the number of aggregated descendants, and the numbers of
    /// completed, failed, excluded, dropped and merged paths among these descendants.
    pub aggregated: Vec<[u32; 7]>,
    /// For merged nodes: the node, and the node that represents its state after the merge.
    pub merges: Vec<[u32; 2]>,
    /// For nodes with a test case: the node, and the index of the file in `tests`.
    pub tested: Vec<[u32; 2]>,
    /// The lines.
    pub places: Vec<Place>,
    /// The conditions in the syntax of C.
    pub conditions: Vec<String>,
    /// The files of test cases.
    pub tests: Vec<String>,
}

impl Tree {
    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.up.len()
    }

    /// Returns whether the tree has no nodes.
    pub fn is_empty(&self) -> bool {
        self.up.is_empty()
    }

    /// Checks the invariants on which the page relies: equal lengths, parents before children, indices within the tables.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), String> {
        let len = self.len();
        let lists = [
            self.place.len(),
            self.condition.len(),
            self.end.len(),
            self.work.len(),
        ];
        if lists.iter().any(|&other| other != len) {
            return Err("the lists of the tree have different lengths".to_owned());
        }
        let bad_parent = |(at, &up): (usize, &u32)| up as usize > at || (up == 0) != (at == 0);
        if let Some(at) = self.up.iter().enumerate().position(bad_parent) {
            return Err(format!("node {at} of the tree has no parent before it"));
        }
        let within = |list: &[u32], table: usize| list.iter().all(|&index| index as usize <= table);
        if !within(&self.place, self.places.len())
            || !within(&self.condition, self.conditions.len())
        {
            return Err("a node of the tree refers to a missing line or condition".to_owned());
        }
        let is_node = |node: u32| (node as usize) < len;
        let pairs = self.merges.iter().all(|&[a, b]| is_node(a) && is_node(b));
        let tests = |&[node, test]: &[u32; 2]| is_node(node) && (test as usize) < self.tests.len();
        let counts = self.aggregated.iter().all(|counts| is_node(counts[0]));
        match pairs && counts && self.tested.iter().all(tests) {
            true => Ok(()),
            false => Err("a list of the tree refers to a missing node".to_owned()),
        }
    }
}
