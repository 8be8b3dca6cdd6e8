//! The functions that the engine implements: a table with the name of each function and the lowering of its calls.
//!
//! A definition in the program takes precedence over the engine's implementation, except for `reach_error`, whose call
//! is a failure by the rules of SV-COMP. Semantic analysis and the lints use the table to find out whether a call
//! returns; `lower/requests.rs` lowers the calls.
use crate::ids::SymbolId;
use crate::program::{Definition, Program};
use symtool_ir::math::MathFunction;
use symtool_ir::own::FUNCTIONS;
use symtool_ir::{BugKind, Intrinsic, Op};

/// How the frontend lowers the calls of a function that the engine implements: the IR that it emits for a call.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Makes an object symbolic (`klee_make_symbolic`).
    MakeSymbolic,
    /// Restricts the path to inputs for which the first argument is nonzero.
    Assume,
    /// Fails if the first argument is zero. The message of the failure is the source text of this argument.
    AssertFirst,
    /// Fails if the first argument is zero. The message of the failure is the second argument.
    AssertWithText,
    /// Fails with the given kind of failure. The number is the index of the argument that contains the message; `None`
    /// if no argument does.
    Fail(BugKind, Option<usize>),
    /// If the program contains the library model (C function) with this name, calls it. Then ends the program.
    Exit(&'static str),
    /// Ends the program by this IR intrinsic, which gets the arguments of the call.
    End(Intrinsic),
    Abort,
    Setjmp,
    Longjmp,
    /// Calls this IR intrinsic, which gets the arguments of the call.
    Plain(Intrinsic),
    Alloca,
    /// Resizes an allocated block. As in glibc, the size 0 frees the block, and the result is null.
    Realloc,
    AlignedAlloc,
    PosixMemalign,
    Memcpy,
    Memmove,
    Memset,
    /// Records that a library model does not support a feature.
    Unsupported,
    /// Records that a library model may have rounded a `long double`.
    Rounded,
    /// Applies an IR operator to floating-point numbers.
    Operator(Op),
    /// Calls a function of `math.h` that the math library of the host computes.
    Math,
    /// Calls a pure function that a user of symtool's Rust library has added.
    Own,
    /// Returns a new symbolic input of the result type.
    Nondet,
}

/// The function of the library models that runs the functions registered with `atexit`. A program that does not use
/// `atexit` or similar functions does not contain this function.
pub(crate) const AT_EXIT: &str = "__symtool_at_exit";
const AT_QUICK_EXIT: &str = "__symtool_at_quick_exit";
/// The function of the library models that runs the handler of `SIGABRT`.
pub(crate) const AT_ABORT: &str = "__symtool_at_abort";

/// The condition under which a call of a function returns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Returns {
    Always,
    Never,
    /// The call returns once, and again after each `longjmp`.
    Again,
    /// The call returns if the first argument is nonzero. If it is zero, the call fails or ends the path.
    IfTrue,
    /// The call returns if the first argument is nonzero. If it is zero, the call fails, and the message of the failure
    /// is the source text of the argument.
    Asserts,
}

