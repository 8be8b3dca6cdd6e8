//! The model of calls of user-defined pure functions. A Rust program that is built on this engine can add such
//! functions (`symtool_ir::own`), each with a concrete and a symbolic model. If all operands are constants, the
//! concrete model computes the result, which is a constant. Otherwise the symbolic model builds an expression.
use super::{done, inputs, operand};
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Stepped};
use crate::state::State;
use crate::value::Val;
use symtool_expr::ExprId;
use symtool_ir::Bits;
use symtool_ir::own::FUNCTIONS;

pub(super) fn own(executor: &mut Executor<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let name = step.text.as_deref().unwrap_or("");
    let widths = step.args.iter().map(|(_, ty)| ty.bits());
    let values: Vec<(Val, u32)> = widths
        .enumerate()
        .map(|(i, width)| (operand(state, step, i), width))
        .collect();
    let known = values
        .iter()
        .map(|(value, width)| value.bits(&executor.arena, *width));
    let known: Option<Vec<Bits>> = known.collect();
    if let Some(bits) = known.and_then(|args| FUNCTIONS.find(name)?.eval(&args)) {
        executor.set_constant(state, step.dst, bits.unsigned());
        return done();
    }
    let operands = values
        .iter()
        .map(|(value, width)| value.expr(&mut executor.arena, *width));
    let operands: Vec<ExprId> = operands.collect();
    match symtool_expr::own::apply(&mut executor.arena, name, &operands) {
        Some(value) => {
            let value = Val::of(&executor.arena, value);
            executor.set_result(state, step.dst, value);
        }
        None => {
            let text = format!("`{name}` has no model for these operands");
            executor.incomplete_here(state, text);
            inputs::opaque(executor, state, step, name);
        }
    }
    done()
}
