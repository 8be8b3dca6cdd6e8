//! Identifiers, members, generic selections, `sizeof`, `offsetof`, compound literals, statement expressions.
use super::Checker;
use crate::ctypes::{Field, Kind, Len, QTy, RecordId};
use crate::parse::header_of;
use crate::preprocess::header_defining;
use crate::program::{Checked, Reported};
use crate::scope::Name;
use crate::suggest::nearest;
use crate::typed::{BitPlace, Expr, ExprKind, Place, Size, StmtKind};
use lang_c::ast::{self, Expression, MemberOperator};
use lang_c::span::{Node, Span};

impl Checker<'_> {
    pub(super) fn identifier(&mut self, name: &str, span: Span) -> Checked<Expr> {
        match self.scopes.find(name).cloned() {
            Some(Name::Local(id)) => match self.local(id) {
                Some(local) => Ok(Expr::new(ExprKind::Local(id), local.qty, span)),
                None => Err(Reported),
            },
            Some(Name::Symbol(id)) => {
                self.note_use(id, span);
                let qty = self.program.symbol(id).qty;
                Ok(Expr::new(ExprKind::Symbol(id), qty, span))
            }
            Some(Name::Constant(value, ty)) => Ok(self.int_expr(value, ty, span)),
            Some(Name::Broken) => Err(Reported),
            Some(Name::Typedef(_)) => {
                let message = format!("`{name}` is a type, not a value");
                Err(self.error(span, "type", message))
            }
            None => self.predefined(name, span),
        }
    }

    /// `__func__` and its kin, and functions that the compiler knows without a declaration.
    fn predefined(&mut self, name: &str, span: Span) -> Checked<Expr> {
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
            && let Some(state) = &self.function
        {
            let text = format!("\"{}\"", state.name);
            return self.string_literal(&[text], span);
        }
        if let Some(id) = self.declare_builtin(name, span) {
            self.note_use(id, span);
            let qty = self.program.symbol(id).qty;
            return Ok(Expr::new(ExprKind::Symbol(id), qty, span));
        }
        Err(self.undeclared(name, span))
    }

    /// A name that nothing is known of; in each function it is reported once.
    fn undeclared(&mut self, name: &str, span: Span) -> Reported {
        let function = self.function.as_ref().map_or("", |state| &state.name);
        if !(self.program).first_time(format!("undeclared `{name}` in `{function}`")) {
            return Reported;
        }
        let message = format!("`{name}` is not declared");
        let near = nearest(name, self.scopes.names());
        let help = match (header_defining(name).or(header_of(name)), near) {
            (Some(header), _) => format!("it is defined in `<{header}>`"),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => return self.error(span, "undeclared", message),
        };
        self.error_with_help(span, "undeclared", message, help)
    }

    /// Remembers that the function or object at hand mentions a symbol.
    pub(super) fn note_use(&mut self, id: crate::typed::SymbolId, span: Span) {
        self.uses.push(id);
        if self.program.symbol(id).first_use.is_none() {
            let origin = self.origin(span);
            self.program.symbol_mut(id).first_use = Some(origin);
        }
    }

    // ---- members

    pub(super) fn member(&mut self, node: &ast::MemberExpression, span: Span) -> Checked<Expr> {
        let base = match node.operator.node {
            MemberOperator::Direct => self.operand(&node.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.value(&node.expression)?;
                self.dereference(pointer, node.expression.span, "->")?
            }
        };
        let name = &node.identifier.node.name;
        let Some(record) = self.program.types.as_record(base.ty()) else {
            let ty = self.type_name(base.ty());
            let message =
                format!("`{name}` is asked of a value of type `{ty}`, which has no members");
            if node.operator.node == MemberOperator::Direct
                && self.program.types.is_pointer(base.ty())
            {
                let help = "the value is a pointer: write `->` instead of `.`";
                return Err(self.error_with_help(node.identifier.span, "member", message, help));
            }
            return Err(self.error(node.identifier.span, "member", message));
        };
        self.member_of(base, record, name, node.identifier.span, span)
    }

    fn member_of(
        &mut self,
        base: Expr,
        record: RecordId,
        name: &str,
        name_span: Span,
        span: Span,
    ) -> Checked<Expr> {
        let Some((offset, holder, field)) = self.find_member(record, name, name_span)? else {
            let ty = self.type_name(base.ty());
            let message = format!("`{ty}` has no member `{name}`");
            let fields = self.program.types.record(record).fields.iter().flatten();
            let names = fields.filter_map(|field| field.name.as_deref());
            return Err(match nearest(name, names) {
                Some(near) => {
                    let help = format!("did you mean `{near}`?");
                    self.error_with_help(name_span, "member", message, help)
                }
                None => self.error(name_span, "member", message),
            });
        };
        let place = self.place(offset, holder, &field);
        let quals = base.qty.quals;
        let qty = self.program.types.qualify(field.qty, quals);
        Ok(Expr::new(
            ExprKind::Member(Box::new(base), place),
            qty,
            span,
        ))
    }

    fn find_member(
        &mut self,
        record: RecordId,
        name: &str,
        span: Span,
    ) -> Checked<Option<(u64, RecordId, Field)>> {
        if self.program.types.record(record).fields.is_none() {
            let ty = self.program.types.of(Kind::Record(record));
            return Err(self.incomplete(ty, span));
        }
        Ok(self.program.types.member(record, name))
    }

    /// The place of a member in the outer record; `offset` is that of the record that directly holds it.
    pub(super) fn place(&self, offset: u64, holder: RecordId, field: &Field) -> Place {
        Place {
            offset: offset + field.offset,
            bits: field.bits.map(|range| BitPlace {
                range,
                holder_offset: offset,
                holder_size: self.program.types.record(holder).size,
            }),
        }
    }

    // ---- pointers and arrays

    /// What a pointer points to, as an lvalue.
    pub(super) fn dereference(
        &mut self,
        pointer: Expr,
        span: Span,
        operator: &str,
    ) -> Checked<Expr> {
        let Some(to) = self.program.types.pointee(pointer.ty()) else {
            let ty = self.type_name(pointer.ty());
            let message = format!("`{operator}` needs a pointer, not a value of type `{ty}`");
            if operator == "->" && self.program.types.as_record(pointer.ty()).is_some() {
                let help = "the value is no pointer: write `.` instead of `->`";
                return Err(self.error_with_help(span, "type", message, help));
            }
            return Err(self.error(span, "type", message));
        };
        // `*&x` is x: this keeps variables whose address is taken only on paper in registers.
        if let ExprKind::AddrOf(place) = pointer.kind {
            return Ok(Expr::new(place.kind, to, span));
        }
        Ok(Expr::new(ExprKind::Deref(Box::new(pointer)), to, span))
    }

    pub(super) fn index(
        &mut self,
        base: &Node<Expression>,
        index: &Node<Expression>,
        span: Span,
    ) -> Checked<Expr> {
        let a = self.value(base);
        let b = self.value(index);
        let (mut a, mut b) = (a?, b?);
        if self.program.types.is_pointer(b.ty()) && self.program.types.is_integer(a.ty()) {
            std::mem::swap(&mut a, &mut b);
        }
        if !self.program.types.is_pointer(a.ty()) {
            let ty = self.type_name(a.ty());
            let message = format!("`[]` needs an array or a pointer, not a value of type `{ty}`");
            return Err(self.error(span, "type", message));
        }
        let sum = self.pointer_plus(a, b, false, span)?;
        self.dereference(sum, span, "[]")
    }

    // ---- sizes

    pub(super) fn size_of_value(&mut self, node: &Node<Expression>, span: Span) -> Checked<Expr> {
        let value = self.type_operand(node, crate::ctypes::Types::is_vla)?;
        if super::convert::bit_width(&value).is_some() {
            return Err(self.error(span, "type", "`sizeof` cannot be asked of a bit-field"));
        }
        self.size_expr(value.ty(), span)
    }

    /// `_Alignof`. GNU C asks it of expressions too, which the normaliser writes as `_Alignof(typeof(e))`: a
    /// variable, function or member may be aligned more than its type.
    pub(super) fn align_of(&mut self, name: &Node<ast::TypeName>, span: Span) -> Checked<Expr> {
        let own = match aligned_expression(&name.node) {
            Some(operand) if !self.is_typedef(operand) => {
                let operand = self.unevaluated(|c| c.operand(operand)).ok();
                operand.map_or(1, |operand| self.declared_align(&operand))
            }
            _ => 1,
        };
        let ty = self.unevaluated(|c| c.type_of_name(name))?.ty;
        let align = self.program.types.align(ty).max(own);
        let ulong = self.program.types.ulong();
        Ok(Expr::new(ExprKind::Int(u128::from(align)), ulong, span))
    }

    /// The parser takes a lone typedef name for an expression.
    fn is_typedef(&self, node: &Node<Expression>) -> bool {
        matches!(&node.node, Expression::Identifier(id)
            if matches!(self.scopes.find(&id.node.name), Some(Name::Typedef(_))))
    }

    /// What the declaration of the variable or function asks for.
    fn declared_align(&self, operand: &Expr) -> u64 {
        match &operand.kind {
            ExprKind::Symbol(id) => self.program.symbol(*id).align,
            ExprKind::Local(id) => self.local(*id).map_or(1, |local| local.align),
            _ => 1,
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
                        return Err(self.error(member.span, "type", "this member is no array"));
                    };
                    let size = self.program.types.size(elem.ty).unwrap_or(0);
                    let index = self.value(index)?;
                    match self.program.constant_int(&index) {
                        Some(n) => offset = offset.wrapping_add((n as u64).wrapping_mul(size)),
                        None => {
                            let index = self.convert_unchecked(index, ulong);
                            let size = Expr::new(ExprKind::Int(u128::from(size)), ulong, span);
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
            return Err(self.error(span, "type", format!("`{ty}` has no members")));
        };
        match self.find_member(record, name, span)? {
            Some((offset, _, field)) if field.bits.is_none() => {
                Ok((offset + field.offset, field.qty))
            }
            Some(_) => Err(self.error(span, "type", "a bit-field has no offset in bytes")),
            None => {
                let ty = self.type_name(qty);
                Err(self.error(span, "member", format!("`{ty}` has no member `{name}`")))
            }
        }
    }

    // ---- others

    pub(super) fn generic(&mut self, node: &ast::GenericSelection, span: Span) -> Checked<Expr> {
        let control = self.unevaluated(|c| c.value(&node.expression))?.ty();
        let mut chosen = None;
        let mut default = None;
        for association in &node.associations {
            match &association.node {
                ast::GenericAssociation::Type(entry) => {
                    let ty = self.type_of_name(&entry.node.type_name)?;
                    let same = ty.quals == crate::ctypes::Quals::NONE
                        && self.program.types.strictly_compatible(ty.ty, control);
                    if same && chosen.is_none() {
                        chosen = Some(&entry.node.expression);
                    }
                }
                ast::GenericAssociation::Default(expr) => default = Some(expr),
            }
        }
        match chosen.or(default) {
            Some(expr) => self.operand(expr),
            None => {
                let ty = self.type_name(control);
                let message = format!("`_Generic` has no entry for the type `{ty}`");
                Err(self.error(span, "type", message))
            }
        }
    }

    pub(super) fn compound_literal(
        &mut self,
        node: &ast::CompoundLiteral,
        span: Span,
    ) -> Checked<Expr> {
        let mut qty = self.type_of_name(&node.type_name)?;
        let init = self.init_list(&mut qty, &node.initializer_list, span)?;
        if self.function.is_none() || self.scopes.at_file_level() {
            let id = self.anonymous_object(qty, init, span);
            return Ok(Expr::new(ExprKind::Symbol(id), qty, span));
        }
        let local = self.new_local(span, "literal", qty)?;
        Ok(Expr::new(
            ExprKind::Compound(local, Box::new(init)),
            qty,
            span,
        ))
    }

    pub(super) fn statement_expression(
        &mut self,
        node: &Node<ast::Statement>,
        span: Span,
    ) -> Checked<Expr> {
        if self.function.is_none() {
            let message = "a statement expression is not allowed outside of a function";
            return Err(self.error(span, "constant", message));
        }
        let ast::Statement::Compound(items) = &node.node else {
            return Err(self.error(span, "syntax", "a block is needed here"));
        };
        let errors = self.program.error_count();
        self.scopes.enter();
        let mut stmts = self.block_items(items);
        self.scopes.leave();
        if self.program.error_count() > errors {
            return Err(Reported);
        }
        let void = self.program.types.void();
        let last = match stmts.pop() {
            None => None,
            Some(stmt) => match stmt.kind {
                StmtKind::Expr(value) => Some(value),
                _ => {
                    stmts.push(stmt);
                    None
                }
            },
        };
        let Some(last) = last else {
            return Ok(Expr::new(ExprKind::Statements(stmts, None), void, span));
        };
        let ty = last.ty();
        Ok(Expr::new(
            ExprKind::Statements(stmts, Some(Box::new(last))),
            ty,
            span,
        ))
    }

    pub(super) fn va_arg(&mut self, node: &ast::VaArgExpression, span: Span) -> Checked<Expr> {
        let list = self.va_list_address(&node.va_list)?;
        let ty = self.type_of_name(&node.type_name)?.ty;
        if !self.program.types.is_complete(ty) || self.program.types.is_array(ty) {
            let name = self.type_name(ty);
            let message = format!("`va_arg` cannot give a value of type `{name}`");
            return Err(self.error(span, "type", message));
        }
        Ok(Expr::new(ExprKind::VaArg(Box::new(list)), ty, span))
    }

    /// The address of the record behind a `va_list`: the array itself, or a parameter that points to it.
    pub(super) fn va_list_address(&mut self, node: &Node<Expression>) -> Checked<Expr> {
        let value = self.value(node)?;
        let list = self.program.types.va_list();
        let record = self.program.types.as_array(list).map(|(elem, _)| elem.ty);
        match self.program.types.pointee(value.ty()) {
            Some(to) if Some(to.ty) == record => Ok(value),
            _ => {
                let name = self.type_name(value.ty());
                let message = format!("a `va_list` is needed here, not a value of type `{name}`");
                Err(self.error(node.span, "type", message))
            }
        }
    }

    /// `pointer ± index`.
    pub(super) fn pointer_plus(
        &mut self,
        pointer: Expr,
        index: Expr,
        back: bool,
        span: Span,
    ) -> Checked<Expr> {
        let Some(to) = self.program.types.pointee(pointer.ty()) else {
            return Err(Reported);
        };
        if !self.program.types.is_integer(index.ty()) {
            let ty = self.type_name(index.ty());
            let message = format!("a pointer cannot be moved by a value of type `{ty}`");
            return Err(self.error(span, "type", message));
        }
        let size: Size = self.step(to.ty, span)?;
        let long = self.program.types.long();
        let index = self.convert_unchecked(index, long);
        let ty = pointer.ty();
        Ok(Expr::new(
            ExprKind::PtrAdd(Box::new(pointer), Box::new(index), size, back),
            ty,
            span,
        ))
    }

    /// A known array length of an lvalue's type.
    pub(super) fn fixed_len(&self, qty: QTy) -> Option<u64> {
        match self.program.types.as_array(qty.ty) {
            Some((_, Len::Fixed(n))) => Some(n),
            _ => None,
        }
    }
}

/// The expression of a lone `typeof(e)`.
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
