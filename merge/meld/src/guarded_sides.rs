//! Guarded sides: a side of a branch runs for both values of the branch condition, and has no effect if the branch
//! would take the opposite side. The side may contain loops and input-independent branches.
//!
//! ```text
//! branch c, T, J(e)        becomes   m = may_be c; branch m, T', J(e)
//! T … jump J(t)                      T' …          jump X(t)
//!                                    X(x):         jump J(select c, x, e)
//! ```
//! T is a side of the branch, and J the join block. The side T passes t to J, and the opposite side passes e. X is a
//! new block. In T', every store and check of T, and every load that may fail, has the guard c. The branches in T
//! remain. Their conditions, and the iteration counts of the loops in T, are concrete on each path, so these branches
//! do not fork. The intrinsic `may_be c` is 1 if c is 1 for some input of the path. If `may_be c` is 0, the side is
//! skipped. So no loop runs that the original program does not enter on this path. If both sides are guarded, the
//! second side runs after the first, under the negated guard.
//!
//! A branch condition in T must not depend on c. So it must not depend on a load with the guard c, because this load
//! returns 0 if c is 0. A load at the start of a global variable that is at least as large as the loaded value always
//! succeeds and needs no guard.
//!
//! The transformation preserves outcomes. For c = 1, all guards hold, and each select chooses the value of the side.
//! For c = 0, the side has no effect, and each select chooses the value of the opposite side. The tests check this on
//! random programs.
use crate::flow::ControlFlow;
use crate::guards::{GuardEmitter, check};
use crate::refusals::{Reason, Refusal};
use crate::select_branches::SelectedBranches;
use symtool_ir::{
    Bits, Block, BlockCall, Func, Function, Inst, InstData, LocSet, Module, Op, Type, Value,
};

/// One side of a branch: the blocks between the branch and the join block, at which both sides of the branch end.
#[derive(Clone, Debug)]
struct Side {
    /// The blocks in layout order, except that the target of the branch comes first.
    blocks: Vec<Block>,
}

/// A branch whose sides can run under a guard. One of the sides may be missing: then the branch jumps directly to the
/// join block.
#[derive(Clone, Debug)]
pub struct Guardable {
    head: Block,
    cond: Value,
    sides: [Option<Side>; 2],
    join: Block,
}

impl Guardable {
    /// Returns the blocks of both sides.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        let sides = self.sides.iter().flatten();
        sides.flat_map(|side| side.blocks.iter().copied())
    }

    /// Returns whether one of the sides is missing.
    pub fn is_if_then(&self) -> bool {
        self.sides.iter().any(Option::is_none)
    }
}

/// Returns the sides of the branch that ends the block `head`, if they can run under guards; an error is the reason why
/// they cannot. `None` means that the block does not end with a two-way branch, or that the branch is not selected for
/// melding.
pub fn find(
    module: &Module,
    (func, flow): (&Function, &ControlFlow),
    id: Func,
    head: Block,
    wanted: &SelectedBranches,
) -> Option<Result<Guardable, Refusal>> {
    let branch = func.terminator(head);
    let InstData::Branch {
        cond,
        then_dest,
        else_dest,
    } = func.data(branch)
    else {
        return None;
    };
    if !wanted.has(id, branch) {
        return None;
    }
    let found = shape((func, flow), head, *cond, then_dest.block, else_dest.block);
    Some(found.map_err(Refusal::from).and_then(|region| {
        let blocks: Vec<Block> = region.blocks().collect();
        check(module, func, id, &blocks, &[], wanted)?;
        Ok(region)
    }))
}

/// Returns the blocks of both sides of a branch and their join block. It is an error if a jump out of a side leads to
/// another block.
fn shape(
    (func, flow): (&Function, &ControlFlow),
    head: Block,
    cond: Value,
    then: Block,
    other: Block,
) -> Result<Guardable, Reason> {
    // If a target of the branch has no other predecessor, the blocks dominated by this target form a side.
    let side = |entry: Block| {
        let own = flow.edges[entry] == 1 && Some(entry) != func.entry() && entry != head;
        let blocks = || {
            let inside = |&b: &Block| flow.dominators.dominates(entry, b);
            func.layout().iter().copied().filter(inside).collect()
        };
        own.then(|| Side { blocks: blocks() })
    };
    let mut sides = [side(then), side(other)];
    let mut join = None;
    for (i, entry) in [then, other].into_iter().enumerate() {
        let ends = match &sides[i] {
            None => vec![entry],
            Some(side) => exits(func, side)?,
        };
        for end in ends {
            if *join.get_or_insert(end) != end {
                return Err(Reason::SeveralExits);
            }
        }
    }
    let join = join.ok_or(Reason::NoExit)?;
    if join == head || sides.iter().all(Option::is_none) {
        return Err(Reason::JumpBack);
    }
    for side in sides.iter_mut().flatten() {
        let entry = side.blocks.iter().position(|&b| b == then || b == other);
        side.blocks.swap(0, entry.unwrap_or(0));
    }
    Ok(Guardable {
        head,
        cond,
        sides,
        join,
    })
}

