//! Sizes, alignments and record layout of the x86-64 System V ABI, as gcc computes them.
//!
//! Bit-fields follow gcc's `PCC_BITFIELD_TYPE_MATTERS` rules. Memory is divided into aligned units, whose size is the
//! alignment of the bit-field's declared type: 4 bytes for `int x : 8`.
//! - A bit-field never spans more units than an object of its declared type would fill. An `int` bit-field lies
//!   within one unit of 4 bytes.
//! - A named bit-field raises the alignment of the record to that of its declared type.
//! - A bit-field of width zero makes the next bit-field start in a new unit.
use crate::ctypes::{BitRange, Field, Kind, Len, QTy, RecordId, Ty, Types};
use crate::ids::LocalId;
use symtool_ir::Type;

/// A member of a record, before its offset is computed.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub name: Option<String>,
    pub qty: QTy,
    /// The width in bits of a bit-field; `None` for any other member.
    pub width: Option<u32>,
    /// Whether the member itself is declared `packed`, regardless of the attributes of the record.
    pub packed: bool,
    /// The alignment that `aligned` or `_Alignas` specifies, in bytes.
    pub align: Option<u64>,
}

/// The layout options of a whole record, from attributes and pragmas.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct RecordOptions {
    /// Whether the record is declared `packed`: its members have the alignment 1, unless an attribute requests a larger
    /// alignment.
    pub packed: bool,
    /// The alignment of the attribute `aligned(n)`, in bytes.
    pub align: Option<u64>,
    /// The alignment limit of `#pragma pack(n)`, in bytes.
    pub max_align: Option<u64>,
}

impl RecordOptions {
    /// Returns the alignment `align`, limited by `#pragma pack`; both are in bytes.
    fn cap(&self, align: u64) -> u64 {
        self.max_align.map_or(align, |max| align.min(max))
    }

    /// Returns the alignment in bytes of a member that is not a bit-field. `natural` is the alignment of the member's
    /// type in bytes. If `packed` is set, this alignment is ignored.
    fn member_align(&self, member: &Member, natural: u64, packed: bool) -> u64 {
        let own = if packed { 1 } else { natural };
        self.cap(member.align.map_or(own, |requested| own.max(requested)))
    }
}

impl Types {
    /// Returns the size in bytes; `None` for incomplete types, functions and types of variable size. The size 1 that
    /// GNU C gives to `void` and to functions is not returned here, but by `size_expr` in `check/types.rs`.
    pub(crate) fn size(&self, ty: Ty) -> Option<u64> {
        match self.kind(ty) {
            Kind::Void | Kind::Function(_) => None,
            Kind::Bool => Some(1),
            Kind::Int(_) | Kind::Precise(..) | Kind::Enum(_) => {
                self.int_kind(ty).map(|k| u64::from(k.bits() / 8))
            }
            Kind::Float => Some(4),
            Kind::Double | Kind::Pointer(_) => Some(8),
            Kind::LongDouble => Some(16),
            Kind::Array(elem, Len::Fixed(n)) => self.size(elem.ty)?.checked_mul(*n),
            Kind::Array(..) => None,
            Kind::Record(id) => {
                let record = self.record(*id);
                let is_known = record.fields.is_some() && record.variable_size.is_none();
                is_known.then_some(record.size)
            }
        }
    }

    /// Returns the alignment in bytes of an object of type `qty`: the typedef's own alignment if there is one,
    /// else the alignment of the type.
    pub(crate) fn align_of(&self, qty: QTy) -> u64 {
        qty.align.bytes().unwrap_or_else(|| self.align(qty.ty))
    }

    /// Returns the alignment of a type in bytes; 1 for `void` and functions, which have no alignment.
    pub(crate) fn align(&self, ty: Ty) -> u64 {
        match self.kind(ty) {
            Kind::Array(elem, _) => self.align_of(*elem),
            Kind::Record(id) => self.record(*id).align,
            Kind::Void
            | Kind::Bool
            | Kind::Int(_)
            | Kind::Precise(..)
            | Kind::Float
            | Kind::Double
            | Kind::LongDouble
            | Kind::Pointer(_)
            | Kind::Function(_)
            | Kind::Enum(_) => self.size(ty).unwrap_or(1),
        }
    }

