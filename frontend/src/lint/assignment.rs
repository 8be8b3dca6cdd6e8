//! `if (a = b)`: an assignment for a condition, without a second pair of parentheses that says it is meant.
use super::Finder;
use crate::typed::{Expr, ExprKind, StmtKind};

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_stmt(|finder, stmt| match &stmt.kind {
        StmtKind::If(condition, ..)
        | StmtKind::While(condition, _)
        | StmtKind::DoWhile(_, condition)
        | StmtKind::For(Some(condition), ..) => {
            let is_for = matches!(stmt.kind, StmtKind::For(..));
            check(finder, condition, if is_for { 1 } else { 2 });
        }
        _ => {}
    });
    finder.each_expr(|finder, expr| match &expr.kind {
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            check(finder, a, 1);
            check(finder, b, 1);
        }
        _ => {}
    });
}

/// Reports an assignment with fewer parentheses around it than `meant`.
fn check(finder: &mut Finder<'_>, condition: &Expr, meant: usize) {
    if matches!(condition.kind, ExprKind::Assign(..))
        && finder.locations.parentheses_before(condition.span.start) < meant
    {
        let message = "this assigns and takes the new value as the condition";
        finder.note(condition.span, message);
    }
}
