//! Control divergence: the values that a symbolic branch (a branch on a symbolic value) makes symbolic without a data
//! dependence.
//!
//! *Joins* are blocks that two disjoint paths from the branch reach. To find the joins, each side of the branch
//! propagates its own label: a block that receives two labels is a join, and propagates a new label.
//!
//! All blocks that a labeled block dominates have the same label, because every path to a dominated block passes the
//! labeled block. Therefore a block sends its label only to the blocks of its dominance frontier. Blocks are visited in
//! reverse postorder. The walk stops at the header of a loop around the branch, where the next iteration starts. The
//! cost is limited by the number of blocks between the branch and its reconvergence point (the block at which all paths
//! from the branch meet).
//!
//! *Divergent loops* contain the branch but not its reconvergence point, so that different paths leave the loop in
//! different iterations. Each exit of a divergent loop propagates a label of its own.
use super::shape::Shape;
use crate::loops::LoopId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use symtool_ir::Block;

/// The effects of one symbolic branch on values that are not computed from its condition.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Impact {
    /// The blocks whose parameters may receive different values over different incoming edges.
    pub joins: Vec<Block>,
    /// The headers of loops around the branch whose parameters may receive different values over different back edges.
    pub headers: Vec<Block>,
    /// Whether a path on one side of the branch may return before it reaches a block that the other side also
    /// reaches.
    pub returns: bool,
    /// The divergent loops: different paths from the branch leave such a loop in different iterations.
    pub loops: Vec<LoopId>,
}

impl Impact {
    /// Returns whether the side taken at the branch can affect a value that is computed later. The side has an effect
    /// in three cases: paths from both sides meet again, different paths leave a loop in different iterations, or a
    /// path on one side may return before the paths meet (`returns`).
    pub fn is_observable(&self) -> bool {
        self.returns || !(self.joins.is_empty() && self.headers.is_empty() && self.loops.is_empty())
    }
}

/// The propagation of labels from one symbolic branch.
struct Walk<'s> {
    shape: &'s Shape,
    /// The number of the branch's block in reverse postorder.
    branch: usize,
    impact: Impact,
    /// The number of labels created so far; it is also the newest label.
    next: u32,
    /// The blocks to visit, by their number in reverse postorder, each with the label that it received;
    /// `None` if it received two different labels.
    pending: BTreeMap<usize, Option<u32>>,
    /// The label of each visited block. Two paths that arrive at a block with different labels are disjoint and join
    /// there.
    labels: FxHashMap<Block, u32>,
    /// The labels (see `labels`) that arrive over back edges, by the header of the loop around the branch; `None` if a
    /// header received two different labels.
    headers: FxHashMap<Block, Option<u32>>,
    /// The label of the first visited block that returns or dominates a return; `None` before such a block is visited.
    returned: Option<u32>,
}

/// Computes the effect of the symbolic branch at the end of the block `branch`.
pub(super) fn impact(shape: &Shape, branch: Block) -> Impact {
    if !shape.loops.irreducible().is_empty() {
        return everything(shape, branch);
    }
    let mut walk = Walk {
        shape,
        branch: shape.cfg.rpo_index(branch),
        impact: Impact::default(),
        next: 0,
        pending: BTreeMap::new(),
        labels: FxHashMap::default(),
        headers: FxHashMap::default(),
        returned: None,
    };
    walk.leave_loops(branch);
    for &side in shape.cfg.succs(branch) {
        let label = walk.fresh();
        walk.send(side, label);
    }
    walk.run();
    let mut headers: Vec<Block> = walk.headers.keys().copied().collect();
    headers.retain(|h| walk.headers[h].is_none());
    headers.sort_unstable();
    walk.impact.headers = headers;
    walk.impact
}

impl Walk<'_> {
    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Finds the divergent loops of the branch, and sends a label of its own to each exit of these loops.
    fn leave_loops(&mut self, branch: Block) {
        let shape = self.shape;
        let meets = shape.reconverges(branch);
        let left = shape
            .loops
            .around(branch)
            .take_while(|&l| meets.is_none_or(|m| !shape.loops.contains(l, m)));
        for id in left.collect::<Vec<_>>() {
            self.impact.loops.push(id);
            for &(_, to) in &shape.loops.get(id).exits {
                let label = self.fresh();
                self.send(to, label);
            }
        }
    }

    /// Records that a path with the label `label` arrives at the block `to`.
    fn send(&mut self, to: Block, label: u32) {
        let at = self.shape.cfg.rpo_index(to);
        if at <= self.branch {
            let old = self.headers.entry(to).or_insert(Some(label));
            if *old != Some(label) {
                *old = None;
            }
        } else if let Some(&old) = self.labels.get(&to) {
            // The edge leads back to the header of an inner loop. Different labels belong to disjoint paths. So if the
            // header and the edge have different labels, disjoint paths meet at the header, and the header is a join.
            if old != label && !self.impact.joins.contains(&to) {
                self.impact.joins.push(to);
            }
        } else {
            let old = self.pending.entry(at).or_insert(Some(label));
            if *old != Some(label) {
                *old = None;
            }
        }
    }

    fn run(&mut self) {
        while let Some((at, label)) = self.pending.pop_first() {
            let block = self.shape.cfg.rpo()[at];
            let label = label.unwrap_or_else(|| {
                self.impact.joins.push(block);
                self.fresh()
            });
            self.labels.insert(block, label);
            if self.shape.dominates_return[block] {
                self.returns(label);
            }
            if self.pending.is_empty() {
                // All paths that the walk still follows have this label, so they meet no path with another label. But
                // the branch has an effect if a path with another label has already returned and the followed paths
                // can also return.
                if self.returned.is_some_and(|l| l != label) && self.shape.returns[block] {
                    self.impact.returns = true;
                }
                if self.headers.is_empty() {
                    return;
                }
            }
            for index in 0..self.shape.frontiers[block].len() {
                let to = self.shape.frontiers[block][index];
                if to != block {
                    self.send(to, label);
                }
            }
        }
    }

    fn returns(&mut self, label: u32) {
        match self.returned {
            None => self.returned = Some(label),
            Some(old) if old != label => self.impact.returns = true,
            Some(_) => {}
        }
    }
}

/// Returns a conservative result for irreducible control flow: all blocks with several predecessors that the branch can
/// reach, and all loops around the branch.
fn everything(shape: &Shape, branch: Block) -> Impact {
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut todo = shape.cfg.succs(branch).to_vec();
    while let Some(block) = todo.pop() {
        if seen.insert(block) {
            todo.extend(shape.cfg.succs(block));
        }
    }
    let reached = |b: &&Block| seen.contains(b) && shape.cfg.preds(**b).len() > 1;
    Impact {
        joins: shape.cfg.rpo().iter().filter(reached).copied().collect(),
        headers: Vec::new(),
        returns: shape.returns[branch],
        loops: shape.loops.around(branch).collect(),
    }
}
