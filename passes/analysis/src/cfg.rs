//! Predecessors, successors and reverse postorder of a function's blocks.
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use symtool_ir::{Block, Function};

/// The control-flow edges of a function. If both sides of a branch lead to one block, the edge occurs twice in the list
/// of successors and in the list of predecessors. Only reachable blocks have edges.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    preds: SecondaryMap<Block, SmallVec<[Block; 4]>>,
    succs: SecondaryMap<Block, SmallVec<[Block; 2]>>,
    rpo: Vec<Block>,
    number: SecondaryMap<Block, u32>,
}

/// The number of an unreachable block; reachable blocks have numbers from 1.
const UNREACHED: u32 = 0;

impl Cfg {
    /// Computes the edges of a function. The result is invalid after a change of the function's control flow.
    pub fn new(func: &Function) -> Cfg {
        let mut cfg = Cfg {
            rpo: postorder(func),
            ..Cfg::default()
        };
        cfg.rpo.reverse();
        for (index, &block) in cfg.rpo.iter().enumerate() {
            cfg.number[block] = index as u32 + 1;
            let succs = func.successors(block);
            for &succ in &succs {
                cfg.preds[succ].push(block);
            }
            cfg.succs[block] = succs;
        }
        cfg
    }

    /// Returns the blocks with an edge to `block`, one entry per edge, in reverse postorder.
    pub fn preds(&self, block: Block) -> &[Block] {
        &self.preds[block]
    }

    /// Returns the blocks to which `block` has an edge, one entry per edge, in textual order.
    pub fn succs(&self, block: Block) -> &[Block] {
        &self.succs[block]
    }

    /// Returns the reachable blocks in reverse postorder: every block before its successors, except along back
    /// edges.
    pub fn rpo(&self) -> &[Block] {
        &self.rpo
    }

    /// Returns the index of a block in [`rpo`](Self::rpo).
    ///
    /// # Panics
    /// If the block is not reachable.
    pub fn rpo_index(&self, block: Block) -> usize {
        assert!(self.is_reachable(block), "{block} is not reachable");
        self.number[block] as usize - 1
    }

    /// Returns whether a block is reachable from the entry.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.number[block] != UNREACHED
    }
}

/// Returns the blocks in depth-first postorder from the entry. The first successor is visited last, so that reverse
/// postorder follows the textual order.
fn postorder(func: &Function) -> Vec<Block> {
    let mut order = Vec::with_capacity(func.layout().len());
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut stack: Vec<(Block, SmallVec<[Block; 2]>)> = Vec::new();
    if let Some(entry) = func.entry() {
        seen[entry] = true;
        stack.push((entry, func.successors(entry)));
    }
    while let Some((block, todo)) = stack.last_mut() {
        match todo.pop() {
            Some(next) if !seen[next] => {
                seen[next] = true;
                let succs = func.successors(next);
                stack.push((next, succs));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order
}
