//! Functions that are not C code but requests to the engine, by name.
//!
//! A program's own definition of such a function wins, except for `reach_error`.
use super::Lowerer;
use crate::program::{Definition, Program};
use crate::typed::{Call, Expr, SymbolId};
use symtool_ir::math::MathFunction;
use symtool_ir::{BugKind, Intrinsic, Op, Type, Value};

/// Lowers one call.
pub(crate) type Lower = fn(&mut Lowerer<'_, '_>, &Call, &Expr) -> Option<Value>;

/// What library models want called before the program ends by `exit`, `quick_exit` or `abort`. A program without
/// `atexit` and the like has none of them.
pub(crate) const AT_EXIT: &str = "__symtool_at_exit";
const AT_QUICK_EXIT: &str = "__symtool_at_quick_exit";
const AT_ABORT: &str = "__symtool_at_abort";

/// The built-in functions.
static TABLE: &[(&str, Lower)] = &[
    // inputs
    ("klee_make_symbolic", |l, c, e| {
        l.plain(Intrinsic::MakeSymbolic, c, e)
    }),
    // constraints
    ("klee_assume", |l, c, e| l.assume(c, e)),
    ("__VERIFIER_assume", |l, c, e| l.assume(c, e)),
    ("__CPROVER_assume", |l, c, e| l.assume(c, e)),
    ("klee_prefer_cex", |l, c, e| {
        l.plain(Intrinsic::PreferCex, c, e)
    }),
    ("klee_posix_prefer_cex", |l, c, e| {
        l.plain(Intrinsic::PreferCex, c, e)
    }),
    // failures
    ("klee_assert", |l, c, e| l.assert_first(c, e)),
    ("__VERIFIER_assert", |l, c, e| l.assert_first(c, e)),
    ("__CPROVER_assert", |l, c, e| l.assert_with_text(c, e)),
    ("__symtool_assert_fail", |l, c, e| {
        l.fail(BugKind::Assert, Some(0), c, e)
    }),
    ("__assert_fail", |l, c, e| {
        l.fail(BugKind::Assert, Some(0), c, e)
    }),
    ("__assert", |l, c, e| l.fail(BugKind::Assert, Some(0), c, e)),
    ("reach_error", |l, c, e| l.fail(BugKind::Reach, None, c, e)),
    ("__VERIFIER_error", |l, c, e| {
        l.fail(BugKind::Reach, None, c, e)
    }),
    ("klee_report_error", |l, c, e| {
        l.fail(BugKind::Reach, Some(2), c, e)
    }),
    ("klee_abort", |l, c, e| l.fail(BugKind::Reach, None, c, e)),
    // ends
    ("exit", |l, c, e| l.exit(AT_EXIT, c, e)),
    ("_exit", |l, c, e| l.ends(Intrinsic::Exit, c, e)),
    ("_Exit", |l, c, e| l.ends(Intrinsic::Exit, c, e)),
    ("quick_exit", |l, c, e| l.exit(AT_QUICK_EXIT, c, e)),
    ("abort", |l, c, e| l.abort(c, e)),
    ("klee_silent_exit", |l, c, e| {
        l.ends(Intrinsic::SilentExit, c, e)
    }),
    // memory
    ("malloc", |l, c, e| l.plain(Intrinsic::Malloc, c, e)),
    ("calloc", |l, c, e| l.plain(Intrinsic::Calloc, c, e)),
    ("realloc", |l, c, e| l.plain(Intrinsic::Realloc, c, e)),
    ("free", |l, c, e| l.plain(Intrinsic::Free, c, e)),
    ("cfree", |l, c, e| l.plain(Intrinsic::Free, c, e)),
    ("alloca", |l, c, e| l.alloca(c, e)),
    ("aligned_alloc", |l, c, e| l.aligned_alloc(c, e)),
    ("memalign", |l, c, e| l.aligned_alloc(c, e)),
    ("valloc", |l, c, e| l.plain(Intrinsic::Malloc, c, e)),
    ("posix_memalign", |l, c, e| l.posix_memalign(c, e)),
    ("memcpy", |l, c, e| l.copy_bytes(c, e)),
    ("memmove", |l, c, e| l.copy_bytes(c, e)),
    ("memset", |l, c, e| l.fill_bytes(c, e)),
    // output
    ("printf", |l, c, e| l.plain(Intrinsic::Printf, c, e)),
    ("klee_print_expr", |l, c, e| {
        l.plain(Intrinsic::PrintExpr, c, e)
    }),
    ("klee_warning", |l, c, e| l.plain(Intrinsic::Warning, c, e)),
    ("klee_warning_once", |l, c, e| {
        l.plain(Intrinsic::Warning, c, e)
    }),
    // library models: what they need of the engine, and what they cannot do
    ("__symtool_output", |l, c, e| {
        l.plain(Intrinsic::Output, c, e)
    }),
    ("__symtool_printf_list", |l, c, e| {
        l.plain(Intrinsic::PrintfList, c, e)
    }),
    ("__symtool_format_float", |l, c, e| {
        l.plain(Intrinsic::FormatFloat, c, e)
    }),
    ("__symtool_library_block", |l, c, e| {
        l.plain(Intrinsic::LibraryBlock, c, e)
    }),
    ("__symtool_unsupported", |l, c, e| l.not_modelled(c, e)),
    ("__symtool_rounded", |l, c, e| l.rounded(c, e)),
    // mathematics
    ("sqrt", |l, c, e| l.float_operator(Op::FSqrt, c, e)),
    ("sqrtf", |l, c, e| l.float_operator(Op::FSqrt, c, e)),
    ("sqrtl", |l, c, e| l.float_operator(Op::FSqrt, c, e)),
    ("rint", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("rintf", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("rintl", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("nearbyint", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("nearbyintf", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("nearbyintl", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("roundeven", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("roundevenf", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("roundevenl", |l, c, e| l.float_operator(Op::FNearest, c, e)),
    ("round", |l, c, e| l.float_operator(Op::FAway, c, e)),
    ("roundf", |l, c, e| l.float_operator(Op::FAway, c, e)),
    ("roundl", |l, c, e| l.float_operator(Op::FAway, c, e)),
    ("floor", |l, c, e| l.float_operator(Op::FFloor, c, e)),
    ("floorf", |l, c, e| l.float_operator(Op::FFloor, c, e)),
    ("floorl", |l, c, e| l.float_operator(Op::FFloor, c, e)),
    ("ceil", |l, c, e| l.float_operator(Op::FCeil, c, e)),
    ("ceilf", |l, c, e| l.float_operator(Op::FCeil, c, e)),
    ("ceill", |l, c, e| l.float_operator(Op::FCeil, c, e)),
    ("trunc", |l, c, e| l.float_operator(Op::FWhole, c, e)),
    ("truncf", |l, c, e| l.float_operator(Op::FWhole, c, e)),
    ("truncl", |l, c, e| l.float_operator(Op::FWhole, c, e)),
    // questions
    ("klee_is_symbolic", |l, c, e| {
        l.plain(Intrinsic::IsSymbolic, c, e)
    }),
    ("klee_get_obj_size", |l, c, e| {
        l.plain(Intrinsic::ObjectSize, c, e)
    }),
    ("klee_get_value_i32", |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_value_i64", |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_valuel", |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_valuell", |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_valuef", |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    ("klee_get_valued", |l, c, e| {
        l.plain(Intrinsic::GetValue, c, e)
    }),
    // merge regions
    ("klee_open_merge", |l, c, e| {
        l.plain(Intrinsic::MergeOpen, c, e)
    }),
    ("klee_close_merge", |l, c, e| {
        l.plain(Intrinsic::MergeClose, c, e)
    }),
];

/// Can standard output become a file, or be closed? Then `printf` is the library's, which looks where it goes.
fn redirects(program: &Program) -> bool {
    ["close", "dup2", "fclose", "freopen"].iter().any(|name| {
        program
            .external_named(name)
            .is_some_and(|id| matches!(program.symbol(id).definition, Definition::Function(_)))
    })
}

/// Has some built-in this name?
pub(crate) fn is_named(name: &str) -> bool {
    TABLE.iter().any(|(known, _)| *known == name) || MathFunction::named(name).is_some()
}

/// The built-in that a function without a body is, if any.
pub(crate) fn find(program: &Program, id: SymbolId) -> Option<Lower> {
    let symbol = program.symbol(id);
    let name = symbol.name.as_str();
    let taken = || program.address_taken.get(&id).is_some_and(|&n| n > 0);
    if name == "printf" && (taken() || redirects(program)) {
        return None;
    }
    if let Some((_, lower)) = TABLE.iter().find(|(known, _)| *known == name) {
        return Some(*lower);
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

impl Lowerer<'_, '_> {
    /// The arguments' values, brought to the types the intrinsic takes; missing ones are zero.
    fn operands(&mut self, intrinsic: Intrinsic, call: &Call, expr: &Expr) -> Vec<Value> {
        let mut values: Vec<Value> = call.args.iter().map(|a| self.operand(a)).collect();
        self.at(expr.span);
        let info = intrinsic.info();
        if !info.variadic {
            values.truncate(info.params.len());
        }
        for (index, wanted) in info.params.iter().enumerate() {
            let ty = wanted.unwrap_or(Type::I64);
            match (values.get(index), wanted) {
                (Some(&value), Some(ty)) => values[index] = self.force(value, *ty),
                (Some(_), None) => {}
                (None, _) => {
                    let zero = self.b.iconst(ty, 0);
                    values.push(zero);
                }
            }
        }
        values
    }

    fn operand(&mut self, arg: &Expr) -> Value {
        if self.types().as_record(arg.ty()).is_some() {
            self.aggregate(arg)
        } else {
            self.value(arg)
        }
    }

    /// An intrinsic that takes the arguments as they are.
    fn plain(&mut self, intrinsic: Intrinsic, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(intrinsic, call, expr);
        let any = self.types().ir_type(expr.ty());
        let value = self.b.intrinsic(intrinsic, &args, any, None)?;
        let ty = any?;
        Some(self.force(value, ty))
    }

    /// An operator under a function's name.
    fn float_operator(&mut self, op: Op, call: &Call, expr: &Expr) -> Option<Value> {
        let value = self.value(call.args.first()?);
        self.at(expr.span);
        let value = self.force(value, self.types().ir_type(expr.ty())?);
        if op == Op::FSqrt {
            self.note_root(expr.ty(), value);
        }
        Some(self.b.pure(op, &[value]))
    }

    /// A function of `math.h` that the host computes.
    fn math(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let name = self
            .cx
            .program
            .symbol(call.callee.called_symbol()?)
            .name
            .clone();
        let ty = self.types().ir_type(expr.ty())?;
        let args: Vec<Value> = call.args.iter().map(|a| self.value(a)).collect();
        self.at(expr.span);
        let args: Vec<Value> = args.into_iter().map(|a| self.force(a, ty)).collect();
        if self.is_long_double(expr.ty()) {
            self.note_rounded(&format!("the result of `{name}`"));
        }
        self.b
            .intrinsic(Intrinsic::Math, &args, Some(ty), Some(&name))
    }

    fn ends(&mut self, intrinsic: Intrinsic, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(intrinsic, call, expr);
        self.b.intrinsic(intrinsic, &args, None, None);
        self.end_path();
        None
    }

    /// The end of the program, after the functions that were registered for it.
    fn exit(&mut self, hook: &str, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::Exit, call, expr);
        if let Some(hook) = self.cx.links.function(self.cx.program, hook) {
            self.b.call(hook, &args, None);
        }
        self.b.intrinsic(Intrinsic::Exit, &args, None, None);
        self.end_path();
        None
    }

    fn abort(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        self.at(expr.span);
        if let Some(hook) = self.cx.links.function(self.cx.program, AT_ABORT) {
            self.b.call(hook, &[], None);
        }
        self.ends(Intrinsic::Abort, call, expr)
    }

    fn assume(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let first = call.args.first()?;
        let condition = self.condition(first);
        self.at(expr.span);
        self.b
            .intrinsic(Intrinsic::Assume, &[condition], None, None);
        None
    }

    fn assert_first(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let first = call.args.first()?;
        let condition = self.condition(first);
        self.at(expr.span);
        self.b
            .check(BugKind::Assert, condition, call.text.as_deref());
        None
    }

    fn assert_with_text(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let first = call.args.first()?;
        let condition = self.condition(first);
        let text = self.literal_text(call.args.get(1));
        self.at(expr.span);
        self.b.check(BugKind::Assert, condition, text.as_deref());
        None
    }

    /// Fails whenever control comes here. `message` says which argument is the text.
    fn fail(
        &mut self,
        kind: BugKind,
        message: Option<usize>,
        call: &Call,
        expr: &Expr,
    ) -> Option<Value> {
        let text = message.and_then(|index| self.literal_text(call.args.get(index)));
        self.at(expr.span);
        let never = self.b.bool(false);
        self.b.check(kind, never, text.as_deref());
        None
    }

    /// A library model came to something it does not model: the run is no longer complete.
    fn not_modelled(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let text = self.literal_text(call.args.first());
        self.at(expr.span);
        self.b
            .intrinsic(Intrinsic::Missing, &[], None, text.as_deref())
    }

    /// A library model lost digits of a `long double`: the first argument says what it is.
    fn rounded(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let text = self.literal_text(call.args.first())?;
        self.at(expr.span);
        self.note_rounded(&text);
        None
    }

    fn alloca(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let size = self.value(call.args.first()?);
        self.at(expr.span);
        self.stack_block(size)
    }

    fn aligned_alloc(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        self.effects(call.args.first()?);
        let size = self.value(call.args.get(1)?);
        self.at(expr.span);
        let size = self.force(size, Type::I64);
        self.b.intrinsic(Intrinsic::Malloc, &[size], None, None)
    }

    fn posix_memalign(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let place = self.value(call.args.first()?);
        self.effects(call.args.get(1)?);
        let size = self.value(call.args.get(2)?);
        self.at(expr.span);
        let size = self.force(size, Type::I64);
        let block = self.b.intrinsic(Intrinsic::Malloc, &[size], None, None)?;
        self.b.store(block, place);
        Some(self.b.iconst(Type::I32, 0))
    }

    fn copy_bytes(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::Copy, call, expr);
        self.b.intrinsic(Intrinsic::Copy, &args, None, None);
        args.first().copied()
    }

    fn fill_bytes(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let args = self.operands(Intrinsic::Fill, call, expr);
        self.b.intrinsic(Intrinsic::Fill, &args, None, None);
        args.first().copied()
    }

    /// A fresh input of the result's type, named after the function.
    fn nondet(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let id = call.callee.called_symbol()?;
        let name = &self.cx.program.symbol(id).name;
        let name = name.strip_prefix("__VERIFIER_").unwrap_or(name);
        let Some(ty) = self.types().ir_type(expr.ty()) else {
            return self.nondet_record(name, expr);
        };
        self.at(expr.span);
        if self.is_long_double(expr.ty()) {
            self.note_rounded(&format!("every result of `{name}`"));
        }
        let value = self
            .b
            .intrinsic(Intrinsic::Symbolic, &[], Some(ty), Some(name));
        if let Some(value) = value {
            self.b.name(value, name);
        }
        value
    }

    /// A fresh record: the address of a temporary all bytes of which are input.
    fn nondet_record(&mut self, name: &str, expr: &Expr) -> Option<Value> {
        let bytes: Vec<u8> = name.bytes().chain([0]).collect();
        let size = bytes.len() as u64;
        let contents = crate::init::StaticBytes {
            bytes,
            addresses: Vec::new(),
            ..Default::default()
        };
        let global = crate::link::constant_global(
            self.cx.program,
            self.cx.module,
            self.cx.links,
            &format!(".name.{name}"),
            size,
            &contents,
        )?;
        let (size, align) = (self.size(expr.ty()), self.types().align(expr.ty()));
        self.at(expr.span);
        let address = self.temporary(name, size, align);
        if size > 0 {
            let (size, name) = (self.bytes(size), self.b.global_addr(global));
            self.b
                .intrinsic(Intrinsic::MakeSymbolic, &[address, size, name], None, None);
        }
        Some(address)
    }

    /// An `i1` as a C `int`.
    pub(super) fn int_of(&mut self, truth: Value) -> Value {
        self.b.cast(Op::Zext, truth, Type::I32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_stands_once() {
        let mut names: Vec<&str> = TABLE.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
    }
}
