//! Warns about operations that are undefined because of a constant right operand: divisions by zero, and shifts
//! by a count that is out of range.
use super::LintContext;
use crate::typed::{Arith, ExprKind, Update};

pub(super) fn division(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let operand = match &expr.kind {
            ExprKind::Arith(Arith::Div | Arith::Rem, _, b) => b,
            ExprKind::Update {
                update: Update::Arith(Arith::Div | Arith::Rem, _),
                operand,
                ..
            } => operand,
            _ => return,
        };
        if cx.integer(operand) == Some(0) {
            cx.note(expr.span, "division by zero");
        }
    });
}

pub(super) fn shift(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| {
        let (ty, operand) = match &expr.kind {
            ExprKind::Arith(Arith::Shl | Arith::Shr, a, b) => (a.ty(), b),
            ExprKind::Update {
                update: Update::Arith(Arith::Shl | Arith::Shr, ty),
                operand,
                ..
            } => (*ty, operand),
            _ => return,
        };
        let bits = cx
            .program
            .types
            .ir_type(ty)
            .map_or(0, symtool_ir::Type::bits);
        if let Some(count) = cx.integer(operand)
            && !(0..i128::from(bits)).contains(&count)
        {
            let message = format!("shift count {count} is out of range for a {bits}-bit operand");
            cx.note(expr.span, message);
        }
    });
}
