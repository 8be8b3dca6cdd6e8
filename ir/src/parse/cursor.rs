//! The parser's cursor: a position in a list of tokens.
use super::lexer::{Name, Token};
use super::{Position, Result1, fail, literal};
use crate::types::Type;

/// A position in the tokens of a text.
pub(super) struct Cursor {
    tokens: Vec<(Token, Position)>,
    next: usize,
}

impl Cursor {
    /// Returns a cursor at the first token. The last of `tokens` must be [`Token::End`].
    pub(super) fn new(tokens: Vec<(Token, Position)>) -> Cursor {
        Cursor { tokens, next: 0 }
    }

    /// Returns all tokens.
    pub(super) fn tokens(&self) -> &[(Token, Position)] {
        &self.tokens
    }

    /// Returns the token `ahead` positions after the next token; `look(0)` is the next token.
    pub(super) fn look(&self, ahead: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.next + ahead).min(last)].0
    }

    /// Returns the next token.
    pub(super) fn peek(&self) -> &Token {
        self.look(0)
    }

    /// Returns the text position of the next token.
    pub(super) fn at(&self) -> Position {
        self.tokens[self.next].1
    }

    /// Advances past the next token, unless this is [`Token::End`].
    pub(super) fn advance(&mut self) {
        if self.next + 1 < self.tokens.len() {
            self.next += 1;
        }
    }

    /// Returns the error `expected WANTED, found TOKEN`, where TOKEN is the next token.
    pub(super) fn unexpected<T>(&self, wanted: &str) -> Result1<T> {
        fail(
            self.at(),
            format!("expected {wanted}, found {}", self.peek()),
        )
    }

    /// Consumes the next token if it is the punctuation `punct`; returns whether it is.
    pub(super) fn eat(&mut self, punct: &str) -> bool {
        let found = matches!(self.peek(), Token::Punct(text) if *text == punct);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes the punctuation `punct`; any other token is an error.
    pub(super) fn expect(&mut self, punct: &str) -> Result1<()> {
        if self.eat(punct) {
            Ok(())
        } else {
            self.unexpected(&format!("`{punct}`"))
        }
    }

    /// Consumes the next token if it is `word`; returns whether it is.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(text) if text == word);
        if found {
            self.advance();
        }
        found
    }

    /// Consumes `word`; any other token is an error.
    pub(super) fn expect_word(&mut self, word: &str) -> Result1<()> {
        if self.eat_word(word) {
            Ok(())
        } else {
            self.unexpected(&format!("`{word}`"))
        }
    }

    /// Consumes any word and returns it. If the next token is not a word, the error says that `wanted` was expected.
    pub(super) fn word(&mut self, wanted: &str) -> Result1<String> {
        match self.peek() {
            Token::Word(text) => {
                let text = text.clone();
                self.advance();
                Ok(text)
            }
            _ => self.unexpected(wanted),
        }
    }

    /// Advances past line ends.
    pub(super) fn skip_lines(&mut self) {
        while *self.peek() == Token::Newline {
            self.advance();
        }
    }

    /// Consumes the end of a line. Before a closing brace, the end of the line may be missing.
    pub(super) fn end_line(&mut self) -> Result1<()> {
        match self.peek() {
            Token::Newline | Token::End | Token::Punct("}") => {
                self.skip_lines();
                Ok(())
            }
            _ => self.unexpected("the end of the line"),
        }
    }

    /// Consumes a type if one is next.
    pub(super) fn eat_type(&mut self) -> Option<Type> {
        let Token::Word(word) = self.peek() else {
            return None;
        };
        let ty = Type::from_name(word)?;
        self.advance();
        Some(ty)
    }

    /// Consumes a type; any other token is an error.
    pub(super) fn ty(&mut self) -> Result1<Type> {
        match self.eat_type() {
            Some(ty) => Ok(ty),
            None => self.unexpected("a type"),
        }
    }

    /// Consumes `@name` and returns the name. If another token is next, the error says that `wanted` was expected.
    pub(super) fn global(&mut self, wanted: &str) -> Result1<String> {
        match self.peek() {
            Token::Global(name) => {
                let name = name.clone();
                self.advance();
                Ok(name)
            }
            _ => self.unexpected(wanted),
        }
    }

    /// Consumes `%name` and returns the name.
    pub(super) fn local(&mut self) -> Result1<Name> {
        match self.peek() {
            Token::Local(name) => {
                let name = name.clone();
                self.advance();
                Ok(name)
            }
            _ => self.unexpected("a value name such as `%x`"),
        }
    }

    /// Consumes a string if one is next.
    pub(super) fn eat_bytes(&mut self) -> Option<Vec<u8>> {
        let Token::Text(bytes) = self.peek() else {
            return None;
        };
        let bytes = bytes.clone();
        self.advance();
        Some(bytes)
    }

    /// Consumes a string if one is next; it is an error if the string is not UTF-8.
    pub(super) fn eat_text(&mut self) -> Result1<Option<String>> {
        let at = self.at();
        match self.eat_bytes().map(String::from_utf8) {
            None => Ok(None),
            Some(Ok(text)) => Ok(Some(text)),
            Some(Err(_)) => fail(at, "the string is not valid UTF-8"),
        }
    }

    /// Consumes a literal if one is next.
    pub(super) fn eat_literal(&mut self) -> Option<String> {
        let text = match self.peek() {
            Token::Number(text) => text.clone(),
            Token::Word(word) if literal::is_literal_word(word) => word.clone(),
            _ => return None,
        };
        self.advance();
        Some(text)
    }

    /// Consumes an unsigned number. If another token is next, the error says that `wanted` was expected.
    pub(super) fn number(&mut self, wanted: &str) -> Result1<u64> {
        let value = match self.peek() {
            Token::Number(text) => literal::number(text),
            _ => None,
        };
        match value {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.unexpected(wanted),
        }
    }
}
