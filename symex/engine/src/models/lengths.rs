//! Copying and filling blocks whose length depends on the input, without a path for each length.
//!
//! Only done where sizes of objects are kept as they are ([`Config::symbolic_sizes`]), the addresses are constant and the
//! block is short. Each byte is written under the condition that the block reaches it, or, where the block reaches the end of
//! its object for every input, simply written: nobody looks behind the end.
//!
//! [`Config::symbolic_sizes`]: crate::Config::symbolic_sizes
use super::block::{SHORT, copy_bytes};
use super::operand;
use crate::exec::decode::IntrinsicStep;
use crate::exec::resolve::{Access, Target};
use crate::exec::{Engine, Stop};
use crate::memory::bytes::Byte;
use crate::memory::object::Kind;
use crate::state::{State, Val};
use symtool_expr::{Arena, ExprId};
use symtool_ir::layout::Region;
use symtool_ir::{BugKind, Op};
use symtool_solver::Tri;

/// One side of the block.
#[derive(Copy, Clone)]
struct Side {
    address: u64,
    region: Region,
    offset: u64,
    /// Bytes from there to the end of the object, at most.
    room: u64,
    /// The same exactly.
    rest: ExprId,
}

/// A live object at a constant address that may be accessed this way.
fn side(engine: &mut Engine<'_>, state: &State, address: Val, write: bool) -> Option<Side> {
    let address = address.as_const()?;
    let region = Region::of(address);
    let object = state.memory.object(region)?;
    let offset = address.wrapping_sub(region.base());
    let room = object.size.checked_sub(offset)?;
    if write && object.kind == Kind::Const {
        return None;
    }
    let rest = match object.bound {
        None => engine.arena.int(64, u128::from(room)),
        Some(bound) => {
            // Negative where the address lies behind the end; `fits` takes care of that.
            let offset = engine.arena.int(64, u128::from(offset));
            engine.arena.op(Op::Sub, 64, &[bound.size, offset])
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

/// The length, if it is one that is kept as it is, and the most it can be.
fn length(engine: &Engine<'_>, state: &State, step: &IntrinsicStep) -> Option<(ExprId, u64)> {
    engine.config.symbolic_sizes?;
    if !engine.config.checks.has(BugKind::OutOfBounds.check()) {
        return None;
    }
    match operand(state, step, 2) {
        Val::Expr(len) => Some((len, engine.arena.domain(len).max)),
        Val::Const(_) => None,
    }
}

/// Does the block end inside the object? An empty one does everywhere.
fn fits(engine: &mut Engine<'_>, len: ExprId, side: Side) -> ExprId {
    let room = engine.arena.int(64, u128::from(side.room));
    let within = engine.arena.op(Op::Ule, 1, &[len, room]);
    let before_end = engine.arena.op(Op::Ule, 1, &[len, side.rest]);
    let has_rest = engine.arena.op(Op::Ule, 1, &[side.rest, room]);
    let inside = engine.and(within, before_end);
    let inside = engine.and(inside, has_rest);
    let zero = engine.arena.int(64, 0);
    let empty = engine.arena.op(Op::Eq, 1, &[len, zero]);
    engine.or(inside, empty)
}

/// Reports the inputs for which the block leaves the object, and goes on with the others.
fn check(
    engine: &mut Engine<'_>,
    state: &mut State,
    len: ExprId,
    side: Side,
    write: bool,
) -> Result<(), Stop> {
    let fits = fits(engine, len, side);
    let bad = engine.not(fits);
    engine.require_not(state, bad, BugKind::OutOfBounds, |engine, state| {
        let len = engine.some_value(state, bad, len);
        let access = Access {
            len: len.map_or(0, symtool_ir::Bits::low_u64),
            write,
        };
        engine.describe_access(state, BugKind::OutOfBounds, side.address, access)
    })
}

/// Does the block reach the end of the object for all inputs, or is it empty and so is the rest of the object?
fn reaches_end(engine: &mut Engine<'_>, state: &State, len: ExprId, side: Side) -> bool {
    let short = engine.arena.op(Op::Ult, 1, &[len, side.rest]);
    engine.possible(state, short) == Tri::No
}

/// `memset` of such a block. False, and nothing has happened, if it is none.
pub(super) fn fill(
    engine: &mut Engine<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Result<bool, Stop> {
    let Some((len, most)) = length(engine, state, step) else {
        return Ok(false);
    };
    let Some(to) = side(engine, state, operand(state, step, 0), true) else {
        return Ok(false);
    };
    let most = most.min(to.room);
    if most > SHORT {
        return Ok(false);
    }
    check(engine, state, len, to, true)?;
    let byte = operand(state, step, 1);
    if reaches_end(engine, state, len, to) {
        if let Some(object) = state.memory.object_mut(to.region) {
            for at in to.offset..to.offset + most {
                object.set_byte(&mut engine.arena, at, Byte::of(byte));
            }
        }
        return Ok(true);
    }
    write(engine, state, to, len, &vec![byte; most as usize])?;
    Ok(true)
}

/// `memmove` of such a block. False, and nothing has happened, if it is none or which bytes become initialised would depend
/// on the length.
pub(super) fn copy(
    engine: &mut Engine<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Result<bool, Stop> {
    let Some((len, most)) = length(engine, state, step) else {
        return Ok(false);
    };
    let to = side(engine, state, operand(state, step, 0), true);
    let from = side(engine, state, operand(state, step, 1), false);
    let (Some(to), Some(from)) = (to, from) else {
        return Ok(false);
    };
    let most = most.min(to.room).min(from.room);
    if most > SHORT {
        return Ok(false);
    }
    let whole = engine.uninit(state, from.region, from.offset, most);
    if whole && !reaches_end(engine, state, len, to) {
        return Ok(false);
    }
    check(engine, state, len, from, false)?;
    check(engine, state, len, to, true)?;
    if whole || reaches_end(engine, state, len, to) {
        let (from, to) = ((from.region, from.offset), (to.region, to.offset));
        copy_bytes(engine, state, from, to, most);
        return Ok(true);
    }
    let mut values = Vec::new();
    for at in 0..most {
        let object = state.memory.object(from.region);
        let value = object.and_then(|o| o.read(&mut engine.arena, from.offset + at, 1));
        values.push(value.unwrap_or(Val::ZERO));
    }
    write(engine, state, to, len, &values)?;
    Ok(true)
}

/// Writes each byte where the block reaches it.
fn write(
    engine: &mut Engine<'_>,
    state: &mut State,
    to: Side,
    len: ExprId,
    values: &[Val],
) -> Result<(), Stop> {
    for (at, &value) in (0..).zip(values) {
        let index = engine.arena.int(64, at);
        let cond = engine.arena.op(Op::Ult, 1, &[index, len]);
        if cond == Arena::FALSE {
            break;
        }
        let target = Target {
            cond,
            region: to.region,
            offset: Val::Const(to.offset + at as u64),
        };
        engine.store_to(state, &[target], 0, 1, value)?;
    }
    Ok(())
}
