//! The sizes of new objects.
//!
//! A symbolic size forks a state per value or, if [`Config::symbolic_sizes`] gives a capacity, stays
//! symbolic: the object then has the size of the capacity, and a bound for bounds checks.
//!
//! [`Config::symbolic_sizes`]: crate::Config::symbolic_sizes
use super::{constant, operand};
use crate::exec::decode::IntrinsicStep;
use crate::exec::{Engine, Stop};
use crate::memory::object::{Background, Bound, Kind};
use crate::state::{State, Val};
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
    /// More than the size limit of objects.
    TooLarge,
}

impl Size {
    /// Returns the size as an expression; zero for a failing allocation.
    pub(super) fn expr(self, engine: &mut Engine<'_>) -> ExprId {
        match self {
            Size::Known(size) => engine.arena.int(64, u128::from(size)),
            Size::Bounded(size, _) => size,
            Size::TooLarge => engine.arena.int(64, 0),
        }
    }

    /// Returns the largest possible number of bytes.
    pub(super) fn most(self) -> u64 {
        match self {
            Size::Known(size) | Size::Bounded(_, size) => size,
            Size::TooLarge => 0,
        }
    }
}

/// Returns the size that the operands `index` request: their product. May fork, so call it before the first
/// effect of the step.
pub(super) fn requested(
    engine: &mut Engine<'_>,
    state: &mut State,
    step: &IntrinsicStep,
    operands: &[usize],
) -> Result<Size, Stop> {
    let mut unit = 1u64;
    let mut open = None;
    for &index in operands {
        let value = operand(state, step, index);
        if open.is_none() && engine.config.symbolic_sizes.is_some() && value.as_const().is_none() {
            open = Some(index);
            continue;
        }
        match unit.checked_mul(constant(engine, state, step, index, SIZE)?) {
            Some(product) => unit = product,
            None => return Ok(Size::TooLarge),
        }
    }
    match (
        open.map(|index| operand(state, step, index)),
        engine.config.symbolic_sizes,
    ) {
        (Some(Val::Expr(count)), Some(most)) if unit > 0 => {
            symbolic(engine, state, count, unit, most.min(MAX_OBJECT_SIZE))
        }
        (None, _) if unit > MAX_OBJECT_SIZE => Ok(Size::TooLarge),
        (None, _) => Ok(Size::Known(unit)),
        _ => Ok(Size::Known(0)),
    }
}

/// Returns `count` times `unit` bytes as a symbolic size. Inputs that request more than `most` are dropped,
/// except those beyond the size limit of objects, for which the allocation fails.
fn symbolic(
    engine: &mut Engine<'_>,
    state: &mut State,
    count: ExprId,
    unit: u64,
    most: u64,
) -> Result<Size, Stop> {
    let small = within(engine, count, 0, most / unit);
    let possible = within(engine, count, 0, MAX_OBJECT_SIZE / unit);
    let large = engine.not(possible);
    if engine.possible(state, large).possible() {
        if engine.possible(state, possible) == Tri::No {
            return Ok(Size::TooLarge);
        }
        engine.split_off(state, large);
    }
    keep_small(engine, state, small, most)?;
    Ok(bounded(engine, count, unit, most))
}

/// `least <= value <= most`.
pub(super) fn within(engine: &mut Engine<'_>, value: ExprId, least: u64, most: u64) -> ExprId {
    let least = engine.arena.int(64, u128::from(least));
    let most = engine.arena.int(64, u128::from(most));
    let above = engine.arena.op(Op::Ule, 1, &[least, value]);
    let below = engine.arena.op(Op::Ule, 1, &[value, most]);
    engine.and(above, below)
}

/// Continues with the inputs for which a size is within the capacity; the run is incomplete if there are
/// others.
pub(super) fn keep_small(
    engine: &mut Engine<'_>,
    state: &mut State,
    small: ExprId,
    most: u64,
) -> Result<(), Stop> {
    let more = engine.not(small);
    if engine.possible(state, more) == Tri::No {
        return Ok(());
    }
    let text = format!("an object of more than {most} bytes (--symbolic-sizes) is not followed");
    if engine.possible(state, small) == Tri::No {
        return Err(engine.unsupported(state, text));
    }
    engine.incomplete_here(state, text);
    engine.assume(state, small);
    Ok(())
}

/// Returns `count` times `unit` as a size; the path condition implies the bound `most`.
pub(super) fn bounded(engine: &mut Engine<'_>, count: ExprId, unit: u64, most: u64) -> Size {
    let unit = engine.arena.int(64, u128::from(unit));
    let size = engine.arena.op(Op::Mul, 64, &[count, unit]);
    match engine.arena.as_const(size) {
        Some(size) => Size::Known(size.low_u64()),
        None => Size::Bounded(size, most.min(engine.arena.domain(size).max)),
    }
}

/// Allocates an object; `None` if it is too large.
pub(super) fn allocate(
    engine: &mut Engine<'_>,
    state: &mut State,
    kind: Kind,
    size: Size,
    name: &str,
    background: Background,
) -> Result<Option<Region>, Stop> {
    if matches!(size, Size::TooLarge) {
        return Ok(None);
    }
    let region = engine.allocate(state, kind, size.most(), Rc::from(name), background)?;
    if let Size::Bounded(size, _) = size
        && let Some(object) = state.memory.object_mut(region)
    {
        let sure = engine.arena.domain(size).min.min(object.size);
        object.bound = Some(Bound { size, sure });
    }
    Ok(Some(region))
}

/// Returns whether the first size may be greater than the second.
pub(super) fn may_exceed(
    engine: &mut Engine<'_>,
    state: &State,
    one: ExprId,
    other: ExprId,
) -> bool {
    let within = engine.arena.op(Op::Ule, 1, &[one, other]);
    if within == Arena::TRUE {
        return false;
    }
    let exceeds = engine.not(within);
    engine.possible(state, exceeds).possible()
}
