//! `s == "text"`: a comparison with a string literal, which compares addresses.
use super::{Finder, bare};
use crate::typed::{Expr, ExprKind};

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_expr(|finder, expr| {
        if let ExprKind::Compare(_, a, b) = &expr.kind
            && (is_text(a) || is_text(b))
        {
            finder.note(
                expr.span,
                "comparison with a string literal compares addresses, not contents",
            );
        }
    });
}

fn is_text(expr: &Expr) -> bool {
    match &bare(expr).kind {
        ExprKind::Decay(inner) => matches!(inner.kind, ExprKind::String(_)),
        _ => false,
    }
}
