//! Code shared by [guarded sides](crate::guarded_sides) and [guarded loops](crate::guarded_loops). Under a guard,
//! blocks also run on inputs for which the original program does not reach them. This code checks that the blocks
//! permit this, and adds guards to their loads, stores and checks.
use crate::legality::{MAX_SIDE, MAX_SYMBOLIC_ACCESSES, blocks_meld};
use crate::refusals::{Reason, Refusal};
use crate::select_branches::SelectedBranches;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Display;
use symtool_ir::{
    Block, Func, Function, Inst, InstData, Intrinsic, LocSet, Module, Op, Type, Value, ValueDef,
};

/// Returns the source line of an instruction as text, or `?` if it is unknown.
pub fn line_of(module: &Module, func: &Function, inst: Inst) -> String {
    let loc = func.locs(inst).first();
    loc.map_or("?".to_owned(), |loc| {
        module.source.get(loc).line.to_string()
    })
}

/// Checks that `blocks` can run under a guard; an error is the reason why they cannot. `decided` lists the terminators
/// that the transformation replaces; they are not checked.
pub fn check(
    module: &Module,
    func: &Function,
    id: Func,
    blocks: &[Block],
    decided: &[Inst],
    wanted: &SelectedBranches,
) -> Result<(), Refusal> {
    let count: usize = blocks.iter().map(|&block| func.insts(block).len()).sum();
    if count > MAX_SIDE {
        return Err(Refusal::new(Reason::BlocksTooLong, &[&count, &MAX_SIDE]));
    }
    let (mut decisive, mut symbolic_accesses) = (Vec::new(), 0);
    for &block in blocks {
        for &inst in func.insts(block) {
            if decided.contains(&inst) {
                continue;
            }
            let data = func.data(inst);
            match data {
                InstData::Branch { cond, .. } | InstData::Switch { value: cond, .. } => {
                    if wanted.is_symbolic(id, inst) {
                        let line = line_of(module, func, inst);
                        return Err(Refusal::new(Reason::SymbolicBranchInSide, &[&line]));
                    }
                    decisive.push(*cond);
                }
                InstData::Intrinsic {
                    intrinsic: Intrinsic::MayBe,
                    ..
                } => {}
                InstData::Load {
                    volatile: false, ..
                }
                | InstData::Store {
                    volatile: false, ..
                } => {
                    symbolic_accesses += usize::from(wanted.has_symbolic_address(id, inst));
                }
                _ => {
                    if let Some(instruction) = blocks_meld(module, data) {
                        return Err(Refusal::new(Reason::InstructionInBlocks, &[&instruction]));
                    }
                }
            }
        }
    }
    if symbolic_accesses > MAX_SYMBOLIC_ACCESSES {
        let details: [&dyn Display; 2] = [&symbolic_accesses, &MAX_SYMBOLIC_ACCESSES];
        return Err(Refusal::new(Reason::SymbolicAccesses, &details));
    }
    if Slice::new(module, func, blocks).reaches_memory(decisive, Through::All) {
        return Err(Reason::LoopEndFromLoad.into());
    }
    Ok(())
}

/// The operands that a backward slice follows. A backward slice starts at a value and searches the operands, direct and
/// indirect, from which the value is computed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Through {
    /// All operands.
    All,
    /// All operands except those of type `i1`: the data flow without the conditions of selects.
    Data,
}

/// Backward slices within a set of blocks. The backward slice of a value contains the operands, direct and indirect,
/// from which the value is computed. A slice also follows block arguments across the jumps between the blocks.
pub struct Slice<'f> {
    func: &'f Function,
    insts: FxHashMap<Value, Inst>,
    incoming: FxHashMap<Value, Vec<Value>>,
    /// The loads in the blocks that may return a different value if the blocks run under a guard.
    loads: FxHashSet<Inst>,
}

impl<'f> Slice<'f> {
    /// Prepares the search for backward slices within `blocks`.
    pub fn new(module: &Module, func: &'f Function, blocks: &[Block]) -> Slice<'f> {
        let all = || blocks.iter().flat_map(|&b| func.insts(b)).copied();
        let insts = all().filter_map(|inst| Some((func.result(inst)?, inst)));
        let mut incoming: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
        for &block in blocks {
            for target in func.data(func.terminator(block)).targets() {
                for (&param, &arg) in func.params(target.block).iter().zip(&target.args) {
                    incoming.entry(param).or_default().push(arg);
                }
            }
        }
        // Under a guard of 0, a store has no effect, so a later load may return the value from before the store. The
        // addresses of stores and loads are not compared: if the blocks contain any store, every load may return a
        // different value.
        let stores = all().any(|inst| matches!(func.data(inst), InstData::Store { .. }));
        let changes = |&inst: &Inst| {
            matches!(func.data(inst), InstData::Load { .. })
                && (stores || needs_guard(module, func, inst))
        };
        Slice {
            func,
            insts: insts.collect(),
            incoming,
            loads: all().filter(changes).collect(),
        }
    }

    /// Returns whether one of the values `open` depends on a load that may return a different value under a guard.
    /// `through` gives the operands that the search follows.
    pub fn reaches_memory(&self, mut open: Vec<Value>, through: Through) -> bool {
        let mut seen = FxHashSet::default();
        let follow = |value: &Value| through == Through::All || self.func.ty(*value) != Type::I1;
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            if let ValueDef::Param(..) = self.func.def(value) {
                let args = self.incoming.get(&value).into_iter().flatten();
                open.extend(args.copied().filter(follow));
                continue;
            }
            let Some(&inst) = self.insts.get(&value) else {
                continue;
            };
            if self.loads.contains(&inst) {
                return true;
            }
            match self.func.data(inst) {
                // The only intrinsic in the blocks is `may_be`. Its result is the same for all inputs of a path,
                // whether or not the guard holds for an input. So its operand is not followed.
                InstData::Intrinsic { .. } => {}
                data => open.extend(data.args().into_iter().filter(follow)),
            }
        }
        false
    }
}

