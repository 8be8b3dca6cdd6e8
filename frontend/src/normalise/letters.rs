//! Restores letters beyond ASCII in identifiers. The preprocessor writes such a letter as an escape (`\u00e9`).
use super::lex;
use crate::wide_names::is_letter;

/// Replaces each escape `\u` or `\U` outside of literals by the letter that it denotes, in preprocessed text.
pub(crate) fn with_letters(text: String) -> String {
    if !text.contains("\\u") && !text.contains("\\U") {
        return text;
    }
    let mut output = String::with_capacity(text.len());
    let mut copied = 0;
    for token in lex(&text).tokens {
        let start = token.start as usize;
        if token.text(&text) == "\\"
            && let Some((letter, length)) = letter_at(&text[start..])
        {
            output.push_str(&text[copied..start]);
            output.push(letter);
            copied = start + length;
        }
    }
    output.push_str(&text[copied..]);
    output
}

/// Returns the letter that the escape `\uXXXX` or `\UXXXXXXXX` at the start of `text` denotes, and the length
/// of the escape. Returns `None` if `text` does not start with the escape of a letter.
fn letter_at(text: &str) -> Option<(char, usize)> {
    let digits = match text.as_bytes().get(1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let number = u32::from_str_radix(text.get(2..2 + digits)?, 16).ok()?;
    let letter = char::from_u32(number).filter(|&c| is_letter(c))?;
    Some((letter, 2 + digits))
}

#[cfg(test)]
mod tests {
    use super::with_letters;

    #[test]
    fn escaped_letters_are_restored() {
        let text =
            "int a\\u00e9b = '\\u00e9'; char *\\U0001d4d0 = \"\\u00e9\"; // \\u00e9".to_owned();
        let letters = with_letters(text);
        assert_eq!(
            letters,
            "int aéb = '\\u00e9'; char *𝓐 = \"\\u00e9\"; // \\u00e9"
        );
        assert_eq!(
            with_letters("a\\u0024 \\u12 \\u2192".to_owned()),
            "a$ \\u12 \\u2192"
        );
    }
}
