//! Canonicalizes `&&`, `||` and `switch` to two-way branches with straight-line sides, the shape that melding
//! requires.
//!
//! `a && b` consists of two branches. The first block, the *head*, branches on a: to a block B if a holds, else to a
//! block X. B computes b and branches to a block Y if b holds, else to X. If all instructions of B can run with a as
//! their guard, they move into the head. One branch remains: to Y if `a ∧ b` holds, else to X. If the head passes an
//! argument p to X and B passes a different argument q, the remaining branch passes `ite(a, q, p)`. The operator `||`
//! is treated symmetrically. B's instructions are moved, not copied, so that uses of their results in Y stay valid.
//!
//! A `switch` with straight-line cases that all continue at one block becomes a chain of two-way branches.
use crate::guards::line_of;
use crate::legality::{self, blocks_meld, is_speculatable};
use crate::options::{MeldOptions, Mode};
use crate::refusals::{Reason, Refusal};
use crate::regions::{edge_counts, find};
use crate::select_branches::SelectedBranches;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use symtool_ir::{
    Bits, Block, BlockCall, Func, Function, Inst, InstData, LocSet, Module, Op, Type, Value,
};

/// The maximum number of instructions in the right operand of `&&` or `||`. A longer operand keeps its own branch,
/// because after folding its instructions run even if the left operand decides the result.
const MAX_RIGHT_SIDE: usize = 48;

/// A short-circuit operator in the CFG: a head block, and a block `right` that computes the right operand.
struct ShortCircuit {
    head: Block,
    right: Block,
    /// Whether the head branches to `right` if its own condition is true (operator `&&`). If this field is false, the
    /// head branches to `right` if its own condition is false (operator `||`).
    on_true: bool,
    /// Whether `right` branches to the shared target if its condition is true. The shared target is the block to which
    /// both the head and `right` can branch.
    shared_on_true: bool,
}

/// Replaces the two branches of each `a && b` and `a || b` by a single branch; returns whether any were replaced.
/// Conditions are that the right operand may run under a guard (see [`is_speculatable`]), and that one of the two
/// branches is selected for melding.
pub fn short_circuits(
    module: &Module,
    func: &mut Function,
    id: Func,
    wanted: &mut SelectedBranches,
    options: &MeldOptions,
) -> bool {
    let mut changed = false;
    loop {
        let edges = edge_counts(func);
        let found = func.layout().iter().rev().find_map(|&head| {
            find_short(func, &edges, head)
                .filter(|short| allowed(module, (func, &edges), id, wanted, options, short))
        });
        let Some(short) = found else {
            return changed;
        };
        join(func, id, wanted, options, &short);
        changed = true;
    }
}

fn find_short(
    func: &Function,
    edges: &SecondaryMap<Block, u32>,
    head: Block,
) -> Option<ShortCircuit> {
    let InstData::Branch {
        then_dest,
        else_dest,
        ..
    } = func.data(*func.insts(head).last()?)
    else {
        return None;
    };
    [(then_dest, else_dest, true), (else_dest, then_dest, false)]
        .into_iter()
        .find_map(|(to, other, on_true)| {
            let right = to.block;
            if edges[right] != 1 || right == head || other.block == right {
                return None;
            }
            let InstData::Branch {
                then_dest: t,
                else_dest: e,
                ..
            } = func.data(*func.insts(right).last()?)
            else {
                return None;
            };
            let shared = |call: &BlockCall| call.block == other.block;
            if shared(t) == shared(e) {
                return None;
            }
            Some(ShortCircuit {
                head,
                right,
                on_true,
                shared_on_true: shared(t),
            })
        })
}

