//! Warns about `malloc(n);`, which discards the result of an allocation.
use super::LintContext;
use crate::typed::{ExprKind, StmtKind};

const ALLOCATORS: &[&str] = &[
    "aligned_alloc",
    "calloc",
    "malloc",
    "realloc",
    "reallocarray",
    "strdup",
    "strndup",
];

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_stmt(|cx, stmt| {
        if let StmtKind::Expr(expr) = &stmt.kind
            && let ExprKind::Call(call) = &expr.kind
            && let Some(name) = cx.callee(call)
            && ALLOCATORS.contains(&name)
        {
            cx.note(expr.span, format!("ignoring the return value of `{name}`"));
        }
    });
}
