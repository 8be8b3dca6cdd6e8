//! Arithmetic of complex numbers, in terms of their real and imaginary parts.
//!
//! - In a floating-point operation, a real operand is not converted to a complex number. The imaginary part 0 of a
//!   converted operand would change the signs of zeros in the result and turn infinities into NaNs. There is one
//!   exception: a real dividend is converted, because the library function for quotients has only complex operands.
//! - A product or quotient of two complex floating-point numbers becomes a call of a library function such as
//!   `__muldc3`, which handles overflow. Only a product of constants is computed at compile time, and only if all its
//!   multiplications and additions are exact.
//! - Complex integers are divided by Smith's method in their own type, as in gcc.
use super::Checker;
use super::expr::prepend;
use crate::consteval::Const;
use crate::ctypes::Kind;
use crate::program::Checked;
use crate::typed::{Arith, Call, Compare, Expr, ExprKind, Stmt, StmtKind};
use lang_c::ast::BinaryOperator;
use lang_c::span::Span;

impl Checker<'_> {
    /// Builds the expression `a arith b`, where `arith` is `+`, `-`, `*` or `/` and at least one of the numbers is
    /// complex.
    pub(super) fn complex_arith(
        &mut self,
        arith: Arith,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Checked<Expr> {
        let (a, b) = (self.promote_if_integer(a), self.promote_if_integer(b));
        let part = self.common_part(a.ty(), b.ty());
        let whole = self.program.types.complex_of(part);
        let float = self.program.types.is_float(part);
        let real = |c: &Self, e: &Expr| float && !c.is_complex(e);
        let (real_a, real_b) = (arith != Arith::Div && real(self, &a), real(self, &b));
        let a = self.convert_unchecked(a, if real_a { part } else { whole });
        let b = self.convert_unchecked(b, if real_b { part } else { whole });
        let mut stmts = Vec::new();
        let (a, b) = self.both_reusable(a, b, &mut stmts)?;
        let result = if real_b {
            let (re, im) = self.parts(&a);
            let im = match arith {
                Arith::Mul | Arith::Div => self.part_arith(arith, im, b.clone(), span),
                Arith::Add | Arith::Sub => im,
                Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => {
                    return Err(self.internal(span, "an integer operator on complex numbers"));
                }
            };
            let re = self.part_arith(arith, re, b, span);
            self.complex(re, im)
        } else if real_a {
            let (re, im) = self.parts(&b);
            let im = match arith {
                Arith::Mul => self.part_arith(arith, a.clone(), im, span),
                Arith::Sub => self.negate_part(im, span),
                Arith::Add | Arith::Div => im, // division does not occur here: a real dividend has been made complex
                Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => {
                    return Err(self.internal(span, "an integer operator on complex numbers"));
                }
            };
            let re = self.part_arith(arith, a, re, span);
            self.complex(re, im)
        } else {
            let (a, b) = (self.parts(&a), self.parts(&b));
            self.complex_pair(arith, a, b, span)?
        };
        Ok(prepend(stmts, result))
    }

    fn complex_pair(
        &mut self,
        arith: Arith,
        a: (Expr, Expr),
        b: (Expr, Expr),
        span: Span,
    ) -> Checked<Expr> {
        let float = self.program.types.is_float(a.0.ty());
        match arith {
            Arith::Mul if float => match self.exact_product(&a, &b, span) {
                Some(product) => Ok(product),
                None => self.complex_call(["__mulsc3", "__muldc3", "__mulxc3"], a, b, span),
            },
            Arith::Div if float => {
                self.complex_call(["__divsc3", "__divdc3", "__divxc3"], a, b, span)
            }
            Arith::Mul => {
                let mut product =
                    |x: &Expr, y: &Expr| self.part_arith(Arith::Mul, x.clone(), y.clone(), span);
                let (rr, ii) = (product(&a.0, &b.0), product(&a.1, &b.1));
                let (ri, ir) = (product(&a.0, &b.1), product(&a.1, &b.0));
                let re = self.part_arith(Arith::Sub, rr, ii, span);
                let im = self.part_arith(Arith::Add, ri, ir, span);
                Ok(self.complex(re, im))
            }
            Arith::Div => self.divide_integers(a, b, span),
            Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr => {
                Err(self.internal(span, "an integer operator on complex numbers"))
            }
            Arith::Add | Arith::Sub => {
                let re = self.part_arith(arith, a.0, b.0, span);
                let im = self.part_arith(arith, a.1, b.1, span);
                Ok(self.complex(re, im))
            }
        }
    }

    /// Returns `a arith b`, where `a` and `b` are parts (real or imaginary) of complex numbers and have the same
    /// type. If this type is narrower than `int`, C computes in `int`, so the result is converted back to the type of
    /// the parts.
    pub(super) fn part_arith(&mut self, arith: Arith, a: Expr, b: Expr, span: Span) -> Expr {
        let part = a.ty();
        let compute = self.promoted_type(part);
        let a = self.convert_unchecked(a, compute);
        let b = self.convert_unchecked(b, compute);
        let result = self.arith(arith, a, b, compute, span);
        self.convert_unchecked(result, part)
    }

    pub(super) fn negate_part(&mut self, value: Expr, span: Span) -> Expr {
        let part = value.ty();
        let compute = self.promoted_type(part);
        let value = self.convert_unchecked(value, compute);
        let result = Expr::new(ExprKind::Neg(Box::new(value)), compute, span);
        self.convert_unchecked(result, part)
    }

    /// Checks `-z`, which negates both parts of a complex number, if `both` is set. Otherwise checks `~z`, the
    /// conjugate, which negates the imaginary part only.
    pub(super) fn negate_complex(&mut self, value: Expr, both: bool, span: Span) -> Checked<Expr> {
        let mut stmts = Vec::new();
        let kept = self.reusable(value, &mut stmts)?;
        let (re, im) = self.parts(&kept);
        let re = if both { self.negate_part(re, span) } else { re };
        let im = self.negate_part(im, span);
        let result = self.complex(re, im);
        Ok(prepend(stmts, result))
    }

    // ---- Products and quotients.

    /// Returns the product of the complex constants `a` and `b`, each given by its real and imaginary part. Returns
    /// `None` if a multiplication or addition that computes the product is inexact: the library function that the
    /// compiled program calls could then return another value.
    fn exact_product(&mut self, a: &(Expr, Expr), b: &(Expr, Expr), span: Span) -> Option<Expr> {
        let value = |e: &Expr| match self.program.exact_constant(e)? {
            Const::Bits(bits) if bits.width() == 32 => {
                Some(f64::from(f32::from_bits(bits.unsigned() as u32)))
            }
            Const::Bits(bits) => Some(f64::from_bits(bits.low_u64())),
            Const::Address(..) => None,
        };
        let ((ar, ai), (br, bi)) = ((value(&a.0)?, value(&a.1)?), (value(&b.0)?, value(&b.1)?));
        let part = a.0.ty();
        let single = matches!(self.program.types.kind(part), Kind::Float);
        let re = exact_sum(exact_times(ar, br)?, -exact_times(ai, bi)?)?;
        let im = exact_sum(exact_times(ar, bi)?, exact_times(ai, br)?)?;
        if single && [re, im].iter().any(|&x| f64::from(x as f32) != x) {
            return None;
        }
        let number = |value| Expr::new(ExprKind::Float(value), part, span);
        Some(self.complex(number(re), number(im)))
    }

    /// Returns a call of a library function. The four arguments are the real and imaginary parts of `a` and `b`.
    /// `names` are the names of the function for `float`, `double` and `long double`.
    fn complex_call(
        &mut self,
        names: [&str; 3],
        a: (Expr, Expr),
        b: (Expr, Expr),
        span: Span,
    ) -> Checked<Expr> {
        let part = a.0.ty();
        let (name, compute) = match self.program.types.kind(part) {
            Kind::Float => (names[0], part),
            Kind::LongDouble => (names[2], part),
            _ => (names[1], self.program.types.double()),
        };
        let result = self.program.types.complex_of(compute);
        let known = self.declare_builtin(name, span);
        let wanted = crate::prototypes::prototype(&mut self.program.types, name);
        let Some((id, ty)) = known
            .map(|id| (id, self.program.symbol(id).ty))
            .filter(|(_, ty)| Some(*ty) == wanted)
        else {
            let message = format!("conflicting types for library function `{name}`");
            return Err(self.error(span, "undeclared", message));
        };
        self.note_use(id, span);
        let callee = Expr::new(ExprKind::Symbol(id), ty, span);
        let pointer = self.program.types.pointer_to(ty);
        let callee = Expr::new(ExprKind::Decay(Box::new(callee)), pointer, span);
        let args = [a.0, a.1, b.0, b.1]
            .into_iter()
            .map(|arg| self.convert_unchecked(arg, compute))
            .collect();
        let text = None;
        let call = Call {
            callee,
            ty,
            args,
            text,
        };
        let value = Expr::new(ExprKind::Call(Box::new(call)), result, span);
        let whole = self.program.types.complex_of(part);
        Ok(self.convert_unchecked(value, whole))
    }

    /// Divides complex integers by Smith's method, which scales by the part of the divisor with the larger
    /// magnitude.
    fn divide_integers(&mut self, a: (Expr, Expr), b: (Expr, Expr), span: Span) -> Checked<Expr> {
        let int = self.int_ty();
        let (x, y) = (
            self.magnitude(b.0.clone(), span),
            self.magnitude(b.1.clone(), span),
        );
        let compare = ExprKind::Compare(Compare::Lt, Box::new(x), Box::new(y));
        let condition = Expr::new(compare, int, span);
        let known = self.program.constant_truth(&condition);
        if let Some(swapped) = known {
            return self.divide_one_way(swapped, &a, &b, span);
        }
        let first = self.divide_one_way(true, &a, &b, span)?;
        let second = self.divide_one_way(false, &a, &b, span)?;
        let ty = first.ty();
        let kind = ExprKind::Cond(Box::new(condition), Box::new(first), Box::new(second));
        Ok(Expr::new(kind, ty, span))
    }

    fn divide_one_way(
        &mut self,
        imaginary_first: bool,
        a: &(Expr, Expr),
        b: &(Expr, Expr),
        span: Span,
    ) -> Checked<Expr> {
        let mut stmts = Vec::new();
        let (large, small) = match imaginary_first {
            true => (b.1.clone(), b.0.clone()),
            false => (b.0.clone(), b.1.clone()),
        };
        let ratio = self.part_arith(Arith::Div, small.clone(), large.clone(), span);
        let ratio = self.reusable(ratio, &mut stmts)?;
        let scaled = |c: &mut Self, x: Expr| c.part_arith(Arith::Mul, x, ratio.clone(), span);
        let divisor = scaled(self, small);
        let divisor = self.part_arith(Arith::Add, divisor, large, span);
        let divisor = self.reusable(divisor, &mut stmts)?;
        let (re, im) = a.clone();
        let (scaled_re, scaled_im) = (scaled(self, re.clone()), scaled(self, im.clone()));
        let (re, im) = match imaginary_first {
            true => (
                self.part_arith(Arith::Add, scaled_re, im, span),
                self.part_arith(Arith::Sub, scaled_im, re, span),
            ),
            false => (
                self.part_arith(Arith::Add, scaled_im, re, span),
                self.part_arith(Arith::Sub, im, scaled_re, span),
            ),
        };
        let re = self.part_arith(Arith::Div, re, divisor.clone(), span);
        let im = self.part_arith(Arith::Div, im, divisor, span);
        let result = self.complex(re, im);
        Ok(prepend(stmts, result))
    }

    fn magnitude(&mut self, value: Expr, span: Span) -> Expr {
        let ty = value.ty();
        if !self.program.types.is_signed(ty) {
            return value;
        }
        let int = self.int_ty();
        let zero = self.zero(ty, span);
        let below = ExprKind::Compare(Compare::Lt, Box::new(value.clone()), Box::new(zero));
        let below = Expr::new(below, int, span);
        let negative = self.negate_part(value.clone(), span);
        let kind = ExprKind::Cond(Box::new(below), Box::new(negative), Box::new(value));
        Expr::new(kind, ty, span)
    }

    // ---- Updates.

    /// Checks `target op= operand`, where at least one of the two is complex, or the target is a vector.
    pub(super) fn update_complex(
        &mut self,
        operator: &BinaryOperator,
        target: Expr,
        operand: Expr,
        span: Span,
    ) -> Checked<Expr> {
        let mut stmts = Vec::new();
        let place = self.reusable_lvalue(target, &mut stmts)?;
        let operand = self.reusable(operand, &mut stmts)?;
        let old = self.as_value(place.clone());
        let result = self.binary(operator, old, operand, span)?;
        let result = self.assign_to(result, place.qty, span, "assignment")?;
        let ty = place.ty();
        let kind = ExprKind::Assign(Box::new(place), Box::new(result));
        Ok(prepend(stmts, Expr::new(kind, ty, span)))
    }

    /// Checks the increment of a complex number, or the decrement if `back` is set: adds 1 to the real part, or
    /// subtracts 1. If `post` is set, the value of the expression is the number before the update.
    pub(super) fn step_complex(
        &mut self,
        place: Expr,
        back: bool,
        post: bool,
        span: Span,
    ) -> Checked<Expr> {
        let mut stmts = Vec::new();
        let place = self.reusable_lvalue(place, &mut stmts)?;
        let value = self.as_value(place.clone());
        let before = match post {
            true => Some(self.bind_value(value.clone(), &mut stmts)?),
            false => None,
        };
        let re = self.part_of(place, false);
        let step = self.step_arithmetic(re, back, false, span);
        stmts.push(Stmt {
            kind: StmtKind::Expr(step),
            span,
        });
        Ok(prepend(stmts, before.unwrap_or(value)))
    }
}

/// Returns the product of `a` and `b` if the multiplication is exact, else `None`.
fn exact_times(a: f64, b: f64) -> Option<f64> {
    let product = a * b;
    let small = product != 0.0 && product.abs() < 1e-200; // the rounding error of a tiny product could underflow
    let lost = product == 0.0 && a != 0.0 && b != 0.0;
    let exact = product.is_finite() && !small && !lost && a.mul_add(b, -product) == 0.0;
    exact.then_some(product)
}

/// Returns the sum of `a` and `b` if the addition is exact, else `None` (Knuth's TwoSum).
fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let sum = a + b;
    let of_b = sum - a;
    let lost = (a - (sum - of_b)) + (b - of_b);
    (sum.is_finite() && lost == 0.0).then_some(sum)
}
