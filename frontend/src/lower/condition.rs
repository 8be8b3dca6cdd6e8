//! Lowers truth values and short-circuit operators.
//!
//! `&&`, `||` and `?:` become control flow, as in clang. A comparison has the IR type `i1`. It is extended to a C
//! `int` only if the program uses its value as a number.
use super::Lowerer;
use crate::convert::compare_op;
use crate::ctypes::Ty;
use crate::typed::{Arith, Compare, Expr, ExprKind};
use symtool_ir::{Block, Op, Type, Value};

impl Lowerer<'_, '_> {
    /// Returns an `i1` that is 1 if the scalar expression is nonzero.
    pub(super) fn condition(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Compare(compare, a, b) => self.comparison(*compare, a, b, expr),
            ExprKind::Not(inner) => self.negation(inner, expr),
            ExprKind::And(a, b) => self.short_circuit(a, b, false, expr),
            ExprKind::Or(a, b) => self.short_circuit(a, b, true, expr),
            ExprKind::Arith(arith, a, b) if self.is_truth(a) && self.is_truth(b) => {
                let op = match arith {
                    Arith::And => Op::And,
                    Arith::Or => Op::Or,
                    Arith::Xor => Op::Xor,
                    _ => return self.plain_condition(expr),
                };
                let a = self.condition(a);
                let b = self.condition(b);
                self.at(expr.span);
                self.b.pure(op, &[a, b])
            }
            ExprKind::Convert(inner) if self.preserves_truth(inner.ty(), expr.ty()) => {
                self.condition(inner)
            }
            _ => self.plain_condition(expr),
        }
    }

    fn plain_condition(&mut self, expr: &Expr) -> Value {
        let value = self.value(expr);
        self.at(expr.span);
        self.non_zero(value)
    }

    /// Returns whether the value of the expression is always 0 or 1.
    fn is_truth(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => true,
            ExprKind::Arith(Arith::And | Arith::Or | Arith::Xor, a, b) => {
                self.is_truth(a) && self.is_truth(b)
            }
            ExprKind::Convert(inner) => {
                self.types().is_bool(inner.ty())
                    || (self.preserves_truth(inner.ty(), expr.ty()) && self.is_truth(inner))
            }
            _ => self.types().is_bool(expr.ty()),
        }
    }

    /// Returns whether a conversion from `from` to `to` maps zero to zero and every other value to a value
    /// other than zero.
    fn preserves_truth(&self, from: Ty, to: Ty) -> bool {
        let types = self.types();
        if types.is_bool(to) {
            return types.is_scalar(from);
        }
        let wide = |ty: Ty| types.ir_type(ty).map_or(0, Type::bits);
        types.is_integer(from) && types.is_integer(to) && wide(to) >= wide(from)
    }

    fn comparison(&mut self, compare: Compare, a: &Expr, b: &Expr, whole: &Expr) -> Value {
        let ty = a.ty();
        let op = compare_op(self.types(), compare, ty);
        let (x, y) = (self.value(a), self.value(b));
        self.at(whole.span);
        self.b.pure(op, &[x, y])
    }

    fn negation(&mut self, inner: &Expr, whole: &Expr) -> Value {
        // `!(a < b)` becomes one comparison, `a >= b`. Floating-point operands are excluded, because `!(a < b)`
        // and `a >= b` differ if one operand is a NaN.
        if let ExprKind::Compare(compare, a, b) = &inner.kind
            && let Some(op) = compare_op(self.types(), *compare, a.ty()).inverse_compare()
        {
            let (x, y) = (self.value(a), self.value(b));
            self.at(whole.span);
            return self.b.pure(op, &[x, y]);
        }
        if matches!(inner.kind, ExprKind::And(..) | ExprKind::Or(..)) || self.is_truth(inner) {
            let truth = self.condition(inner);
            self.at(whole.span);
            return self.b.pure(Op::Not, &[truth]);
        }
        let value = self.value(inner);
        self.at(whole.span);
        let ty = self.b.func.ty(value);
        let zero = self.b.iconst(ty, 0);
        match ty {
            Type::I1 => self.b.pure(Op::Not, &[value]),
            _ if ty.is_float() => self.b.pure(Op::FEq, &[value, zero]),
            _ => self.b.pure(Op::Eq, &[value, zero]),
        }
    }

    fn short_circuit(&mut self, a: &Expr, b: &Expr, decided: bool, whole: &Expr) -> Value {
        self.at(whole.span);
        let name = if decided { "or" } else { "and" };
        let var = self.ssa.declare(Type::I1, &format!("__{name}"));
        let known = self.b.bool(decided);
        self.write(var, known);
        let rest = self.new_block(&format!("{name}.rest"));
        let end = self.new_block(&format!("{name}.end"));
        if decided {
            self.branch_on(a, end, rest);
        } else {
            self.branch_on(a, rest, end);
        }
        self.start_sealed(rest);
        let value = self.condition(b);
        self.write(var, value);
        self.at(whole.span);
        self.jump(end);
        self.start_sealed(end);
        self.read(var)
    }

    /// Emits a branch on a condition to `then_block` or `else_block`. The values of `&&`, `||` and `!` are not
    /// computed; each operand becomes a branch.
    pub(super) fn branch_on(&mut self, expr: &Expr, then_block: Block, else_block: Block) {
        match &expr.kind {
            ExprKind::And(a, b) => {
                let rest = self.new_block("and.rest");
                self.branch_on(a, rest, else_block);
                self.start_sealed(rest);
                self.branch_on(b, then_block, else_block);
            }
            ExprKind::Or(a, b) => {
                let rest = self.new_block("or.rest");
                self.branch_on(a, then_block, rest);
                self.start_sealed(rest);
                self.branch_on(b, then_block, else_block);
            }
            ExprKind::Not(inner)
                if matches!(
                    inner.kind,
                    ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_)
                ) =>
            {
                self.branch_on(inner, else_block, then_block);
            }
            ExprKind::Convert(inner) if self.preserves_truth(inner.ty(), expr.ty()) => {
                self.branch_on(inner, then_block, else_block);
            }
            _ => {
                let condition = self.condition(expr);
                self.at(expr.span);
                self.branch(condition, then_block, else_block);
            }
        }
    }
}
