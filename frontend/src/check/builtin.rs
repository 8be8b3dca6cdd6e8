//! Checks calls of compiler built-ins, which need types, constants or operations that no C function can express.
mod atomic;
mod bits;
mod floats;
mod fortified;
mod jumps;
mod overflow;
mod places;
mod shuffle;
mod tgmath;

use super::Checker;
use crate::ctypes::{IntKind, Kind, Ty};
use crate::program::Checked;
use crate::scope::Name;
use crate::typed::{Expr, ExprKind, Special, SymbolId};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};
use std::ops::RangeInclusive;

pub(super) type Args<'a> = &'a [Node<Expression>];
type Check = fn(&mut Checker<'_>, Args<'_>, Span) -> Checked<Expr>;

/// The built-ins: name without `__builtin_`, permitted numbers of arguments, and the function that checks a call.
static BUILTINS: &[(&str, RangeInclusive<usize>, Check)] = &[
    ("expect", 2..=2, |c, a, s| c.expect(a, s)),
    ("expect_with_probability", 3..=3, |c, a, s| c.expect(a, s)),
    ("constant_p", 1..=1, |c, a, s| c.constant_p(a, s)),
    ("types_compatible_p", 2..=2, |c, a, s| {
        c.types_compatible(a, s)
    }),
    ("classify_type", 1..=1, |c, a, s| c.classify_type(a, s)),
    ("choose_expr", 3..=3, |c, a, s| c.choose_expr(a, s)),
    ("complex", 2..=2, |c, a, s| c.complex_of_parts(a, s)),
    ("va_start", 1..=2, |c, a, s| c.va_start(a, s)),
    ("c23_va_start", 1..=2, |c, a, s| c.va_start(a, s)),
    ("va_end", 1..=1, |c, a, s| c.va_end(a, s)),
    ("va_copy", 2..=2, |c, a, s| c.va_copy(a, s)),
    ("unreachable", 0..=0, |c, _, s| {
        Ok(c.special_void(Special::Unreachable, s))
    }),
    ("setjmp", 1..=1, |c, a, s| c.setjmp(a, s)),
    ("longjmp", 2..=2, |c, a, s| c.longjmp(a, s)),
    (
        "trap",
        0..=0,
        |c, _, s| Ok(c.special_void(Special::Trap, s)),
    ),
    ("alloca", 1..=1, |c, a, s| c.alloca(a, s)),
    ("alloca_with_align", 2..=2, |c, a, s| c.alloca(a, s)),
    ("convertvector", 2..=2, |c, a, s| c.convert_vector(a, s)),
    ("tgmath", 3..=usize::MAX, |c, a, s| c.tgmath(a, s)),
    ("shuffle", 2..=3, |c, a, s| c.shuffle(a, s)),
    ("shufflevector", 3..=usize::MAX, |c, a, s| {
        c.shuffle_vector(a, s)
    }),
    ("object_size", 2..=2, |c, a, s| c.object_size(a, s)),
    ("dynamic_object_size", 2..=2, |c, a, s| c.object_size(a, s)),
    ("prefetch", 1..=3, |c, a, s| c.ignored(a, s)),
    ("assume_aligned", 2..=3, |c, a, s| c.same_address(a, s)),
    ("bswap16", 1..=1, |c, a, s| {
        c.byte_swap(IntKind::UShort, a, s)
    }),
    ("bswap32", 1..=1, |c, a, s| c.byte_swap(IntKind::UInt, a, s)),
    ("bswap64", 1..=1, |c, a, s| {
        c.byte_swap(IntKind::ULong, a, s)
    }),
    ("bswap128", 1..=1, |c, a, s| {
        c.byte_swap(IntKind::UInt128, a, s)
    }),
    ("bitreverse8", 1..=1, |c, a, s| {
        c.bit_reverse(IntKind::UChar, a, s)
    }),
    ("bitreverse16", 1..=1, |c, a, s| {
        c.bit_reverse(IntKind::UShort, a, s)
    }),
    ("bitreverse32", 1..=1, |c, a, s| {
        c.bit_reverse(IntKind::UInt, a, s)
    }),
    ("bitreverse64", 1..=1, |c, a, s| {
        c.bit_reverse(IntKind::ULong, a, s)
    }),
    ("powi", 2..=2, |c, a, s| c.call_known("__powidf2", a, s)),
    ("powif", 2..=2, |c, a, s| c.call_known("__powisf2", a, s)),
    ("powil", 2..=2, |c, a, s| c.call_known("__powixf2", a, s)),
    ("alloca_with_align_and_max", 3..=3, |c, a, s| c.alloca(a, s)),
    ("return_address", 1..=1, |c, a, s| c.return_address(a, s)),
    ("frame_address", 1..=1, |c, a, s| c.frame_address(a, s)),
    ("extract_return_addr", 1..=1, |c, a, s| c.same_address(a, s)),
    ("frob_return_addr", 1..=1, |c, a, s| c.same_address(a, s)),
    ("speculation_safe_value", 1..=2, |c, a, s| {
        c.first_value(a, s)
    }),
    ("stack_save", 0..=0, |c, _, s| Ok(c.null_address(s))),
    ("stack_restore", 1..=1, |c, a, s| c.ignored(a, s)),
    ("__clear_cache", 2..=2, |c, a, s| c.ignored(a, s)),
    ("cpu_init", 0..=0, |c, _, s| Ok(c.nothing(s))),
    ("cpu_is", 1..=1, |c, _, s| Ok(c.int_const(0, s))),
    ("cpu_supports", 1..=1, |c, _, s| Ok(c.int_const(0, s))),
    ("LINE", 0..=0, |c, _, s| c.line_here(s)),
    ("FILE", 0..=0, |c, _, s| c.file_here(s)),
    ("FUNCTION", 0..=0, |c, _, s| c.function_here(s)),
];

