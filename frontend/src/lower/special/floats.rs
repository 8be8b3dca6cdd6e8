//! Lowers built-ins on floating-point numbers.
use crate::convert::compare_op;
use crate::lower::Lowerer;
use crate::typed::{Compare, Expr, FloatOp, FloatPairOp};
use symtool_ir::{Op, Type, Value};

/// Returns whether a floating-point type has single precision.
fn is_single(ty: Type) -> bool {
    match ty {
        Type::F32 => true,
        Type::F64 => false,
        Type::I1 | Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::I128 | Type::Ptr => {
            unreachable!("{ty} is not a floating-point type")
        }
    }
}

impl Lowerer<'_, '_> {
    fn float_bits(&mut self, value: Value) -> (Value, Type) {
        let ty = match is_single(self.b.func.ty(value)) {
            true => Type::I32,
            false => Type::I64,
        };
        (self.b.cast(Op::Bitcast, value, ty), ty)
    }

    fn sign_mask(&mut self, ty: Type) -> Value {
        self.b.iconst(ty, (1u128 << (ty.bits() - 1)) as i128)
    }

    fn infinity(&mut self, ty: Type) -> Value {
        let bits = match is_single(ty) {
            true => i128::from(f32::INFINITY.to_bits()),
            false => i128::from(f64::INFINITY.to_bits()),
        };
        self.b.iconst(ty, bits)
    }

    fn float_abs(&mut self, value: Value) -> Value {
        let float = self.b.func.ty(value);
        let (bits, ty) = self.float_bits(value);
        let sign = self.sign_mask(ty);
        let rest = self.b.pure(Op::Not, &[sign]);
        let bits = self.b.pure(Op::And, &[bits, rest]);
        self.b.cast(Op::Bitcast, bits, float)
    }

    pub(super) fn float_op(&mut self, op: FloatOp, a: &Expr, expr: &Expr) -> Value {
        let value = self.value(a);
        self.at(expr.span);
        let float = self.b.func.ty(value);
        match op {
            FloatOp::Abs => self.float_abs(value),
            FloatOp::SignBit => {
                let (bits, ty) = self.float_bits(value);
                let zero = self.b.iconst(ty, 0);
                let negative = self.b.pure(Op::Slt, &[bits, zero]);
                self.int_of(negative)
            }
            FloatOp::IsNan => {
                let nan = self.b.pure(Op::FNe, &[value, value]);
                self.int_of(nan)
            }
            FloatOp::IsInf => {
                let infinity = self.infinity(float);
                let size = self.float_abs(value);
                let infinite = self.b.pure(Op::FEq, &[size, infinity]);
                self.int_of(infinite)
            }
            FloatOp::InfSign => {
                let infinity = self.infinity(float);
                let minus = self.b.pure(Op::FNeg, &[infinity]);
                let plus = self.b.pure(Op::FEq, &[value, infinity]);
                let minus = self.b.pure(Op::FEq, &[value, minus]);
                let (plus, minus) = (self.int_of(plus), self.int_of(minus));
                self.b.pure(Op::Sub, &[plus, minus])
            }
            FloatOp::IsFinite => {
                let infinity = self.infinity(float);
                let size = self.float_abs(value);
                let finite = self.b.pure(Op::FLt, &[size, infinity]);
                self.int_of(finite)
            }
            FloatOp::IsNormal => {
                // In the 80-bit format of a `long double`, every nonzero `double` is a normal number.
                let least = match self.is_long_double(a.ty()) {
                    true => self.b.iconst(float, 1),
                    false => self.min_normal(float),
                };
                let infinity = self.infinity(float);
                let size = self.float_abs(value);
                let large = self.b.pure(Op::FGe, &[size, least]);
                let finite = self.b.pure(Op::FLt, &[size, infinity]);
                let both = self.b.pure(Op::And, &[large, finite]);
                self.int_of(both)
            }
        }
    }

    fn min_normal(&mut self, ty: Type) -> Value {
        let bits = match is_single(ty) {
            true => i128::from(f32::MIN_POSITIVE.to_bits()),
            false => i128::from(f64::MIN_POSITIVE.to_bits()),
        };
        self.b.iconst(ty, bits)
    }

    pub(super) fn float_pair(&mut self, op: FloatPairOp, a: &Expr, b: &Expr, expr: &Expr) -> Value {
        let ty = a.ty();
        let (x, y) = (self.value(a), self.value(b));
        self.at(expr.span);
        match op {
            FloatPairOp::CopySign => {
                let float = self.b.func.ty(x);
                let size = self.float_abs(x);
                let (size, ty) = self.float_bits(size);
                let (sign, _) = self.float_bits(y);
                let mask = self.sign_mask(ty);
                let sign = self.b.pure(Op::And, &[sign, mask]);
                let bits = self.b.pure(Op::Or, &[size, sign]);
                self.b.cast(Op::Bitcast, bits, float)
            }
            FloatPairOp::Ordered(Compare::Ne) => {
                let less = self.b.pure(Op::FLt, &[x, y]);
                let greater = self.b.pure(Op::FGt, &[x, y]);
                let either = self.b.pure(Op::Or, &[less, greater]);
                self.int_of(either)
            }
            FloatPairOp::Ordered(compare) => {
                let op = compare_op(self.types(), compare, ty);
                let truth = self.b.pure(op, &[x, y]);
                self.int_of(truth)
            }
            FloatPairOp::Unordered => {
                let nan_x = self.b.pure(Op::FNe, &[x, x]);
                let nan_y = self.b.pure(Op::FNe, &[y, y]);
                let either = self.b.pure(Op::Or, &[nan_x, nan_y]);
                self.int_of(either)
            }
        }
    }
}
