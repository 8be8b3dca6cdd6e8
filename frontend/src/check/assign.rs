//! Semantic analysis of simple and compound assignments: checks their types and builds their typed expressions.
use super::Checker;
use crate::ctypes::Quals;
use crate::program::Checked;
use crate::typed::{Arith, Expr, ExprKind, Update};
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    pub(super) fn assign(
        &mut self,
        place: &Node<Expression>,
        value: &Node<Expression>,
        span: Span,
    ) -> Checked<Expr> {
        let target = self.operand(place);
        let source = self.value(value);
        let (target, source) = (target?, source?);
        self.check_modifiable(&target, place.span)?;
        // Reports an error for a structure of variable size that an enclosing function defines: a nested function
        // cannot read the variable with this size.
        self.variable_record_size(target.ty(), span)?;
        let source = self.assign_to(source, target.qty, value.span, "assignment")?;
        let ty = target.ty();
        Ok(Expr::new(
            ExprKind::Assign(Box::new(target), Box::new(source)),
            ty,
            span,
        ))
    }

    pub(super) fn compound_assign(
        &mut self,
        operator: &BinaryOperator,
        place: &Node<Expression>,
        value: &Node<Expression>,
        span: Span,
    ) -> Checked<Expr> {
        let target = self.operand(place);
        let operand = self.value(value);
        let (target, operand) = (target?, operand?);
        self.check_modifiable(&target, place.span)?;
        if self.is_complex(&target) || self.is_complex(&operand) || self.is_vector(&target) {
            return self.update_complex(operator, target, operand, span);
        }
        let Some(arith) = super::binary::arithmetic(operator) else {
            return Err(self.error(span, "syntax", "unexpected operator"));
        };
        let types = &self.program.types;
        let (to, from) = (target.ty(), operand.ty());
        if types.is_pointer(to)
            && types.is_integer(from)
            && matches!(arith, Arith::Add | Arith::Sub)
        {
            let Some(pointee) = types.pointee(to) else {
                return Err(self.internal(span, "a pointer type without a pointee"));
            };
            let size = self.pointee_size(pointee.ty, span)?;
            let long = self.program.types.long();
            let operand = self.convert_unchecked(operand, long);
            let update = Update::Pointer(size, arith == Arith::Sub);
            return Ok(self.update(target, update, operand, false, span));
        }
        let ok = match arith {
            Arith::Add | Arith::Sub | Arith::Mul | Arith::Div => {
                types.is_arithmetic(to) && types.is_arithmetic(from)
            }
            Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => {
                types.is_integer(to) && types.is_integer(from)
            }
        };
        if !ok {
            let (to, from) = (self.type_name(to), self.type_name(from));
            let operator = super::binary::spelling(operator);
            let message = format!("invalid operands to `{operator}=`: `{to}` and `{from}`");
            return Err(self.error(span, "type", message));
        }
        // A compound assignment computes its operation in the promoted type of the target. `promote` gets a load of
        // the target and not only its type, because the promoted type of a bit-field depends on the width of the
        // field.
        let old = Expr::new(
            ExprKind::Load(Box::new(Expr {
                kind: match super::convert::bit_width(&target) {
                    Some(_) => target.kind.clone(),
                    None => ExprKind::Int(0),
                },
                qty: target.qty,
                span,
            })),
            to,
            span,
        );
        let (compute, operand) = if matches!(arith, Arith::Shl | Arith::Shr) {
            let compute = self.promote(old).ty();
            (compute, self.promote(operand))
        } else {
            let (old, operand) = self.usual(old, operand);
            (old.ty(), operand)
        };
        Ok(self.update(target, Update::Arith(arith, compute), operand, false, span))
    }

    /// Reports an error unless the expression `place` is a modifiable lvalue.
    pub(super) fn check_modifiable(&mut self, place: &Expr, span: Span) -> Checked<()> {
        let types = &self.program.types;
        if !place.is_lvalue() {
            let help = "write the variable that receives the value on the left of the `=`";
            let message = "expression is not assignable";
            return Err(self.error_with_help(span, "lvalue", message, help));
        }
        if types.is_array(place.ty()) || types.is_function(place.ty()) {
            let is_text = |ty| {
                types
                    .as_array(ty)
                    .is_some_and(|(item, _)| types.is_char(item.ty))
            };
            let (class, help) = if types.is_function(place.ty()) {
                (
                    "function",
                    "use a pointer to a function to select a function at run time",
                )
            } else if is_text(place.ty()) {
                (
                    "array",
                    "initialize the array in its declaration, or copy a text with `strcpy`",
                )
            } else {
                (
                    "array",
                    "assign the elements one by one, or copy all of them with `memcpy`",
                )
            };
            let message = format!(
                "{class} type `{}` is not assignable",
                self.type_name(place.ty())
            );
            return Err(self.error_with_help(span, "lvalue", message, help));
        }
        if types.effective_quals(place.qty).has(Quals::CONST) {
            let ty = self.type_name(place.qty);
            let message = format!("cannot modify an lvalue of const-qualified type `{ty}`");
            let help = "remove the `const`, or use another variable for the new value";
            return Err(self.error_with_help(span, "const", message, help));
        }
        if !types.is_complete(place.ty()) {
            return Err(self.incomplete(place.ty(), span));
        }
        Ok(())
    }
}

/// Returns the binary operator of a compound assignment, such as `+` for `+=`; `None` for `=`.
pub(super) fn compound_operator(operator: &BinaryOperator) -> Option<BinaryOperator> {
    Some(match operator {
        BinaryOperator::AssignMultiply => BinaryOperator::Multiply,
        BinaryOperator::AssignDivide => BinaryOperator::Divide,
        BinaryOperator::AssignModulo => BinaryOperator::Modulo,
        BinaryOperator::AssignPlus => BinaryOperator::Plus,
        BinaryOperator::AssignMinus => BinaryOperator::Minus,
        BinaryOperator::AssignShiftLeft => BinaryOperator::ShiftLeft,
        BinaryOperator::AssignShiftRight => BinaryOperator::ShiftRight,
        BinaryOperator::AssignBitwiseAnd => BinaryOperator::BitwiseAnd,
        BinaryOperator::AssignBitwiseXor => BinaryOperator::BitwiseXor,
        BinaryOperator::AssignBitwiseOr => BinaryOperator::BitwiseOr,
        _ => return None,
    })
}