/// The functions that the engine implements. A row consists of the name, the condition under which a call returns, and
/// the way in which calls are lowered.
static REQUESTS: &[(&str, Returns, Request)] = &[
    // Symbolic inputs.
    ("klee_make_symbolic", Returns::Always, Request::MakeSymbolic),
    // Constraints on the path.
    ("klee_assume", Returns::IfTrue, Request::Assume),
    ("__VERIFIER_assume", Returns::IfTrue, Request::Assume),
    ("__CPROVER_assume", Returns::IfTrue, Request::Assume),
    (
        "klee_prefer_cex",
        Returns::Always,
        Request::Plain(Intrinsic::PreferCex),
    ),
    (
        "klee_posix_prefer_cex",
        Returns::Always,
        Request::Plain(Intrinsic::PreferCex),
    ),
    // Failures.
    ("klee_assert", Returns::Asserts, Request::AssertFirst),
    ("__VERIFIER_assert", Returns::Asserts, Request::AssertFirst),
    ("__CPROVER_assert", Returns::IfTrue, Request::AssertWithText),
    (
        "__CPROVER_precondition",
        Returns::IfTrue,
        Request::AssertWithText,
    ),
    (
        "__CPROVER_postcondition",
        Returns::IfTrue,
        Request::AssertWithText,
    ),
    (
        "__symtool_assert_fail",
        Returns::Never,
        Request::Fail(BugKind::Assert, Some(0)),
    ),
    (
        "__assert_fail",
        Returns::Never,
        Request::Fail(BugKind::Assert, Some(0)),
    ),
    (
        "__assert",
        Returns::Never,
        Request::Fail(BugKind::Assert, Some(0)),
    ),
    (
        "reach_error",
        Returns::Never,
        Request::Fail(BugKind::Reach, None),
    ),
    (
        "__VERIFIER_error",
        Returns::Never,
        Request::Fail(BugKind::Reach, None),
    ),
    (
        "klee_report_error",
        Returns::Never,
        Request::Fail(BugKind::Reach, Some(2)),
    ),
    (
        "klee_abort",
        Returns::Never,
        Request::Fail(BugKind::Reach, None),
    ),
    // Program termination.
    ("exit", Returns::Never, Request::Exit(AT_EXIT)),
    ("_exit", Returns::Never, Request::End(Intrinsic::Exit)),
    ("_Exit", Returns::Never, Request::End(Intrinsic::Exit)),
    ("quick_exit", Returns::Never, Request::Exit(AT_QUICK_EXIT)),
    ("abort", Returns::Never, Request::Abort),
    (
        "klee_silent_exit",
        Returns::Never,
        Request::End(Intrinsic::SilentExit),
    ),
    // Jumps out of functions.
    ("setjmp", Returns::Again, Request::Setjmp),
    ("_setjmp", Returns::Again, Request::Setjmp),
    ("sigsetjmp", Returns::Again, Request::Setjmp),
    ("__sigsetjmp", Returns::Again, Request::Setjmp),
    ("longjmp", Returns::Never, Request::Longjmp),
    ("_longjmp", Returns::Never, Request::Longjmp),
    ("siglongjmp", Returns::Never, Request::Longjmp),
    // Memory.
    ("malloc", Returns::Always, Request::Plain(Intrinsic::Malloc)),
    ("calloc", Returns::Always, Request::Plain(Intrinsic::Calloc)),
    ("realloc", Returns::Always, Request::Realloc),
    (
        "__symtool_malloc",
        Returns::Always,
        Request::Plain(Intrinsic::Malloc),
    ),
    (
        "__symtool_calloc",
        Returns::Always,
        Request::Plain(Intrinsic::Calloc),
    ),
    ("__symtool_realloc", Returns::Always, Request::Realloc),
    (
        "__symtool_aligned_alloc",
        Returns::Always,
        Request::AlignedAlloc,
    ),
    (
        "__symtool_posix_memalign",
        Returns::Always,
        Request::PosixMemalign,
    ),
    ("free", Returns::Always, Request::Plain(Intrinsic::Free)),
    ("cfree", Returns::Always, Request::Plain(Intrinsic::Free)),
    ("alloca", Returns::Always, Request::Alloca),
    ("aligned_alloc", Returns::Always, Request::AlignedAlloc),
    ("memalign", Returns::Always, Request::AlignedAlloc),
    ("valloc", Returns::Always, Request::Plain(Intrinsic::Malloc)),
    ("posix_memalign", Returns::Always, Request::PosixMemalign),
    ("memcpy", Returns::Always, Request::Memcpy),
    ("memmove", Returns::Always, Request::Memmove),
    ("memset", Returns::Always, Request::Memset),
    // Output.
    ("printf", Returns::Always, Request::Plain(Intrinsic::Printf)),
    (
        "klee_print_expr",
        Returns::Always,
        Request::Plain(Intrinsic::PrintExpr),
    ),
    (
        "klee_warning",
        Returns::Always,
        Request::Plain(Intrinsic::Warning),
    ),
    (
        "klee_warning_once",
        Returns::Always,
        Request::Plain(Intrinsic::Warning),
    ),
    // Services of the engine for library models: output, allocation, reports that a run is incomplete, the
    // end of a program that waits for ever.
    (
        "__symtool_output",
        Returns::Always,
        Request::Plain(Intrinsic::Output),
    ),
    (
        "__symtool_printf_list",
        Returns::Always,
        Request::Plain(Intrinsic::PrintfList),
    ),
    (
        "__symtool_format_float",
        Returns::Always,
        Request::Plain(Intrinsic::FormatFloat),
    ),
    (
        "__symtool_library_block",
        Returns::Always,
        Request::Plain(Intrinsic::LibraryBlock),
    ),
    (
        "__symtool_is_mapped",
        Returns::Always,
        Request::Plain(Intrinsic::IsMapped),
    ),
    (
        "__symtool_unsupported",
        Returns::Always,
        Request::Unsupported,
    ),
    ("__symtool_rounded", Returns::Always, Request::Rounded),
    (
        "__symtool_stop",
        Returns::Never,
        Request::End(Intrinsic::Abort),
    ),
    // Mathematics.
    ("sqrt", Returns::Always, Request::Operator(Op::FSqrt)),
    ("sqrtf", Returns::Always, Request::Operator(Op::FSqrt)),
    ("sqrtl", Returns::Always, Request::Operator(Op::FSqrt)),
    ("rint", Returns::Always, Request::Operator(Op::FNearest)),
    ("rintf", Returns::Always, Request::Operator(Op::FNearest)),
    ("rintl", Returns::Always, Request::Operator(Op::FNearest)),
    (
        "nearbyint",
        Returns::Always,
        Request::Operator(Op::FNearest),
    ),
    (
        "nearbyintf",
        Returns::Always,
        Request::Operator(Op::FNearest),
    ),
    (
        "nearbyintl",
        Returns::Always,
        Request::Operator(Op::FNearest),
    ),
    (
        "roundeven",
        Returns::Always,
        Request::Operator(Op::FNearest),
    ),
    (
        "roundevenf",
        Returns::Always,
        Request::Operator(Op::FNearest),
    ),
    (
        "roundevenl",
        Returns::Always,
        Request::Operator(Op::FNearest),
    ),
    ("round", Returns::Always, Request::Operator(Op::FAway)),
    ("roundf", Returns::Always, Request::Operator(Op::FAway)),
    ("roundl", Returns::Always, Request::Operator(Op::FAway)),
    ("floor", Returns::Always, Request::Operator(Op::FFloor)),
    ("floorf", Returns::Always, Request::Operator(Op::FFloor)),
    ("floorl", Returns::Always, Request::Operator(Op::FFloor)),
    ("ceil", Returns::Always, Request::Operator(Op::FCeil)),
    ("ceilf", Returns::Always, Request::Operator(Op::FCeil)),
    ("ceill", Returns::Always, Request::Operator(Op::FCeil)),
    ("trunc", Returns::Always, Request::Operator(Op::FWhole)),
    ("truncf", Returns::Always, Request::Operator(Op::FWhole)),
    ("truncl", Returns::Always, Request::Operator(Op::FWhole)),
    // Queries about the current state, for example whether a value is symbolic.
    (
        "klee_is_symbolic",
        Returns::Always,
        Request::Plain(Intrinsic::IsSymbolic),
    ),
    (
        "klee_get_obj_size",
        Returns::Always,
        Request::Plain(Intrinsic::ObjectSize),
    ),
    (
        "klee_get_value_i32",
        Returns::Always,
        Request::Plain(Intrinsic::GetValue),
    ),
    (
        "klee_get_value_i64",
        Returns::Always,
        Request::Plain(Intrinsic::GetValue),
    ),
    (
        "klee_get_valuel",
        Returns::Always,
        Request::Plain(Intrinsic::GetValue),
    ),
    (
        "klee_get_valuell",
        Returns::Always,
        Request::Plain(Intrinsic::GetValue),
    ),
    (
        "klee_get_valuef",
        Returns::Always,
        Request::Plain(Intrinsic::GetValue),
    ),
    (
        "klee_get_valued",
        Returns::Always,
        Request::Plain(Intrinsic::GetValue),
    ),
    // The start and the end of a code region. States that reach the end of the region are merged.
    (
        "klee_open_merge",
        Returns::Always,
        Request::Plain(Intrinsic::MergeOpen),
    ),
    (
        "klee_close_merge",
        Returns::Always,
        Request::Plain(Intrinsic::MergeClose),
    ),
];

