//! Splits the text of the IR into tokens.
use super::{Position, Result1, fail};
use crate::print::literal::is_bare_char;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

/// The name of a value, slot or block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    /// The number of an entity without a name, such as 7 in `%7`.
    Number(u32),
    /// The text of a name.
    Text(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A word: a keyword, label, type, operator or kind of failure.
    Word(String),
    /// The name of a value, `%name`.
    Local(Name),
    /// The name of a stack slot, `$name`.
    Slot(Name),
    /// The name of a function, global or file, `@name`.
    Global(String),
    /// A string in double quotes, with its escapes resolved.
    Text(Vec<u8>),
    /// A token that starts like a number, with its sign. The parser checks later whether the token is a number.
    Number(String),
    /// Punctuation: one of `( ) [ ] { } , : = + - -> ...`.
    Punct(&'static str),
    /// The end of a line. Line ends inside round and square brackets are no tokens.
    Newline,
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(text) | Token::Number(text) => write!(f, "`{text}`"),
            Token::Local(Name::Number(n)) => write!(f, "`%{n}`"),
            Token::Local(Name::Text(name)) => write!(f, "`%{name}`"),
            Token::Slot(Name::Number(n)) => write!(f, "`${n}`"),
            Token::Slot(Name::Text(name)) => write!(f, "`${name}`"),
            Token::Global(name) => write!(f, "`@{name}`"),
            Token::Text(_) => f.write_str("a string"),
            Token::Punct(text) => write!(f, "`{text}`"),
            Token::Newline => f.write_str("the end of the line"),
            Token::End => f.write_str("the end of the text"),
        }
    }
}

const PUNCTUATION: [&str; 13] = [
    "->", "...", "(", ")", "[", "]", "{", "}", ",", ":", "=", "+", "-",
];

/// Returns all tokens of a text with their positions. The last token is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result1<Vec<(Token, Position)>> {
    let mut lexer = Lexer {
        rest: text.chars().peekable(),
        at: Position { line: 1, column: 1 },
        depth: 0,
    };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_blanks();
        let at = lexer.at;
        let token = lexer.token()?;
        match &token {
            Token::Newline if lexer.depth > 0 => continue,
            Token::Punct("(" | "[") => lexer.depth += 1,
            Token::Punct(")" | "]") => lexer.depth = lexer.depth.saturating_sub(1),
            _ => {}
        }
        let end = token == Token::End;
        tokens.push((token, at));
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    rest: Peekable<Chars<'t>>,
    at: Position,
    depth: usize,
}