    /// Returns whether the type is complete, so that objects of it can exist.
    pub(crate) fn is_complete(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            Kind::Array(elem, len) => *len != Len::Unknown && self.is_complete(elem.ty),
            Kind::Enum(_) => true,
            Kind::Record(id) => self.record(*id).fields.is_some(),
            Kind::Void
            | Kind::Bool
            | Kind::Int(_)
            | Kind::Precise(..)
            | Kind::Float
            | Kind::Double
            | Kind::LongDouble
            | Kind::Pointer(_)
            | Kind::Function(_) => self.size(ty).is_some(),
        }
    }

    /// Returns the IR type of a scalar; `None` for another type.
    pub(crate) fn ir_type(&self, ty: Ty) -> Option<Type> {
        match self.kind(ty) {
            Kind::Bool => Some(Type::I1),
            Kind::Int(_) | Kind::Precise(..) | Kind::Enum(_) => {
                Type::int(self.int_kind(ty)?.bits())
            }
            Kind::Float => Some(Type::F32),
            Kind::Double | Kind::LongDouble => Some(Type::F64),
            Kind::Pointer(_) => Some(Type::Ptr),
            Kind::Void | Kind::Array(..) | Kind::Function(_) | Kind::Record(_) => None,
        }
    }

    /// Sets the members of a record, which makes it complete, and computes its layout.
    pub(crate) fn complete_record(
        &mut self,
        id: RecordId,
        members: Vec<Member>,
        options: RecordOptions,
    ) {
        let is_union = self.record(id).is_union;
        let mut layout = Layout {
            bits: 0,
            size_bits: 0,
            align: 1,
            is_union,
            options,
        };
        let mut fields = Vec::with_capacity(members.len());
        for member in members {
            let packed = member.packed || options.packed;
            let size = self.size(member.qty.ty).unwrap_or(0);
            let natural = self.align_of(member.qty);
            let place = match member.width {
                Some(width) => layout.bit_field(&member, size, natural, width, packed),
                None => layout.plain(size, options.member_align(&member, natural, packed)),
            };
            let align = options.member_align(&member, natural, packed);
            let zero_width = member.width == Some(0);
            if !zero_width {
                fields.push(Field {
                    name: member.name,
                    qty: member.qty,
                    offset: (place / 8) as u64,
                    variable_offset: None,
                    bits: member.width.map(|width| BitRange {
                        start: place as u64,
                        width,
                    }),
                    align,
                });
            }
        }
        let align = options.align.map_or(layout.align, |a| a.max(layout.align));
        let record = &mut self.records[id.0 as usize];
        record.align = align;
        let size = layout.size_bits.div_ceil(8).next_multiple_of(align.into());
        record.size = u64::try_from(size).unwrap_or(u64::MAX);
        record.fields = Some(fields);
    }
}

/// Operations for structures of variable size. The program computes the size of such a structure, and the offsets of
/// its last members, at run time.
impl Types {
    /// Returns the alignment in bytes of a member that is not a bit-field, in a record with the given options.
    pub(crate) fn member_align(&self, member: &Member, options: RecordOptions) -> u64 {
        let packed = member.packed || options.packed;
        options.member_align(member, self.align_of(member.qty), packed)
    }

    /// Adds a member at the end of a complete record, and sets the alignment of the record in bytes.
    pub(crate) fn add_field(&mut self, id: RecordId, field: Field, align: u64) {
        let record = &mut self.records[id.0 as usize];
        record.fields.get_or_insert_default().push(field);
        record.align = align;
    }

    /// Makes a complete structure a structure of variable size. `size` is the hidden local variable with the size.
    pub(crate) fn set_variable_size(&mut self, id: RecordId, size: LocalId) {
        self.records[id.0 as usize].variable_size = Some(size);
    }

    /// Sets the field `length_depth` of a record.
    pub(crate) fn set_length_depth(&mut self, id: RecordId, depth: usize) {
        self.records[id.0 as usize].length_depth = Some(depth);
    }
}

/// The state of the layout of one record.
struct Layout {
    /// The offset in bits of the end of the last placed member, from which the next member of a structure is placed. A
    /// `u128`, because this offset may exceed the range of `u64` for the largest types.
    bits: u128,
    /// The size of the record in bits, without padding at the end: the highest end of all placed members. In a union,
    /// it may exceed `bits`.
    size_bits: u128,
    /// The alignment of the record in bytes, as far as the members placed so far require it.
    align: u64,
    is_union: bool,
    options: RecordOptions,
}

