//! Implicit conversions: lvalue conversion, decay, promotions, usual arithmetic conversions, assignment.
use super::Checker;
use crate::ctypes::{IntKind, Kind, QTy, Quals, Ty, Types};
use crate::program::Checked;
use crate::typed::{Expr, ExprKind};
use lang_c::ast;
use lang_c::span::{Node, Span};
use std::cmp::Ordering;

impl Checker<'_> {
    /// Checks an expression and returns its value: loads lvalues and decays arrays and functions to pointers.
    pub(super) fn value(&mut self, expr: &Node<ast::Expression>) -> Checked<Expr> {
        let expr = self.operand(expr)?;
        Ok(self.as_value(expr))
    }

    /// Checks an expression and returns its value; reports an error unless the value is a scalar. Lvalues are loaded;
    /// arrays and functions decay to pointers.
    pub(super) fn scalar(&mut self, expr: &Node<ast::Expression>) -> Checked<Expr> {
        let value = self.value(expr)?;
        self.as_scalar(value)
    }

    /// Converts a value to a scalar. A complex number `z` is converted to `z != 0`.
    pub(super) fn as_scalar(&mut self, value: Expr) -> Checked<Expr> {
        let span = value.span;
        if self.program.types.is_scalar(value.ty()) {
            return Ok(value);
        }
        if self.program.types.complex_part(value.ty()).is_some() {
            return Ok(self.complex_truth(value));
        }
        let name = self.type_name(value.ty());
        Err(self.error(
            span,
            "type",
            format!("expected an arithmetic or pointer value, found `{name}`"),
        ))
    }

    /// Loads an lvalue; decays arrays and functions to pointers.
    pub(super) fn as_value(&mut self, expr: Expr) -> Expr {
        let span = expr.span;
        self.warn_of_precision(expr.ty(), span);
        match self.program.types.kind(expr.ty()) {
            Kind::Array(elem, _) => {
                let elem = *elem;
                self.mark_in_memory(&expr);
                let ty = self.program.types.pointer_to(elem);
                Expr::new(ExprKind::Decay(Box::new(expr)), ty, span)
            }
            Kind::Function(_) => {
                self.note_address(&expr, true);
                let ty = self.program.types.pointer_to(expr.ty());
                Expr::new(ExprKind::Decay(Box::new(expr)), ty, span)
            }
            Kind::Void => expr,
            _ if expr.is_lvalue() => {
                let ty = expr.ty();
                Expr::new(ExprKind::Load(Box::new(expr)), ty, span)
            }
            _ => expr,
        }
    }

    /// Adds 1 to the number of uses that take the address of the function `designator`, or subtracts 1 if `taken` is
    /// unset. Each decay to a pointer adds 1. For the callee of a call, the call then subtracts this 1, because it does
    /// not take the address.
    pub(super) fn note_address(&mut self, designator: &Expr, taken: bool) {
        if let ExprKind::Symbol(id) = designator.kind {
            let count = self.program.address_taken.entry(id).or_insert(0);
            *count = if taken {
                count.saturating_add(1)
            } else {
                count.saturating_sub(1)
            };
        }
    }

    /// Converts an expression to the type `to` without checking the types. Integer constants are folded.
    pub(super) fn convert_unchecked(&mut self, mut expr: Expr, to: Ty) -> Expr {
        if expr.ty() == to {
            expr.qty = expr.ty().into();
            return expr;
        }
        let span = expr.span;
        self.warn_of_precision(to, span);
        if self.program.types.is_void(to) {
            return Expr::new(ExprKind::Discard(Box::new(expr)), to, span);
        }
        if self.is_complex(&expr) || self.program.types.complex_part(to).is_some() {
            return self.convert_complex(expr, to);
        }
        if let Some(value) = self.float_to_int_constant(&expr, to) {
            return self.int_expr(value, to, span);
        }
        let is_int = matches!(expr.kind, ExprKind::Int(_));
        let node = Expr::new(ExprKind::Convert(Box::new(expr)), to, span);
        if is_int
            && self.program.types.is_integer(to)
            && let Some(crate::consteval::Const::Bits(bits)) = self.program.constant(&node)
        {
            return Expr::new(ExprKind::Int(bits.unsigned()), to, span);
        }
        node
    }

    /// Converts a floating-point constant to the integer type `to`. The conversion of a value that `to` cannot
    /// represent is undefined (C11 §6.3.1.4); like gcc's constant folding, symtool then returns the nearest value of
    /// `to`. Returns `None` if `expr` is not a floating-point constant or `to` is not an integer type of at most 64
    /// bits. Also returns `None` if the evaluation of `expr` rounds a `long double`: the compiled program may then
    /// compute another value.
    fn float_to_int_constant(&self, expr: &Expr, to: Ty) -> Option<i128> {
        let types = &self.program.types;
        let kind = types.int_kind(to).filter(|kind| kind.bits() <= 64)?;
        if !types.is_float(expr.ty()) {
            return None;
        }
        let crate::consteval::Const::Bits(bits) = self.program.exact_constant(expr)? else {
            return None;
        };
        let value = match bits.width() {
            32 => f64::from(f32::from_bits(bits.unsigned() as u32)),
            _ => f64::from_bits(bits.low_u64()),
        };
        let bits = types.precision(to).unwrap_or(kind.bits());
        let (low, high) = match types.kind_is_signed(kind) {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        Some((value as i128).clamp(low, high))
    }

    /// Returns the type to which integer promotion converts a value of type `ty`.
    pub(super) fn promoted_type(&mut self, ty: Ty) -> Ty {
        if self.program.types.is_bool(ty) {
            return self.int_ty();
        }
        if self.program.types.precision(ty).is_some() {
            return ty;
        }
        match self.program.types.int_kind(ty) {
            Some(kind) if kind.rank() < IntKind::Int.rank() => self.int_ty(),
            // An enumeration is promoted like its underlying type.
            Some(kind) => self.program.types.int_of(kind),
            None => ty,
        }
    }

    /// Applies integer promotion. A bit-field of at most 32 bits becomes `int`, or `unsigned` if it is unsigned and
    /// has 32 bits. A wider bit-field is promoted to a type with the width of the field: `long x : 40` to a 40-bit
    /// type.
    pub(super) fn promote(&mut self, expr: Expr) -> Expr {
        let ty = match (bit_width(&expr), self.program.types.int_kind(expr.ty())) {
            (Some(width), Some(kind)) => self.promoted_field(width, kind),
            _ => self.promoted_type(expr.ty()),
        };
        self.convert_unchecked(expr, ty)
    }

    /// Returns the type to which gcc promotes a bit-field with the width `width` and the declared type `kind`.
    fn promoted_field(&mut self, width: u32, kind: IntKind) -> Ty {
        let types = &mut self.program.types;
        if width < 32 || (width == 32 && types.kind_is_signed(kind)) {
            types.int_of(IntKind::Int)
        } else if width == 32 {
            types.int_of(IntKind::UInt)
        } else if width < kind.bits() {
            types.of(Kind::Precise(kind, width))
        } else {
            types.int_of(kind)
        }
    }

    /// Applies the default argument promotions.
    pub(super) fn promote_argument(&mut self, expr: Expr) -> Expr {
        if matches!(self.program.types.kind(expr.ty()), Kind::Float) {
            let double = self.program.types.double();
            return self.convert_unchecked(expr, double);
        }
        if self.program.types.is_integer(expr.ty()) {
            return self.promote(expr);
        }
        expr
    }

    /// Returns the common type of the arithmetic types `a` and `b`, by the usual arithmetic conversions (C11
    /// §6.3.1.8).
    pub(super) fn common_type(&mut self, a: Ty, b: Ty) -> Ty {
        for kind in [Kind::LongDouble, Kind::Double, Kind::Float] {
            if *self.program.types.kind(a) == kind || *self.program.types.kind(b) == kind {
                return self.program.types.of(kind);
            }
        }
        let (a, b) = (self.promoted_type(a), self.promoted_type(b));
        let (Some(x), Some(y)) = (
            self.program.types.int_kind(a),
            self.program.types.int_kind(b),
        ) else {
            return a;
        };
        if let Some(common) = self.more_precise(a, b) {
            return common;
        }
        let is_signed = |kind| self.program.types.kind_is_signed(kind);
        let common = if is_signed(x) == is_signed(y) {
            if x.rank() >= y.rank() { x } else { y }
        } else {
            let (signed, unsigned) = if is_signed(x) { (x, y) } else { (y, x) };
            if unsigned.rank() >= signed.rank() {
                unsigned
            } else if signed.bits() > unsigned.bits() {
                signed
            } else {
                signed.to_unsigned()
            }
        };
        self.program.types.int_of(common)
    }

    /// Returns the common type of the promoted types `a` and `b` if at least one of them is the type of a wide
    /// bit-field, such as `long x : 40`. Otherwise returns `None`. The common type is the type with more bits. If both
    /// types have the same number of bits, the common type is the unsigned type.
    fn more_precise(&self, a: Ty, b: Ty) -> Option<Ty> {
        let types = &self.program.types;
        if types.precision(a).is_none() && types.precision(b).is_none() {
            return None;
        }
        let bits = |ty| {
            let stored = types.int_kind(ty).map_or(0, IntKind::bits);
            types.precision(ty).unwrap_or(stored)
        };
        Some(match bits(a).cmp(&bits(b)) {
            Ordering::Less => b,
            Ordering::Greater => a,
            Ordering::Equal if types.is_signed(a) => b,
            Ordering::Equal => a,
        })
    }

    /// Applies the usual arithmetic conversions to the operands `a` and `b`.
    pub(super) fn usual(&mut self, a: Expr, b: Expr) -> (Expr, Expr) {
        let (a, b) = (self.promote_if_integer(a), self.promote_if_integer(b));
        let common = self.common_type(a.ty(), b.ty());
        (
            self.convert_unchecked(a, common),
            self.convert_unchecked(b, common),
        )
    }

    pub(super) fn promote_if_integer(&mut self, expr: Expr) -> Expr {
        if self.program.types.is_integer(expr.ty()) {
            self.promote(expr)
        } else {
            expr
        }
    }

    /// Returns whether the expression is a null pointer constant (C11 §6.3.2.3p3).
    pub(super) fn is_null_constant(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Convert(inner) if self.is_pointer_to_plain_void(expr.ty()) => {
                self.program.types.is_integer(inner.ty()) && self.is_null_constant(inner)
            }
            ExprKind::Load(_) => false,
            _ => {
                self.program.types.is_integer(expr.ty())
                    && self.program.constant_int(expr) == Some(0)
            }
        }
    }

    /// Returns whether the type is a pointer to unqualified `void`. A zero of this type is a null pointer constant, but
    /// `(const void *)0` is not.
    fn is_pointer_to_plain_void(&self, ty: Ty) -> bool {
        let to = self.program.types.pointee(ty);
        to.is_some_and(|to| self.program.types.is_void(to.ty) && to.quals == Quals::NONE)
    }

    /// Converts `value` to `to` as if by assignment, with the checks of an assignment. `what` is the subject of
    /// messages, such as "argument 2 of `f`".
    pub(super) fn assign_to(
        &mut self,
        value: Expr,
        to: QTy,
        span: Span,
        what: &str,
    ) -> Checked<Expr> {
        let types = &self.program.types;
        let (from, target) = (value.ty(), to.ty);
        if types.is_number(from) && types.is_number(target) {
            return Ok(self.convert_unchecked(value, target));
        }
        if types.is_bool(target) && types.is_pointer(from) {
            return Ok(self.convert_unchecked(value, target));
        }
        if types.is_pointer(target) && types.is_pointer(from) {
            self.warn_pointers(from, target, span, what);
            return Ok(self.convert_unchecked(value, target));
        }
        if types.is_pointer(target) && types.is_integer(from) {
            if !self.is_null_constant(&value) {
                let (from, to) = (self.type_name(from), self.type_name(target));
                let message =
                    format!("{what} makes pointer `{to}` from integer `{from}` without a cast");
                let help = "pass the address of a variable with `&`, or a pointer";
                self.warn_with_help(span, "int-conversion", message, help);
            }
            return Ok(self.convert_unchecked(value, target));
        }
        if types.is_integer(target) && types.is_pointer(from) {
            let help = from_pointer(types, &value, target);
            let (from, to) = (self.type_name(from), self.type_name(target));
            let message =
                format!("{what} makes integer `{to}` from pointer `{from}` without a cast");
            self.warn_with_help(span, "int-conversion", message, help);
            return Ok(self.convert_unchecked(value, target));
        }
        if types.as_record(from).is_some()
            && types.as_record(target).is_some()
            && types.compatible(from, target)
        {
            return Ok(value);
        }
        if let Some(result) = self.assign_vector(&value, target) {
            return result;
        }
        let (from, to) = (self.type_name(from), self.type_name(target));
        let message = format!("incompatible types in {what}: expected `{to}`, found `{from}`");
        if self.program.types.is_void(value.ty()) {
            let help = "a function of type `void` returns no value: change its type, or call it as a statement";
            return Err(self.error_with_help(span, "type", message, help));
        }
        Err(self.error(span, "type", message))
    }

    fn warn_pointers(&mut self, from: Ty, target: Ty, span: Span, what: &str) {
        let types = &self.program.types;
        let (Some(a), Some(b)) = (types.pointee(from), types.pointee(target)) else {
            return;
        };
        let lost = types
            .effective_quals(a)
            .discarded_in(types.effective_quals(b));
        let alike = types.is_void(a.ty)
            || types.is_void(b.ty)
            || types.compatible(a.ty, b.ty)
            || same_but_sign(types.int_kind(a.ty), types.int_kind(b.ty));
        let names = (self.type_name(from), self.type_name(target));
        if !alike {
            let message = format!(
                "incompatible pointer types in {what}: expected `{}`, found `{}`",
                names.1, names.0
            );
            self.warn(span, "incompatible-pointers", message);
        } else if lost != Quals::NONE {
            let message = format!(
                "converting `{}` to `{}` in {what} discards a qualifier",
                names.0, names.1
            );
            self.warn(span, "discarded-qualifiers", message);
        }
    }
}

