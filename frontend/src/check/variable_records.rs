//! Computes the layout of structures with members of variable length, a GNU extension:
//!
//! ```c
//! struct { int count; short items[n]; long sum; } s;
//! ```
//!
//! The members up to the first one of variable size (`count`, `items`) have constant offsets. When control reaches the
//! definition of the structure, the program stores the offset of each later member (`sum`) and the size of the
//! structure in hidden local variables (local variables that symtool adds to the function). As in gcc, later changes
//! of `n` have no effect on the structure.
//!
//! The following is not supported, and each use is an error:
//!
//! - a union with a member of variable size;
//! - a bit-field after a member of variable size;
//! - an anonymous structure that is a member of variable size or follows one;
//! - a structure of variable size as an argument, a result or an initial value;
//! - the definition of such a structure in a parameter list or outside of a function;
//! - the use of such a structure in a function that is nested in the function with the definition.
use super::Checker;
use crate::ctypes::{Field, IntKind, RecordId, Ty};
use crate::layout::{Member, RecordOptions};
use crate::program::Checked;
use crate::typed::{Arith, Expr, ExprKind, LocalId, Size, Stmt, StmtKind};
use lang_c::span::Span;

impl Checker<'_> {
    /// Sets the members of the structure `id`, and adds pending statements that compute the layout. `first` is the
    /// index of the first member of variable size. [`check_variable_record`](Self::check_variable_record) must have
    /// succeeded.
    pub(super) fn complete_variable_record(
        &mut self,
        id: RecordId,
        (mut members, first): (Vec<Member>, usize),
        options: RecordOptions,
        span: Span,
    ) -> Checked<()> {
        let later = members.split_off(first + 1);
        let ty = members[first].qty.ty;
        self.program.types.complete_record(id, members, options);
        let record = self.program.types.record(id);
        let (mut align, start) = (record.align, record.fields.iter().flatten().last());
        let start = start.map_or(0, |field| field.offset);
        let start = self.size_constant(start, span);
        let mut end = self.end_of(start, ty, span)?;
        for member in later {
            let member_align = self.program.types.member_align(&member, options);
            align = align.max(member_align);
            let offset = self.round_up(end, member_align, span);
            let offset = self.set_hidden("member offset", offset, span)?;
            let start = self.hidden_value(offset, span);
            end = self.end_of(start, member.qty.ty, span)?;
            let field = Field {
                name: member.name,
                qty: member.qty,
                offset: 0,
                variable_offset: Some(offset),
                bits: None,
                align: member_align,
            };
            self.program.types.add_field(id, field, align);
        }
        let size = self.round_up(end, align, span);
        let size = self.set_hidden("structure size", size, span)?;
        self.program.types.set_variable_size(id, size);
        Ok(())
    }

    /// Reports an error if the layout of a record is not supported. `members` contains its first member of variable
    /// size and the members after it.
    pub(super) fn check_variable_record(
        &mut self,
        id: RecordId,
        members: &[Member],
        span: Span,
    ) -> Checked<()> {
        let what = if self.prototype_depth > 0 || self.function.is_none() {
            "structures of variable size in a parameter list or outside of a function are"
        } else if self.program.types.record(id).is_union {
            "unions with members of variable size are"
        } else if members.iter().any(|member| member.width.is_some()) {
            "bit-fields after a member of variable size are"
        } else if members.iter().any(|member| member.name.is_none()) {
            "anonymous structures with or after a member of variable size are"
        } else {
            return Ok(());
        };
        Err(self.unsupported(span, what))
    }

    /// Reports an error if an enclosing function defines the record `id`, and the type of one of its members contains a
    /// variable array length. The hidden variable with this length belongs to the enclosing function, and the current
    /// nested function cannot read it.
    pub(super) fn check_length_depth(&mut self, id: RecordId, span: Span) -> Checked<()> {
        match self.program.types.record(id).length_depth {
            Some(depth) if depth != self.enclosing.len() => {
                let what = "a use of a structure of variable size of the enclosing function in a nested function is";
                Err(self.unsupported(span, what))
            }
            _ => Ok(()),
        }
    }

    /// Returns the size of a structure of variable size as an expression; `None` for another type.
    pub(super) fn variable_record_size(&mut self, ty: Ty, span: Span) -> Checked<Option<Expr>> {
        let Some(id) = self.program.types.as_record(ty) else {
            return Ok(None);
        };
        let Some(size) = self.program.types.record(id).variable_size else {
            return Ok(None);
        };
        self.check_length_depth(id, span)?;
        Ok(Some(self.hidden_value(size, span)))
    }

    /// Returns the member of `base` whose offset is stored in the hidden local variable `offset`.
    pub(super) fn member_at(
        &mut self,
        base: Expr,
        (field, offset): (&Field, LocalId),
        span: Span,
    ) -> Checked<Expr> {
        let (quals, base_span) = (base.qty.quals, base.span);
        let address = self.address_of(base, base_span, span)?;
        let byte = self.program.types.int_of(IntKind::Char);
        let bytes = self.program.types.pointer_to(byte);
        let address = self.convert_unchecked(address, bytes);
        let long = self.program.types.long();
        let offset = self.hidden_value(offset, span);
        let offset = self.convert_unchecked(offset, long);
        let sum = ExprKind::PtrAdd(Box::new(address), Box::new(offset), Size::Fixed(1), false);
        let qty = self.program.types.qualify(field.qty, quals);
        let to = self.program.types.pointer_to(qty);
        let pointer = self.convert_unchecked(Expr::new(sum, bytes, span), to);
        self.dereference(pointer, span, ".")
    }

    /// Reports an error if `ty`, the type of an argument, a result or an initial value, is a structure of variable
    /// size.
    pub(super) fn refuse_variable_copy(&mut self, ty: Ty, span: Span) -> Checked<()> {
        match self.program.types.is_variable_record(ty) {
            true => Err(self.unsupported(
                span,
                "structures of variable size as arguments, results and initial values are",
            )),
            false => Ok(()),
        }
    }

    /// Returns `start` plus the size of the type `ty`, the type of a member.
    fn end_of(&mut self, start: Expr, ty: Ty, span: Span) -> Checked<Expr> {
        self.check_length(ty, span)?;
        let size = self.size_expr(ty, span)?;
        let ulong = self.program.types.ulong();
        Ok(self.arith(Arith::Add, start, size, ulong, span))
    }

    /// Adds a pending statement, the declaration of an unused array of the type `ty`. At run time, this declaration
    /// fails if the length is negative, zero or too large. Adds nothing if `ty` is not an array type of variable size.
    fn check_length(&mut self, ty: Ty, span: Span) -> Checked<()> {
        if !self.program.types.is_array(ty) || !self.program.types.is_vla(ty) {
            return Ok(());
        }
        let size = self.pointee_size(ty, span)?;
        let local = self.new_local(span, "member", ty.into())?;
        let kind = StmtKind::DeclareVla(local, size);
        self.function_state(span, "a structure of variable size")?
            .pending
            .push(Stmt { kind, span });
        Ok(())
    }

    /// Returns `value` rounded up to a multiple of `align`, a power of two.
    fn round_up(&mut self, value: Expr, align: u64, span: Span) -> Expr {
        if align == 1 {
            return value;
        }
        let ulong = self.program.types.ulong();
        let more = self.size_constant(align - 1, span);
        let sum = self.arith(Arith::Add, value, more, ulong, span);
        let mask = self.size_constant(!(align - 1), span);
        self.arith(Arith::And, sum, mask, ulong, span)
    }

    fn size_constant(&mut self, value: u64, span: Span) -> Expr {
        let ulong = self.program.types.ulong();
        Expr::new(ExprKind::Int(u128::from(value)), ulong, span)
    }

    /// Adds a pending statement that stores `value` in a new hidden local variable. Returns this variable.
    fn set_hidden(&mut self, name: &str, value: Expr, span: Span) -> Checked<LocalId> {
        let ulong = self.program.types.ulong();
        let local = self.new_local(span, name, ulong.into())?;
        let kind = StmtKind::SetLength(local, value);
        self.function_state(span, "a structure of variable size")?
            .pending
            .push(Stmt { kind, span });
        Ok(local)
    }

    /// Returns the value of a hidden local variable.
    fn hidden_value(&mut self, local: LocalId, span: Span) -> Expr {
        let ulong = self.program.types.ulong();
        let place = Expr::new(ExprKind::Local(local), ulong, span);
        Expr::new(ExprKind::Load(Box::new(place)), ulong, span)
    }
}
