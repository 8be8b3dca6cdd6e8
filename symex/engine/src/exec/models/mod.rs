//! The models of the intrinsics. A model is the function that executes an intrinsic on a state.
//!
//! The table [`MODELS`] has one row for each intrinsic. Each file of this folder has the models of one family of
//! intrinsics. A model that may fork calls [`Executor::enumerate`](crate::exec::Executor::enumerate) before its first
//! effect.
use crate::code::IntrinsicStep;
use crate::exec::{Executor, Flow, Stepped};
use crate::state::State;
use crate::value::Val;
use symtool_ir::Intrinsic;

mod block;
mod ends;
mod heap;
mod inputs;
mod jumps;
mod lengths;
mod math;
mod output;
mod own;
mod query;
mod regions;
mod rounded;
mod scope;
mod sizes;
mod strings;

pub(crate) use heap::LIBRARY_BLOCK;

/// The model of one intrinsic.
pub(crate) struct Model {
    /// The intrinsic that the model executes.
    pub intrinsic: Intrinsic,
    /// Executes the intrinsic.
    pub run: fn(&mut Executor<'_>, &mut State, &IntrinsicStep) -> Stepped,
}

macro_rules! models {
    ($($intrinsic:ident => $run:path;)*) => {
        /// The models of all intrinsics, in the order of [`Intrinsic`].
        pub(crate) static MODELS: &[Model] = &[
            $(Model { intrinsic: Intrinsic::$intrinsic, run: $run },)*
        ];
    };
}

models! {
    MakeSymbolic => inputs::make_symbolic;
    Symbolic => inputs::symbolic;
    Uninit => inputs::uninit;
    Assume => ends::assume;
    Malloc => heap::malloc;
    Calloc => heap::calloc;
    Realloc => heap::realloc;
    Free => heap::free;
    Alloca => heap::alloca;
    Copy => block::copy;
    Fill => block::fill;
    Printf => output::printf;
    VaArea => query::va_area;
    Exit => ends::exit;
    Abort => ends::abort;
    SilentExit => ends::silent_exit;
    IsSymbolic => query::is_symbolic;
    GetValue => query::get_value;
    PreferCex => query::prefer_cex;
    PrintExpr => output::print_expr;
    Warning => output::warning;
    MergeOpen => regions::open;
    MergeClose => regions::close;
    Math => math::math;
    Own => own::own;
    Missing => inputs::missing;
    Output => output::output;
    PrintfList => output::printf_list;
    FormatFloat => output::format_float;
    LibraryBlock => heap::library_block;
    ObjectSize => query::object_size;
    IsMapped => query::is_mapped;
    Setjmp => jumps::setjmp;
    Longjmp => jumps::longjmp;
    ScopeEnter => scope::enter;
    ScopeLeave => scope::leave;
    Rounded => rounded::rounded;
    MayBe => query::may_be;
}

/// Executes the model of the intrinsic of a step.
pub(crate) fn run(executor: &mut Executor<'_>, state: &mut State, step: &IntrinsicStep) -> Stepped {
    let model = &MODELS[step.intrinsic as usize];
    debug_assert_eq!(model.intrinsic, step.intrinsic);
    (model.run)(executor, state, step)
}

/// Returns the value of operand `index` of a step; zero if the step has fewer operands.
fn operand(state: &State, step: &IntrinsicStep, index: usize) -> Val {
    step.args
        .get(index)
        .map_or(Val::ZERO, |&(reg, _)| state.frame.regs[reg as usize])
}

/// Returns operand `index` of a step as a constant. If the operand has several feasible values, a state is forked
/// for each further value.
fn constant(
    executor: &mut Executor<'_>,
    state: &mut State,
    step: &IntrinsicStep,
    index: usize,
    what: &str,
) -> Result<u64, crate::exec::Stop> {
    let Some(&(reg, ty)) = step.args.get(index) else {
        return Ok(0);
    };
    let bits = executor.enumerate(state, reg, ty.bits(), what)?;
    Ok(bits.low_u64())
}

fn done() -> Stepped {
    Ok(Flow::Next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::intrinsic::INTRINSICS;

    #[test]
    fn every_intrinsic_has_its_model() {
        assert_eq!(MODELS.len(), INTRINSICS.len());
        for (model, row) in MODELS.iter().zip(INTRINSICS) {
            assert_eq!(model.intrinsic, row.intrinsic);
        }
    }
}
