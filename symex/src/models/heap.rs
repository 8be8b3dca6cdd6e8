//! Heap blocks and variable-length arrays.
use super::{constant, done};
use crate::exec::decode::IntrinsicStep;
use crate::exec::{Engine, Stepped, Stop};
use crate::memory::object::{Background, Kind};
use crate::state::{State, Val};
use std::rc::Rc;
use symtool_ir::BugKind;
use symtool_ir::layout::{MAX_OBJECT_SIZE, Region};

/// How a block of the library's own is called.
pub(crate) const LIBRARY_BLOCK: &str = "block of the C library";

const SIZE: &str = "the size of an allocation";

pub(super) fn malloc(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let size = constant(engine, state, step, 0, SIZE)?;
    let address = block(engine, state, size, Background::Uninit)?;
    engine.set_result(state, step.dst, Val::Const(address));
    done()
}

pub(super) fn calloc(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let count = constant(engine, state, step, 0, SIZE)?;
    let size = constant(engine, state, step, 1, SIZE)?;
    let address = match count.checked_mul(size) {
        Some(size) => block(engine, state, size, Background::Zero)?,
        None => 0,
    };
    engine.set_result(state, step.dst, Val::Const(address));
    done()
}

/// The address of a new heap block; null if it is too large.
fn block(
    engine: &mut Engine<'_>,
    state: &mut State,
    size: u64,
    background: Background,
) -> Result<u64, Stop> {
    if size > MAX_OBJECT_SIZE {
        return Ok(0);
    }
    let region = engine.allocate(state, Kind::Heap, size, Rc::from("heap"), background)?;
    Ok(region.base())
}

/// A block of the library's own; null if it is too large.
pub(super) fn library_block(
    engine: &mut Engine<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let size = constant(engine, state, step, 0, SIZE)?;
    let mut address = 0;
    if size <= MAX_OBJECT_SIZE {
        // What no frame holds lives to the end of the run.
        let name = Rc::from(LIBRARY_BLOCK);
        let region = engine.allocate(state, Kind::Stack, size, name, Background::Zero)?;
        address = region.base();
    }
    engine.set_result(state, step.dst, Val::Const(address));
    done()
}

/// Grows or shrinks a block by moving it; null, and the old block stays, if the new size is too large.
pub(super) fn realloc(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let old = constant(engine, state, step, 0, "the address given to realloc")?;
    let size = constant(engine, state, step, 1, SIZE)?;
    if old != 0 && !freeable(engine, state, old, "realloc")? {
        engine.set_result(state, step.dst, Val::ZERO);
        return done();
    }
    let new = block(engine, state, size, Background::Uninit)?;
    if new != 0 && old != 0 {
        let (from, to) = (Region::of(old), Region::of(new));
        let len = state.memory.object(from).map_or(0, |o| o.size.min(size));
        super::block::copy_bytes(engine, state, (from, 0), (to, 0), len);
        state.memory.kill(from);
    }
    engine.set_result(state, step.dst, Val::Const(new));
    done()
}

pub(super) fn free(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let address = constant(engine, state, step, 0, "the address given to free")?;
    if address != 0 && freeable(engine, state, address, "free")? {
        state.memory.kill(Region::of(address));
    }
    done()
}

/// Is this the address of a live heap block? If not, it is a failure.
fn freeable(
    engine: &mut Engine<'_>,
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
            let name = engine.object_name(state, region);
            if object.kind == Kind::Heap {
                let offset = address.wrapping_sub(region.base()) as i64;
                format!("{what} of an address {offset} bytes into {name}")
            } else {
                format!("{what} of {name}, which is not a heap block")
            }
        }
        _ => format!("{what} of {address:#x}, where there is no heap block"),
    };
    engine.fail(state, kind, message)?;
    Ok(false)
}

pub(super) fn alloca(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let size = constant(engine, state, step, 0, "the size of an array")?;
    let legal = (1..=MAX_OBJECT_SIZE).contains(&size);
    if !legal {
        let text = if size == 0 {
            "array of size 0".to_owned()
        } else {
            format!("array of {} bytes", size as i64)
        };
        engine.fail(state, BugKind::AllocSize, text)?;
    }
    let size = if legal { size } else { 0 };
    let name = Rc::from("vla");
    let region = engine.allocate(state, Kind::Stack, size, name, Background::Uninit)?;
    state.frame.extra.push(region);
    engine.set_result(state, step.dst, Val::Const(region.base()));
    done()
}
