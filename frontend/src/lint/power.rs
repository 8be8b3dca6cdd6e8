//! Warns about `2 ^ 8` and `10 ^ 3`: in C, `^` is exclusive or, not power.
use super::{LintContext, strip_conversions};
use crate::typed::{Arith, Expr, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let ExprKind::Arith(Arith::Xor, base, exponent) = &expr.kind else {
            return;
        };
        let (base, exponent) = (literal(cx, base), literal(cx, exponent));
        if let (Some("2" | "10"), Some(exponent)) = (base, exponent)
            && exponent.bytes().all(|byte| byte.is_ascii_digit())
        {
            cx.note(expr.span, "`^` is exclusive or, not power");
        }
    });
}

/// Returns the source text of an integer literal; `None` for another expression.
fn literal<'c>(cx: &LintContext<'c>, expr: &Expr) -> Option<&'c str> {
    let expr = strip_conversions(expr);
    let text = cx.locations.text(expr.span.start, expr.span.end);
    matches!(expr.kind, ExprKind::Int(_)).then_some(text.trim())
}
