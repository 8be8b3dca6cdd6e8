//! Warns about `if (a);` and `while (a); { … }`: the `;` is an empty body, so the following statement does not belong
//! to the `if` or loop. A loop with an empty body is reported only if a block follows, because loops such as
//! `while (*p++);` are common.
use super::LintContext;
use crate::typed::{Stmt, StmtKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    let body = cx.body;
    loops_before_blocks(cx, &body.stmts);
    cx.each_stmt(|cx, stmt| match &stmt.kind {
        StmtKind::If(_, then, None) if is_empty(cx, then) => {
            cx.note(then.span, "`if` statement has an empty body");
        }
        StmtKind::Block(stmts) => loops_before_blocks(cx, stmts),
        _ => {}
    });
}

/// Reports the loops with an empty body that precede a block in `stmts`.
fn loops_before_blocks(cx: &mut LintContext<'_>, stmts: &[Stmt]) {
    for pair in stmts.windows(2) {
        // The checker adds the statements of a block without declarations to the enclosing list of statements, so
        // only the source text shows such a block.
        let between = cx.locations.text(pair[0].span.end, pair[1].span.start);
        let is_block = between.trim_start().starts_with('{')
            || cx
                .locations
                .text(pair[1].span.start, pair[1].span.end)
                .starts_with('{');
        if let Some((body, name)) = loop_body(&pair[0])
            && is_block
            && is_empty(cx, body)
        {
            cx.note(
                body.span,
                format!("`{name}` loop has an empty body before a block"),
            );
        }
    }
}

/// Returns the body and the keyword of a loop. The checker replaces a `for` loop with an initialization by a block,
/// and the loop is the last statement of this block.
fn loop_body(stmt: &Stmt) -> Option<(&Stmt, &'static str)> {
    match &stmt.kind {
        StmtKind::While(_, body) => Some((body, "while")),
        StmtKind::For(_, _, body) => Some((body, "for")),
        StmtKind::Block(stmts) => stmts
            .last()
            .filter(|last| matches!(last.kind, StmtKind::For(..)))
            .and_then(loop_body),
        _ => None,
    }
}

/// Returns whether a body is a `;` directly after the condition. Returns false if a blank precedes the `;`, as it
/// does if the body is a macro that expands to nothing.
fn is_empty(cx: &LintContext<'_>, body: &Stmt) -> bool {
    matches!(body.kind, StmtKind::Empty) && cx.locations.follows(body.span.start, ')')
}