/// Returns whether the program uses a function that can redirect or close standard output, such as `dup2`, or a
/// function that reads the state of a stream. Calls of `printf` must then execute the library model, because the
/// engine's own `printf` ignores the state of the stream.
fn redirects(program: &Program) -> bool {
    ["__fpending", "close", "dup2", "fclose", "freopen"]
        .iter()
        .any(|name| {
            program
                .external_named(name)
                .is_some_and(|id| matches!(program.symbol(id).definition, Definition::Function(_)))
        })
}

fn row(name: &str) -> Option<&'static (&'static str, Returns, Request)> {
    REQUESTS.iter().find(|(known, ..)| *known == name)
}

/// Returns whether the engine implements a function called `name`.
pub(crate) fn is_named(name: &str) -> bool {
    row(name).is_some() || MathFunction::named(name).is_some() || FUNCTIONS.find(name).is_some()
}

/// Returns the names in the table `REQUESTS`. They do not include the functions of `math.h` that the host's math library
/// computes, nor the functions that another Rust program adds (`FUNCTIONS`).
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    REQUESTS.iter().map(|(name, ..)| *name)
}

/// Returns the condition under which a call of the function called `name` returns.
pub(crate) fn returns(name: &str) -> Returns {
    row(name).map_or(Returns::Always, |(_, returns, _)| *returns)
}

