//! Splits C text into tokens. White space, comments, line splices and `#` lines are skipped between tokens.
//!
//! The lexer has three uses: to normalize preprocessed text, to align it with the source text, and to name tokens in
//! error messages.

/// The kind of a token.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// An identifier or keyword.
    Word,
    /// A preprocessing number.
    Number,
    /// A character constant with its prefix.
    Char,
    /// A string literal with its prefix.
    String,
    /// An operator or bracket.
    Punctuation,
    /// A character that cannot occur in C outside of literals and comments, or an unterminated literal or comment.
    Stray,
}

/// A token as a byte range of the text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// The offset of the first byte.
    pub(crate) start: u32,
    /// The offset after the last byte.
    pub(crate) end: u32,
    /// The kind of the token.
    pub(crate) kind: TokenKind,
}

impl Token {
    /// Returns the text of the token in `source`, the text from which it was lexed.
    pub(crate) fn text(self, source: &str) -> &str {
        &source[self.start as usize..self.end as usize]
    }
}

/// A text that has been split into tokens and `#` lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lexed {
    /// All tokens in order.
    pub(crate) tokens: Vec<Token>,
    /// The byte ranges of the lines that begin with `#`, including their continuation lines, without the final newline.
    pub(crate) directives: Vec<(u32, u32)>,
}

/// The operators with more than one character, the longest first. A digraph such as `<:` is one token.
const OPERATORS: &[&str] = &[
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>",
];

/// Splits a text of less than 4 GiB into tokens.
pub(crate) fn lex(source: &str) -> Lexed {
    let mut lexer = Lexer {
        bytes: source.as_bytes(),
        source,
        at: 0,
        line_begins: true,
        lexed: Lexed::default(),
    };
    while lexer.step() {}
    lexer.lexed
}

/// The state of splitting a text into tokens.
struct Lexer<'a> {
    bytes: &'a [u8],
    source: &'a str,
    /// The lexer's position: the offset of the first byte that is not consumed yet.
    at: usize,
    /// Whether the current line has only white space before the lexer's position.
    line_begins: bool,
    lexed: Lexed,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Consumes one token, comment, directive or run of white space. Returns false at the end of the text.
    fn step(&mut self) -> bool {
        let Some(&byte) = self.bytes.get(self.at) else {
            return false;
        };
        let start = self.at;
        match byte {
            b'\n' => {
                self.at += 1;
                self.line_begins = true;
                return true;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
            b'\\' if self.splice_length() > 0 => self.at += self.splice_length(),
            b'#' if self.line_begins => self.directive(),
            b'/' if self.peek(1) == b'/' => self.skip_line(),
            b'/' if self.peek(1) == b'*' => match self.source[start + 2..].find("*/") {
                Some(length) => self.at += length + 4,
                None => {
                    self.at = self.bytes.len();
                    self.push(start, TokenKind::Stray);
                }
            },
            _ => {
                self.line_begins = false;
                self.token(byte);
            }
        }
        true
    }

    /// Returns the length of the line splice at the lexer's position, or 0 if there is none. A line splice is a
    /// backslash followed by the end of the line.
    fn splice_length(&self) -> usize {
        match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'\\', b'\n', _) => 2,
            (b'\\', b'\r', b'\n') => 3,
            _ => 0,
        }
    }

    /// Advances to the next newline that is not spliced.
    fn skip_line(&mut self) {
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            self.at += self.splice_length().max(1);
        }
        self.at = self.at.min(self.bytes.len());
    }

    fn directive(&mut self) {
        let start = self.at;
        self.skip_line();
        (self.lexed.directives).push((start as u32, self.at as u32));
    }

    fn push(&mut self, start: usize, kind: TokenKind) {
        self.lexed.tokens.push(Token {
            start: start as u32,
            end: self.at as u32,
            kind,
        });
    }

    fn token(&mut self, byte: u8) {
        let start = self.at;
        let kind = match byte {
            b'"' | b'\'' => self.literal(byte),
            _ if is_word_start(byte) => self.word_or_prefixed(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            _ => self.punctuation(),
        };
        self.push(start, kind);
    }

    fn word_or_prefixed(&mut self) -> TokenKind {
        let start = self.at;
        while is_word_start(self.peek(0)) || self.peek(0).is_ascii_digit() {
            self.at += 1;
        }
        let is_prefix = matches!(&self.bytes[start..self.at], b"L" | b"u" | b"U" | b"u8");
        match self.peek(0) {
            quote @ (b'"' | b'\'') if is_prefix => self.literal(quote),
            _ => TokenKind::Word,
        }
    }

    fn number(&mut self) -> TokenKind {
        loop {
            let byte = self.peek(0);
            let is_sign = matches!(self.peek(1), b'+' | b'-');
            if matches!(byte, b'e' | b'E' | b'p' | b'P') && is_sign {
                self.at += 2;
            } else if byte == b'.' || byte.is_ascii_alphanumeric() || byte == b'_' {
                self.at += 1;
            } else {
                return TokenKind::Number;
            }
        }
    }

    /// Consumes a literal, from the opening quote to the closing one. If the line ends before the closing
    /// quote, the token is stray.
    fn literal(&mut self, quote: u8) -> TokenKind {
        self.at += 1;
        loop {
            match self.bytes.get(self.at) {
                None | Some(b'\n') => return TokenKind::Stray,
                Some(b'\\') => {
                    let length = self.splice_length().max(2);
                    self.at = (self.at + length).min(self.bytes.len());
                    while !self.source.is_char_boundary(self.at) {
                        self.at += 1;
                    }
                }
                Some(&byte) => {
                    self.at += 1;
                    if byte == quote {
                        return match quote {
                            b'"' => TokenKind::String,
                            _ => TokenKind::Char,
                        };
                    }
                }
            }
        }
    }

    fn punctuation(&mut self) -> TokenKind {
        let rest = &self.bytes[self.at..];
        // Most operators have one character. The next byte is checked first, to avoid the search in the list of
        // longer operators.
        let may_be_longer = rest.get(1).is_some_and(|&byte| continues_operator(byte));
        if may_be_longer
            && let Some(known) = OPERATORS.iter().find(|o| rest.starts_with(o.as_bytes()))
        {
            self.at += known.len();
            return TokenKind::Punctuation;
        }
        let stray = matches!(rest[0], b'@' | b'`' | b'\\') || rest[0] < b' ' || rest[0] == 0x7f;
        self.at += 1;
        if stray {
            TokenKind::Stray
        } else {
            TokenKind::Punctuation
        }
    }
}

