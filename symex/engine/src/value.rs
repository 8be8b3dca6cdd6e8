//! The value of a register during symbolic execution: a constant or an expression.
use symtool_expr::{Arena, ExprId};
use symtool_ir::Bits;

/// The value of a register. Its width is not stored: the instruction that reads the register determines the width.
///
/// Invariant: a constant of at most 64 bits is always a [`Val::Const`] whose unused bits are zero. So equal constants
/// are equal values, and a step with constant operands does not use the arena (the container of all symbolic
/// expressions).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Val {
    /// A constant of at most 64 bits.
    Const(u64),
    /// An expression: symbolic, or a constant of more than 64 bits.
    Expr(ExprId),
}

impl Val {
    /// The constant zero of any width up to 64 bits.
    pub const ZERO: Val = Val::Const(0);

    /// Returns an expression as a register value. An expression that is a constant of at most 64 bits becomes
    /// [`Val::Const`].
    pub fn of(arena: &Arena, expr: ExprId) -> Val {
        match arena.as_const(expr) {
            Some(bits) if bits.width() <= 64 => Val::Const(bits.low_u64()),
            _ => Val::Expr(expr),
        }
    }

    /// Returns the register value for a constant of any width.
    pub fn from_bits(arena: &mut Arena, bits: Bits) -> Val {
        if bits.width() <= 64 {
            Val::Const(bits.low_u64())
        } else {
            Val::Expr(arena.constant(bits))
        }
    }

    /// Returns the value as an expression of `width` bits.
    pub fn expr(self, arena: &mut Arena, width: u32) -> ExprId {
        match self {
            Val::Const(value) => arena.constant(Bits::new(width, u128::from(value))),
            Val::Expr(expr) => expr,
        }
    }

    /// Returns the value as a constant of `width` bits; `None` if it is symbolic.
    pub fn bits(self, arena: &Arena, width: u32) -> Option<Bits> {
        match self {
            Val::Const(value) => Some(Bits::new(width, u128::from(value))),
            Val::Expr(expr) => arena.as_const(expr),
        }
    }

    /// Returns the value as a constant of at most 64 bits; `None` for an expression.
    pub fn as_const(self) -> Option<u64> {
        match self {
            Val::Const(value) => Some(value),
            Val::Expr(_) => None,
        }
    }
}