fn same_but_sign(a: Option<IntKind>, b: Option<IntKind>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.to_unsigned() == b.to_unsigned(),
        _ => false,
    }
}

/// Returns the width of the bit-field that the expression reads or assigns; `None` for other expressions.
pub(super) fn bit_width(expr: &Expr) -> Option<u32> {
    match &expr.kind {
        ExprKind::Load(inner) => bit_width(inner),
        ExprKind::Member(_, place) => place.bits.map(|b| b.range.width),
        ExprKind::Assign(place, _) => bit_width(place),
        ExprKind::Update { place, .. } => bit_width(place),
        ExprKind::Comma(_, last) => bit_width(last),
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Rounded(_)
        | ExprKind::Local(_)
        | ExprKind::Symbol(_)
        | ExprKind::String(_)
        | ExprKind::Compound(..)
        | ExprKind::Deref(_)
        | ExprKind::Decay(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Convert(_)
        | ExprKind::Discard(_)
        | ExprKind::Neg(_)
        | ExprKind::BitNot(_)
        | ExprKind::Not(_)
        | ExprKind::Arith(..)
        | ExprKind::Compare(..)
        | ExprKind::PtrAdd(..)
        | ExprKind::PtrDiff(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Cond(..)
        | ExprKind::Complex(..)
        | ExprKind::Let(..)
        | ExprKind::Call(_)
        | ExprKind::Statements(..)
        | ExprKind::VaArg(_)
        | ExprKind::Special(_) => None,
    }
}

/// Returns the help text of the error about a conversion of the pointer `value` to the integer type `target`.
fn from_pointer(types: &Types, value: &Expr, target: Ty) -> &'static str {
    let is_text =
        matches!(&value.kind, ExprKind::Decay(inner) if matches!(inner.kind, ExprKind::String(_)));
    if is_text && types.is_char(target) {
        return "write a single character in single quotes, as in `'a'`";
    }
    match value.kind {
        ExprKind::AddrOf(_) => "remove the `&`, or declare the variable as a pointer",
        _ => "read the value to which the pointer points with `*`, or an element with `[…]`",
    }
}
