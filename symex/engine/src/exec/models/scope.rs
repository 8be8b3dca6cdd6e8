//! Models of the markers that begin and end the lifetime of variables with block scope.
use super::{done, operand};
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Stepped, Stop};
use crate::state::State;
use std::rc::Rc;
use symtool_ir::interp::NO_SLOT;
use symtool_ir::layout::Region;

pub(super) fn enter(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let (region, index) = slot(executor, state, step)?;
    let code = Rc::clone(&executor.code);
    let (name, size) = &code.of(state.frame.func).slots[index];
    state.memory.enter(region, *size, name);
    done()
}

pub(super) fn leave(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let (region, _) = slot(executor, state, step)?;
    state.memory.leave(region);
    done()
}

/// Returns the stack slot whose address is the operand: its region (object number), and its index among the stack slots
/// of the innermost call.
fn slot(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Result<(Region, usize), Stop> {
    let region = operand(state, step, 0).as_const().map(Region::of);
    let index = region.and_then(|region| region.0.checked_sub(state.frame.slots.0));
    match (region, index) {
        (Some(region), Some(index)) if index < u64::from(state.frame.slot_count) => {
            Ok((region, index as usize))
        }
        _ => Err(executor.unsupported(state, NO_SLOT)),
    }
}
