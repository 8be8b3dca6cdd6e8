//! `if (a);`: an empty body, so that the following statement is unconditional.
use super::Finder;
use crate::typed::StmtKind;

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_stmt(|finder, stmt| {
        if let StmtKind::If(_, then, None) = &stmt.kind
            && matches!(then.kind, StmtKind::Empty)
            // A macro that expands to nothing leaves a blank before the semicolon.
            && finder.locations.follows(then.span.start, ')')
        {
            finder.note(then.span, "`if` statement has an empty body");
        }
    });
}
