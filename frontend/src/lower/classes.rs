//! Classes of argument and result types: integers and pointers (one class), `float`, `double`, and records.
//!
//! A program may call a function through a declaration of another type. An argument or result is then converted to
//! another type of the same class. The behavior is undefined if a call passes or expects a value of another class than
//! the function's definition (C11 6.5.2.2p6, p9), because the calling convention uses different registers for different
//! classes.
use super::Lowerer;
use crate::ctypes::Ty;
use symtool_ir::Type;

/// A class of values.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// An integer or a pointer.
    Word,
    Float,
    Double,
    Record,
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

    /// Returns whether a caller that expects a result of class `expected` can call a function with a result of class
    /// `self`. The caller may ignore a result, unless the result is a record. A caller that expects a result from a
    /// function without a result gets an indeterminate value. This does not hold for a record, because there is no
    /// memory from which to read it.
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
