//! Guarded loops: an input-dependent loop iterates without a fork while *some* input that satisfies the path condition
//! is still in the loop. An iteration has no effect for inputs that have left the loop.
//!
//! ```text
//! H(p): branch cond, B, X         becomes   H(p, f, on, n): f' = select on, p, f
//! B: …  jump H(q)                                           on' = on and cond
//!                                                           branch (n < LIMIT ? may_be on' : on'), B', Y
//!                                           B': …           jump H(q, f', on', n + 1)
//!                                           Y:  jump X, with f' for p
//! ```
//! B is the body of the original loop, and X the block after it. B' is the body under a guard, and Y a new block. The
//! intrinsic `may_be x` is 1 if x is 1 for some input that satisfies the path condition. The parameters of the head
//! block H are:
//!
//! - p, the loop variables of the original loop. In each iteration, p gets its next value for all inputs, including
//!   those that have left the loop. So counters and addresses stay concrete;
//! - f, for each input that has left the loop: the values that p had when it left;
//! - `on`, which is 1 for inputs that are still in the loop. In B' every effect has the guard `on'`, so an iteration
//!   has no effect for inputs that have left the loop;
//! - n, the number of iterations so far. After LIMIT iterations
//!   ([`MeldOptions::iterations`](crate::MeldOptions::iterations)), each further iteration forks, as in the original
//!   loop. Without this limit, a path would stay in the loop until the last input leaves it, which may take very many
//!   iterations or never happen.
//!
//! A loop can be guarded if its only exit is at its head and its condition does not depend on memory. So a loop with
//! the condition `i < n` can be guarded. A loop with the condition `text[i]` is not guarded: it forks one path for each
//! length of the text. For the code after the loop these forks are an advantage, because the length is concrete on each
//! path.
use crate::flow::ControlFlow;
use crate::guards::{GuardEmitter, Slice, Through, check};
use crate::legality::blocks_meld;
use crate::refusals::{Reason, Refusal};
use crate::select_branches::SelectedBranches;
use rustc_hash::{FxHashMap, FxHashSet};
use symtool_ir::{
    Bits, Block, BlockCall, Func, Function, Inst, InstClass, InstData, LocSet, Module, Op, Type,
    Value, source_name,
};

/// A loop that can run under a guard: without a fork in each iteration, and without effect for inputs that have left
/// it.
#[derive(Clone, Debug)]
pub struct Guardable {
    head: Block,
    /// The blocks of the loop other than its head.
    body: Vec<Block>,
}

impl Guardable {
    /// Returns all blocks of the loop.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        std::iter::once(self.head).chain(self.body.iter().copied())
    }
}

/// Returns the loop with the head `head`, if it can run under a guard; an error is the reason why it cannot. Returns
/// `None` if `head` is no loop head, or if its branch is not selected for melding or does not depend on an input.
pub fn find(
    module: &Module,
    (func, flow): (&Function, &ControlFlow),
    id: Func,
    head: Block,
    wanted: &SelectedBranches,
) -> Option<Result<Guardable, Refusal>> {
    let branch = func.terminator(head);
    let InstData::Branch { cond, .. } = func.data(branch) else {
        return None;
    };
    if !wanted.has(id, branch) || !wanted.is_symbolic(id, branch) {
        return None;
    }
    let found = flow.loops.get(flow.loops.innermost(head)?);
    if found.header != head {
        return None;
    }
    let body = found
        .blocks
        .iter()
        .copied()
        .filter(|&b| b != head)
        .collect();
    let region = Guardable { head, body };
    Some(
        legal(
            module,
            func,
            id,
            &region,
            found.exits.as_slice(),
            *cond,
            wanted,
        )
        .map(|()| region),
    )
}

/// Returns a description of an instruction that reads memory or has an effect, such as "a load"; `None` for other
/// instructions.
fn effect(module: &Module, data: &InstData) -> Option<String> {
    match data.class() {
        InstClass::Pure | InstClass::Address | InstClass::Terminator => None,
        InstClass::Memory => Some(match data {
            InstData::Store { .. } => "a store".to_owned(),
            _ => "a load".to_owned(),
        }),
        InstClass::Check => Some("an assertion".to_owned()),
        InstClass::Call | InstClass::Intrinsic => {
            Some(blocks_meld(module, data).unwrap_or_else(|| "a call".to_owned()))
        }
    }
}

