//! Initial contents of objects with static storage duration: bytes and addresses.
use crate::consteval::{Base, Const};
use crate::ctypes::Kind;
use crate::program::Program;
use crate::typed::{BitFieldLocation, ExprKind, Init, InitItem};
use crate::x87;
use symtool_ir::Bits;

/// The initial contents of an object with static storage duration. Trailing zero bytes may be omitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct StaticBytes {
    /// The bytes of the object from offset 0 on. The bytes after the end of this list are zero.
    pub bytes: Vec<u8>,
    /// The addresses among the bytes, sorted by offset. Each entry consists of the offset in bytes of the address in
    /// the object, the object or function to which the address is relative, and a number of bytes to add.
    pub addresses: Vec<(u64, Base, i64)>,
    /// An upper bound of the end offsets of all addresses among the bytes. A write that starts at or after this
    /// offset overlaps no address, so the list of addresses need not be searched.
    pub addresses_end: u64,
    /// Whether at least one `long double` value among the bytes was rounded to the precision of `double`.
    pub rounded: bool,
}

/// The maximum end offset, in bytes, of a nonzero item in an initializer. This limit bounds the memory for the stored
/// contents, which end at the last nonzero byte.
pub(crate) const MAX_INITIALIZED_SIZE: u64 = 1 << 26;

/// Returns the first nonzero initializer item that ends beyond [`MAX_INITIALIZED_SIZE`], if there is one.
pub(crate) fn item_beyond_limit<'a>(program: &Program, init: &'a Init) -> Option<&'a InitItem> {
    init.items.iter().find(|item| {
        let size = match &item.value.kind {
            ExprKind::Int(0) => return false,
            ExprKind::String(id) => Some(program.strings[id.0 as usize].bytes.len() as u64),
            _ => program.types.size(item.value.ty()),
        };
        item.offset + size.unwrap_or(0) > MAX_INITIALIZED_SIZE
    })
}

/// Computes the bytes and addresses of a static object from its initializer; `None` if an item of the initializer is
/// not constant.
pub(crate) fn static_bytes(program: &Program, init: &Init) -> Option<StaticBytes> {
    let mut out = StaticBytes::default();
    for item in &init.items {
        put_item(program, item, &mut out)?;
    }
    out.addresses.sort_by_key(|(offset, ..)| *offset);
    while out.bytes.last() == Some(&0)
        && out
            .addresses
            .last()
            .is_none_or(|(offset, ..)| offset + 8 < out.bytes.len() as u64)
    {
        out.bytes.pop();
    }
    Some(out)
}

fn put_item(program: &Program, item: &InitItem, out: &mut StaticBytes) -> Option<()> {
    if let ExprKind::String(id) = &item.value.kind
        && let Some(size) = program.types.size(item.value.ty())
        && program.types.is_array(item.value.ty())
    {
        let text = &program.strings[id.0 as usize].bytes;
        let len = text.len().min(size as usize);
        out.write(item.offset, &text[..len]);
        out.clear(item.offset + len as u64, size - len as u64);
        return Some(());
    }
    if let ExprKind::Complex(re, im) = &item.value.kind {
        let apart = program.types.size(re.ty())?;
        for (part, offset) in [(re, item.offset), (im, item.offset + apart)] {
            let piece = InitItem {
                offset,
                bits: None,
                value: (**part).clone(),
            };
            put_item(program, &piece, out)?;
        }
        return Some(());
    }
    let (value, rounded) = program.constant_and_rounding(&item.value)?;
    out.rounded |= rounded;
    match (value, item.bits) {
        (Const::Bits(bits), Some(place)) => out.write_bits(place, bits),
        (Const::Bits(bits), None)
            if matches!(program.types.kind(item.value.ty()), Kind::LongDouble) =>
        {
            let value = f64::from_bits(bits.low_u64());
            out.write(item.offset, &x87::static_bytes(value));
        }
        (Const::Bits(bits), None) => {
            let size = program.types.ir_type(item.value.ty())?.bytes();
            let bytes = bits.unsigned().to_le_bytes();
            out.write(item.offset, &bytes[..size as usize]);
        }
        (Const::Address(base, addend), None) => {
            out.write(item.offset, &[0; 8]);
            out.reserve(item.offset + 8);
            out.addresses.push((item.offset, base, addend));
            out.addresses_end = out.addresses_end.max(item.offset + 8);
        }
        (Const::Address(..), Some(_)) => return None,
    }
    Some(())
}

impl StaticBytes {
    fn reserve(&mut self, end: u64) {
        if (self.bytes.len() as u64) < end {
            self.bytes.resize(end as usize, 0);
        }
    }

    /// Writes `bytes` at the offset `offset` of the object. The stored contents grow only to the last nonzero byte.
    fn write(&mut self, offset: u64, bytes: &[u8]) {
        self.drop_addresses(offset, offset + bytes.len() as u64);
        let used = bytes
            .iter()
            .rposition(|&byte| byte != 0)
            .map_or(0, |last| last + 1);
        let (bytes, zeros) = bytes.split_at(used);
        let end = offset + used as u64;
        if used > 0 {
            self.reserve(end);
            self.bytes[offset as usize..end as usize].copy_from_slice(bytes);
        }
        self.clear(end, zeros.len() as u64);
    }

    /// Sets the `size` bytes that start at `offset` to zero.
    fn clear(&mut self, offset: u64, size: u64) {
        self.drop_addresses(offset, offset + size);
        let known = self.bytes.len() as u64;
        let (begin, end) = (offset.min(known), (offset + size).min(known));
        self.bytes[begin as usize..end as usize].fill(0);
    }

    /// Removes the addresses that overlap the bytes from `offset` to `end`, because new bytes replace them. The
    /// items of an initializer are mostly in order of offset, so usually no address overlaps.
    fn drop_addresses(&mut self, offset: u64, end: u64) {
        if offset < self.addresses_end {
            self.addresses
                .retain(|(at, ..)| at + 8 <= offset || *at >= end);
        }
    }

    fn write_bits(&mut self, place: BitFieldLocation, bits: Bits) {
        for bit in 0..u64::from(place.range.width) {
            let at = place.holder_offset * 8 + place.range.start + bit;
            let mask = 1u8 << (at % 8);
            if bits.unsigned() >> bit & 1 == 1 {
                self.reserve(at / 8 + 1);
                self.bytes[(at / 8) as usize] |= mask;
            } else if let Some(byte) = self.bytes.get_mut((at / 8) as usize) {
                *byte &= !mask;
            }
        }
    }
}
