//! Joins two states.
//!
//! Let P be the common prefix of both path conditions, and C the conditions after this prefix that both path conditions
//! contain. Let A be the conjunction of the remaining conditions of the first state, and B that of the second state.
//! The joined path condition is P ∧ C ∧ (A ∨ B). A register or byte with the values a and b in the two states becomes
//! `ite(A, a, b)` or `ite(B, b, a)`, depending on which condition is shorter. If A and B are the two sides of a branch,
//! A ∨ B is true and is omitted.
//!
//! Soundness requires that every input of the joined path satisfies A or B. It also requires that each input continues
//! with the values of a state whose path condition the input satisfies.
//!
//! Only live values are joined. A dead register has the value of either state, because it is never read.
use super::decision::Refusal;
use super::tails::PathDifference;
use crate::code::live::LiveRegs;
use crate::code::{Code, Reg, Step};
use crate::state::frame::{CallStack, Frame};
use crate::state::history::MergeHistory;
use crate::state::inputs::MadeInputs;
use crate::state::obligations::{self, Numbering, Obligation};
use crate::state::path::Path;
use crate::state::{MergeState, State};
use crate::value::Val;
use rpds::List;
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};

/// Returns whether two states are at the same step of the same calls.
pub fn is_same_point(a: &State, b: &State) -> bool {
    let frames = |a: &Frame, b: &Frame| {
        (a.func, a.pc, a.slots, a.slot_count, a.va_area)
            == (b.func, b.pc, b.slots, b.slot_count, b.va_area)
            && a.extra == b.extra
    };
    let unshared = a.callers.unshared(&b.callers);
    a.callers.depth() == b.callers.depth()
        && frames(&a.frame, &b.frame)
        && (a.callers.iter().zip(b.callers.iter()))
            .take(unshared)
            .all(|(a, b)| frames(a, b))
}

/// Returns whether two states at the same step are in the same iteration of each loop around it.
pub fn is_same_iteration(a: &State, b: &State) -> bool {
    let unshared = a.callers.unshared(&b.callers);
    a.frame.iterations == b.frame.iterations
        && (a.callers.iter().zip(b.callers.iter()))
            .take(unshared)
            .all(|(a, b)| a.iterations == b.iterations)
}

/// Returns whether two states can probably be joined. The values of the states are not compared.
pub fn may_join(a: &State, b: &State) -> bool {
    refusal(a, b).is_none()
}

/// Returns a reason why two states cannot be joined; `None` if none is found. The values and path conditions of the
/// states are not compared.
pub fn refusal(a: &State, b: &State) -> Option<Refusal> {
    let plain = |s: &State| s.guide.is_none() && s.exit_status.is_none() && s.saved.is_empty();
    if !plain(a) || !plain(b) {
        Some(Refusal::Continuation)
    } else if !is_same_point(a, b) {
        Some(Refusal::Point)
    } else if !a.inputs.has_same_names(&b.inputs) {
        Some(Refusal::Inputs)
    } else if !a.memory.has_same_objects(&b.memory) {
        Some(Refusal::Objects)
    } else {
        None
    }
}

/// Returns the live registers of a frame. For the active frame they are the registers that are live at its current
/// step. For the frame of a caller, which waits for a call to return, they are the registers that are live after this
/// call, without the register that receives the result of the call.
pub fn needed(live: &mut LiveRegs, code: &Code, frame: &Frame, is_active: bool) -> Rc<[Reg]> {
    let body = code.of(frame.func);
    if is_active {
        return live.before(frame.func, body, frame.pc);
    }
    let behind = live.before(frame.func, body, frame.pc + 1);
    let result = match &body.steps[frame.pc as usize] {
        Step::Call(call) => call.dst.map(|(reg, _)| reg),
        _ => None,
    };
    match result {
        Some(result) if behind.contains(&result) => {
            behind.iter().copied().filter(|&r| r != result).collect()
        }
        _ => behind,
    }
}

/// A function that returns the `ite` between the values of two states. Its last argument is the width of the values
/// in bits.
pub type Choose<'c> = dyn FnMut(&mut Arena, Val, Val, u32) -> Val + 'c;

/// The conditions that result from joining two path conditions.
pub struct Ends {
    /// The joined path condition.
    pub path: Path,
    /// For each of the two states, the condition under which the joined state represents this state.
    pub only: [ExprId; 2],
}

