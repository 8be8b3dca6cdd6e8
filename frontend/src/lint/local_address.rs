//! Warns about `return &local;`: the function returns the address of one of its local variables.
use super::{LintContext, strip_conversions};
use crate::typed::{Expr, ExprKind, StmtKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_stmt(|cx, stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind
            && let Some(name) = local_behind(cx, value)
        {
            let message = format!("function returns the address of local variable `{name}`");
            cx.note(value.span, message);
        }
    });
}

/// Returns the name of the local variable if `value` is the address of a local variable, else `None`.
fn local_behind(cx: &LintContext<'_>, value: &Expr) -> Option<String> {
    match &strip_conversions(value).kind {
        ExprKind::AddrOf(place) | ExprKind::Decay(place) => local_of(cx, place),
        ExprKind::PtrAdd(base, ..) => local_behind(cx, base),
        _ => None,
    }
}

fn local_of(cx: &LintContext<'_>, place: &Expr) -> Option<String> {
    match &place.kind {
        ExprKind::Local(id) => {
            let local = cx.body.locals.get(id.0 as usize)?;
            Some(local.name.clone())
        }
        ExprKind::Member(base, _) => local_of(cx, base),
        ExprKind::Deref(pointer) => local_behind(cx, pointer),
        _ => None,
    }
}
