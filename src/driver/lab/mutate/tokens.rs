//! The tokens of a C file. Blanks, comments and preprocessor lines are tokens, too, so that the concatenated texts of
//! all tokens are the text of the file.

/// The kind of a token.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Blanks, a comment, or a preprocessor line.
    Gap,
    /// An identifier or a keyword.
    Word,
    /// A number.
    Number,
    /// A character constant.
    Character,
    /// A string literal.
    Text,
    /// An operator or a punctuator.
    Operator,
}

/// A token of a C file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: Kind,
    /// The text of the token.
    pub text: String,
}

/// The operators of more than one character, longer ones first.
const LONG: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=",
];

/// Splits a file into tokens.
pub fn split(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut starts_line = true;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = next(rest, first, starts_line);
        let (own, after) = rest.split_at(length);
        starts_line = kind == Kind::Gap && (starts_line || own.contains('\n'));
        tokens.push(Token {
            kind,
            text: own.to_owned(),
        });
        rest = after;
    }
    tokens
}

/// Returns the kind and the length of the first token in `text`.
fn next(text: &str, first: char, starts_line: bool) -> (Kind, usize) {
    let until = |end: &str| {
        text[1..]
            .find(end)
            .map_or(text.len(), |at| at + 1 + end.len())
    };
    let run = |is: fn(char) -> bool| text.find(|c| !is(c)).unwrap_or(text.len());
    match first {
        c if c.is_whitespace() => (Kind::Gap, run(char::is_whitespace)),
        '#' if starts_line => (Kind::Gap, until("\n")),
        '/' if text.starts_with("//") => (Kind::Gap, until("\n")),
        '/' if text.starts_with("/*") => (Kind::Gap, until("*/")),
        c if c.is_ascii_alphabetic() || c == '_' => (Kind::Word, run(is_word)),
        c if c.is_ascii_digit() => (Kind::Number, run(is_word)),
        '"' => (Kind::Text, quoted(text, '"')),
        '\'' => (Kind::Character, quoted(text, '\'')),
        c => {
            let long = LONG.iter().find(|long| text.starts_with(**long));
            (Kind::Operator, long.map_or(c.len_utf8(), |long| long.len()))
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Returns the length of the literal at the start of `text`, including its quotes.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Returns the text of a file from its tokens.
pub fn join(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect()
}

/// Returns the indexes of the *solid* tokens, that is, of the tokens that are no gaps.
pub fn solid(tokens: &[Token]) -> Vec<usize> {
    (0..tokens.len())
        .filter(|&at| tokens[at].kind != Kind::Gap)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tokens_together_are_the_file() {
        let text = "#include <a.h>\n/* x */ int f(int a) { return a<=10 && '\\'' != \"q\\\"\"[0]; } // end";
        let tokens = split(text);
        assert_eq!(join(&tokens), text);
        let found: Vec<&str> = solid(&tokens).iter().map(|&at| &*tokens[at].text).collect();
        let expected = [
            "int",
            "f",
            "(",
            "int",
            "a",
            ")",
            "{",
            "return",
            "a",
            "<=",
            "10",
            "&&",
            "'\\''",
            "!=",
            "\"q\\\"\"",
            "[",
            "0",
            "]",
            ";",
            "}",
        ];
        assert_eq!(found, expected);
    }
}
