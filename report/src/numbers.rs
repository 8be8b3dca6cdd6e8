//! Formats numbers as text.

/// Returns a number with a thin space between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// Returns a number with a noun, in the singular or the plural as the number requires.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let digits = grouped(number);
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("1 {noun}"),
        Some(stem) => format!("{digits} {stem}ies"),
        None => format!("{digits} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separators_and_nouns_a_plural() {
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(12), "12");
        assert_eq!(counted(1, "query"), "1 query");
        assert_eq!(counted(2, "query"), "2 queries");
        assert_eq!(counted(0, "fork"), "0 forks");
    }
}
