//! A non-void function whose end is reachable.
use super::Finder;
use crate::requests::{self, Returns};
use crate::typed::{Expr, ExprKind, Special, Stmt, StmtKind};

pub(super) fn run(finder: &mut Finder<'_>) {
    let types = &finder.program.types;
    let Some(function) = types.as_function(finder.function.ty) else {
        return;
    };
    // Reaching the end of `main` returns 0 (C11 §5.1.2.2.3).
    if types.is_void(function.result.ty) || finder.function.name == "main" {
        return;
    }
    if list_falls(finder, &finder.body.stmts) {
        let message = format!(
            "control reaches the end of non-void function `{}`",
            finder.function.name
        );
        finder.note(finder.body.end, message);
    }
}

/// Returns whether control can reach the end of these statements.
fn list_falls(finder: &Finder<'_>, stmts: &[Stmt]) -> bool {
    let mut falls = true;
    for stmt in stmts {
        if falls || stmt.has_label() {
            falls = stmt_falls(finder, stmt);
        }
    }
    falls
}

fn stmt_falls(finder: &Finder<'_>, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_)
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto(_)
        | StmtKind::Break
        | StmtKind::Continue => false,
        StmtKind::Expr(expr) => !ends(finder, expr),
        StmtKind::Block(stmts) => list_falls(finder, stmts),
        StmtKind::If(condition, then, other) => match finder.integer(condition) {
            Some(0) => other.as_ref().is_none_or(|other| stmt_falls(finder, other)),
            Some(_) => stmt_falls(finder, then),
            None => {
                stmt_falls(finder, then)
                    || other.as_ref().is_none_or(|other| stmt_falls(finder, other))
            }
        },
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            !is_true(finder, condition) && (stmt_falls(finder, body) || is_while(stmt))
                || breaks(body)
                || continues(body) && !is_true(finder, condition)
        }
        StmtKind::For(condition, _, body) => {
            condition.as_ref().is_some_and(|c| !is_true(finder, c)) || breaks(body)
        }
        StmtKind::Switch(switch) => {
            switch.default.is_none() || stmt_falls(finder, &switch.body) || breaks(&switch.body)
        }
        _ => true,
    }
}

fn is_while(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::While(..))
}

fn is_true(finder: &Finder<'_>, condition: &Expr) -> bool {
    finder.integer(condition).is_some_and(|value| value != 0)
}

/// Returns whether evaluating the expression never completes, because it ends the program or leaves the function.
fn ends(finder: &Finder<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(call) => (call.callee.called_symbol()).is_some_and(|id| {
            let symbol = finder.program.symbol(id);
            let claim = || call.args.first().and_then(|claim| finder.integer(claim));
            symbol.noreturn
                || match requests::returns(&symbol.name) {
                    Returns::Always | Returns::Again => false,
                    Returns::Never => true,
                    Returns::IfTrue | Returns::Asserts => claim() == Some(0),
                }
        }),
        ExprKind::Special(special) => {
            matches!(
                **special,
                Special::Unreachable | Special::Trap | Special::Longjmp(..)
            )
        }
        ExprKind::Convert(inner) | ExprKind::Discard(inner) => ends(finder, inner),
        ExprKind::Comma(a, b) => ends(finder, a) || ends(finder, b),
        // `assert(0)`: the constant selects the operand that is evaluated.
        ExprKind::Cond(c, a, b) => match finder.integer(c) {
            Some(0) => ends(finder, b),
            Some(_) => ends(finder, a),
            None => ends(finder, a) && ends(finder, b),
        },
        ExprKind::Statements(stmts, _) => !list_falls(finder, stmts),
        _ => false,
    }
}

/// Returns whether a `break` leaves this body's loop or switch.
fn breaks(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::Block(stmts) => stmts.iter().any(breaks),
        StmtKind::If(_, then, other) => breaks(then) || other.as_ref().is_some_and(|s| breaks(s)),
        _ => false,
    }
}

/// Returns whether a `continue` jumps to the condition of this body's loop.
fn continues(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Continue => true,
        StmtKind::Block(stmts) => stmts.iter().any(continues),
        StmtKind::If(_, then, other) => {
            continues(then) || other.as_ref().is_some_and(|s| continues(s))
        }
        StmtKind::Switch(switch) => continues(&switch.body),
        _ => false,
    }
}
