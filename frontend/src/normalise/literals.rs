//! Rewrites the escape sequences in literals that the parser rejects.

/// Returns the string literal or character constant `literal` with its escape sequences rewritten to those of C11
/// 6.4.4.4; `None` if nothing has to change.
///
/// `\e` is the GNU escape character. An unknown escape such as `\q` denotes the character after the backslash, as in
/// gcc. `\uXXXX` becomes the character itself and not its encoding as bytes. The encoding depends on the prefixes (such
/// as `L`) of all adjacent literals, which are known only after parsing.
pub(super) fn portable(literal: &str) -> Option<String> {
    let mut output = String::with_capacity(literal.len());
    let mut changed = false;
    let mut rest = literal;
    while let Some(at) = rest.find('\\') {
        output.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let Some(escape) = after.chars().next() else {
            output.push('\\');
            rest = "";
            break;
        };
        rest = &after[escape.len_utf8()..];
        match escape {
            'n' | 't' | 'r' | 'a' | 'b' | 'f' | 'v' | '\\' | '\'' | '"' | '?' | '0'..='7' => {
                output.push('\\');
                output.push(escape);
            }
            'x' if rest.starts_with(|c: char| c.is_ascii_hexdigit()) => output.push_str("\\x"),
            'e' | 'E' => {
                output.push_str("\\033");
                changed = true;
            }
            'u' | 'U' => {
                let digits = if escape == 'u' { 4 } else { 8 };
                match universal(rest, digits) {
                    Some(c) => {
                        push_universal(&mut output, c);
                        rest = &rest[digits..];
                    }
                    None => output.push(escape),
                }
                changed = true;
            }
            other => {
                output.push(other);
                changed = true;
            }
        }
    }
    output.push_str(rest);
    changed.then_some(output)
}

fn universal(text: &str, digits: usize) -> Option<char> {
    let code = text.get(..digits)?;
    if !code.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    char::from_u32(u32::from_str_radix(code, 16).ok()?)
}

fn push_universal(output: &mut String, c: char) {
    use std::fmt::Write;
    match c.is_ascii() {
        true => write!(output, "\\{:03o}", u32::from(c)).unwrap_or(()), // the character may be a quote or a backslash
        false => output.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::portable;

    #[test]
    fn rewrites_only_escapes_that_the_parser_rejects() {
        assert_eq!(portable(r#""\n\x41\101\\q""#), None);
        assert_eq!(portable(r#""\e[0m""#).unwrap(), r#""\033[0m""#);
        assert_eq!(portable(r#""\q\%""#).unwrap(), r#""q%""#);
        assert_eq!(portable(r#""\u00e9x""#).unwrap(), "\"éx\"");
        assert_eq!(portable(r#""\u0022x""#).unwrap(), r#""\042x""#);
        assert_eq!(portable(r#"L"\u00e9""#).unwrap(), "L\"é\"");
        assert_eq!(portable(r#""\uzz""#).unwrap(), r#""uzz""#);
    }
}
