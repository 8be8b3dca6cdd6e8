//! Kinds of C types, such as pointers and arrays, and qualified types.
use super::integer::IntKind;
use crate::ids::{EnumId, LocalId, RecordId};

/// An unqualified C type: an index into [`Types`](super::Types).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ty(pub(super) u32);

/// A set of type qualifiers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Quals(u8);

impl Quals {
    pub(crate) const NONE: Quals = Quals(0);
    pub(crate) const CONST: Quals = Quals(1);
    pub(crate) const VOLATILE: Quals = Quals(2);
    pub(crate) const RESTRICT: Quals = Quals(4);

    pub(crate) fn union(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }

    pub(crate) fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the qualifiers in `self` that are not in `other`, except `restrict`. If `self` and `other` qualify the
    /// targets of two pointer types, a conversion from the first pointer type to the second discards the returned
    /// qualifiers.
    pub(crate) fn discarded_in(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0 & 3)
    }
}

/// The alignment that an `aligned` attribute gives to a typedef: a power of two, or none.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct OwnAlign(u8);

impl OwnAlign {
    pub(crate) const NONE: OwnAlign = OwnAlign(0);

    /// Returns the alignment of `bytes` bytes, a power of two.
    pub(crate) fn of(bytes: u64) -> OwnAlign {
        OwnAlign(bytes.trailing_zeros() as u8 + 1)
    }

    /// Returns `qty` with the alignment `self`; unchanged if `self` is [`OwnAlign::NONE`].
    pub(crate) fn applied_to(self, qty: QTy) -> QTy {
        match self {
            OwnAlign::NONE => qty,
            align => QTy { align, ..qty },
        }
    }

    /// Returns the alignment in bytes; `None` for [`OwnAlign::NONE`].
    pub(crate) fn bytes(self) -> Option<u64> {
        self.0.checked_sub(1).map(|power| 1 << power)
    }
}

/// A type with the two properties that a declaration can add to it: qualifiers and alignment. The type of a value has
/// neither. In C, types that differ only in alignment are the same type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QTy {
    pub ty: Ty,
    pub quals: Quals,
    pub align: OwnAlign,
}

impl From<Ty> for QTy {
    fn from(ty: Ty) -> QTy {
        QTy {
            ty,
            quals: Quals::NONE,
            align: OwnAlign::NONE,
        }
    }
}

impl QTy {
    pub(crate) fn with(self, quals: Quals) -> QTy {
        QTy {
            quals: self.quals.union(quals),
            ..self
        }
    }

    pub(crate) fn is_const(self) -> bool {
        self.quals.has(Quals::CONST)
    }

    pub(crate) fn is_volatile(self) -> bool {
        self.quals.has(Quals::VOLATILE)
    }
}

/// The number of elements of an array.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Len {
    /// The constant number of elements.
    Fixed(u64),
    /// The length is not given (`[]`). The array type is incomplete, or it is the type of a flexible array
    /// member.
    Unknown,
    /// The length is variable. The field is the local variable of type `unsigned long`, added by symtool, that holds
    /// the length.
    Vla(LocalId),
    /// The length is variable, and unknown because the type is part of a prototype, where lengths are not evaluated.
    Star,
}

/// A function type. The types of the parameters are those after adjustment: arrays and functions have become pointers,
/// and top-level qualifiers are removed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FnTy {
    pub result: QTy,
    pub params: Vec<Ty>,
    pub variadic: bool,
    /// Whether the type comes from a prototype, which gives the types of the parameters. Otherwise (a declaration
    /// `f()` or an old-style definition), the arguments of calls are not checked.
    pub prototype: bool,
}

/// The kind of a type, with its components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Void,
    Bool,
    Int(IntKind),
    /// The type of a bit-field wider than `int`: an integer with fewer bits than its storage. The fields are the
    /// integer type of the storage, and the width in bits. The unused upper bits of the storage are copies of the sign
    /// bit or, for an unsigned type, zeros.
    Precise(IntKind, u32),
    Float,
    Double,
    LongDouble,
    Pointer(QTy),
    Array(QTy, Len),
    Function(Box<FnTy>),
    Record(RecordId),
    Enum(EnumId),
}
