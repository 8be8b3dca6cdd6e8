//! Structures, unions and enumerations: each definition is a distinct type.
use super::integer::IntKind;
use super::kind::{QTy, Ty};

/// The bit range of a bit-field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitRange {
    /// The first bit, counted from the start of the record (bit 0 is the least significant bit of byte 0).
    pub start: u64,
    /// The number of bits.
    pub width: u32,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// None for unnamed bit-fields and anonymous records.
    pub name: Option<String>,
    pub qty: QTy,
    /// The offset in bytes; for a bit-field, of the byte that contains its first bit.
    pub offset: u64,
    pub bits: Option<BitRange>,
    /// The alignment in bytes: less than its type's if `packed`, more if `aligned`.
    pub align: u64,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub tag: Option<String>,
    pub is_union: bool,
    /// `transparent_union`: parameters of the type also accept its members' types.
    pub is_transparent: bool,
    /// None while incomplete.
    pub fields: Option<Vec<Field>>,
    pub size: u64,
    pub align: u64,
    /// For a complex number, the type of its real and imaginary parts.
    pub complex: Option<Ty>,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub tag: Option<String>,
    /// The underlying type; none while incomplete.
    pub repr: Option<IntKind>,
}
