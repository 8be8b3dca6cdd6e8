//! `setjmp` and `longjmp`.
use super::{constant, done, operand};
use crate::exec::decode::IntrinsicStep;
use crate::exec::{Engine, Stepped};
use crate::state::{State, Val};

const BUFFER: &str = "the address of a jmp_buf";

pub(super) fn setjmp(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let address = constant(engine, state, step, 0, BUFFER)?;
    engine.save_place(state, address)?;
    engine.set_result(state, step.dst, Val::ZERO);
    done()
}

pub(super) fn longjmp(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let address = constant(engine, state, step, 0, BUFFER)?;
    let value = operand(state, step, 1);
    engine.long_jump(state, address, value)
}
