//! Checks `__builtin_setjmp` and `__builtin_longjmp`, which act like `setjmp` and `longjmp` on a buffer of five
//! words.
use super::Args;
use crate::check::Checker;
use crate::program::Checked;
use crate::typed::{Expr, Special};
use lang_c::span::Span;

impl Checker<'_> {
    /// Checks `__builtin_setjmp(buffer)`.
    pub(super) fn setjmp(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        self.keep_locals_in_memory();
        let buffer = self.same_address(&args[..1], span)?;
        let int = self.int_ty();
        Ok(Expr::special(Special::Setjmp(buffer), int, span))
    }

    /// Checks `__builtin_longjmp(buffer, 1)`.
    pub(super) fn longjmp(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let buffer = self.same_address(&args[..1], span)?;
        let value = self.arg(args, 1, span)?;
        if self.constant_expression(value)? != 1 {
            let message = "the second argument of `__builtin_longjmp` must be 1";
            return Err(self.error(value.span, "arguments", message));
        }
        let value = self.int_const(1, value.span);
        Ok(self.special_void(Special::Longjmp(buffer, value), span))
    }
}
