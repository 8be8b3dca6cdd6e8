//! Models of the `math.h` functions for which the IR has no operator. A call with constant arguments is evaluated. Any
//! other call returns an unconstrained value, and the run becomes incomplete.
use super::{done, inputs, operand};
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Stepped};
use crate::state::State;
use symtool_ir::Bits;
use symtool_ir::math::MathFunction;

pub(super) fn math(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
) -> Stepped {
    let name = step.text.as_deref().unwrap_or("");
    let known: Option<Vec<Bits>> = (0..step.args.len())
        .map(|i| operand(state, step, i).bits(&executor.arena, step.args[i].1.bits()))
        .collect();
    let value = known.and_then(|args| MathFunction::named(name)?.eval(&args));
    match value {
        Some(bits) => executor.set_constant(state, step.dst, bits.unsigned()),
        None => {
            let text = format!("the result of `{name}` for symbolic arguments is unconstrained");
            executor.incomplete_here(state, text);
            inputs::opaque(executor, state, step, name);
        }
    }
    done()
}
