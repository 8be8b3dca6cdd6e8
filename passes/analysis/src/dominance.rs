//! Immediate dominators in a rooted graph whose nodes are numbers. The dominator tree and the postdominator tree both
//! use this algorithm.
//!
//! Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm", 2001.

/// Marks a node without a known immediate dominator: the dominator is not computed yet, or the node is unreachable.
pub(crate) const NONE: usize = usize::MAX;

/// Returns the immediate dominator of every node; [`NONE`] for an unreachable node. The nodes are numbered in reverse
/// postorder. The root 0 is listed as its own immediate dominator. `preds` lists the predecessors of each node.
pub(crate) fn idoms(preds: &[Vec<usize>]) -> Vec<usize> {
    let mut tree = Growing {
        idom: vec![NONE; preds.len()],
        climbed: vec![0; preds.len()],
        round: 0,
    };
    if let Some(root) = tree.idom.first_mut() {
        *root = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (node, preds) in preds.iter().enumerate().skip(1) {
            let new = tree.common(preds);
            changed |= tree.idom[node] != new;
            tree.idom[node] = new;
        }
    }
    tree.idom
}

/// The tree of immediate dominators while it is computed.
struct Growing {
    idom: Vec<usize>,
    /// For each node, the number of the last call of `common` in which a walk up the tree visited the node.
    climbed: Vec<u32>,
    round: u32,
}

impl Growing {
    /// Returns the closest common dominator of those `nodes` that have a known immediate dominator; [`NONE`] if there
    /// are no such nodes. The method walks up the tree from each of these nodes. A walk stops at a node that an earlier
    /// walk of this call has visited. So a call visits each tree node at most once, even for a block with many
    /// predecessors.
    fn common(&mut self, nodes: &[usize]) -> usize {
        self.round += 1;
        let mut common = NONE;
        for &node in nodes {
            if self.idom[node] == NONE {
                continue;
            }
            common = if common == NONE {
                node
            } else {
                self.intersect(common, node)
            };
            self.climbed[common] = self.round;
        }
        common
    }

    fn intersect(&mut self, common: usize, mut node: usize) -> usize {
        let mut top = common;
        while top != node {
            if top > node {
                top = self.idom[top];
                self.climbed[top] = self.round;
            } else if self.climbed[node] == self.round {
                return common;
            } else {
                self.climbed[node] = self.round;
                node = self.idom[node];
            }
        }
        top
    }
}

/// The tree of immediate dominators, with an interval for each node. A depth-first walk counts its steps; the interval
/// of a node reaches from the step that enters the node to the step that leaves it. `a` dominates `b` if the interval
/// of `a` encloses the interval of `b`.
#[derive(Debug)]
pub(crate) struct Intervals {
    first: Vec<u32>,
    last: Vec<u32>,
    /// The nodes in preorder of the tree. The children of a node are in increasing order of their numbers.
    pub preorder: Vec<usize>,
}

impl Intervals {
    /// Computes the intervals for the tree `idom`, whose root is node 0.
    pub(crate) fn new(idom: &[usize]) -> Intervals {
        let count = idom.len();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        for node in (1..count).rev() {
            if idom[node] != NONE {
                children[idom[node]].push(node);
            }
        }
        let mut intervals = Intervals {
            first: vec![0; count],
            last: vec![0; count],
            preorder: Vec::with_capacity(count),
        };
        let mut stack: Vec<(usize, bool)> = if count == 0 { vec![] } else { vec![(0, false)] };
        while let Some((node, done)) = stack.pop() {
            if done {
                intervals.last[node] = intervals.preorder.len() as u32;
                continue;
            }
            intervals.first[node] = intervals.preorder.len() as u32;
            intervals.preorder.push(node);
            stack.push((node, true));
            stack.extend(children[node].iter().map(|&child| (child, false)));
        }
        intervals
    }

    /// Returns whether `a` dominates `b` or equals it.
    pub(crate) fn encloses(&self, a: usize, b: usize) -> bool {
        self.first[a] <= self.first[b] && self.last[b] <= self.last[a]
    }
}
