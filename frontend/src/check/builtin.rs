//! Compiler built-ins: what looks like a call but needs types, constants or operators no function has.
use super::Checker;
use crate::ctypes::{IntKind, Kind, Ty};
use crate::program::{Checked, Reported};
use crate::scope::Name;
use crate::typed::{Arith, Compare, Expr, ExprKind, Special, SymbolId};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

type Args<'a> = &'a [Node<Expression>];
type Check = fn(&mut Checker<'_>, Args<'_>, Span) -> Checked<Expr>;

/// The built-ins by name, without `__builtin_`.
static SPECIAL: &[(&str, Check)] = &[
    ("expect", |c, a, s| c.expect(a, s)),
    ("expect_with_probability", |c, a, s| c.expect(a, s)),
    ("constant_p", |c, a, s| c.constant_p(a, s)),
    ("types_compatible_p", |c, a, s| c.types_compatible(a, s)),
    ("classify_type", |c, a, s| c.classify_type(a, s)),
    ("choose_expr", |c, a, s| c.choose_expr(a, s)),
    ("va_start", |c, a, s| c.va_start(a, s)),
    ("c23_va_start", |c, a, s| c.va_start(a, s)),
    ("va_end", |c, a, s| c.va_end(a, s)),
    ("va_copy", |c, a, s| c.va_copy(a, s)),
    ("unreachable", |c, _, s| {
        Ok(c.special_void(Special::Unreachable, vec![], s))
    }),
    ("trap", |c, _, s| {
        Ok(c.special_void(Special::Trap, vec![], s))
    }),
    ("alloca", |c, a, s| c.alloca(a, s)),
    ("alloca_with_align", |c, a, s| c.alloca(a, s)),
    ("object_size", |c, a, s| c.object_size(a, s)),
    ("dynamic_object_size", |c, a, s| c.object_size(a, s)),
    ("prefetch", |c, a, s| c.ignored(a, s)),
    ("assume_aligned", |c, a, _| c.first_value(a)),
    ("bswap16", |c, a, s| {
        c.bits_of(Special::ByteSwap, IntKind::UShort, false, a, s)
    }),
    ("bswap32", |c, a, s| {
        c.bits_of(Special::ByteSwap, IntKind::UInt, false, a, s)
    }),
    ("bswap64", |c, a, s| {
        c.bits_of(Special::ByteSwap, IntKind::ULong, false, a, s)
    }),
    ("bswap128", |c, a, s| {
        c.bits_of(Special::ByteSwap, IntKind::UInt128, false, a, s)
    }),
    ("popcount", |c, a, s| {
        c.bits_of(Special::PopCount, IntKind::UInt, true, a, s)
    }),
    ("popcountl", |c, a, s| {
        c.bits_of(Special::PopCount, IntKind::ULong, true, a, s)
    }),
    ("popcountll", |c, a, s| {
        c.bits_of(Special::PopCount, IntKind::ULongLong, true, a, s)
    }),
    ("clz", |c, a, s| {
        c.bits_of(Special::LeadingZeros, IntKind::UInt, true, a, s)
    }),
    ("clzl", |c, a, s| {
        c.bits_of(Special::LeadingZeros, IntKind::ULong, true, a, s)
    }),
    ("clzll", |c, a, s| {
        c.bits_of(Special::LeadingZeros, IntKind::ULongLong, true, a, s)
    }),
    ("ctz", |c, a, s| {
        c.bits_of(Special::TrailingZeros, IntKind::UInt, true, a, s)
    }),
    ("ctzl", |c, a, s| {
        c.bits_of(Special::TrailingZeros, IntKind::ULong, true, a, s)
    }),
    ("ctzll", |c, a, s| {
        c.bits_of(Special::TrailingZeros, IntKind::ULongLong, true, a, s)
    }),
    ("ffs", |c, a, s| {
        c.bits_of(Special::FindFirst, IntKind::Int, true, a, s)
    }),
    ("ffsl", |c, a, s| {
        c.bits_of(Special::FindFirst, IntKind::Long, true, a, s)
    }),
    ("ffsll", |c, a, s| {
        c.bits_of(Special::FindFirst, IntKind::LongLong, true, a, s)
    }),
    ("clrsb", |c, a, s| {
        c.bits_of(Special::ClrSb, IntKind::Int, true, a, s)
    }),
    ("clrsbl", |c, a, s| {
        c.bits_of(Special::ClrSb, IntKind::Long, true, a, s)
    }),
    ("clrsbll", |c, a, s| {
        c.bits_of(Special::ClrSb, IntKind::LongLong, true, a, s)
    }),
    ("parity", |c, a, s| {
        c.bits_of(Special::Parity, IntKind::UInt, true, a, s)
    }),
    ("parityl", |c, a, s| {
        c.bits_of(Special::Parity, IntKind::ULong, true, a, s)
    }),
    ("parityll", |c, a, s| {
        c.bits_of(Special::Parity, IntKind::ULongLong, true, a, s)
    }),
    ("add_overflow", |c, a, s| c.overflow(Arith::Add, None, a, s)),
    ("sub_overflow", |c, a, s| c.overflow(Arith::Sub, None, a, s)),
    ("mul_overflow", |c, a, s| c.overflow(Arith::Mul, None, a, s)),
    ("sadd_overflow", |c, a, s| {
        c.overflow(Arith::Add, Some(IntKind::Int), a, s)
    }),
    ("saddl_overflow", |c, a, s| {
        c.overflow(Arith::Add, Some(IntKind::Long), a, s)
    }),
    ("saddll_overflow", |c, a, s| {
        c.overflow(Arith::Add, Some(IntKind::LongLong), a, s)
    }),
    ("uadd_overflow", |c, a, s| {
        c.overflow(Arith::Add, Some(IntKind::UInt), a, s)
    }),
    ("uaddl_overflow", |c, a, s| {
        c.overflow(Arith::Add, Some(IntKind::ULong), a, s)
    }),
    ("uaddll_overflow", |c, a, s| {
        c.overflow(Arith::Add, Some(IntKind::ULongLong), a, s)
    }),
    ("ssub_overflow", |c, a, s| {
        c.overflow(Arith::Sub, Some(IntKind::Int), a, s)
    }),
    ("ssubl_overflow", |c, a, s| {
        c.overflow(Arith::Sub, Some(IntKind::Long), a, s)
    }),
    ("ssubll_overflow", |c, a, s| {
        c.overflow(Arith::Sub, Some(IntKind::LongLong), a, s)
    }),
    ("usub_overflow", |c, a, s| {
        c.overflow(Arith::Sub, Some(IntKind::UInt), a, s)
    }),
    ("usubl_overflow", |c, a, s| {
        c.overflow(Arith::Sub, Some(IntKind::ULong), a, s)
    }),
    ("usubll_overflow", |c, a, s| {
        c.overflow(Arith::Sub, Some(IntKind::ULongLong), a, s)
    }),
    ("smul_overflow", |c, a, s| {
        c.overflow(Arith::Mul, Some(IntKind::Int), a, s)
    }),
    ("smull_overflow", |c, a, s| {
        c.overflow(Arith::Mul, Some(IntKind::Long), a, s)
    }),
    ("smulll_overflow", |c, a, s| {
        c.overflow(Arith::Mul, Some(IntKind::LongLong), a, s)
    }),
    ("umul_overflow", |c, a, s| {
        c.overflow(Arith::Mul, Some(IntKind::UInt), a, s)
    }),
    ("umull_overflow", |c, a, s| {
        c.overflow(Arith::Mul, Some(IntKind::ULong), a, s)
    }),
    ("umulll_overflow", |c, a, s| {
        c.overflow(Arith::Mul, Some(IntKind::ULongLong), a, s)
    }),
    ("inf", |c, _, s| {
        Ok(c.float_const(f64::INFINITY, Kind::Double, s))
    }),
    ("inff", |c, _, s| {
        Ok(c.float_const(f64::INFINITY, Kind::Float, s))
    }),
    ("infl", |c, _, s| {
        Ok(c.float_const(f64::INFINITY, Kind::LongDouble, s))
    }),
    ("huge_val", |c, _, s| {
        Ok(c.float_const(f64::INFINITY, Kind::Double, s))
    }),
    ("huge_valf", |c, _, s| {
        Ok(c.float_const(f64::INFINITY, Kind::Float, s))
    }),
    ("huge_vall", |c, _, s| {
        Ok(c.float_const(f64::INFINITY, Kind::LongDouble, s))
    }),
    ("nan", |c, _, s| {
        Ok(c.float_const(f64::NAN, Kind::Double, s))
    }),
    ("nanf", |c, _, s| {
        Ok(c.float_const(f64::NAN, Kind::Float, s))
    }),
    ("nanl", |c, _, s| {
        Ok(c.float_const(f64::NAN, Kind::LongDouble, s))
    }),
    ("fabs", |c, a, s| {
        c.float_to_float(Special::FloatAbs, Kind::Double, a, s)
    }),
    ("fabsf", |c, a, s| {
        c.float_to_float(Special::FloatAbs, Kind::Float, a, s)
    }),
    ("fabsl", |c, a, s| {
        c.float_to_float(Special::FloatAbs, Kind::LongDouble, a, s)
    }),
    ("copysign", |c, a, s| {
        c.float_to_float(Special::CopySign, Kind::Double, a, s)
    }),
    ("copysignf", |c, a, s| {
        c.float_to_float(Special::CopySign, Kind::Float, a, s)
    }),
    ("copysignl", |c, a, s| {
        c.float_to_float(Special::CopySign, Kind::LongDouble, a, s)
    }),
    ("signbit", |c, a, s| c.float_test(Special::SignBit, a, s)),
    ("signbitf", |c, a, s| c.float_test(Special::SignBit, a, s)),
    ("signbitl", |c, a, s| c.float_test(Special::SignBit, a, s)),
    ("isnan", |c, a, s| c.float_test(Special::IsNan, a, s)),
    ("isinf", |c, a, s| c.float_test(Special::IsInf, a, s)),
    ("isinf_sign", |c, a, s| c.float_test(Special::IsInf, a, s)),
    ("isfinite", |c, a, s| c.float_test(Special::IsFinite, a, s)),
    ("finite", |c, a, s| c.float_test(Special::IsFinite, a, s)),
    ("isnanf", |c, a, s| c.float_test(Special::IsNan, a, s)),
    ("isnanl", |c, a, s| c.float_test(Special::IsNan, a, s)),
    ("isinff", |c, a, s| c.float_test(Special::IsInf, a, s)),
    ("isinfl", |c, a, s| c.float_test(Special::IsInf, a, s)),
    ("isfinitef", |c, a, s| c.float_test(Special::IsFinite, a, s)),
    ("isfinitel", |c, a, s| c.float_test(Special::IsFinite, a, s)),
    ("finitef", |c, a, s| c.float_test(Special::IsFinite, a, s)),
    ("finitel", |c, a, s| c.float_test(Special::IsFinite, a, s)),
    ("isgreater", |c, a, s| {
        c.float_pair(Special::Ordered(Compare::Gt), a, s)
    }),
    ("isgreaterequal", |c, a, s| {
        c.float_pair(Special::Ordered(Compare::Ge), a, s)
    }),
    ("isless", |c, a, s| {
        c.float_pair(Special::Ordered(Compare::Lt), a, s)
    }),
    ("islessequal", |c, a, s| {
        c.float_pair(Special::Ordered(Compare::Le), a, s)
    }),
    ("islessgreater", |c, a, s| {
        c.float_pair(Special::Ordered(Compare::Ne), a, s)
    }),
    ("isunordered", |c, a, s| {
        c.float_pair(Special::Unordered, a, s)
    }),
];

