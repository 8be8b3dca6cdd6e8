//! Models of `memmove` and `memset`.
//!
//! At constant addresses, each byte is copied together with the information whether it is initialized, and an
//! expression that was stored as a whole is copied as a whole. At symbolic addresses, a short block is copied by loads
//! and stores of chunks, without a fork. For a longer block, or if the source may have indeterminate bytes, the
//! addresses are made constant: one state is forked for each feasible value of an address.
use super::{constant, done, lengths, operand};
use crate::code::IntrinsicStep;
use crate::exec::resolve::{Access, Target};
use crate::exec::{Executor, Stepped, Stop};
use crate::memory::bytes::Byte;
use crate::state::State;
use crate::value::Val;
use symtool_expr::Arena;
use symtool_ir::layout::Region;

const LENGTH: &str = "the length of a copied or filled block";
const ADDRESS: &str = "the address of a copied or filled block";
/// The maximum length, in bytes, of a block that is copied between symbolic addresses by loads and stores of chunks.
pub(super) const SHORT: u64 = 256;

pub(super) fn copy(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    if lengths::copy(executor, state, step)? {
        return done();
    }
    let len = constant(executor, state, step, 2, LENGTH)?;
    if len == 0 {
        return done();
    }
    let (to, from) = (operand(state, step, 0), operand(state, step, 1));
    let known = to.as_const().is_some() && from.as_const().is_some();
    if !known && len <= SHORT && copy_somewhere(executor, state, from, to, len)? {
        return done();
    }
    let from = constant(executor, state, step, 1, ADDRESS)?;
    let to = constant(executor, state, step, 0, ADDRESS)?;
    let from = executor.locate(state, from, Access { len, write: false })?;
    let to = executor.locate(state, to, Access { len, write: true })?;
    if let (Some(from), Some(to)) = (from, to) {
        copy_bytes(executor, state, from, to, len);
    }
    done()
}

/// Copies a short block between symbolic addresses. If a byte of the source may be indeterminate, returns `false`
/// and copies nothing.
fn copy_somewhere(
    executor: &mut Executor<'_>,
    state: &mut State,
    from: Val,
    to: Val,
    len: u64,
) -> Result<bool, Stop> {
    let read = Access { len, write: false };
    let from = executor.resolve(state, Arena::TRUE, from, read)?;
    if from
        .iter()
        .any(|target| may_be_uninit(executor, state, target, len))
    {
        return Ok(false);
    }
    let write = Access { len, write: true };
    let to = executor.resolve(state, Arena::TRUE, to, write)?;
    let piece = alignment(executor, from.iter().chain(&to), len);
    let mut values = Vec::new();
    for at in (0..len).step_by(piece as usize) {
        values.push(executor.load_from(state, Arena::TRUE, &from, at, piece)?);
    }
    for (at, value) in (0..len).step_by(piece as usize).zip(values) {
        executor.store_to(state, &to, at, piece, value)?;
    }
    Ok(true)
}

fn may_be_uninit(executor: &Executor<'_>, state: &State, target: &Target, len: u64) -> bool {
    match target.offset {
        Val::Const(offset) => executor.uninit(state, target.region, offset, len),
        Val::Expr(_) => {
            let size = state.memory.object(target.region).map_or(0, |o| o.size);
            executor.uninit(state, target.region, 0, size)
        }
    }
}

/// Returns the size, in bytes, of the chunks in which a block is copied. The size is the largest power of 2, at most 8,
/// that divides the length of the block and every possible offset of the targets.
fn alignment<'t>(
    executor: &Executor<'_>,
    targets: impl Iterator<Item = &'t Target>,
    len: u64,
) -> u32 {
    let zeros = targets.map(|target| match target.offset {
        Val::Const(offset) => offset.trailing_zeros(),
        Val::Expr(offset) => executor.arena.domain(offset).zeros.trailing_ones(),
    });
    let zeros = zeros.chain([len.trailing_zeros()]).min().unwrap_or(0);
    1 << zeros.min(3)
}

/// Copies bytes, and for each byte the information whether it is initialized. The ranges are in bounds and may overlap.
pub(super) fn copy_bytes(
    executor: &mut Executor<'_>,
    state: &mut State,
    from: (Region, u64),
    to: (Region, u64),
    len: u64,
) {
    // If the ranges overlap, the writes of this copy must not change the bytes that are still to be read. Therefore the
    // source object is cloned. The clone is cheap, because it shares the pages of the object.
    let Some(source) = state.memory.object(from.0).cloned() else {
        return;
    };
    let Some(target) = state.memory.object_mut(to.0) else {
        return;
    };
    let mut done = 0;
    while done < len && executor.count_moved_bytes(1) {
        let offset = from.1 + done;
        match source.cell_at(offset) {
            Some((cell, size)) if u64::from(size) <= len - done => {
                target.write(&mut executor.arena, to.1 + done, size, Val::Expr(cell));
                done += u64::from(size);
            }
            _ => {
                let byte = source.byte(&mut executor.arena, offset);
                target.set_byte(&mut executor.arena, to.1 + done, byte);
                done += 1;
            }
        }
    }
}

pub(super) fn fill(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    if lengths::fill(executor, state, step)? {
        return done();
    }
    let len = constant(executor, state, step, 2, LENGTH)?;
    if len == 0 {
        return done();
    }
    let (to, byte) = (operand(state, step, 0), operand(state, step, 1));
    let access = Access { len, write: true };
    if to.as_const().is_none() && len <= SHORT {
        let targets = executor.resolve(state, Arena::TRUE, to, access)?;
        for at in 0..len {
            executor.store_to(state, &targets, at, 1, byte)?;
        }
        return done();
    }
    let to = constant(executor, state, step, 0, ADDRESS)?;
    let Some((region, offset)) = executor.locate(state, to, access)? else {
        return done();
    };
    if let Some(object) = state.memory.object_mut(region) {
        for at in offset..offset + len {
            if !executor.count_moved_bytes(1) {
                break;
            }
            object.set_byte(&mut executor.arena, at, Byte::of(byte));
        }
    }
    done()
}
