//! Models of `memmove` and `memset` with a symbolic length, without a fork for each length.
//!
//! The models of this file are used only if all of the following conditions are true:
//!
//! - Object sizes may be symbolic ([`MemoryOptions::symbolic_sizes`]), or the length has too many values to fork a
//!   state for each of them.
//! - The bounds check is enabled.
//! - The addresses are constant.
//! - The length is known to be at most 256 bytes (`SHORT`).
//!
//! Each byte is written under the condition that the block contains it. If the block ends at the end of its object for
//! every input, all bytes up to the maximum length are written unconditionally. Some of these bytes may lie beyond the
//! symbolic end of the object, but the program cannot read them, because every access is checked against this end.
//!
//! [`MemoryOptions::symbolic_sizes`]: crate::config::MemoryOptions::symbolic_sizes
use super::block::{SHORT, copy_bytes};
use super::operand;
use crate::code::IntrinsicStep;
use crate::exec::resolve::{Access, Target};
use crate::exec::{Executor, Stop};
use crate::memory::bytes::Byte;
use crate::memory::object::Kind;
use crate::state::State;
use crate::value::Val;
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::Region;
use symtool_ir::{BugKind, Op};
use symtool_solver::Tri;

/// The source or destination object of a block operation.
#[derive(Copy, Clone)]
struct Side {
    address: u64,
    region: Region,
    offset: u64,
    /// An upper bound of the number of bytes from the address to the end of the object.
    room: u64,
    /// The exact number of bytes from the address to the end of the object, as an expression.
    rest: ExprId,
}

/// Returns the live object at a constant address; `None` if the address is symbolic or the access is illegal.
fn side(executor: &mut Executor<'_>, state: &State, address: Val, write: bool) -> Option<Side> {
    let address = address.as_const()?;
    let region = Region::of(address);
    let object = state.memory.object(region)?;
    let offset = address.wrapping_sub(region.base());
    let room = object.size.checked_sub(offset)?;
    if write && object.kind == Kind::Const {
        return None;
    }
    let rest = match object.bound {
        None => executor.arena.int(64, u128::from(room)),
        Some(bound) => {
            // If the address is after the end of the object, this difference is negative. `fits` excludes the inputs
            // for which the difference is negative.
            let offset = executor.arena.int(64, u128::from(offset));
            executor.arena.op(Op::Sub, 64, &[bound.size, offset])
        }
    };
    Some(Side {
        address,
        region,
        offset,
        room,
        rest,
    })
}

