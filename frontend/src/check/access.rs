//! Checks member access, subscripts, pointer dereference and pointer arithmetic.
use super::Checker;
use crate::ctypes::{Field, Kind, RecordId};
use crate::program::Checked;
use crate::suggest::nearest;
use crate::typed::{BitFieldLocation, Expr, ExprKind, MemberLocation, Size};
use lang_c::ast::{self, Expression, MemberOperator};
use lang_c::span::{Node, Span};

/// The maximum number of members that the help text of an error about an unknown member lists.
const MAX_LISTED: usize = 8;

/// Returns the help text of an error about an unknown member: it lists the members `names` that the record has.
fn members(names: &[&str]) -> String {
    let listed: Vec<String> = names
        .iter()
        .take(MAX_LISTED)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = if names.len() > MAX_LISTED {
        ", …"
    } else {
        ""
    };
    format!("the members are {}{more}", listed.join(", "))
}

impl Checker<'_> {
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
            let message = format!("`{ty}` has no member `{name}`");
            if node.operator.node == MemberOperator::Direct
                && self.program.types.is_pointer(base.ty())
            {
                let help = "the operand is a pointer: use `->` instead of `.`";
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
            let names: Vec<&str> = names.collect();
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if names.is_empty() => return Err(self.error(name_span, "member", message)),
                None => members(&names),
            };
            return Err(self.error_with_help(name_span, "member", message, help));
        };
        self.check_length_depth(holder, name_span)?;
        if let Some(offset) = field.variable_offset {
            return self.member_at(base, (&field, offset), span);
        }
        let place = self.member_location(offset, holder, &field);
        let quals = base.qty.quals;
        let qty = self.program.types.qualify(field.qty, quals);
        Ok(Expr::new(
            ExprKind::Member(Box::new(base), place),
            qty,
            span,
        ))
    }

    pub(super) fn find_member(
        &mut self,
        record: RecordId,
        name: &str,
        span: Span,
    ) -> Checked<Option<(u64, RecordId, Field)>> {
        if self.program.types.record(record).fields.is_none() {
            let ty = self.program.types.of(Kind::Record(record));
            return Err(self.incomplete(ty, span));
        }
        let found = self.program.types.member(record, name);
        match self.program.broken_records.get(&record) {
            Some(&reported) if found.is_none() => Err(reported), // perhaps the member is missing because its declaration had an error
            _ => Ok(found),
        }
    }

    /// Returns the location of `field` within the outermost record. For `x.a.b`, this is the location of the field `b`
    /// within `x`. `holder` is the record that directly contains the field (`x.a`), and `offset` is the offset in bytes
    /// of `holder` within the outermost record.
    pub(super) fn member_location(
        &self,
        offset: u64,
        holder: RecordId,
        field: &Field,
    ) -> MemberLocation {
        MemberLocation {
            offset: offset + field.offset,
            bits: field.bits.map(|range| BitFieldLocation {
                range,
                holder_offset: offset,
                holder_size: self.program.types.record(holder).size,
            }),
        }
    }

    /// Checks a dereference: returns the lvalue that a pointer points to.
    pub(super) fn dereference(
        &mut self,
        pointer: Expr,
        span: Span,
        operator: &str,
    ) -> Checked<Expr> {
        let Some(to) = self.program.types.pointee(pointer.ty()) else {
            let ty = self.type_name(pointer.ty());
            let message = format!("`{operator}` requires a pointer operand, found `{ty}`");
            if operator == "->" && self.program.types.as_record(pointer.ty()).is_some() {
                let help = "the operand is not a pointer: use `.` instead of `->`";
                return Err(self.error_with_help(span, "type", message, help));
            }
            if operator == "*" {
                let help = "remove the `*`, or declare the variable as a pointer";
                return Err(self.error_with_help(span, "type", message, help));
            }
            return Err(self.error(span, "type", message));
        };
        // Simplifies `*&x` to `x`, so that a variable whose address is only dereferenced need not be stored in
        // memory.
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
        let a = self.subscripted(base);
        let b = self.value(index);
        let (mut a, mut b) = (a?, b?);
        if self.program.types.is_pointer(b.ty()) && self.program.types.is_integer(a.ty()) {
            std::mem::swap(&mut a, &mut b);
        }
        if !self.program.types.is_pointer(a.ty()) {
            let ty = self.type_name(a.ty());
            let message = format!("subscripted value of type `{ty}` is neither array nor pointer");
            return Err(self.error(span, "type", message));
        }
        let sum = self.pointer_plus(a, b, false, span)?;
        self.dereference(sum, span, "[]")
    }

    /// Checks the first operand of a subscript: a pointer, an array or a vector.
    fn subscripted(&mut self, node: &Node<Expression>) -> Checked<Expr> {
        let operand = self.operand(node)?;
        let array = match self.program.types.vector(operand.ty()) {
            Some(vector) => self.lanes_as_array(operand, vector),
            None => operand,
        };
        Ok(self.as_value(array))
    }

    /// Checks pointer arithmetic: `pointer + index`, or `pointer - index` if `back` is set.
    pub(super) fn pointer_plus(
        &mut self,
        pointer: Expr,
        index: Expr,
        back: bool,
        span: Span,
    ) -> Checked<Expr> {
        let Some(to) = self.program.types.pointee(pointer.ty()) else {
            return Err(self.internal(span, "pointer arithmetic on a non-pointer"));
        };
        if !self.program.types.is_integer(index.ty()) {
            let ty = self.type_name(index.ty());
            let message =
                format!("expected an integer as array index or pointer offset, found `{ty}`");
            return Err(self.error(span, "type", message));
        }
        let size: Size = self.pointee_size(to.ty, span)?;
        let long = self.program.types.long();
        let index = self.convert_unchecked(index, long);
        let ty = pointer.ty();
        Ok(Expr::new(
            ExprKind::PtrAdd(Box::new(pointer), Box::new(index), size, back),
            ty,
            span,
        ))
    }
}
