//! Floating-point built-ins: constants, sign bits, classification, and comparisons that raise no floating-point
//! exception.
use super::Args;
use crate::check::Checker;
use crate::ctypes::Kind;
use crate::program::Checked;
use crate::typed::{Compare, Expr, ExprKind, FloatOp, FloatPairOp, Special};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// The signature and the operation of a floating-point built-in.
#[derive(Copy, Clone)]
enum Signature {
    /// A constant without operands.
    Constant(f64),
    /// One operand. The operand and the result have the type that the name's suffix denotes.
    Same(FloatOp),
    /// Two operands. Both operands and the result have the type that the name's suffix denotes.
    SamePair(FloatPairOp),
    /// One operand of any floating type; the result is an `int`.
    Test(FloatOp),
    /// Two operands of a common type; the result is an `int`.
    Pair(FloatPairOp),
}

/// The families of floating-point built-ins by name without suffix. Each family has a built-in for `double` (no
/// suffix), `float` (`f`) and `long double` (`l`).
const FAMILIES: &[(&str, Signature)] = &[
    ("inf", Signature::Constant(f64::INFINITY)),
    ("huge_val", Signature::Constant(f64::INFINITY)),
    ("nan", Signature::Constant(f64::NAN)),
    ("fabs", Signature::Same(FloatOp::Abs)),
    ("copysign", Signature::SamePair(FloatPairOp::CopySign)),
    ("signbit", Signature::Test(FloatOp::SignBit)),
    ("isnan", Signature::Test(FloatOp::IsNan)),
    ("isinf", Signature::Test(FloatOp::IsInf)),
    ("isinf_sign", Signature::Test(FloatOp::InfSign)),
    ("isfinite", Signature::Test(FloatOp::IsFinite)),
    ("finite", Signature::Test(FloatOp::IsFinite)),
    ("isnormal", Signature::Test(FloatOp::IsNormal)),
    (
        "isgreater",
        Signature::Pair(FloatPairOp::Ordered(Compare::Gt)),
    ),
    (
        "isgreaterequal",
        Signature::Pair(FloatPairOp::Ordered(Compare::Ge)),
    ),
    ("isless", Signature::Pair(FloatPairOp::Ordered(Compare::Lt))),
    (
        "islessequal",
        Signature::Pair(FloatPairOp::Ordered(Compare::Le)),
    ),
    (
        "islessgreater",
        Signature::Pair(FloatPairOp::Ordered(Compare::Ne)),
    ),
    ("isunordered", Signature::Pair(FloatPairOp::Unordered)),
];

