//! Warns about `klee_make_symbolic(&x, n, "x")` if `n` is not the size of `x`.
use super::{LintContext, strip_conversions};
use crate::typed::{Expr, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let ExprKind::Call(call) = &expr.kind else {
            return;
        };
        let (Some("klee_make_symbolic"), [object, size, _]) = (cx.callee(call), &call.args[..])
        else {
            return;
        };
        let (Some(actual), Some(size)) = (object_size(cx, object), cx.integer(size)) else {
            return;
        };
        if size != i128::from(actual) {
            let message = format!("the size {size} differs from the size {actual} of the object");
            cx.note(expr.span, message);
        }
    });
}

/// Returns the size in bytes of a whole variable whose address is passed as an argument; `None` for another argument.
fn object_size(cx: &LintContext<'_>, argument: &Expr) -> Option<u64> {
    let (ExprKind::AddrOf(object) | ExprKind::Decay(object)) = &strip_conversions(argument).kind
    else {
        return None;
    };
    match object.kind {
        ExprKind::Local(_) | ExprKind::Symbol(_) => cx.program.types.size(object.ty()),
        _ => None,
    }
}
