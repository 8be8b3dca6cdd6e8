//! What a type is: its shape, and the qualifiers that stand beside it.
use super::integer::IntKind;
use super::record::{EnumId, RecordId};
use crate::typed::LocalId;

/// An unqualified C type.
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

    /// Those of `self` that `other` lacks, `restrict` aside.
    pub(crate) fn lost_in(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0 & 3)
    }
}

/// A type with its qualifiers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QTy {
    pub ty: Ty,
    pub quals: Quals,
}

impl From<Ty> for QTy {
    fn from(ty: Ty) -> QTy {
        QTy {
            ty,
            quals: Quals::NONE,
        }
    }
}

impl QTy {
    pub(crate) fn with(self, quals: Quals) -> QTy {
        QTy {
            ty: self.ty,
            quals: self.quals.union(quals),
        }
    }

    pub(crate) fn is_const(self) -> bool {
        self.quals.has(Quals::CONST)
    }

    pub(crate) fn is_volatile(self) -> bool {
        self.quals.has(Quals::VOLATILE)
    }
}

/// How many elements an array has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Len {
    Fixed(u64),
    /// `[]`: incomplete, or a flexible member.
    Unknown,
    /// A variable length, kept in this hidden local of type `unsigned long`.
    Vla(LocalId),
    /// A variable length in a prototype, where it is not evaluated.
    Star,
}

/// A function type. Parameters are adjusted (arrays and functions are pointers) and unqualified.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FnTy {
    pub result: QTy,
    pub params: Vec<Ty>,
    pub variadic: bool,
    /// False for `f()` and old-style definitions: arguments are not checked.
    pub prototype: bool,
}

/// The shape of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Void,
    Bool,
    Int(IntKind),
    /// An integer of fewer bits than the type that stores it: what a bit-field wider than `int` computes in.
    /// The stored bits above its own repeat its sign or are zero.
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