/// Returns the join of two states, with the id of the first state.
///
/// # Errors
/// The reason why the states cannot be joined.
pub fn join(
    arena: &mut Arena,
    code: &Code,
    live: &mut LiveRegs,
    (a, b): (&State, &State),
    numbering: &mut Numbering<'_>,
) -> Result<State, Refusal> {
    if let Some(refusal) = refusal(a, b) {
        return Err(refusal);
    }
    let tails = PathDifference::new(arena, &a.path, &b.path).ok_or(Refusal::Paths)?;
    let (only, len) = (tails.only, tails.len);
    let mut choose = |arena: &mut Arena, a: Val, b: Val, width: u32| {
        let (a, b) = (a.expr(arena, width), b.expr(arena, width));
        let value = if len[0] <= len[1] {
            arena.ite(only[0], a, b)
        } else {
            arena.ite(only[1], b, a)
        };
        Val::of(arena, value)
    };
    let mut path = tails.common;
    if tails.either != Arena::TRUE {
        path.push(tails.either);
    }
    let ends = Ends { path, only };
    combine(arena, (code, live), (a, b), ends, &mut choose, numbering)
        .ok_or(Refusal::Initialization)
}

/// Returns whether two states have equal live registers, memory and output. Returns `false` if [`may_join`] returns
/// `false` for the states.
pub fn same_store(
    arena: &mut Arena,
    (code, live): (&Code, &mut LiveRegs),
    a: &State,
    b: &State,
) -> bool {
    if !may_join(a, b) || a.output != b.output {
        return false;
    }
    let frames = |live: &mut LiveRegs, a: &Frame, b: &Frame, is_active: bool| {
        let needed = needed(live, code, a, is_active);
        needed
            .iter()
            .all(|&reg| a.regs[reg as usize] == b.regs[reg as usize])
    };
    if !frames(live, &a.frame, &b.frame, true) {
        return false;
    }
    let unshared = a.callers.unshared(&b.callers);
    let mut callers = a.callers.iter().zip(b.callers.iter()).take(unshared);
    if !callers.all(|(one, two)| frames(live, one, two, false)) {
        return false;
    }
    a.memory.has_same_contents(&b.memory, arena)
}

/// Returns the state `state` with some of its values replaced. `state` is the join of several states, and `other` is
/// one of these states. The replaced values are those of the live registers and bytes in which `state` and `other`
/// differ. For each of these values, `change` gets the value in `state` and its width in bits, and returns the new
/// value. Returns `None` if the memories of `state` and `other` cannot be joined. Pattern-based merging uses this
/// function to replace `ite` chains by shorter expressions.
pub fn changed(
    arena: &mut Arena,
    (code, live): (&Code, &mut LiveRegs),
    (state, other): (State, &State),
    change: &mut dyn FnMut(&mut Arena, ExprId, u32) -> ExprId,
) -> Option<State> {
    let mut choose = |arena: &mut Arena, a: Val, _: Val, width: u32| {
        let value = a.expr(arena, width);
        let value = change(arena, value, width);
        Val::of(arena, value)
    };
    let (memory, frame, callers) = stores(arena, (code, live), (&state, other), &mut choose)?;
    Some(State {
        memory,
        frame,
        callers,
        ..state
    })
}

/// Returns the pairs of register or memory values in which two states differ. Returns `None` if the states have
/// different objects, or if some byte is initialized in one state and not in the other.
pub fn differences(
    arena: &mut Arena,
    stores_of: (&Code, &mut LiveRegs),
    pair: (&State, &State),
) -> Option<Vec<(ExprId, ExprId)>> {
    let mut found = Vec::new();
    let mut choose = |arena: &mut Arena, a: Val, b: Val, width: u32| {
        found.push((a.expr(arena, width), b.expr(arena, width)));
        a
    };
    stores(arena, stores_of, pair, &mut choose)?;
    Some(found)
}

/// Returns the joined memory, active frame and call stack of two states; `None` if the memories cannot be joined. If
/// the states are in different iterations of a loop, the joined state is in the later iteration.
fn stores(
    arena: &mut Arena,
    (code, live): (&Code, &mut LiveRegs),
    (a, b): (&State, &State),
    choose: &mut Choose<'_>,
) -> Option<(crate::memory::Memory, Frame, CallStack)> {
    let memory = a.memory.join(&b.memory, arena, choose)?;
    let mut frames = |a: &Frame, b: &Frame, is_active: bool, arena: &mut Arena| {
        let mut joined = a.clone();
        for &reg in needed(live, code, a, is_active).iter() {
            let at = reg as usize;
            let (x, y) = (a.regs[at], b.regs[at]);
            if x != y {
                joined.regs[at] = choose(arena, x, y, code.of(a.func).widths[at]);
            }
        }
        for (iteration, other) in joined.iterations.iter_mut().zip(&b.iterations) {
            *iteration = (*iteration).max(*other);
        }
        joined
    };
    let frame = frames(&a.frame, &b.frame, true, arena);
    let mut waiting: Vec<Frame> = Vec::new();
    let unshared = a.callers.unshared(&b.callers);
    for (one, two) in a.callers.iter().zip(b.callers.iter()).take(unshared) {
        waiting.push(frames(one, two, false, arena));
    }
    let mut callers: CallStack = a.callers.below(unshared);
    waiting.into_iter().rev().for_each(|f| callers.push(f));
    Some((memory, frame, callers))
}

