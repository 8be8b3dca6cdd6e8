//! Lowers expressions of scalar or void type: emits the IR that computes their values.
use super::{Lowerer, Storage};
use crate::typed::{Expr, ExprKind, Size};
use symtool_ir::{Op, Type, Value};

impl Lowerer<'_, '_> {
    /// Lowers an expression for its side effects only.
    pub(super) fn effects(&mut self, expr: &Expr) {
        match &expr.kind {
            // `(void)x` does not count as a read of `x`, because programs often use it to silence warnings, even if
            // `x` is uninitialized.
            ExprKind::Discard(inner) if is_plain_variable(inner) => {}
            ExprKind::Discard(inner) => self.effects(inner),
            ExprKind::Comma(a, b) => {
                self.effects(a);
                self.effects(b);
            }
            ExprKind::Cond(c, a, b) => self.conditional_effects(c, a, b, expr),
            ExprKind::Statements(stmts, last) => {
                for stmt in stmts {
                    self.stmt(stmt);
                }
                self.ensure_block();
                if let Some(last) = last {
                    self.effects(last);
                }
            }
            ExprKind::Update {
                place,
                update,
                operand,
                ..
            } => {
                // The old value of `i++` is not used here, so `i++` is lowered like `++i`.
                self.update(place, update, operand, false, expr.span);
            }
            ExprKind::Call(call) => {
                self.call(call, expr);
            }
            ExprKind::Special(special) => {
                self.special(special, expr);
            }
            _ if self.types().as_record(expr.ty()).is_some() => {
                self.aggregate(expr);
            }
            // An expression without a value, such as `*p` of a `void *`: only its operands are evaluated.
            _ if !self.types().is_scalar(expr.ty()) => self.operand_effects(expr),
            _ => {
                self.value(expr);
            }
        }
    }

