//! The types of values.
use std::fmt;

/// The type of an SSA value. Structures and arrays are not values; they are in memory.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A truth value, one bit wide. In memory a truth value takes one byte, 0 or 1.
    I1,
    /// An 8-bit integer.
    I8,
    /// A 16-bit integer.
    I16,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 128-bit integer.
    I128,
    /// A floating-point number in the format IEEE 754 binary32.
    F32,
    /// A floating-point number in the format IEEE 754 binary64.
    F64,
    /// A 64-bit address.
    Ptr,
}

impl Type {
    /// All types, in the order in which the documentation of the textual form lists them.
    pub const ALL: [Type; 9] = [
        Type::I1,
        Type::I8,
        Type::I16,
        Type::I32,
        Type::I64,
        Type::I128,
        Type::F32,
        Type::F64,
        Type::Ptr,
    ];

    /// Returns the width of a value in bits.
    pub fn bits(self) -> u32 {
        match self {
            Type::I1 => 1,
            Type::I8 => 8,
            Type::I16 => 16,
            Type::I32 | Type::F32 => 32,
            Type::I64 | Type::F64 | Type::Ptr => 64,
            Type::I128 => 128,
        }
    }

    /// Returns the size of a value in memory, in bytes; an `i1` takes one byte.
    pub fn bytes(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    /// Returns the integer type with a width of `bits` bits, if there is one.
    pub fn int(bits: u32) -> Option<Type> {
        Type::ALL
            .into_iter()
            .find(|t| t.is_int() && t.bits() == bits)
    }

    /// Returns whether the type is one of the integer types `i1` to `i128`.
    pub fn is_int(self) -> bool {
        !self.is_float() && self != Type::Ptr
    }

    /// Returns whether the type is `f32` or `f64`.
    pub fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }

    /// Returns whether a value of the type `self` can be passed as the type `other`, in a call or through memory. This
    /// is possible if the types are equal, or if one is an address and the other a 64-bit integer.
    pub fn same_machine_type(self, other: Type) -> bool {
        self.bits() == other.bits() && self.is_float() == other.is_float()
    }

    /// Returns the keyword of the type in the textual form.
    pub fn name(self) -> &'static str {
        match self {
            Type::I1 => "i1",
            Type::I8 => "i8",
            Type::I16 => "i16",
            Type::I32 => "i32",
            Type::I64 => "i64",
            Type::I128 => "i128",
            Type::F32 => "f32",
            Type::F64 => "f64",
            Type::Ptr => "ptr",
        }
    }

    /// Returns the type with the keyword `name`; `None` if there is no such type.
    pub fn from_name(name: &str) -> Option<Type> {
        Type::ALL.into_iter().find(|t| t.name() == name)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
