//! The rewritten text, with the origin of its segments.
use super::lexer::Token;
use super::offsets::OffsetMap;

/// The rewritten text, with the map from offsets in this text to offsets in the input.
#[derive(Debug)]
pub(super) struct Output<'a> {
    source: &'a str,
    text: String,
    map: OffsetMap,
    /// The end offset, in the input, of the last written token; `None` if this token was inserted.
    last: Option<u32>,
}

/// Typedefs of the names that the parser must take for types: names that rewriting inserts, and predeclared names. A
/// typedef is emitted only if the program uses its name. The typedefs of names `__symtool_…` are placeholders, because
/// the parser lacks some types, such as 128-bit integers. Semantic analysis replaces each of them by the real type.
const PRELUDE: &[(&str, &str)] = &[
    ("__symtool_int128", "typedef long __symtool_int128; "),
    (
        "__symtool_uint128",
        "typedef unsigned long __symtool_uint128; ",
    ),
    ("__symtool_auto", "typedef int __symtool_auto; "),
    ("__CPROVER_bool", "typedef _Bool __CPROVER_bool; "),
    (
        "__CPROVER_size_t",
        "typedef unsigned long __CPROVER_size_t; ",
    ),
];

impl<'a> Output<'a> {
    pub(super) fn new(source: &'a str) -> Output<'a> {
        let mut text = String::with_capacity(source.len());
        let mut map = OffsetMap::default();
        map.inserted(0, 0);
        for (name, declaration) in PRELUDE {
            if source.contains(name_in_program(name)) {
                text.push_str(declaration);
            }
        }
        Output {
            source,
            text,
            map,
            last: None,
        }
    }

    /// Copies a token of the input to the output. In the output, a blank precedes the token if the input has any text
    /// between this token and the previously copied one.
    pub(super) fn copy(&mut self, token: Token) {
        if self.last != Some(token.start) {
            self.text.push(' ');
        }
        self.map.copied(self.text.len(), token.start as usize);
        self.text.push_str(token.text(self.source));
        self.last = Some(token.end);
    }

    /// Writes a text that represents the input at the offset `at`.
    pub(super) fn insert(&mut self, text: &str, at: u32) {
        self.text.push(' ');
        self.map.inserted(self.text.len(), at as usize);
        self.text.push_str(text);
        self.last = None;
    }

    pub(super) fn finish(mut self) -> (String, OffsetMap) {
        self.text.push('\n');
        (self.text, self.map)
    }
}

/// Returns a text that occurs in every program that needs the typedef `name` of [`PRELUDE`].
fn name_in_program(name: &str) -> &'static str {
    match name {
        "__symtool_auto" => "__auto_type",
        "__CPROVER_bool" => "__CPROVER_bool",
        "__CPROVER_size_t" => "__CPROVER_size_t",
        _ => "int128", // this also matches `__int128_t` and `__uint128_t`
    }
}
