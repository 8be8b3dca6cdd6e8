//! `a & b == c`, which means `a & (b == c)`.
use super::{Finder, bare};
use crate::typed::{Arith, Expr, ExprKind};

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_expr(|finder, expr| {
        let ExprKind::Arith(arith, a, b) = &expr.kind else {
            return;
        };
        let operator = match arith {
            Arith::And => "&",
            Arith::Or => "|",
            Arith::Xor => "^",
            _ => return,
        };
        if is_bare_comparison(finder, a) || is_bare_comparison(finder, b) {
            let message =
                format!("`{operator}` has lower precedence than the comparison in its operand");
            finder.note(expr.span, message);
        }
    });
}

fn is_bare_comparison(finder: &Finder<'_>, expr: &Expr) -> bool {
    let expr = bare(expr);
    matches!(expr.kind, ExprKind::Compare(..)) && !finder.locations.in_parentheses(expr.span)
}
