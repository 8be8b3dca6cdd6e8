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
        let left = is_comparison(a) && !finder.locations.precedes(bare(a).span.end, ')');
        let right =
            is_comparison(b) && finder.locations.parentheses_before(bare(b).span.start) == 0;
        if left || right {
            let message = format!("the comparison is done first, then `{operator}`");
            finder.note(expr.span, message);
        }
    });
}

fn is_comparison(expr: &Expr) -> bool {
    matches!(bare(expr).kind, ExprKind::Compare(..))
}
