//! Regions: two-way branches with straight-line sides and a common end.
//!
//! A branch with two sides is a region under these conditions:
//!
//! - Each *side* is a chain of blocks with one predecessor each, and each block ends in a jump or a return. So a side
//!   contains no branch: the branches nested in a side must be melded first. In an if-then, one side has no blocks.
//! - Both sides end at the same join block, or both return. No block of a side jumps elsewhere.
//!
//! The join block may also have predecessors outside the region. For example, an early `continue` may jump to it.
//!
//! Invariant: a value that is defined in a side is used only in this side, and as an argument of the join block. (No
//! other block can use the value: a side dominates only its own blocks, because the join block also has a predecessor
//! outside of the side.)
use crate::refusals::Reason;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use symtool_ir::{Block, BlockCall, Function, Inst, InstData, Value};

/// The point at which both sides of a region end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The join block to which both sides jump.
    Join(Block),
    /// A return of the function on both sides.
    Return,
}

/// A straight-line side of a branch.
#[derive(Clone, Debug)]
pub struct Side {
    /// The blocks of the side, in order; empty if the side is missing (if-then).
    pub blocks: Vec<Block>,
    /// The instructions of the side, without terminators.
    pub insts: Vec<Inst>,
    /// The terminators of the side's blocks: jumps, or a return at the end.
    pub jumps: Vec<Inst>,
    /// For each block parameter of the side, the argument passed to the parameter.
    pub params: FxHashMap<Value, Value>,
    /// The arguments that the side passes to the join block, or the value that it returns.
    pub results: Vec<Value>,
}

/// A two-way branch with straight-line sides and a common end.
#[derive(Clone, Debug)]
pub struct Region {
    /// The block that ends in the branch.
    pub head: Block,
    /// The branch's condition.
    pub cond: Value,
    /// The side taken if the condition is true, then the side taken if the condition is false.
    pub sides: [Side; 2],
    /// The point at which both sides end.
    pub end: End,
}

impl Region {
    /// Returns whether one of the sides is missing.
    pub fn is_if_then(&self) -> bool {
        self.sides.iter().any(|s| s.blocks.is_empty())
    }
}

/// Returns the number of control-flow edges to each block of a function. The call of the function counts as an edge to
/// its entry block.
pub fn edge_counts(func: &Function) -> SecondaryMap<Block, u32> {
    let mut edges = SecondaryMap::new();
    if let Some(entry) = func.entry() {
        edges[entry] = 1;
    }
    add_edges(&mut edges, func, func.layout());
    edges
}

/// Adds the control-flow edges out of `blocks` to the counts in `edges`. A block without instructions counts as
/// removed: it has no edges.
pub(crate) fn add_edges(edges: &mut SecondaryMap<Block, u32>, func: &Function, blocks: &[Block]) {
    for &block in blocks.iter().filter(|&&b| !func.insts(b).is_empty()) {
        for to in func.successors(block) {
            edges[to] += 1;
        }
    }
}

/// Subtracts the control-flow edges out of `blocks` from the counts in `edges`. The caller must call this function
/// before it changes the blocks, and [`add_edges`] afterwards.
pub(crate) fn forget_edges(
    edges: &mut SecondaryMap<Block, u32>,
    func: &Function,
    blocks: &[Block],
) {
    for &block in blocks {
        for to in func.successors(block) {
            edges[to] -= 1;
        }
    }
}

/// Returns the region that begins with the branch at the end of `head`, or the reason why there is no region. `None`
/// means that `head` does not end in a two-way branch.
pub fn find(
    func: &Function,
    edges: &SecondaryMap<Block, u32>,
    head: Block,
) -> Option<Result<Region, Reason>> {
    let InstData::Branch {
        cond,
        then_dest,
        else_dest,
    } = func.data(func.terminator(head))
    else {
        return None;
    };
    let then = walk(func, edges, head, then_dest);
    let other = walk(func, edges, head, else_dest);
    Some(match (then, other) {
        (Ok((then, a)), Ok((other, b))) if a == b => Ok(Region {
            head,
            cond: *cond,
            sides: [then, other],
            end: a,
        }),
        (Ok(_), Ok(_)) => Err(Reason::DifferentEnds),
        (Err(why), _) | (_, Err(why)) => Err(why),
    })
}

fn walk(
    func: &Function,
    edges: &SecondaryMap<Block, u32>,
    head: Block,
    call: &BlockCall,
) -> Result<(Side, End), Reason> {
    let mut side = Side {
        blocks: Vec::new(),
        insts: Vec::new(),
        jumps: Vec::new(),
        params: FxHashMap::default(),
        results: Vec::new(),
    };
    let mut call = call;
    loop {
        let block = call.block;
        if edges[block] != 1 || block == head || Some(block) == func.entry() {
            side.results = call.args.to_vec();
            return Ok((side, End::Join(block)));
        }
        side.blocks.push(block);
        for (&param, &arg) in func.params(block).iter().zip(&call.args) {
            side.params.insert(param, arg);
        }
        let insts = func.insts(block);
        side.insts.extend(&insts[..insts.len() - 1]);
        let last = func.terminator(block);
        side.jumps.push(last);
        match func.data(last) {
            InstData::Jump { dest } => call = dest,
            InstData::Return { value } => {
                side.results = value.iter().copied().collect();
                return Ok((side, End::Return));
            }
            InstData::Branch { .. } | InstData::Switch { .. } => {
                return Err(Reason::BranchInSide);
            }
            _ => return Err(Reason::SideEnds),
        }
    }
}
