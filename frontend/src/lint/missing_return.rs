//! Warns about a function with a non-void result if control can reach the end of its body, without a `return`.
use super::LintContext;
use crate::requests::{self, Returns};
use crate::typed::{Expr, ExprKind, Special, Stmt, StmtKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    let types = &cx.program.types;
    let Some(function) = types.as_function(cx.function.ty) else {
        return;
    };
    // Reaching the end of `main` is valid and returns 0 (C11 §5.1.2.2.3).
    if types.is_void(function.result.ty) || cx.function.name == "main" {
        return;
    }
    if list_completes(cx, &cx.body.stmts) {
        let message = format!(
            "control reaches the end of non-void function `{}`",
            cx.function.name
        );
        cx.note(cx.body.end, message);
    }
}

/// Returns whether control can reach the end of the statements `stmts`.
fn list_completes(cx: &LintContext<'_>, stmts: &[Stmt]) -> bool {
    let mut completes = true;
    for stmt in stmts {
        if completes || stmt.has_label() {
            completes = stmt_completes(cx, stmt);
        }
    }
    completes
}

fn stmt_completes(cx: &LintContext<'_>, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Return(_)
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto(_)
        | StmtKind::Break
        | StmtKind::Continue => false,
        StmtKind::Expr(expr) => !never_completes(cx, expr),
        StmtKind::Block(stmts) => list_completes(cx, stmts),
        StmtKind::If(condition, then, other) => match cx.integer(condition) {
            Some(0) => other.as_ref().is_none_or(|other| stmt_completes(cx, other)),
            Some(_) => stmt_completes(cx, then),
            None => {
                stmt_completes(cx, then)
                    || other.as_ref().is_none_or(|other| stmt_completes(cx, other))
            }
        },
        StmtKind::While(condition, body) | StmtKind::DoWhile(body, condition) => {
            !is_true(cx, condition) && (stmt_completes(cx, body) || is_while(stmt))
                || contains(body, Jump::Break)
                || contains(body, Jump::Continue) && !is_true(cx, condition)
        }
        StmtKind::For(condition, _, body) => {
            condition.as_ref().is_some_and(|c| !is_true(cx, c)) || contains(body, Jump::Break)
        }
        StmtKind::Switch(switch) => {
            switch.default.is_none()
                || stmt_completes(cx, &switch.body)
                || contains(&switch.body, Jump::Break)
        }
        StmtKind::Declare(..)
        | StmtKind::DeclareVla(..)
        | StmtKind::SetLength(..)
        | StmtKind::Label(_)
        | StmtKind::ErrorLocation
        | StmtKind::Empty => true,
    }
}

fn is_while(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::While(..))
}

fn is_true(cx: &LintContext<'_>, condition: &Expr) -> bool {
    cx.integer(condition).is_some_and(|value| value != 0)
}

/// Returns whether control certainly does not continue after the expression: its evaluation ends the program, ends the
/// path or leaves the function.
fn never_completes(cx: &LintContext<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(call) => (call.callee.called_symbol()).is_some_and(|id| {
            let symbol = cx.program.symbol(id);
            let claim = || call.args.first().and_then(|claim| cx.integer(claim));
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
        ExprKind::Convert(inner) | ExprKind::Discard(inner) => never_completes(cx, inner),
        ExprKind::Comma(a, b) => never_completes(cx, a) || never_completes(cx, b),
        // `assert(0)` expands to a conditional expression with a constant condition, which selects the
        // evaluated operand.
        ExprKind::Cond(c, a, b) => match cx.integer(c) {
            Some(0) => never_completes(cx, b),
            Some(_) => never_completes(cx, a),
            None => never_completes(cx, a) && never_completes(cx, b),
        },
        ExprKind::Statements(stmts, _) => !list_completes(cx, stmts),
        _ => false,
    }
}

/// A jump statement. A `continue` refers to the innermost loop, a `break` to the innermost loop or `switch`.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Jump {
    Break,
    Continue,
}

/// Returns whether the loop body or switch body `stmt` contains a jump that refers to this loop or switch.
fn contains(stmt: &Stmt, jump: Jump) -> bool {
    match &stmt.kind {
        StmtKind::Break => jump == Jump::Break,
        StmtKind::Continue => jump == Jump::Continue,
        StmtKind::Block(stmts) => stmts.iter().any(|stmt| contains(stmt, jump)),
        StmtKind::If(_, then, other) => {
            contains(then, jump) || other.as_ref().is_some_and(|other| contains(other, jump))
        }
        // A `break` inside a nested switch leaves the nested switch. A `continue` inside a nested switch refers to the
        // innermost loop.
        StmtKind::Switch(switch) => jump == Jump::Continue && contains(&switch.body, jump),
        // A `break` or `continue` inside a nested loop refers to the nested loop.
        StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For(..) => false,
        StmtKind::Expr(_)
        | StmtKind::Declare(..)
        | StmtKind::DeclareVla(..)
        | StmtKind::SetLength(..)
        | StmtKind::Label(_)
        | StmtKind::ErrorLocation
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto(_)
        | StmtKind::Return(_)
        | StmtKind::Empty => false,
    }
}