impl Lexer<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest.peek().copied()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.at.line = self.at.line.saturating_add(1);
            self.at.column = 1;
        } else {
            self.at.column = self.at.column.saturating_add(1);
        }
        Some(c)
    }

    fn take_while(&mut self, mut accept: impl FnMut(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.peek().filter(|&c| accept(c)) {
            text.push(c);
            self.bump();
        }
        text
    }

    fn skip_blanks(&mut self) {
        self.take_while(|c| matches!(c, ' ' | '\t' | '\r'));
        if self.peek() == Some(';') {
            self.take_while(|c| c != '\n');
        }
    }

    fn token(&mut self) -> Result1<Token> {
        let at = self.at;
        let Some(c) = self.peek() else {
            return Ok(Token::End);
        };
        match c {
            '\n' => {
                self.bump();
                Ok(Token::Newline)
            }
            '"' => Ok(Token::Text(self.quoted()?)),
            '%' => Ok(Token::Local(self.local_name()?)),
            '$' => Ok(Token::Slot(self.local_name()?)),
            '@' => {
                self.bump();
                Ok(Token::Global(self.name()?))
            }
            '-' if self.starts_negative_number() => Ok(self.number()),
            c if c.is_ascii_digit() => Ok(self.number()),
            c if c.is_ascii_alphabetic() || c == '_' => Ok(Token::Word(self.word())),
            _ => {
                let found = PUNCTUATION.iter().find(|text| self.starts_with(text));
                let Some(text) = found else {
                    return fail(at, format!("unexpected character {c:?}"));
                };
                for _ in text.chars() {
                    self.bump();
                }
                Ok(Token::Punct(text))
            }
        }
    }

    fn starts_with(&self, text: &str) -> bool {
        let mut rest = self.rest.clone();
        text.chars().all(|c| rest.next() == Some(c))
    }

    fn starts_negative_number(&self) -> bool {
        let second = self.rest.clone().nth(1);
        second.is_some_and(|c| c.is_ascii_digit()) || self.starts_with("-inf")
    }

    fn number(&mut self) -> Token {
        let mut previous = '-';
        let mut hexadecimal = false;
        Token::Number(self.take_while(|c| {
            let sign = matches!(c, '+' | '-')
                && (previous == '-' || (!hexadecimal && matches!(previous, 'e' | 'E')));
            hexadecimal |= c == 'x';
            previous = c;
            sign || is_bare_char(c)
        }))
    }

    /// Consumes a word. A `-` is part of the word if a letter follows, as in `out-of-bounds`.
    fn word(&mut self) -> String {
        let mut word = String::new();
        loop {
            word += &self.take_while(is_bare_char);
            let next = self.rest.clone().nth(1);
            if self.peek() == Some('-') && next.is_some_and(|c| c.is_ascii_alphabetic()) {
                self.bump();
                word.push('-');
            } else {
                return word;
            }
        }
    }

    fn local_name(&mut self) -> Result1<Name> {
        let at = self.at;
        self.bump();
        let quoted = self.peek() == Some('"');
        let name = self.name()?;
        if quoted || !name.bytes().all(|b| b.is_ascii_digit()) {
            return Ok(Name::Text(name));
        }
        match name.parse() {
            Ok(number) => Ok(Name::Number(number)),
            Err(_) => fail(at, "the number is too large"),
        }
    }

    fn name(&mut self) -> Result1<String> {
        let at = self.at;
        if self.peek() == Some('"') {
            let bytes = self.quoted()?;
            return String::from_utf8(bytes).or_else(|_| fail(at, "the name is not valid UTF-8"));
        }
        let name = self.take_while(is_bare_char);
        if name.is_empty() {
            return fail(at, "expected a name");
        }
        Ok(name)
    }

    fn quoted(&mut self) -> Result1<Vec<u8>> {
        let start = self.at;
        self.bump();
        let mut bytes = Vec::new();
        loop {
            let at = self.at;
            match self.bump() {
                Some('"') => return Ok(bytes),
                Some('\\') => self.escape(at, &mut bytes)?,
                None | Some('\n') => return fail(start, "unterminated string"),
                Some(c) => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
            }
        }
    }

    fn escape(&mut self, at: Position, bytes: &mut Vec<u8>) -> Result1<()> {
        match self.bump() {
            Some('n') => bytes.push(b'\n'),
            Some('t') => bytes.push(b'\t'),
            Some('0') => bytes.push(0),
            Some(c @ ('"' | '\\')) => bytes.push(c as u8),
            Some('x') => {
                let digits: String = [self.bump(), self.bump()].into_iter().flatten().collect();
                match u8::from_str_radix(&digits, 16) {
                    Ok(byte) if digits.len() == 2 && !digits.starts_with('+') => bytes.push(byte),
                    _ => return fail(at, "`\\x` needs two hexadecimal digits"),
                }
            }
            Some('u') if self.peek() == Some('{') => {
                self.bump();
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                let c = u32::from_str_radix(&digits, 16)
                    .ok()
                    .and_then(char::from_u32);
                match (c, self.bump()) {
                    (Some(c), Some('}')) => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
                    _ => return fail(at, "`\\u{…}` needs the hexadecimal number of a character"),
                }
            }
            _ => return fail(at, "unknown escape sequence"),
        }
        Ok(())
    }
}
