//! Semantic analysis of unary operators and casts: checks the operand and builds typed expressions.
use super::Checker;
use crate::program::Checked;
use crate::typed::{Arith, Expr, ExprKind, Update};
use lang_c::ast::{self, Expression, UnaryOperator};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    pub(super) fn unary(
        &mut self,
        node: &ast::UnaryOperatorExpression,
        span: Span,
    ) -> Checked<Expr> {
        match node.operator.node {
            UnaryOperator::PostIncrement => self.step_by_one(&node.operand, false, true, span),
            UnaryOperator::PostDecrement => self.step_by_one(&node.operand, true, true, span),
            UnaryOperator::PreIncrement => self.step_by_one(&node.operand, false, false, span),
            UnaryOperator::PreDecrement => self.step_by_one(&node.operand, true, false, span),
            UnaryOperator::Address => {
                let place = self.operand(&node.operand)?;
                self.address_of(place, node.operand.span, span)
            }
            UnaryOperator::Indirection => {
                let pointer = self.value(&node.operand)?;
                self.dereference(pointer, span, "*")
            }
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement => {
                let value = self.value(&node.operand)?;
                match self.is_vector(&value) {
                    true => self.vector_unary(&node.operator.node, value, span),
                    false => self.unary_arithmetic(&node.operator.node, value, span),
                }
            }
            UnaryOperator::Negate => {
                let value = self.scalar(&node.operand)?;
                Ok(Expr::new(
                    ExprKind::Not(Box::new(value)),
                    self.int_ty(),
                    span,
                ))
            }
        }
    }

    /// Checks `+`, `-` or `~` of a number.
    fn unary_arithmetic(
        &mut self,
        operator: &UnaryOperator,
        value: Expr,
        span: Span,
    ) -> Checked<Expr> {
        match operator {
            UnaryOperator::Minus => {
                let value = self.arithmetic_operand(value, "-")?;
                if self.is_complex(&value) {
                    return self.negate_complex(value, true, span);
                }
                let ty = value.ty();
                let folds = matches!(value.kind, ExprKind::Int(_));
                let result = Expr::new(ExprKind::Neg(Box::new(value)), ty, span);
                Ok(if folds { self.folded(result) } else { result })
            }
            UnaryOperator::Complement => {
                let value = self.arithmetic_operand(value, "~")?;
                let ty = value.ty();
                if self.is_complex(&value) {
                    return self.negate_complex(value, false, span);
                }
                if !self.program.types.is_integer(ty) {
                    let name = self.type_name(ty);
                    let message = format!("`~` requires an integer operand, found `{name}`");
                    return Err(self.error(span, "type", message));
                }
                Ok(Expr::new(ExprKind::BitNot(Box::new(value)), ty, span))
            }
            _ => self.arithmetic_operand(value, "+"),
        }
    }

    /// Returns the value of `expr` as a constant if `expr` is a constant of integer type, else `expr`.
    pub(super) fn folded(&mut self, expr: Expr) -> Expr {
        match self.program.constant(&expr) {
            Some(crate::consteval::Const::Bits(bits))
                if self.program.types.is_integer(expr.ty()) =>
            {
                Expr::new(ExprKind::Int(bits.unsigned()), expr.qty, expr.span)
            }
            _ => expr,
        }
    }

    fn arithmetic_operand(&mut self, value: Expr, operator: &str) -> Checked<Expr> {
        if !self.program.types.is_number(value.ty()) {
            let name = self.type_name(value.ty());
            let message = format!("`{operator}` requires an arithmetic operand, found `{name}`");
            return Err(self.error(value.span, "type", message));
        }
        Ok(if self.program.types.is_integer(value.ty()) {
            self.promote(value)
        } else {
            value
        })
    }

    pub(super) fn address_of(&mut self, place: Expr, at: Span, span: Span) -> Checked<Expr> {
        if super::convert::bit_width(&place).is_some() {
            return Err(self.error(at, "lvalue", "cannot take the address of a bit-field"));
        }
        if self.program.types.is_function(place.ty()) {
            self.note_address(&place, true);
            let ty = self.program.types.pointer_to(place.ty());
            return Ok(Expr::new(ExprKind::Decay(Box::new(place)), ty, span));
        }
        if !place.is_lvalue() && !self.is_temporary_array(&place) {
            let name = self.type_name(place.ty());
            let message = format!("cannot take the address of an rvalue of type `{name}`");
            return Err(self.error(at, "lvalue", message));
        }
        self.mark_in_memory(&place);
        let ty = self.program.types.pointer_to(place.qty);
        // Simplifies `&*p` to `p`.
        if let ExprKind::Deref(pointer) = place.kind {
            return Ok(Expr {
                qty: ty.into(),
                span,
                ..*pointer
            });
        }
        Ok(Expr::new(ExprKind::AddrOf(Box::new(place)), ty, span))
    }

    /// Returns whether the lvalue is an array inside a record value that is not an lvalue (`f().a`). Such an
    /// array has temporary lifetime (C11 §6.2.4p8).
    fn is_temporary_array(&self, place: &Expr) -> bool {
        matches!(place.kind, ExprKind::Member(..)) && self.program.types.is_array(place.ty())
    }

    fn step_by_one(
        &mut self,
        node: &Node<Expression>,
        back: bool,
        post: bool,
        span: Span,
    ) -> Checked<Expr> {
        let place = self.operand(node)?;
        self.check_modifiable(&place, node.span)?;
        let ty = place.ty();
        if self.is_complex(&place) {
            return self.step_complex(place, back, post, span);
        }
        if self.is_vector(&place) {
            return self.step_vector(place, back, post, span);
        }
        if let Some(to) = self.program.types.pointee(ty) {
            let size = self.pointee_size(to.ty, span)?;
            let long = self.program.types.long();
            let one = Expr::new(ExprKind::Int(1), long, span);
            return Ok(self.update(place, Update::Pointer(size, back), one, post, span));
        }
        if !self.program.types.is_arithmetic(ty) {
            let name = self.type_name(ty);
            let verb = if back { "decrement" } else { "increment" };
            let message = format!("cannot {verb} a value of type `{name}`");
            return Err(self.error(node.span, "type", message));
        }
        Ok(self.step_arithmetic(place, back, post, span))
    }

    /// Checks the increment of the lvalue `place` of arithmetic type, or the decrement if `back` is set. If `post` is
    /// set, the value of the expression is the old value of `place`.
    pub(super) fn step_arithmetic(
        &mut self,
        place: Expr,
        back: bool,
        post: bool,
        span: Span,
    ) -> Expr {
        let ty = place.ty();
        let int = self.int_ty();
        let compute = if self.program.types.is_integer(ty) {
            let promoted = self.promoted_type(ty);
            self.common_type(promoted, int)
        } else {
            ty
        };
        let one = Expr::new(ExprKind::Int(1), int, span);
        let one = if self.program.types.is_float(compute) {
            Expr::new(ExprKind::Float(1.0), compute, span)
        } else {
            self.convert_unchecked(one, compute)
        };
        let arith = if back { Arith::Sub } else { Arith::Add };
        self.update(place, Update::Arith(arith, compute), one, post, span)
    }

    pub(super) fn update(
        &mut self,
        place: Expr,
        update: Update,
        operand: Expr,
        post: bool,
        span: Span,
    ) -> Expr {
        let ty = place.ty();
        Expr::new(
            ExprKind::Update {
                place: Box::new(place),
                update,
                operand: Box::new(operand),
                post,
            },
            ty,
            span,
        )
    }

    pub(super) fn cast(&mut self, node: &ast::CastExpression, span: Span) -> Checked<Expr> {
        let to = self.type_of_name(&node.type_name)?;
        let value = self.value(&node.expression)?;
        let types = &self.program.types;
        let (from, target) = (value.ty(), to.ty);
        if types.is_void(target) {
            return Ok(Expr::new(ExprKind::Discard(Box::new(value)), target, span));
        }
        if self.are_complex_types(from, target) {
            let mut result = self.convert_unchecked(value, target);
            result.span = span;
            return Ok(result);
        }
        if let Some(result) = self.cast_vector(&value, target, span) {
            return result;
        }
        let types = &self.program.types;
        if let Some(id) = types.as_record(target) {
            if types.compatible(from, target) {
                return Ok(value);
            }
            if types.record(id).is_union {
                return self.cast_to_union(value, target, span);
            }
        }
        let float_pointer = (types.is_float(from) && types.is_pointer(target))
            || (types.is_pointer(from) && types.is_float(target));
        if !types.is_scalar(from) || !types.is_scalar(target) || float_pointer {
            let (from, target) = (self.type_name(from), self.type_name(target));
            let message = format!("cannot cast `{from}` to `{target}`");
            return Err(self.error(span, "type", message));
        }
        let mut result = if from == target {
            // The conversion node makes the result a plain value, which is neither an lvalue nor a bit-field.
            Expr::new(ExprKind::Convert(Box::new(value)), target, span)
        } else {
            self.convert_unchecked(value, target)
        };
        result.qty = result.ty().into();
        result.span = span;
        Ok(result)
    }

    /// Checks GNU C's cast to a union, such as `(union u)x`: the result is a union whose member of the type of `x`
    /// has the value `x`.
    pub(super) fn cast_to_union(
        &mut self,
        value: Expr,
        target: crate::ctypes::Ty,
        span: Span,
    ) -> Checked<Expr> {
        let record = self.program.types.as_record(target);
        let fields = record.and_then(|id| self.program.types.record(id).fields.clone());
        let fits = fields
            .unwrap_or_default()
            .into_iter()
            .any(|f| self.program.types.compatible(f.qty.ty, value.ty()));
        if !fits {
            let (from, to) = (self.type_name(value.ty()), self.type_name(target));
            let message = format!("`{to}` has no member of type `{from}`");
            return Err(self.error(span, "type", message));
        }
        let size = self.program.types.size(target).unwrap_or(0);
        let local = self.new_local(span, "union", target.into())?;
        let init = crate::typed::Init {
            items: vec![crate::typed::InitItem {
                offset: 0,
                bits: None,
                value,
            }],
            size,
            whole: false,
        };
        let place = Expr::new(ExprKind::Compound(local, Box::new(init)), target, span);
        Ok(Expr::new(ExprKind::Load(Box::new(place)), target, span))
    }
}
