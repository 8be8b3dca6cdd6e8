//! Lowers expressions of record type to the addresses of their bytes.
use super::Lowerer;
use crate::typed::{Expr, ExprKind};
use symtool_ir::{Intrinsic, Type, Value};

impl Lowerer<'_, '_> {
    /// Returns the address of a record value. The address may be that of a variable that contains the value. Therefore
    /// the caller must copy the bytes before it emits code that can change the variable.
    pub(super) fn aggregate(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Load(place) => self.address(place),
            ExprKind::Assign(place, value) => {
                let to = self.address(place);
                let from = self.aggregate(value);
                self.at(expr.span);
                match self.types().variable_size(expr.ty()) {
                    Some(size) => {
                        let ulong = self.locals[size.0 as usize].qty;
                        let place = Expr::new(ExprKind::Local(size), ulong, expr.span);
                        let load = ExprKind::Load(Box::new(place));
                        let size = self.value(&Expr::new(load, ulong, expr.span));
                        self.copy_bytes(to, from, size);
                    }
                    None => self.copy(to, from, self.size(expr.ty())),
                }
                to
            }
            ExprKind::Call(call) => match self.call(call, expr) {
                Some(address) => address,
                None => self.b.null(),
            },
            ExprKind::Cond(c, a, b) => {
                if let Some(truth) = self.cx.program.constant_truth(c) {
                    return self.aggregate(if truth { a } else { b });
                }
                let var = self.ssa.declare(Type::Ptr, "__cond");
                self.if_else(c, expr, |this, first| {
                    let address = this.aggregate(if first { a } else { b });
                    this.write(var, address);
                });
                self.read(var)
            }
            ExprKind::Comma(a, b) => {
                self.effects(a);
                self.aggregate(b)
            }
            ExprKind::Let(local, first, rest) => {
                let value = self.value(first);
                self.set_local(*local, value);
                self.aggregate(rest)
            }
            ExprKind::Statements(stmts, last) => {
                for stmt in stmts {
                    self.stmt(stmt);
                }
                self.ensure_block();
                match last {
                    Some(last) => self.aggregate(last),
                    None => self.b.null(),
                }
            }
            ExprKind::Complex(re, im) => self.complex(re, im, expr),
            ExprKind::VaArg(list) => self.va_arg(list, expr),
            ExprKind::Convert(inner) => self.aggregate(inner),
            ExprKind::Local(_)
            | ExprKind::Symbol(_)
            | ExprKind::String(_)
            | ExprKind::Compound(..)
            | ExprKind::Deref(_)
            | ExprKind::Member(..) => self.address(expr),
            _ => {
                self.problem(expr.span, "expected an expression of record type");
                self.b.null()
            }
        }
    }

    /// Stores a complex number with the parts `re` and `im` in a temporary; returns the temporary's address.
    fn complex(&mut self, re: &Expr, im: &Expr, whole: &Expr) -> Value {
        let (real, imaginary) = (self.value(re), self.value(im));
        self.at(whole.span);
        let align = self.types().align(whole.ty());
        let address = self.temporary("complex", self.size(whole.ty()), align);
        self.store_scalar(re.ty(), real, address, false);
        let second = self.b.offset(address, self.size(re.ty()) as i64);
        self.store_scalar(im.ty(), imaginary, second, false);
        address
    }

    /// Emits code that copies `size` bytes from the address `from` to the address `to`.
    pub(super) fn copy(&mut self, to: Value, from: Value, size: u64) {
        if size > 0 {
            let size = self.bytes(size);
            self.copy_bytes(to, from, size);
        }
    }

    fn copy_bytes(&mut self, to: Value, from: Value, size: Value) {
        self.b
            .intrinsic(Intrinsic::Copy, &[to, from, size], None, None);
    }

    /// Emits code that fills `size` bytes with zeros.
    pub(super) fn zero(&mut self, address: Value, size: u64) {
        if size > 0 {
            let zero = self.b.iconst(Type::I8, 0);
            let size = self.bytes(size);
            self.b
                .intrinsic(Intrinsic::Fill, &[address, zero, size], None, None);
        }
    }

    /// Copies the record `expr` to a temporary named `name`; returns the temporary's address.
    pub(super) fn copied(&mut self, expr: &Expr, name: &str) -> Value {
        let from = self.aggregate(expr);
        if matches!(expr.kind, ExprKind::Call(_)) {
            return from; // the record is in a fresh temporary already
        }
        let size = self.size(expr.ty());
        let align = self.types().align(expr.ty());
        self.at(expr.span);
        let to = self.temporary(name, size, align);
        self.copy(to, from, size);
        to
    }
}
