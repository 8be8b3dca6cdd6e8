//! A scanner of C text that finds the functions that a program calls, declares and defines.
//!
//! The export of a test case looks for calls in the C text, not in the IR, because the IR contains intrinsics in place
//! of the calls of functions that symtool implements.

/// The keywords that can stand before a call at the start of a statement. Without this list, `return f(x);` would look
/// like a declaration of `f`, as `int f(x);` does.
const NO_TYPES: [&str; 6] = ["return", "else", "do", "case", "goto", "sizeof"];

/// The occurrences of a function's name in a program.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Whether the name occurs outside declarations and the heads of definitions.
    pub is_called: bool,
    /// Whether the program declares the function.
    pub is_declared: bool,
    /// Whether the program defines the function.
    pub is_defined: bool,
}

/// Returns the identifiers, numbers and punctuation of a C text. Comments are left out, a literal is the token `"`, and
/// the end of a preprocessor directive is the token `\n`.
pub fn scan(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut in_directive = false;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\n' if in_directive => {
                in_directive = false;
                tokens.push("\n");
                1
            }
            '\\' if rest.starts_with("\\\n") => 2,
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' | '\'' => {
                tokens.push("\"");
                literal(rest, first)
            }
            _ if is_word(first) => {
                let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                tokens.push(&rest[..end]);
                end
            }
            _ if first.is_whitespace() => first.len_utf8(),
            _ => {
                in_directive |= first == '#';
                tokens.push(&rest[..first.len_utf8()]);
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

fn is_word(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric()
}

/// Returns the length of the string or character literal at the start of `text`. A literal without a closing quote
/// ends at the end of its line.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' if !escaped => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns whether a program calls, declares and defines the function `name`.
pub fn uses(tokens: &[&str], name: &str) -> Uses {
    let mut found = Uses::default();
    let places = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| **token == name);
    for (at, _) in places {
        let after = after_parameters(tokens, at);
        match after {
            Some("{") => found.is_defined = true,
            Some(";" | "," | "__attribute__" | "__asm__") if begins_declaration(tokens, at) => {
                found.is_declared = true;
            }
            _ => found.is_called = true,
        }
    }
    found
}

/// Returns the token behind the parentheses that follow the token with the index `at`; `None` if no parenthesis
/// follows it.
fn after_parameters<'a>(tokens: &[&'a str], at: usize) -> Option<&'a str> {
    let mut depth = 0u32;
    for (index, &token) in tokens.iter().enumerate().skip(at + 1) {
        match token {
            "(" => depth += 1,
            ")" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return tokens.get(index + 1).copied();
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns whether the tokens between the start of the statement and the token with the index `at` are only names and
/// `*`, as in a declaration.
fn begins_declaration(tokens: &[&str], at: usize) -> bool {
    let before = tokens[..at].iter().rev();
    let before: Vec<&str> = before
        .take_while(|token| ![";", "{", "}", "\n", ":"].contains(token))
        .copied()
        .collect();
    let is_name = |token: &str| token.chars().all(is_word);
    before.iter().any(|token| is_name(token))
        && before
            .iter()
            .all(|&token| token == "*" || is_name(token) && !NO_TYPES.contains(&token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_literals_are_no_names() {
        let tokens = scan("a /* b */ + \"c \\\" d\" // e\n'f' #define g \\\n h\ni");
        assert_eq!(
            tokens,
            ["a", "+", "\"", "\"", "#", "define", "g", "h", "\n", "i"]
        );
    }

    fn of(text: &str) -> (bool, bool, bool) {
        let found = uses(&scan(text), "f");
        (found.is_called, found.is_declared, found.is_defined)
    }

    #[test]
    fn declarations_definitions_and_calls_are_told_apart() {
        assert_eq!(of("extern int f(void);"), (false, true, false));
        assert_eq!(of("void *f(int (*g)(int));"), (false, true, false));
        assert_eq!(of("#define X 1\nint f(), h();"), (false, true, false));
        assert_eq!(of("int f(int a) { return a; }"), (false, false, true));
        assert_eq!(of("{ int x = f(); }"), (true, false, false));
        assert_eq!(of("{ return f(); }"), (true, false, false));
        assert_eq!(of("{ if (a) b(); else f(1); }"), (true, false, false));
        assert_eq!(of("{ f(1); }"), (true, false, false));
        assert_eq!(of("{ x = a * f(1); }"), (true, false, false));
        assert_eq!(of("{ while (f(1)) { g(); } }"), (true, false, false));
        assert_eq!(of("#define g f"), (true, false, false));
        assert_eq!(of("#define ask() f(1)\n"), (true, false, false));
        assert_eq!(of("int g(void) { return 1; }"), (false, false, false));
        assert_eq!(of("f("), (true, false, false));
    }
}
