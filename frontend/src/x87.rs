//! The 80-bit floating-point format of x86 processors (x87), in which `long double` is stored in memory.

/// The exponent bias of the 80-bit format minus the exponent bias of the 64-bit format (`double`).
pub(crate) const REBIAS: i128 = 16383 - 1023;

/// Returns `value` in the 80-bit format, as 10 bytes.
pub(crate) fn static_bytes(value: f64) -> [u8; 10] {
    let bits = value.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    let (field, fraction) = ((bits >> 52) as u16 & 0x7ff, bits & ((1 << 52) - 1));
    let (low, exponent) = match field {
        0 if fraction == 0 => (0, 0),
        0 => {
            let up = fraction.leading_zeros();
            (fraction << up, (REBIAS as u16 + 12) - up as u16)
        }
        0x7ff => (1 << 63 | fraction << 11, 0x7fff),
        _ => (1 << 63 | fraction << 11, field + REBIAS as u16),
    };
    let mut bytes = [0; 10];
    bytes[..8].copy_from_slice(&u64::to_le_bytes(low));
    bytes[8..].copy_from_slice(&(sign | exponent).to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::static_bytes;

    #[test]
    fn constants_have_eighty_bits() {
        let cases: [(f64, u64, u16); 7] = [
            (0.0, 0, 0),
            (-0.0, 0, 0x8000),
            (1.0, 1 << 63, 16383),
            (-1.5, 3 << 62, 0x8000 | 16383),
            (f64::from_bits(1), 1 << 63, 16383 - 1074),
            (f64::MIN_POSITIVE / 2.0, 1 << 63, 16383 - 1023),
            (f64::INFINITY, 1 << 63, 0x7fff),
        ];
        for (value, low, high) in cases {
            let bytes = static_bytes(value);
            assert_eq!(bytes[..8], low.to_le_bytes(), "{value}");
            assert_eq!(bytes[8..], high.to_le_bytes(), "{value}");
        }
    }
}
