//! Semantic analysis of `sizeof` (of a type or an expression), `_Alignof` and `offsetof`.
use super::Checker;
use crate::ctypes::QTy;
use crate::program::Checked;
use crate::scope::Name;
use crate::typed::{Expr, ExprKind};
use lang_c::ast::{self, Expression, MemberOperator};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    /// Checks `sizeof(T)`. As in gcc, array lengths in `T` are evaluated only if `T` is a variable-length array.
    pub(super) fn size_of_type(&mut self, name: &Node<ast::TypeName>, span: Span) -> Checked<Expr> {
        let ty = self.type_of_name(name)?.ty;
        if !self.program.types.is_vla(ty) {
            self.take_pending();
        }
        self.size_expr(ty, span)
    }

    pub(super) fn size_of_value(&mut self, node: &Node<Expression>, span: Span) -> Checked<Expr> {
        let value = self.type_operand(node, crate::ctypes::Types::is_vla)?;
        if super::convert::bit_width(&value).is_some() {
            return Err(self.error(
                span,
                "type",
                "invalid application of `sizeof` to a bit-field",
            ));
        }
        self.size_expr(value.ty(), span)
    }

    /// Checks `_Alignof`. In GNU C, the operand may be an expression `e`. Normalization, which rewrites the program
    /// text before parsing, replaces this operand by the type `typeof(e)`. If `e` is a variable, function or member
    /// whose declaration specifies an alignment, the result is this alignment and not that of the type.
    pub(super) fn align_of(&mut self, name: &Node<ast::TypeName>, span: Span) -> Checked<Expr> {
        let own = match aligned_expression(&name.node) {
            Some(operand) if !self.is_typedef(operand) => {
                self.unevaluated(|c| c.declared_align(operand))
            }
            _ => None,
        };
        let align = match own {
            Some(align) => align,
            None => {
                let qty = self.unevaluated(|c| c.type_of_name(name))?;
                self.program.types.align_of(qty)
            }
        };
        let ulong = self.program.types.ulong();
        Ok(Expr::new(ExprKind::Int(u128::from(align)), ulong, span))
    }

    /// Returns whether an expression is a typedef name, which the parser reads as an identifier.
    fn is_typedef(&self, node: &Node<Expression>) -> bool {
        matches!(&node.node, Expression::Identifier(id)
            if matches!(self.scopes.find(&id.node.name), Some(Name::Typedef(_))))
    }

    /// Returns the alignment that the declaration of the variable, function or member `node` specifies; `None`
    /// for a declaration without an alignment.
    fn declared_align(&mut self, node: &Node<Expression>) -> Option<u64> {
        if let Expression::Member(member) = &node.node {
            let member = &member.node;
            let holder = match member.operator.node {
                MemberOperator::Direct => self.operand(&member.expression).ok()?.ty(),
                MemberOperator::Indirect => {
                    let pointer = self.value(&member.expression).ok()?;
                    self.program.types.pointee(pointer.ty())?.ty
                }
            };
            let record = self.program.types.as_record(holder)?;
            let name = &member.identifier.node.name;
            let (_, _, field) = self.program.types.member(record, name)?;
            return Some(field.align);
        }
        match self.operand(node).ok()?.kind {
            ExprKind::Symbol(id) => self.program.symbol(id).align,
            ExprKind::Local(id) => self.local(id)?.align,
            _ => None,
        }
    }

    pub(super) fn offset_of(
        &mut self,
        node: &ast::OffsetOfExpression,
        span: Span,
    ) -> Checked<Expr> {
        let ty = self.type_of_name(&node.type_name)?.ty;
        let designator = &node.designator.node;
        let (mut offset, mut qty) =
            self.offset_member(ty.into(), &designator.base.node.name, designator.base.span)?;
        let ulong = self.program.types.ulong();
        let mut dynamic: Option<Expr> = None;
        for member in &designator.members {
            match &member.node {
                ast::OffsetMember::Member(name) | ast::OffsetMember::IndirectMember(name) => {
                    let (more, next) = self.offset_member(qty, &name.node.name, name.span)?;
                    (offset, qty) = (offset + more, next);
                }
                ast::OffsetMember::Index(index) => {
                    let Some((elem, _)) = self.program.types.as_array(qty.ty) else {
                        return Err(self.error(
                            member.span,
                            "type",
                            "subscripted member is not an array",
                        ));
                    };
                    let size = self.size_expr(elem.ty, span)?;
                    let index = self.value(index)?;
                    match (self.program.constant_int(&index), &size.kind) {
                        (Some(n), &ExprKind::Int(size)) => {
                            offset = offset.wrapping_add((n as u64).wrapping_mul(size as u64));
                        }
                        _ => {
                            let index = self.convert_unchecked(index, ulong);
                            let by = self.arith(crate::typed::Arith::Mul, index, size, ulong, span);
                            dynamic = Some(match dynamic {
                                None => by,
                                Some(sum) => {
                                    self.arith(crate::typed::Arith::Add, sum, by, ulong, span)
                                }
                            });
                        }
                    }
                    qty = elem;
                }
            }
        }
        let fixed = Expr::new(ExprKind::Int(u128::from(offset)), ulong, span);
        Ok(match dynamic {
            None => fixed,
            Some(sum) => self.arith(crate::typed::Arith::Add, fixed, sum, ulong, span),
        })
    }

    fn offset_member(&mut self, qty: QTy, name: &str, span: Span) -> Checked<(u64, QTy)> {
        let Some(record) = self.program.types.as_record(qty.ty) else {
            let ty = self.type_name(qty);
            return Err(self.error(span, "type", format!("`{ty}` has no member `{name}`")));
        };
        let found = self.find_member(record, name, span)?;
        if let Some((_, holder, _)) = found {
            self.check_length_depth(holder, span)?;
        }
        match found {
            Some((_, _, field)) if field.variable_offset.is_some() => {
                Err(self.unsupported(span, "the offset of a member after one of variable size is"))
            }
            Some((offset, _, field)) if field.bits.is_none() => {
                Ok((offset + field.offset, field.qty))
            }
            Some(_) => Err(self.error(span, "type", "cannot compute the offset of a bit-field")),
            None => {
                let ty = self.type_name(qty);
                Err(self.error(span, "member", format!("`{ty}` has no member `{name}`")))
            }
        }
    }
}

/// Returns the expression `e` if the type name is `typeof(e)` and nothing else.
fn aligned_expression(name: &ast::TypeName) -> Option<&Node<Expression>> {
    let ([specifier], None) = (name.specifiers.as_slice(), &name.declarator) else {
        return None;
    };
    let ast::SpecifierQualifier::TypeSpecifier(specifier) = &specifier.node else {
        return None;
    };
    match &specifier.node {
        ast::TypeSpecifier::TypeOf(node) => match &node.node {
            ast::TypeOf::Expression(expr) => Some(expr),
            ast::TypeOf::Type(_) => None,
        },
        _ => None,
    }
}
