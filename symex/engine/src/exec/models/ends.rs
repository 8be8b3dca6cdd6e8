//! Models of the intrinsics that end a path or exclude inputs from it.
use super::{done, operand};
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Stepped, Stop};
use crate::state::State;
use crate::value::Val;
use symtool_ir::{Outcome, Type};
use symtool_solver::Tri;

fn end(outcome: Outcome) -> Stepped {
    Err(Stop::Outcome(Box::new(outcome)))
}

pub(super) fn assume(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    match operand(state, step, 0) {
        Val::Const(0) => end(Outcome::AssumeFailed),
        Val::Const(_) => done(),
        cond => {
            let cond = executor.condition(cond);
            match executor.possible(state, cond) {
                Tri::No => return end(Outcome::AssumeFailed),
                Tri::Unknown => {
                    let text = "the solver did not decide whether an assumption can hold";
                    executor.incomplete_here(state, text);
                }
                Tri::Yes => {}
            }
            executor.assume(state, cond);
            executor.repair_guide(state);
            done()
        }
    }
}

pub(super) fn exit(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let status = operand(state, step, 0);
    Err(executor.exit(state, (status, Type::I32)))
}

pub(super) fn abort(_: &mut Executor<'_>, _: &mut State, _: &IntrinsicStep) -> Stepped {
    end(Outcome::Abort)
}

pub(super) fn silent_exit(
    _: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let status = operand(state, step, 0).as_const().unwrap_or(0);
    end(Outcome::Silent(status as i32))
}
