//! Models of intrinsics that return information about the state, and of `klee_prefer_cex`, which records a preference
//! for the values of test inputs.
use super::{constant, done, operand};
use crate::code::IntrinsicStep;
use crate::exec::resolve::Access;
use crate::exec::{Executor, Stepped};
use crate::state::State;
use crate::value::Val;
use symtool_expr::Arena;
use symtool_ir::{Op, Type};
use symtool_solver::Tri;

pub(super) fn va_area(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let area = state.frame.va_area;
    executor.set_result(state, step.dst, Val::Const(area));
    done()
}

pub(super) fn object_size(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let address = constant(executor, state, step, 0, "the address of an object")?;
    let access = Access {
        len: 0,
        write: false,
    };
    let found = executor.locate(state, address, access)?;
    let object = found.and_then(|(region, _)| state.memory.object(region));
    let size = object.map_or(Val::ZERO, |object| match object.bound {
        Some(bound) => Val::Expr(bound.size),
        None => Val::Const(object.size),
    });
    executor.set_result(state, step.dst, size);
    done()
}

pub(super) fn is_mapped(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let address = constant(executor, state, step, 0, "the address of a page")?;
    let size = constant(executor, state, step, 1, "the size of a page")?;
    match state.memory.is_mapped(address, size) {
        Some(mapped) => {
            executor.set_constant(state, step.dst, u128::from(mapped));
            done()
        }
        None => {
            Err(executor.unsupported(state, "a query whether memory of symbolic size is mapped"))
        }
    }
}

pub(super) fn is_symbolic(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let ty = step.args.first().map_or(Type::I8, |&(_, ty)| ty);
    let known = operand(state, step, 0)
        .bits(&executor.arena, ty.bits())
        .is_some();
    executor.set_constant(state, step.dst, u128::from(!known));
    done()
}

/// Sets the result to 1 if the operand can be 1 on the path, else to 0. The result is also 1 if the solver returns
/// *unknown*. The result decides whether a melded region is executed. The instructions of this region have an effect
/// only for inputs for which the operand is 1. Therefore an unnecessary execution of the region changes nothing, and
/// the result 1 is always sound.
pub(super) fn may_be(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let cond = operand(state, step, 0).expr(&mut executor.arena, 1);
    let can_be = executor.possible(state, cond) != Tri::No;
    executor.set_constant(state, step.dst, u128::from(can_be));
    done()
}

pub(super) fn get_value(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let value = operand(state, step, 0);
    let ty = step.args.first().map_or(Type::I8, |&(_, ty)| ty);
    let expr = value.expr(&mut executor.arena, ty.bits());
    match executor.some_value(state, Arena::TRUE, expr) {
        Some(bits) => executor.set_constant(state, step.dst, bits.unsigned()),
        None => {
            executor.incomplete_here(state, "the solver did not find a value");
            executor.set_result(state, step.dst, value);
        }
    }
    done()
}

/// Records a preference of the program for test inputs. The operands are an object and a condition on the bytes of this
/// object. Test inputs should satisfy the condition if possible.
pub(super) fn prefer_cex(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    if let Val::Expr(wish) = operand(state, step, 1) {
        let zero = executor.arena.int(64, 0);
        let wish = executor.arena.op(Op::Ne, 1, &[wish, zero]);
        state.preferences.push_front_mut(wish);
    }
    done()
}
