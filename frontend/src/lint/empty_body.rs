//! Warns about `if (a);`: the body is empty, so that the following statement is executed unconditionally.
use super::LintContext;
use crate::typed::StmtKind;

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_stmt(|cx, stmt| {
        if let StmtKind::If(_, then, None) = &stmt.kind
            && matches!(then.kind, StmtKind::Empty)
            // A body that is a macro with an empty expansion leaves a blank before the semicolon. Such a body
            // is not reported.
            && cx.locations.follows(then.span.start, ')')
        {
            cx.note(then.span, "`if` statement has an empty body");
        }
    });
}