impl Layout {
    /// Places a member of `bits` bits at the next offset that is a multiple of `align_bits`, or at 0 in a union.
    /// Returns this offset in bits.
    fn place(&mut self, bits: u128, align_bits: u128) -> u128 {
        let start = if self.is_union {
            0
        } else {
            self.bits.next_multiple_of(align_bits)
        };
        self.bits = start + bits;
        self.size_bits = self.size_bits.max(self.bits);
        start
    }

    fn plain(&mut self, size: u64, align: u64) -> u128 {
        self.align = self.align.max(align);
        self.place(u128::from(size) * 8, u128::from(align) * 8)
    }

    fn bit_field(
        &mut self,
        member: &Member,
        size: u64,
        natural: u64,
        width: u32,
        packed: bool,
    ) -> u128 {
        let (size, unit) = (u128::from(size), u128::from(natural) * 8);
        if width == 0 {
            if !self.is_union {
                self.bits = self.bits.next_multiple_of(unit);
                self.size_bits = self.size_bits.max(self.bits);
            }
            return self.bits;
        }
        let bits = u128::from(width);
        let mut align_bits = member
            .align
            .map_or(1, |a| u128::from(self.options.cap(a)) * 8);
        let whole = self.is_whole(width, packed);
        if whole {
            align_bits = align_bits.max(u128::from(self.options.cap(u64::from(width) / 8)) * 8);
        } else if !packed && self.options.max_align.is_none() {
            let at = match self.is_union {
                true => 0,
                false => self.bits.next_multiple_of(align_bits),
            };
            let spanned = (at % unit + bits).div_ceil(unit);
            if spanned > size * 8 / unit {
                align_bits = align_bits.max(unit);
            }
        }
        if member.name.is_some() {
            // As in gcc, `#pragma pack` takes precedence over the `packed` attribute for a bit-field.
            let own = match (self.options.max_align, packed) {
                (Some(_), _) => self.options.cap(natural),
                (None, true) => 1,
                (None, false) => natural,
            };
            let requested = member.align.map_or(1, |align| self.options.cap(align));
            let requested = match whole {
                true => requested.max(self.options.cap(u64::from(width) / 8)),
                false => requested,
            };
            self.align = self.align.max(own).max(requested);
        }
        self.place(bits, align_bits)
    }

    /// Returns whether gcc gives a bit-field the layout of an ordinary member, as for `int x : 32` at byte 4. `width`
    /// is the width of the bit-field in bits. Three conditions must hold:
    ///
    /// - There is an integer type of the width `width`.
    /// - The number of the next free bit is a multiple of `width`, or the record is a union, in which every member
    ///   starts at bit 0.
    /// - The bit-field is not `packed`, or its width is 8 bits.
    fn is_whole(&self, width: u32, packed: bool) -> bool {
        let fits = self.is_union || self.bits.is_multiple_of(width.into());
        matches!(width, 8 | 16 | 32 | 64 | 128) && fits && (width == 8 || !packed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctypes::IntKind;

    fn record(types: &mut Types, members: &[(IntKind, Option<u32>)]) -> RecordId {
        let id = types.new_record(None, false);
        let members = members
            .iter()
            .enumerate()
            .map(|(index, &(kind, width))| Member {
                name: Some(format!("m{index}")),
                qty: types.int_of(kind).into(),
                width,
                packed: false,
                align: None,
            })
            .collect();
        types.complete_record(id, members, RecordOptions::default());
        id
    }

    #[test]
    fn members_are_padded() {
        let mut types = Types::new();
        let id = record(
            &mut types,
            &[
                (IntKind::Char, None),
                (IntKind::Int, None),
                (IntKind::Char, None),
            ],
        );
        assert_eq!((types.record(id).size, types.record(id).align), (12, 4));
    }

    #[test]
    fn bit_fields_do_not_cross_their_unit() {
        let mut types = Types::new();
        let id = record(
            &mut types,
            &[
                (IntKind::Int, Some(20)),
                (IntKind::Int, Some(20)),
                (IntKind::Char, Some(3)),
            ],
        );
        let starts: Vec<u64> = types
            .record(id)
            .fields
            .iter()
            .flatten()
            .filter_map(|f| f.bits.map(|b| b.start))
            .collect();
        assert_eq!(starts, [0, 32, 52]);
        assert_eq!(types.record(id).size, 8);
    }
}
