//! Lowers assignments, compound assignments, `++` and `--` to IR.
use super::Lowerer;
use crate::typed::{Expr, Update};
use lang_c::span::Span;
use symtool_ir::Value;

impl Lowerer<'_, '_> {
    /// Lowers an assignment `place = value` of scalars; returns the value of `place` after the assignment.
    pub(super) fn assign(&mut self, place: &Expr, value: &Expr, span: Span) -> Value {
        let ty = place.ty();
        let place = self.lvalue(place);
        let value = self.value(value);
        self.at(span);
        self.store(place, value, ty)
    }

    /// Lowers the compound assignment `place op= operand`, `++` and `--`. Returns the new value, or the old
    /// value if `post` is set.
    pub(super) fn update(
        &mut self,
        place: &Expr,
        update: &Update,
        operand: &Expr,
        post: bool,
        span: Span,
    ) -> Value {
        let ty = place.ty();
        let place = self.lvalue(place);
        let operand_value = self.value(operand);
        self.at(span);
        let old = self.load(place, ty);
        let new = match update {
            Update::Pointer(size, back) => self.move_pointer(old, operand_value, size, *back),
            Update::Arith(arith, compute) => {
                let wide = self.convert(old, ty, *compute);
                let result = self.arith(*arith, *compute, wide, operand_value, operand.ty());
                self.convert(result, *compute, ty)
            }
        };
        let kept = self.store(place, new, ty);
        if post { old } else { kept }
    }
}
