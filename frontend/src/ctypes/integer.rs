//! The integer types, with the properties that conversions depend on: width, signedness and rank.

/// The integer types other than `_Bool` and enumerations, ordered by rank.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    pub(crate) fn bits(self) -> u32 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => 32,
            IntKind::Long | IntKind::ULong | IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
        }
    }

    /// Returns whether the type is signed; `char` is signed unless `char_is_unsigned` is set. Other modules call
    /// [`super::Types::kind_is_signed`], which passes the value of this flag for the program.
    pub(super) fn is_signed(self, char_is_unsigned: bool) -> bool {
        if self == IntKind::Char {
            return !char_is_unsigned;
        }
        !matches!(
            self,
            IntKind::UChar
                | IntKind::UShort
                | IntKind::UInt
                | IntKind::ULong
                | IntKind::ULongLong
                | IntKind::UInt128
        )
    }

    /// Returns the conversion rank (C11 §6.3.1.1). A signed type and the corresponding unsigned type have the
    /// same rank.
    pub(crate) fn rank(self) -> u32 {
        match self {
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 3,
            IntKind::Long | IntKind::ULong => 4,
            IntKind::LongLong | IntKind::ULongLong => 5,
            IntKind::Int128 | IntKind::UInt128 => 6,
        }
    }

    pub(crate) fn to_unsigned(self) -> IntKind {
        match self {
            IntKind::Char | IntKind::SChar => IntKind::UChar,
            IntKind::Short => IntKind::UShort,
            IntKind::Int => IntKind::UInt,
            IntKind::Long => IntKind::ULong,
            IntKind::LongLong => IntKind::ULongLong,
            IntKind::Int128 => IntKind::UInt128,
            other => other,
        }
    }

    /// Returns the name of the type in C.
    pub(super) fn name(self) -> &'static str {
        match self {
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}
