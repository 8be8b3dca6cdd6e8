//! Warns about a counting loop whose last index is outside of an array, such as `for (i = 0; i <= 5; i++) a[i] = 0;`
//! for an array of 5 elements.
//!
//! Only loops with a constant bound and with no other exit are examined, and only accesses that every iteration
//! executes. Therefore a reported loop accesses the array out of bounds in its last iteration, unless the program
//! terminates before that iteration.
use super::array_bounds::element;
use super::{LintContext, array_bounds, strip_conversions, walk};
use crate::ctypes::Len;
use crate::typed::{Compare, Expr, ExprKind, LocalId, Stmt, StmtKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_stmt(|cx, stmt| {
        let StmtKind::For(Some(condition), Some(step), body) = &stmt.kind else {
            return;
        };
        let Some((counter, last)) = last_index(cx, condition) else {
            return;
        };
        if increments(step, counter) && runs_to_its_end(body, counter) {
            check(cx, body, counter, last);
        }
    });
}

/// Returns the counter of a loop and the value that the counter has in the last iteration. Returns `None` unless the
/// condition of the loop is `i < n` or `i <= n` for a constant `n`.
fn last_index(cx: &LintContext<'_>, condition: &Expr) -> Option<(LocalId, i128)> {
    let ExprKind::Compare(compare, counter, bound) = &strip_conversions(condition).kind else {
        return None;
    };
    let bound = cx.integer(strip_conversions(bound))?;
    let last = match compare {
        Compare::Lt => bound - 1,
        Compare::Le => bound,
        Compare::Eq | Compare::Ne | Compare::Gt | Compare::Ge => return None,
    };
    Some((variable(counter)?, last))
}

/// Returns the local variable that an expression reads, apart from conversions.
fn variable(expr: &Expr) -> Option<LocalId> {
    match &strip_conversions(expr).kind {
        ExprKind::Load(place) => match place.kind {
            ExprKind::Local(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether the step of a loop is `i++` or `++i` for the counter `i`.
fn increments(step: &Expr, counter: LocalId) -> bool {
    let step = match &step.kind {
        ExprKind::Discard(inner) => inner,
        _ => step,
    };
    let ExprKind::Update { place, operand, .. } = &step.kind else {
        return false;
    };
    matches!(place.kind, ExprKind::Local(id) if id == counter)
        && matches!(strip_conversions(operand).kind, ExprKind::Int(1))
}

/// Returns whether every iteration runs to its end with the counter unchanged: the loop body has no jump and does not
/// change the counter.
fn runs_to_its_end(body: &Stmt, counter: LocalId) -> bool {
    let body = std::slice::from_ref(body);
    let mut runs = true;
    walk::each_stmt(body, &mut |stmt| {
        runs &= !matches!(
            stmt.kind,
            StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
                | StmtKind::Goto(_)
                | StmtKind::ComputedGoto(_)
                | StmtKind::Label(_)
        );
    });
    walk::each_expr(body, &mut |expr| {
        if let ExprKind::Assign(place, _) | ExprKind::Update { place, .. } = &expr.kind {
            runs &= !matches!(place.kind, ExprKind::Local(id) if id == counter);
        }
    });
    runs
}

/// Reports each access `a[counter]` that every iteration executes, if the last iteration accesses `a` out of bounds.
/// `last` is the value of the counter in the last iteration.
fn check<'a>(cx: &mut LintContext<'a>, body: &'a Stmt, counter: LocalId, last: i128) {
    let stmts = match &body.kind {
        StmtKind::Block(stmts) => stmts,
        _ => std::slice::from_ref(body),
    };
    for stmt in stmts {
        if let StmtKind::Expr(expr) = &stmt.kind {
            visit(cx, expr, counter, last);
        }
    }
}

fn visit<'a>(cx: &mut LintContext<'a>, expr: &'a Expr, counter: LocalId, last: i128) {
    // In an iteration, the second operand of `&&` and `||`, or an operand of `?:`, is possibly not evaluated.
    if let ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Cond(..) = expr.kind {
        return;
    }
    if let ExprKind::Load(place) | ExprKind::Assign(place, _) | ExprKind::Update { place, .. } =
        &expr.kind
        && let Some((array, index)) = array_bounds::parts(element(place))
        && let Some((_, Len::Fixed(length))) = cx.program.types.as_array(array.ty())
        && variable(index) == Some(counter)
        && last >= i128::from(length)
        && length > 1
    {
        let ty = cx.program.types.name(array.ty());
        let message = format!("index {last} in the last iteration is out of bounds of `{ty}`");
        cx.note(place.span, message);
    }
    walk::children(expr, &mut |child| visit(cx, child, counter, last));
}
