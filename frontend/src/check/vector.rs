//! Operations on vectors (`__attribute__((vector_size(n)))`), lane by lane.
//!
//! A vector type is a record of one unnamed array ([`Types::vector_of`](crate::ctypes::Types::vector_of)), so vectors
//! are copied, passed and returned like records. An operation first stores its operands in hidden locals (local
//! variables that symtool adds to the function). It then computes each lane as a scalar and collects the lanes in a
//! compound literal.
use super::Checker;
use super::expr::prepend;
use crate::ctypes::{IntKind, QTy, Ty, Vector};
use crate::program::{Checked, Reported};
use crate::typed::{Arith, Compare, Expr, ExprKind, Init, InitItem, MemberLocation, Stmt};
use lang_c::ast::{BinaryOperator, UnaryOperator};
use lang_c::span::Span;

/// An operator whose result has one lane for each lane of its operands.
#[derive(Copy, Clone)]
enum LaneOp {
    Arith(Arith),
    /// A comparison; each lane of the result is 0 or -1.
    Compare(Compare),
}

impl Checker<'_> {
    pub(super) fn is_vector(&self, expr: &Expr) -> bool {
        self.program.types.vector(expr.ty()).is_some()
    }

    // ---- Lanes.

    /// Returns lane `index` of `whole`, which must be an lvalue or a load of an lvalue without side effects.
    pub(super) fn lane(&mut self, whole: &Expr, vector: Vector, index: u64) -> Expr {
        let place = match &whole.kind {
            ExprKind::Load(place) => (**place).clone(),
            _ => whole.clone(),
        };
        let size = self.program.types.size(vector.elem).unwrap_or(0);
        let at = MemberLocation {
            offset: index * size,
            bits: None,
        };
        let mut lane = Expr::new(
            ExprKind::Member(Box::new(place), at),
            vector.elem,
            whole.span,
        );
        lane.qty.quals = whole.qty.quals;
        self.as_value(lane)
    }

    /// Returns the array of the lanes of `whole`, for a subscript. The lanes of an lvalue are lvalues.
    pub(super) fn lanes_as_array(&mut self, whole: Expr, vector: Vector) -> Expr {
        let array = self.program.types.lanes_of(vector);
        let (quals, span) = (whole.qty.quals, whole.span);
        let array = self.program.types.qualify(array.into(), quals);
        let at = MemberLocation {
            offset: 0,
            bits: None,
        };
        Expr::new(ExprKind::Member(Box::new(whole), at), array, span)
    }

    /// Builds the vector of the type `vector` with the given lanes, which have the element type.
    pub(super) fn vector_of_lanes(
        &mut self,
        vector: Vector,
        lanes: Vec<Expr>,
        span: Span,
    ) -> Checked<Expr> {
        let ty = self.program.types.vector_of(vector);
        let size = self.program.types.size(vector.elem).unwrap_or(0);
        let local = self.new_local(span, "vector", ty.into())?;
        let items = (0..).zip(lanes).map(|(index, value)| InitItem {
            offset: index * size,
            bits: None,
            value,
        });
        let init = Init {
            items: items.collect(),
            size: size * vector.lanes,
            whole: false,
        };
        let place = Expr::new(ExprKind::Compound(local, Box::new(init)), ty, span);
        Ok(Expr::new(ExprKind::Load(Box::new(place)), ty, span))
    }

    /// Returns an operand of a vector operation in a form that may be evaluated once for each lane. This is a constant,
    /// or a load of a hidden local that a statement added to `stmts` sets. A scalar operand is converted to the element
    /// type, because it represents a vector with this value in every lane.
    fn bind_operand(
        &mut self,
        operand: Expr,
        vector: Vector,
        stmts: &mut Vec<Stmt>,
    ) -> Checked<Expr> {
        match self.is_vector(&operand) {
            true => self.bind_value(operand, stmts),
            false => {
                let scalar = self.convert_unchecked(operand, vector.elem);
                self.reusable(scalar, stmts)
            }
        }
    }

    /// Returns lane `index` of an operand that `bind_operand` has returned; for a scalar, the scalar itself.
    fn lane_of_operand(&mut self, operand: &Expr, index: u64) -> Expr {
        match self.program.types.vector(operand.ty()) {
            Some(vector) => self.lane(operand, vector, index),
            None => operand.clone(),
        }
    }

    // ---- Operators.

    /// Checks a binary operator with at least one vector operand.
    pub(super) fn vector_binary(
        &mut self,
        operator: &BinaryOperator,
        a: Expr,
        b: Expr,
        span: Span,
    ) -> Checked<Expr> {
        let op = match (
            super::binary::comparison(operator),
            super::binary::arithmetic(operator),
        ) {
            (Some(compare), _) => LaneOp::Compare(compare),
            (None, Some(arith)) => LaneOp::Arith(arith),
            (None, None) => return Err(self.error(span, "syntax", "unexpected operator")),
        };
        let shape = self.common_vector(op, &a, &b);
        let Some(vector) = shape.filter(|vector| self.has_lane_operation(op, *vector)) else {
            return Err(self.operands(operator, &a, &b, span));
        };
        let mut stmts = Vec::new();
        let a = self.bind_operand(a, vector, &mut stmts)?;
        let b = self.bind_operand(b, vector, &mut stmts)?;
        let mut lanes = Vec::new();
        for index in 0..vector.lanes {
            let (x, y) = (
                self.lane_of_operand(&a, index),
                self.lane_of_operand(&b, index),
            );
            lanes.push(match op {
                LaneOp::Arith(arith) => self.part_arith(arith, x, y, span),
                LaneOp::Compare(compare) => self.compare_lanes(compare, x, y, span)?,
            });
        }
        let result = match op {
            LaneOp::Arith(_) => vector,
            LaneOp::Compare(_) => self.truth_vector(vector),
        };
        let value = self.vector_of_lanes(result, lanes, span)?;
        Ok(prepend(stmts, value))
    }

    /// Returns the vector type in which an operator computes; `None` if the operands have no common vector type. The
    /// common type of a vector and a number is the type of the vector. For a shift, the two vectors must have the
    /// same number of lanes, but may have different element types; the result then has the type of the first operand.
    fn common_vector(&self, op: LaneOp, a: &Expr, b: &Expr) -> Option<Vector> {
        let types = &self.program.types;
        match (types.vector(a.ty()), types.vector(b.ty())) {
            (Some(x), Some(y)) => {
                let is_shift = matches!(op, LaneOp::Arith(Arith::Shl | Arith::Shr));
                let alike = x == y || self.are_convertible_vectors(x, y);
                let fits = if is_shift { x.lanes == y.lanes } else { alike };
                fits.then_some(x)
            }
            (Some(vector), None) => types.is_arithmetic(b.ty()).then_some(vector),
            (None, Some(vector)) => types.is_arithmetic(a.ty()).then_some(vector),
            (None, None) => None,
        }
    }

    /// Returns whether vectors of the types `a` and `b` convert to each other without a cast. This requires equal
    /// numbers of lanes, and lanes of integer types of equal size.
    fn are_convertible_vectors(&self, a: Vector, b: Vector) -> bool {
        let types = &self.program.types;
        let integers = types.is_integer(a.elem) && types.is_integer(b.elem);
        integers && a.lanes == b.lanes && types.size(a.elem) == types.size(b.elem)
    }

    fn has_lane_operation(&self, op: LaneOp, vector: Vector) -> bool {
        match op {
            LaneOp::Compare(_)
            | LaneOp::Arith(Arith::Add | Arith::Sub | Arith::Mul | Arith::Div) => true,
            LaneOp::Arith(
                Arith::Rem | Arith::And | Arith::Or | Arith::Xor | Arith::Shl | Arith::Shr,
            ) => self.program.types.is_integer(vector.elem),
        }
    }

    /// Returns the type of the result of a vector comparison: signed integers of the width of the lanes.
    fn truth_vector(&mut self, vector: Vector) -> Vector {
        let bits = self.program.types.size(vector.elem).unwrap_or(4) * 8;
        let kind = [
            IntKind::SChar,
            IntKind::Short,
            IntKind::Int,
            IntKind::Long,
            IntKind::Int128,
        ]
        .into_iter()
        .find(|kind| u64::from(kind.bits()) == bits);
        Vector {
            elem: self.program.types.int_of(kind.unwrap_or(IntKind::Int)),
            lanes: vector.lanes,
        }
    }

    fn compare_lanes(&mut self, compare: Compare, x: Expr, y: Expr, span: Span) -> Checked<Expr> {
        let lane = Vector {
            elem: x.ty(),
            lanes: 1,
        };
        let elem = self.truth_vector(lane).elem;
        let truth = self.compare(compare, x, y, span)?;
        let (ty, negated) = (truth.ty(), ExprKind::Neg(Box::new(truth)));
        let value = Expr::new(negated, ty, span);
        Ok(self.convert_unchecked(value, elem))
    }

    /// Checks `+v`, `-v` or `~v` for a vector `v`.
    pub(super) fn vector_unary(
        &mut self,
        operator: &UnaryOperator,
        value: Expr,
        span: Span,
    ) -> Checked<Expr> {
        let Some(vector) = self.program.types.vector(value.ty()) else {
            return Err(self.internal(span, "a vector operation on a scalar"));
        };
        let is_integer = self.program.types.is_integer(vector.elem);
        match operator {
            UnaryOperator::Plus => return Ok(value),
            UnaryOperator::Minus => {}
            UnaryOperator::Complement if is_integer => {}
            _ => {
                let name = self.type_name(value.ty());
                let message = format!("invalid operand of type `{name}`");
                return Err(self.error(span, "type", message));
            }
        }
        let mut stmts = Vec::new();
        let kept = self.bind_value(value, &mut stmts)?;
        let mut lanes = Vec::new();
        for index in 0..vector.lanes {
            let lane = self.lane(&kept, vector, index);
            lanes.push(match operator {
                UnaryOperator::Minus => self.negate_part(lane, span),
                _ => Expr::new(ExprKind::BitNot(Box::new(lane)), vector.elem, span),
            });
        }
        let result = self.vector_of_lanes(vector, lanes, span)?;
        Ok(prepend(stmts, result))
    }

    /// Checks the increment of a vector, or the decrement if `back` is set. If `post` is set, the value of the
    /// expression is the old value of the vector.
    pub(super) fn step_vector(
        &mut self,
        place: Expr,
        back: bool,
        post: bool,
        span: Span,
    ) -> Checked<Expr> {
        let mut stmts = Vec::new();
        let place = self.reusable_lvalue(place, &mut stmts)?;
        let old = self.as_value(place.clone());
        let old = self.bind_value(old, &mut stmts)?;
        let operator = match back {
            true => BinaryOperator::Minus,
            false => BinaryOperator::Plus,
        };
        let int = self.int_ty();
        let one = self.int_expr(1, int, span);
        let new = self.vector_binary(&operator, old.clone(), one, span)?;
        let ty = place.ty();
        let assigned = Expr::new(ExprKind::Assign(Box::new(place), Box::new(new)), ty, span);
        let result = match post {
            false => assigned,
            true => Expr::new(ExprKind::Comma(Box::new(assigned), Box::new(old)), ty, span),
        };
        Ok(prepend(stmts, result))
    }

    // ---- Conversions.

    /// Converts a vector by assignment. Returns `None` unless both types are vector types that convert without a cast.
    pub(super) fn assign_vector(&mut self, value: &Expr, to: Ty) -> Option<Checked<Expr>> {
        let types = &self.program.types;
        let (from, target) = (types.vector(value.ty())?, types.vector(to)?);
        self.are_convertible_vectors(from, target)
            .then(|| self.reinterpret(value.clone(), to))
    }

    /// Checks a cast from or to a vector type; the cast does not change the bits. Returns `None` if neither type is a
    /// vector type.
    pub(super) fn cast_vector(
        &mut self,
        value: &Expr,
        to: Ty,
        span: Span,
    ) -> Option<Checked<Expr>> {
        let types = &self.program.types;
        let from = value.ty();
        let is_union = types
            .as_record(to)
            .is_some_and(|id| types.record(id).is_union);
        if is_union || (types.vector(from).is_none() && types.vector(to).is_none()) {
            return None;
        }
        let fits = |ty| types.vector(ty).is_some() || types.is_integer(ty);
        if fits(from) && fits(to) && types.size(from) == types.size(to) {
            return Some(self.reinterpret(value.clone(), to));
        }
        let (from, to) = (self.type_name(from), self.type_name(to));
        let message = format!("cannot cast `{from}` to `{to}`");
        Some(Err(self.error(span, "type", message)))
    }

    /// Returns the value of type `to` that has the bytes of `value`. The two types must have the same size.
    fn reinterpret(&mut self, value: Expr, to: Ty) -> Checked<Expr> {
        let span = value.span;
        if value.ty() == to {
            return Ok(value);
        }
        let mut stmts = Vec::new();
        let bound = self.bind_value(value, &mut stmts)?;
        let ExprKind::Load(place) = bound.kind else {
            return Err(self.internal(span, "a bound value that is not a variable"));
        };
        self.mark_in_memory(&place);
        let pointer = self.program.types.pointer_to(QTy::from(place.ty()));
        let address = Expr::new(ExprKind::AddrOf(place), pointer, span);
        let pointer = self.program.types.pointer_to(QTy::from(to));
        let address = self.convert_unchecked(address, pointer);
        let view = Expr::new(ExprKind::Deref(Box::new(address)), to, span);
        let view = self.as_value(view);
        Ok(prepend(stmts, view))
    }

    // ---- Types.

    /// Applies the attribute `vector_size(bytes)` to `qty`, the type of a declaration. In an array, pointer or
    /// function type, the attribute applies to the element, target or result type.
    pub(super) fn apply_vector_size(
        &mut self,
        qty: QTy,
        bytes: Option<(u64, Span)>,
    ) -> Checked<QTy> {
        let Some((bytes, span)) = bytes else {
            return Ok(qty);
        };
        let types = &self.program.types;
        let ty = if let Some(to) = types.pointee(qty.ty) {
            let to = self.apply_vector_size(to, Some((bytes, span)))?;
            self.program.types.pointer_to(to)
        } else if let Some((elem, len)) = types.as_array(qty.ty) {
            let elem = self.apply_vector_size(elem, Some((bytes, span)))?;
            self.program.types.array_of(elem, len)
        } else if let Some(function) = types.as_function(qty.ty).cloned() {
            let result = self.apply_vector_size(function.result, Some((bytes, span)))?;
            self.program
                .types
                .function(crate::ctypes::FnTy { result, ..function })
        } else {
            let vector = self.vector_shape(qty.ty, bytes, span)?;
            self.program.types.vector_of(vector)
        };
        Ok(QTy { ty, ..qty })
    }

    fn vector_shape(&mut self, elem: Ty, bytes: u64, span: Span) -> Checked<Vector> {
        let types = &self.program.types;
        let size = types.size(elem).unwrap_or(0);
        let is_number = types.is_arithmetic(elem) && !types.is_bool(elem);
        if !is_number || types.is_long_double(elem) {
            let name = self.type_name(elem);
            return Err(self.bad_vector(span, format!("invalid element type `{name}` of a vector")));
        }
        if bytes == 0 || !bytes.is_multiple_of(size) {
            let message =
                format!("vector size {bytes} is not a multiple of the element size {size}");
            return Err(self.bad_vector(span, message));
        }
        let lanes = bytes / size;
        if !lanes.is_power_of_two() || lanes > MAX_LANES {
            let message = format!(
                "number of vector elements {lanes} is not a power of two up to {MAX_LANES}"
            );
            return Err(self.bad_vector(span, message));
        }
        Ok(Vector { elem, lanes })
    }

    fn bad_vector(&mut self, span: Span, message: String) -> Reported {
        self.error(span, "type", message)
    }
}

/// The maximum number of lanes of a vector. The limit bounds the size of the typed tree (C after semantic analysis),
/// because a vector operation has an expression for each lane.
const MAX_LANES: u64 = 256;
