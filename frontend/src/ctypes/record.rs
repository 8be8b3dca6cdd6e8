//! Structures, unions and enumerations: each definition is a distinct type.
use super::integer::IntKind;
use super::kind::{QTy, Ty};
use crate::ids::LocalId;

/// The bit range of a bit-field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitRange {
    /// The number of the first bit, counted from 0 at the start of the record; bit 0 is the least significant bit of
    /// byte 0.
    pub start: u64,
    /// The number of bits.
    pub width: u32,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The name of the member; `None` for unnamed bit-fields and anonymous records.
    pub name: Option<String>,
    pub qty: QTy,
    /// The offset in bytes from the start of the record. For a bit-field, the offset of the byte that contains its
    /// first bit. 0 if `variable_offset` is set.
    pub offset: u64,
    /// The hidden local variable that contains the offset in bytes, for a member after a member of variable size.
    pub variable_offset: Option<LocalId>,
    pub bits: Option<BitRange>,
    /// The alignment in bytes. A `packed` member can have a smaller alignment than its type, and an `aligned` member a
    /// larger alignment.
    pub align: u64,
}

/// A structure or union type.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub tag: Option<String>,
    pub is_union: bool,
    /// Whether the union is a `transparent_union`: a parameter of this type also accepts values of its members'
    /// types.
    pub is_transparent: bool,
    /// The members; `None` while the type is incomplete.
    pub fields: Option<Vec<Field>>,
    /// The size in bytes; 0 while the type is incomplete. Not used if `variable_size` is set.
    pub size: u64,
    /// The hidden local variable that contains the size in bytes of a structure with a member of variable size; `None`
    /// for another record.
    pub variable_size: Option<LocalId>,
    /// The number of functions that enclose the function in which the record is defined: 0 unless that function is
    /// nested. Set only if the type of a member depends on the length of a variable-length array, because the hidden
    /// local variable with the length belongs to that function.
    pub length_depth: Option<usize>,
    /// The alignment in bytes.
    pub align: u64,
    /// If the record represents a complex number: the type of the real and imaginary parts.
    pub complex: Option<Ty>,
    /// If the record represents a vector: its lanes.
    pub vector: Option<Vector>,
}

/// The lanes (elements) of a vector type: their type and their number, which is a power of two.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Vector {
    pub elem: Ty,
    pub lanes: u64,
}

/// An enumeration type.
#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub tag: Option<String>,
    /// The underlying integer type; `None` while the type is incomplete.
    pub repr: Option<IntKind>,
}
