//! `memmove` and `memset`.
use super::{constant, done, operand};
use crate::exec::decode::IntrinsicStep;
use crate::exec::resolve::Access;
use crate::exec::{Engine, Stepped};
use crate::memory::bytes::Byte;
use crate::state::{State, Val};
use symtool_ir::layout::Region;

const LENGTH: &str = "the length of a copied or filled block";
const ADDRESS: &str = "the address of a copied or filled block";

pub(super) fn copy(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let len = constant(engine, state, step, 2, LENGTH)?;
    if len == 0 {
        return done();
    }
    let from = constant(engine, state, step, 1, ADDRESS)?;
    let to = constant(engine, state, step, 0, ADDRESS)?;
    let from = engine.locate(state, from, Access { len, write: false })?;
    let to = engine.locate(state, to, Access { len, write: true })?;
    if let (Some(from), Some(to)) = (from, to) {
        copy_bytes(engine, state, from, to, len);
    }
    done()
}

/// Copies bytes with their marks; ranges inside their objects, which may overlap.
pub(super) fn copy_bytes(
    engine: &mut Engine<'_>,
    state: &mut State,
    from: (Region, u64),
    to: (Region, u64),
    len: u64,
) {
    let Some(source) = state.memory.object(from.0).cloned() else {
        return;
    };
    let Some(target) = state.memory.object_mut(to.0) else {
        return;
    };
    let mut done = 0;
    while done < len {
        let offset = from.1 + done;
        match source.cell_at(offset) {
            // Whole cells stay whole.
            Some((cell, size)) if u64::from(size) <= len - done => {
                target.write(&mut engine.arena, to.1 + done, size, Val::Expr(cell));
                done += u64::from(size);
            }
            _ => {
                let byte = source.byte(&mut engine.arena, offset);
                target.set_byte(&mut engine.arena, to.1 + done, byte);
                done += 1;
            }
        }
    }
}

pub(super) fn fill(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let len = constant(engine, state, step, 2, LENGTH)?;
    if len == 0 {
        return done();
    }
    let to = constant(engine, state, step, 0, ADDRESS)?;
    let byte = Byte::of(operand(state, step, 1));
    let Some((region, offset)) = engine.locate(state, to, Access { len, write: true })? else {
        return done();
    };
    if let Some(object) = state.memory.object_mut(region) {
        for at in offset..offset + len {
            object.set_byte(&mut engine.arena, at, byte);
        }
    }
    done()
}
