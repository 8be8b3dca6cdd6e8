//! Semantic analysis of expressions: dispatches each kind of expression to the file that checks it.
use super::Checker;
use crate::program::Checked;
use crate::typed::{Expr, ExprKind, Stmt};
use lang_c::ast::{self, BinaryOperator, Expression};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    /// Checks an expression and returns its typed form, without lvalue conversion or decay.
    pub(super) fn operand(&mut self, node: &Node<Expression>) -> Checked<Expr> {
        let span = node.span;
        match &node.node {
            Expression::Identifier(id) => self.identifier(&id.node.name, span),
            Expression::Constant(constant) => self.literal(&constant.node, span),
            Expression::StringLiteral(text) => self.string_literal(&text.node, span),
            Expression::GenericSelection(generic) => self.generic(&generic.node, span),
            Expression::Member(member) => self.member(&member.node, span),
            Expression::Call(call) => self.call(&call.node, span),
            Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, span),
            Expression::SizeOfTy(size) => self.with_lengths(|c| c.size_of_type(&size.node.0, span)),
            Expression::SizeOfVal(size) => {
                self.with_lengths(|c| c.size_of_value(&size.node.0, span))
            }
            Expression::AlignOf(align) => self.align_of(&align.node.0, span),
            Expression::UnaryOperator(unary) => self.unary(&unary.node, span),
            Expression::Cast(cast) => self.with_lengths(|c| c.cast(&cast.node, span)),
            Expression::BinaryOperator(binary) => self.binary_or_assign(&binary.node, span),
            Expression::Conditional(conditional) => self.conditional(&conditional.node, span),
            Expression::Comma(list) => self.comma(list, span),
            Expression::OffsetOf(offset) => self.with_lengths(|c| c.offset_of(&offset.node, span)),
            Expression::VaArg(arg) => self.with_lengths(|c| c.va_arg(&arg.node, span)),
            Expression::Statement(stmt) => self.statement_expression(stmt, span),
        }
    }

    fn binary_or_assign(
        &mut self,
        binary: &ast::BinaryOperatorExpression,
        span: Span,
    ) -> Checked<Expr> {
        match binary.operator.node {
            BinaryOperator::Index => self.index(&binary.lhs, &binary.rhs, span),
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                let a = self.scalar(&binary.lhs);
                let b = self.with_lengths(|c| c.scalar(&binary.rhs));
                let (a, b) = (Box::new(a?), Box::new(b?));
                let kind = match binary.operator.node {
                    BinaryOperator::LogicalAnd => ExprKind::And(a, b),
                    _ => ExprKind::Or(a, b),
                };
                Ok(Expr::new(kind, self.int_ty(), span))
            }
            BinaryOperator::Assign => self.assign(&binary.lhs, &binary.rhs, span),
            _ => match super::assign::compound_operator(&binary.operator.node) {
                Some(operator) => self.compound_assign(&operator, &binary.lhs, &binary.rhs, span),
                None => {
                    let a = self.value(&binary.lhs);
                    let b = self.value(&binary.rhs);
                    self.binary(&binary.operator.node, a?, b?, span)
                }
            },
        }
    }

    fn comma(&mut self, list: &[Node<Expression>], span: Span) -> Checked<Expr> {
        let mut result: Option<Expr> = None;
        for node in list {
            let value = self.value(node)?;
            result = Some(match result {
                None => value,
                Some(first) => {
                    let ty = value.ty();
                    Expr::new(ExprKind::Comma(Box::new(first), Box::new(value)), ty, span)
                }
            });
        }
        result.ok_or_else(|| self.internal(span, "an empty expression"))
    }

    /// Checks an expression by `check`. If the expression contains variable-length array types, the statements that
    /// compute the array lengths are prepended to the expression, and run whenever it is evaluated.
    pub(super) fn with_lengths(
        &mut self,
        check: impl FnOnce(&mut Self) -> Checked<Expr>,
    ) -> Checked<Expr> {
        let outer = self.take_pending();
        let result = check(self);
        let inner = self.replace_pending(outer);
        Ok(prepend(inner, result?))
    }
}

/// Returns an expression that first executes the statements `stmts` and then has the value of `expr`.
pub(super) fn prepend(stmts: Vec<Stmt>, expr: Expr) -> Expr {
    if stmts.is_empty() {
        return expr;
    }
    let (qty, span) = (expr.qty, expr.span);
    Expr::new(ExprKind::Statements(stmts, Some(Box::new(expr))), qty, span)
}
