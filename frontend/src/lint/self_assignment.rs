//! Warns about `a = a`, which assigns a variable to itself.
use super::LintContext;
use crate::typed::{Expr, ExprKind, Size};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        if let ExprKind::Assign(place, value) = &expr.kind
            && let ExprKind::Load(from) = &value.kind
            && is_same(place, from)
        {
            cx.note(expr.span, "variable is assigned to itself");
        }
    });
}

/// Returns whether `a` and `b` certainly denote the same lvalue or value and have no side effects.
fn is_same(a: &Expr, b: &Expr) -> bool {
    if a.qty.is_volatile() || a.ty() != b.ty() {
        return false;
    }
    match (&a.kind, &b.kind) {
        (ExprKind::Int(x), ExprKind::Int(y)) => x == y,
        (ExprKind::Local(x), ExprKind::Local(y)) => x == y,
        (ExprKind::Symbol(x), ExprKind::Symbol(y)) => x == y,
        (ExprKind::Member(x, at), ExprKind::Member(y, other)) => {
            let bits = |place: &crate::typed::MemberLocation| {
                place.bits.map(|b| (b.holder_offset, b.range))
            };
            at.offset == other.offset && bits(at) == bits(other) && is_same(x, y)
        }
        (ExprKind::Deref(x), ExprKind::Deref(y))
        | (ExprKind::Load(x), ExprKind::Load(y))
        | (ExprKind::Decay(x), ExprKind::Decay(y))
        | (ExprKind::AddrOf(x), ExprKind::AddrOf(y))
        | (ExprKind::Convert(x), ExprKind::Convert(y)) => is_same(x, y),
        (
            ExprKind::PtrAdd(x, i, Size::Fixed(n), down),
            ExprKind::PtrAdd(y, j, Size::Fixed(m), back),
        ) => n == m && down == back && is_same(x, y) && is_same(i, j),
        _ => false,
    }
}
