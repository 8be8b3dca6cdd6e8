//! Text with bytes that are not UTF-8.
//!
//! C does not fix the encoding of source files, and literals in other encodings must reach the program unchanged.
//! Therefore each byte that is not UTF-8 is represented by one character of Unicode's last private-use plane. If a file
//! itself contains one of these characters, each byte of the character's UTF-8 encoding is represented by such a
//! character, too. As a result, two different files never give the same text.
use std::borrow::Cow;

/// The code point of the character that would represent byte 0. Only characters for bytes from 0x80 up are
/// used.
const BASE: u32 = 0x10_f700;

/// Converts bytes to text. [`byte_of`] recognizes the characters that represent one byte each.
pub(crate) fn to_text(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains(|c| byte_of(c).is_some()) => return text,
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match byte_of(c) {
                Some(_) => text.extend(c.encode_utf8(&mut [0; 4]).bytes().map(char_of)),
                None => text.push(c),
            }
        }
        text.extend(chunk.invalid().iter().copied().map(char_of));
    }
    text
}

/// Returns the character that represents a byte from 0x80 up.
fn char_of(byte: u8) -> char {
    char::from_u32(BASE + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns the byte that a character represents, if any.
pub(crate) fn byte_of(c: char) -> Option<u8> {
    let byte = u8::try_from((c as u32).checked_sub(BASE)?).ok()?;
    (byte >= 0x80).then_some(byte)
}

/// Returns the text for display: each character that represents a byte becomes U+FFFD.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(|c| byte_of(c).is_some()) {
        return text.into();
    }
    let visible = |c| byte_of(c).map_or(c, |_| char::REPLACEMENT_CHARACTER);
    text.chars().map(visible).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for c in text.chars() {
            match byte_of(c) {
                Some(byte) => bytes.push(byte),
                None => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            }
        }
        bytes
    }

    #[test]
    fn no_byte_is_lost() {
        let own = char_of(0xe9).to_string();
        let inputs: [&[u8]; 5] = [
            b"plain",
            "h\u{e9}".as_bytes(),
            b"h\xe9\xff!",
            own.as_bytes(),
            b"\xf4\x8f",
        ];
        for input in inputs {
            assert_eq!(bytes(&to_text(input.to_vec())), input);
        }
    }

    #[test]
    fn one_byte_is_one_column() {
        let text = to_text(b"a\xe9b".to_vec());
        assert_eq!(text.chars().count(), 3);
        assert_eq!(shown(&text), "a\u{fffd}b");
        assert_eq!(shown("h\u{e9}"), "h\u{e9}");
    }
}