/// Returns the join of two states; `None` if the memories cannot be joined. The joined state has the path condition in
/// `ends`. For each value in which the states differ, `choose` returns the joined value. `numbering` numbers the new
/// coverage obligations of the joined state. The caller must make sure that [`may_join`] returns `true` for the states.
pub fn combine(
    arena: &mut Arena,
    (code, live): (&Code, &mut LiveRegs),
    (a, b): (&State, &State),
    ends: Ends,
    choose: &mut Choose<'_>,
    numbering: &mut Numbering<'_>,
) -> Option<State> {
    let (memory, frame, callers) = stores(arena, (code, live), (a, b), choose)?;
    let Ends { path, only } = ends;
    let both = [&a.merge.obligations, &b.merge.obligations];
    let mut obligations: Vec<Obligation> =
        obligations::joined(arena, both, only, numbering.fulfilled);
    for (state, when) in [a, b].into_iter().zip(only) {
        if state.covers_new {
            let witness = state.merge.witness.clone();
            let number = numbering.next_number();
            obligations.push(Obligation {
                number,
                when,
                witness,
            });
        }
    }
    let inputs = joined_inputs(arena, &a.inputs, &b.inputs, only);
    Some(State {
        id: a.id,
        frame,
        callers,
        saved: a.saved.clone(),
        memory,
        path,
        inputs,
        output: joined_output(&a.output, &b.output),
        preferences: a.preferences.clone(),
        depth: a.depth.max(b.depth),
        steps: a.steps.max(b.steps),
        multiplicity: a.multiplicity.saturating_add(b.multiplicity),
        exit_status: None,
        guide: None,
        covers_new: false,
        merge: MergeState {
            history: Rc::new(MergeHistory::Joined([
                (only[0], Rc::clone(&a.merge.history)),
                (only[1], Rc::clone(&b.merge.history)),
            ])),
            obligations: obligations.into_iter().collect(),
            witness: None,
            regions: a.merge.regions.clone(),
            arrival: None,
            forks: a.merge.forks.clone(),
            forked: false,
            forked_at: a.merge.forked_at,
        },
    })
}

/// Returns the inputs of the joined state. The common prefix of both input lists is unchanged. Each input after this
/// prefix exists only under a condition. If only one state created the input, this is the condition that distinguishes
/// that state from the other state. If both states created the input, this is the disjunction of the conditions of the
/// two states.
fn joined_inputs(
    arena: &mut Arena,
    a: &MadeInputs,
    b: &MadeInputs,
    only: [ExprId; 2],
) -> MadeInputs {
    let shared = a.shared(b);
    if shared == a.len() && shared == b.len() {
        return a.clone();
    }
    let mut joined = a.first(shared);
    let (one, two) = (a.in_order(), b.in_order());
    for made in &one[shared..] {
        let other = two[shared..].iter().find(|other| other.name == made.name);
        let mut made = (*made).clone();
        let mine = arena.and(made.when, only[0]);
        made.when = match other {
            Some(other) => {
                let others = arena.and(other.when, only[1]);
                arena.or(mine, others)
            }
            None => mine,
        };
        joined.push(made);
    }
    for made in &two[shared..] {
        if one[shared..].iter().all(|other| other.name != made.name) {
            let mut made = (*made).clone();
            made.when = arena.and(made.when, only[1]);
            joined.push(made);
        }
    }
    joined
}

/// Returns the output of a joined state. If the outputs of the two states differ, the result is the output before the
/// fork of the two states, followed by one character `?` in place of all later output.
fn joined_output(a: &List<Rc<[u8]>>, b: &List<Rc<[u8]>>) -> List<Rc<[u8]>> {
    let (mut one, mut two) = (a.clone(), b.clone());
    while one.len() > two.len() {
        one.drop_first_mut();
    }
    while two.len() > one.len() {
        two.drop_first_mut();
    }
    let mut same = one.len() == a.len() && two.len() == b.len();
    while let (Some(x), Some(y)) = (one.first(), two.first()) {
        // From this element on, both states share the list, so the remaining output is equal.
        if Rc::ptr_eq(x, y) {
            break;
        }
        same = same && x == y;
        one.drop_first_mut();
        two.drop_first_mut();
    }
    if same {
        return a.clone();
    }
    one.push_front_mut(Rc::from(&b"?"[..]));
    one
}
