//! Lowers compiler built-ins to IR operations.
mod bits;
mod floats;

use super::Lowerer;
use crate::typed::{Expr, Special};
use symtool_ir::bug::CheckKind;
use symtool_ir::{BugKind, Intrinsic, Op, Type, Value};

impl Lowerer<'_, '_> {
    /// Lowers a built-in; returns its result, or `None` if it has no result.
    pub(super) fn special(&mut self, special: &Special, expr: &Expr) -> Option<Value> {
        match special {
            Special::VaStart(list) => self.va_start(list, expr),
            Special::VaCopy(to, from) => self.va_copy(to, from, expr),
            Special::Unreachable => self.unreachable(expr),
            Special::Trap => {
                self.at(expr.span);
                self.b.intrinsic(Intrinsic::Abort, &[], None, None);
                self.end_path();
            }
            Special::Setjmp(buffer) => return self.setjmp(buffer, expr),
            Special::Longjmp(buffer, value) => return self.longjmp(buffer, value, expr),
            Special::Alloca(size) => {
                let size = self.value(size);
                self.at(expr.span);
                return self.stack_block(size);
            }
            Special::Bits(op, a) => return Some(self.bits(*op, a, expr)),
            Special::Float(op, a) => return Some(self.float_op(*op, a, expr)),
            Special::FloatPair(op, a, b) => return Some(self.float_pair(*op, a, b, expr)),
            Special::Overflow(arith, [a, b, place]) => {
                return Some(self.overflow(*arith, a, b, place, expr));
            }
            Special::Overflows(arith, width, [a, b, sample]) => {
                return Some(self.overflows(*arith, *width, a, b, sample, expr));
            }
            Special::ReturnAddress => {
                self.at(expr.span);
                let text = "return address";
                return self
                    .b
                    .intrinsic(Intrinsic::Uninit, &[], Some(Type::Ptr), Some(text));
            }
            Special::Redirect(from, to) => self.redirect(*from, *to, expr),
        }
        None
    }

    fn unreachable(&mut self, expr: &Expr) {
        self.at(expr.span);
        if self.cx.options.checks.has(CheckKind::Unreachable) {
            let never = self.b.bool(false);
            self.b.check(BugKind::Unreachable, never, None);
        }
        self.end_path();
    }

    /// Emits an allocation by `alloca`, and returns the address of the allocated bytes. Never returns `None`; the
    /// result is an `Option` because the intrinsic's result is one. Unlike a variable-length array, the allocation may
    /// have the size 0; one byte is then allocated.
    pub(super) fn stack_block(&mut self, size: Value) -> Option<Value> {
        let size = self.coerce(size, Type::I64);
        let zero = self.b.iconst(Type::I64, 0);
        let one = self.b.iconst(Type::I64, 1);
        let size = match self.b.func.as_const(size) {
            Some(bits) if !bits.is_zero() => size,
            _ => {
                let empty = self.b.pure(Op::Eq, &[size, zero]);
                self.b.pure(Op::Select, &[empty, one, size])
            }
        };
        let align = self.bytes(16);
        self.b
            .intrinsic(Intrinsic::Alloca, &[size, align], None, None)
    }
}