fn allowed(
    module: &Module,
    (func, edges): (&Function, &SecondaryMap<Block, u32>),
    id: Func,
    wanted: &SelectedBranches,
    options: &MeldOptions,
    short: &ShortCircuit,
) -> bool {
    let insts = func.insts(short.right);
    let branches = [func.terminator(short.head), func.terminator(short.right)];
    // If the block of the right operand also ends in a branch whose two sides can be melded, the operator is not
    // folded: melding these sides gives better code.
    let symbolic = |inst| wanted.has_symbolic_address(id, inst);
    let melds = match find(func, edges, short.right) {
        Some(Ok(region)) => {
            wanted.has(id, branches[1])
                && legality::check(module, func, &region, options.mode, &symbolic).is_none()
        }
        _ => false,
    };
    insts.len() <= MAX_RIGHT_SIDE
        && !melds
        && branches.iter().any(|&b| wanted.has(id, b))
        && insts[..insts.len() - 1].iter().all(|&inst| {
            is_speculatable(func.data(inst), options)
                && blocks_meld(module, func.data(inst)).is_none()
        })
        && !insts
            .iter()
            .chain(&branches)
            .any(|&inst| options.ignore.has_inst(module, func, inst))
}

fn join(
    func: &mut Function,
    id: Func,
    wanted: &mut SelectedBranches,
    options: &MeldOptions,
    short: &ShortCircuit,
) {
    let first = func.terminator(short.head);
    let second = func.terminator(short.right);
    let (
        InstData::Branch {
            cond: a,
            then_dest,
            else_dest,
        },
        InstData::Branch { .. },
    ) = (func.data(first).clone(), func.data(second))
    else {
        return;
    };
    let (to_right, shared_from_head) = if short.on_true {
        (then_dest, else_dest)
    } else {
        (else_dest, then_dest)
    };
    let params: FxHashMap<Value, Value> = func
        .params(short.right)
        .iter()
        .copied()
        .zip(to_right.args.iter().copied())
        .collect();
    let mut insts = func.insts(short.head).to_vec();
    insts.pop();
    let mut moved = func.insts(short.right).to_vec();
    moved.pop();
    func.remove_block(short.right);
    func.replace_uses(&params);
    func.data_mut(second)
        .map_args(|v| params.get(&v).copied().unwrap_or(v));
    for &inst in &moved {
        func.data_mut(inst)
            .map_args(|v| params.get(&v).copied().unwrap_or(v));
    }
    let mut out = Out { func, insts };
    let mut locs = out.func.locs(first).clone();
    locs.union(out.func.locs(second));
    let guard = if short.on_true {
        a
    } else {
        out.pure(Op::Not, &[a], Type::I1, &locs)
    };
    for inst in moved {
        out.guarded(inst, guard, options.mode);
    }
    let InstData::Branch {
        cond: b,
        then_dest: t,
        else_dest: e,
    } = out.func.data(second).clone()
    else {
        return;
    };
    let (shared, own) = if short.shared_on_true { (t, e) } else { (e, t) };
    let mut args: SmallVec<[Value; 3]> = SmallVec::new();
    for (&from_right, &from_head) in shared.args.iter().zip(&shared_from_head.args) {
        args.push(if from_right == from_head {
            from_head
        } else {
            let ty = out.func.ty(from_head);
            out.pure(Op::Select, &[guard, from_right, from_head], ty, &locs)
        });
    }
    let shared = BlockCall {
        block: shared.block,
        args,
    };
    // Returns the condition b of the right operand, or `not b` if `positive` is false. The callers select the form that
    // holds if the right operand leads to the first target of the combined branch.
    let own_cond = |out: &mut Out, positive: bool| {
        if positive {
            b
        } else {
            out.pure(Op::Not, &[b], Type::I1, &locs)
        }
    };
    let data = if short.on_true {
        let b = own_cond(&mut out, !short.shared_on_true);
        let cond = out.pure(Op::And, &[a, b], Type::I1, &locs);
        InstData::Branch {
            cond,
            then_dest: own,
            else_dest: shared,
        }
    } else {
        let b = own_cond(&mut out, short.shared_on_true);
        let cond = out.pure(Op::Or, &[a, b], Type::I1, &locs);
        InstData::Branch {
            cond,
            then_dest: shared,
            else_dest: own,
        }
    };
    let branch = out.func.make_inst(data, None, locs.clone());
    out.insts.push(branch);
    let Out { func, insts } = out;
    func.set_insts(short.head, insts);
    wanted.replace(id, &[first, second], branch);
}

