//! Warns about `a & b == c`, which means `a & (b == c)`.
use super::{LintContext, strip_conversions};
use crate::typed::{Arith, Expr, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let ExprKind::Arith(arith, a, b) = &expr.kind else {
            return;
        };
        let operator = match arith {
            Arith::And => "&",
            Arith::Or => "|",
            Arith::Xor => "^",
            _ => return,
        };
        if is_bare_comparison(cx, a) || is_bare_comparison(cx, b) {
            let message =
                format!("`{operator}` has lower precedence than the comparison in its operand");
            cx.note(expr.span, message);
        }
    });
}

fn is_bare_comparison(cx: &LintContext<'_>, expr: &Expr) -> bool {
    let expr = strip_conversions(expr);
    matches!(expr.kind, ExprKind::Compare(..)) && !cx.locations.in_parentheses(expr.span)
}