/// Syntax that the parser takes for calls, and names that the normaliser makes for what it lacks.
static SYNTAX: &[(&str, Check)] = &[
    ("asm", |c, a, s| c.asm_call(a, s)),
    ("__asm", |c, a, s| c.asm_call(a, s)),
    ("__asm__", |c, a, s| c.asm_call(a, s)),
    ("__symtool_label_address", |c, a, s| c.label_address(a, s)),
    ("__symtool_goto", |c, a, s| c.computed_goto(a, s)),
];

impl Checker<'_> {
    /// Checks a call of a built-in; none if the name is no special one.
    pub(super) fn special_call(
        &mut self,
        name: &str,
        args: Args<'_>,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let check = match name.strip_prefix("__builtin_") {
            Some(rest) => SPECIAL.iter().find(|(known, _)| *known == rest),
            None => SYNTAX.iter().find(|(known, _)| *known == name),
        };
        check.map(|(_, check)| check(self, args, span))
    }

    /// Declares a function that the compiler knows: `__builtin_strlen` is `strlen`.
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
                // Another unit may have declared it; then its type is as good.
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

    fn wrong_count(&mut self, span: Span) -> Reported {
        self.error(
            span,
            "arguments",
            "wrong number of arguments for this built-in",
        )
    }

    fn arg<'a>(
        &mut self,
        args: Args<'a>,
        index: usize,
        span: Span,
    ) -> Checked<&'a Node<Expression>> {
        match args.get(index) {
            Some(arg) => Ok(arg),
            None => Err(self.wrong_count(span)),
        }
    }

    pub(super) fn special_void(&mut self, special: Special, args: Vec<Expr>, span: Span) -> Expr {
        let void = self.program.types.void();
        Expr::new(ExprKind::Special(special, args), void, span)
    }

    fn converted(&mut self, node: &Node<Expression>, to: Ty) -> Checked<Expr> {
        let value = self.value(node)?;
        self.assign_to(value, to.into(), node.span, "this argument")
    }

    fn expect(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let long = self.program.types.long();
        let (first, second) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let value = self.converted(first, long)?;
        let expected = self.converted(second, long)?;
        if self.program.constant(&expected).is_some() {
            return Ok(value);
        }
        // What it expects may have effects of its own.
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
        let known = matches!(
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
            let message = "`va_start` needs a function with variable arguments";
            return Err(self.error(span, "type", message));
        }
        let list = self.arg(args, 0, span)?;
        let list = self.va_list_address(list)?;
        Ok(self.special_void(Special::VaStart, vec![list], span))
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
        Ok(self.special_void(Special::VaCopy, vec![to, from], span))
    }

    fn alloca(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let ulong = self.program.types.ulong();
        let size = self.arg(args, 0, span)?;
        let size = self.converted(size, ulong)?;
        let void = self.program.types.void();
        let ty = self.program.types.pointer_to(void);
        Ok(Expr::new(
            ExprKind::Special(Special::Alloca, vec![size]),
            ty,
            span,
        ))
    }

    fn object_size(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let kind = self.arg(args, 1, span)?;
        let least = self.constant_expression(kind)? & 2 != 0;
        let ulong = self.program.types.ulong();
        Ok(self.int_expr(if least { 0 } else { -1 }, ulong, span))
    }

    fn ignored(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let value = self.value(first)?;
        let void = self.program.types.void();
        Ok(self.convert_unchecked(value, void))
    }

    fn first_value(&mut self, args: Args<'_>) -> Checked<Expr> {
        match args.first() {
            Some(first) => self.value(first),
            None => Err(Reported),
        }
    }

    fn bits_of(
        &mut self,
        special: Special,
        kind: IntKind,
        to_int: bool,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        let ty = self.program.types.int_of(kind);
        let first = self.arg(args, 0, span)?;
        let value = self.converted(first, ty)?;
        let result = if to_int { self.int_ty() } else { ty };
        Ok(Expr::new(
            ExprKind::Special(special, vec![value]),
            result,
            span,
        ))
    }

    fn overflow(
        &mut self,
        arith: Arith,
        kind: Option<IntKind>,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        let mut values = Vec::new();
        for index in 0..3 {
            let node = self.arg(args, index, span)?;
            let value = self.value(node)?;
            let types = &self.program.types;
            let ok = match types.pointee(value.ty()) {
                Some(to) => index == 2 && types.is_integer(to.ty),
                None => index < 2 && types.is_integer(value.ty()),
            };
            if !ok {
                let name = self.type_name(value.ty());
                let message = format!("this built-in does not take a value of type `{name}`");
                return Err(self.error(node.span, "type", message));
            }
            let value = match kind {
                Some(kind) if index < 2 => {
                    let ty = self.program.types.int_of(kind);
                    self.convert_unchecked(value, ty)
                }
                _ => value,
            };
            values.push(value);
        }
        let ty = self.program.types.bool();
        Ok(Expr::new(
            ExprKind::Special(Special::Overflow(arith), values),
            ty,
            span,
        ))
    }

    fn float_const(&mut self, value: f64, kind: Kind, span: Span) -> Expr {
        let ty = self.program.types.of(kind);
        Expr::new(ExprKind::Float(value), ty, span)
    }

    fn float_to_float(
        &mut self,
        special: Special,
        kind: Kind,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        let ty = self.program.types.of(kind);
        let mut values = Vec::new();
        for node in args {
            values.push(self.converted(node, ty)?);
        }
        let wanted = if special == Special::CopySign { 2 } else { 1 };
        if values.len() != wanted {
            return Err(self.wrong_count(span));
        }
        Ok(Expr::new(ExprKind::Special(special, values), ty, span))
    }

    fn float_test(&mut self, special: Special, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let value = self.float_value(first)?;
        let int = self.int_ty();
        Ok(Expr::new(
            ExprKind::Special(special, vec![value]),
            int,
            span,
        ))
    }

    fn float_pair(&mut self, special: Special, args: Args<'_>, span: Span) -> Checked<Expr> {
        let (a, b) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let (a, b) = (self.float_value(a)?, self.float_value(b)?);
        let (a, b) = self.usual(a, b);
        let int = self.int_ty();
        Ok(Expr::new(ExprKind::Special(special, vec![a, b]), int, span))
    }

    /// A float; integers become `double`.
    fn float_value(&mut self, node: &Node<Expression>) -> Checked<Expr> {
        let value = self.value(node)?;
        if self.program.types.is_float(value.ty()) {
            return Ok(value);
        }
        let double = self.program.types.double();
        self.assign_to(value, double.into(), node.span, "this argument")
    }

    /// `&&label`: a number that only computed `goto`s of the same function understand.
    fn label_address(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let Expression::Identifier(id) = &first.node else {
            return Err(self.error(span, "syntax", "`&&` needs the name of a label"));
        };
        let label = self.label(&id.node.name, first.span, false)?;
        let state = self.function_state(span, "the address of a label")?;
        if !state.taken_labels.contains(&label) {
            state.taken_labels.push(label);
        }
        let void = self.program.types.void();
        let ty = self.program.types.pointer_to(void);
        let number = u128::from(label.0) + 1;
        Ok(Expr::new(ExprKind::Int(number), ty, span))
    }

    fn computed_goto(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let target = self.scalar(first)?;
        Ok(self.special_void(Special::Goto, vec![target], span))
    }

    /// gcc's type classes.
    fn classify_type(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let ty = self.unevaluated(|c| c.value(first))?.ty();
        let types = &self.program.types;
        let class = match types.kind(ty) {
            Kind::Void => 0,
            Kind::Bool | Kind::Int(_) | Kind::Enum(_) => 1,
            Kind::Pointer(_) => 5,
            Kind::Float | Kind::Double | Kind::LongDouble => 8,
            Kind::Record(id) if types.record(*id).is_union => 13,
            Kind::Record(_) => 12,
            Kind::Array(..) | Kind::Function(_) => 5,
        };
        let int = self.int_ty();
        Ok(self.int_expr(class, int, span))
    }

    /// Two null pointers to the types.
    fn types_compatible(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let (a, b) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let (a, b) = self.unevaluated(|c| (c.value(a), c.value(b)));
        let (a, b) = (a?.ty(), b?.ty());
        let types = &self.program.types;
        let same = match (types.pointee(a), types.pointee(b)) {
            (Some(x), Some(y)) => {
                let both_enums = matches!(types.kind(x.ty), Kind::Enum(_))
                    != matches!(types.kind(y.ty), Kind::Enum(_));
                !both_enums && types.compatible(x.ty, y.ty)
            }
            _ => false,
        };
        let int = self.int_ty();
        Ok(self.int_expr(i128::from(same), int, span))
    }
}