/// Returns the targets of all jumps that leave a side.
fn exits(func: &Function, side: &Side) -> Result<Vec<Block>, Reason> {
    let mut ends = Vec::new();
    for &block in &side.blocks {
        let successors = func.successors(block);
        if successors.is_empty() {
            return Err(match func.data(func.terminator(block)) {
                InstData::Return { .. } => Reason::SideReturns,
                _ => Reason::SideEnds,
            });
        }
        ends.extend(successors.iter().filter(|to| !side.blocks.contains(to)));
    }
    Ok(ends)
}

/// Transforms the sides so that they run under guards; returns the number of selects added.
pub fn guard(module: &Module, func: &mut Function, region: &Guardable) -> usize {
    let branch = func.terminator(region.head);
    let InstData::Branch {
        then_dest,
        else_dest,
        ..
    } = func.data(branch).clone()
    else {
        unreachable!("only branches open sides");
    };
    let mut insts = func.insts(region.head).to_vec();
    insts.pop();
    let mut maker = GuardEmitter {
        module,
        func,
        locs: LocSet::none(),
        selects: 0,
    };
    maker.locs = maker.func.locs(branch).clone();
    let inverse = maker.op(Op::Not, &[region.cond], Type::I1, &mut insts);
    let guards = [region.cond, inverse];
    match &region.sides {
        [Some(then), Some(other)] => {
            let between = maker.block_like(region.join, &then.blocks);
            let nothing = maker.zeros(region.join);
            let skip = BlockCall::new(between, &nothing);
            maker.enter(region.head, insts, guards[0], then_dest, skip);
            maker.side(then, guards[0], region.join, between);
            let values = maker.func.params(between).to_vec();
            let skip = BlockCall::new(region.join, &values);
            maker.enter(between, Vec::new(), guards[1], else_dest, skip);
            maker.last_side(other, guards[1], region.join, &values);
        }
        [Some(side), None] => {
            maker.enter(region.head, insts, guards[0], then_dest, else_dest.clone());
            maker.last_side(side, guards[0], region.join, &else_dest.args);
        }
        [None, Some(side)] => {
            maker.enter(region.head, insts, guards[1], else_dest, then_dest.clone());
            maker.last_side(side, guards[1], region.join, &then_dest.args);
        }
        [None, None] => unreachable!("one side has blocks"),
    }
    maker.selects
}

impl GuardEmitter<'_> {
    /// Returns a zero for each parameter of a block. If the side that runs first is skipped, the zeros are passed
    /// instead of its results. They are never used, because the selects then choose the results of the second side.
    fn zeros(&mut self, block: Block) -> Vec<Value> {
        let params = self.func.params(block).to_vec();
        let zero = |param| {
            let ty = self.func.ty(param);
            self.func.constant(ty, Bits::zero(ty.bits()))
        };
        params.into_iter().map(zero).collect()
    }

    /// Ends `block` with the instructions `insts` and a branch to `side` if `guard` may be 1 on the path,
    /// else to `skip`.
    fn enter(
        &mut self,
        block: Block,
        mut insts: Vec<Inst>,
        guard: Value,
        side: BlockCall,
        skip: BlockCall,
    ) {
        let cond = self.may_be(guard, &mut insts);
        let branch = InstData::Branch {
            cond,
            then_dest: side,
            else_dest: skip,
        };
        insts.push(self.func.make_inst(branch, None, self.locs.clone()));
        self.func.set_insts(block, insts);
    }

    /// Makes `side`, the side that runs last, run under `guard`, and passes to the join block a select between each of
    /// its results and the corresponding value in `others`. The join block gets `others` if `guard` is 0.
    fn last_side(&mut self, side: &Side, guard: Value, join: Block, others: &[Value]) {
        let end = self.block_like(join, &side.blocks);
        self.side(side, guard, join, end);
        let mut insts = Vec::new();
        let own = self.func.params(end).to_vec();
        let mut joined = Vec::new();
        for (own, &other) in own.into_iter().zip(others) {
            let ty = self.func.ty(own);
            joined.push(self.op(Op::Select, &[guard, own, other], ty, &mut insts));
            self.selects += 1;
        }
        let dest = BlockCall::new(join, &joined);
        let locs = self.locs.clone();
        insts.push(self.func.make_inst(InstData::Jump { dest }, None, locs));
        self.func.set_insts(end, insts);
    }

    /// Makes `guard` the guard of the loads, stores and checks of a side. Each jump of the side to the join block
    /// `join` becomes a jump to the block `end`.
    fn side(&mut self, side: &Side, guard: Value, join: Block, end: Block) {
        for &block in &side.blocks {
            self.guard_block(block, guard);
            let last = self.func.terminator(block);
            for target in self.func.data_mut(last).targets_mut() {
                if target.block == join {
                    target.block = end;
                }
            }
        }
    }
}
