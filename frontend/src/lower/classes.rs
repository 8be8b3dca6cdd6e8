//! Classes of argument and result types: integers and pointers (one class), `float`, `double`, and records.
//!
//! The type in a function's declaration may differ from the type in its definition. If the two types of an argument or
//! result are in the same class (`int` and `char *`), the value is converted. If they are in different classes, the
//! behavior of a call is undefined (C11 6.5.2.2p6, p9): the calling convention passes the classes in different
//! registers.
use super::Lowerer;
use crate::ctypes::Ty;
use symtool_ir::Type;

/// A class of argument and result types.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// An integer or a pointer.
    Word,
    Float,
    Double,
    Record,
    /// No result (`void`).
    Nothing,
}

impl Class {
    pub(super) fn of(ty: Type) -> Class {
        match ty {
            Type::F32 => Class::Float,
            Type::F64 => Class::Double,
            Type::I1 | Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::I128 | Type::Ptr => {
                Class::Word
            }
        }
    }

    /// Returns a phrase for the class, as used in messages.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Class::Word => "an integer or a pointer",
            Class::Float => "a `float`",
            Class::Double => "a `double`",
            Class::Record => "a structure or union",
            Class::Nothing => "nothing",
        }
    }

    /// Returns whether a call that expects a result of class `expected` is accepted for a function with a result of
    /// class `self`:
    ///
    /// - If the classes are equal, the call is accepted.
    /// - If only one of the classes is a record, the call is not accepted, because caller and function must agree on
    ///   the memory of a record result.
    /// - Otherwise, the call is accepted if it ignores the result, or if the function has no result. In the second
    ///   case, the result of the call is indeterminate.
    pub(super) fn serves(self, expected: Class) -> bool {
        match (self, expected) {
            (Class::Record, Class::Nothing) | (_, Class::Record) => self == expected,
            (_, Class::Nothing) | (Class::Nothing, _) => true,
            _ => self == expected,
        }
    }
}

impl Lowerer<'_, '_> {
    pub(super) fn class(&self, ty: Ty) -> Class {
        match self.types().ir_type(ty) {
            Some(ty) => Class::of(ty),
            None if self.types().as_record(ty).is_some() => Class::Record,
            None => Class::Nothing,
        }
    }
}
