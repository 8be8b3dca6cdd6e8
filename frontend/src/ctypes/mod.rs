//! The table of C types, which stores equal types once (interning).
//!
//! A [`Ty`] is the index of an unqualified type. Equal types have equal indices, so comparing indices is type
//! equality; [`Types::compatible`] implements the weaker relation of compatible types in C. A [`QTy`] is a type with
//! qualifiers and the alignment of a typedef. Records and enumerations are not compared by their members: each
//! definition is a distinct type.
//!
//! This file holds the table of all types. Types are defined in `kind`, `integer` and `record`; properties of a type
//! are computed in `query`, `compatible` and `name`; sizes and offsets in [`crate::layout`].
mod compatible;
mod integer;
mod kind;
mod name;
mod predefined;
mod query;
mod record;
mod shape;

pub(crate) use crate::ids::{EnumId, RecordId};
pub(crate) use integer::IntKind;
pub(crate) use kind::{FnTy, Kind, Len, OwnAlign, QTy, Quals, Ty};
pub(crate) use record::{BitRange, Enum, Field, Record, Vector};

use rustc_hash::FxHashMap;

/// The table of all types of a compilation.
pub(crate) struct Types {
    kinds: Vec<Kind>,
    ids: FxHashMap<Kind, Ty>,
    pub records: Vec<Record>,
    pub enums: Vec<Enum>,
    /// Whether `char` is an unsigned type in the program (`-funsigned-char`).
    pub char_is_unsigned: bool,
    /// The record of which `__builtin_va_list` is an array; `None` until the program first uses that type.
    va_record: Option<RecordId>,
    /// Maps the type of real and imaginary parts to the record that represents the complex type.
    complexes: FxHashMap<Ty, RecordId>,
    /// Maps the lanes of a vector type to the record that represents the vector type.
    vectors: FxHashMap<Vector, RecordId>,
}

macro_rules! basic {
    ($($name:ident = $kind:expr;)*) => {
        impl Types { $(pub(crate) fn $name(&mut self) -> Ty { self.of($kind) })* }
    };
}

basic! {
    void = Kind::Void;
    bool = Kind::Bool;
    char = Kind::Int(IntKind::Char);
    int = Kind::Int(IntKind::Int);
    long = Kind::Int(IntKind::Long);
    ulong = Kind::Int(IntKind::ULong);
    float = Kind::Float;
    double = Kind::Double;
    long_double = Kind::LongDouble;
}

impl Types {
    pub(crate) fn new() -> Types {
        Types {
            kinds: Vec::new(),
            ids: FxHashMap::default(),
            records: Vec::new(),
            enums: Vec::new(),
            char_is_unsigned: false,
            va_record: None,
            complexes: FxHashMap::default(),
            vectors: FxHashMap::default(),
        }
    }

    /// Interns a type and returns its index.
    pub(crate) fn of(&mut self, kind: Kind) -> Ty {
        if let Some(&ty) = self.ids.get(&kind) {
            return ty;
        }
        let ty = Ty(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.ids.insert(kind, ty);
        ty
    }

    pub(crate) fn kind(&self, ty: Ty) -> &Kind {
        &self.kinds[ty.0 as usize]
    }

    pub(crate) fn int_of(&mut self, kind: IntKind) -> Ty {
        self.of(Kind::Int(kind))
    }

    pub(crate) fn pointer_to(&mut self, to: impl Into<QTy>) -> Ty {
        self.of(Kind::Pointer(to.into()))
    }

    pub(crate) fn array_of(&mut self, elem: QTy, len: Len) -> Ty {
        self.of(Kind::Array(elem, len))
    }

    pub(crate) fn function(&mut self, function: FnTy) -> Ty {
        self.of(Kind::Function(Box::new(function)))
    }

    pub(crate) fn new_record(&mut self, tag: Option<String>, is_union: bool) -> RecordId {
        self.records.push(Record {
            tag,
            is_union,
            is_transparent: false,
            fields: None,
            size: 0,
            variable_size: None,
            length_depth: None,
            align: 1,
            complex: None,
            vector: None,
        });
        RecordId(self.records.len() as u32 - 1)
    }

    pub(crate) fn new_enum(&mut self, tag: Option<String>) -> EnumId {
        self.enums.push(Enum { tag, repr: None });
        EnumId(self.enums.len() as u32 - 1)
    }

    pub(crate) fn record(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }
}