/// Returns the length operand of a step and its upper bound. Returns `None` if the models of this file are not used for
/// this length: the length is constant, the bounds check is disabled, or symbolic sizes are disabled and the length has
/// few values.
fn length(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Option<(ExprId, u64)> {
    if !executor
        .config
        .failures
        .checks
        .has(BugKind::OutOfBounds.check())
    {
        return None;
    }
    let Val::Expr(len) = operand(state, step, 2) else {
        return None;
    };
    let has_symbolic_sizes = executor.config.memory.symbolic_sizes.is_some();
    let applies = has_symbolic_sizes || executor.has_many_values(state, len);
    applies.then(|| (len, executor.arena.domain(len).max))
}

/// Returns the condition that a block of the symbolic length `len` ends inside the object. The condition is
/// true for an empty block.
fn fits(executor: &mut Executor<'_>, len: ExprId, side: Side) -> ExprId {
    let room = executor.arena.int(64, u128::from(side.room));
    let within = executor.arena.op(Op::Ule, 1, &[len, room]);
    let before_end = executor.arena.op(Op::Ule, 1, &[len, side.rest]);
    let has_rest = executor.arena.op(Op::Ule, 1, &[side.rest, room]);
    let inside = executor.and(within, before_end);
    let inside = executor.and(inside, has_rest);
    let zero = executor.arena.int(64, 0);
    let empty = executor.arena.op(Op::Eq, 1, &[len, zero]);
    executor.or(inside, empty)
}

/// Reports a failure for the inputs for which the block leaves the object. The state continues with the remaining
/// inputs.
fn check(
    executor: &mut Executor<'_>,
    state: &mut State,
    len: ExprId,
    side: Side,
    write: bool,
) -> Result<(), Stop> {
    let fits = fits(executor, len, side);
    let bad = executor.not(fits);
    executor.require_not(state, bad, BugKind::OutOfBounds, |executor, state| {
        let len = executor.some_value(state, bad, len);
        let access = Access {
            len: len.map_or(0, symtool_ir::Bits::low_u64),
            write,
        };
        executor.describe_access(state, BugKind::OutOfBounds, side.address, access)
    })
}

/// Returns whether the block ends exactly at the end of the object, or is empty, for every input of the path. The
/// caller has called [`check`], which excludes the inputs for which a nonempty block ends after the end of the object.
/// Therefore one query is sufficient: whether the block can end before the end of the object.
fn reaches_end(executor: &mut Executor<'_>, state: &State, len: ExprId, side: Side) -> bool {
    let short = executor.arena.op(Op::Ult, 1, &[len, side.rest]);
    executor.possible(state, short) == Tri::No
}

/// Models `memset` with a symbolic length. Returns `false` if this model cannot be used. In this case, no byte is
/// written, but the bounds may have been checked.
pub(super) fn fill(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Result<bool, Stop> {
    let Some((len, most)) = length(executor, state, step) else {
        return Ok(false);
    };
    let Some(to) = side(executor, state, operand(state, step, 0), true) else {
        return Ok(false);
    };
    check(executor, state, len, to, true)?;
    let most = most.min(to.room);
    if most > SHORT {
        return Ok(false);
    }
    let byte = operand(state, step, 1);
    if reaches_end(executor, state, len, to) {
        if let Some(object) = state.memory.object_mut(to.region) {
            for at in to.offset..to.offset + most {
                object.set_byte(&mut executor.arena, at, Byte::of(byte));
            }
        }
        return Ok(true);
    }
    write(executor, state, to, len, &vec![byte; most as usize])?;
    Ok(true)
}

/// Models `memmove` with a symbolic length. Returns `false` in two cases: this model cannot be used, or the set of
/// initialized bytes after the copy would depend on the length. In both cases, no byte is written, but the bounds may
/// have been checked.
pub(super) fn copy(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Result<bool, Stop> {
    let Some((len, most)) = length(executor, state, step) else {
        return Ok(false);
    };
    let to = side(executor, state, operand(state, step, 0), true);
    let from = side(executor, state, operand(state, step, 1), false);
    let (Some(to), Some(from)) = (to, from) else {
        return Ok(false);
    };
    check(executor, state, len, from, false)?;
    check(executor, state, len, to, true)?;
    let most = most.min(to.room).min(from.room);
    if most > SHORT {
        return Ok(false);
    }
    let whole = executor.uninit(state, from.region, from.offset, most);
    if whole && !reaches_end(executor, state, len, to) {
        return Ok(false);
    }
    if whole || reaches_end(executor, state, len, to) {
        let (from, to) = ((from.region, from.offset), (to.region, to.offset));
        copy_bytes(executor, state, from, to, most);
        return Ok(true);
    }
    let mut values = Vec::new();
    for at in 0..most {
        let object = state.memory.object(from.region);
        let value = object.and_then(|o| o.read(&mut executor.arena, from.offset + at, 1));
        values.push(value.unwrap_or(Val::ZERO));
    }
    write(executor, state, to, len, &values)?;
    Ok(true)
}

/// Writes each byte of a block under the condition that the block contains it.
fn write(
    executor: &mut Executor<'_>,
    state: &mut State,
    to: Side,
    len: ExprId,
    values: &[Val],
) -> Result<(), Stop> {
    for (at, &value) in (0..).zip(values) {
        let index = executor.arena.int(64, at);
        let cond = executor.arena.op(Op::Ult, 1, &[index, len]);
        if cond == Arena::FALSE {
            break;
        }
        let target = Target {
            cond,
            region: to.region,
            offset: Val::Const(to.offset + at as u64),
        };
        executor.store_to(state, &[target], 0, 1, value)?;
    }
    Ok(())
}
