//! Warns about `a =+ b` and `a =- b`, which assign `+b` and `-b`.
use super::LintContext;
use crate::typed::ExprKind;

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let ExprKind::Assign(place, value) = &expr.kind else {
            return;
        };
        let value = super::strip_conversions(value);
        let text = cx.locations.text(place.span.end, value.span.end);
        let Some(rest) = text.trim_start().strip_prefix('=') else {
            return;
        };
        for sign in ['+', '-'] {
            if rest
                .strip_prefix(sign)
                .is_some_and(|rest| rest.starts_with(' '))
            {
                cx.note(
                    expr.span,
                    format!("`={sign}` assigns the value after the sign"),
                );
            }
        }
    });
}
