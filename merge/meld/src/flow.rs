//! The control flow of a function, computed once for all branches that are examined before the function changes.
use crate::regions::edge_counts;
use cranelift_entity::SecondaryMap;
use symtool_analysis::cfg::Cfg;
use symtool_analysis::domtree::DomTree;
use symtool_analysis::loops::LoopForest;
use symtool_ir::{Block, Function};

/// The dominators, loops and edges of a function. Valid until the function changes.
pub struct ControlFlow {
    /// The dominator tree.
    pub dominators: DomTree,
    /// The loops.
    pub loops: LoopForest,
    /// The number of control-flow edges to each block ([`edge_counts`]).
    pub edges: SecondaryMap<Block, u32>,
}

impl ControlFlow {
    /// Returns the control flow of a function.
    pub fn new(func: &Function) -> ControlFlow {
        let cfg = Cfg::new(func);
        let dominators = DomTree::new(&cfg);
        ControlFlow {
            loops: LoopForest::new(&cfg, &dominators),
            dominators,
            edges: edge_counts(func),
        }
    }

    /// Returns whether a block is the header of a loop.
    pub fn is_loop_header(&self, block: Block) -> bool {
        let innermost = self.loops.innermost(block);
        innermost.is_some_and(|id| self.loops.get(id).header == block)
    }
}
