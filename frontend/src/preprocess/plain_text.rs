//! Preprocesses text without directives and macros in this process, without running the compiler. Most file tests have
//! such texts.
//!
//! The result has the same tokens, lines and columns as that of `cc -E`. A text with any construct that the compiler
//! might change is left to the compiler: directives, predefined macros, line continuations, characters outside of
//! ASCII, and comments or literals without an end.

/// The predefined macros without a leading underscore, on all targets.
const PREDEFINED: [&[u8]; 3] = [b"linux", b"unix", b"i386"];

/// Returns the preprocessed text of the file `name`: its text with blanks in place of comments. `None` if the compiler
/// must preprocess the text.
pub(super) fn preprocess(name: &str, text: &str) -> Option<String> {
    if name.contains(['"', '\\', '\n']) || !text.bytes().all(is_plain) || continues_line(text) {
        return None;
    }
    let mut out = format!("# 1 \"{name}\"\n").into_bytes();
    let mut rest = text.as_bytes();
    while let Some(&first) = rest.first() {
        let len = match first {
            b'#' => return None,
            b'%' if rest.starts_with(b"%:") => return None,
            b'/' if rest.starts_with(b"//") => line(rest),
            b'/' if rest.starts_with(b"/*") => block_comment(rest)?,
            b'"' | b'\'' => literal(rest)?,
            _ if is_word(first) => word(rest)?,
            _ => 1,
        };
        let (token, after) = rest.split_at(len);
        if first == b'/' && len > 1 {
            out.extend(token.iter().map(|&byte| match byte {
                b'\n' | b'\t' => byte,
                _ => b' ',
            }));
        } else {
            out.extend(token);
        }
        rest = after;
    }
    if out.last() != Some(&b'\n') {
        out.push(b'\n');
    }
    String::from_utf8(out).ok()
}

/// Returns whether a byte is a blank, a line end, or a visible character of ASCII.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\t' | b' '..=b'~')
}

/// Returns whether a backslash ends a line, so that the compiler joins the line with the next one.
fn continues_line(text: &str) -> bool {
    text.lines().any(|line| line.trim_end().ends_with('\\'))
}

/// Returns the length of the first line of a text, without its end.
fn line(text: &[u8]) -> usize {
    let end = text.iter().position(|&byte| byte == b'\n');
    end.unwrap_or(text.len())
}

/// Returns the length of the comment with which a text begins; `None` if it has no end.
fn block_comment(text: &[u8]) -> Option<usize> {
    let inner = text.get(2..)?;
    let end = inner.windows(2).position(|pair| pair == b"*/")?;
    Some(end + 4)
}

/// Returns the length of the string or character literal with which a text begins; `None` if it has no end in its line.
fn literal(text: &[u8]) -> Option<usize> {
    let (&quote, inner) = text.split_first()?;
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

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Returns the length of the identifier or number with which a text begins; `None` if it may be a macro or the prefix of
/// a literal.
fn word(text: &[u8]) -> Option<usize> {
    let len = text.iter().position(|&byte| !is_word(byte));
    let (word, after) = text.split_at(len.unwrap_or(text.len()));
    let is_prefix = matches!(after.first(), Some(b'"' | b'\''));
    let is_macro = word[0] == b'_' || PREDEFINED.contains(&word);
    (!is_prefix && !is_macro).then_some(word.len())
}

#[cfg(test)]
mod tests {
    use super::preprocess;

    #[test]
    fn comments_become_blanks() {
        let text = "int a; // one\nint/* two\n */b = '\\'' + \"/*\"[0];";
        let expected = "# 1 \"f.c\"\nint a;       \nint      \n   b = '\\'' + \"/*\"[0];\n";
        assert_eq!(preprocess("f.c", text).as_deref(), Some(expected));
    }

    #[test]
    fn what_the_compiler_may_change_is_left_to_it() {
        for text in [
            "#define A 1\n",
            "%:define A 1\n",
            "int a = __LINE__;\n",
            "int linux;\n",
            "int a; \\\nint b;\n",
            "// a \\ \nint b;\n",
            "char *s = \"a;\n",
            "int a; /* b\n",
            "char *s = R\"(\")\";\n",
            "char *s = \"é\";\n",
            "int a;\r\nint b;\n",
        ] {
            assert_eq!(preprocess("f.c", text), None, "{text}");
        }
        assert_eq!(preprocess("a\"b.c", "int a;\n"), None);
    }
}
