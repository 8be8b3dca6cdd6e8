//! The current object of a brace-enclosed initializer list (C11 §6.7.9p17).
//!
//! The cursor denotes the subobject that the next initializer without a designator initializes. The cursor is a path of
//! levels from the braced object inward. A level is an aggregate and the index of one of its elements or members. The
//! first level is the braced object; omitted braces and designators add further levels. Before the item `2` in
//! `struct { int a[2]; } x = {1, 2}`, the path is member `a` of `x`, then element 1 of `a`.
use super::Target;
use crate::check::Checker;
use crate::ctypes::{Len, QTy, RecordId, Ty};
use crate::program::Checked;
use crate::typed::BitFieldLocation;
use lang_c::span::Span;

/// One level of the cursor's path: an aggregate, and the index of its current element or member.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The aggregate, or the scalar with braces of its own ([`LevelKind::Scalar`]).
    pub of: Target,
    pub kind: LevelKind,
    /// The index of the current element or member, from 0.
    pub index: u64,
}

/// The kind of a level of the cursor's path.
#[derive(Copy, Clone, Debug)]
pub(super) enum LevelKind {
    /// An array or a vector: the element type, the element size in bytes, and the number of elements if it is known.
    Array(QTy, u64, Option<u64>),
    /// A structure or, if the flag is set, a union.
    Record(RecordId, bool),
    /// A scalar that has braces of its own, as in `int x = {1}`.
    Scalar,
}

impl Checker<'_> {
    pub(super) fn level(&mut self, of: Target, span: Span) -> Checked<Level> {
        let types = &self.program.types;
        let kind = if let Some((elem, len)) = types.as_array(of.qty.ty) {
            let size = self.complete_size(elem.ty, span)?;
            let count = match len {
                Len::Fixed(n) => Some(n),
                Len::Unknown => None,
                Len::Vla(_) | Len::Star => {
                    let message = "object of variable size may not be initialized";
                    return Err(self.error(span, "type", message));
                }
            };
            LevelKind::Array(elem, size, count)
        } else if let Some(vector) = types.vector(of.qty.ty) {
            let size = self.complete_size(vector.elem, span)?;
            LevelKind::Array(vector.elem.into(), size, Some(vector.lanes))
        } else if let Some(id) = self.aggregate_record(of.qty.ty) {
            let record = types.record(id);
            if record.fields.is_none() {
                let name = self.type_name(of.qty);
                return Err(self.error(
                    span,
                    "type",
                    format!("invalid use of incomplete type `{name}`"),
                ));
            }
            LevelKind::Record(id, record.is_union)
        } else {
            LevelKind::Scalar
        };
        let mut level = Level { of, kind, index: 0 };
        self.skip_unnamed(&mut level);
        Ok(level)
    }

    /// Returns the record of a type that is initialized member by member. Returns `None` for a complex number,
    /// which is initialized as a single value.
    pub(super) fn aggregate_record(&self, ty: Ty) -> Option<RecordId> {
        let types = &self.program.types;
        types
            .as_record(ty)
            .filter(|_| types.complex_part(ty).is_none())
    }

    /// Advances the index of a level past unnamed bit-fields. Initializers skip unnamed bit-fields.
    fn skip_unnamed(&self, level: &mut Level) {
        if let LevelKind::Record(id, _) = level.kind {
            let fields = self.program.types.record(id).fields.as_deref();
            while let Some(field) = fields.and_then(|f| f.get(level.index as usize)) {
                if field.name.is_some() || field.bits.is_none() {
                    break;
                }
                level.index += 1;
            }
        }
    }

    /// Returns the subobject at the level's current index; `None` if the index is beyond the last subobject.
    pub(super) fn part(&self, level: &Level) -> Option<Target> {
        match level.kind {
            LevelKind::Array(elem, size, count) => {
                (count.is_none_or(|n| level.index < n)).then(|| Target {
                    qty: elem,
                    offset: level.of.offset + level.index * size,
                    bits: None,
                })
            }
            LevelKind::Record(id, _) => {
                let record = self.program.types.record(id);
                let field = record.fields.as_deref()?.get(level.index as usize)?;
                Some(Target {
                    qty: field.qty,
                    offset: level.of.offset + field.offset,
                    bits: field.bits.map(|range| BitFieldLocation {
                        range,
                        holder_offset: level.of.offset,
                        holder_size: record.size,
                    }),
                })
            }
            LevelKind::Scalar => (level.index == 0).then_some(level.of),
        }
    }

    pub(super) fn advance(&self, level: &mut Level) {
        level.index = match level.kind {
            LevelKind::Record(id, true) => self
                .program
                .types
                .record(id)
                .fields
                .as_ref()
                .map_or(1, |f| f.len() as u64),
            LevelKind::Array(..) | LevelKind::Record(_, false) | LevelKind::Scalar => {
                level.index + 1
            }
        };
        self.skip_unnamed(level);
    }

    pub(super) fn advance_last(&self, levels: &mut [Level]) {
        if let Some(level) = levels.last_mut() {
            self.advance(level);
        }
    }
}
