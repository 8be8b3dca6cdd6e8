//! Constant bit-vectors of 1 to 128 bits: the representation of constants, registers and model values.
use crate::types::Type;
use std::fmt;

/// A bit-vector constant. Invariant: `1 <= width <= 128`, and all bits from position `width` on are zero.
///
/// A floating-point constant is stored as its IEEE bit pattern.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    value: u128,
    width: u8,
}

impl Bits {
    /// Returns the low `width` bits of `value`.
    ///
    /// # Panics
    /// If `width` is 0 or above 128.
    #[inline]
    pub fn new(width: u32, value: u128) -> Bits {
        assert!(
            (1..=128).contains(&width),
            "a bit-vector has 1 to 128 bits, not {width}"
        );
        Bits {
            value: value & mask(width),
            width: width as u8,
        }
    }

    /// Returns the low `width` bits of the two's complement form of `value`.
    pub fn signed(width: u32, value: i128) -> Bits {
        Bits::new(width, value as u128)
    }

    /// Returns the constant of the IR type `ty` that consists of the low bits of `value`.
    pub fn of(ty: Type, value: u128) -> Bits {
        Bits::new(ty.bits(), value)
    }

    /// Returns a truth value as a bit-vector of one bit: 1 for true, 0 for false.
    pub fn bool(value: bool) -> Bits {
        Bits::new(1, u128::from(value))
    }

    /// Returns the constant of `width` bits that are all zero.
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    /// Returns the constant of `width` bits that are all one.
    pub fn ones(width: u32) -> Bits {
        Bits::new(width, u128::MAX)
    }

    /// Returns the width in bits.
    pub fn width(self) -> u32 {
        u32::from(self.width)
    }

    /// Returns the bit-vector, read as an unsigned integer.
    pub fn unsigned(self) -> u128 {
        self.value
    }

    /// Returns the bit-vector, read as a signed integer in two's complement.
    pub fn to_signed(self) -> i128 {
        let unused = 128 - self.width();
        ((self.value << unused) as i128) >> unused
    }

    /// Returns the low 64 bits.
    pub fn low_u64(self) -> u64 {
        self.value as u64
    }

    /// Returns whether every bit is zero.
    pub fn is_zero(self) -> bool {
        self.value == 0
    }

    /// Returns whether every bit is one.
    pub fn is_ones(self) -> bool {
        self.value == mask(self.width())
    }

    /// Returns whether the most significant bit is set.
    pub fn sign_bit(self) -> bool {
        (self.value >> (self.width() - 1)) & 1 == 1
    }

    /// Returns whether the bit-vector is not zero. For a width of one bit, this is the truth value.
    pub fn is_true(self) -> bool {
        self.value != 0
    }
}

/// Returns a number in which the lowest `width` bits are 1 and all other bits are 0.
pub fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1u128 << width) - 1
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.value, self.width)
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)
    }
}
