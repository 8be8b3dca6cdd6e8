//! Checks the attribute `transparent_union`: a parameter of a transparent union type accepts a value of any
//! member's type.
use super::Checker;
use crate::ctypes::{RecordId, Ty};
use crate::program::Checked;
use crate::typed::Expr;
use lang_c::span::Span;

impl Checker<'_> {
    /// Marks a union type as transparent; for other types, the attribute is ignored.
    pub(super) fn make_transparent(&mut self, ty: Ty) {
        if let Some(id) = self.program.types.as_record(ty) {
            let record = &mut self.program.types.records[id.0 as usize];
            record.is_transparent = record.is_union;
        }
    }

    /// Converts an argument to a parameter's type. For a transparent union, an argument of a member's type is
    /// accepted.
    pub(super) fn argument_for(
        &mut self,
        arg: Expr,
        param: Ty,
        span: Span,
        what: &str,
    ) -> Checked<Expr> {
        let types = &self.program.types;
        let member = match types.as_record(param) {
            Some(id) if types.record(id).is_transparent && !types.compatible(param, arg.ty()) => {
                self.transparent_member(id, &arg)
            }
            _ => None,
        };
        match member {
            Some(member) => {
                let value = self.assign_to(arg, member.into(), span, what)?;
                self.cast_to_union(value, param, span)
            }
            None => self.assign_to(arg, param.into(), span, what),
        }
    }

    /// Returns the type of the union's member that `arg` initializes. This is the first member with a compatible type.
    /// If there is none, it is the first pointer member to which the argument converts without a cast.
    fn transparent_member(&self, union: RecordId, arg: &Expr) -> Option<Ty> {
        let types = &self.program.types;
        let members = types.record(union).fields.iter().flatten();
        let members = members.filter(|field| field.bits.is_none());
        let members: Vec<Ty> = members.map(|field| field.qty.ty).collect();
        let to_void = |ty| types.pointee(ty).is_some_and(|to| types.is_void(to.ty));
        let is_pointer = types.is_pointer(arg.ty());
        let by_type = |member: &&Ty| types.compatible(**member, arg.ty());
        let by_pointer = |member: &&Ty| {
            let ty = **member;
            types.is_pointer(ty)
                && (self.is_null_constant(arg)
                    || (is_pointer && (to_void(ty) || to_void(arg.ty()))))
        };
        let found = members.iter().find(by_type);
        found.or(members.iter().find(by_pointer)).copied()
    }
}
