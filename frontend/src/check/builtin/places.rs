//! Checks built-ins about objects and locations: sizes of objects, frame addresses, return addresses and source
//! locations.
use super::Args;
use crate::check::Checker;
use crate::ctypes::Len;
use crate::program::{Checked, Definition};
use crate::typed::{Expr, ExprKind, Size, Special};
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::{Node, Span};

/// The two sizes that `__builtin_object_size` can return for an address that points into a known object.
struct Target {
    /// The number of bytes from the address to the end of the whole object.
    left: i64,
    /// The number of bytes from the address to the end of the innermost array or member.
    left_inside: i64,
}

impl Checker<'_> {
    /// Checks `__builtin_object_size(p, kind)`, the number of bytes from `p` to the end of an object. This object is
    /// the innermost array or member if bit 0 of `kind` is set, otherwise the whole object.
    ///
    /// The number is known if `p` points into a variable, string literal or compound literal of known size, at a
    /// constant offset. As in gcc without optimization, there is one exception. If bit 0 of `kind` is set, the number
    /// is unknown for a `p` of the form `q + n` or `q - n` with `n` other than 0.
    ///
    /// If the number is unknown, the result is 0 if bit 1 of `kind` is set, otherwise -1.
    pub(super) fn object_size(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let (node, kind) = (self.arg(args, 0, span)?, self.arg(args, 1, span)?);
        let kind = self.constant_expression(kind)?;
        let pointer = self.unevaluated(|c| c.value(node))?;
        let least = kind & 2 != 0;
        let target = match kind & 1 != 0 && self.is_moved(node, &pointer) {
            true => None,
            false => self.target(&pointer),
        };
        let size = match target {
            Some(target) if kind & 1 != 0 => i128::from(target.left_inside.max(0)),
            Some(target) => i128::from(target.left.max(0)),
            None if least => 0,
            None => -1,
        };
        let ulong = self.program.types.ulong();
        Ok(self.int_expr(size, ulong, span))
    }

    /// Returns whether `node`, with the typed form `pointer`, adds an offset other than 0 to a pointer.
    fn is_moved(&self, node: &Node<Expression>, pointer: &Expr) -> bool {
        let is_sum = match &node.node {
            Expression::BinaryOperator(binary) => matches!(
                binary.node.operator.node,
                BinaryOperator::Plus | BinaryOperator::Minus
            ),
            _ => false,
        };
        let ExprKind::PtrAdd(_, index, ..) = &pointer.kind else {
            return false;
        };
        is_sum && self.program.constant_int(index) != Some(0)
    }

    fn target(&self, pointer: &Expr) -> Option<Target> {
        match &pointer.kind {
            ExprKind::Decay(place) | ExprKind::AddrOf(place) => self.place_target(place),
            ExprKind::Convert(inner) if self.program.types.is_pointer(inner.ty()) => {
                self.target(inner)
            }
            ExprKind::PtrAdd(base, index, Size::Fixed(size), back) => {
                let mut target = self.target(base)?;
                let index = i64::try_from(self.program.constant_int(index)?).ok()?;
                let by = index.checked_mul(i64::try_from(*size).ok()?)?;
                let by = if *back { by.checked_neg()? } else { by };
                target.left = target.left.checked_sub(by)?;
                target.left_inside = target.left_inside.checked_sub(by)?;
                Some(target)
            }
            _ => None,
        }
    }

    fn place_target(&self, place: &Expr) -> Option<Target> {
        let size = || {
            let size = self.program.types.size(place.ty())?;
            i64::try_from(size).ok()
        };
        match &place.kind {
            ExprKind::Local(_)
            | ExprKind::Symbol(_)
            | ExprKind::String(_)
            | ExprKind::Compound(..)
                if !self.program.types.is_function(place.ty()) =>
            {
                let size = i64::try_from(self.object_bytes(place)?).ok()?;
                Some(Target {
                    left: size,
                    left_inside: size,
                })
            }
            ExprKind::Member(base, at) if at.bits.is_none() => {
                let outer = self.place_target(base)?;
                let offset = i64::try_from(at.offset).ok()?;
                let left = outer.left - offset;
                // A flexible array member extends to the end of the object.
                let left_inside = size().unwrap_or(left);
                Some(Target { left, left_inside })
            }
            ExprKind::Deref(pointer) => {
                let outer = self.target(pointer)?;
                // An element that is a record or array is a subobject of its own. For a scalar element, the
                // innermost subobject is the array that contains the element.
                let inside = match self.program.types.is_scalar(place.ty()) {
                    true => outer.left_inside,
                    false => size()?,
                };
                Some(Target {
                    left: outer.left,
                    left_inside: inside,
                })
            }
            _ => None,
        }
    }

    /// Returns the size in bytes of the whole object `place`, if the size is known. For an object with a flexible array
    /// member, the size includes the elements that the initializer gives to this member. A tentatively defined array of
    /// unknown length (`int a[];`) has one element.
    fn object_bytes(&self, place: &Expr) -> Option<u64> {
        let types = &self.program.types;
        let (init, tentative) = match &place.kind {
            ExprKind::Compound(_, init) => (Some(&**init), false),
            ExprKind::Symbol(id) => match &self.program.symbol(*id).definition {
                Definition::Object(init, _) => (Some(&**init), false),
                Definition::Tentative => (None, true),
                Definition::None | Definition::Function(_) | Definition::Broken => (None, false),
            },
            _ => (None, false),
        };
        match (types.size(place.ty()), init, types.as_array(place.ty())) {
            (Some(size), Some(init), _) => Some(size.max(init.size)),
            (Some(size), None, _) => Some(size),
            (None, _, Some((elem, Len::Unknown))) if tentative => types.size(elem.ty),
            (None, ..) => None,
        }
    }

    /// Checks `__builtin_frame_address(level)`. For level 0, the result is an address in this function's frame. For
    /// other levels, the result is null, as if there were no further frame.
    pub(super) fn frame_address(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let level = self.arg(args, 0, span)?;
        if self.constant_expression(level)? != 0 {
            return Ok(self.null_address(span));
        }
        let ulong = self.program.types.ulong();
        let local = self.new_local(span, "frame", ulong.into())?;
        let place = Expr::new(ExprKind::Local(local), ulong, span);
        let address = self.address_of(place, span, span)?;
        Ok(self.as_void_pointer(address))
    }

    /// Checks `__builtin_return_address(level)`. For level 0, the result is an indeterminate address, because code
    /// has no addresses in symtool. For other levels, the result is null.
    pub(super) fn return_address(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let level = self.arg(args, 0, span)?;
        if self.constant_expression(level)? != 0 {
            return Ok(self.null_address(span));
        }
        let void = self.program.types.void();
        let ty = self.program.types.pointer_to(void);
        Ok(Expr::special(Special::ReturnAddress, ty, span))
    }

    /// Checks a built-in that returns its first argument as a `void *`.
    pub(super) fn same_address(&mut self, args: Args<'_>, span: Span) -> Checked<Expr> {
        let first = self.arg(args, 0, span)?;
        let void = self.program.types.void();
        let ty = self.program.types.pointer_to(void);
        let address = self.converted(first, ty)?;
        self.prepend_effects(&args[1..], address)
    }

    pub(super) fn null_address(&mut self, span: Span) -> Expr {
        let void = self.program.types.void();
        let ty = self.program.types.pointer_to(void);
        Expr::new(ExprKind::Int(0), ty, span)
    }

    fn as_void_pointer(&mut self, address: Expr) -> Expr {
        let void = self.program.types.void();
        let ty = self.program.types.pointer_to(void);
        self.convert_unchecked(address, ty)
    }

    // ---- Source locations.

    pub(super) fn line_here(&mut self, span: Span) -> Checked<Expr> {
        let line = self.show(span).line;
        Ok(self.int_const(i128::from(line), span))
    }

    pub(super) fn file_here(&mut self, span: Span) -> Checked<Expr> {
        let file = self
            .show(span)
            .file
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        self.string_literal(&[format!("\"{file}\"")], span)
    }

    pub(super) fn function_here(&mut self, span: Span) -> Checked<Expr> {
        let name = self.function.as_ref().map_or("", |f| &f.name);
        self.string_literal(&[format!("\"{name}\"")], span)
    }
}
