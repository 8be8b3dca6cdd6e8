//! Warns about a local variable that is read before any assignment.
//!
//! The analysis walks forward over the statement tree and computes the set of variables that *may* have been assigned
//! so far. After an `if`, the set contains each variable that at least one of the two sides assigns. Everywhere in the
//! body of a loop or `switch`, the set contains all variables that some statement of the loop or `switch` assigns,
//! because an earlier iteration or another case may have executed it. A read of a variable outside of the set is
//! reported: this variable is uninitialized on every path to the read. Functions with `goto` are skipped.
use super::{LintContext, walk};
use crate::typed::{Expr, ExprKind, LocalId, Stmt, StmtKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    let mut has_goto = !cx.body.taken_labels.is_empty();
    cx.each_stmt(|_, stmt| {
        has_goto |= matches!(stmt.kind, StmtKind::Goto(_) | StmtKind::ComputedGoto(_));
    });
    if has_goto {
        return;
    }
    let count = cx.body.locals.len();
    let stmts = &cx.body.stmts;
    let mut flow = Flow {
        cx,
        unassigned: vec![false; count],
        assigned_order: Vec::new(),
    };
    flow.list(stmts);
}

struct Flow<'f, 'a> {
    cx: &'f mut LintContext<'a>,
    /// For each variable: whether its declaration has no initializer, and no assignment has been seen since.
    unassigned: Vec<bool>,
    /// The variables in order of their first assignment.
    assigned_order: Vec<LocalId>,
}

impl<'a> Flow<'_, 'a> {
    fn list(&mut self, stmts: &'a [Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &'a Stmt) {
        match &stmt.kind {
            StmtKind::Declare(id, None) => {
                let local = &self.cx.body.locals[id.0 as usize];
                self.unassigned[id.0 as usize] = !local.in_memory;
            }
            StmtKind::Block(stmts) => self.list(stmts),
            StmtKind::If(condition, then, other) => {
                self.expr(condition);
                let mark = self.assigned_order.len();
                self.stmt(then);
                if let Some(other) = other {
                    let assigned = self.assigned_order[mark..].to_vec();
                    for id in &assigned {
                        self.unassigned[id.0 as usize] = true;
                    }
                    self.stmt(other);
                    for id in &assigned {
                        self.unassigned[id.0 as usize] = false;
                    }
                }
            }
            StmtKind::While(..)
            | StmtKind::DoWhile(..)
            | StmtKind::For(..)
            | StmtKind::Switch(..) => {
                // The condition of a `while` or `for` loop is evaluated before any assignment in the loop body.
                if let StmtKind::While(condition, _) | StmtKind::For(Some(condition), ..) =
                    &stmt.kind
                {
                    self.expr(condition);
                }
                if let StmtKind::Switch(switch) = &stmt.kind {
                    self.expr(&switch.value);
                }
                self.assign_all(stmt);
                match &stmt.kind {
                    StmtKind::While(_, body) | StmtKind::For(_, _, body) => self.stmt(body),
                    StmtKind::DoWhile(body, condition) => {
                        self.stmt(body);
                        self.expr(condition);
                    }
                    StmtKind::Switch(switch) => self.stmt(&switch.body),
                    _ => {}
                }
                if let StmtKind::For(_, Some(step), _) = &stmt.kind {
                    self.expr(step);
                }
            }
            _ => walk::own_exprs(stmt, &mut |expr| self.expr(expr)),
        }
    }

    /// Marks as assigned every variable that some statement inside `stmt` assigns. An assignment that reads its own
    /// variable, such as `s += i`, is ignored, because its first execution reads the variable before any assignment.
    fn assign_all(&mut self, stmt: &'a Stmt) {
        walk::each_expr(std::slice::from_ref(stmt), &mut |expr| {
            if let ExprKind::Assign(place, value) = &expr.kind
                && let ExprKind::Local(id) = place.kind
                && !reads(value, id)
            {
                self.assign(id);
            }
        });
    }

    fn assign(&mut self, id: LocalId) {
        if std::mem::replace(&mut self.unassigned[id.0 as usize], false) {
            self.assigned_order.push(id);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Load(place) if let ExprKind::Local(id) = place.kind => {
                self.read(id, expr);
            }
            ExprKind::Assign(place, value) if let ExprKind::Local(id) = place.kind => {
                self.expr(value);
                self.assign(id);
            }
            ExprKind::Update { place, operand, .. } if let ExprKind::Local(id) = place.kind => {
                self.expr(operand);
                self.read(id, place);
                self.assign(id);
            }
            ExprKind::Let(id, value, rest) => {
                self.expr(value);
                self.unassigned[id.0 as usize] = false;
                self.expr(rest);
            }
            ExprKind::Statements(stmts, last) => {
                self.list(stmts);
                last.iter().for_each(|last| self.expr(last));
            }
            _ => walk::children(expr, &mut |child| self.expr(child)),
        }
    }

    fn read(&mut self, id: LocalId, expr: &Expr) {
        if std::mem::replace(&mut self.unassigned[id.0 as usize], false) {
            let name = &self.cx.body.locals[id.0 as usize].name;
            let message = format!("`{name}` is used uninitialized");
            self.cx.note(expr.span, message);
        }
    }
}

/// Returns whether the evaluation of an expression reads the local variable `id`.
fn reads(expr: &Expr, id: LocalId) -> bool {
    let mut found = matches!(&expr.kind, ExprKind::Load(place) | ExprKind::Update { place, .. }
        if matches!(place.kind, ExprKind::Local(read) if read == id));
    walk::children(expr, &mut |child| found |= reads(child, id));
    found
}
