//! Warns about an expression statement without side effects, such as `a == b;`, `*p++;` or `f;`.
use super::LintContext;
use crate::typed::{Expr, ExprKind, StmtKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_stmt(|cx, stmt| match &stmt.kind {
        StmtKind::Expr(expr) | StmtKind::For(_, Some(expr), _) if is_lost(expr) => {
            cx.note(expr.span, "expression result unused");
        }
        _ => {}
    });
}

/// Returns whether the statement computes a value that is not used and has no other effect. Constants are not
/// reported, because macros often expand to a constant.
fn is_lost(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Compare(..)
        | ExprKind::Arith(..)
        | ExprKind::Neg(_)
        | ExprKind::BitNot(_)
        | ExprKind::Not(_)
        | ExprKind::PtrAdd(..)
        | ExprKind::PtrDiff(..) => true,
        ExprKind::Load(place) => !place.qty.is_volatile(),
        ExprKind::Decay(place) => matches!(place.kind, ExprKind::Symbol(_)),
        _ => false,
    }
}
