//! Source files as the user wrote them, split into tokens on first use.
use crate::normalise::{Token, lex};
use std::sync::Arc;

/// A source file. Split into tokens on first use.
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
    /// Byte offsets of line starts.
    pub line_starts: Vec<usize>,
    /// Byte offsets inside multi-byte characters: a line may be as long as the file.
    pub inside: Vec<usize>,
}

impl Original {
    /// Returns the file with its tokens, lexed on first use.
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
