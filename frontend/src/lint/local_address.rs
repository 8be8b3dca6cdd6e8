//! `return &local;`: a function that returns the address of a local variable.
use super::{Finder, bare};
use crate::typed::{Expr, ExprKind, StmtKind};

pub(super) fn run(finder: &mut Finder<'_>) {
    finder.each_stmt(|finder, stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind
            && let Some(name) = local_behind(finder, value)
        {
            let message = format!("function returns the address of local variable `{name}`");
            finder.note(value.span, message);
        }
    });
}

/// Returns the name of the local variable whose address this value is.
fn local_behind(finder: &Finder<'_>, value: &Expr) -> Option<String> {
    match &bare(value).kind {
        ExprKind::AddrOf(place) | ExprKind::Decay(place) => local_of(finder, place),
        ExprKind::PtrAdd(base, ..) => local_behind(finder, base),
        _ => None,
    }
}

fn local_of(finder: &Finder<'_>, place: &Expr) -> Option<String> {
    match &place.kind {
        ExprKind::Local(id) => {
            let local = finder.body.locals.get(id.0 as usize)?;
            Some(local.name.clone())
        }
        ExprKind::Member(base, _) => local_of(finder, base),
        ExprKind::Deref(pointer) => local_behind(finder, pointer),
        _ => None,
    }
}
