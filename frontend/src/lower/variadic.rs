//! Lowers variable arguments. A `va_list` contains, at byte 8, the address of the next 16-byte slot.
use super::Lowerer;
use crate::typed::Expr;
use symtool_ir::{Intrinsic, Type, Value};

/// The byte offset, in a `va_list`, of the address of the next argument's slot.
const POINTER: i64 = 8;
/// The size in bytes of the slot of one argument.
const SLOT: i64 = 16;

impl Lowerer<'_, '_> {
    pub(super) fn va_start(&mut self, list: &Expr, whole: &Expr) {
        let list = self.value(list);
        self.at(whole.span);
        if let Some(area) = self.b.intrinsic(Intrinsic::VaArea, &[], None, None) {
            let to = self.b.offset(list, POINTER);
            self.b.store(area, to);
        }
    }

    pub(super) fn va_copy(&mut self, to: &Expr, from: &Expr, whole: &Expr) {
        let (to, from) = (self.value(to), self.value(from));
        self.at(whole.span);
        let from = self.b.offset(from, POINTER);
        let area = self.b.load(Type::Ptr, from);
        let to = self.b.offset(to, POINTER);
        self.b.store(area, to);
    }

    /// Emits the read of the next variable argument of `list`. Returns its value or, for a record, its address.
    pub(super) fn va_arg(&mut self, list: &Expr, expr: &Expr) -> Value {
        let list = self.value(list);
        self.at(expr.span);
        let place = self.b.offset(list, POINTER);
        let slot = self.b.load(Type::Ptr, place);
        let next = self.b.offset(slot, SLOT);
        self.b.store(next, place);
        let ty = self.types().ir_type(expr.ty()).unwrap_or(Type::Ptr);
        self.b.load(ty, slot)
    }
}
