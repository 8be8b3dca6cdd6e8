//! Converts literals to constants of a given type.
use crate::bits::{Bits, mask};
use crate::types::Type;

/// Returns whether a word is a literal, for example `null`.
pub(super) fn is_literal_word(word: &str) -> bool {
    matches!(word, "null" | "true" | "false" | "inf" | "nan")
}

/// Returns the constant of type `ty` that the literal `text` denotes, or an error message.
pub(super) fn parse(ty: Type, text: &str) -> Result<Bits, String> {
    if ty.is_float() {
        return float(ty, text);
    }
    match (ty, text) {
        (Type::Ptr, "null") | (Type::I1, "false") => return Ok(Bits::zero(ty.bits())),
        (Type::I1, "true") => return Ok(Bits::bool(true)),
        _ => {}
    }
    let (negative, magnitude) = integer(text).ok_or_else(|| not_a(text, ty))?;
    let limit = if negative {
        1u128 << (ty.bits() - 1)
    } else {
        mask(ty.bits())
    };
    if magnitude > limit {
        return Err(format!("{text} is out of range for {ty}"));
    }
    let value = if negative {
        magnitude.wrapping_neg()
    } else {
        magnitude
    };
    Ok(Bits::of(ty, value))
}

fn not_a(text: &str, ty: Type) -> String {
    format!("`{text}` is not a constant of type {ty}")
}

/// Parses an integer. Returns whether it is negative, and its magnitude; `None` if `text` is not an integer of at most
/// 128 bits.
fn integer(text: &str) -> Option<(bool, u128)> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (radix, digits) = match digits.strip_prefix("0x") {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    let plain = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    let magnitude = plain.then(|| u128::from_str_radix(digits, radix).ok())??;
    Some((negative, magnitude))
}

fn float(ty: Type, text: &str) -> Result<Bits, String> {
    if text.starts_with("0x") {
        return match integer(text) {
            Some((_, bits)) if bits <= mask(ty.bits()) => Ok(Bits::of(ty, bits)),
            _ => Err(not_a(text, ty)),
        };
    }
    let word = matches!(text, "inf" | "-inf" | "nan");
    if !word && !text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        return Err(not_a(text, ty));
    }
    let bits = match ty {
        Type::F32 => text.parse::<f32>().ok().map(|x| u128::from(x.to_bits())),
        _ => text.parse::<f64>().ok().map(|x| u128::from(x.to_bits())),
    };
    bits.map(|bits| Bits::of(ty, bits))
        .ok_or_else(|| not_a(text, ty))
}

/// Parses an unsigned number, such as a size or offset; `None` if `text` is not a number of at most 64 bits.
pub(super) fn number(text: &str) -> Option<u64> {
    match integer(text) {
        Some((false, value)) => u64::try_from(value).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn literals_out_of_range_are_rejected() {
        assert_eq!(parse(Type::I8, "-128"), Ok(Bits::new(8, 128)));
        assert_eq!(parse(Type::I8, "255"), Ok(Bits::new(8, 255)));
        assert_eq!(parse(Type::I8, "0xff"), Ok(Bits::new(8, 255)));
        assert_eq!(parse(Type::I1, "true"), Ok(Bits::bool(true)));
        assert_eq!(parse(Type::F32, "1"), Ok(Bits::new(32, 0x3f80_0000)));
        assert_eq!(parse(Type::F64, "0x1"), Ok(Bits::new(64, 1)));
        assert_eq!(parse(Type::I128, "-1"), Ok(Bits::ones(128)));
        for (ty, text) in [
            (Type::I8, "-129"),
            (Type::I8, "256"),
            (Type::I32, "1.5"),
            (Type::I32, "null"),
            (Type::I8, "+1"),
            (Type::F32, "0x100000000"),
            (Type::F32, "null"),
            (Type::F64, "infinity"),
            (Type::Ptr, "true"),
            (Type::I128, "999999999999999999999999999999999999999"),
        ] {
            assert!(parse(ty, text).is_err(), "{ty} {text}");
        }
    }

    proptest! {
        #[test]
        fn printed_literals_parse_back(value: u128, index in 0usize..Type::ALL.len()) {
            let ty = Type::ALL[index];
            let bits = Bits::of(ty, value);
            prop_assert_eq!(parse(ty, &crate::print::literal(ty, bits)), Ok(bits));
        }
    }
}
