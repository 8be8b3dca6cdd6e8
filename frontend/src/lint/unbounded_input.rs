//! Warns about `gets`, which cannot limit the number of characters that it stores.
use super::LintContext;
use crate::typed::ExprKind;

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        if let ExprKind::Call(call) = &expr.kind
            && cx.callee(call) == Some("gets")
        {
            cx.note(expr.span, "`gets` stores lines of any length");
        }
    });
}
