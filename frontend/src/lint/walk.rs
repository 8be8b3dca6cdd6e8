//! Visitors of the expressions and statements of a function body, in preorder.
use crate::typed::{Expr, ExprKind, Init, Size, Stmt, StmtKind, Update};

/// Visits all expressions in the statements `stmts`, including nested expressions.
pub(super) fn each_expr<'a>(stmts: &'a [Stmt], visit: &mut dyn FnMut(&'a Expr)) {
    each_stmt(stmts, &mut |stmt| {
        own_exprs(stmt, &mut |expr| deep(expr, visit));
    });
}

/// Visits all statements in `stmts`, including nested ones, except statements inside statement expressions.
pub(super) fn each_stmt<'a>(stmts: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for stmt in stmts {
        visit(stmt);
        match &stmt.kind {
            StmtKind::Block(inner) => each_stmt(inner, visit),
            StmtKind::If(_, then, other) => {
                each_stmt(std::slice::from_ref(then), visit);
                if let Some(other) = other {
                    each_stmt(std::slice::from_ref(other), visit);
                }
            }
            StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::For(_, _, body) => {
                each_stmt(std::slice::from_ref(body), visit);
            }
            StmtKind::Switch(switch) => each_stmt(std::slice::from_ref(&switch.body), visit),
            StmtKind::Expr(_)
            | StmtKind::Declare(..)
            | StmtKind::DeclareVla(..)
            | StmtKind::SetLength(..)
            | StmtKind::Label(_)
            | StmtKind::ErrorLocation
            | StmtKind::Goto(_)
            | StmtKind::ComputedGoto(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Empty => {}
        }
    }
}

/// Visits the expressions that are direct children of the statement `stmt`, in order of evaluation.
pub(super) fn own_exprs<'a>(stmt: &'a Stmt, visit: &mut dyn FnMut(&'a Expr)) {
    match &stmt.kind {
        StmtKind::Expr(expr)
        | StmtKind::SetLength(_, expr)
        | StmtKind::If(expr, ..)
        | StmtKind::While(expr, _)
        | StmtKind::DoWhile(_, expr)
        | StmtKind::ComputedGoto(expr)
        | StmtKind::Return(Some(expr)) => visit(expr),
        StmtKind::Declare(_, Some(init)) => init_exprs(init, visit),
        StmtKind::DeclareVla(_, size) => size_exprs(size, visit),
        StmtKind::For(condition, step, _) => {
            condition.iter().for_each(&mut *visit);
            step.iter().for_each(visit);
        }
        StmtKind::Switch(switch) => visit(&switch.value),
        StmtKind::Block(_)
        | StmtKind::Declare(_, None)
        | StmtKind::Label(_)
        | StmtKind::ErrorLocation
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Empty => {}
    }
}

fn init_exprs<'a>(init: &'a Init, visit: &mut dyn FnMut(&'a Expr)) {
    init.items.iter().for_each(|item| visit(&item.value));
}

fn size_exprs<'a>(size: &'a Size, visit: &mut dyn FnMut(&'a Expr)) {
    if let Size::Dynamic(expr) = size {
        visit(expr);
    }
}

/// Returns whether the evaluation of an expression may change an object or end the program.
pub(crate) fn has_side_effects(expr: &Expr) -> bool {
    let mut found = false;
    deep(expr, &mut |part| found |= has_own_effect(&part.kind));
    found
}

/// Returns whether an expression may have a side effect apart from those of its operands.
fn has_own_effect(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Assign(..)
        | ExprKind::Update { .. }
        | ExprKind::Call(_)
        | ExprKind::VaArg(_)
        | ExprKind::Statements(..)
        | ExprKind::Special(_) => true,
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Rounded(_)
        | ExprKind::Local(_)
        | ExprKind::Symbol(_)
        | ExprKind::String(_)
        | ExprKind::Compound(..)
        | ExprKind::Deref(_)
        | ExprKind::Member(..)
        | ExprKind::Load(_)
        | ExprKind::Decay(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Convert(_)
        | ExprKind::Discard(_)
        | ExprKind::Neg(_)
        | ExprKind::BitNot(_)
        | ExprKind::Not(_)
        | ExprKind::Arith(..)
        | ExprKind::Compare(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Let(..)
        | ExprKind::Complex(..)
        | ExprKind::Comma(..)
        | ExprKind::PtrAdd(..)
        | ExprKind::PtrDiff(..)
        | ExprKind::Cond(..) => false,
    }
}

fn deep<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    children(expr, &mut |child| deep(child, visit));
    if let ExprKind::Statements(stmts, _) = &expr.kind {
        each_expr(stmts, visit);
    }
}

/// Visits the operands of an expression, in order of evaluation where C defines one. Skips statements of statement
/// expressions.
pub(super) fn children<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Rounded(_)
        | ExprKind::Local(_)
        | ExprKind::Symbol(_)
        | ExprKind::String(_) => {}
        ExprKind::Compound(_, init) => init_exprs(init, visit),
        ExprKind::Deref(a)
        | ExprKind::Member(a, _)
        | ExprKind::Load(a)
        | ExprKind::Decay(a)
        | ExprKind::AddrOf(a)
        | ExprKind::Convert(a)
        | ExprKind::Discard(a)
        | ExprKind::Neg(a)
        | ExprKind::BitNot(a)
        | ExprKind::Not(a)
        | ExprKind::VaArg(a) => visit(a),
        ExprKind::Arith(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Let(_, a, b)
        | ExprKind::Complex(a, b)
        | ExprKind::Comma(a, b) => {
            visit(a);
            visit(b);
        }
        ExprKind::Assign(place, value) => {
            visit(value);
            visit(place);
        }
        ExprKind::PtrAdd(a, b, size, _) | ExprKind::PtrDiff(a, b, size) => {
            visit(a);
            visit(b);
            size_exprs(size, visit);
        }
        ExprKind::Cond(a, b, c) => {
            visit(a);
            visit(b);
            visit(c);
        }
        ExprKind::Update {
            place,
            update,
            operand,
            ..
        } => {
            visit(operand);
            visit(place);
            if let Update::Pointer(size, _) = update {
                size_exprs(size, visit);
            }
        }
        ExprKind::Call(call) => {
            visit(&call.callee);
            call.args.iter().for_each(visit);
        }
        ExprKind::Statements(_, last) => last.iter().for_each(|last| visit(last)),
        ExprKind::Special(special) => special.operands().into_iter().for_each(visit),
    }
}
