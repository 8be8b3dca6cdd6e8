//! Warns about `s == "text"`: a comparison with a string literal compares addresses.
use super::{LintContext, strip_conversions};
use crate::typed::{Expr, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        if let ExprKind::Compare(_, a, b) = &expr.kind
            && (is_text(a) || is_text(b))
        {
            cx.note(
                expr.span,
                "comparison with a string literal compares addresses, not contents",
            );
        }
    });
}

fn is_text(expr: &Expr) -> bool {
    match &strip_conversions(expr).kind {
        ExprKind::Decay(inner) => matches!(inner.kind, ExprKind::String(_)),
        _ => false,
    }
}
