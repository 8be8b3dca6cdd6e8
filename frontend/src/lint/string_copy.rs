//! Warns about `strcpy(a, "text")` if the text does not fit into the array `a`.
use super::{LintContext, strip_conversions};
use crate::ctypes::Len;
use crate::typed::{Expr, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let ExprKind::Call(call) = &expr.kind else {
            return;
        };
        let (Some("strcpy" | "strcat"), [target, text]) = (cx.callee(call), &call.args[..]) else {
            return;
        };
        let (Some(room), Some(needed)) = (array_size(cx, target), text_size(cx, text)) else {
            return;
        };
        if needed > room {
            let message = format!(
                "the text needs {needed} bytes with its final zero, but the array has {room}"
            );
            cx.note(expr.span, message);
        }
    });
}

/// Returns the size in bytes of the array that is passed as an argument; `None` for another argument.
fn array_size(cx: &LintContext<'_>, argument: &Expr) -> Option<u64> {
    let ExprKind::Decay(array) = &strip_conversions(argument).kind else {
        return None;
    };
    let (_, Len::Fixed(_)) = cx.program.types.as_array(array.ty())? else {
        return None;
    };
    cx.program.types.size(array.ty())
}

/// Returns the size in bytes of a string literal up to its first zero, which is included; `None` for another
/// expression.
fn text_size(cx: &LintContext<'_>, argument: &Expr) -> Option<u64> {
    let ExprKind::Decay(literal) = &strip_conversions(argument).kind else {
        return None;
    };
    let ExprKind::String(id) = literal.kind else {
        return None;
    };
    let bytes = &cx.program.strings[id.0 as usize].bytes;
    let length = bytes.iter().position(|&byte| byte == 0)?;
    Some(length as u64 + 1)
}
