//! Bytes of memory, and their composition to wider values.
use crate::value::Val;
use symtool_expr::{Arena, ExprId};
use symtool_ir::Bits;

/// One byte of memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Byte {
    /// A constant.
    Concrete(u8),
    /// An expression of 8 bits.
    Symbolic(ExprId),
    /// Uninitialized: the value is indeterminate.
    Uninit,
}

impl Byte {
    /// Returns the byte that an 8-bit value represents.
    pub fn of(value: Val) -> Byte {
        match value {
            Val::Const(value) => Byte::Concrete(value as u8),
            Val::Expr(expr) => Byte::Symbolic(expr),
        }
    }

    /// Returns the byte as an expression. The byte must be initialized; for an uninitialized byte the result is
    /// zero.
    pub fn expr(self, arena: &mut Arena) -> ExprId {
        match self {
            Byte::Concrete(value) => arena.constant(Bits::new(8, u128::from(value))),
            Byte::Symbolic(expr) => expr,
            Byte::Uninit => arena.constant(Bits::zero(8)),
        }
    }
}

/// Returns byte `index` of the expression `whole`; byte 0 is the least significant byte.
pub fn byte_of(arena: &mut Arena, whole: ExprId, index: u32) -> ExprId {
    arena.extract(whole, index * 8, 8)
}

/// Returns byte `index` of `value`; byte 0 is the least significant byte.
pub fn byte_of_val(arena: &mut Arena, value: Val, index: u32) -> Byte {
    match value {
        Val::Const(_) if index >= 8 => Byte::Concrete(0),
        Val::Const(value) => Byte::Concrete((value >> (index * 8)) as u8),
        Val::Expr(expr) => {
            let byte = byte_of(arena, expr, index);
            Byte::of(Val::of(arena, byte))
        }
    }
}

/// Returns the little-endian number that the bytes form; `None` if one of the bytes is not concrete.
fn concrete(bytes: &[Byte]) -> Option<u64> {
    bytes.iter().rev().try_fold(0, |whole, &byte| match byte {
        Byte::Concrete(byte) => Some(whole << 8 | u64::from(byte)),
        Byte::Symbolic(_) | Byte::Uninit => None,
    })
}

/// Returns the bytes as one value of `8 * bytes.len()` bits (at most 128), in little-endian order.
pub fn join(arena: &mut Arena, bytes: &[Byte]) -> Val {
    if bytes.len() <= 8
        && let Some(value) = concrete(bytes)
    {
        return Val::Const(value);
    }
    let mut whole: Option<ExprId> = None;
    for &byte in bytes.iter().rev() {
        let byte = byte.expr(arena);
        whole = Some(match whole {
            None => byte,
            Some(high) => arena.concat(high, byte),
        });
    }
    match whole {
        Some(whole) => Val::of(arena, whole),
        None => Val::ZERO,
    }
}
