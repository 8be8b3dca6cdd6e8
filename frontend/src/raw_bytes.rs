//! Text with bytes that are no UTF-8.
//!
//! C does not say how source files are encoded, and literals of other encodings have to reach the program as they are.
//! Such a byte travels as a character of its own, from the last private plane of Unicode; where a file holds one of
//! these characters itself, its bytes travel that way too, so that nothing is lost and nothing is mistaken.
use std::borrow::Cow;

/// The character of byte 0. Only those of bytes from 0x80 on are used.
const BASE: u32 = 0x10_f700;

/// The bytes as text; [`byte_of`] tells which characters stand for one byte each.
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

/// The character that stands for a byte from 0x80 on.
fn char_of(byte: u8) -> char {
    char::from_u32(BASE + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte that a character stands for, if it is one of these.
pub(crate) fn byte_of(c: char) -> Option<u8> {
    let byte = u8::try_from((c as u32).checked_sub(BASE)?).ok()?;
    (byte >= 0x80).then_some(byte)
}

/// The text as a person can see it, character by character.
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
