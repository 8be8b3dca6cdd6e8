//! The dominator tree of a function.
use super::cfg::Cfg;
use super::dominance::{Intervals, NONE, idoms};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use symtool_ir::Block;

/// The dominator tree of a function. An unreachable block neither dominates a block nor is dominated by one.
#[derive(Debug)]
pub struct DomTree {
    idom: SecondaryMap<Block, Option<Block>>,
    children: SecondaryMap<Block, SmallVec<[Block; 4]>>,
    /// For each reachable block, its index in reverse postorder plus 1; 0 for an unreachable block.
    number: SecondaryMap<Block, u32>,
    intervals: Intervals,
    preorder: Vec<Block>,
}

impl DomTree {
    /// Computes the tree of the function that `cfg` describes.
    pub fn new(cfg: &Cfg) -> DomTree {
        let rpo = cfg.rpo();
        let preds: Vec<Vec<usize>> = rpo
            .iter()
            .map(|&b| cfg.preds(b).iter().map(|&p| cfg.rpo_index(p)).collect())
            .collect();
        let by_number = idoms(&preds);
        let intervals = Intervals::new(&by_number);
        let mut tree = DomTree {
            idom: SecondaryMap::new(),
            children: SecondaryMap::new(),
            number: SecondaryMap::new(),
            preorder: intervals.preorder.iter().map(|&n| rpo[n]).collect(),
            intervals,
        };
        for (index, &block) in rpo.iter().enumerate() {
            tree.number[block] = index as u32 + 1;
            if index > 0 && by_number[index] != NONE {
                let parent = rpo[by_number[index]];
                tree.idom[block] = Some(parent);
                tree.children[parent].push(block);
            }
        }
        tree
    }

    /// Returns the immediate dominator of a block; `None` for the entry block and for unreachable blocks.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.idom[block]
    }

    /// Returns the children of a block in the tree, in reverse postorder.
    pub fn children(&self, block: Block) -> &[Block] {
        &self.children[block]
    }

    /// Returns whether `a` dominates `b` or equals it, in constant time.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        match (self.number[a], self.number[b]) {
            (0, _) | (_, 0) => false,
            (a, b) => self.intervals.encloses(a as usize - 1, b as usize - 1),
        }
    }

    /// Returns the reachable blocks in preorder: each block before the blocks that it dominates.
    pub fn preorder(&self) -> &[Block] {
        &self.preorder
    }

    /// Returns the dominance frontier of every block, without repetitions, in reverse postorder. The frontier of a
    /// block b contains a block y if b dominates a predecessor of y, but does not strictly dominate y.
    pub fn frontiers(&self, cfg: &Cfg) -> SecondaryMap<Block, SmallVec<[Block; 2]>> {
        let mut frontiers: SecondaryMap<Block, SmallVec<[Block; 2]>> = SecondaryMap::new();
        for &join in cfg.rpo() {
            for &pred in cfg.preds(join) {
                let mut runner = Some(pred);
                while let Some(block) = runner.filter(|&b| Some(b) != self.idom(join)) {
                    if frontiers[block].last() == Some(&join) {
                        break;
                    }
                    frontiers[block].push(join);
                    runner = self.idom(block);
                }
            }
        }
        frontiers
    }
}