impl Checker<'_> {
    /// Checks a call of a floating-point built-in. `name` is given without `__builtin_`. Returns `None` if no
    /// floating-point built-in has this name.
    pub(super) fn float_call(
        &mut self,
        name: &str,
        args: Args<'_>,
        span: Span,
    ) -> Option<Checked<Expr>> {
        match name {
            "fpclassify" => return Some(self.float_class(args, span)),
            "flt_rounds" => {
                let counted = self.check_arg_count(args, &(0..=0), span);
                return Some(counted.map(|()| self.int_const(1, span)));
            }
            _ => {}
        }
        let find = |name: &str| FAMILIES.iter().find(|(base, _)| *base == name);
        let (signature, kind) = match find(name) {
            Some((_, signature)) => (*signature, Kind::Double),
            None => {
                let kind = match name.chars().next_back()? {
                    'f' => Kind::Float,
                    'l' => Kind::LongDouble,
                    _ => return None,
                };
                (find(&name[..name.len() - 1])?.1, kind)
            }
        };
        Some(match signature {
            Signature::Constant(value) => self.float_constant(value, kind, args, span),
            Signature::Same(op) => self.float_to_float(op, kind, args, span),
            Signature::SamePair(op) => self.floats_to_float(op, kind, args, span),
            Signature::Test(op) => self.float_test(op, args, span),
            Signature::Pair(op) => self.float_pair(op, args, span),
        })
    }

    /// Checks a built-in that returns an infinity or a quiet NaN. The argument of a NaN is its payload; only the
    /// payloads `""` and `"0"` are supported.
    fn float_constant(
        &mut self,
        value: f64,
        kind: Kind,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        let wanted = usize::from(value.is_nan());
        self.check_arg_count(args, &(wanted..=wanted), span)?;
        if let Some(node) = args.first() {
            let text = match &node.node {
                Expression::StringLiteral(text) => text.node.concat(),
                _ => String::new(),
            };
            if !matches!(text.as_str(), "\"\"" | "\"0\"") {
                return Err(self.unsupported(node.span, "a NaN with a payload is"));
            }
        }
        let ty = self.program.types.of(kind);
        Ok(Expr::new(ExprKind::Float(value), ty, span))
    }

    fn float_to_float(
        &mut self,
        op: FloatOp,
        kind: Kind,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        self.check_arg_count(args, &(1..=1), span)?;
        let ty = self.program.types.of(kind);
        let value = self.converted(&args[0], ty)?;
        Ok(Expr::special(Special::Float(op, value), ty, span))
    }

    fn floats_to_float(
        &mut self,
        op: FloatPairOp,
        kind: Kind,
        args: Args<'_>,
        span: Span,
    ) -> Checked<Expr> {
        self.check_arg_count(args, &(2..=2), span)?;
        let ty = self.program.types.of(kind);
        let (a, b) = (self.converted(&args[0], ty)?, self.converted(&args[1], ty)?);
        Ok(Expr::special(Special::FloatPair(op, a, b), ty, span))
    }

    fn float_test(&mut self, op: FloatOp, args: Args<'_>, span: Span) -> Checked<Expr> {
        self.check_arg_count(args, &(1..=1), span)?;
        let first = self.arg(args, 0, span)?;
        let value = self.float_value(first)?;
        let int = self.int_ty();
        Ok(Expr::special(Special::Float(op, value), int, span))
    }

    fn float_pair(&mut self, op: FloatPairOp, args: Args<'_>, span: Span) -> Checked<Expr> {
        self.check_arg_count(args, &(2..=2), span)?;
        let (a, b) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let (a, b) = (self.float_value(a)?, self.float_value(b)?);
        let (a, b) = self.usual(a, b);
        let int = self.int_ty();
        Ok(Expr::special(Special::FloatPair(op, a, b), int, span))
    }

    /// Checks `fpclassify(nan, infinite, normal, subnormal, zero, x)`. The built-in returns the argument that is named
    /// after the class of `x`, for example the value of `nan` if `x` is a NaN.
    fn float_class(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        self.check_arg_count(args, &(6..=6), span)?;
        let int = self.int_ty();
        let mut classes = Vec::new();
        for index in 0..5 {
            let node = self.arg(args, index, span)?;
            classes.push(self.converted(node, int)?);
        }
        let node = self.arg(args, 5, span)?;
        let value = self.float_value(node)?;
        let ty = value.ty();
        let local = self.new_local(span, "value", ty.into())?;
        let read = |this: &mut Self| {
            let place = Expr::new(ExprKind::Local(local), ty, span);
            this.as_value(place)
        };
        let Some(mut result) = classes.pop() else {
            return Err(self.internal(span, "floating-point classification without classes"));
        };
        // Builds the conditional expression from the last test to the first. If no test is true, the argument for
        // zero is the result.
        let tests = [
            (3, None),
            (2, Some(FloatOp::IsNormal)),
            (1, Some(FloatOp::IsInf)),
            (0, Some(FloatOp::IsNan)),
        ];
        for (index, op) in tests {
            let value = read(self);
            let condition = match op {
                Some(op) => Expr::special(Special::Float(op, value), int, span),
                None => {
                    let zero = Expr::new(ExprKind::Float(0.0), ty, span);
                    let kind = ExprKind::Compare(Compare::Ne, Box::new(value), Box::new(zero));
                    Expr::new(kind, int, span)
                }
            };
            let class = std::mem::replace(&mut classes[index], self.int_const(0, span));
            let kind = ExprKind::Cond(Box::new(condition), Box::new(class), Box::new(result));
            result = Expr::new(kind, int, span);
        }
        let kind = ExprKind::Let(local, Box::new(value), Box::new(result));
        Ok(Expr::new(kind, int, span))
    }

    /// Checks a floating-point operand; integers are converted to `double`.
    fn float_value(&mut self, node: &Node<Expression>) -> Checked<Expr> {
        let value = self.value(node)?;
        if self.program.types.is_float(value.ty()) {
            return Ok(value);
        }
        if self.is_complex(&value) {
            let name = self.type_name(value.ty());
            let message = format!("expected a real number, found `{name}`");
            return Err(self.error(node.span, "type", message));
        }
        let double = self.program.types.double();
        self.assign_to(value, double.into(), node.span, "argument")
    }
}
