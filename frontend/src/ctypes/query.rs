//! Properties of types, and the adjustments that C applies to types.
use super::{Field, FnTy, IntKind, Kind, Len, QTy, Quals, RecordId, Ty, Types, Vector};
use crate::ids::LocalId;

impl Types {
    /// Returns the type of the real and imaginary parts of a complex type; `None` for another type.
    pub(crate) fn complex_part(&self, ty: Ty) -> Option<Ty> {
        self.record(self.as_record(ty)?).complex
    }

    /// Returns the type and the number of the lanes of a vector type; `None` for another type.
    pub(crate) fn vector(&self, ty: Ty) -> Option<Vector> {
        self.record(self.as_record(ty)?).vector
    }

    pub(crate) fn is_long_double(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::LongDouble)
    }

    /// Returns whether a type is arithmetic (integer or floating), possibly complex.
    pub(crate) fn is_number(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.complex_part(ty).is_some()
    }

    /// Returns whether the type is `char`, `signed char` or `unsigned char`.
    pub(crate) fn is_char(&self, ty: Ty) -> bool {
        matches!(
            self.int_kind(ty),
            Some(IntKind::Char | IntKind::SChar | IntKind::UChar)
        )
    }

    /// Returns the integer kind of an integer type other than `_Bool`, `None` for another type. An enumeration
    /// has the kind of its underlying type.
    pub(crate) fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match self.kind(ty) {
            Kind::Int(kind) | Kind::Precise(kind, _) => Some(*kind),
            Kind::Enum(id) => Some(self.enums[id.0 as usize].repr.unwrap_or(IntKind::UInt)),
            Kind::Void
            | Kind::Bool
            | Kind::Float
            | Kind::Double
            | Kind::LongDouble
            | Kind::Pointer(_)
            | Kind::Array(..)
            | Kind::Function(_)
            | Kind::Record(_) => None,
        }
    }

    pub(crate) fn is_void(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Void)
    }

    pub(crate) fn is_bool(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Bool)
    }

    pub(crate) fn is_integer(&self, ty: Ty) -> bool {
        matches!(
            self.kind(ty),
            Kind::Bool | Kind::Int(_) | Kind::Precise(..) | Kind::Enum(_)
        )
    }

    /// Returns the number of bits of the type of a wide bit-field: 40 for `long x : 40`. Returns `None` for another
    /// type, which uses all bits of its storage.
    pub(crate) fn precision(&self, ty: Ty) -> Option<u32> {
        match self.kind(ty) {
            Kind::Precise(_, bits) => Some(*bits),
            _ => None,
        }
    }

    pub(crate) fn is_float(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Float | Kind::Double | Kind::LongDouble)
    }

    pub(crate) fn is_arithmetic(&self, ty: Ty) -> bool {
        self.is_integer(ty) || self.is_float(ty)
    }

    pub(crate) fn is_pointer(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Pointer(_))
    }

    pub(crate) fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub(crate) fn is_function(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Function(_))
    }

    pub(crate) fn is_array(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Array(..))
    }

    pub(crate) fn as_record(&self, ty: Ty) -> Option<RecordId> {
        match self.kind(ty) {
            Kind::Record(id) => Some(*id),
            _ => None,
        }
    }

    pub(crate) fn pointee(&self, ty: Ty) -> Option<QTy> {
        match self.kind(ty) {
            Kind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Returns the element type and the length of an array type; `None` for another type.
    pub(crate) fn as_array(&self, ty: Ty) -> Option<(QTy, Len)> {
        match self.kind(ty) {
            Kind::Array(elem, len) => Some((*elem, *len)),
            _ => None,
        }
    }

    pub(crate) fn as_function(&self, ty: Ty) -> Option<&FnTy> {
        match self.kind(ty) {
            Kind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Returns whether a type is signed. `_Bool` and pointers count as unsigned.
    pub(crate) fn is_signed(&self, ty: Ty) -> bool {
        self.int_kind(ty)
            .is_some_and(|kind| self.kind_is_signed(kind))
    }

    /// Returns whether an integer type is signed. The signedness of `char` depends on the options of the program.
    pub(crate) fn kind_is_signed(&self, kind: IntKind) -> bool {
        kind.is_signed(self.char_is_unsigned)
    }

    /// Returns whether the type contains a variable array length anywhere (C11 §6.7.6p3).
    pub(crate) fn is_variably_modified(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Pointer(to) => self.is_variably_modified(to.ty),
            Kind::Array(elem, len) => {
                matches!(len, Len::Vla(_) | Len::Star) || self.is_variably_modified(elem.ty)
            }
            Kind::Function(function) => self.is_variably_modified(function.result.ty),
            Kind::Void
            | Kind::Bool
            | Kind::Int(_)
            | Kind::Precise(..)
            | Kind::Float
            | Kind::Double
            | Kind::LongDouble
            | Kind::Enum(_) => false,
            Kind::Record(id) => self.record(*id).variable_size.is_some(),
        }
    }

    /// Returns whether the type has a variable size. This is so for an array with a variable length in at least one
    /// dimension, for a structure with such a member, and for an array of such structures.
    pub(crate) fn is_vla(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Array(elem, len) => {
                matches!(len, Len::Vla(_) | Len::Star) || self.is_vla(elem.ty)
            }
            _ => self.is_variable_record(ty),
        }
    }

    /// Returns whether the type is a structure with a member of variable size.
    pub(crate) fn is_variable_record(&self, ty: Ty) -> bool {
        self.variable_size(ty).is_some()
    }

    /// Returns the hidden local variable that contains the size of a structure with a member of variable size; `None`
    /// for another type.
    pub(crate) fn variable_size(&self, ty: Ty) -> Option<LocalId> {
        self.record(self.as_record(ty)?).variable_size
    }

    /// Returns the qualifiers of a type. For an array type, these include the qualifiers of its elements.
    pub(crate) fn effective_quals(&self, qty: QTy) -> Quals {
        match self.kind(qty.ty) {
            Kind::Array(elem, _) => qty.quals.union(self.effective_quals(*elem)),
            _ => qty.quals,
        }
    }

    /// Adds qualifiers to a type. For an array type (from a typedef), adds them to the type of its elements.
    pub(crate) fn qualify(&mut self, qty: QTy, quals: Quals) -> QTy {
        if quals == Quals::NONE {
            return qty;
        }
        match self.as_array(qty.ty) {
            Some((elem, len)) => {
                let elem = self.qualify(elem, quals);
                QTy {
                    ty: self.array_of(elem, len),
                    ..qty
                }
            }
            None => qty.with(quals),
        }
    }

    /// Returns the adjusted type of a parameter: arrays and functions become pointers (C11 §6.7.6.3p7-8).
    pub(crate) fn adjust_param(&mut self, qty: QTy) -> QTy {
        match self.kind(qty.ty) {
            Kind::Array(elem, _) => {
                let elem = *elem;
                self.pointer_to(elem).into()
            }
            Kind::Function(_) => self.pointer_to(qty.ty).into(),
            _ => qty,
        }
    }

    /// Finds the member `name` of `record` or of an anonymous record inside `record`. Returns three values:
    ///
    /// - the byte offset, within `record`, of the record that directly contains the member;
    /// - the id of the record that directly contains the member: for an ordinary member, `record` itself at offset 0;
    /// - the member.
    ///
    /// Returns `None` if there is no such member.
    pub(crate) fn member(&self, record: RecordId, name: &str) -> Option<(u64, RecordId, Field)> {
        for field in self.record(record).fields.as_deref()? {
            match &field.name {
                Some(n) if n == name => return Some((0, record, field.clone())),
                None => {
                    if let Some(inner) = self.as_record(field.qty.ty)
                        && let Some((offset, holder, mut found)) = self.member(inner, name)
                    {
                        found.qty = found.qty.with(field.qty.quals);
                        return Some((field.offset + offset, holder, found));
                    }
                }
                _ => {}
            }
        }
        None
    }
}
