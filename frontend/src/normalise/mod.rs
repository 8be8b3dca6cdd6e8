//! Rewrites preprocessed text to the C subset that the parser accepts, token by token.
//!
//! The parser (lang-c) rejects some constructs of real programs and silently misreads a few. This pass rewrites such
//! constructs before parsing, and maps offsets of the new text to offsets of the old text. The pass tracks typedef
//! names, scopes, brackets and declarations, but no other grammar. It copies everything that it does not recognize, so
//! that the parser reports the error.
//!
//! | written | handed to the parser |
//! | --- | --- |
//! | `#` lines, `__extension__`, unimportant attributes | nothing |
//! | `__label__ l;` | `extern struct __symtool_labels l;` |
//! | `struct __attribute__((packed)) s { … }` | `struct s { … } __attribute__((packed))` |
//! | `[[gnu::packed]]` | `__attribute__((packed))` |
//! | `a ?: b` | `a ? __symtool_same : b` |
//! | `&&l`, `goto *p;` | `__symtool_label_address(l)`, `__symtool_goto(p);` |
//! | `__alignof__(e)` | `_Alignof(__typeof(e))` |
//! | `sizeof (T){…}.x` | `sizeof ((T){…}.x)` |
//! | `__builtin_types_compatible_p(S, T)` | `__builtin_types_compatible_p((__typeof(S) *)0, (__typeof(T) *)0)` |
//! | `__builtin_convertvector(e, T)` | `__builtin_convertvector(e, (__typeof(T) *)0)` |
//! | `(T){}` | `(T){0}` |
//! | `_Static_assert(e)` | `_Static_assert(e, "")` |
//! | `_Alignas(n)` in a struct | `__attribute__((aligned(n)))` |
//! | `__int128`, `unsigned __int128`, `__auto_type` | typedef names `__symtool_int128`, `__symtool_uint128`, `__symtool_auto` |
//! | `__thread`, `__float128` | `_Thread_local`, `_Float128` |
//! | `int f(int x) { … }` in a block | `int f(int x) = ({ … });` |
//! | `f(x) { … }`, `static x;` | with `int` before the declarator |
//! | a label before a declaration or `}` | with `;` after the label |
//! | `for (T *p; …)` with a typedef name `T` | `for (auto T *p; …)` |
//! | `(p)` where a parameter `p` hides a typedef | `p` |
//! | letters beyond ASCII in names | `__symtool_u…_` with the code point of the letter |
//! | escapes outside C11 6.4.4.4, digraphs | the portable form |
mod attributes;
mod brackets;
mod declarations;
mod expressions;
mod letters;
mod lexer;
mod literals;
mod offsets;
mod output;
mod pragmas;
mod scopes;
mod statements;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use brackets::MAX_DEPTH;
pub(crate) use letters::with_letters;
pub(crate) use lexer::{Lexed, Token, TokenKind, lex};
pub(crate) use offsets::OffsetMap;
pub(crate) use pragmas::Pragmas;
pub(crate) use words::{is_keyword, is_type_keyword};

use crate::raw_bytes::byte_of;
use crate::wide_names;
use output::Output;
use scopes::Scopes;
use std::ops::Range;

/// The tag of the structure in the declaration `extern struct __symtool_labels a, b;`, to which `__label__ a, b;` is
/// rewritten.
pub(crate) const LOCAL_LABELS: &str = "__symtool_labels";

/// The value in [`Rewriter::partner`] for a token that is not a bracket.
const NO_PARTNER: u32 = u32::MAX;

/// The maximum length of a text in bytes. It is below 2^32, because the offsets of tokens have 32 bits.
const MAX_LENGTH: usize = 1 << 30;

/// An error in the text that is rewritten. Locations are offsets of this text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The location of the error: the offset of its first byte, and its length in bytes.
    pub(crate) at: (usize, usize),
    /// The error message.
    pub(crate) message: String,
    /// A second location, as offset and length in bytes, with its label.
    pub(crate) also: Option<((usize, usize), String)>,
    /// The text of the help line.
    pub(crate) help: Option<String>,
}

impl Problem {
    fn new(token: Token, message: impl Into<String>) -> Problem {
        Problem {
            at: range(token),
            message: message.into(),
            also: None,
            help: None,
        }
    }

    fn also(mut self, token: Token, text: impl Into<String>) -> Problem {
        self.also = Some((range(token), text.into()));
        self
    }

    fn help(mut self, text: impl Into<String>) -> Problem {
        self.help = Some(text.into());
        self
    }
}

/// The errors in a text that cannot be rewritten.
#[derive(Debug, Default)]
pub(crate) struct Rejected {
    /// The errors; there is at least one.
    pub(crate) problems: Vec<Problem>,
    /// The byte ranges of the text to replace by blanks before the text is parsed again to find further errors. Empty
    /// if parsing again could not find further errors.
    pub(crate) blankable: Vec<Range<usize>>,
}

impl From<Vec<Problem>> for Rejected {
    fn from(problems: Vec<Problem>) -> Rejected {
        Rejected {
            problems,
            blankable: Vec::new(),
        }
    }
}

fn range(token: Token) -> (usize, usize) {
    (token.start as usize, (token.end - token.start) as usize)
}

/// The rewritten text, and the map to the original text.
#[derive(Debug)]
pub(crate) struct Normalised {
    /// The rewritten text, for the parser.
    pub(crate) text: String,
    /// The map from offsets of `text` to offsets of the input.
    pub(crate) map: OffsetMap,
    /// The tokens of the input.
    pub(crate) tokens: Vec<Token>,
    /// The effects of the pragmas.
    pub(crate) pragmas: Pragmas,
    /// The names that are declared without a type, as C permitted before C99. Parameters of old-style functions are
    /// not listed.
    pub(crate) implicit_ints: Vec<Token>,
}

