//! Models of intrinsics that create symbolic inputs.
use super::{constant, done, operand, strings};
use crate::code::IntrinsicStep;
use crate::exec::resolve::Access;
use crate::exec::{Executor, Stepped};
use crate::state::State;
use crate::value::Val;
use symtool_ir::input::uninit_name;
use symtool_ir::interp::missing_text;
use symtool_ir::layout::Region;

/// The maximum size, in bytes, of one input. A path that creates a larger input ends as unsupported.
const MAX_INPUT: u64 = 1 << 24;

pub(super) fn make_symbolic(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    if let Some((region, capacity)) = whole_object(state, step) {
        let name = constant(executor, state, step, 2, "the address of a name")?;
        let name = strings::exact(executor, state, name)?;
        let name = state.inputs.unique(&String::from_utf8_lossy(&name));
        let input = executor.make_input(state, name, capacity as u32);
        if let Some(object) = state.memory.object_mut(region) {
            object.set_input(&mut executor.arena, 0, capacity, input);
        }
        return done();
    }
    let address = constant(executor, state, step, 0, "the address of an input")?;
    let size = constant(executor, state, step, 1, "the size of an input")?;
    let name = constant(executor, state, step, 2, "the address of a name")?;
    let name = strings::exact(executor, state, name)?;
    let access = Access {
        len: size,
        write: true,
    };
    let found = executor.locate(state, address, access)?;
    let name = state.inputs.unique(&String::from_utf8_lossy(&name));
    let Some((region, offset)) = found else {
        return done();
    };
    if size > MAX_INPUT {
        let text = format!("a symbolic input of {size} bytes");
        return Err(executor.unsupported(state, text));
    }
    let input = executor.make_input(state, name, size as u32);
    if let Some(object) = state.memory.object_mut(region) {
        object.set_input(&mut executor.arena, offset, size, input);
    }
    done()
}

/// Returns the region and the capacity (the maximum size) of the object that the step makes an input. The step must
/// make the whole object an input, and the object must have a symbolic size; otherwise the result is `None`. The input
/// has as many bytes as the capacity. In a replay, where the object has a concrete size n, the bytes of the object are
/// the first n bytes of the input.
fn whole_object(state: &State, step: &IntrinsicStep) -> Option<(Region, u64)> {
    let (Val::Const(address), Val::Expr(size)) = (operand(state, step, 0), operand(state, step, 1))
    else {
        return None;
    };
    let region = Region::of(address);
    let object = state.memory.object(region)?;
    let bound = object.bound?;
    let whole = address == region.base() && bound.size == size && object.size <= MAX_INPUT;
    whole.then_some((region, object.size))
}

pub(super) fn symbolic(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let name = step.text.as_deref().unwrap_or("").to_owned();
    fresh(executor, state, step, &name)
}

pub(super) fn uninit(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let name = uninit_name(step.text.as_deref().unwrap_or(""));
    fresh(executor, state, step, &name)
}

pub(super) fn missing(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let name = step.text.as_deref().unwrap_or("").to_owned();
    let text = missing_text(&name);
    executor.incomplete_here(state, text);
    fresh(executor, state, step, &name)
}

fn fresh(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
    name: &str,
) -> Stepped {
    if let Some((_, ty)) = step.dst {
        let name = state.inputs.unique(name);
        let input = executor.make_input(state, name, ty.bytes() as u32);
        let value = executor.arena.scalar(input, ty.bits());
        executor.set_result(state, step.dst, Val::Expr(value));
    }
    done()
}

/// Sets the result of a step to an unconstrained value, because the operation of the step is modeled for constant
/// operands only. The value does not belong to the inputs of the program.
pub(super) fn opaque(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
    what: &str,
) {
    if let Some((_, ty)) = step.dst {
        // The symbol is not added to the inputs of the path, because a replay computes the actual result of the
        // operation.
        let name = state.inputs.unique(what);
        let symbol = executor.symbol(&name, ty.bytes() as u32);
        let value = executor.arena.scalar(symbol, ty.bits());
        executor.set_result(state, step.dst, Val::Expr(value));
    }
}

/// Sets the result of a step to an unknown number from `least` to the greatest number of its signed type. Apart from
/// this range, the result is as that of [`opaque`].
pub(super) fn opaque_from(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
    what: &str,
    least: u64,
) {
    if let Some((_, ty)) = step.dst {
        let name = state.inputs.unique(what);
        let symbol = executor.symbol(&name, ty.bytes() as u32);
        let arena = &mut executor.arena;
        let any = arena.scalar(symbol, ty.bits() - 1);
        let any = arena.zext(any, ty.bits());
        let least = arena.int(ty.bits(), least.into());
        let is_less = arena.ult(any, least);
        let value = arena.ite(is_less, least, any);
        executor.set_result(state, step.dst, Val::Expr(value));
    }
}
