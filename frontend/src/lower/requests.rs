//! Lowers calls of the functions that the engine implements.
mod calls;
mod declared;

use super::Lowerer;
use crate::requests::Request;
use crate::typed::{Call, Expr};
use symtool_ir::{Intrinsic, Type, Value};

impl Lowerer<'_, '_> {
    /// Lowers a call of a function that the engine implements. Returns the result of the call, converted to the
    /// type that the program declares; `None` if the call has no result, or after an error.
    pub(super) fn request(&mut self, request: Request, call: &Call, expr: &Expr) -> Option<Value> {
        if !self.fits_library(request, call, expr) {
            return None;
        }
        let value = self.fitting_request(request, call, expr);
        let Some(declared) = self.types().ir_type(expr.ty()) else {
            return value;
        };
        match value {
            Some(value) => Some(self.coerce(value, declared)),
            None => self.indeterminate_result(call, declared),
        }
    }

    /// Returns an indeterminate value of type `ty` as the result of `call`, for a program that declares the called
    /// function with a result although the function has none. Returns `None` for a call through a pointer.
    pub(super) fn indeterminate_result(&mut self, call: &Call, ty: Type) -> Option<Value> {
        self.ensure_block();
        let id = call.callee.called_symbol()?;
        let text = format!("result of {}", self.cx.program.symbol(id).name);
        self.b
            .intrinsic(Intrinsic::Uninit, &[], Some(ty), Some(&text))
    }

    fn fitting_request(&mut self, request: Request, call: &Call, expr: &Expr) -> Option<Value> {
        match request {
            Request::MakeSymbolic => self.make_symbolic(call, expr),
            Request::Assume => self.assume(call, expr),
            Request::AssertFirst => self.assert_first(call, expr),
            Request::AssertWithText => self.assert_with_text(call, expr),
            Request::Fail(kind, text) => self.fail(kind, text, call, expr),
            Request::Exit(hook) => self.exit(hook, call, expr),
            Request::End(intrinsic) => self.end_program(intrinsic, call, expr),
            Request::Abort => self.abort(call, expr),
            Request::Setjmp => self.setjmp_call(call, expr),
            Request::Longjmp => self.longjmp_call(call, expr),
            Request::Plain(intrinsic) => self.intrinsic_call(intrinsic, call, expr),
            Request::Alloca => self.alloca(call, expr),
            Request::AlignedAlloc => self.aligned_alloc(call, expr),
            Request::Realloc => self.realloc(call, expr),
            Request::PosixMemalign => self.posix_memalign(call, expr),
            Request::Memcpy => self.memcpy(call, expr),
            Request::Memmove => self.memmove(call, expr),
            Request::Memset => self.memset(call, expr),
            Request::Unsupported => self.unsupported_feature(call, expr),
            Request::Rounded => self.rounded(call, expr),
            Request::Operator(op) => self.float_operator(op, call, expr),
            Request::Math => self.math(call, expr),
            Request::Own => self.own_function(call, expr),
            Request::Nondet => self.nondet(call, expr),
        }
    }
}
