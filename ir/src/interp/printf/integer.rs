//! Formats integers and pointers (`%d %u %o %x %p`).
use super::spec::{Radix, Spec, sign, zero_fill};
use crate::bits::Bits;

/// Truncates an argument to the C type that the length modifier (such as `h`) names.
fn cut(spec: &Spec, value: Bits) -> Bits {
    Bits::new(8 * spec.length.bytes() as u32, sign_extended(value))
}

/// Returns an argument, sign-extended to 128 bits. An argument may be narrower than the C type of the conversion (a
/// `char` for `%d`); C's promotions extend its sign.
fn sign_extended(value: Bits) -> u128 {
    value.to_signed() as u128
}

/// Formats a signed decimal number.
pub(super) fn signed(spec: &Spec, value: Bits) -> Vec<u8> {
    let value = cut(spec, value).to_signed();
    let digits = at_least(spec, value.unsigned_abs().to_string(), value == 0);
    zero_fill(
        spec,
        sign(spec, value < 0),
        &digits,
        spec.precision.is_none(),
    )
}

/// Formats an unsigned number.
pub(super) fn unsigned(spec: &Spec, value: Bits, radix: Radix) -> Vec<u8> {
    let value = cut(spec, value).unsigned();
    let digits = match radix {
        Radix::Decimal => value.to_string(),
        Radix::Octal => format!("{value:o}"),
        Radix::Hex { upper: false } => format!("{value:x}"),
        Radix::Hex { upper: true } => format!("{value:X}"),
    };
    let mut digits = at_least(spec, digits, value == 0);
    let prefix = match radix {
        Radix::Hex { upper } if spec.alternate && value != 0 => {
            if upper {
                "0X"
            } else {
                "0x"
            }
        }
        _ => "",
    };
    if radix == Radix::Octal && spec.alternate && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    zero_fill(spec, prefix, &digits, spec.precision.is_none())
}

/// Formats a pointer as glibc does.
pub(super) fn pointer(spec: &Spec, value: Bits) -> Vec<u8> {
    if value.is_zero() {
        return b"(nil)".to_vec();
    }
    let digits = at_least(spec, format!("{:x}", value.low_u64()), false);
    let prefix = format!("{}0x", sign(spec, false));
    zero_fill(spec, &prefix, &digits, spec.precision.is_none())
}

/// Adds leading zeros until the number of digits is the precision of the directive `spec`. The number zero with
/// precision 0 has no digits.
fn at_least(spec: &Spec, digits: String, zero: bool) -> String {
    match spec.precision {
        Some(0) if zero => String::new(),
        Some(precision) => {
            let missing = precision.saturating_sub(digits.len());
            "0".repeat(missing) + &digits
        }
        None => digits,
    }
}
