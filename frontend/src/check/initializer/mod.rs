//! Initializers (C11 §6.7.9): assignment of expressions to the subobjects that they initialize.
//!
//! This file checks a whole initializer. `list` checks a brace-enclosed list, and `cursor` tracks the subobject
//! that the list has reached. `designator` moves this cursor to the subobject of a `.name` or `[index]`.
mod cursor;
mod designator;
mod list;

use super::Checker;
use crate::ctypes::{Len, QTy, Ty};
use crate::program::{Checked, Definition};
use crate::typed::{BitFieldLocation, Expr, ExprKind, Init, InitItem};
use lang_c::ast::{self, Expression, Initializer};
use lang_c::span::{Node, Span};
use list::Output;

type Items<'a> = &'a [Node<ast::InitializerListItem>];

/// A subobject to initialize.
#[derive(Copy, Clone, Debug)]
struct Target {
    qty: QTy,
    /// The offset in bytes from the start of the initialized object.
    offset: u64,
    /// The bits of the subobject, if it is a bit-field.
    bits: Option<BitFieldLocation>,
}

impl Checker<'_> {
    /// Checks an initializer for an object of type `qty`. If `qty` is an array type of unknown length, the
    /// initializer determines the length, and `qty` is changed to the type with this length.
    pub(super) fn initializer(
        &mut self,
        qty: &mut QTy,
        node: &Node<Initializer>,
        span: Span,
    ) -> Checked<Init> {
        match &node.node {
            Initializer::List(items) => self.init_list(qty, items, span),
            Initializer::Expression(expr) => self.init_expression(qty, expr, span),
        }
    }

    fn init_expression(
        &mut self,
        qty: &mut QTy,
        node: &Node<Expression>,
        span: Span,
    ) -> Checked<Init> {
        let Some((elem, len)) = self.program.types.as_array(qty.ty) else {
            let value = self.value(node)?;
            let value = self.assign_to(value, *qty, node.span, "initialization")?;
            let size = self.complete_size(qty.ty, span)?;
            return Ok(Init {
                items: vec![InitItem {
                    offset: 0,
                    bits: None,
                    value,
                }],
                size,
                whole: true,
            });
        };
        let value = self.operand(node)?;
        let (ty, count) = (value.qty.ty, self.fixed_len(value.qty).unwrap_or(1));
        if matches!(value.kind, ExprKind::String(_)) && self.string_fits(elem.ty, value.ty()) {
            if len == Len::Unknown {
                *qty = self.array_like(*qty, elem, count);
            }
            let size = self.complete_size(qty.ty, span)?;
            let item = self.string_item(value, qty.ty, 0);
            return Ok(Init {
                items: vec![item],
                size,
                whole: false,
            });
        }
        match self.literal_init(value) {
            Some(init) if self.program.types.compatible(qty.ty, ty) => {
                if len == Len::Unknown {
                    *qty = self.array_like(*qty, elem, count);
                }
                Ok(init)
            }
            _ => {
                let name = self.type_name(*qty);
                let message =
                    format!("array `{name}` must be initialized with a brace-enclosed list");
                Err(self.error(node.span, "type", message))
            }
        }
    }

    /// Returns the initializer of `value` if `value` is a compound literal, else `None`. In GNU C, a compound
    /// literal may initialize an array of its type.
    fn literal_init(&self, value: Expr) -> Option<Init> {
        match value.kind {
            ExprKind::Compound(_, init) => Some(*init),
            ExprKind::Symbol(id) => match &self.program.symbol(id).definition {
                Definition::Object(init, _) if self.program.symbol(id).name == ".literal" => {
                    Some((**init).clone())
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn array_like(&mut self, qty: QTy, elem: QTy, count: u64) -> QTy {
        QTy {
            ty: self.program.types.array_of(elem, Len::Fixed(count)),
            ..qty
        }
    }

    fn complete_size(&mut self, ty: Ty, span: Span) -> Checked<u64> {
        match self.program.types.size(ty) {
            Some(size) => Ok(size),
            None => {
                let name = self.type_name(ty);
                let message = format!("cannot initialize an object of type `{name}`");
                Err(self.error(span, "type", message))
            }
        }
    }

    /// Returns whether a string literal of type `literal` may initialize an array with elements of type `elem`.
    fn string_fits(&self, elem: Ty, literal: Ty) -> bool {
        let types = &self.program.types;
        let unit = types.as_array(literal).and_then(|(e, _)| types.size(e.ty));
        types.is_integer(elem) && !types.is_bool(elem) && types.size(elem) == unit
    }

    /// Returns the initializer item of the string literal `value` for an array of type `ty`, which determines
    /// the number of bytes.
    fn string_item(&mut self, mut value: Expr, ty: Ty, offset: u64) -> InitItem {
        value.qty = ty.into();
        InitItem {
            offset,
            bits: None,
            value,
        }
    }

    /// Checks a brace-enclosed initializer list for an object of type `qty`.
    pub(super) fn init_list(
        &mut self,
        qty: &mut QTy,
        items: Items<'_>,
        span: Span,
    ) -> Checked<Init> {
        let mut out = Output::default();
        let target = Target {
            qty: *qty,
            offset: 0,
            bits: None,
        };
        self.braced(target, items, span, &mut out, true)?;
        if let Some((elem, Len::Unknown)) = self.program.types.as_array(qty.ty) {
            *qty = self.array_like(*qty, elem, out.len);
        }
        let size = self.complete_size(qty.ty, span)?;
        Ok(Init {
            size: size.max(out.end),
            items: out.items,
            whole: false,
        })
    }
}