/// Returns whether a byte can be the second character of an operator.
fn continues_operator(byte: u8) -> bool {
    matches!(
        byte,
        b':' | b'.' | b'<' | b'>' | b'=' | b'-' | b'+' | b'&' | b'|' | b'#' | b'%'
    )
}

/// Returns whether a byte can begin a word: letters, `_`, `$`, and everything beyond ASCII.
fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        let lexed = lex(source);
        lexed
            .tokens
            .iter()
            .map(|token| token.text(source))
            .collect()
    }

    #[test]
    fn splits_tokens() {
        assert_eq!(
            texts("a+++b; x->y<<=0x1p-3 .5e+1 L\"a\\\"b\" 'c' ... /* no */ é // end"),
            [
                "a",
                "++",
                "+",
                "b",
                ";",
                "x",
                "->",
                "y",
                "<<=",
                "0x1p-3",
                ".5e+1",
                "L\"a\\\"b\"",
                "'c'",
                "...",
                "é"
            ]
        );
        assert_eq!(texts("# 1 \"a\"\nx\n  #pragma y\\\nz\nw"), ["x", "w"]);
        assert_eq!(texts("a\\\n b"), ["a", "b"]);
    }

    #[test]
    fn every_operator_is_one_token() {
        for operator in OPERATORS {
            assert_eq!(texts(&format!("a{operator}b")), ["a", operator, "b"]);
        }
    }

    #[test]
    fn invalid_characters_are_stray_tokens() {
        let stray = |source| {
            lex(source)
                .tokens
                .iter()
                .any(|t| t.kind == TokenKind::Stray)
        };
        for source in ["\"abc\n", "'a", "/* x", "@", "\\", "\"\\"] {
            assert!(stray(source), "{source}");
        }
        assert!(!stray("\"abc\" 'a' /**/"));
    }
}
