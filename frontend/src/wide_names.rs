//! Identifiers with letters that the parser rejects: letters beyond ASCII, and gcc's letter `$`.
//!
//! The preprocessor writes the letter `é` as the escape `\u00e9`, which the parser rejects, too. Therefore names are
//! rewritten twice before parsing. First, [`with_letters`](crate::normalise::with_letters) replaces the escapes by the
//! letters, so that source locations match the user's file. Then [`encode`] turns each letter that the parser rejects
//! into ASCII with a reserved prefix. [`decode`] restores the letters for display.
use std::borrow::Cow;

/// The prefix of an encoded letter. An encoded letter is this prefix, the code point in hexadecimal digits, and
/// `_`: `é` becomes `__symtool_ue9_`.
const PREFIX: &str = "__symtool_u";

/// The ranges of characters beyond ASCII that identifiers may contain (C11 Annex D.1).
const LETTERS: &[(char, char)] = &[
    ('\u{a8}', '\u{a8}'),
    ('\u{aa}', '\u{aa}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{af}', '\u{af}'),
    ('\u{b2}', '\u{b5}'),
    ('\u{b7}', '\u{ba}'),
    ('\u{bc}', '\u{be}'),
    ('\u{c0}', '\u{d6}'),
    ('\u{d8}', '\u{f6}'),
    ('\u{f8}', '\u{167f}'),
    ('\u{1681}', '\u{180d}'),
    ('\u{180f}', '\u{1fff}'),
    ('\u{200b}', '\u{200d}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{203f}', '\u{2040}'),
    ('\u{2054}', '\u{2054}'),
    ('\u{2060}', '\u{218f}'),
    ('\u{2460}', '\u{24ff}'),
    ('\u{2776}', '\u{2793}'),
    ('\u{2c00}', '\u{2dff}'),
    ('\u{2e80}', '\u{2fff}'),
    ('\u{3004}', '\u{3007}'),
    ('\u{3021}', '\u{302f}'),
    ('\u{3031}', '\u{d7ff}'),
    ('\u{f900}', '\u{fd3d}'),
    ('\u{fd40}', '\u{fdcf}'),
    ('\u{fdf0}', '\u{fe44}'),
    ('\u{fe47}', '\u{fffd}'),
    ('\u{10000}', '\u{1fffd}'),
    ('\u{20000}', '\u{2fffd}'),
    ('\u{30000}', '\u{3fffd}'),
    ('\u{40000}', '\u{4fffd}'),
    ('\u{50000}', '\u{5fffd}'),
    ('\u{60000}', '\u{6fffd}'),
    ('\u{70000}', '\u{7fffd}'),
    ('\u{80000}', '\u{8fffd}'),
    ('\u{90000}', '\u{9fffd}'),
    ('\u{a0000}', '\u{afffd}'),
    ('\u{b0000}', '\u{bfffd}'),
    ('\u{c0000}', '\u{cfffd}'),
    ('\u{d0000}', '\u{dfffd}'),
    ('\u{e0000}', '\u{efffd}'),
];

/// Returns whether an identifier may contain this character although the parser rejects it: a letter beyond ASCII, or
/// gcc's `$`.
pub(crate) fn is_letter(c: char) -> bool {
    c == '$'
        || LETTERS
            .iter()
            .any(|&(first, last)| (first..=last).contains(&c))
}

/// Returns whether the parser accepts a name as it is: ASCII without `$`.
pub(crate) fn is_plain(name: &str) -> bool {
    name.is_ascii() && !name.contains('$')
}

/// Encodes those letters of an identifier that the parser rejects.
pub(crate) fn encode(word: &str) -> String {
    let mut output = String::with_capacity(word.len() + 16);
    for c in word.chars() {
        match c.is_ascii() && c != '$' {
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
    fn encoded_names_are_ascii_and_decode_to_the_original() {
        for name in [
            "é",
            "aéb",
            "ñ_ñ",
            "日本語",
            "été1",
            "plain",
            "a$b",
            "π²",
            "😀",
        ] {
            let encoded = encode(name);
            assert!(is_plain(&encoded));
            assert_eq!(decode(&format!("`{encoded}` is")), format!("`{name}` is"));
        }
        assert_eq!(decode("__symtool_uint128"), "__symtool_uint128");
    }
}
