//! Lowers statements: emits their IR into basic blocks. A block is dead if control cannot reach it.
use super::Lowerer;
use crate::typed::{Expr, Stmt, StmtKind};
use lang_c::span::Span;
use symtool_ir::BugKind;

impl Lowerer<'_, '_> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        if self.is_dead() {
            if !stmt.has_label() {
                return;
            }
            self.ensure_block();
        }
        match &stmt.kind {
            StmtKind::Expr(expr) => self.effects(expr),
            StmtKind::Block(stmts) => self.block(stmts),
            StmtKind::Declare(id, init) => self.declare(*id, init.as_ref(), stmt.span),
            StmtKind::DeclareVla(id, size) => self.declare_vla(*id, size, stmt.span),
            StmtKind::SetLength(id, value) => {
                let value = self.value(value);
                self.at(stmt.span);
                self.set_local(*id, value);
            }
            StmtKind::If(condition, then, other) => {
                self.if_stmt(condition, then, other.as_deref(), stmt.span);
            }
            StmtKind::While(condition, body) => self.while_loop(condition, body, stmt.span),
            StmtKind::DoWhile(body, condition) => self.do_loop(body, condition, stmt.span),
            StmtKind::For(condition, step, body) => {
                self.for_loop(condition.as_ref(), step.as_ref(), body, stmt.span);
            }
            StmtKind::Switch(switch) => self.switch(switch, stmt.span),
            StmtKind::Label(label) => {
                let block = self.label_block(*label);
                // Only a path that reaches the label from the preceding statement executes this jump. The jump has no
                // source location, so that it does not mark a line as covered.
                self.b.set_loc(None);
                self.jump(block);
                self.start(block);
                self.scopes.label(*label);
            }
            StmtKind::ErrorLocation => {
                self.at(stmt.span);
                let never = self.b.bool(false);
                self.b.check(BugKind::Reach, never, None);
            }
            StmtKind::Goto(label) => {
                let block = self.label_block(*label);
                self.at(stmt.span);
                self.scopes.jump(self.b.current(), vec![*label]);
                self.jump(block);
            }
            StmtKind::ComputedGoto(target) => self.computed_goto(target, stmt.span),
            StmtKind::Break => self.leave(stmt.span, true),
            StmtKind::Continue => self.leave(stmt.span, false),
            StmtKind::Return(value) => self.return_stmt(value.as_ref(), stmt.span),
            StmtKind::Empty => {}
        }
    }

    fn leave(&mut self, span: Span, to_break: bool) {
        let target = if to_break {
            self.breaks.last()
        } else {
            self.continues.last()
        };
        let target = target.copied();
        self.at(span);
        if let Some((block, depth)) = target {
            self.leave_scopes(depth);
            self.jump(block);
        }
    }

    fn if_stmt(&mut self, condition: &Expr, then: &Stmt, other: Option<&Stmt>, span: Span) {
        let then_block = self.new_block("if.then");
        let else_block = other.map(|_| self.new_block("if.else"));
        let end = self.new_block("if.end");
        match self.cx.program.constant_truth(condition) {
            Some(truth) => {
                self.at(condition.span);
                let target = if truth {
                    then_block
                } else {
                    else_block.unwrap_or(end)
                };
                self.jump(target);
            }
            None => self.branch_on(condition, then_block, else_block.unwrap_or(end)),
        }
        self.arm(then_block, then, end, span);
        if let (Some(block), Some(other)) = (else_block, other) {
            self.arm(block, other, end, span);
        }
        self.start_joined(end);
    }

    /// Lowers the arm `stmt` of an `if` into `block`, with a jump to `end` after it. If `block` is unreachable,
    /// the arm is lowered only if it contains labels, because a jump may enter the arm at a label.
    fn arm(&mut self, block: symtool_ir::Block, stmt: &Stmt, end: symtool_ir::Block, span: Span) {
        self.start_joined(block);
        self.stmt(stmt);
        self.at(span);
        if !self.is_dead() {
            self.jump(end);
        } else if !self.b.is_terminated() {
            self.b.unreachable();
        }
    }

    /// Switches to a block after all of its predecessors are known. If no reachable block is among them, the code in
    /// the block is dead.
    pub(super) fn start_joined(&mut self, block: symtool_ir::Block) {
        self.start_sealed(block);
        self.dead = !self.reached.contains(&block);
    }

    fn while_loop(&mut self, condition: &Expr, body: &Stmt, span: Span) {
        let head = self.new_block("while.head");
        let inside = self.new_block("while.body");
        let end = self.new_block("while.end");
        self.at(span);
        self.jump(head);
        self.start(head);
        self.loop_condition(Some(condition), inside, end);
        self.start_joined(inside);
        self.loop_body(body, end, head);
        self.at(span);
        self.jump_if_live(head);
        self.seal(head);
        self.start_joined(end);
    }

    /// Emits the branch on the condition of a loop, to `inside` or to `end`. If the condition is constant or
    /// absent, emits a jump.
    fn loop_condition(
        &mut self,
        condition: Option<&Expr>,
        inside: symtool_ir::Block,
        end: symtool_ir::Block,
    ) {
        let Some(condition) = condition else {
            self.jump(inside);
            return;
        };
        match self.cx.program.constant_truth(condition) {
            Some(truth) => {
                self.at(condition.span);
                self.jump(if truth { inside } else { end });
            }
            None => self.branch_on(condition, inside, end),
        }
    }

    fn loop_body(&mut self, body: &Stmt, end: symtool_ir::Block, next: symtool_ir::Block) {
        let depth = self.scopes.depth();
        self.breaks.push((end, depth));
        self.continues.push((next, depth));
        self.stmt(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn jump_if_live(&mut self, to: symtool_ir::Block) {
        if !self.is_dead() {
            self.jump(to);
        } else if !self.b.is_terminated() {
            self.b.unreachable();
        }
    }

    fn do_loop(&mut self, body: &Stmt, condition: &Expr, span: Span) {
        let head = self.new_block("do.body");
        let test = self.new_block("do.test");
        let end = self.new_block("do.end");
        self.at(span);
        self.jump(head);
        self.start(head);
        self.loop_body(body, end, test);
        self.at(span);
        self.jump_if_live(test);
        self.start_joined(test);
        if self.is_dead() {
            self.b.unreachable();
        } else {
            self.loop_condition(Some(condition), head, end);
        }
        self.seal(head);
        self.start_joined(end);
    }

    fn for_loop(&mut self, condition: Option<&Expr>, step: Option<&Expr>, body: &Stmt, span: Span) {
        let head = self.new_block("for.head");
        let inside = self.new_block("for.body");
        let next = self.new_block("for.step");
        let end = self.new_block("for.end");
        self.at(span);
        self.jump(head);
        self.start(head);
        self.loop_condition(condition, inside, end);
        self.start_joined(inside);
        self.loop_body(body, end, next);
        self.at(span);
        self.jump_if_live(next);
        self.start_joined(next);
        if self.is_dead() {
            self.b.unreachable();
        } else {
            if let Some(step) = step {
                self.effects(step);
            }
            self.at(span);
            self.jump(head);
        }
        self.seal(head);
        self.start_joined(end);
    }

    fn return_stmt(&mut self, value: Option<&Expr>, span: Span) {
        let is_record = self.types().as_record(self.result).is_some();
        let result = match value {
            Some(value) if is_record => {
                let from = self.aggregate(value);
                self.at(span);
                if let Some(to) = self.result_address {
                    let size = self.size(self.result);
                    self.copy(to, from, size);
                }
                None
            }
            Some(value) if self.types().is_void(self.result) => {
                self.effects(value);
                None
            }
            Some(value) => Some(self.value(value)),
            None => {
                self.at(span);
                self.implicit_result()
            }
        };
        self.at(span);
        if !self.b.is_terminated() {
            self.b.ret(result);
        }
    }
}
