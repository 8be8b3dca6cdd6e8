//! Identifiers with letters beyond ASCII.
//!
//! The preprocessor writes such a letter as `\u00e9`. The parser accepts neither this escape nor the letter.
//! [`with_letters`](crate::normalise::with_letters) restores the letters first, so that source locations match
//! the user's file. [`encode`] turns each letter into ASCII with a reserved prefix for the parser, and
//! [`decode`] restores the letter for display.
use std::borrow::Cow;

/// The prefix of an encoded letter. The code point of the letter in hexadecimal digits and `_` follow.
const PREFIX: &str = "__symtool_u";

/// Returns whether a non-ASCII character may appear in an identifier.
pub(crate) fn is_letter(c: char) -> bool {
    // Letters, digits, and combining marks.
    c >= '\u{a0}' && (c.is_alphanumeric() || matches!(c, '\u{300}'..='\u{36f}'))
}

/// Encodes the non-ASCII letters of an identifier, for the parser.
pub(crate) fn encode(word: &str) -> String {
    let mut output = String::with_capacity(word.len() + 16);
    for c in word.chars() {
        match c.is_ascii() {
            true => output.push(c),
            false => output += &format!("{PREFIX}{:x}_", u32::from(c)),
        }
    }
    output
}

/// Decodes all encoded letters in a text.
pub(crate) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains(PREFIX) {
        return text.into();
    }
    let mut pieces = text.split(PREFIX);
    let mut output = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let letter = piece.split_once('_').and_then(|(digits, rest)| {
            let number = u32::from_str_radix(digits, 16).ok()?;
            Some((char::from_u32(number)?, rest))
        });
        match letter {
            Some((letter, rest)) => {
                output.push(letter);
                output += rest;
            }
            None => {
                output += PREFIX;
                output += piece;
            }
        }
    }
    output.into()
}

/// Decodes all encoded letters in a text in place.
pub(crate) fn decode_in(text: &mut String) {
    if let Cow::Owned(decoded) = decode(text) {
        *text = decoded;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_names_are_ascii_and_come_back() {
        for name in ["é", "aéb", "ñ_ñ", "日本語", "été1", "plain"] {
            let encoded = encode(name);
            assert!(encoded.is_ascii());
            assert_eq!(decode(&format!("`{encoded}` is")), format!("`{name}` is"));
        }
        assert_eq!(decode("__symtool_uint128"), "__symtool_uint128");
    }
}
