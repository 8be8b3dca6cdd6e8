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
    /// Uninitialized: indeterminate.
    Uninit,
}

impl Byte {
    /// Returns an 8-bit value as a byte.
    pub fn of(value: Val) -> Byte {
        match value {
            Val::Const(value) => Byte::Concrete(value as u8),
            Val::Expr(expr) => Byte::Symbolic(expr),
        }
    }

    /// Returns the byte as an expression. The byte must not be uninitialized; the result would be zero then.
    pub fn expr(self, arena: &mut Arena) -> ExprId {
        match self {
            Byte::Concrete(value) => arena.constant(Bits::new(8, u128::from(value))),
            Byte::Symbolic(expr) => expr,
            Byte::Uninit => arena.constant(Bits::zero(8)),
        }
    }
}

/// Returns byte `index` of a wider expression; 0 is the lowest.
pub fn byte_of(arena: &mut Arena, whole: ExprId, index: u32) -> ExprId {
    arena.extract(whole, index * 8, 8)
}

/// Returns byte `index` of a value of `len` bytes.
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

/// Returns the little-endian number that some bytes form, if all of them are concrete.
fn concrete(bytes: &[Byte]) -> Option<u64> {
    bytes.iter().rev().try_fold(0, |whole, &byte| match byte {
        Byte::Concrete(byte) => Some(whole << 8 | u64::from(byte)),
        Byte::Symbolic(_) | Byte::Uninit => None,
    })
}

/// Returns little-endian bytes as one value of `8 * bytes.len()` bits (at most 128).
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
