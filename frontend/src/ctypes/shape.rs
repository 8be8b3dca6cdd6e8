//! Computes the shape of an input: a description of its C type, by which reports show the value in the syntax of C.
use super::Types;
use super::integer::IntKind;
use super::kind::{Kind, Len, Ty};
use super::record::{Field, Record};
use symtool_ir::shape::{Member, Shape};

/// The limits of a shape: the maximum number of members of a structure, including the members of inner structures, and
/// the maximum nesting depth. A structure with more members has no shape. A structure or array at a greater depth has
/// the shape of raw bytes.
const MAX_MEMBERS: (usize, u32) = (100, 8);

impl Types {
    /// Returns the shape of the type of an object; `None` if the type is incomplete or has too many members.
    pub(crate) fn input_shape(&self, ty: Ty) -> Option<Shape> {
        let (mut left, depth) = MAX_MEMBERS;
        self.shape(ty, &mut left, depth)
    }

    /// Returns the shape of a type. `left` is the number of members that the shape may still contain, and `depth` is
    /// the number of nesting levels that it may still contain.
    fn shape(&self, ty: Ty, left: &mut usize, depth: u32) -> Option<Shape> {
        let size = self.size(ty).filter(|&size| size > 0)?;
        Some(match self.kind(ty) {
            Kind::Int(IntKind::Char | IntKind::SChar) => Shape::Char,
            Kind::Int(kind) | Kind::Precise(kind, _) => Shape::Integer {
                bytes: size,
                signed: self.kind_is_signed(*kind),
            },
            Kind::Bool => Shape::Integer {
                bytes: size,
                signed: false,
            },
            Kind::Enum(_) => Shape::Integer {
                bytes: size,
                signed: self
                    .int_kind(ty)
                    .is_some_and(|kind| self.kind_is_signed(kind)),
            },
            Kind::Float => Shape::Float,
            Kind::Double => Shape::Double,
            Kind::Array(element, Len::Fixed(length)) if depth > 0 => {
                Shape::Array(Box::new(self.shape(element.ty, left, depth - 1)?), *length)
            }
            Kind::Record(id) if depth > 0 => self.record_shape(self.record(*id), left, depth)?,
            Kind::Pointer(_) => Shape::Pointer,
            Kind::Void
            | Kind::LongDouble
            | Kind::Array(..)
            | Kind::Function(_)
            | Kind::Record(_) => Shape::Bytes(size),
        })
    }

    fn record_shape(&self, record: &Record, left: &mut usize, depth: u32) -> Option<Shape> {
        let fields = record.fields.as_ref()?;
        let is_other = record.is_union || record.complex.is_some() || record.vector.is_some();
        if is_other || fields.iter().any(|field| !is_named(field)) {
            return Some(Shape::Bytes(record.size));
        }
        *left = left.checked_sub(fields.len())?;
        let named = fields.iter().filter(|field| field.name.is_some());
        let members = named.map(|field| {
            // A flexible array member has no size, and a structure with such a member has no shape.
            let shape = self.shape(field.qty.ty, left, depth - 1)?;
            Some(Member {
                name: field.name.clone()?,
                offset: match &field.bits {
                    Some(range) => range.start / 8,
                    None => field.offset,
                },
                bits: field
                    .bits
                    .map(|range| ((range.start % 8) as u32, range.width)),
                shape,
            })
        });
        let members: Option<Vec<Member>> = members.collect();
        Some(Shape::Record(record.size, members?))
    }
}

/// Returns whether reports can show a member under its name. Reports can show neither an anonymous structure, nor a
/// bit-field of more than 64 bits. An unnamed bit-field is accepted, because it is only padding.
fn is_named(field: &Field) -> bool {
    let fits = field.bits.is_none_or(|range| range.width <= 64);
    fits && (field.name.is_some() || field.bits.is_some())
}
