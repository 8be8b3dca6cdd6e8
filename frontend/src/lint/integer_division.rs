//! Warns about `double x = 1 / 2;`: the division of two integer constants discards the fraction before the conversion.
use super::LintContext;
use crate::typed::{Arith, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let types = &cx.program.types;
        let ExprKind::Convert(inner) = &expr.kind else {
            return;
        };
        let ExprKind::Arith(Arith::Div, a, b) = &inner.kind else {
            return;
        };
        if types.is_integer(expr.ty()) || !types.is_arithmetic(expr.ty()) {
            return;
        }
        if let (Some(a), Some(b)) = (cx.integer(a), cx.integer(b))
            && b != 0
            && a % b != 0
        {
            let message = format!(
                "integer division discards the fraction: the result is {}",
                a / b
            );
            cx.note(inner.span, message);
        }
    });
}
