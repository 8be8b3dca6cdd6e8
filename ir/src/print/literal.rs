//! Prints names, strings and constants.
use crate::bits::Bits;
use crate::types::Type;
use std::fmt::Write;

/// Returns whether a character may occur in a name without quotes.
pub(crate) fn is_bare_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Returns whether a name can be printed without quotes. The caller must check that the name does not look like a
/// number.
pub(crate) fn is_bare(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_bare_char)
}

/// Returns the text that is printed after `@` for the name of a function or global.
pub(crate) fn name(name: &str) -> String {
    if is_bare(name) {
        name.to_owned()
    } else {
        quote(name)
    }
}

/// Returns the text that is printed after `%` or `$` for the name of a value or slot. A name of digits is
/// quoted, because the parser would read it as an entity number.
pub(crate) fn local_name(name: &str) -> String {
    if is_bare(name) && !name.bytes().all(|b| b.is_ascii_digit()) {
        name.to_owned()
    } else {
        quote(name)
    }
}

/// Returns the text that is printed for the name of a block. Two kinds of names are quoted because the parser would
/// misread them. It would read a name such as `block7` as the number of a block. It would read the block header
/// `call_indirect(` as an instruction.
pub(crate) fn block_name(name: &str) -> String {
    let taken = block_number(name).is_some() || name == "call_indirect";
    if is_bare(name) && is_word_start(name) && !taken {
        name.to_owned()
    } else {
        quote(name)
    }
}

/// Returns whether a text starts like a word and not like a number.
fn is_word_start(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// Returns the digits in the label of an unnamed block (`7` for `block7`); `None` for another label.
pub(crate) fn block_number(label: &str) -> Option<&str> {
    let digits = label.strip_prefix("block")?;
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some(digits)
}

/// Returns a text in double quotes. Printable ASCII characters except `"` and `\`, and letters and digits of any
/// language, are printed unchanged. Other characters are printed as escapes.
pub fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if c.is_ascii() {
            push_byte(&mut out, c as u8);
        } else if c.is_alphanumeric() {
            out.push(c);
        } else {
            let _ = write!(out, "\\u{{{:x}}}", c as u32);
        }
    }
    out.push('"');
    out
}

/// Returns bytes as a string in double quotes.
pub(crate) fn quote_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        push_byte(&mut out, byte);
    }
    out.push('"');
    out
}

fn push_byte(out: &mut String, byte: u8) {
    match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        b'\n' => out.push_str("\\n"),
        b'\t' => out.push_str("\\t"),
        0 => out.push_str("\\0"),
        0x20..=0x7e => out.push(char::from(byte)),
        _ => {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
}

/// Returns the text of a constant, without its type. An integer is printed as a signed decimal number (`i1`: 0 or 1),
/// and a pointer as `null` or a hexadecimal number. A float is printed as the shortest decimal number from which the
/// parser gets the same value, and a NaN as its hexadecimal bit pattern.
pub fn literal(ty: Type, bits: Bits) -> String {
    match ty {
        Type::I1 => bits.unsigned().to_string(),
        Type::Ptr if bits.is_zero() => "null".to_owned(),
        Type::Ptr => format!("0x{:x}", bits.unsigned()),
        Type::F32 => {
            let value = f32::from_bits(bits.unsigned() as u32);
            float(value.is_nan(), format!("{value:?}"), bits)
        }
        Type::F64 => {
            let value = f64::from_bits(bits.low_u64());
            float(value.is_nan(), format!("{value:?}"), bits)
        }
        _ => bits.to_signed().to_string(),
    }
}

fn float(nan: bool, decimal: String, bits: Bits) -> String {
    if nan {
        format!("0x{:x}", bits.unsigned())
    } else {
        decimal
    }
}
