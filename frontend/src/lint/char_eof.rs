//! `(c = getchar()) != EOF` with a `char`.
use super::{Finder, bare};
use crate::typed::{Compare, ExprKind};

const READERS: &[&str] = &[
    "fgetc",
    "getc",
    "getchar",
    "getc_unlocked",
    "getchar_unlocked",
];

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_expr(|finder, expr| {
        let ExprKind::Compare(Compare::Eq | Compare::Ne, a, b) = &expr.kind else {
            return;
        };
        if finder.integer(b) != Some(-1) {
            return;
        }
        let ExprKind::Assign(place, value) = &bare(a).kind else {
            return;
        };
        let is_char = (finder.program.types.int_kind(place.ty())).is_some_and(|k| k.bits() == 8);
        if is_char
            && let ExprKind::Call(call) = &bare(value).kind
            && let Some(name) = finder.callee(call)
            && READERS.contains(&name)
        {
            let message = format!(
                "result of `{name}` is truncated to `char` before the comparison with `EOF`"
            );
            finder.note(expr.span, message);
        }
    });
}
