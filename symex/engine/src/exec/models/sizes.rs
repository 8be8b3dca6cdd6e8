//! Determines the sizes of new objects from the operands of an allocation.
//!
//! By default, if the size of a new object is symbolic, one state is forked for the sizes for which the allocation
//! fails, and one for each other value of the size. If [`MemoryOptions::symbolic_sizes`] gives a *capacity* (a maximum
//! size), the size stays symbolic and no state is forked. Then the object occupies as many bytes as the capacity, and
//! bounds checks compare with the symbolic size.
//!
//! [`MemoryOptions::symbolic_sizes`]: crate::config::MemoryOptions::symbolic_sizes
use super::{constant, operand};
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Stop};
use crate::memory::object::{Background, Bound, Kind};
use crate::state::State;
use crate::value::Val;
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};
use symtool_ir::Op;
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};
use symtool_solver::Tri;

const SIZE: &str = "the size of an allocation";

/// The size of a new object.
#[derive(Copy, Clone, Debug)]
pub(super) enum Size {
    /// A constant number of bytes, at most [`MAX_OBJECT_SIZE`].
    Known(u64),
    /// A symbolic size: an expression of 64 bits, and its upper bound on the path.
    Bounded(ExprId, u64),
    /// More bytes than the size limit of objects.
    TooLarge,
}

impl Size {
    /// Returns the size as an expression. The size of an allocation that fails is zero.
    pub(super) fn expr(self, executor: &mut Executor<'_>) -> ExprId {
        match self {
            Size::Known(size) => executor.arena.int(64, u128::from(size)),
            Size::Bounded(size, _) => size,
            Size::TooLarge => executor.arena.int(64, 0),
        }
    }

    /// Returns the maximum size in bytes; 0 if the allocation fails.
    pub(super) fn most(self) -> u64 {
        match self {
            Size::Known(size) | Size::Bounded(_, size) => size,
            Size::TooLarge => 0,
        }
    }
}

/// Returns the product of the operands at the indexes `operands` as the size of a new object. The function may
/// fork, so the caller must call it before the first effect of the step.
pub(super) fn requested(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
    operands: &[usize],
) -> Result<Size, Stop> {
    let mut unit = 1u64;
    let mut open = None;
    for &index in operands {
        if let (None, Val::Expr(count)) = (open, operand(state, step, index)) {
            open = Some((index, count));
            continue;
        }
        match unit.checked_mul(constant(executor, state, step, index, SIZE)?) {
            Some(product) => unit = product,
            None => return Ok(Size::TooLarge),
        }
    }
    let Some((index, count)) = open.filter(|_| unit > 0) else {
        return Ok(known(unit));
    };
    if !split_large(executor, state, count, unit) {
        return Ok(Size::TooLarge);
    }
    match executor.config.memory.symbolic_sizes {
        Some(most) => symbolic(executor, state, count, unit, most.min(MAX_OBJECT_SIZE)),
        None => {
            let count = constant(executor, state, step, index, SIZE)?;
            Ok(known(count.saturating_mul(unit)))
        }
    }
}

/// Returns a constant size.
fn known(size: u64) -> Size {
    match size {
        0..=MAX_OBJECT_SIZE => Size::Known(size),
        _ => Size::TooLarge,
    }
}

/// Forks a state for the inputs for which the allocation fails, because `count * unit` bytes exceed the size limit of
/// objects. Returns whether the allocation succeeds for some inputs. If it fails for all inputs, no state is forked.
fn split_large(executor: &mut Executor<'_>, state: &mut State, count: ExprId, unit: u64) -> bool {
    let possible = within(executor, count, 0, MAX_OBJECT_SIZE / unit);
    let large = executor.not(possible);
    if executor.possible(state, large).possible() {
        if executor.possible(state, possible) == Tri::No {
            return false;
        }
        executor.split_off(state, large);
    }
    true
}

/// Returns `count * unit` bytes as a symbolic size. The inputs that request more than `most` bytes are excluded from
/// the path, and the run becomes incomplete.
fn symbolic(
    executor: &mut Executor<'_>,
    state: &mut State,
    count: ExprId,
    unit: u64,
    most: u64,
) -> Result<Size, Stop> {
    let small = within(executor, count, 0, most / unit);
    exclude_large(executor, state, small, most)?;
    Ok(bounded(executor, count, unit, most))
}

/// Returns the condition `least <= value <= most`.
pub(super) fn within(executor: &mut Executor<'_>, value: ExprId, least: u64, most: u64) -> ExprId {
    let least = executor.arena.int(64, u128::from(least));
    let most = executor.arena.int(64, u128::from(most));
    let above = executor.arena.op(Op::Ule, 1, &[least, value]);
    let below = executor.arena.op(Op::Ule, 1, &[value, most]);
    executor.and(above, below)
}

/// Excludes the inputs for which a size exceeds the capacity `most` (the maximum size that is explored). `small` is the
/// condition that the size is at most `most`. If inputs are excluded, the run becomes incomplete. If no input remains,
/// the path ends as unsupported.
pub(super) fn exclude_large(
    executor: &mut Executor<'_>,
    state: &mut State,
    small: ExprId,
    most: u64,
) -> Result<(), Stop> {
    let more = executor.not(small);
    if executor.possible(state, more) == Tri::No {
        return Ok(());
    }
    let text =
        format!("object sizes of more than {most} bytes are not explored (--symbolic-sizes)");
    if executor.possible(state, small) == Tri::No {
        return Err(executor.unsupported(state, text));
    }
    executor.incomplete_here(state, text);
    executor.assume(state, small);
    Ok(())
}

/// Returns `count * unit` as a symbolic size. The path condition must imply that the size is at most
/// `most`.
pub(super) fn bounded(executor: &mut Executor<'_>, count: ExprId, unit: u64, most: u64) -> Size {
    let unit = executor.arena.int(64, u128::from(unit));
    let size = executor.arena.op(Op::Mul, 64, &[count, unit]);
    match executor.arena.as_const(size) {
        Some(size) => Size::Known(size.low_u64()),
        None => Size::Bounded(size, most.min(executor.arena.domain(size).max)),
    }
}

/// Allocates an object of the size `size` and returns its region (object number); `None` if the size is too
/// large.
pub(super) fn allocate(
    executor: &mut Executor<'_>,
    state: &mut State,
    kind: Kind,
    size: Size,
    name: &str,
    background: Background,
) -> Result<Option<Region>, Stop> {
    if matches!(size, Size::TooLarge) {
        return Ok(None);
    }
    let region = executor.allocate(state, kind, size.most(), Rc::from(name), background)?;
    if let Size::Bounded(size, _) = size
        && let Some(object) = state.memory.object_mut(region)
    {
        let sure = executor.arena.domain(size).min.min(object.size);
        object.bound = Some(Bound { size, sure });
    }
    Ok(Some(region))
}

/// Returns whether the size `one` may be greater than the size `other` on the path.
pub(super) fn may_exceed(
    executor: &mut Executor<'_>,
    state: &State,
    one: ExprId,
    other: ExprId,
) -> bool {
    let within = executor.arena.op(Op::Ule, 1, &[one, other]);
    if within == Arena::TRUE {
        return false;
    }
    let exceeds = executor.not(within);
    executor.possible(state, exceeds).possible()
}