    fn operand_effects(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Deref(inner) | ExprKind::Decay(inner) | ExprKind::AddrOf(inner) => {
                self.effects(inner);
            }
            ExprKind::Load(inner) | ExprKind::Member(inner, _) => self.effects(inner),
            ExprKind::Let(local, first, rest) => {
                let value = self.value(first);
                self.set_local(*local, value);
                self.effects(rest);
            }
            _ => {}
        }
    }

    /// Returns the value of a scalar expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Int(bits) => {
                let ty = self.ir(expr.ty());
                self.b.iconst(ty, *bits as i128)
            }
            ExprKind::Float(value) => self.float(*value, expr),
            ExprKind::Rounded(value) => {
                self.at(expr.span);
                self.note_rounded("this constant");
                self.float(*value, expr)
            }
            ExprKind::Load(place) => {
                let place = self.lvalue(place);
                self.at(expr.span);
                self.load(place, expr.ty())
            }
            ExprKind::Decay(place) | ExprKind::AddrOf(place) => self.address(place),
            ExprKind::Convert(inner) => self.conversion(inner, expr),
            ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => {
                let truth = self.condition(expr);
                let ty = self.ir(expr.ty());
                self.at(expr.span);
                self.truth_as(truth, ty)
            }
            ExprKind::Neg(inner) => self.negate(inner, expr),
            ExprKind::BitNot(inner) => {
                let value = self.value(inner);
                self.at(expr.span);
                let result = self.b.pure(Op::Not, &[value]);
                self.wrap_to_precision(result, expr.ty())
            }
            ExprKind::Arith(arith, a, b) => {
                let (x, y) = (self.value(a), self.value(b));
                self.at(expr.span);
                self.arith(*arith, expr.ty(), x, y, b.ty())
            }
            ExprKind::PtrAdd(pointer, index, size, back) => {
                self.pointer_add(pointer, index, size, *back, expr)
            }
            ExprKind::PtrDiff(a, b, size) => self.pointer_difference(a, b, size, expr),
            _ => self.compound_value(expr),
        }
    }

    /// Returns the value of an assignment, conditional expression, call or other expression that [`Self::value`]
    /// does not lower itself.
    fn compound_value(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Assign(place, value) => self.assign(place, value, expr.span),
            ExprKind::Update {
                place,
                update,
                operand,
                post,
            } => self.update(place, update, operand, *post, expr.span),
            ExprKind::Cond(c, a, b) => self.conditional(c, a, b, expr),
            ExprKind::Let(local, first, rest) => {
                let value = self.value(first);
                self.set_local(*local, value);
                self.value(rest)
            }
            ExprKind::Comma(a, b) => {
                self.effects(a);
                self.value(b)
            }
            ExprKind::Statements(stmts, last) => {
                for stmt in stmts {
                    self.stmt(stmt);
                }
                self.ensure_block();
                match last {
                    Some(last) => self.value(last),
                    None => self.arbitrary_value(expr),
                }
            }
            ExprKind::Call(call) => match self.call(call, expr) {
                Some(value) => value,
                None => self.arbitrary_value(expr),
            },
            ExprKind::VaArg(list) => self.va_arg(list, expr),
            ExprKind::Special(special) => match self.special(special, expr) {
                Some(value) => value,
                None => self.arbitrary_value(expr),
            },
            ExprKind::Member(base, place) => {
                // The record is a value, such as a function result, so its member is read from a temporary.
                let place = self.member(base, *place, false);
                self.at(expr.span);
                self.load(place, expr.ty())
            }
            // These expressions have no scalar value, or [`Self::value`] lowers them itself.
            ExprKind::Discard(_)
            | ExprKind::Complex(..)
            | ExprKind::Local(_)
            | ExprKind::Symbol(_)
            | ExprKind::String(_)
            | ExprKind::Compound(..)
            | ExprKind::Deref(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Rounded(_)
            | ExprKind::Load(_)
            | ExprKind::Decay(_)
            | ExprKind::AddrOf(_)
            | ExprKind::Convert(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arith(..)
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd(..)
            | ExprKind::PtrDiff(..)
            | ExprKind::And(..)
            | ExprKind::Or(..) => {
                self.operand_effects(expr);
                self.arbitrary_value(expr)
            }
        }
    }

    /// Switches to a new, unreachable block if the current block is already terminated, so that further code
    /// can be emitted.
    pub(super) fn ensure_block(&mut self) {
        if self.b.is_terminated() {
            self.start_dead();
        }
    }

    /// Returns an arbitrary value of the expression's type, for unreachable code and expressions without a value.
    fn arbitrary_value(&mut self, expr: &Expr) -> Value {
        let ty = self.ir(expr.ty());
        self.b.iconst(ty, 0)
    }

    pub(super) fn float(&mut self, value: f64, expr: &Expr) -> Value {
        match self.ir(expr.ty()) {
            Type::F32 => self
                .b
                .iconst(Type::F32, i128::from((value as f32).to_bits())),
            ty => self.b.iconst(ty, i128::from(value.to_bits())),
        }
    }

    fn conversion(&mut self, inner: &Expr, expr: &Expr) -> Value {
        if self.types().is_bool(expr.ty()) {
            let truth = self.condition(inner);
            self.at(expr.span);
            return truth;
        }
        let value = self.value(inner);
        self.at(expr.span);
        self.convert(value, inner.ty(), expr.ty())
    }

    fn pointer_add(
        &mut self,
        pointer: &Expr,
        index: &Expr,
        size: &Size,
        back: bool,
        expr: &Expr,
    ) -> Value {
        let address = self.value(pointer);
        let index = self.value(index);
        self.at(expr.span);
        self.move_pointer(address, index, size, back)
    }

    /// Emits `address + index * size`, or `address - index * size` if `back` is set. The index is an `i64`.
    pub(super) fn move_pointer(
        &mut self,
        address: Value,
        index: Value,
        size: &Size,
        back: bool,
    ) -> Value {
        let size = match size {
            Size::Fixed(size) => self.b.iconst(Type::I64, i128::from(*size)),
            Size::Dynamic(size) => self.value(size),
        };
        let one = self
            .b
            .func
            .as_const(size)
            .is_some_and(|bits| bits.unsigned() == 1);
        let mut bytes = if one {
            index
        } else {
            self.b.pure(Op::Mul, &[index, size])
        };
        if back {
            bytes = self.b.pure(Op::Neg, &[bytes]);
        }
        match self.b.func.as_const(bytes) {
            Some(bits) if bits.is_zero() => address,
            _ => self.b.pure(Op::PtrAdd, &[address, bytes]),
        }
    }

    fn pointer_difference(&mut self, a: &Expr, b: &Expr, size: &Size, expr: &Expr) -> Value {
        let (x, y) = (self.value(a), self.value(b));
        let size = match size {
            Size::Fixed(size) => self.b.iconst(Type::I64, i128::from((*size).max(1))),
            Size::Dynamic(size) => self.value(size),
        };
        self.at(expr.span);
        let x = self.b.cast(Op::PtrToInt, x, Type::I64);
        let y = self.b.cast(Op::PtrToInt, y, Type::I64);
        let bytes = self.b.pure(Op::Sub, &[x, y]);
        let one = self
            .b
            .func
            .as_const(size)
            .is_some_and(|bits| bits.unsigned() == 1);
        if one {
            bytes
        } else {
            self.b.pure(Op::SDiv, &[bytes, size])
        }
    }

    fn conditional(&mut self, c: &Expr, a: &Expr, b: &Expr, expr: &Expr) -> Value {
        if let Some(truth) = self.cx.program.constant_truth(c) {
            return self.value(if truth { a } else { b });
        }
        let ty = self.ir(expr.ty());
        let var = self.ssa.declare(ty, "__cond");
        self.if_else(c, expr, |this, first| {
            let value = this.value(if first { a } else { b });
            this.write(var, value);
        });
        self.read(var)
    }

    fn conditional_effects(&mut self, c: &Expr, a: &Expr, b: &Expr, expr: &Expr) {
        if self.assertion(c, a, b, expr) {
            return;
        }
        if let Some(truth) = self.cx.program.constant_truth(c) {
            return self.effects(if truth { a } else { b });
        }
        self.if_else(c, expr, |this, first| {
            this.effects(if first { a } else { b });
        });
    }

    /// Emits a branch on `c` with two arms. `lower` is called once for each arm and emits the code of the arm. The
    /// first call has the flag `true` and is for the arm that runs if `c` is nonzero; the second call has the flag
    /// `false`. Code that is emitted afterwards is at the join of the two arms.
    pub(super) fn if_else(
        &mut self,
        c: &Expr,
        expr: &Expr,
        mut lower: impl FnMut(&mut Self, bool),
    ) {
        let then_block = self.new_block("cond.then");
        let else_block = self.new_block("cond.else");
        let end = self.new_block("cond.end");
        self.branch_on(c, then_block, else_block);
        for (block, first) in [(then_block, true), (else_block, false)] {
            self.start_sealed(block);
            lower(self, first);
            self.at(expr.span);
            self.jump(end);
        }
        self.start_sealed(end);
    }

    /// Returns the storage of a local variable: SSA values or memory.
    pub(super) fn storage_of(&self, id: crate::typed::LocalId) -> Storage {
        self.storage[id.0 as usize]
    }
}

/// Returns whether the expression is a local variable that is not volatile, so that reading it has no side
/// effects.
fn is_plain_variable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Load(place) => {
            matches!(place.kind, ExprKind::Local(_)) && !place.qty.is_volatile()
        }
        _ => false,
    }
}