/// Returns the reason why a loop is not melded if its condition contains the instruction `inst`, which reads memory or
/// has an effect. A read of a local variable is named, because the source code does not show that it reads memory.
fn condition_effect(module: &Module, func: &Function, inst: Inst) -> Refusal {
    let data = func.data(inst);
    let slot = match data {
        InstData::Load { addr, .. } => func.def_data(*addr),
        _ => None,
    };
    match slot {
        Some(InstData::StackAddr { slot }) if !func.slots[*slot].name.is_empty() => {
            let name = &func.slots[*slot].name;
            Refusal::new(Reason::LoopVariable, &[&source_name(name).unwrap_or(name)])
        }
        _ => {
            let effect = effect(module, data).unwrap_or_default();
            Refusal::new(Reason::LoopCondition, &[&effect])
        }
    }
}

/// Checks that the loop `region` can run under a guard; an error is the reason why it cannot.
fn legal(
    module: &Module,
    func: &Function,
    id: Func,
    region: &Guardable,
    exits: &[(Block, Block)],
    cond: Value,
    wanted: &SelectedBranches,
) -> Result<(), Refusal> {
    let insts = func.insts(region.head);
    let (&branch, computed) = insts.split_last().expect("blocks end");
    if exits.len() != 1 || exits[0].0 != region.head {
        return Err(Reason::LoopExits.into());
    }
    if region.body.is_empty() {
        return Err(Reason::LoopOfOneBlock.into());
    }
    let has_effect = |inst: &&Inst| effect(module, func.data(**inst)).is_some();
    if let Some(&first) = computed.iter().find(has_effect) {
        return Err(condition_effect(module, func, first));
    }
    let blocks: Vec<Block> = region.blocks().collect();
    check(module, func, id, &blocks, &[branch], wanted)?;
    if Slice::new(module, func, &blocks).reaches_memory(vec![cond], Through::Data) {
        return Err(Reason::LoopFromMemory.into());
    }
    Ok(())
}

/// Transforms a loop to run under a guard, so that it forks only after `limit` iterations. Returns the number of
/// selects added.
pub fn guard(module: &Module, func: &mut Function, region: &Guardable, limit: u32) -> usize {
    let head = region.head;
    let branch = func.terminator(head);
    let locs = func.locs(branch).clone();
    let params = func.params(head).to_vec();
    let mut maker = GuardEmitter {
        module,
        func,
        locs,
        selects: 0,
    };
    // The loop head gets three kinds of new parameters, in this order. First, for each old parameter, the value that
    // the old parameter has when the input leaves the loop. Second, `on`, which is 1 if the input is still in the
    // loop. Third, the number of iterations.
    let kept: Vec<Value> = params
        .iter()
        .map(|&p| maker.func.add_param(head, maker.func.ty(p)))
        .collect();
    let on = maker.func.add_param(head, Type::I1);
    let iterations = maker.func.add_param(head, Type::I32);

    let mut insts = maker.func.insts(head).to_vec();
    insts.pop();
    let own = insts.clone();
    let left: Vec<Value> = params
        .iter()
        .zip(&kept)
        .map(|(&now, &before)| {
            maker.selects += 1;
            let ty = maker.func.ty(now);
            maker.op(Op::Select, &[on, now, before], ty, &mut insts)
        })
        .collect();
    let InstData::Branch {
        cond,
        then_dest,
        else_dest,
    } = maker.func.data(branch).clone()
    else {
        unreachable!("the loop ends by a branch");
    };
    let stays_on_true = region.body.contains(&then_dest.block);
    let wants = if stays_on_true {
        cond
    } else {
        maker.op(Op::Not, &[cond], Type::I1, &mut insts)
    };
    let guard = maker.op(Op::And, &[on, wants], Type::I1, &mut insts);
    let is_continued = maker.continues(guard, iterations, limit, &mut insts);
    let (into, out) = if stays_on_true {
        (then_dest, else_dest)
    } else {
        (else_dest, then_dest)
    };
    let end = maker.end(region, &own, &params, &left, out);
    let data = InstData::Branch {
        cond: is_continued,
        then_dest: into,
        else_dest: BlockCall::new(end, &[]),
    };
    let locs = maker.locs.clone();
    insts.push(maker.func.make_inst(data, None, locs));
    maker.func.set_insts(head, insts);

    let next = maker.func.constant(Type::I32, Bits::new(32, 1));
    for &block in &region.body {
        maker.guard_block(block, guard);
        if maker.func.successors(block).contains(&head) {
            let mut insts = maker.func.insts(block).to_vec();
            let last = insts.pop().expect("blocks end");
            let more = maker.op(Op::Add, &[iterations, next], Type::I32, &mut insts);
            insts.push(last);
            maker.func.set_insts(block, insts);
            let state: Vec<Value> = left.iter().copied().chain([guard, more]).collect();
            pass(maker.func, block, head, &state);
        }
    }
    // The jumps into the loop from outside pass `on` = 1 and the iteration count 0, because all inputs enter the loop.
    let inside: FxHashSet<Block> = region.blocks().collect();
    let first = maker.first_state(&params);
    for block in maker.func.layout().to_vec() {
        if !inside.contains(&block) {
            pass(maker.func, block, head, &first);
        }
    }
    maker.selects
}

