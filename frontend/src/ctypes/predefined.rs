//! Predefined records: the record of `__builtin_va_list`, and the records that represent complex numbers and vectors.
use super::{Field, IntKind, Kind, Len, Ty, Types, Vector};

impl Types {
    /// Returns the type `__builtin_va_list`. As in the x86-64 ABI, this type is an array of one 24-byte record, so that
    /// an argument of this type is passed as an address. symtool uses only one member of the record: the pointer at
    /// byte 8, which advances through the variadic arguments.
    pub(crate) fn va_list(&mut self) -> Ty {
        let id = match self.va_record {
            Some(id) => id,
            None => {
                let id = self.new_record(Some("__va_list_tag".to_owned()), false);
                let (uint, void) = (self.int_of(IntKind::UInt), self.void());
                let ptr = self.pointer_to(void);
                let field = |name: &str, ty: Ty, offset, align| Field {
                    name: Some(name.to_owned()),
                    qty: ty.into(),
                    offset,
                    variable_offset: None,
                    bits: None,
                    align,
                };
                let record = &mut self.records[id.0 as usize];
                record.fields = Some(vec![
                    field("gp_offset", uint, 0, 4),
                    field("fp_offset", uint, 4, 4),
                    field("overflow_arg_area", ptr, 8, 8),
                    field("reg_save_area", ptr, 16, 8),
                ]);
                (record.size, record.align) = (24, 8);
                self.va_record = Some(id);
                id
            }
        };
        let record = self.of(Kind::Record(id));
        self.array_of(record.into(), Len::Fixed(1))
    }

    /// Returns the complex type with real and imaginary parts of type `part`: a record of two unnamed fields.
    pub(crate) fn complex_of(&mut self, part: Ty) -> Ty {
        let id = match self.complexes.get(&part) {
            Some(&id) => id,
            None => {
                let id = self.new_record(None, false);
                let size = self.size(part).unwrap_or(0);
                let align = self.align(part);
                let field = |offset| Field {
                    name: None,
                    qty: part.into(),
                    offset,
                    variable_offset: None,
                    bits: None,
                    align,
                };
                let record = &mut self.records[id.0 as usize];
                record.fields = Some(vec![field(0), field(size)]);
                (record.size, record.align) = (2 * size, align);
                record.complex = Some(part);
                self.complexes.insert(part, id);
                id
            }
        };
        self.of(Kind::Record(id))
    }

    /// Returns the type of vectors with the lanes `vector`: a record of one unnamed array. As in gcc, the alignment of
    /// the type equals its size.
    pub(crate) fn vector_of(&mut self, vector: Vector) -> Ty {
        let id = match self.vectors.get(&vector) {
            Some(&id) => id,
            None => {
                let id = self.new_record(None, false);
                let size = self.size(vector.elem).unwrap_or(0) * vector.lanes;
                let lanes = self.lanes_of(vector);
                let record = &mut self.records[id.0 as usize];
                record.fields = Some(vec![Field {
                    name: None,
                    qty: lanes.into(),
                    offset: 0,
                    variable_offset: None,
                    bits: None,
                    align: size,
                }]);
                (record.size, record.align) = (size, size);
                record.vector = Some(vector);
                self.vectors.insert(vector, id);
                id
            }
        };
        self.of(Kind::Record(id))
    }

    /// Returns the array type of the lanes of a vector.
    pub(crate) fn lanes_of(&mut self, vector: Vector) -> Ty {
        self.array_of(vector.elem.into(), Len::Fixed(vector.lanes))
    }
}
