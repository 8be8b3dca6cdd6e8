//! Warns about an expression statement whose outermost operator only computes a value, which is not used: `a == b;`,
//! `f;`, or `*p++;`, where the read of `*p` is useless.
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

/// Returns whether the outermost operator of an expression has no other effect than to compute a value. The result is
/// false for a constant, because macros often expand to a constant.
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
