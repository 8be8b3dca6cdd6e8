//! Semantic analysis of the conditional operator `a ? b : c` and of GNU C's `a ?: b`.
use super::Checker;
use super::expr::prepend;
use crate::ctypes::Ty;
use crate::program::Checked;
use crate::typed::{Expr, ExprKind};
use lang_c::ast::{self, Expression};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    pub(super) fn conditional(
        &mut self,
        node: &ast::ConditionalExpression,
        span: Span,
    ) -> Checked<Expr> {
        if let Expression::Identifier(id) = &node.then_expression.node
            && id.node.name == "__symtool_same"
        {
            return self.elvis(&node.condition, &node.else_expression, span);
        }
        let condition = self.scalar(&node.condition);
        let a = self.with_lengths(|c| c.value(&node.then_expression));
        let b = self.with_lengths(|c| c.value(&node.else_expression));
        let (condition, a, b) = (condition?, a?, b?);
        let (a, b, ty) = self.branches(a, b, span)?;
        Ok(Expr::new(
            ExprKind::Cond(Box::new(condition), Box::new(a), Box::new(b)),
            ty,
            span,
        ))
    }

    /// Checks GNU C's `first ?: second`. Normalization, which rewrites the program text before parsing, has turned it
    /// into `first ? __symtool_same : second`.
    fn elvis(
        &mut self,
        first: &Node<Expression>,
        second: &Node<Expression>,
        span: Span,
    ) -> Checked<Expr> {
        let first = self.value(first)?;
        if self.is_complex(&first) {
            return self.complex_elvis(first, second, span);
        }
        let first = self.as_scalar(first)?;
        let second = self.with_lengths(|c| c.value(second))?;
        let local = self.new_local(span, "value", first.ty().into())?;
        let kept = |c: &Self| {
            let ty = c.local(local).map_or(first.ty(), |l| l.qty.ty);
            let place = Expr::new(ExprKind::Local(local), ty, first.span);
            Expr::new(ExprKind::Load(Box::new(place)), ty, first.span)
        };
        let (condition, value) = (kept(self), kept(self));
        let (a, b, ty) = self.branches(value, second, span)?;
        let choice = Expr::new(
            ExprKind::Cond(Box::new(condition), Box::new(a), Box::new(b)),
            ty,
            span,
        );
        Ok(Expr::new(
            ExprKind::Let(local, Box::new(first), Box::new(choice)),
            ty,
            span,
        ))
    }

    /// Checks `a ?: b` for a complex operand `a`. The value of `a` is stored in a hidden local variable (one that
    /// symtool adds to the function), so that `a` is evaluated once.
    fn complex_elvis(
        &mut self,
        first: Expr,
        second: &Node<Expression>,
        span: Span,
    ) -> Checked<Expr> {
        let mut stmts = Vec::new();
        let first = self.reusable(first, &mut stmts)?;
        let condition = self.complex_truth(first.clone());
        let second = self.value(second)?;
        let (a, b, ty) = self.branches(first, second, span)?;
        let kind = ExprKind::Cond(Box::new(condition), Box::new(a), Box::new(b));
        Ok(prepend(stmts, Expr::new(kind, ty, span)))
    }

    /// Converts `a` and `b`, the second and third operand of the conditional operator, to their common type.
    fn branches(&mut self, a: Expr, b: Expr, span: Span) -> Checked<(Expr, Expr, Ty)> {
        let types = &self.program.types;
        let (ta, tb) = (a.ty(), b.ty());
        if types.is_arithmetic(ta) && types.is_arithmetic(tb) {
            let (a, b) = self.usual(a, b);
            let ty = a.ty();
            return Ok((a, b, ty));
        }
        if self.are_complex(&a, &b) {
            let (a, b) = self.usual_complex(a, b);
            let ty = a.ty();
            return Ok((a, b, ty));
        }
        if types.is_void(ta) || types.is_void(tb) {
            let void = self.program.types.void();
            let a = self.convert_unchecked(a, void);
            let b = self.convert_unchecked(b, void);
            return Ok((a, b, void));
        }
        if types.as_record(ta).is_some() && types.compatible(ta, tb) {
            return Ok((a, b, ta));
        }
        let (pa, pb) = (types.is_pointer(ta), types.is_pointer(tb));
        let ty = if pa && (types.is_integer(tb) || (pb && self.is_null_constant(&b))) {
            ta
        } else if pb && (types.is_integer(ta) || (pa && self.is_null_constant(&a))) {
            tb
        } else if pa && pb {
            self.common_pointer(ta, tb, span)
        } else {
            let (x, y) = (self.type_name(ta), self.type_name(tb));
            let message =
                format!("incompatible operand types in conditional expression: `{x}` and `{y}`");
            return Err(self.error(span, "type", message));
        };
        let a = self.convert_unchecked(a, ty);
        let b = self.convert_unchecked(b, ty);
        Ok((a, b, ty))
    }
}