/// Creates instructions of a function and collects them in a list.
struct Out<'f> {
    func: &'f mut Function,
    insts: Vec<Inst>,
}

impl Out<'_> {
    fn pure(&mut self, op: Op, args: &[Value], ty: Type, locs: &LocSet) -> Value {
        let inst = self
            .func
            .make_inst(InstData::pure(op, args), Some(ty), locs.clone());
        self.insts.push(inst);
        match self.func.result(inst) {
            Some(value) => value,
            None => unreachable!("made with a result"),
        }
    }

    /// Appends an instruction of the right operand, changed so that it does not fail if `guard` is 0. A check gets
    /// `guard` as an additional guard. A divisor d that may be 0 becomes `ite(guard, d, 1)`. In guarded mode, a load
    /// gets `guard` as an additional guard. In speculative mode, no load is moved (see [`is_speculatable`]).
    fn guarded(&mut self, inst: Inst, guard: Value, mode: Mode) {
        let locs = self.func.locs(inst).clone();
        let mut data = self.func.data(inst).clone();
        match &mut data {
            InstData::Pure { op, args }
                if op.is_division() && self.func.as_const(args[1]).is_none_or(Bits::is_zero) =>
            {
                let ty = self.func.ty(args[1]);
                let one = self.func.constant(ty, Bits::new(ty.bits(), 1));
                args[1] = self.pure(Op::Select, &[guard, args[1], one], ty, &locs);
            }
            InstData::Load { guard: own, .. } if mode == Mode::Guarded => {
                *own = Some(self.both(*own, guard, &locs));
            }
            InstData::Check { guard: own, .. } => *own = Some(self.both(*own, guard, &locs)),
            _ => {}
        }
        *self.func.data_mut(inst) = data;
        self.insts.push(inst);
    }

    fn both(&mut self, own: Option<Value>, guard: Value, locs: &LocSet) -> Value {
        match own {
            Some(own) => self.pure(Op::And, &[guard, own], Type::I1, locs),
            None => guard,
        }
    }
}

/// Replaces each switch that is selected for melding and has straight-line cases by a chain of two-way branches.
/// Returns whether one was replaced.
pub fn switches(
    module: &Module,
    func: &mut Function,
    id: Func,
    wanted: &mut SelectedBranches,
) -> bool {
    let mut changed = false;
    let mut edges = edge_counts(func);
    for head in func.layout().to_vec() {
        if func.insts(head).is_empty() {
            continue;
        }
        let branch = func.terminator(head);
        let is_switch = matches!(func.data(branch), InstData::Switch { .. });
        if is_switch
            && switch_refusal(module, func, &edges, head).is_none()
            && wanted.has(id, branch)
        {
            chain(func, id, wanted, head);
            edges = edge_counts(func);
            changed = true;
        }
    }
    changed
}

/// Returns the reason why the switch at the end of `head` cannot become a chain of branches that can be melded; `None`
/// if it can. Its cases must be straight-line code that ends at one block.
pub fn switch_refusal(
    module: &Module,
    func: &Function,
    edges: &SecondaryMap<Block, u32>,
    head: Block,
) -> Option<Refusal> {
    const MAX_CASES: usize = 64;
    let InstData::Switch { cases, default, .. } = func.data(func.terminator(head)) else {
        return None;
    };
    if cases.len() >= MAX_CASES {
        return Some(Refusal::new(Reason::SwitchSize, &[&(MAX_CASES - 1)]));
    }
    let calls = cases.iter().map(|(_, call)| call).chain([default]);
    let mut join: Option<Block> = None;
    for call in calls {
        let expected = cases_to(func, head, call.block);
        match straight_end(module, func, edges, (call.block, expected)) {
            Err(refusal) => return Some(refusal),
            Ok(end) if *join.get_or_insert(end) != end => return Some(Reason::SwitchEnds.into()),
            Ok(_) => {}
        }
    }
    None
}

