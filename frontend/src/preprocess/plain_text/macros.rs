//! Expands macros of bundled headers that have at most one parameter and whose text uses no other macro, such as
//! `assert` and `NULL`.
use super::scan::{is_word, literal, word};

/// A macro with at most one parameter.
#[derive(Copy, Clone)]
pub(super) struct Macro<'a> {
    parameter: Option<&'a str>,
    body: &'a str,
}

/// The location of the use of a macro.
pub(super) struct Use<'a> {
    /// The name of the file, for `__FILE__`.
    pub file: &'a str,
    /// The number of the line, for `__LINE__`.
    pub line: usize,
}

impl<'a> Macro<'a> {
    /// Returns the name and the macro of a directive `#define` with the given argument. The macro is `None` if it has
    /// a parameter list that is not a single name.
    pub fn parse(argument: &'a str) -> (&'a str, Option<Macro<'a>>) {
        let (name, rest) = argument.split_at(word(argument));
        let (parameter, body) = match rest.strip_prefix('(') {
            None => (None, rest),
            Some(rest) => match rest.split_once(')') {
                Some((name, body)) if !name.is_empty() && word(name) == name.len() => {
                    (Some(name), body)
                }
                _ => return (name, None),
            },
        };
        (name, Some(Macro { parameter, body }))
    }

    /// Returns the expansion of a use of the macro, and the length of the argument in bytes, including its parentheses.
    /// `after` is the text after the macro's name. If the macro has a parameter, `after` begins with the argument.
    ///
    /// `is_plain(word, is_bundled)` returns whether `word` is certainly not the name of a macro. `is_bundled` is set if
    /// the word is from a bundled header, and unset if it is from the user's file. Returns `None` if the expansion uses
    /// another macro, or if the argument contains a comma, a comment or the end of a line.
    pub fn expand(
        self,
        at: &Use<'_>,
        after: &str,
        is_plain: &dyn Fn(&str, bool) -> bool,
    ) -> Option<(String, usize)> {
        let (argument, len) = match self.parameter {
            Some(_) => {
                let len = argument(after, is_plain)?;
                (after[1..len - 1].trim(), len)
            }
            None => ("", 0),
        };
        // The blanks around the expansion and the argument prevent adjacent operators from joining to one token, as
        // `-` and `-1` would.
        let mut out = " ".to_owned();
        let mut rest = self.body;
        while let Some(&first) = rest.as_bytes().first() {
            let mut len = 1;
            match first {
                b'\\' if rest.starts_with("\\\n") => {
                    len = 2;
                    out.push(' ');
                }
                b'/' if rest.starts_with("//") || rest.starts_with("/*") => return None,
                b'#' => {
                    len += word(&rest[1..]);
                    if self.parameter != Some(&rest[1..len]) {
                        return None;
                    }
                    out += &quoted(argument)?;
                }
                b'"' | b'\'' => {
                    len = literal(rest)?;
                    out += &rest[..len];
                }
                _ if is_word(first) => {
                    len = word(rest);
                    match &rest[..len] {
                        name if self.parameter == Some(name) => out += &format!(" {argument} "),
                        "__FILE__" => out += &format!("\"{}\"", at.file),
                        "__LINE__" => out += &at.line.to_string(),
                        name if is_plain(name, true) => out += name,
                        _ => return None,
                    }
                }
                _ => out.push(char::from(first)),
            }
            rest = &rest[len..];
        }
        out.push(' ');
        Some((out, len))
    }
}

/// Returns the length of the macro argument with which `text` begins, including its parentheses. Returns `None` if
/// there is no argument or more than one, or if the argument contains a macro, a comment or the end of a line.
fn argument(text: &str, is_plain: &dyn Fn(&str, bool) -> bool) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += match *rest.as_bytes().first()? {
            b'(' => {
                depth += 1;
                1
            }
            _ if depth == 0 => return None,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
                1
            }
            b',' if depth == 1 => return None,
            b'#' | b'\n' => return None,
            b'/' if rest.starts_with("//") || rest.starts_with("/*") => return None,
            b'"' | b'\'' => literal(rest)?,
            first if is_word(first) => {
                let len = word(rest);
                let is_prefix = rest[len..].starts_with(['"', '\'']);
                if is_prefix || !is_plain(&rest[..len], false) {
                    return None;
                }
                len
            }
            _ => 1,
        };
    }
}

/// Returns the string literal into which the operator `#` turns an argument. Consecutive blanks between the tokens of
/// the argument become one blank.
fn quoted(argument: &str) -> Option<String> {
    let mut out = "\"".to_owned();
    let mut rest = argument;
    while let Some(&first) = rest.as_bytes().first() {
        let mut len = 1;
        match first {
            b' ' | b'\t' => {
                len = rest.len() - rest.trim_start().len();
                out.push(' ');
            }
            b'"' | b'\'' => {
                len = literal(rest)?;
                out += &rest[..len].replace('\\', "\\\\").replace('"', "\\\"");
            }
            _ => out.push(char::from(first)),
        }
        rest = &rest[len..];
    }
    out.push('"');
    Some(out)
}
