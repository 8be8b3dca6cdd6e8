//! The execution tree as parallel lists: one list for each attribute of the nodes.
use super::Place;
use serde::{Deserialize, Serialize};

/// An execution tree or unrolled graph. Nodes are numbered so that a node comes after its parent; node 0 is the root.
/// The lists `up`, `place`, `condition`, `end` and `work` have one entry for each node.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default)]
pub struct Tree {
    /// The kind of the tree: `execution` for an execution tree, `unrolled` for the unrolled graph of conflict-driven
    /// exploration.
    pub kind: String,
    /// For each node, its number minus the number of its parent; 0 for the root.
    pub up: Vec<u32>,
    /// For each node, the index of its source line in `places` plus 1; 0 if the node has no source line.
    pub place: Vec<u32>,
    /// For each node, the index of its branch condition in `conditions` plus 1; 0 if the condition is unknown.
    pub condition: Vec<u32>,
    /// For each node, how the path ended there: 0 no end (an inner node or a live state), 1 completed, 2 failed, 3
    /// excluded by an assumption, 4 dropped (at a limit or an unsupported construct), 5 merged.
    pub end: Vec<u8>,
    /// For each node, the work of its part of the path, from one fork to the next, in instructions of the symbolic
    /// interpreter. The work of its descendants is included only if they are aggregated (see `aggregated`).
    pub work: Vec<u64>,
    /// An entry for each node with aggregated descendants: nodes that are counted, but not in the lists. The entry
    /// contains the number of the node, the number of these descendants, and the numbers of completed, failed,
    /// excluded, dropped and merged paths that ended in the node or in these descendants.
    pub aggregated: Vec<[u32; 7]>,
    /// For each node whose state was merged into another state: its number, and the number of the node that
    /// represents its state after the merge.
    pub merges: Vec<[u32; 2]>,
    /// For each node with a test case: its number, and the index of the test case's file in `tests`.
    pub tested: Vec<[u32; 2]>,
    /// The source lines to which `place` refers.
    pub places: Vec<Place>,
    /// The conditions to which `condition` refers, in the syntax of C.
    pub conditions: Vec<String>,
    /// The files of the test cases to which `tested` refers.
    pub tests: Vec<String>,
}

impl Tree {
    /// Returns the number of nodes of the tree.
    pub fn len(&self) -> usize {
        self.up.len()
    }

    /// Returns whether the tree has no nodes.
    pub fn is_empty(&self) -> bool {
        self.up.is_empty()
    }

    /// Checks the invariants on which the page relies: the lists of nodes have equal lengths, parents come before
    /// children, and indices are within their tables.
    ///
    /// # Errors
    /// Returns a description of the first invariant that does not hold.
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
