//! `malloc(n);`: an allocation whose result is discarded.
use super::Finder;
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

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_stmt(|finder, stmt| {
        if let StmtKind::Expr(expr) = &stmt.kind
            && let ExprKind::Call(call) = &expr.kind
            && let Some(name) = finder.callee(call)
            && ALLOCATORS.contains(&name)
        {
            finder.note(expr.span, format!("ignoring the return value of `{name}`"));
        }
    });
}
