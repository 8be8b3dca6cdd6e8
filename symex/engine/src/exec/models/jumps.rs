//! Models of the intrinsics for `setjmp` and `longjmp`.
use super::{constant, done, operand};
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Stepped};
use crate::state::State;
use crate::value::Val;

const BUFFER: &str = "the address of a jmp_buf";

pub(super) fn setjmp(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let address = constant(executor, state, step, 0, BUFFER)?;
    executor.save_point(state, address)?;
    executor.set_result(state, step.dst, Val::ZERO);
    done()
}

pub(super) fn longjmp(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let address = constant(executor, state, step, 0, BUFFER)?;
    let value = operand(state, step, 1);
    executor.long_jump(state, address, value)
}
