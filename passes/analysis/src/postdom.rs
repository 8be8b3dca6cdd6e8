//! The post-dominator tree of a function, from which control dependences are computed. Each block that ends a path, for
//! example by a return, has an edge to a virtual exit node, the root of the tree.
//!
//! An infinite loop has no path to the exit. The last of its blocks in reverse postorder gets an edge to the virtual
//! exit, so that every reachable block is a node of the tree.
use super::cfg::Cfg;
use super::dominance::{Intervals, NONE, idoms};
use cranelift_entity::SecondaryMap;
use symtool_ir::Block;

/// The post-dominator tree of a function.
#[derive(Debug)]
pub struct PostDomTree {
    ipdom: SecondaryMap<Block, Option<Block>>,
    number: SecondaryMap<Block, u32>,
    intervals: Intervals,
}

impl PostDomTree {
    /// Computes the tree of the function whose edges are `cfg`.
    pub fn new(cfg: &Cfg) -> PostDomTree {
        PostDomTree::filtered(cfg, |_| true)
    }

    /// Computes the tree for the blocks that `keep` accepts. Edges to other blocks are ignored. A block without a
    /// successor that `keep` accepts gets an edge to the virtual exit.
    pub fn filtered(cfg: &Cfg, keep: impl Fn(Block) -> bool) -> PostDomTree {
        let kept: Vec<Block> = cfg.rpo().iter().copied().filter(|&b| keep(b)).collect();
        let graph = Reversed::new(cfg, &kept, &keep);
        // The nodes are numbered in reverse postorder of the reversed graph. The virtual exit is 0.
        let mut number = vec![NONE; kept.len() + 1];
        for (index, &node) in graph.order.iter().enumerate() {
            number[node] = index;
        }
        let preds: Vec<Vec<usize>> = graph
            .order
            .iter()
            .map(|&node| graph.forward[node].iter().map(|&s| number[s]).collect())
            .collect();
        let by_number = idoms(&preds);
        let mut tree = PostDomTree {
            ipdom: SecondaryMap::new(),
            number: SecondaryMap::new(),
            intervals: Intervals::new(&by_number),
        };
        for (index, &node) in graph.order.iter().enumerate().skip(1) {
            let block = kept[node];
            tree.number[block] = index as u32 + 1;
            if by_number[index] != 0 && by_number[index] != NONE {
                tree.ipdom[block] = Some(kept[graph.order[by_number[index]]]);
            }
        }
        tree
    }

    /// Returns the immediate post-dominator of a block; `None` if this post-dominator is the virtual exit, or if the
    /// block is not in the tree.
    pub fn ipdom(&self, block: Block) -> Option<Block> {
        self.ipdom[block]
    }

    /// Returns whether `a` post-dominates `b` or equals it, in constant time.
    pub fn postdominates(&self, a: Block, b: Block) -> bool {
        match (self.number[a], self.number[b]) {
            (0, _) | (_, 0) => false,
            (a, b) => self.intervals.encloses(a as usize - 1, b as usize - 1),
        }
    }

    /// Returns the blocks that are control dependent on `block`, without repetitions. These are the blocks that
    /// post-dominate a successor of `block`, but do not post-dominate `block` itself (Ferrante et al., TOPLAS 1987).
    pub fn controlled_by(&self, cfg: &Cfg, block: Block) -> Vec<Block> {
        let mut found = Vec::new();
        if self.number[block] == 0 {
            return found;
        }
        for &succ in cfg.succs(block) {
            let mut runner = Some(succ).filter(|&s| self.number[s] != 0);
            while let Some(at) = runner.filter(|&b| Some(b) != self.ipdom(block)) {
                found.push(at);
                runner = self.ipdom(at);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The control-flow graph of the blocks that `keep` accepts, with reversed edges. The last node is the virtual exit.
struct Reversed {
    /// For each node, its successors in the control-flow graph of the function.
    forward: Vec<Vec<usize>>,
    /// The nodes in reverse postorder of the reversed graph, which starts at the virtual exit.
    order: Vec<usize>,
}

impl Reversed {
    fn new(cfg: &Cfg, kept: &[Block], keep: &impl Fn(Block) -> bool) -> Reversed {
        let exit = kept.len();
        let mut node: SecondaryMap<Block, usize> = SecondaryMap::new();
        for (index, &block) in kept.iter().enumerate() {
            node[block] = index;
        }
        let mut forward: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
        let mut backward: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
        for (index, &block) in kept.iter().enumerate() {
            let succs = cfg.succs(block).iter().filter(|&&s| keep(s));
            forward[index].extend(succs.map(|&s| node[s]));
            if forward[index].is_empty() {
                forward[index].push(exit);
            }
            for &succ in &forward[index] {
                backward[succ].push(index);
            }
        }
        let mut seen = vec![false; exit + 1];
        seen[exit] = true;
        let mut postorder = Vec::new();
        walk(&backward, exit, &mut seen, &mut postorder);
        // The nodes that are not seen yet cannot reach an exit. The last of them in reverse postorder gets an
        // edge to the virtual exit. This is repeated until every node reaches the virtual exit.
        for index in (0..exit).rev() {
            if !seen[index] {
                forward[index].push(exit);
                seen[index] = true;
                walk(&backward, index, &mut seen, &mut postorder);
            }
        }
        postorder.retain(|&n| n != exit);
        let order = std::iter::once(exit)
            .chain(postorder.into_iter().rev())
            .collect();
        Reversed { forward, order }
    }
}

/// Visits all unseen nodes reachable from `root`, marks them as seen, and appends them to `postorder`.
fn walk(edges: &[Vec<usize>], root: usize, seen: &mut [bool], postorder: &mut Vec<usize>) {
    let mut stack = vec![(root, 0)];
    while let Some((node, next)) = stack.last_mut() {
        match edges[*node].get(*next) {
            Some(&to) => {
                *next += 1;
                if !seen[to] {
                    seen[to] = true;
                    stack.push((to, 0));
                }
            }
            None => {
                postorder.push(*node);
                stack.pop();
            }
        }
    }
}
