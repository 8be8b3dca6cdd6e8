//! Semantic analysis of statements: translates them from the syntax tree to the typed tree (C after semantic
//! analysis), and reports errors.
use super::labels::declares_labels;
use super::{Checker, SwitchState};
use crate::program::Checked;
use crate::typed::{Case, LabelId, Stmt, StmtKind, Switch};
use lang_c::ast::{self, BlockItem, Expression, ForInitializer, Statement};
use lang_c::span::{Node, Span};

fn stmt(kind: StmtKind, span: Span) -> Stmt {
    Stmt { kind, span }
}

impl Checker<'_> {
    /// Checks the items of a block, and appends calls of the `cleanup` functions of the variables that the block
    /// declares. Faulty items are reported and skipped.
    pub(super) fn block_items(&mut self, items: &[Node<BlockItem>]) -> Vec<Stmt> {
        let depth = self.cleanup_depth();
        let mut stmts = self.items(items);
        self.leave_cleanups(depth, &mut stmts);
        stmts
    }

    fn items(&mut self, items: &[Node<BlockItem>]) -> Vec<Stmt> {
        let mut out = Vec::new();
        self.open_labels();
        for item in items {
            match &item.node {
                BlockItem::Declaration(declaration) if declares_labels(&declaration.node) => {
                    self.local_labels(&declaration.node);
                }
                BlockItem::Declaration(declaration) => {
                    let result = self.declaration(declaration, &mut out);
                    self.note_failure(result);
                }
                BlockItem::StaticAssert(assertion) => {
                    let result = self.static_assert(assertion);
                    self.note_failure(result);
                }
                BlockItem::Statement(statement) => self.push_statement(statement, &mut out),
            }
        }
        self.close_labels();
        out
    }

    /// Checks a statement and appends it to `out`, after statements that compute the lengths of its variable-length
    /// arrays.
    fn push_statement(&mut self, node: &Node<Statement>, out: &mut Vec<Stmt>) {
        let result = self.statement(node);
        out.extend(self.take_pending());
        if let Some(result) = self.note_failure(result) {
            flatten(result, out);
        }
    }

    /// Records the error if `result`, the result of checking a statement, is an error. The statement is then skipped,
    /// and the function is not lowered. Returns the value of `result`, or `None` after an error.
    fn note_failure<T>(&mut self, result: Checked<T>) -> Option<T> {
        if let (Err(reported), Some(state)) = (&result, &mut self.function) {
            state.failed = state.failed.or(Some(*reported));
        }
        result.ok()
    }

    /// Checks the items of a statement expression. Does not insert the `cleanup` calls at the end of its block, because
    /// the value of the expression must be computed before these calls. Returns an error if an item has an error.
    pub(super) fn whole_block(&mut self, items: &[Node<BlockItem>]) -> Checked<Vec<Stmt>> {
        let before = self.function.as_mut().and_then(|state| state.failed.take());
        let stmts = self.items(items);
        let Some(state) = &mut self.function else {
            return Ok(stmts);
        };
        let failed = state.failed;
        state.failed = before.or(failed);
        failed.map_or(Ok(stmts), Err)
    }

    /// Checks a statement in a block scope of its own. Selection and iteration statements and their substatements are
    /// blocks (C11 6.8.4p3, 6.8.5p5).
    fn in_scope(&mut self, check: impl FnOnce(&mut Self) -> Checked<Stmt>) -> Checked<Stmt> {
        self.scopes.enter();
        let result = check(self);
        self.scopes.leave();
        result
    }

    /// Checks a statement that is part of another statement, such as the body of a loop.
    fn sub_statement(&mut self, node: &Node<Statement>) -> Checked<Stmt> {
        let outer = self.take_pending();
        let result = self.in_scope(|c| c.statement(node));
        let mut inner = self.take_pending();
        if let Some(state) = &mut self.function {
            state.pending = outer;
        }
        let result = result?;
        if inner.is_empty() {
            return Ok(result);
        }
        inner.push(result);
        Ok(stmt(StmtKind::Block(inner), node.span))
    }

    fn statement(&mut self, node: &Node<Statement>) -> Checked<Stmt> {
        let span = node.span;
        match &node.node {
            Statement::Labeled(labeled) => self.labeled(&labeled.node, span),
            Statement::Compound(items) => {
                self.scopes.enter();
                let stmts = self.block_items(items);
                self.scopes.leave();
                Ok(stmt(StmtKind::Block(stmts), span))
            }
            Statement::Expression(None) => Ok(stmt(StmtKind::Empty, span)),
            Statement::Expression(Some(expr)) => {
                if let Some(jump) = self.computed_goto(expr) {
                    return jump;
                }
                let value = self.operand(expr)?;
                let value = self.as_value(value);
                Ok(stmt(StmtKind::Expr(value), span))
            }
            Statement::If(node) => self.in_scope(|c| c.if_statement(&node.node, span)),
            Statement::Switch(node) => self.in_scope(|c| c.switch(&node.node, span)),
            Statement::While(node) => self.in_scope(|c| {
                let condition = c.with_lengths(|c| c.scalar(&node.node.expression));
                let body = c.loop_body(&node.node.statement);
                Ok(stmt(StmtKind::While(condition?, Box::new(body?)), span))
            }),
            Statement::DoWhile(node) => self.in_scope(|c| {
                let body = c.loop_body(&node.node.statement);
                let condition = c.with_lengths(|c| c.scalar(&node.node.expression));
                Ok(stmt(StmtKind::DoWhile(Box::new(body?), condition?), span))
            }),
            Statement::For(node) => self.in_scope(|c| c.for_statement(&node.node, span)),
            Statement::Goto(id) => {
                let label = self.label(&id.node.name, id.span, false)?;
                self.goto_with_cleanups(label, span)
            }
            Statement::Continue => self.jump(StmtKind::Continue, span),
            Statement::Break => self.jump(StmtKind::Break, span),
            Statement::Return(value) => self.return_statement(value.as_deref(), span),
            Statement::Asm(node) => self.asm(&node.node, span),
        }
    }

    fn jump(&mut self, kind: StmtKind, span: Span) -> Checked<Stmt> {
        let state = self.function.as_ref();
        let (depth, message, help) = match kind {
            StmtKind::Break => (
                state.and_then(|state| state.breakable.last()),
                "`break` statement not within loop or switch",
                "move it into the loop, or leave the function with `return`",
            ),
            _ => (
                state.and_then(|state| state.continuable.last()),
                "`continue` statement not within a loop",
                "move it into a loop: `continue` starts the next iteration of the loop",
            ),
        };
        match depth.copied() {
            Some(depth) => Ok(self.jump_with_cleanups(stmt(kind, span), depth)),
            None => Err(self.error_with_help(span, "jump", message, help)),
        }
    }

    fn if_statement(&mut self, node: &ast::IfStatement, span: Span) -> Checked<Stmt> {
        let condition = self.scalar(&node.condition);
        let then = self.sub_statement(&node.then_statement);
        let other = match &node.else_statement {
            Some(other) => Some(Box::new(self.sub_statement(other)?)),
            None => None,
        };
        Ok(stmt(StmtKind::If(condition?, Box::new(then?), other), span))
    }

    fn loop_body(&mut self, node: &Node<Statement>) -> Checked<Stmt> {
        let depth = self.cleanup_depth();
        if let Some(state) = &mut self.function {
            state.breakable.push(depth);
            state.continuable.push(depth);
        }
        let body = self.sub_statement(node);
        if let Some(state) = &mut self.function {
            state.breakable.pop();
            state.continuable.pop();
        }
        body
    }

    fn for_statement(&mut self, node: &ast::ForStatement, span: Span) -> Checked<Stmt> {
        let depth = self.cleanup_depth();
        let mut stmts = Vec::new();
        match &node.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(expr) => {
                let value = self.operand(expr)?;
                let value = self.as_value(value);
                stmts.push(stmt(StmtKind::Expr(value), expr.span));
            }
            ForInitializer::Declaration(declaration) => {
                self.declaration(declaration, &mut stmts)?;
            }
            ForInitializer::StaticAssert(assertion) => self.static_assert(assertion)?,
        }
        stmts.extend(self.take_pending());
        let condition = node.condition.as_ref();
        let condition = condition.map(|expr| self.with_lengths(|c| c.scalar(expr)));
        let step = node.step.as_ref();
        let step = step.map(|expr| self.with_lengths(|c| c.value(expr)));
        let body = self.loop_body(&node.statement);
        let (condition, step) = (condition.transpose()?, step.transpose()?);
        let looping = stmt(StmtKind::For(condition, step, Box::new(body?)), span);
        if stmts.is_empty() {
            return Ok(looping);
        }
        stmts.push(looping);
        self.leave_cleanups(depth, &mut stmts);
        Ok(stmt(StmtKind::Block(stmts), span))
    }

    fn return_statement(&mut self, value: Option<&Node<Expression>>, span: Span) -> Checked<Stmt> {
        let Some(result) = self.function.as_ref().map(|f| f.result) else {
            return Err(self.internal(span, "a `return` outside a function"));
        };
        let is_void = self.program.types.is_void(result.ty);
        let value = match value {
            None => {
                if !is_void {
                    self.warn(
                        span,
                        "return",
                        "`return` with no value in a function returning non-void",
                    );
                }
                None
            }
            Some(node) => {
                let value = self.value(node)?;
                if is_void {
                    if !self.program.types.is_void(value.ty()) {
                        self.warn_with_help(
                            node.span,
                            "return",
                            "`return` with a value in a function returning `void`",
                            "declare the function with the type of the value, or remove the value",
                        );
                    }
                    Some(self.convert_unchecked(value, result.ty))
                } else {
                    Some(self.assign_to(value, result, node.span, "`return`")?)
                }
            }
        };
        self.return_with_cleanups(value, span)
    }

    fn labeled(&mut self, node: &ast::LabeledStatement, span: Span) -> Checked<Stmt> {
        let label_span = node.label.span;
        let label = match &node.label.node {
            ast::Label::Identifier(id) => self.label(&id.node.name, id.span, true),
            ast::Label::Case(expr) => self.case(expr, expr, label_span),
            ast::Label::CaseRange(range) => {
                self.case(&range.node.low, &range.node.high, label_span)
            }
            ast::Label::Default => self.default_case(label_span),
        };
        if let Ok(label) = label {
            self.label_in_cleanups(label);
        }
        let inner = self.sub_statement(&node.statement);
        let mut stmts = vec![stmt(StmtKind::Label(label?), label_span)];
        if let (ast::Label::Identifier(id), Some(error)) =
            (&node.label.node, &self.program.error_label)
            && id.node.name == *error
        {
            stmts.push(stmt(StmtKind::ErrorLocation, label_span));
        }
        flatten(inner?, &mut stmts);
        Ok(stmt(StmtKind::Block(stmts), span))
    }

    fn case(
        &mut self,
        low: &Node<Expression>,
        high: &Node<Expression>,
        span: Span,
    ) -> Checked<LabelId> {
        let Some(ty) = self.switch_type() else {
            return Err(self.error(
                span,
                "label",
                "`case` label not within a `switch` statement",
            ));
        };
        let low_value = self.constant_expression(low)?;
        let high_value = if std::ptr::eq(low, high) {
            low_value
        } else {
            self.constant_expression(high)?
        };
        let name = if low_value == high_value {
            format!("case {low_value}")
        } else {
            format!("case {low_value} to {high_value}")
        };
        self.refuse_case_in_cleanups(span)?;
        let label = self.fresh_label(&name.replace(' ', "_").replace('-', "m"), span)?;
        let (low_value, high_value) = (self.truncate(low_value, ty), self.truncate(high_value, ty));
        if low_value > high_value {
            self.warn(span, "switch", "empty case range");
            return Ok(label);
        }
        let switch = self.function.as_mut().and_then(|f| f.switches.last_mut());
        if let Some(switch) = switch {
            let before = switch.ranges.range(..=high_value).next_back();
            if before.is_some_and(|(_, &end)| end >= low_value) {
                return Err(self.error(span, "label", "duplicate case value"));
            }
            switch.ranges.insert(low_value, high_value);
            switch.cases.push(Case {
                low: low_value,
                high: high_value,
                label,
            });
        }
        Ok(label)
    }

    fn default_case(&mut self, span: Span) -> Checked<LabelId> {
        if self.switch_type().is_none() {
            return Err(self.error(
                span,
                "label",
                "`default` label not within a `switch` statement",
            ));
        }
        self.refuse_case_in_cleanups(span)?;
        let label = self.fresh_label("default", span)?;
        let switch = self.function.as_mut().and_then(|f| f.switches.last_mut());
        if let Some(switch) = switch
            && switch.default.replace(label).is_some()
        {
            return Err(self.error(span, "label", "multiple `default` labels in one `switch`"));
        }
        Ok(label)
    }

    fn switch_type(&self) -> Option<crate::ctypes::Ty> {
        self.function.as_ref()?.switches.last().map(|s| s.ty)
    }

    /// Converts the constant `value` to the integer type `ty` as C does: 300 becomes 44 in `unsigned char`.
    fn truncate(&self, value: i128, ty: crate::ctypes::Ty) -> i128 {
        let width = self
            .program
            .types
            .ir_type(ty)
            .map_or(32, symtool_ir::Type::bits);
        let bits = symtool_ir::Bits::signed(width, value);
        if self.program.types.is_signed(ty) {
            bits.to_signed()
        } else {
            bits.unsigned() as i128
        }
    }

    fn switch(&mut self, node: &ast::SwitchStatement, span: Span) -> Checked<Stmt> {
        let value = self.value(&node.expression)?;
        if !self.program.types.is_integer(value.ty()) {
            let name = self.type_name(value.ty());
            let message = format!("`switch` requires an integer, found `{name}`");
            let help = match self.program.types.is_pointer(value.ty()) {
                true => "compare strings with `strcmp` in a chain of `if` and `else if`",
                false => "use a chain of `if` and `else if`",
            };
            return Err(self.error_with_help(node.expression.span, "type", message, help));
        }
        let value = self.promote(value);
        let ty = value.ty();
        let depth = self.cleanup_depth();
        if let Some(state) = &mut self.function {
            state.breakable.push(depth);
            state.switches.push(SwitchState {
                ty,
                cases: Vec::new(),
                ranges: std::collections::BTreeMap::new(),
                default: None,
                cleanups: depth,
            });
        }
        let body = self.sub_statement(&node.statement);
        let switch = self.function.as_mut().and_then(|state| {
            state.breakable.pop();
            state.switches.pop()
        });
        let Some(switch) = switch else {
            return Err(self.internal(span, "the end of a `switch` without its start"));
        };
        Ok(stmt(
            StmtKind::Switch(Box::new(Switch {
                value,
                body: body?,
                cases: switch.cases,
                default: switch.default,
            })),
            span,
        ))
    }
}

/// Appends the statements of the block `inner` to the enclosing list `out`, if the block declares nothing. A
/// block with declarations is appended as a block, because it delimits the lifetimes of its variables.
fn flatten(inner: Stmt, out: &mut Vec<Stmt>) {
    let declares = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Declare(..));
    match inner.kind {
        StmtKind::Block(stmts) if !stmts.iter().any(declares) => out.extend(stmts),
        StmtKind::Empty => {}
        _ => out.push(inner),
    }
}
