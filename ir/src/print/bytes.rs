//! Prints the initial bytes of a global as segments: strings, hexadecimal digits, and counts of zeros.
use super::literal::quote_bytes;
use std::fmt::Write;

/// The minimum length, in bytes, of a sequence of zeros that is printed as a count.
const ZERO_RUN: usize = 8;
/// The minimum length, in characters, of a text that is printed as a string although other bytes follow. A shorter text
/// is printed as hexadecimal digits.
const TEXT_RUN: usize = 4;

/// Splits `bytes` into segments and returns their texts. A segment is a string, a sequence of hexadecimal digits, or a
/// count of zeros.
pub(super) fn pieces(bytes: &[u8]) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut hex_from = 0;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let (length, piece) = if let Some(length) = zero_run(rest) {
            (length, format!("zero {length}"))
        } else if let Some(length) = text_run(rest) {
            (length, quote_bytes(&rest[..length]))
        } else {
            at += 1;
            continue;
        };
        push_hex(&mut pieces, &bytes[hex_from..at]);
        pieces.push(piece);
        at += length;
        hex_from = at;
    }
    push_hex(&mut pieces, &bytes[hex_from..]);
    pieces
}

fn zero_run(bytes: &[u8]) -> Option<usize> {
    let length = bytes.iter().take_while(|&&b| b == 0).count();
    (length >= ZERO_RUN).then_some(length)
}

/// Returns the length of the printable text at the start of `bytes`, including its terminating zero. Returns `None` if
/// `bytes` does not start with a text, or if the text is shorter than [`TEXT_RUN`] and other bytes follow.
fn text_run(bytes: &[u8]) -> Option<usize> {
    let is_text = |b: &u8| matches!(b, b'\n' | b'\t' | 0x20..=0x7e);
    let text = bytes.iter().take_while(|&b| is_text(b)).count();
    let length = text + usize::from(bytes.get(text) == Some(&0));
    let ends = length == bytes.len();
    (text >= TEXT_RUN || (text > 0 && ends)).then_some(length)
}

fn push_hex(pieces: &mut Vec<String>, bytes: &[u8]) {
    if bytes.is_empty() {
        return;
    }
    let mut piece = String::from("hex \"");
    for (index, byte) in bytes.iter().enumerate() {
        if index > 0 && index % 4 == 0 {
            piece.push(' ');
        }
        let _ = write!(piece, "{byte:02x}");
    }
    piece.push('"');
    pieces.push(piece);
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn bytes_are_split_into_readable_segments() {
        let cases: &[(&[u8], &str)] = &[
            (b"", ""),
            (b"hello\n\0", r#""hello\n\0""#),
            (b"A\0", r#""A\0""#),
            (b"A\0\0\0", r#"hex "41000000""#),
            (b"\x01\0\0\0\x02\0\0\0", r#"hex "01000000 02000000""#),
            (b"\0\0\0\0\0\0\0\0\0", "zero 9"),
            (
                b"\x01\0\0\0\0\0\0\0\0name\0\xff",
                r#"hex "01" zero 8 "name\0" hex "ff""#,
            ),
        ];
        for (bytes, text) in cases {
            assert_eq!(pieces(bytes).join(" "), *text);
        }
    }
}
