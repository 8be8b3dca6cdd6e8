//! Warns about `(c = getchar()) != EOF` where `c` is a `char`. A `char` cannot distinguish EOF from a character.
use super::{LintContext, strip_conversions};
use crate::typed::{Compare, ExprKind};

const READERS: &[&str] = &[
    "fgetc",
    "getc",
    "getchar",
    "getc_unlocked",
    "getchar_unlocked",
];

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let ExprKind::Compare(Compare::Eq | Compare::Ne, a, b) = &expr.kind else {
            return;
        };
        if cx.integer(b) != Some(-1) {
            return;
        }
        let ExprKind::Assign(place, value) = &strip_conversions(a).kind else {
            return;
        };
        let is_char = (cx.program.types.int_kind(place.ty())).is_some_and(|k| k.bits() == 8);
        if is_char
            && let ExprKind::Call(call) = &strip_conversions(value).kind
            && let Some(name) = cx.callee(call)
            && READERS.contains(&name)
        {
            let message = format!(
                "result of `{name}` is truncated to `char` before the comparison with `EOF`"
            );
            cx.note(expr.span, message);
        }
    });
}
