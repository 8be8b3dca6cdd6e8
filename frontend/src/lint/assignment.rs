//! `if (a = b)`: an assignment as a condition, without the extra parentheses that mark it as intended.
use super::Finder;
use crate::typed::{Expr, ExprKind, StmtKind};

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_stmt(|finder, stmt| match &stmt.kind {
        StmtKind::If(condition, ..)
        | StmtKind::While(condition, _)
        | StmtKind::DoWhile(_, condition)
        | StmtKind::For(Some(condition), ..) => check(finder, condition),
        _ => {}
    });
}

fn check(finder: &mut Finder<'_>, condition: &Expr) {
    if matches!(condition.kind, ExprKind::Assign(..))
        && !finder.locations.in_parentheses(condition.span)
    {
        let message = "using the result of an assignment as a condition without parentheses";
        finder.note(condition.span, message);
    }
}
