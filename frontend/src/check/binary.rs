//! Semantic analysis of binary operators: checks the operands, converts them to their common type and builds
//! typed expressions.
use super::Checker;
use crate::ctypes::{QTy, Quals, Ty};
use crate::program::{Checked, Reported};
use crate::typed::{Arith, Compare, Expr, ExprKind};
use lang_c::ast::BinaryOperator;
use lang_c::span::Span;

impl Checker<'_> {
    pub(super) fn binary(
        &mut self,
        operator: &BinaryOperator,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Checked<Expr> {
        if self.is_vector(&a) || self.is_vector(&b) {
            return self.vector_binary(operator, a, b, span);
        }
        if let Some(compare) = comparison(operator) {
            return self.compare(compare, a, b, span);
        }
        let Some(arith) = arithmetic(operator) else {
            return Err(self.error(span, "syntax", "unexpected operator"));
        };
        if self.are_complex(&a, &b) {
            return match arith {
                Arith::Add | Arith::Sub | Arith::Mul | Arith::Div => {
                    self.complex_arith(arith, a, b, span)
                }
                Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => {
                    Err(self.operands(operator, &a, &b, span))
                }
            };
        }
        let types = &self.program.types;
        let (pa, pb) = (types.is_pointer(a.ty()), types.is_pointer(b.ty()));
        let (ia, ib) = (types.is_integer(a.ty()), types.is_integer(b.ty()));
        match arith {
            Arith::Add if pa && ib => return self.pointer_plus(a, b, false, span),
            Arith::Add if ia && pb => return self.pointer_plus(b, a, false, span),
            Arith::Sub if pa && ib => return self.pointer_plus(a, b, true, span),
            Arith::Sub if pa && pb => return self.pointer_difference(a, b, span),
            _ => {}
        }
        let ok = match arith {
            Arith::Add | Arith::Sub | Arith::Mul | Arith::Div => {
                types.is_arithmetic(a.ty()) && types.is_arithmetic(b.ty())
            }
            Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => ia && ib,
        };
        if !ok {
            return Err(self.operands(operator, &a, &b, span));
        }
        if matches!(arith, Arith::Shl | Arith::Shr) {
            let a = self.promote(a);
            let b = self.promote(b);
            let ty = a.ty();
            return Ok(Expr::new(
                ExprKind::Arith(arith, Box::new(a), Box::new(b)),
                ty,
                span,
            ));
        }
        let (a, b) = self.usual(a, b);
        let ty = a.ty();
        Ok(self.arith(arith, a, b, ty, span))
    }

    /// Builds the expression `a arith b` of type `ty` from operands that already have the types that the operation
    /// requires.
    pub(super) fn arith(&mut self, arith: Arith, a: Expr, b: Expr, ty: Ty, span: Span) -> Expr {
        Expr::new(ExprKind::Arith(arith, Box::new(a), Box::new(b)), ty, span)
    }

    pub(super) fn operands(
        &mut self,
        operator: &BinaryOperator,
        a: &Expr,
        b: &Expr,
        span: Span,
    ) -> Reported {
        let (x, y) = (self.type_name(a.ty()), self.type_name(b.ty()));
        let message = format!(
            "invalid operands to binary `{}`: `{x}` and `{y}`",
            spelling(operator)
        );
        let (a, b) = (a.ty(), b.ty());
        let types = &self.program.types;
        let is_text = |ty| types.pointee(ty).is_some_and(|to| types.is_char(to.ty));
        if *operator == BinaryOperator::Plus && is_text(a) && is_text(b) {
            let help = "append a text to an array of characters with `strcat` or `snprintf`";
            return self.error_with_help(span, "type", message, help);
        }
        if types.as_record(a).is_some() && types.as_record(b).is_some() {
            let help = "compare or combine structures member by member";
            return self.error_with_help(span, "type", message, help);
        }
        self.error(span, "type", message)
    }

    fn pointer_difference(&mut self, a: Expr, b: Expr, span: Span) -> Checked<Expr> {
        let types = &self.program.types;
        let (Some(x), Some(y)) = (types.pointee(a.ty()), types.pointee(b.ty())) else {
            return Err(self.internal(span, "pointer difference of non-pointers"));
        };
        if !types.compatible(x.ty, y.ty) {
            let (x, y) = (self.type_name(a.ty()), self.type_name(b.ty()));
            let message = format!("`{x}` and `{y}` are not pointers to compatible types");
            return Err(self.error(span, "type", message));
        }
        let size = self.pointee_size(x.ty, span)?;
        let long = self.program.types.long();
        Ok(Expr::new(
            ExprKind::PtrDiff(Box::new(a), Box::new(b), size),
            long,
            span,
        ))
    }

    pub(super) fn compare(
        &mut self,
        compare: Compare,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Checked<Expr> {
        if self.are_complex(&a, &b) && matches!(compare, Compare::Eq | Compare::Ne) {
            return self.compare_complex(compare, a, b, span);
        }
        let types = &self.program.types;
        let (ta, tb) = (a.ty(), b.ty());
        let (a, b) = if types.is_arithmetic(ta) && types.is_arithmetic(tb) {
            self.usual(a, b)
        } else if types.is_pointer(ta) && types.is_pointer(tb) {
            self.warn_compared_pointers(ta, tb, span);
            (a, b)
        } else if types.is_pointer(ta) && types.is_integer(tb) {
            self.warn_compared_integer(&b, ta, span);
            let b = self.convert_unchecked(b, ta);
            (a, b)
        } else if types.is_integer(ta) && types.is_pointer(tb) {
            self.warn_compared_integer(&a, tb, span);
            let a = self.convert_unchecked(a, tb);
            (a, b)
        } else {
            let (x, y) = (self.type_name(ta), self.type_name(tb));
            let message = format!("invalid operands to comparison: `{x}` and `{y}`");
            return Err(self.error(span, "type", message));
        };
        Ok(Expr::new(
            ExprKind::Compare(compare, Box::new(a), Box::new(b)),
            self.int_ty(),
            span,
        ))
    }

    fn warn_compared_pointers(&mut self, a: Ty, b: Ty, span: Span) {
        let types = &self.program.types;
        let (Some(x), Some(y)) = (types.pointee(a), types.pointee(b)) else {
            return;
        };
        if !types.is_void(x.ty) && !types.is_void(y.ty) && !types.compatible(x.ty, y.ty) {
            let (x, y) = (self.type_name(a), self.type_name(b));
            let message = format!("comparison of distinct pointer types: `{x}` and `{y}`");
            self.warn(span, "incompatible-pointers", message);
        }
    }

    fn warn_compared_integer(&mut self, integer: &Expr, pointer: Ty, span: Span) {
        if !self.is_null_constant(integer) {
            let (x, y) = (self.type_name(pointer), self.type_name(integer.ty()));
            let message = format!("comparison between pointer and integer: `{x}` and `{y}`");
            self.warn(span, "int-conversion", message);
        }
    }

    /// Returns the type of `c ? a : b` for pointers of types `a` and `b`. The result is `void *` if one of the types
    /// is `void *` or if the types are incompatible, else the composite type. The target type of the result has the
    /// qualifiers of the targets of both `a` and `b`.
    pub(super) fn common_pointer(&mut self, a: Ty, b: Ty, span: Span) -> Ty {
        let types = &self.program.types;
        let (Some(x), Some(y)) = (types.pointee(a), types.pointee(b)) else {
            return a;
        };
        let quals: Quals = x.quals.union(y.quals);
        let to = if types.is_void(x.ty) || types.is_void(y.ty) {
            self.program.types.void()
        } else if types.compatible(x.ty, y.ty) {
            self.program.types.composite(x.ty, y.ty)
        } else {
            let names = (self.type_name(a), self.type_name(b));
            let message = format!(
                "pointer type mismatch in conditional expression: `{}` and `{}`",
                names.0, names.1
            );
            self.warn(span, "incompatible-pointers", message);
            self.program.types.void()
        };
        let to = QTy::from(to).with(quals);
        self.program.types.pointer_to(to)
    }
}

pub(super) fn arithmetic(operator: &BinaryOperator) -> Option<Arith> {
    Some(match operator {
        BinaryOperator::Multiply => Arith::Mul,
        BinaryOperator::Divide => Arith::Div,
        BinaryOperator::Modulo => Arith::Rem,
        BinaryOperator::Plus => Arith::Add,
        BinaryOperator::Minus => Arith::Sub,
        BinaryOperator::ShiftLeft => Arith::Shl,
        BinaryOperator::ShiftRight => Arith::Shr,
        BinaryOperator::BitwiseAnd => Arith::And,
        BinaryOperator::BitwiseXor => Arith::Xor,
        BinaryOperator::BitwiseOr => Arith::Or,
        _ => return None,
    })
}

pub(super) fn comparison(operator: &BinaryOperator) -> Option<Compare> {
    Some(match operator {
        BinaryOperator::Less => Compare::Lt,
        BinaryOperator::Greater => Compare::Gt,
        BinaryOperator::LessOrEqual => Compare::Le,
        BinaryOperator::GreaterOrEqual => Compare::Ge,
        BinaryOperator::Equals => Compare::Eq,
        BinaryOperator::NotEquals => Compare::Ne,
        _ => return None,
    })
}

pub(super) fn spelling(operator: &BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Plus => "+",
        BinaryOperator::Minus => "-",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::BitwiseAnd => "&",
        BinaryOperator::BitwiseXor => "^",
        BinaryOperator::BitwiseOr => "|",
        BinaryOperator::Less => "<",
        BinaryOperator::Greater => ">",
        BinaryOperator::LessOrEqual => "<=",
        BinaryOperator::GreaterOrEqual => ">=",
        BinaryOperator::Equals => "==",
        BinaryOperator::NotEquals => "!=",
        _ => "operator",
    }
}