/// Appends `more` to the arguments of every jump from block `from` to block `to`.
fn pass(func: &mut Function, from: Block, to: Block, more: &[Value]) {
    let last = func.terminator(from);
    for target in func.data_mut(last).targets_mut() {
        if target.block == to {
            target.args.extend(more.iter().copied());
        }
    }
}

impl GuardEmitter<'_> {
    /// Returns the condition for one more iteration of the loop. In the first `limit` iterations, the condition is 1
    /// if some input of the path is still in the loop, so the path does not fork. In later iterations, the condition
    /// is `guard`, which is 1 for inputs that are still in the loop, so the path forks.
    fn continues(
        &mut self,
        guard: Value,
        iterations: Value,
        limit: u32,
        insts: &mut Vec<Inst>,
    ) -> Value {
        let limit = self.func.constant(Type::I32, Bits::new(32, limit.into()));
        let below = self.op(Op::Ult, &[iterations, limit], Type::I1, insts);
        let above = self.op(Op::Not, &[below], Type::I1, insts);
        let inside = self.op(Op::And, &[guard, below], Type::I1, insts);
        let may = self.may_be(inside, insts);
        let some = self.op(Op::And, &[may, below], Type::I1, insts);
        let this = self.op(Op::And, &[guard, above], Type::I1, insts);
        self.op(Op::Or, &[some, this], Type::I1, insts)
    }

    /// Returns the initial values of the new parameters of the loop head. The values kept for inputs that have left the
    /// loop are 0 at first, because no input has left it. The value of `on` is 1, because every input enters the loop.
    /// The number of iterations is 0.
    fn first_state(&mut self, params: &[Value]) -> Vec<Value> {
        let mut state: Vec<Value> = params
            .iter()
            .map(|&p| {
                let ty = self.func.ty(p);
                self.func.constant(ty, Bits::zero(ty.bits()))
            })
            .collect();
        state.push(self.func.constant(Type::I1, Bits::new(1, 1)));
        state.push(self.func.constant(Type::I32, Bits::zero(32)));
        state
    }

    /// Creates the block to which the loop exits. Code after the loop may use values that the loop head computes. So
    /// this block computes them again from `left`: the values that the parameters of the loop head had when the input
    /// left the loop.
    fn end(
        &mut self,
        region: &Guardable,
        own: &[Inst],
        params: &[Value],
        left: &[Value],
        out: BlockCall,
    ) -> Block {
        let end = self.func.add_block();
        let mut order = self.func.layout().to_vec();
        order.retain(|&b| b != end);
        let last = order.iter().rposition(|b| region.blocks().any(|r| r == *b));
        order.insert(last.map_or(order.len(), |at| at + 1), end);
        self.func.set_layout(order);
        let mut map: FxHashMap<Value, Value> =
            params.iter().copied().zip(left.iter().copied()).collect();
        let mut insts = Vec::new();
        for &inst in own {
            let mut data = self.func.data(inst).clone();
            data.map_args(|arg| *map.get(&arg).unwrap_or(&arg));
            let result = self.func.result(inst).expect("operations have results");
            let locs: LocSet = self.func.locs(inst).clone();
            let copy = self.func.make_inst(data, Some(self.func.ty(result)), locs);
            insts.push(copy);
            map.insert(result, self.func.result(copy).expect("as the original"));
        }
        let locs = self.locs.clone();
        insts.push(
            self.func
                .make_inst(InstData::Jump { dest: out }, None, locs),
        );
        self.func.set_insts(end, insts);
        let inside: FxHashSet<Block> = region.blocks().collect();
        for block in self.func.layout().to_vec() {
            if inside.contains(&block) {
                continue;
            }
            for inst in self.func.insts(block).to_vec() {
                let copied = block == end && !self.func.data(inst).is_terminator();
                if !copied {
                    self.func
                        .data_mut(inst)
                        .map_args(|arg| *map.get(&arg).unwrap_or(&arg));
                }
            }
        }
        end
    }
}
