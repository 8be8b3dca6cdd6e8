//! Models of the allocation of heap blocks and variable-length arrays.
use super::sizes::{self, Size};
use super::{constant, done, operand};
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Stepped, Stop};
use crate::memory::object::{Background, Kind};
use crate::state::State;
use crate::value::Val;
use std::rc::Rc;
use symtool_ir::BugKind;
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};

/// The name, in messages, of blocks that library models allocate for themselves.
pub(crate) const LIBRARY_BLOCK: &str = "block of the C library";

pub(super) fn malloc(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let size = sizes::requested(executor, state, step, &[0])?;
    let address = block(executor, state, size, Background::Uninit)?;
    executor.set_result(state, step.dst, Val::Const(address));
    done()
}

pub(super) fn calloc(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let size = sizes::requested(executor, state, step, &[0, 1])?;
    let address = block(executor, state, size, Background::Zero)?;
    executor.set_result(state, step.dst, Val::Const(address));
    done()
}

/// Returns the address of a new heap block; null if the block is too large.
fn block(
    executor: &mut Executor<'_>,
    state: &mut State,
    size: Size,
    background: Background,
) -> Result<u64, Stop> {
    let region = sizes::allocate(executor, state, Kind::Heap, size, "heap", background)?;
    Ok(region.map_or(0, Region::base))
}

/// Allocates a block for a library model, such as the contents of a file. Returns its address; null if the block is too
/// large.
pub(super) fn library_block(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let size = constant(
        executor,
        state,
        step,
        0,
        "the size of a block of the C library",
    )?;
    let mut address = 0;
    if size <= MAX_OBJECT_SIZE {
        // Although its kind is `Stack`, the object belongs to no stack frame. So it lives until the end of the path.
        let name = Rc::from(LIBRARY_BLOCK);
        let region = executor.allocate(state, Kind::Stack, size, name, Background::Zero)?;
        address = region.base();
    }
    executor.set_result(state, step.dst, Val::Const(address));
    done()
}

/// Resizes a heap block by copying its contents to a new block and freeing the old block. If the new size is too
/// large, returns null and does not free the old block.
pub(super) fn realloc(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let old = constant(executor, state, step, 0, "the address given to realloc")?;
    let size = sizes::requested(executor, state, step, &[1])?;
    if may_grow(executor, state, Region::of(old), size) {
        // The bytes of the new block beyond the old size are indeterminate, and the set of indeterminate bytes must not
        // depend on the input. Therefore the old size must be constant.
        executor.concretize_size(state, Region::of(old))?;
    }
    if old != 0 && !freeable(executor, state, old, "realloc")? {
        executor.set_result(state, step.dst, Val::ZERO);
        return done();
    }
    let new = block(executor, state, size, Background::Uninit)?;
    if new != 0 && old != 0 {
        let (from, to) = (Region::of(old), Region::of(new));
        let len = state
            .memory
            .object(from)
            .map_or(0, |o| o.size.min(size.most()));
        super::block::copy_bytes(executor, state, (from, 0), (to, 0), len);
        state.memory.kill(from);
    }
    executor.set_result(state, step.dst, Val::Const(new));
    done()
}

/// Returns whether the block `old` has a symbolic size, and the requested size `size` may be larger than this size.
fn may_grow(executor: &mut Executor<'_>, state: &State, old: Region, size: Size) -> bool {
    let Some(bound) = state.memory.object(old).and_then(|object| object.bound) else {
        return false;
    };
    let size = size.expr(executor);
    sizes::may_exceed(executor, state, size, bound.size)
}

pub(super) fn free(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let address = constant(executor, state, step, 0, "the address given to free")?;
    if address != 0 && freeable(executor, state, address, "free")? {
        state.memory.kill(Region::of(address));
    }
    done()
}

/// Returns whether an address is the start of a live heap block. If it is not, reports a failure of the path.
fn freeable(
    executor: &mut Executor<'_>,
    state: &mut State,
    address: u64,
    what: &str,
) -> Result<bool, Stop> {
    let Err(kind) = state.memory.freeable(address) else {
        return Ok(true);
    };
    let region = Region::of(address);
    let message = match (kind, state.memory.object(region)) {
        (BugKind::DoubleFree, _) => format!("{what} of a heap block that is freed already"),
        (_, Some(object)) => {
            let name = executor.object_name(state, region);
            if object.kind == Kind::Heap {
                let offset = address.wrapping_sub(region.base()) as i64;
                format!("{what} of an address {offset} bytes into {name}")
            } else {
                format!("{what} of {name}, which is not a heap block")
            }
        }
        _ => format!("{what} of {address:#x}, where there is no heap block"),
    };
    executor.fail(state, kind, message)?;
    Ok(false)
}

pub(super) fn alloca(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let size = array_size(executor, state, step)?;
    let region = sizes::allocate(
        executor,
        state,
        Kind::Stack,
        size,
        "vla",
        Background::Uninit,
    )?;
    let Some(region) = region else {
        return Err(executor.unsupported(state, "an array that is too large"));
    };
    state.frame.extra.push(region);
    executor.set_result(state, step.dst, Val::Const(region.base()));
    done()
}

/// Returns the size of a new variable-length array. A size of zero or above [`MAX_OBJECT_SIZE`] is a failure, if the
/// check for [`BugKind::AllocSize`] is enabled.
fn array_size(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Result<Size, Stop> {
    if let (Val::Expr(size), Some(most)) = (
        operand(state, step, 0),
        executor.config.memory.symbolic_sizes,
    ) && executor
        .config
        .failures
        .checks
        .has(BugKind::AllocSize.check())
    {
        let legal = sizes::within(executor, size, 1, MAX_OBJECT_SIZE);
        let illegal = executor.not(legal);
        executor.require_not(state, illegal, BugKind::AllocSize, |_, _| {
            "array of a size out of range".to_owned()
        })?;
        let small = sizes::within(executor, size, 0, most);
        sizes::exclude_large(executor, state, small, most)?;
        return Ok(sizes::bounded(executor, size, 1, most));
    }
    let size = constant(executor, state, step, 0, "the size of an array")?;
    let legal = (1..=MAX_OBJECT_SIZE).contains(&size);
    if !legal {
        let text = if size == 0 {
            "array of size 0".to_owned()
        } else {
            format!("array of {} bytes", size as i64)
        };
        executor.fail(state, BugKind::AllocSize, text)?;
    }
    Ok(Size::Known(if legal { size } else { 0 }))
}
