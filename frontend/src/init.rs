//! Initial contents of objects with static storage: bytes and addresses.
use crate::consteval::{Base, Const};
use crate::ctypes::Kind;
use crate::lower::long_double;
use crate::program::Program;
use crate::typed::{BitPlace, ExprKind, Init, InitItem};
use symtool_ir::Bits;

/// The bytes of a static object. Trailing zeros may be left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct StaticBytes {
    pub bytes: Vec<u8>,
    /// Offset, target and addend, sorted by offset.
    pub addresses: Vec<(u64, Base, i64)>,
    /// No address stands at or behind this offset.
    pub addresses_end: u64,
    /// Does a `long double` among them not have its exact value?
    pub rounded: bool,
}

/// Lays out an initialiser whose pieces are all constant; none if one is not.
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
        let mut bytes = text[..len].to_vec();
        bytes.resize(size as usize, 0);
        out.write(item.offset, &bytes);
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
            out.write(item.offset, &long_double::static_bytes(value));
        }
        (Const::Bits(bits), None) => {
            let size = program.types.ir_type(item.value.ty())?.bytes();
            let bytes = bits.unsigned().to_le_bytes();
            out.write(item.offset, &bytes[..size as usize]);
        }
        (Const::Address(base, addend), None) => {
            out.write(item.offset, &[0; 8]);
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

    fn write(&mut self, offset: u64, bytes: &[u8]) {
        let end = offset + bytes.len() as u64;
        self.reserve(end);
        // Initialisers mostly go forwards, so nothing is overwritten.
        if offset < self.addresses_end {
            self.addresses
                .retain(|(at, ..)| at + 8 <= offset || *at >= end);
        }
        self.bytes[offset as usize..end as usize].copy_from_slice(bytes);
    }

    fn write_bits(&mut self, place: BitPlace, bits: Bits) {
        for bit in 0..u64::from(place.range.width) {
            let at = place.holder_offset * 8 + place.range.start + bit;
            self.reserve(at / 8 + 1);
            let byte = &mut self.bytes[(at / 8) as usize];
            let mask = 1u8 << (at % 8);
            if bits.unsigned() >> bit & 1 == 1 {
                *byte |= mask;
            } else {
                *byte &= !mask;
            }
        }
    }
}