/// Constructs that the checker receives as calls and checks like calls of built-ins. The parser
/// reads `asm("…")` as a call. Normalization (the rewriting of the program text before parsing)
/// inserts the other calls in place of syntax that the parser does not know. For example,
/// `__symtool_label_address(l)` replaces `&&l`.
static CALL_SYNTAX: &[(&str, Check)] = &[
    ("asm", |c, a, s| c.asm_call(a, s)),
    ("__asm", |c, a, s| c.asm_call(a, s)),
    ("__asm__", |c, a, s| c.asm_call(a, s)),
    ("__symtool_label_address", |c, a, s| c.label_address(a, s)),
    ("__symtool_real", |c, a, s| c.part_of_complex(a, false, s)),
    ("__symtool_imag", |c, a, s| c.part_of_complex(a, true, s)),
];

impl Checker<'_> {
    /// Checks a call of the built-in `name`. Returns `None` if no table of built-ins contains the name.
    pub(super) fn builtin_call(
        &mut self,
        name: &str,
        args: Args<'_>,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let Some(rest) = name.strip_prefix("__builtin_") else {
            return match CALL_SYNTAX.iter().find(|(known, _)| *known == name) {
                Some((_, check)) => Some(check(self, args, span)),
                None => self.atomic_call(name, args, span),
            };
        };
        if let Some((_, count, check)) = BUILTINS.iter().find(|(known, ..)| *known == rest) {
            let counted = self.check_arg_count(args, count, span);
            return Some(counted.and_then(|()| check(self, args, span)));
        }
        self.bits_call(rest, args, span)
            .or_else(|| self.overflow_call(rest, args, span))
            .or_else(|| self.float_call(rest, args, span))
            .or_else(|| self.fortified_call(rest, args, span))
    }

    /// Declares the library function that a built-in calls: for `__builtin_strlen`, the function `strlen`. Returns the
    /// symbol of this function; `None` if the type of the function is not known.
    pub(super) fn declare_builtin(&mut self, name: &str, span: Span) -> Option<SymbolId> {
        let real = name.strip_prefix("__builtin_").unwrap_or(name);
        let known = match self.scopes.find_at_file_level(real) {
            Some(Name::Symbol(id)) => Some(*id),
            _ => None,
        };
        let id = match known {
            Some(id) => id,
            None => {
                let ty = crate::prototypes::prototype(&mut self.program.types, real)?;
                let id = self.external_symbol(real, ty, span, true);
                // If another translation unit declared this name before, the symbol has the type of that declaration,
                // which may not be a function type.
                let wrong = !self.program.types.is_function(self.program.symbol(id).ty);
                if wrong {
                    return None;
                }
                id
            }
        };
        self.scopes.declare_at_file_level(name, Name::Symbol(id));
        Some(id)
    }

    /// Reports an error if a built-in has too few or too many arguments.
    fn check_arg_count(
        &mut self,
        args: Args<'_>,
        count: &RangeInclusive<usize>,
        span: Span,
    ) -> Checked<()> {
        if count.contains(&args.len()) {
            return Ok(());
        }
        let (least, most) = (*count.start(), *count.end());
        let takes = match most {
            usize::MAX => format!("at least {least}"),
            most if least < most => format!("{least} to {most}"),
            most => most.to_string(),
        };
        let plural = if takes == "1" { "" } else { "s" };
        let given = args.len();
        let verb = if given == 1 { "is" } else { "are" };
        let message =
            format!("this built-in takes {takes} argument{plural}, but {given} {verb} given");
        Err(self.error(span, "arguments", message))
    }

    pub(super) fn arg<'a>(
        &mut self,
        args: Args<'a>,
        index: usize,
        span: Span,
    ) -> Checked<&'a Node<Expression>> {
        match args.get(index) {
            Some(arg) => Ok(arg),
            None => Err(self.internal(span, "a built-in with an unchecked number of arguments")),
        }
    }

    /// Returns an expression that first evaluates the arguments `args`, for their side effects, and then has
    /// the value `result`.
    fn prepend_effects(&mut self, args: Args<'_>, mut result: Expr) -> Checked<Expr> {
        for node in args.iter().rev() {
            let value = self.value(node)?;
            if self.program.constant(&value).is_none() {
                let (ty, span) = (result.ty(), result.span);
                let kind = ExprKind::Comma(Box::new(value), Box::new(result));
                result = Expr::new(kind, ty, span);
            }
        }
        Ok(result)
    }

    fn special_void(&mut self, special: Special, span: Span) -> Expr {
        let void = self.program.types.void();
        Expr::special(special, void, span)
    }

    fn converted(&mut self, node: &Node<Expression>, to: Ty) -> Checked<Expr> {
        let value = self.value(node)?;
        self.assign_to(value, to.into(), node.span, "argument")
    }

    fn expect(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let long = self.program.types.long();
        let (first, second) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let value = self.converted(first, long)?;
        let expected = self.converted(second, long)?;
        if self.program.constant(&expected).is_some() {
            return Ok(value);
        }
        // The second argument of `__builtin_expect` is the value that the program expects. It does not change the
        // result, but if it is not constant, it is evaluated for its side effects.
        let local = self.new_local(span, "value", long.into())?;
        let kept = Expr::new(ExprKind::Local(local), long, span);
        let kept = self.as_value(kept);
        let rest = ExprKind::Comma(Box::new(expected), Box::new(kept));
        let rest = Expr::new(rest, long, span);
        let all = ExprKind::Let(local, Box::new(value), Box::new(rest));
        Ok(Expr::new(all, long, span))
    }

    fn constant_p(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let value = self.unevaluated(|c| c.value(first))?;
        let known = self.is_constant_complex(&value)
            || matches!(
                (self.program.constant(&value), &value.kind),
                (Some(crate::consteval::Const::Bits(_)), _) | (_, ExprKind::Decay(_))
            ) && !matches!(&value.kind, ExprKind::Decay(inner) if !matches!(inner.kind, ExprKind::String(_)));
        let int = self.int_ty();
        Ok(self.int_expr(i128::from(known), int, span))
    }

    fn choose_expr(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let condition = self.arg(args, 0, span)?;
        let (a, b) = (self.arg(args, 1, span)?, self.arg(args, 2, span)?);
        if self.constant_expression(condition)? != 0 {
            self.operand(a)
        } else {
            self.operand(b)
        }
    }

    fn va_start(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        if !self.function.as_ref().is_some_and(|f| f.variadic) {
            let message = "`va_start` used in a function with fixed arguments";
            return Err(self.error(span, "type", message));
        }
        let list = self.arg(args, 0, span)?;
        let list = self.va_list_address(list)?;
        Ok(self.special_void(Special::VaStart(list), span))
    }

    fn va_end(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let list = self.arg(args, 0, span)?;
        let list = self.va_list_address(list)?;
        let void = self.program.types.void();
        Ok(self.convert_unchecked(list, void))
    }

    fn va_copy(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let (to, from) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let (to, from) = (self.va_list_address(to)?, self.va_list_address(from)?);
        Ok(self.special_void(Special::VaCopy(to, from), span))
    }

    fn alloca(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let ulong = self.program.types.ulong();
        let size = self.arg(args, 0, span)?;
        let size = self.converted(size, ulong)?;
        let void = self.program.types.void();
        let ty = self.program.types.pointer_to(void);
        Ok(Expr::special(Special::Alloca(size), ty, span))
    }

    fn ignored(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let nothing = self.nothing(span);
        self.prepend_effects(args, nothing)
    }

    fn nothing(&mut self, span: Span) -> Expr {
        let zero = self.int_const(0, span);
        let void = self.program.types.void();
        self.convert_unchecked(zero, void)
    }

    fn int_const(&mut self, value: i128, span: Span) -> Expr {
        let int = self.int_ty();
        self.int_expr(value, int, span)
    }

    fn first_value(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let value = self.value(first)?;
        self.prepend_effects(&args[1..], value)
    }

    /// Checks `__builtin_classify_type`, which returns gcc's number for the class of the argument's type.
    fn classify_type(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let ty = self.unevaluated(|c| c.value(first))?.ty();
        let types = &self.program.types;
        let class = match types.kind(ty) {
            Kind::Void => 0,
            Kind::Bool | Kind::Int(_) | Kind::Precise(..) | Kind::Enum(_) => 1,
            Kind::Pointer(_) => 5,
            Kind::Float | Kind::Double | Kind::LongDouble => 8,
            Kind::Record(id) if types.record(*id).is_union => 13,
            Kind::Record(id) if types.record(*id).complex.is_some() => 9,
            Kind::Record(_) => 12,
            Kind::Array(..) | Kind::Function(_) => 5,
        };
        let int = self.int_ty();
        Ok(self.int_expr(class, int, span))
    }

    /// Checks `__builtin_types_compatible_p`. The parser does not accept a type as an argument. Therefore
    /// normalization, which rewrites the program text before parsing, has replaced each type argument by a null pointer
    /// to the type.
    fn types_compatible(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let (a, b) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let (a, b) = self.unevaluated(|c| (c.value(a), c.value(b)));
        let (a, b) = (a?.ty(), b?.ty());
        let types = &self.program.types;
        let same = match (types.pointee(a), types.pointee(b)) {
            (Some(x), Some(y)) => {
                let both_enums = matches!(types.kind(x.ty), Kind::Enum(_))
                    != matches!(types.kind(y.ty), Kind::Enum(_));
                !both_enums && types.strictly_compatible(x.ty, y.ty)
            }
            _ => false,
        };
        let int = self.int_ty();
        Ok(self.int_expr(i128::from(same), int, span))
    }
}