/// Returns the number of edges from the switch at the end of `head` to `block`.
fn cases_to(func: &Function, head: Block, block: Block) -> u32 {
    let successors = func.successors(head);
    successors.iter().filter(|&&b| b == block).count() as u32
}

/// Returns the block at which a case of the switch ends: the first block that other code also reaches. The case begins
/// at `block`, to which `expected` edges of the switch lead.
///
/// # Errors
/// The reason why the case is not straight-line code.
fn straight_end(
    module: &Module,
    func: &Function,
    edges: &SecondaryMap<Block, u32>,
    (mut block, mut expected): (Block, u32),
) -> Result<Block, Refusal> {
    let contains = |what: &str| Refusal::new(Reason::SwitchCase, &[&what]);
    loop {
        if edges[block] != expected {
            return Ok(block);
        }
        let Some((&end, rest)) = func.insts(block).split_last() else {
            return Err(Reason::SwitchEnds.into());
        };
        let obstacle = rest
            .iter()
            .find_map(|&inst| blocks_meld(module, func.data(inst)));
        if let Some(what) = obstacle {
            return Err(contains(&what));
        }
        match func.data(end) {
            InstData::Jump { dest } => block = dest.block,
            InstData::Branch { .. } | InstData::Switch { .. } => {
                let line = line_of(module, func, end);
                return Err(contains(&format!(
                    "a branch or a loop (line {line}) that is not melded"
                )));
            }
            InstData::Return { .. } => return Err(contains("a return")),
            _ => return Err(Reason::SwitchEnds.into()),
        }
        expected = 1;
    }
}

fn chain(func: &mut Function, id: Func, wanted: &mut SelectedBranches, head: Block) {
    let switch = func.terminator(head);
    let InstData::Switch {
        value,
        cases,
        default,
    } = func.data(switch).clone()
    else {
        return;
    };
    let locs = func.locs(switch).clone();
    let ty = func.ty(value);
    // Switch values with the same target block and the same arguments share one condition.
    let mut groups: Vec<(BlockCall, Vec<Bits>)> = Vec::new();
    for (bits, call) in cases {
        match groups.iter_mut().find(|(c, _)| *c == call) {
            Some((_, all)) => all.push(bits),
            None => groups.push((call, vec![bits])),
        }
    }
    groups.retain(|(call, _)| *call != default);
    let mut block = head;
    let count = groups.len();
    let mut insts = func.insts(head).to_vec();
    insts.pop();
    for (number, (call, values)) in groups.into_iter().enumerate() {
        let mut out = Out { func, insts };
        let mut cond: Option<Value> = None;
        for bits in values {
            let k = out.func.constant(ty, bits);
            let is = out.pure(Op::Eq, &[value, k], Type::I1, &locs);
            cond = Some(match cond {
                Some(c) => out.pure(Op::Or, &[c, is], Type::I1, &locs),
                None => is,
            });
        }
        let Some(cond) = cond else { return };
        let next = if number + 1 == count {
            default.clone()
        } else {
            BlockCall::new(out.func.add_block(), &[])
        };
        let next_block = next.block;
        let data = InstData::Branch {
            cond,
            then_dest: call,
            else_dest: next,
        };
        let branch = out.func.make_inst(data, None, locs.clone());
        wanted.replace(id, &[switch], branch);
        out.insts.push(branch);
        let finished = out.insts;
        func.set_insts(block, finished);
        block = next_block;
        insts = Vec::new();
    }
    if count == 0 {
        let jump = func.make_inst(InstData::Jump { dest: default }, None, locs);
        insts.push(jump);
        func.set_insts(head, insts);
    }
}
