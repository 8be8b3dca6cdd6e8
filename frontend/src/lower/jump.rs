//! Lowers `setjmp` and `longjmp`.
//!
//! After a `longjmp`, control returns from the `setjmp` again, and the code after the `setjmp` must see the latest
//! values of variables. Therefore semantic analysis places all variables of a function that calls `setjmp` in memory.
use super::Lowerer;
use crate::typed::{Call, Expr};
use symtool_ir::{Intrinsic, Op, Type, Value};

impl Lowerer<'_, '_> {
    /// Lowers a call of `setjmp` and returns its result. symtool has no signal masks, so the second argument of
    /// `sigsetjmp` has no effect. Returns `None` if the call has no argument.
    pub(super) fn setjmp_call(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        let (buffer, rest) = call.args.split_first()?;
        let buffer = self.value(buffer);
        for arg in rest {
            self.value(arg);
        }
        self.save_context(buffer, expr)
    }

    pub(super) fn setjmp(&mut self, buffer: &Expr, expr: &Expr) -> Option<Value> {
        let buffer = self.value(buffer);
        self.save_context(buffer, expr)
    }

    fn save_context(&mut self, buffer: Value, expr: &Expr) -> Option<Value> {
        self.at(expr.span);
        let buffer = self.coerce(buffer, Type::Ptr);
        let value = self.b.intrinsic(Intrinsic::Setjmp, &[buffer], None, None)?;
        let ty = self.types().ir_type(expr.ty())?;
        Some(self.coerce(value, ty))
    }

    /// Lowers a call of `longjmp`. Returns `None`, because the call does not return.
    pub(super) fn longjmp_call(&mut self, call: &Call, expr: &Expr) -> Option<Value> {
        match call.args.as_slice() {
            [buffer, value, ..] => self.longjmp(buffer, value, expr),
            _ => None,
        }
    }

    pub(super) fn longjmp(&mut self, buffer: &Expr, value: &Expr, expr: &Expr) -> Option<Value> {
        let (buffer, value) = (self.value(buffer), self.value(value));
        self.at(expr.span);
        let buffer = self.coerce(buffer, Type::Ptr);
        let value = self.coerce(value, Type::I32);
        // After a `longjmp`, the `setjmp` never returns 0: the value 0 becomes 1 (C11 7.13.2.1).
        let zero = self.b.iconst(Type::I32, 0);
        let one = self.b.iconst(Type::I32, 1);
        let is_zero = self.b.pure(Op::Eq, &[value, zero]);
        let value = self.b.pure(Op::Select, &[is_zero, one, value]);
        self.b
            .intrinsic(Intrinsic::Longjmp, &[buffer, value], None, None);
        self.end_path();
        None
    }
}
