//! Intrinsics that end a path, or exclude inputs from it.
use super::{done, operand};
use crate::exec::decode::IntrinsicStep;
use crate::exec::{Engine, Stepped, Stop};
use crate::state::{State, Val};
use symtool_ir::{Outcome, Type};
use symtool_solver::Tri;

fn end(outcome: Outcome) -> Stepped {
    Err(Stop::Outcome(Box::new(outcome)))
}

pub(super) fn assume(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    match operand(state, step, 0) {
        Val::Const(0) => end(Outcome::AssumeFailed),
        Val::Const(_) => done(),
        cond => {
            let cond = engine.condition(cond);
            match engine.possible(state, cond) {
                Tri::No => return end(Outcome::AssumeFailed),
                Tri::Unknown => {
                    let text = "the solver did not decide whether an assumption can hold";
                    engine.incomplete_here(state, text);
                }
                Tri::Yes => {}
            }
            engine.assume(state, cond);
            engine.keep_guide(state);
            done()
        }
    }
}

pub(super) fn exit(engine: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let status = operand(state, step, 0);
    Err(engine.exit(state, (status, Type::I32)))
}

pub(super) fn abort(_: &mut Engine<'_>, _: &mut State, _: &IntrinsicStep) -> Stepped {
    end(Outcome::Abort)
}

pub(super) fn silent_exit(_: &mut Engine<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let status = operand(state, step, 0).as_const().unwrap_or(0);
    end(Outcome::Silent(status as i32))
}
