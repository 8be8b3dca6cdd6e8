//! Warns about `a[i, j]`, whose index is only `j`.
use super::{LintContext, strip_conversions};
use crate::typed::ExprKind;

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        if let ExprKind::PtrAdd(_, index, ..) = &expr.kind
            && matches!(strip_conversions(index).kind, ExprKind::Comma(..))
        {
            cx.note(
                expr.span,
                "comma operator in an index: its left operand is ignored",
            );
        }
    });
}
