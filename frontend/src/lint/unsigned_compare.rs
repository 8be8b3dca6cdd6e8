//! Warns about `u < 0`, which is always false, and `u >= 0`, which is always true, where `u` is unsigned.
use super::{LintContext, strip_conversions};
use crate::ctypes::Ty;
use crate::typed::{Compare, Expr, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let ExprKind::Compare(compare, a, b) = &expr.kind else {
            return;
        };
        let (value, zero, answer) = match compare {
            Compare::Lt => (a, b, "false"),
            Compare::Ge => (a, b, "true"),
            Compare::Gt => (b, a, "false"),
            Compare::Le => (b, a, "true"),
            _ => return,
        };
        let is_constant = cx.integer(value).is_some();
        if !is_constant && cx.integer(zero) == Some(0) && is_never_negative(cx, value) {
            let message =
                format!("comparison is always {answer}: an unsigned value is never negative");
            cx.note(expr.span, message);
        }
    });
}

/// Returns whether a value can never be negative: its type is unsigned, or was unsigned before a conversion to
/// a wider signed type.
fn is_never_negative(cx: &LintContext<'_>, value: &Expr) -> bool {
    let types = &cx.program.types;
    // Enumerations are not reported, because the signedness of an enumeration's underlying type is
    // implementation-defined.
    if matches!(
        types.kind(strip_conversions(value).ty()),
        crate::ctypes::Kind::Enum(_)
    ) {
        return false;
    }
    if is_unsigned(cx, value.ty()) {
        return true;
    }
    match &value.kind {
        ExprKind::Convert(inner) => {
            let bits = |ty: Ty| {
                cx.program
                    .types
                    .ir_type(ty)
                    .map_or(0, symtool_ir::Type::bits)
            };
            is_unsigned(cx, inner.ty())
                && !cx.program.types.is_bool(inner.ty())
                && bits(inner.ty()) < bits(value.ty())
        }
        _ => false,
    }
}

fn is_unsigned(cx: &LintContext<'_>, ty: Ty) -> bool {
    let types = &cx.program.types;
    types.is_integer(ty) && !types.is_signed(ty)
}
