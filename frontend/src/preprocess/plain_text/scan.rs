//! Returns the lengths, in bytes, of the lines, comments, literals and words with which a text begins.

/// Returns the length of the first line of a text, without the newline.
pub(super) fn line(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Returns the length of the first line of a text, including the newline. If backslashes at line ends join further
/// lines to this line, these lines are included, too.
pub(super) fn joined_line(text: &str) -> usize {
    let mut len = 0;
    for line in text.split_inclusive('\n') {
        len += line.len();
        if !line.ends_with("\\\n") {
            break;
        }
    }
    len
}

/// Returns the length of the comment with which a text begins; `None` if the text contains no `*/`.
pub(super) fn block_comment(text: &str) -> Option<usize> {
    Some(text.get(2..)?.find("*/")? + 4)
}

/// Returns the length of the string or character literal with which a text begins; `None` if the line ends before the
/// closing quote.
pub(super) fn literal(text: &str) -> Option<usize> {
    let (&quote, inner) = text.as_bytes().split_first()?;
    let mut is_escaped = false;
    for (at, &byte) in inner.iter().enumerate() {
        match byte {
            b'\n' => return None,
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            _ if byte == quote => return Some(at + 2),
            _ => {}
        }
    }
    None
}

/// Returns whether a byte may be part of an identifier or number.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Returns the length of the identifier or number with which a text begins.
pub(super) fn word(text: &str) -> usize {
    let len = text.bytes().position(|byte| !is_word(byte));
    len.unwrap_or(text.len())
}
