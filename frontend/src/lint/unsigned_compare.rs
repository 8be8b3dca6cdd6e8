//! `u < 0` and `u >= 0` for an unsigned `u`.
use super::{Finder, bare};
use crate::ctypes::Ty;
use crate::typed::{Compare, Expr, ExprKind};

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_expr(|finder, expr| {
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
        let is_constant = finder.integer(value).is_some();
        if !is_constant && finder.integer(zero) == Some(0) && is_never_negative(finder, value) {
            let message =
                format!("comparison is always {answer}: an unsigned value is never negative");
            finder.note(expr.span, message);
        }
    });
}

/// Returns whether the value is unsigned, possibly widened to a signed type.
fn is_never_negative(finder: &Finder<'_>, value: &Expr) -> bool {
    let types = &finder.program.types;
    // The signedness of an enumeration's underlying type is implementation-defined, not the program's choice.
    if matches!(types.kind(bare(value).ty()), crate::ctypes::Kind::Enum(_)) {
        return false;
    }
    if is_unsigned(finder, value.ty()) {
        return true;
    }
    match &value.kind {
        ExprKind::Convert(inner) => {
            let bits = |ty: Ty| {
                finder
                    .program
                    .types
                    .ir_type(ty)
                    .map_or(0, symtool_ir::Type::bits)
            };
            is_unsigned(finder, inner.ty())
                && !finder.program.types.is_bool(inner.ty())
                && bits(inner.ty()) < bits(value.ty())
        }
        _ => false,
    }
}

fn is_unsigned(finder: &Finder<'_>, ty: Ty) -> bool {
    let types = &finder.program.types;
    types.is_integer(ty) && !types.is_signed(ty)
}
