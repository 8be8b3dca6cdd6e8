//! Help texts for frequent syntax errors of beginners: words and operators of other languages, array brackets before
//! the name, parameters without a type, and macros whose definition contains a `;` or a `=`.
use super::messages::Failure;
use crate::diagnostic::Diagnostic;
use crate::normalise::{TokenKind, is_type_keyword};
use crate::sources::Sources;

/// Words that begin a conditional statement in other programming languages, with the corresponding form in C.
pub(super) const FOREIGN_STATEMENTS: &[(&str, &str)] = &[
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("foreach", "write a `for` loop over the index"),
    ("unless", "write `if` with the negated condition"),
    ("until", "write `while` with the negated condition"),
];

/// Further words of other programming languages (keywords and operators), with the corresponding form in C.
const FOREIGN_WORDS: &[(&str, &str)] = &[
    ("and", "write `&&`, or include `<iso646.h>`"),
    ("boolean", "write `bool`, and include `<stdbool.h>`"),
    ("def", "a function begins with the type of its result"),
    ("function", "a function begins with the type of its result"),
    ("is", "write `==` to compare"),
    ("let", "a declaration begins with the type of the variable"),
    ("not", "write `!`, or include `<iso646.h>`"),
    ("or", "write `||`, or include `<iso646.h>`"),
    ("then", "remove it; the statement follows the condition"),
    ("var", "a declaration begins with the type of the variable"),
];

/// Pairs of adjacent operators that are one operator in other languages, with the operator of C.
const FOREIGN_OPERATORS: &[(&str, &str, &str)] = &[
    ("=", "<", "write `<=`"),
    ("=", ">", "write `>=`"),
    ("<", ">", "write `!=`"),
    ("=", "!", "write `!=`"),
    ("&&", "&", "remove the `&`"),
    ("*", "*", "C has no power operator: multiply, or call `pow`"),
];

/// The names of preprocessor directives.
const DIRECTIVES: [&str; 5] = ["define", "ifdef", "ifndef", "include", "undef"];

impl Failure<'_> {
    /// Returns a help text for the error at the token `at`; `None` if no frequent mistake is recognized.
    pub(super) fn advice(&self, at: usize) -> Option<String> {
        self.foreign_operator(at)
            .or_else(|| self.foreign_word(at))
            .or_else(|| self.array_type(at))
            .or_else(|| self.range_loop(at))
    }

    /// Returns a help text for the unknown type name at the token `index`. The name may be a preprocessor directive
    /// without `#`, the tag of a record, a parameter without a type, or a word of another programming language. Returns
    /// `None` if the name is none of these.
    pub(super) fn advice_for_type(&self, index: usize) -> Option<String> {
        let name = self.word(index);
        if DIRECTIVES.contains(&name) {
            return Some(format!("a directive begins with `#`: `#{name}`"));
        }
        if let Some(kind) = self.tag_kind(name) {
            return Some(format!(
                "write `{kind} {name}`, or declare the name with `typedef`"
            ));
        }
        let is_after_comma = index > 0 && self.word(index - 1) == ",";
        if is_after_comma && matches!(self.word(index + 1), "," | ")") {
            return Some(format!(
                "write the type of each parameter, as in `int {name}`"
            ));
        }
        self.foreign_word(index)
    }

    fn foreign_operator(&self, at: usize) -> Option<String> {
        let before = at.checked_sub(1)?;
        let pair = (self.word(before), self.word(at));
        let known = FOREIGN_OPERATORS
            .iter()
            .find(|(first, second, _)| (*first, *second) == pair);
        known.map(|(.., help)| (*help).to_owned())
    }

    /// Returns the help text for a word of another programming language that is the token `at` or one of its
    /// neighbors.
    fn foreign_word(&self, at: usize) -> Option<String> {
        let near = [Some(at), at.checked_sub(1), Some(at + 1)];
        let mut words = near.into_iter().flatten().map(|index| self.word(index));
        let rows = || FOREIGN_WORDS.iter().chain(FOREIGN_STATEMENTS);
        let known = words.find_map(|word| rows().find(|(foreign, _)| *foreign == word));
        known.map(|(word, help)| format!("`{word}` is not a keyword of C: {help}"))
    }

    /// Returns the help text for an array type such as `int[3] a`, whose brackets stand before the name.
    fn array_type(&self, at: usize) -> Option<String> {
        let bracket = [at, at + 1]
            .into_iter()
            .find(|&index| self.word(index) == "[" && index > 0)?;
        let ty = bracket - 1;
        if !is_type_keyword(self.word(ty)) {
            return None;
        }
        let close = (bracket..self.tokens.len()).find(|&index| self.word(index) == "]")?;
        let name = self.word(close + 1);
        let is_name = self
            .tokens
            .get(close + 1)
            .is_some_and(|token| token.kind == TokenKind::Word);
        let size: String = (bracket + 1..close).map(|index| self.word(index)).collect();
        is_name.then(|| {
            let ty = self.word(ty);
            format!("write the brackets after the name: `{ty} {name}[{size}]`")
        })
    }

    /// Returns the help text for a loop such as `for (int x : a)`.
    fn range_loop(&self, at: usize) -> Option<String> {
        let head = (0..at).rev().find(|&index| self.word(index) == "(")?;
        let is_loop = head > 0 && self.word(head - 1) == "for";
        (is_loop && matches!(self.word(at), ":" | "in"))
            .then(|| "write a loop over the index: `for (int i = 0; i < n; i++)`".to_owned())
    }

    /// Returns the keyword of the record or enumeration with the tag `name`: `struct`, `union` or `enum`; `None` if
    /// the text defines no such type.
    fn tag_kind(&self, name: &str) -> Option<&str> {
        let is_tag = |&index: &usize| {
            matches!(self.word(index), "struct" | "union" | "enum") && self.word(index + 1) == name
        };
        let defined = (0..self.tokens.len()).find(is_tag)?;
        Some(self.word(defined))
    }
}

/// Returns a help text if the line of a syntax error uses a macro whose definition begins with `=` or ends with `;`.
pub(super) fn macro_advice(found: &Diagnostic, sources: &Sources) -> Option<String> {
    let at = found.primary.as_ref()?;
    let text = sources.text(&at.file)?;
    let line = sources.line(&at.file, at.line)?;
    let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).find_map(|word| {
        let body = text.lines().find_map(|line| definition(line, word))?;
        let surplus = match body {
            body if body.starts_with('=') => '=',
            body if body.ends_with(';') => ';',
            _ => return None,
        };
        Some(format!(
            "the macro `{word}` is defined as `{body}`: remove the `{surplus}` from its definition"
        ))
    })
}

/// Returns `body` if the source line is `#define name body`. Returns `None` for any other line, and if the macro has
/// parameters.
fn definition<'t>(line: &'t str, name: &str) -> Option<&'t str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("define")?.trim_start();
    let body = rest.strip_prefix(name)?;
    let is_whole = body.starts_with([' ', '\t']);
    is_whole.then(|| body.trim())
}
