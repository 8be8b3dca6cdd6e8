//! Files as the user wrote them, split into tokens when a column in them is first asked for.
use crate::normalise::{Token, lex};
use std::sync::Arc;

/// A file as the user wrote it. Split into tokens when first asked for.
#[derive(Clone, Debug)]
pub(super) enum Original {
    Missing,
    Text(Arc<str>),
    Lexed(Lexed),
}

/// A file of the user with what is looked up in it.
#[derive(Clone, Debug)]
pub(super) struct Lexed {
    pub text: Arc<str>,
    pub tokens: Vec<Token>,
    /// Byte offsets at which lines begin.
    pub line_starts: Vec<usize>,
    /// Byte offsets inside characters of several bytes: a line may be as long as the file.
    pub inside: Vec<usize>,
}

impl Original {
    /// The file with its tokens, lexed when it is first asked for.
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
            _ => None,
        }
    }
}
