//! Warns about a constant index outside the bounds of an array. The address one past the last element is valid.
use super::{LintContext, strip_conversions};
use crate::ctypes::Len;
use crate::typed::{Expr, ExprKind};

pub(super) fn run(cx: &mut LintContext<'_>) {
    cx.each_expr(|cx, expr| match &expr.kind {
        ExprKind::Deref(_) => report(cx, expr, false),
        ExprKind::Load(place) | ExprKind::Assign(place, _) | ExprKind::Update { place, .. } => {
            report(cx, element(place), true);
        }
        _ => {}
    });
}

/// Strips the member accesses from the lvalue `place`: returns `a[i]` for `a[i].x.y`.
pub(super) fn element(place: &Expr) -> &Expr {
    match &place.kind {
        ExprKind::Member(base, _) => element(base),
        _ => place,
    }
}

/// Reports the expression `array[index]` if the index is out of bounds. The lint calls this function in two ways:
///
/// - Once for each such expression, with `accessed` unset. This call reports all indices out of bounds, except the
///   index one past the last element, as in `&a[n]`.
/// - Once more for an element that is read or written, with `accessed` set. This call reports only the index one past
///   the last element.
fn report(cx: &mut LintContext<'_>, place: &Expr, accessed: bool) {
    let Some((array, index)) = parts(place) else {
        return;
    };
    let Some((_, Len::Fixed(length))) = cx.program.types.as_array(array.ty()) else {
        return;
    };
    // Before C99, a last member of array type with length 0 or 1 served as a flexible array member. So member
    // arrays of these lengths get no warning.
    if length <= 1 && matches!(array.kind, ExprKind::Member(..)) {
        return;
    }
    let Some(index) = cx.integer(index) else {
        return;
    };
    let is_outside = match accessed {
        true => index == i128::from(length),
        false => index < 0 || index > i128::from(length),
    };
    if is_outside {
        let ty = cx.program.types.name(array.ty());
        let message = format!("array index {index} is out of bounds of `{ty}`");
        cx.note(place.span, message);
    }
}

/// Splits `*(array + index)` into array and index; `None` for another expression.
pub(super) fn parts(place: &Expr) -> Option<(&Expr, &Expr)> {
    let ExprKind::Deref(pointer) = &place.kind else {
        return None;
    };
    let ExprKind::PtrAdd(base, index, _, false) = &strip_conversions(pointer).kind else {
        return None;
    };
    match &strip_conversions(base).kind {
        ExprKind::Decay(array) => Some((array, index)),
        _ => None,
    }
}
