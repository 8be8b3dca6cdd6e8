//! Structures, unions and enumerations: each definition is a type of its own.
use super::integer::IntKind;
use super::kind::{QTy, Ty};
use crate::program::Reported;

/// The definition of a structure or union.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct RecordId(pub u32);

/// The definition of an enumeration.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct EnumId(pub u32);

/// The place of a bit-field.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitRange {
    /// First bit, counted from the start of the record (least significant bit of byte 0 is 0).
    pub start: u64,
    /// Number of bits.
    pub width: u32,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// None for unnamed bit-fields and anonymous records.
    pub name: Option<String>,
    pub qty: QTy,
    /// Byte offset (for a bit-field: of the byte its first bit is in).
    pub offset: u64,
    pub bits: Option<BitRange>,
    /// In bytes; it may be less than its type's (`packed`) or more (`aligned`).
    pub align: u64,
}

/// A structure or union.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub tag: Option<String>,
    pub is_union: bool,
    /// `transparent_union`: parameters of the type take its members' types, too.
    pub is_transparent: bool,
    /// None while incomplete.
    pub fields: Option<Vec<Field>>,
    pub size: u64,
    pub align: u64,
    /// The type of the two parts, if it is no record of the program but a complex number.
    pub complex: Option<Ty>,
    /// Something was wrong with a member: what uses say about its members is not to be trusted.
    pub broken: Option<Reported>,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub tag: Option<String>,
    /// What it is stored as; None while incomplete.
    pub repr: Option<IntKind>,
}
