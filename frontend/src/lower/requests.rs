//! The functions that the engine implements: calls of them lower to intrinsics or operators.
//!
//! A program's own definition takes precedence, except for `reach_error`.
mod calls;

use super::Lowerer;
use crate::program::{Definition, Program};
use crate::typed::{Call, Expr, SymbolId};
use symtool_ir::math::MathFunction;
use symtool_ir::{BugKind, Intrinsic, Op, Value};

/// Lowers one call of such a function.
pub(crate) type Lower = fn(&mut Lowerer<'_, '_>, &Call, &Expr) -> Option<Value>;

/// Hook of the library models that runs the functions registered with `atexit`. A program that does not use `atexit`
/// and the like does not define the hooks.
pub(crate) const AT_EXIT: &str = "__symtool_at_exit";
const AT_QUICK_EXIT: &str = "__symtool_at_quick_exit";
const AT_ABORT: &str = "__symtool_at_abort";

/// Whether and when a call returns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    Always,
    Never,
    /// Once, and again after each `longjmp`.
    Again,
    /// If the first argument is nonzero.
    IfTrue,
    /// If the first argument is nonzero; otherwise it fails with the C text of the argument.
    Asserts,
}

/// The table of functions.
static REQUESTS: &[(&str, Returns, Lower)] = &[
    // inputs
    ("klee_make_symbolic", Returns::Always, |l, c, e| {
        l.make_symbolic(c, e)
    }),
    // constraints
    ("klee_assume", Returns::IfTrue, |l, c, e| l.assume(c, e)),
    ("__VERIFIER_assume", Returns::IfTrue, |l, c, e| {
        l.assume(c, e)
    }),
    ("__CPROVER_assume", Returns::IfTrue, |l, c, e| {
        l.assume(c, e)
    }),
    ("klee_prefer_cex", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::PreferCex, c, e)
    }),
    ("klee_posix_prefer_cex", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::PreferCex, c, e)
    }),
    // failures
    ("klee_assert", Returns::Asserts, |l, c, e| {
        l.assert_first(c, e)
    }),
    ("__VERIFIER_assert", Returns::Asserts, |l, c, e| {
        l.assert_first(c, e)
    }),
    ("__CPROVER_assert", Returns::IfTrue, |l, c, e| {
        l.assert_with_text(c, e)
    }),
    ("__CPROVER_precondition", Returns::IfTrue, |l, c, e| {
        l.assert_with_text(c, e)
    }),
    ("__CPROVER_postcondition", Returns::IfTrue, |l, c, e| {
        l.assert_with_text(c, e)
    }),
    ("__symtool_assert_fail", Returns::Never, |l, c, e| {
        l.fail(BugKind::Assert, Some(0), c, e)
    }),
    ("__assert_fail", Returns::Never, |l, c, e| {
        l.fail(BugKind::Assert, Some(0), c, e)
    }),
    ("__assert", Returns::Never, |l, c, e| {
        l.fail(BugKind::Assert, Some(0), c, e)
    }),
    ("reach_error", Returns::Never, |l, c, e| {
        l.fail(BugKind::Reach, None, c, e)
    }),
    ("__VERIFIER_error", Returns::Never, |l, c, e| {
        l.fail(BugKind::Reach, None, c, e)
    }),
    ("klee_report_error", Returns::Never, |l, c, e| {
        l.fail(BugKind::Reach, Some(2), c, e)
    }),
    ("klee_abort", Returns::Never, |l, c, e| {
        l.fail(BugKind::Reach, None, c, e)
    }),
    // program termination
    ("exit", Returns::Never, |l, c, e| l.exit(AT_EXIT, c, e)),
    ("_exit", Returns::Never, |l, c, e| {
        l.ends(Intrinsic::Exit, c, e)
    }),
    ("_Exit", Returns::Never, |l, c, e| {
        l.ends(Intrinsic::Exit, c, e)
    }),
    ("quick_exit", Returns::Never, |l, c, e| {
        l.exit(AT_QUICK_EXIT, c, e)
    }),
    ("abort", Returns::Never, |l, c, e| l.abort(c, e)),
    ("klee_silent_exit", Returns::Never, |l, c, e| {
        l.ends(Intrinsic::SilentExit, c, e)
    }),
    // jumps out of functions
    ("setjmp", Returns::Again, |l, c, e| l.setjmp_call(c, e)),
    ("_setjmp", Returns::Again, |l, c, e| l.setjmp_call(c, e)),
    ("sigsetjmp", Returns::Again, |l, c, e| l.setjmp_call(c, e)),
    ("__sigsetjmp", Returns::Again, |l, c, e| l.setjmp_call(c, e)),
    ("longjmp", Returns::Never, |l, c, e| l.longjmp_call(c, e)),
    ("_longjmp", Returns::Never, |l, c, e| l.longjmp_call(c, e)),
    ("siglongjmp", Returns::Never, |l, c, e| l.longjmp_call(c, e)),
    // memory
    ("malloc", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Malloc, c, e)
    }),
    ("calloc", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Calloc, c, e)
    }),
    ("realloc", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Realloc, c, e)
    }),
    ("free", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Free, c, e)
    }),
    ("cfree", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Free, c, e)
    }),
    ("alloca", Returns::Always, |l, c, e| l.alloca(c, e)),
    ("aligned_alloc", Returns::Always, |l, c, e| {
        l.aligned_alloc(c, e)
    }),
    ("memalign", Returns::Always, |l, c, e| l.aligned_alloc(c, e)),
    ("valloc", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Malloc, c, e)
    }),
    ("posix_memalign", Returns::Always, |l, c, e| {
        l.posix_memalign(c, e)
    }),
    ("memcpy", Returns::Always, |l, c, e| l.copy_apart(c, e)),
    ("memmove", Returns::Always, |l, c, e| l.copy_bytes(c, e)),
    ("memset", Returns::Always, |l, c, e| l.fill_bytes(c, e)),
    // output
    ("printf", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Printf, c, e)
    }),
    ("klee_print_expr", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::PrintExpr, c, e)
    }),
    ("klee_warning", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Warning, c, e)
    }),
    ("klee_warning_once", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Warning, c, e)
    }),
    // library models: services of the engine, and notes of unsupported features
    ("__symtool_output", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::Output, c, e)
    }),
    ("__symtool_printf_list", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::PrintfList, c, e)
    }),
    ("__symtool_format_float", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::FormatFloat, c, e)
    }),
    ("__symtool_library_block", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::LibraryBlock, c, e)
    }),
    ("__symtool_unsupported", Returns::Always, |l, c, e| {
        l.not_modelled(c, e)
    }),
    ("__symtool_rounded", Returns::Always, |l, c, e| {
        l.rounded(c, e)
    }),
    // mathematics
    ("sqrt", Returns::Always, |l, c, e| {
        l.float_operator(Op::FSqrt, c, e)
    }),
    ("sqrtf", Returns::Always, |l, c, e| {
        l.float_operator(Op::FSqrt, c, e)
    }),
    ("sqrtl", Returns::Always, |l, c, e| {
        l.float_operator(Op::FSqrt, c, e)
    }),
    ("rint", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("rintf", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("rintl", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("nearbyint", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("nearbyintf", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("nearbyintl", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("roundeven", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("roundevenf", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("roundevenl", Returns::Always, |l, c, e| {
        l.float_operator(Op::FNearest, c, e)
    }),
    ("round", Returns::Always, |l, c, e| {
        l.float_operator(Op::FAway, c, e)
    }),
    ("roundf", Returns::Always, |l, c, e| {
        l.float_operator(Op::FAway, c, e)
    }),
    ("roundl", Returns::Always, |l, c, e| {
        l.float_operator(Op::FAway, c, e)
    }),
    ("floor", Returns::Always, |l, c, e| {
        l.float_operator(Op::FFloor, c, e)
    }),
    ("floorf", Returns::Always, |l, c, e| {
        l.float_operator(Op::FFloor, c, e)
    }),
    ("floorl", Returns::Always, |l, c, e| {
        l.float_operator(Op::FFloor, c, e)
    }),
    ("ceil", Returns::Always, |l, c, e| {
        l.float_operator(Op::FCeil, c, e)
    }),
    ("ceilf", Returns::Always, |l, c, e| {
        l.float_operator(Op::FCeil, c, e)
    }),
    ("ceill", Returns::Always, |l, c, e| {
        l.float_operator(Op::FCeil, c, e)
    }),
    ("trunc", Returns::Always, |l, c, e| {
        l.float_operator(Op::FWhole, c, e)
    }),
    ("truncf", Returns::Always, |l, c, e| {
        l.float_operator(Op::FWhole, c, e)
    }),
    ("truncl", Returns::Always, |l, c, e| {
        l.float_operator(Op::FWhole, c, e)
    }),
    // queries about the state
    ("klee_is_symbolic", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::IsSymbolic, c, e)
    }),
    ("klee_get_obj_size", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::ObjectSize, c, e)
    }),
    ("klee_get_value_i32", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_value_i64", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_valuel", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_valuell", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_valuef", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_valued", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    // merge regions
    ("klee_open_merge", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::MergeOpen, c, e)
    }),
    ("klee_close_merge", Returns::Always, |l, c, e| {
        l.plain(Intrinsic::MergeClose, c, e)
    }),
];

/// Can standard output be redirected to a file, or closed? Then `printf` is the library model, which looks at the stream.
fn redirects(program: &Program) -> bool {
    ["close", "dup2", "fclose", "freopen"].iter().any(|name| {
        program
            .external_named(name)
            .is_some_and(|id| matches!(program.symbol(id).definition, Definition::Function(_)))
    })
}

fn row(name: &str) -> Option<&'static (&'static str, Returns, Lower)> {
    REQUESTS.iter().find(|(known, ..)| *known == name)
}

/// Is this the name of a function of the engine?
pub(crate) fn is_named(name: &str) -> bool {
    row(name).is_some() || MathFunction::named(name).is_some()
}

/// Returns when calls of a function of this name return.
pub(crate) fn returns(name: &str) -> Returns {
    row(name).map_or(Returns::Always, |(_, returns, _)| *returns)
}

/// Returns how calls of a function without a body are lowered, if the engine implements it.
pub(crate) fn find(program: &Program, id: SymbolId) -> Option<Lower> {
    let symbol = program.symbol(id);
    let name = symbol.name.as_str();
    let taken = || program.address_taken.get(&id).is_some_and(|&n| n > 0);
    if name == "printf" && (taken() || redirects(program)) {
        return None;
    }
    if let Some((_, returns, lower)) = row(name) {
        // Through a pointer, it would save the context of a wrapper that returns at once.
        let useless = *returns == Returns::Again && taken();
        return (!useless).then_some(*lower);
    }
    let result = program.types.as_function(symbol.ty)?.result.ty;
    if let Some(function) = MathFunction::named(name) {
        let fits = program.types.ir_type(result) == Some(function.ty);
        return fits.then_some((|l, c, e| l.math(c, e)) as Lower);
    }
    let fresh = name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_");
    let known = program.types.is_scalar(result) || program.types.as_record(result).is_some();
    (fresh && known).then_some((|l, c, e| l.nondet(c, e)) as Lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_once() {
        let mut names: Vec<&str> = REQUESTS.iter().map(|(name, ..)| *name).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
    }
}
