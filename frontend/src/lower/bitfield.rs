//! Lowers bit-fields: each access loads or stores the smallest integer that contains the field and lies within the
//! record. If there is no such integer, the access loads or stores single bytes.
use super::Lowerer;
use crate::ctypes::Ty;
use crate::typed::BitFieldLocation;
use symtool_ir::{Op, Type, Value};

/// The bytes that an access to a bit-field loads or stores as one integer, and the position of the bit-field in these
/// bytes.
struct Window {
    /// The offset of the first accessed byte in the record.
    offset: u64,
    /// The type of the load or store. `None` if no integer type around the field fits inside the record; the
    /// field is then accessed byte by byte.
    ty: Option<Type>,
    /// The integer type of the computation that extracts the field from the loaded bytes, or inserts the field into
    /// them.
    work: Type,
    /// The number of accessed bytes.
    bytes: u64,
    /// The bit offset of the field within the accessed bytes.
    shift: u64,
}

fn window(place: BitFieldLocation) -> Window {
    let start = place.range.start;
    let end = start + u64::from(place.range.width);
    let first = start / 8;
    let needed = end.div_ceil(8) - first;
    for ty in [Type::I8, Type::I16, Type::I32, Type::I64, Type::I128] {
        let bytes = ty.bytes();
        if bytes < needed || bytes > place.holder_size {
            continue;
        }
        let offset = first.min(place.holder_size - bytes);
        if end <= (offset + bytes) * 8 {
            return Window {
                offset,
                ty: Some(ty),
                work: ty,
                bytes,
                shift: start - offset * 8,
            };
        }
    }
    let work = if needed <= 8 { Type::I64 } else { Type::I128 };
    Window {
        offset: first,
        ty: None,
        work,
        bytes: needed,
        shift: start - first * 8,
    }
}

impl Lowerer<'_, '_> {
    fn load_window(&mut self, holder: Value, window: &Window, volatile: bool) -> Value {
        let address = self.b.offset(holder, window.offset as i64);
        if let Some(ty) = window.ty {
            return self.b.load_with(ty, address, None, volatile);
        }
        let mut all = self.b.iconst(window.work, 0);
        for index in 0..window.bytes {
            let at = self.b.offset(address, index as i64);
            let byte = self.b.load_with(Type::I8, at, None, volatile);
            let byte = self.b.cast(Op::Zext, byte, window.work);
            let by = self.b.iconst(window.work, i128::from(index) * 8);
            let moved = self.b.pure(Op::Shl, &[byte, by]);
            all = self.b.pure(Op::Or, &[all, moved]);
        }
        all
    }

    fn store_window(&mut self, holder: Value, window: &Window, value: Value, volatile: bool) {
        let address = self.b.offset(holder, window.offset as i64);
        if window.ty.is_some() {
            self.b.store_with(value, address, None, volatile);
            return;
        }
        for index in 0..window.bytes {
            let by = self.b.iconst(window.work, i128::from(index) * 8);
            let moved = self.b.pure(Op::LShr, &[value, by]);
            let byte = self.b.cast(Op::Trunc, moved, Type::I8);
            let at = self.b.offset(address, index as i64);
            self.b.store_with(byte, at, None, volatile);
        }
    }

    fn resize(&mut self, value: Value, to: Type, signed: bool) -> Value {
        let from = self.b.func.ty(value);
        let op = match (from.bits() > to.bits(), signed) {
            (true, _) => Op::Trunc,
            (false, true) => Op::Sext,
            (false, false) => Op::Zext,
        };
        self.b.cast(op, value, to)
    }

    pub(super) fn load_bits(
        &mut self,
        holder: Value,
        place: BitFieldLocation,
        ty: Ty,
        volatile: bool,
    ) -> Value {
        let window = window(place);
        let all = self.load_window(holder, &window, volatile);
        let signed = self.types().is_signed(ty);
        let by = self.b.iconst(window.work, i128::from(window.shift));
        let low = if window.shift == 0 {
            all
        } else {
            self.b.pure(Op::LShr, &[all, by])
        };
        let fitted = self.wrap(low, place.range.width, signed);
        let to = self.ir(ty);
        self.resize(fitted, to, signed)
    }

    /// Stores `value` to the bit-field `place` of the record at the address `holder`. Returns the value of the
    /// bit-field after the store. If `volatile` is set, the access is volatile.
    pub(super) fn store_bits(
        &mut self,
        holder: Value,
        place: BitFieldLocation,
        value: Value,
        ty: Ty,
        volatile: bool,
    ) -> Value {
        let window = window(place);
        let width = place.range.width;
        let signed = self.types().is_signed(ty);
        let mask = symtool_ir::bits::mask(width) << window.shift;
        let fresh = self.resize(value, window.work, false);
        let by = self.b.iconst(window.work, i128::from(window.shift));
        let fresh = if window.shift == 0 {
            fresh
        } else {
            self.b.pure(Op::Shl, &[fresh, by])
        };
        let whole = window.ty.is_some() && window.work.bits() == width;
        let merged = if whole {
            fresh
        } else {
            let keep = self.b.iconst(window.work, !mask as i128);
            let mask = self.b.iconst(window.work, mask as i128);
            let fresh = self.b.pure(Op::And, &[fresh, mask]);
            let old = self.load_window(holder, &window, volatile);
            let old = self.b.pure(Op::And, &[old, keep]);
            self.b.pure(Op::Or, &[old, fresh])
        };
        self.store_window(holder, &window, merged, volatile);
        if self.types().is_bool(ty) {
            return value;
        }
        self.wrap(value, width, signed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ctypes::BitRange;

    #[test]
    fn windows_stay_inside_the_record() {
        for holder_size in 1..=16u64 {
            for start in 0..holder_size * 8 {
                for width in 1..=64u32 {
                    let end = start + u64::from(width);
                    if end > holder_size * 8 {
                        break;
                    }
                    let window = window(BitFieldLocation {
                        range: BitRange { start, width },
                        holder_offset: 0,
                        holder_size,
                    });
                    assert!(window.offset + window.bytes <= holder_size);
                    assert_eq!(window.offset * 8 + window.shift, start);
                    assert!(window.shift + u64::from(width) <= window.bytes * 8);
                }
            }
        }
    }
}
