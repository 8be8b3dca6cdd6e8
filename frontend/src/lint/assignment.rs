//! Warns about `if (a = b)`: an assignment as a condition. Extra parentheses mark an assignment as intended and
//! avoid the warning.
use super::LintContext;
use crate::typed::{Expr, ExprKind, StmtKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_stmt(|cx, stmt| match &stmt.kind {
        StmtKind::If(condition, ..)
        | StmtKind::While(condition, _)
        | StmtKind::DoWhile(_, condition)
        | StmtKind::For(Some(condition), ..) => check(cx, condition),
        _ => {}
    });
}

fn check(cx: &mut LintContext<'_>, condition: &Expr) {
    if matches!(condition.kind, ExprKind::Assign(..))
        && !cx.locations.in_parentheses(condition.span)
    {
        let message = "using the result of an assignment as a condition without parentheses";
        cx.note(condition.span, message);
    }
}
