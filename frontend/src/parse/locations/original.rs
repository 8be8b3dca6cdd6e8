//! Source files as the user wrote them, with their tokens.
use crate::normalise::{Token, lex};
use std::sync::Arc;

/// A source file, which is split into tokens on first use.
#[derive(Clone, Debug)]
pub(super) enum Original {
    Missing,
    Text(Arc<str>),
    Lexed(Lexed),
}

/// A source file with its tokens and line index.
#[derive(Clone, Debug)]
pub(super) struct Lexed {
    pub text: Arc<str>,
    pub tokens: Vec<Token>,
    /// The byte offsets at which lines start.
    pub line_starts: Vec<usize>,
    /// The byte offsets of all UTF-8 continuation bytes (the bytes of a character after its first), in ascending order.
    /// A binary search in the list counts the characters of a range, even in a very long line.
    pub inside: Vec<usize>,
}

impl Original {
    /// Returns the file with its tokens, which are lexed on first use; `None` if the file's text is missing.
    pub(super) fn lexed(&mut self) -> Option<&Lexed> {
        if let Original::Text(text) = self {
            let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
            let line_starts = std::iter::once(0)
                .chain(newlines.map(|(at, _)| at + 1))
                .collect();
            let tokens = lex(text).tokens;
            let inside = (0..text.len()).filter(|&at| !text.is_char_boundary(at));
            let inside = inside.collect();
            *self = Original::Lexed(Lexed {
                text: text.clone(),
                tokens,
                line_starts,
                inside,
            });
        }
        match self {
            Original::Lexed(lexed) => Some(lexed),
            Original::Missing | Original::Text(_) => None,
        }
    }
}
