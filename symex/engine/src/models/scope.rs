//! The lifetimes of variables with block scope.
use super::{done, operand};
use crate::exec::decode::IntrinsicStep;
use crate::exec::{Engine, Stepped, Stop};
use crate::state::State;
use std::rc::Rc;
use symtool_ir::interp::NO_SLOT;
use symtool_ir::layout::Region;

pub(super) fn enter(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let (region, index) = slot(engine, state, step)?;
    let code = Rc::clone(&engine.code);
    let (name, size) = &code.of(state.frame.func).slots[index];
    state.memory.enter(region, *size, name);
    done()
}

pub(super) fn leave(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let (region, _) = slot(engine, state, step)?;
    state.memory.leave(region);
    done()
}

/// Returns the region and number of the stack slot of the innermost call at the operand's address.
fn slot(
    engine: &mut Engine<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Result<(Region, usize), Stop> {
    let region = operand(state, step, 0).as_const().map(Region::of);
    let index = region.and_then(|region| region.0.checked_sub(state.frame.slots.0));
    match (region, index) {
        (Some(region), Some(index)) if index < u64::from(state.frame.slot_count) => {
            Ok((region, index as usize))
        }
        _ => Err(engine.unsupported(state, NO_SLOT)),
    }
}
