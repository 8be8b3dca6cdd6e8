//! Regions that can be melded: a two-way branch both sides of which are straight lines to one place.
//!
//! A *side* is a chain of blocks each of which has one predecessor and ends in a jump (or a return), so a side
//! may already contain melded branches. The sides of a region end in the same join block, or both return. The
//! join may have further predecessors: that is what an early `continue` looks like. An if-then is a region one
//! side of which has no blocks. Side exits are not regions.
//!
//! Invariant: no value defined in a side is used outside the sides except through the arguments of the join,
//! because a block with a second predecessor is not dominated by a side.
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use symtool_ir::{Block, BlockCall, Function, Inst, InstData, Value};

/// Where both sides end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// At a block.
    Join(Block),
    /// At the function's return.
    Return,
}

/// One straight line.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its blocks, in order; none for the missing side of an if-then.
    pub blocks: Vec<Block>,
    /// Its instructions without the jumps between its blocks.
    pub insts: Vec<Inst>,
    /// Its terminators.
    pub jumps: Vec<Inst>,
    /// What the parameters of its blocks are.
    pub params: FxHashMap<Value, Value>,
    /// Arguments for the join's parameters, or the returned value.
    pub results: Vec<Value>,
}

/// A two-way branch with straight sides.
#[derive(Clone, Debug)]
pub struct Region {
    /// The block that ends in the branch.
    pub head: Block,
    /// The branch's condition.
    pub cond: Value,
    /// The sides: condition true, condition false.
    pub sides: [Side; 2],
    /// Where they end.
    pub end: End,
}

impl Region {
    /// Has only one of the sides instructions of its own?
    pub fn is_if_then(&self) -> bool {
        self.sides.iter().any(|s| s.blocks.is_empty())
    }
}

/// Number of jumps to each block, the function's entry counted as one.
pub fn edge_counts(func: &Function) -> SecondaryMap<Block, u32> {
    let mut edges = SecondaryMap::new();
    if let Some(entry) = func.entry() {
        edges[entry] = 1;
    }
    for &block in func.layout() {
        for to in func.successors(block) {
            edges[to] += 1;
        }
    }
    edges
}

/// The region that a block's branch opens, or why there is none (`None`: there is no branch).
pub fn find(
    func: &Function,
    edges: &SecondaryMap<Block, u32>,
    head: Block,
) -> Option<Result<Region, &'static str>> {
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
        (Ok(_), Ok(_)) => Err("the sides end in different places"),
        (Err(why), _) | (_, Err(why)) => Err(why),
    })
}

fn walk(
    func: &Function,
    edges: &SecondaryMap<Block, u32>,
    head: Block,
    call: &BlockCall,
) -> Result<(Side, End), &'static str> {
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
                return Err("a side branches, loops or leaves on its way");
            }
            _ => return Err("a side does not come back"),
        }
    }
}
