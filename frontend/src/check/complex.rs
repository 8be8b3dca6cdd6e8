//! Checks operations on complex numbers other than arithmetic: access to their parts, conversions, truth
//! values.
//!
//! A complex type is a record of two unnamed values ([`Types::complex_of`](crate::ctypes::Types::complex_of)), so
//! complex numbers are copied, passed and returned like records. An operation splits its operands into real and
//! imaginary parts, and may use each part several times. An operand that must not be evaluated twice is first stored in
//! a hidden local (a local variable that symtool adds to the function). The operation is then a statement expression
//! that sets and reads this local.
use super::Checker;
use super::builtin::Args;
use super::convert::bit_width;
use super::expr::prepend;
use crate::ctypes::{IntKind, Ty};
use crate::program::Checked;
use crate::typed::{Compare, Expr, ExprKind, Init, InitItem, MemberLocation, Stmt, StmtKind};
use lang_c::span::Span;

impl Checker<'_> {
    pub(super) fn is_complex(&self, expr: &Expr) -> bool {
        self.program.types.complex_part(expr.ty()).is_some()
    }

    /// Returns whether `a` and `b` are numbers and at least one of them is complex.
    pub(super) fn are_complex(&self, a: &Expr, b: &Expr) -> bool {
        self.are_complex_types(a.ty(), b.ty())
    }

    pub(super) fn are_complex_types(&self, a: Ty, b: Ty) -> bool {
        let types = &self.program.types;
        types.is_number(a)
            && types.is_number(b)
            && (types.complex_part(a).is_some() || types.complex_part(b).is_some())
    }

    /// Returns the imaginary number that a literal with the suffix `i` denotes.
    pub(super) fn imaginary(&mut self, number: Expr) -> Expr {
        let zero = self.zero(number.ty(), number.span);
        self.complex(zero, number)
    }

    /// Builds a complex number from the real part `re` and the imaginary part `im`, which have the same type.
    pub(super) fn complex(&mut self, re: Expr, im: Expr) -> Expr {
        let (ty, span) = (self.program.types.complex_of(re.ty()), re.span);
        Expr::new(ExprKind::Complex(Box::new(re), Box::new(im)), ty, span)
    }

    pub(super) fn zero(&mut self, ty: Ty, span: Span) -> Expr {
        let kind = match self.program.types.is_float(ty) {
            true => ExprKind::Float(0.0),
            false => ExprKind::Int(0),
        };
        Expr::new(kind, ty, span)
    }

    pub(super) fn is_constant_complex(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Complex(..)) && self.is_constant_value(expr)
    }

    // ---- Operands that are used more than once.

    /// Returns whether the expression is constant, so that it may be evaluated again at any time.
    fn is_constant_value(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Complex(re, im) => self.is_constant_value(re) && self.is_constant_value(im),
            _ if self.program.types.is_scalar(expr.ty()) => self.program.constant(expr).is_some(),
            _ => false,
        }
    }

    /// Returns whether an expression has no side effects and is cheap to evaluate a second time.
    fn is_cheap_to_repeat(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Load(place) => !place.qty.is_volatile() && is_simple_lvalue(place),
            _ => self.is_constant_value(expr),
        }
    }

    /// Stores a value in a hidden local variable (one that symtool adds to the function), by a statement added to
    /// `stmts`. Returns a load of the variable.
    pub(super) fn bind_value(&mut self, value: Expr, stmts: &mut Vec<Stmt>) -> Checked<Expr> {
        let (ty, span) = (value.ty(), value.span);
        self.refuse_variable_copy(ty, span)?;
        let local = self.new_local(span, "value", ty.into())?;
        let size = self.program.types.size(ty).unwrap_or(0);
        let items = vec![InitItem {
            offset: 0,
            bits: None,
            value,
        }];
        let whole = true;
        let init = Init { items, size, whole };
        stmts.push(Stmt {
            kind: StmtKind::Declare(local, Some(init)),
            span,
        });
        Ok(self.as_value(Expr::new(ExprKind::Local(local), ty, span)))
    }

    /// Returns an expression with the value of `value` that may be evaluated more than once: `value` itself if it is
    /// constant, otherwise a load of a hidden local variable that a statement added to `stmts` sets.
    pub(super) fn reusable(&mut self, value: Expr, stmts: &mut Vec<Stmt>) -> Checked<Expr> {
        if self.is_constant_value(&value) {
            return Ok(value);
        }
        self.bind_value(value, stmts)
    }

    /// Returns expressions with the values of the operands `a` and `b` that may be evaluated more than once: `a` and
    /// `b` themselves if a second evaluation of each is cheap, else the results of [`Self::reusable`].
    pub(super) fn both_reusable(
        &mut self,
        a: Expr,
        b: Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Checked<(Expr, Expr)> {
        if self.is_cheap_to_repeat(&a) && self.is_cheap_to_repeat(&b) {
            return Ok((a, b));
        }
        Ok((self.reusable(a, stmts)?, self.reusable(b, stmts)?))
    }

    /// Returns the lvalue `place` in a form that may be evaluated more than once: `place` itself if it consists of
    /// variables, members and dereferenced pointer variables. Otherwise the address of `place` is first stored in a
    /// hidden local variable, by a statement added to `stmts`.
    pub(super) fn reusable_lvalue(&mut self, place: Expr, stmts: &mut Vec<Stmt>) -> Checked<Expr> {
        if is_simple_lvalue(&place) {
            return Ok(place);
        }
        let (qty, span) = (place.qty, place.span);
        if bit_width(&place).is_some() {
            return Err(self.unsupported(span, "assignment of complex results to bit-fields is"));
        }
        self.mark_in_memory(&place);
        let pointer = self.program.types.pointer_to(qty);
        let address = Expr::new(ExprKind::AddrOf(Box::new(place)), pointer, span);
        let address = self.bind_value(address, stmts)?;
        Ok(Expr::new(ExprKind::Deref(Box::new(address)), qty, span))
    }

    /// Returns the real part of a complex number, or the imaginary part if `second` is set. The part of an
    /// lvalue is an lvalue.
    pub(super) fn part_of(&mut self, whole: Expr, second: bool) -> Expr {
        let types = &self.program.types;
        let Some(part) = types.complex_part(whole.ty()) else {
            return whole;
        };
        let offset = match second {
            true => types.size(part).unwrap_or(0),
            false => 0,
        };
        let fixed = self.is_constant_value(&whole);
        let (quals, span) = (whole.qty.quals, whole.span);
        match whole.kind {
            ExprKind::Complex(re, im) if fixed => *if second { im } else { re },
            ExprKind::Load(place) => {
                let part = self.part_of(*place, second);
                self.as_value(part)
            }
            _ => {
                let place = MemberLocation { offset, bits: None };
                let mut part = Expr::new(ExprKind::Member(Box::new(whole), place), part, span);
                part.qty.quals = quals;
                part
            }
        }
    }

    /// Returns the real and the imaginary part of the number `kept`, an expression that may be evaluated more than
    /// once.
    pub(super) fn parts(&mut self, kept: &Expr) -> (Expr, Expr) {
        (
            self.part_of(kept.clone(), false),
            self.part_of(kept.clone(), true),
        )
    }

    // ---- Conversions.

    /// Converts a number from or to a complex type.
    pub(super) fn convert_complex(&mut self, expr: Expr, to: Ty) -> Expr {
        let span = expr.span;
        let Some(part) = self.program.types.complex_part(to) else {
            let value = match self.program.types.is_bool(to) {
                true => self.complex_truth(expr),
                false => self.part_of(expr, false),
            };
            return self.convert_unchecked(value, to);
        };
        if !self.is_complex(&expr) {
            let re = self.convert_unchecked(expr, part);
            let im = self.zero(part, span);
            return self.complex(re, im);
        }
        let mut stmts = Vec::new();
        let Ok(kept) = self.reusable(expr, &mut stmts) else {
            let zero = self.zero(part, span); // an error has been reported already
            return self.complex(zero.clone(), zero);
        };
        let (re, im) = self.parts(&kept);
        let re = self.convert_unchecked(re, part);
        let im = self.convert_unchecked(im, part);
        let result = self.complex(re, im);
        prepend(stmts, result)
    }

    /// Returns the comparison of a complex number with zero: 1, of type `int`, if the number is nonzero, else
    /// 0.
    pub(super) fn complex_truth(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let int = self.int_ty();
        let mut stmts = Vec::new();
        let Ok(kept) = self.reusable(value, &mut stmts) else {
            return self.zero(int, span); // an error has been reported already
        };
        let (re, im) = self.parts(&kept);
        let zero = self.zero(re.ty(), span);
        let differ = self.compare_parts(Compare::Ne, (re, im), (zero.clone(), zero), span);
        prepend(stmts, differ)
    }

    /// Returns the type of the real and imaginary parts of the result of an operation on operands of types `a` and
    /// `b`. If an operand is real, its type must already be promoted. The parts of a complex operand are not
    /// promoted: `_Complex char` has parts of type `char`.
    pub(super) fn common_part(&mut self, a: Ty, b: Ty) -> Ty {
        let types = &self.program.types;
        let (a, b) = (
            types.complex_part(a).unwrap_or(a),
            types.complex_part(b).unwrap_or(b),
        );
        if types.is_float(a) || types.is_float(b) {
            return self.common_type(a, b);
        }
        let (Some(x), Some(y)) = (types.int_kind(a), types.int_kind(b)) else {
            return a;
        };
        let order = |kind: IntKind| (kind.bits(), kind.rank(), !types.kind_is_signed(kind));
        let wider = if order(x) >= order(y) { x } else { y };
        // If the parts of both operands have the same width and one of their types is unsigned, the result is unsigned.
        let unsigned = [x, y]
            .iter()
            .any(|&kind| kind.bits() == wider.bits() && !types.kind_is_signed(kind));
        let common = if unsigned { wider.to_unsigned() } else { wider };
        match (a == b, common == x, common == y) {
            (true, ..) | (_, true, _) => a,
            (_, _, true) => b,
            _ => self.program.types.int_of(common),
        }
    }

    /// Converts the numbers `a` and `b` to their common complex type.
    pub(super) fn usual_complex(&mut self, a: Expr, b: Expr) -> (Expr, Expr) {
        let (a, b) = (self.promote_if_integer(a), self.promote_if_integer(b));
        let part = self.common_part(a.ty(), b.ty());
        let whole = self.program.types.complex_of(part);
        (
            self.convert_unchecked(a, whole),
            self.convert_unchecked(b, whole),
        )
    }

    // ---- Comparison.

    /// Compares `a` and `b`, at least one of them complex, with `==` or `!=`.
    pub(super) fn compare_complex(
        &mut self,
        compare: Compare,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Checked<Expr> {
        let (a, b) = self.usual_complex(a, b);
        let mut stmts = Vec::new();
        let (a, b) = self.both_reusable(a, b, &mut stmts)?;
        let (a, b) = (self.parts(&a), self.parts(&b));
        let result = self.compare_parts(compare, a, b, span);
        Ok(prepend(stmts, result))
    }

    fn compare_parts(
        &mut self,
        compare: Compare,
        a: (Expr, Expr),
        b: (Expr, Expr),
        span: Span,
    ) -> Expr {
        let int = self.int_ty();
        let one = |x, y| {
            let kind = ExprKind::Compare(compare, Box::new(x), Box::new(y));
            Box::new(Expr::new(kind, int, span))
        };
        let (re, im) = (one(a.0, b.0), one(a.1, b.1));
        let kind = match compare {
            Compare::Eq => ExprKind::And(re, im),
            Compare::Ne | Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge => {
                ExprKind::Or(re, im) // complex numbers are compared only by `==` and `!=`
            }
        };
        Expr::new(kind, int, span)
    }

    // ---- Syntax.

    /// Checks `__real__ e`, or `__imag__ e` if `second` is set. For a real number `e`, the parts are `e` and
    /// zero.
    pub(super) fn part_of_complex(
        &mut self,
        args: Args<'_>,
        second: bool,
        span: Span,
    ) -> Checked<Expr> {
        let node = self.arg(args, 0, span)?;
        let operand = self.operand(node)?;
        if self.is_complex(&operand) {
            return Ok(self.part_of(operand, second));
        }
        let ty = operand.ty();
        if !self.program.types.is_arithmetic(ty) {
            let name = self.type_name(ty);
            let operator = if second { "__imag__" } else { "__real__" };
            let message = format!("`{operator}` requires a number, found `{name}`");
            return Err(self.error(span, "type", message));
        }
        if !second {
            return Ok(operand);
        }
        let zero = self.zero(ty, span);
        let value = self.as_value(operand);
        if self.program.constant(&value).is_some() {
            return Ok(zero);
        }
        let kind = ExprKind::Comma(Box::new(value), Box::new(zero));
        Ok(Expr::new(kind, ty, span))
    }

    /// Checks `__builtin_complex(re, im)`.
    pub(super) fn complex_of_parts(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let (re, im) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let (re, im) = (self.value(re)?, self.value(im)?);
        if re.ty() != im.ty() || !self.program.types.is_float(re.ty()) {
            let (x, y) = (self.type_name(re.ty()), self.type_name(im.ty()));
            let message = format!(
                "`__builtin_complex` requires two floating-point numbers of one type, found `{x}` and `{y}`"
            );
            return Err(self.error(span, "type", message));
        }
        Ok(self.complex(re, im))
    }
}

fn is_simple_lvalue(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Local(_) | ExprKind::Symbol(_) => true,
        ExprKind::Member(base, place) => place.bits.is_none() && is_simple_lvalue(base),
        ExprKind::Deref(pointer) => {
            matches!(&pointer.kind, ExprKind::Load(p) if matches!(p.kind, ExprKind::Local(_)))
        }
        _ => false,
    }
}