/// Rewrites a preprocessed text. Must be called inside `parse::on_big_stack`, because the pass is recursive.
pub(crate) fn normalise(source: &str) -> Result<Normalised, Rejected> {
    if source.len() > MAX_LENGTH {
        let start = Token {
            start: 0,
            end: 1,
            kind: TokenKind::Stray,
        };
        return Err(vec![Problem::new(
            start,
            "the file is larger than 1 GiB after preprocessing",
        )]
        .into());
    }
    let Lexed { tokens, directives } = lex(source);
    let partner = brackets::pair(source, &tokens)?;
    let mut rewriter = Rewriter {
        source,
        tokens: &tokens,
        partner: &partner,
        pos: 0,
        out: Output::new(source),
        scopes: Scopes::new(),
        after_operand: false,
        problems: Vec::new(),
        implicit_ints: Vec::new(),
    };
    rewriter.unit();
    let Rewriter {
        out,
        problems,
        implicit_ints,
        ..
    } = rewriter;
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let (text, map) = out.finish();
    let pragmas = Pragmas::collect(source, &directives, &map)?;
    Ok(Normalised {
        text,
        map,
        tokens,
        pragmas,
        implicit_ints,
    })
}

/// The state of the pass: an index into the tokens of the input, and the output so far.
struct Rewriter<'a> {
    source: &'a str,
    tokens: &'a [Token],
    /// For each token that is a bracket, the index of the bracket that it is paired with; [`NO_PARTNER`] for other
    /// tokens.
    partner: &'a [u32],
    /// The index of the next token of the input, which is the first token that is not rewritten yet.
    pos: usize,
    out: Output<'a>,
    scopes: Scopes<'a>,
    /// Whether the last written token ends an operand. If it does, a following `&&` is a binary operator. Otherwise
    /// `&&` takes the address of a label.
    after_operand: bool,
    problems: Vec<Problem>,
    /// The names that are declared without a type.
    implicit_ints: Vec<Token>,
}

impl<'a> Rewriter<'a> {
    /// Returns the text of the token `index`. Digraphs are replaced, and the `[[` of an attribute is returned
    /// as `__attribute__`. After the last token, the text is empty.
    fn word(&self, index: usize) -> &'a str {
        match self.tokens.get(index) {
            Some(token) => match token.text(self.source) {
                "[" | "<:" if self.is_bracket_attribute(index) => "__attribute__",
                "<:" => "[",
                ":>" => "]",
                "<%" => "{",
                "%>" => "}",
                text => text,
            },
            None => "",
        }
    }

    /// Returns whether a token is an identifier and not a keyword.
    fn is_name(&self, index: usize) -> bool {
        (self.tokens.get(index)).is_some_and(|token| token.kind == TokenKind::Word)
            && !is_keyword(self.word(index))
    }

    /// Returns the index after the bracket group that begins at the token `index`. If the token is not a
    /// bracket, returns the index after the token.
    fn after_group(&self, index: usize) -> usize {
        match self.partner.get(index) {
            Some(&partner) if partner != NO_PARTNER && partner as usize > index => {
                partner as usize + 1
            }
            _ => index + 1,
        }
    }

    /// Copies the next token to the output.
    fn copy(&mut self) {
        let Some(&token) = self.tokens.get(self.pos) else {
            return;
        };
        let word = self.word(self.pos);
        if token.kind == TokenKind::Word && !wide_names::is_plain(word) {
            self.wide_word(word, token);
        } else if word.len() == token.text(self.source).len() {
            self.out.copy(token);
        } else {
            self.out.insert(word, token.start);
        }
        self.after_operand = match token.kind {
            TokenKind::Punctuation => match word {
                ")" | "]" | "}" => true,
                "++" | "--" => self.after_operand,
                _ => false,
            },
            TokenKind::Word => !is_keyword(word),
            TokenKind::Number | TokenKind::Char | TokenKind::String | TokenKind::Stray => true,
        };
        self.pos += 1;
    }

    /// Copies an identifier with letters beyond ASCII or with `$`. The parser rejects these letters, so each of
    /// them is encoded.
    fn wide_word(&mut self, word: &str, token: Token) {
        let is_strange = |&c: &char| !c.is_ascii() && !wide_names::is_letter(c);
        if let Some(strange) = word.chars().find(is_strange) {
            let what = match byte_of(strange) {
                Some(byte) => format!("byte {byte:#04x}"),
                None => format!("`{strange}`"),
            };
            let help = matches!(strange, '“' | '”' | '„' | '‘' | '’')
                .then_some("replace the typographic quotation marks by `\"` or `'`");
            let message = format!("{what} is not valid in an identifier");
            self.problem(self.pos, message, help);
        }
        self.out.insert(&wide_names::encode(word), token.start);
    }

    /// Writes a text before the next token. The token is not consumed, and the text gets its source location.
    fn insert(&mut self, text: &str) {
        let at = match self.tokens.get(self.pos) {
            Some(token) => token.start,
            None => self.source.len() as u32,
        };
        self.out.insert(text, at);
    }

    /// Writes a text in place of the next token.
    fn replace(&mut self, text: &str) {
        self.insert(text);
        self.pos += 1;
    }

    fn problem(&mut self, index: usize, message: impl Into<String>, help: Option<&str>) {
        let Some(&token) = self.tokens.get(index) else {
            return;
        };
        let mut problem = Problem::new(token, message);
        problem.help = help.map(str::to_owned);
        self.problems.push(problem);
    }
}