/// Returns the way in which calls of the function `id` are lowered if the engine implements the function. Returns
/// `None` if the engine implements no function with this name and result type. Also returns `None` if the engine's
/// implementation cannot be used: the program takes the address of `printf` or `setjmp`, or it calls `printf` and may
/// redirect standard output.
pub(crate) fn find(program: &Program, id: SymbolId) -> Option<Request> {
    let symbol = program.symbol(id);
    let result = program.types.as_function(symbol.ty)?.result.ty;
    let name = symbol.name.as_str();
    let taken = || program.address_taken.get(&id).is_some_and(|&n| n > 0);
    if name == "printf" && (taken() || redirects(program)) {
        return None;
    }
    if let Some((_, returns, request)) = row(name) {
        // `setjmp` saves the current program point, to which `longjmp` returns. If a program takes the address of
        // `setjmp`, this would be the address of a generated wrapper function. A call through the address would save a
        // program point in the wrapper, which returns before any `longjmp`. Therefore the implementation is not used:
        // `setjmp` is then an undefined function, which is an error.
        let useless = *returns == Returns::Again && taken();
        return (!useless).then_some(*request);
    }
    if let Some(function) = MathFunction::named(name) {
        let fits = program.types.ir_type(result) == Some(function.ty);
        return fits.then_some(Request::Math);
    }
    if FUNCTIONS.find(name).is_some() {
        return Some(Request::Own);
    }
    let fresh = name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_");
    let known = program.types.is_scalar(result) || program.types.as_record(result).is_some();
    (fresh && known).then_some(Request::Nondet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = REQUESTS.iter().map(|(name, ..)| *name).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
    }
}