/// Returns whether a load needs a guard because it may fail. A load at the start of a global variable cannot fail if
/// the variable is at least as large as the loaded value. A load that already has a guard needs the additional guard.
fn needs_guard(module: &Module, func: &Function, inst: Inst) -> bool {
    let InstData::Load {
        addr, guard: None, ..
    } = func.data(inst)
    else {
        return true;
    };
    let bytes = func.result(inst).map_or(0, |v| func.ty(v).bytes());
    match func.def_data(*addr) {
        Some(InstData::GlobalAddr { global }) => module.globals[*global].size < bytes,
        _ => true,
    }
}

/// Emits the code of guarded sides and guarded loops. A new instruction that replaces no original instruction gets the
/// source locations of the branch that the transformation replaces.
pub struct GuardEmitter<'a> {
    /// The module that contains the function.
    pub module: &'a Module,
    /// The function to transform.
    pub func: &'a mut Function,
    /// The source locations that new instructions get.
    pub locs: LocSet,
    /// The number of selects added so far.
    pub selects: usize,
}

impl GuardEmitter<'_> {
    /// Creates an operation, appends it to `into` and returns its result.
    pub fn op(&mut self, op: Op, args: &[Value], ty: Type, into: &mut Vec<Inst>) -> Value {
        let inst = self
            .func
            .make_inst(InstData::pure(op, args), Some(ty), self.locs.clone());
        into.push(inst);
        self.func.result(inst).expect("operations have results")
    }

    /// Creates a block with parameters of the same types as the parameters of `like`. The function's layout lists the
    /// new block after the blocks `behind`.
    pub fn block_like(&mut self, like: Block, behind: &[Block]) -> Block {
        let block = self.func.add_block();
        for param in self.func.params(like).to_vec() {
            self.func.add_param(block, self.func.ty(param));
        }
        let mut order = self.func.layout().to_vec();
        order.retain(|&b| b != block);
        let last = order.iter().rposition(|b| behind.contains(b));
        order.insert(last.map_or(order.len(), |at| at + 1), block);
        self.func.set_layout(order);
        block
    }

    /// Adds `guard` to each store and check of a block, to each of its loads that may fail, and to the operand of each
    /// intrinsic `may_be`.
    pub fn guard_block(&mut self, block: Block, guard: Value) {
        let mut insts = Vec::new();
        for inst in self.func.insts(block).to_vec() {
            self.guard_one(inst, guard, &mut insts);
            insts.push(inst);
        }
        self.func.set_insts(block, insts);
    }

    /// Appends a call of the intrinsic `may_be` with the operand `cond`, and returns its result: 1 if `cond` is 1 for
    /// some input of the path.
    pub fn may_be(&mut self, cond: Value, into: &mut Vec<Inst>) -> Value {
        let data = InstData::Intrinsic {
            intrinsic: Intrinsic::MayBe,
            args: [cond].into_iter().collect(),
            text: None,
        };
        let query = self.func.make_inst(data, Some(Type::I1), self.locs.clone());
        into.push(query);
        self.func.result(query).expect("intrinsics have results")
    }

    /// Adds `guard` to the guard of an instruction, if the instruction needs a guard. If the instruction already has
    /// a guard, its new guard is the conjunction of the old guard and `guard`; the operation that computes this
    /// conjunction is appended to `into`.
    fn guard_one(&mut self, inst: Inst, guard: Value, into: &mut Vec<Inst>) {
        let old = match self.func.data(inst) {
            InstData::Load { guard, .. } if needs_guard(self.module, self.func, inst) => *guard,
            InstData::Store { guard, .. } | InstData::Check { guard, .. } => *guard,
            InstData::Intrinsic {
                intrinsic: Intrinsic::MayBe,
                args,
                ..
            } => Some(args[0]),
            _ => return,
        };
        let locs = std::mem::replace(&mut self.locs, self.func.locs(inst).clone());
        let both = match old {
            Some(old) => self.op(Op::And, &[guard, old], Type::I1, into),
            None => guard,
        };
        self.locs = locs;
        match self.func.data_mut(inst) {
            InstData::Load { guard, .. }
            | InstData::Store { guard, .. }
            | InstData::Check { guard, .. } => *guard = Some(both),
            InstData::Intrinsic { args, .. } => args[0] = both,
            _ => {}
        }
    }
}

/// Returns whether a branch controls a guarded side or guarded loop: its condition is the result of `may_be`, or is
/// computed from this result by at most two logical operations (see [`guarded_loops`](crate::guarded_loops)).
pub fn is_guard_branch(func: &Function, branch: Inst) -> bool {
    match func.data(branch) {
        InstData::Branch { cond, .. } => is_from_may_be(func, *cond, 2),
        _ => false,
    }
}

/// Returns whether `value` is the result of `may_be`, or is computed from such a result by at most `operations`
/// operations.
fn is_from_may_be(func: &Function, value: Value, operations: u32) -> bool {
    match func.def_data(value) {
        Some(InstData::Intrinsic { intrinsic, .. }) => *intrinsic == Intrinsic::MayBe,
        Some(InstData::Pure { args, .. }) if operations > 0 => args
            .iter()
            .any(|&arg| is_from_may_be(func, arg, operations - 1)),
        _ => false,
    }
}
