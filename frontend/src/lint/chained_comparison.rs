//! Warns about `a < b < c`, which compares the result of `a < b`, 0 or 1, with `c`.
use super::{LintContext, strip_conversions};
use crate::typed::{Compare, Expr, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        if let ExprKind::Compare(_, left, _) = &expr.kind
            && is_bare_order(cx, left)
        {
            cx.note(expr.span, "comparison of the result of another comparison");
        }
    });
}

/// Returns whether an expression is a comparison by order, such as `a < b`, without parentheses.
fn is_bare_order(cx: &LintContext<'_>, expr: &Expr) -> bool {
    let expr = strip_conversions(expr);
    let ExprKind::Compare(compare, ..) = &expr.kind else {
        return false;
    };
    match compare {
        Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge => {
            !cx.locations.in_parentheses(expr.span)
        }
        Compare::Eq | Compare::Ne => false,
    }
}
