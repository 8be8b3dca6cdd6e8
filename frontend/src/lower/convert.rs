//! Lowers conversions between scalar types to IR operators.
use super::Lowerer;
use crate::convert::{Step, conversion, wrap_ops};
use crate::ctypes::Ty;
use symtool_ir::{Op, Type, Value};

impl Lowerer<'_, '_> {
    /// Converts a scalar value from the C type `from` to the C type `to`.
    pub(super) fn convert(&mut self, mut value: Value, from: Ty, to: Ty) -> Value {
        let Some(steps) = conversion(self.types(), from, to) else {
            return value;
        };
        self.note_conversion(value, from, to);
        for step in steps {
            value = match step {
                Step::Cast(op, ty) => self.b.cast(op, value, ty),
                Step::NonZero => self.non_zero(value),
                Step::Wrap(bits, signed) => self.wrap(value, bits, signed),
            };
        }
        value
    }

    /// Truncates `value`, the result of arithmetic, to the number of bits of its C type `ty`. Only the type of a wide
    /// bit-field has fewer bits than its storage.
    pub(super) fn wrap_to_precision(&mut self, value: Value, ty: Ty) -> Value {
        match crate::convert::wrap_to_precision(self.types(), ty) {
            Some(Step::Wrap(bits, signed)) => self.wrap(value, bits, signed),
            _ => value,
        }
    }

    /// Truncates a value to `bits` bits, and extends it to its original width: by its sign if `signed`, else by
    /// zeros.
    pub(super) fn wrap(&mut self, value: Value, bits: u32, signed: bool) -> Value {
        let ty = self.b.func.ty(value);
        wrap_ops(ty.bits(), bits, signed)
            .into_iter()
            .fold(value, |value, (op, right)| {
                let right = self.b.iconst(ty, right as i128);
                self.b.pure(op, &[value, right])
            })
    }

    /// Returns an `i1` that is 1 if a scalar value is nonzero. A value of type `i1` is returned unchanged.
    pub(super) fn non_zero(&mut self, value: Value) -> Value {
        let ty = self.b.func.ty(value);
        if ty == Type::I1 {
            return value;
        }
        let zero = self.b.iconst(ty, 0);
        let op = if ty.is_float() { Op::FNe } else { Op::Ne };
        self.b.pure(op, &[value, zero])
    }

    /// Converts an `i1` to a C `int` or another integer type.
    pub(super) fn truth_as(&mut self, truth: Value, to: Type) -> Value {
        if to == Type::I1 {
            return truth;
        }
        self.b.cast(Op::Zext, truth, to)
    }

    /// Converts a value to the IR type `to` without regard to its C type. A call needs this conversion if the type of
    /// the called function does not fit the call.
    pub(super) fn coerce(&mut self, value: Value, to: Type) -> Value {
        let from = self.b.func.ty(value);
        if from == to {
            return value;
        }
        let bits = match from {
            Type::Ptr => self.b.cast(Op::PtrToInt, value, Type::I64),
            Type::F32 => self.b.cast(Op::Bitcast, value, Type::I32),
            Type::F64 => self.b.cast(Op::Bitcast, value, Type::I64),
            Type::I1 | Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::I128 => value,
        };
        let target = Type::int(to.bits()).unwrap_or(Type::I64);
        let from = self.b.func.ty(bits);
        let op = if from.bits() > target.bits() {
            Op::Trunc
        } else {
            Op::Sext
        };
        let bits = self.b.cast(op, bits, target);
        match to {
            Type::Ptr => self.b.cast(Op::IntToPtr, bits, to),
            Type::F32 | Type::F64 => self.b.cast(Op::Bitcast, bits, to),
            Type::I1 | Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::I128 => bits,
        }
    }
}
