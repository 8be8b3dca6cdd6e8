//! Formulates the messages of syntax errors.
//!
//! The parser reports the farthest offset that it reached, and every token that it would have accepted at this offset.
//! There are often forty such tokens, so a message names only the token that is probably missing. This token is
//! inferred from the tokens around the offset, and from whether the parser would have accepted certain tokens, such as
//! `;` or `<typedef_name>`.
use super::advice::FOREIGN_STATEMENTS;
use crate::normalise::{Problem, Token, TokenKind, is_keyword, is_type_keyword};
use crate::suggest::{c23_replacement, nearest};
use std::collections::HashSet;

/// The message for a text that ends inside an unfinished construct.
pub(super) const UNFINISHED: &str = "unexpected end of file";

/// A syntax error for which a message must be formulated.
pub(super) struct Failure<'a> {
    /// The preprocessed text.
    pub(super) source: &'a str,
    /// The tokens of `source`.
    pub(super) tokens: &'a [Token],
    /// The farthest offset in the preprocessed text that the parser reached.
    pub(super) offset: usize,
    /// The tokens that the parser would have accepted at `offset`, by the parser's names for tokens.
    pub(super) expected: &'a HashSet<&'static str>,
}

/// Types that are often used without their header, with the name of the header that declares them.
const HEADERS: &[(&[&str], &str)] = &[
    (&["size_t", "ptrdiff_t", "wchar_t"], "stddef.h"),
    (&["bool"], "stdbool.h"),
    (&["FILE"], "stdio.h"),
    (&["va_list"], "stdarg.h"),
    (&["time_t", "clock_t"], "time.h"),
    (
        &["ssize_t", "off_t", "pid_t", "uint", "ulong", "ushort"],
        "sys/types.h",
    ),
];

/// The keywords that begin a statement and are followed by a parenthesis.
const STATEMENTS: [&str; 4] = ["for", "if", "switch", "while"];

/// The keywords to suggest for an unknown word in the position of a type, such as `retrun x;`.
const TYPE_WORDS: &[&str] = &[
    "break", "case", "char", "const", "continue", "default", "double", "else", "enum", "extern",
    "float", "goto", "int", "long", "return", "short", "signed", "static", "struct", "typedef",
    "union", "unsigned", "void", "volatile",
];

impl Failure<'_> {
    /// Formulates the message of the error, with a help text for a frequent mistake.
    pub(super) fn explain(&self) -> Problem {
        let at = self.error_index();
        if at >= self.tokens.len() {
            return self.unfinished();
        }
        let problem = self.describe(at);
        Problem {
            help: problem.help.or_else(|| self.advice(at)),
            ..problem
        }
    }

    /// Formulates the message of the error at the token `at`.
    fn describe(&self, at: usize) -> Problem {
        if self.word(at) == "else" {
            let help =
                "remove a `;` after the condition, or put braces around the statements of the `if`";
            return Problem {
                help: Some(help.to_owned()),
                ..self.problem(at, "`else` without a previous `if`")
            };
        }
        if let Some(problem) = self.c23_keyword(at) {
            return problem;
        }
        if let Some(index) = self.unknown_type(at) {
            return self.unknown_type_name(index);
        }
        if let Some(number) = self.bad_number(at) {
            return number;
        }
        if self.is_detached_body(at) {
            let help = "remove the `;` between the parameters and the body of the function";
            return Problem {
                help: Some(help.to_owned()),
                ..self.problem(at, "function body after `;`")
            };
        }
        let what = self.shown(at);
        if self.expects("!") && self.expects("~") {
            let wanted = if self.expects(";") && self.expects("{") {
                "statement"
            } else {
                "expression"
            };
            return self.problem(at, &format!("expected {wanted} before {what}"));
        }
        let wants_name = self.expects("[_a-zA-Z]") && !self.expects("+");
        if wants_name && self.is_outside(at) && self.tokens[at].kind != TokenKind::Word {
            return self.outside(at);
        }
        match self.missing() {
            Some(";") if self.is_assignment(at) => {
                self.problem(at, &format!("lvalue required as left operand of {what}"))
            }
            Some(";") if self.misspelt_statement(at).is_some() => {
                let index = self.misspelt_statement(at).unwrap_or(at);
                self.unknown_statement(index)
            }
            _ if self.follows_braces(at) => self.missing_before(at, ";"),
            _ if wants_name => self.problem(at, &format!("expected identifier before {what}")),
            Some(token) => self.missing_before(at, token),
            None if self.expects("<typedef_name>") && self.is_outside(at) => self.outside(at),
            None if self.expects("<typedef_name>") => {
                self.problem(at, &format!("expected type before {what}"))
            }
            None if self.expects("identifier") => {
                self.problem(at, &format!("expected identifier before {what}"))
            }
            None => self.problem(at, &format!("unexpected {what}")),
        }
    }

    /// Returns an error about a C23 keyword that is the token `at` or one of the four tokens before it, in the same
    /// statement; `None` if there is no such keyword.
    fn c23_keyword(&self, at: usize) -> Option<Problem> {
        let before = (at.saturating_sub(4)..=at).rev();
        let mut near = before.take_while(|&i| i == at || !matches!(self.word(i), ";" | "{" | "}"));
        let (index, help) = near.find_map(|i| Some((i, c23_replacement(self.word(i))?)))?;
        let message = format!("`{}` is not supported", self.word(index));
        Some(Problem {
            help: Some(help),
            ..self.problem(index, &message)
        })
    }

    /// Returns the index of the token at which the parser stopped. If the parser stopped after a keyword because it
    /// expected a name there, returns the index of this keyword.
    fn error_index(&self) -> usize {
        let at = (self.tokens).partition_point(|token| token.end as usize <= self.offset);
        at - usize::from(self.is_keyword_before(at))
    }

    /// Returns the name that [`Failure::explain`] reports as an unknown type; `None` if the error is about
    /// something else.
    pub(super) fn unknown_name(&self) -> Option<&str> {
        let at = self.error_index();
        if at >= self.tokens.len() || self.word(at) == "else" {
            return None;
        }
        self.unknown_type(at).map(|index| self.word(index))
    }

    pub(super) fn word(&self, index: usize) -> &str {
        (self.tokens.get(index)).map_or("", |token| token.text(self.source))
    }

    fn expects(&self, token: &str) -> bool {
        self.expected.contains(token)
    }

    /// Formats a token for a message: truncated and quoted.
    fn shown(&self, index: usize) -> String {
        let Some(token) = self.tokens.get(index) else {
            return "end of file".to_owned();
        };
        match token.kind {
            TokenKind::String => "string literal".to_owned(),
            _ => format!(
                "`{}`",
                token.text(self.source).chars().take(40).collect::<String>()
            ),
        }
    }

    /// Reports the token `at`, which is at file scope and does not begin a declaration.
    fn outside(&self, at: usize) -> Problem {
        let message = format!("expected declaration before {}", self.shown(at));
        let help = "move statements into a function";
        Problem {
            help: (self.word(at) != "}").then(|| help.to_owned()),
            ..self.problem(at, &message)
        }
    }

    /// Returns whether the token `at`, at which the parser stopped, is an assignment operator in a function. The
    /// expression before the operator is then not an lvalue.
    fn is_assignment(&self, at: usize) -> bool {
        let operators = [
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=",
        ];
        operators.contains(&self.word(at)) && !self.is_outside(at)
    }

    /// Returns the index of a misspelled keyword such as `whlie` in `whlie (…) statement`, where the statement
    /// begins at the token `at`; `None` if there is no such keyword.
    fn misspelt_statement(&self, at: usize) -> Option<usize> {
        let mut index = at.checked_sub(1).filter(|&last| self.word(last) == ")")?;
        let mut depth = 0;
        loop {
            match self.word(index) {
                ")" => depth += 1,
                "(" => depth -= 1,
                _ => {}
            }
            index = index.checked_sub(1)?;
            if depth == 0 {
                break;
            }
        }
        let begins = |before: usize| matches!(self.word(before), ";" | "{" | "}" | ")" | "else");
        let is_statement = self.is_name(index) && index.checked_sub(1).is_some_and(begins);
        let is_known =
            |name| nearest(name, STATEMENTS).is_some() || foreign_statement(name).is_some();
        (is_statement && is_known(self.word(index))).then_some(index)
    }

    fn unknown_statement(&self, index: usize) -> Problem {
        let name = self.word(index);
        let near = || nearest(name, STATEMENTS).map(|near| format!("did you mean `{near}`?"));
        Problem {
            help: foreign_statement(name).map(str::to_owned).or_else(near),
            ..self.problem(index, &format!("unknown statement `{name}`"))
        }
    }

    fn problem(&self, index: usize, message: &str) -> Problem {
        let token = self.tokens[index.min(self.tokens.len() - 1)];
        Problem {
            at: (token.start as usize, (token.end - token.start) as usize),
            message: message.to_owned(),
            also: None,
            help: None,
        }
    }

    fn unfinished(&self) -> Problem {
        match self.tokens.last() {
            Some(_) => self.problem(self.tokens.len() - 1, UNFINISHED),
            None => Problem {
                at: (0, 1),
                message: "empty translation unit".to_owned(),
                also: None,
                help: None,
            },
        }
    }

    /// Reports that the token `missing` is missing before the token `at`. If `at` is the first token of a line, the
    /// error is located at the end of the preceding token instead.
    fn missing_before(&self, at: usize, missing: &str) -> Problem {
        let message = format!("expected `{missing}` before {}", self.shown(at));
        let problem = Problem {
            help: match missing {
                ":" => Some("the value of a `case` is followed by `:`".to_owned()),
                ";" if self.follows_braces(at) => {
                    Some("the definition of a structure ends with `;`".to_owned())
                }
                _ => None,
            },
            ..self.problem(at, &message)
        };
        let Some(before) = at.checked_sub(1).map(|before| self.tokens[before]) else {
            return problem;
        };
        let between = &self.source[before.end as usize..self.tokens[at].start as usize];
        if !between.contains('\n') {
            return problem;
        }
        Problem {
            at: (before.end as usize, 0),
            message: format!("expected `{missing}` after {}", self.shown(at - 1)),
            ..problem
        }
    }

    /// Returns whether the token before `at` is a keyword after which the parser expected a name. The error is
    /// then reported at the keyword.
    fn is_keyword_before(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|before| self.tokens.get(before)) else {
            return false;
        };
        before.end as usize == self.offset
            && self.expects("identifier")
            && self.expects("[_a-zA-Z0-9]")
            && !self.expects("~")
            && is_keyword(before.text(self.source))
    }

    fn is_name(&self, index: usize) -> bool {
        (self.tokens.get(index)).is_some_and(|token| token.kind == TokenKind::Word)
            && !is_keyword(self.word(index))
    }

    /// Returns the token that is most likely missing. A fixed list of tokens is searched for the first one that the
    /// parser would have accepted. Returns `None` if the parser would have accepted no token of the list.
    fn missing(&self) -> Option<&'static str> {
        [";", ")", "]", "}", ":", ",", "("]
            .into_iter()
            .find(|token| self.expects(token))
    }

    /// Returns whether a `;` is probably missing before the token `at`, after the braces of a record, as in
    /// `struct s { … } int f()`.
    fn follows_braces(&self, at: usize) -> bool {
        at > 0 && self.word(at - 1) == "}" && (is_type_keyword(self.word(at)) || self.is_name(at))
    }

    /// Returns whether the token `at` begins the body of a function whose parameters are followed by a `;`.
    fn is_detached_body(&self, at: usize) -> bool {
        self.word(at) == "{"
            && self.is_outside(at)
            && at >= 2
            && self.word(at - 1) == ";"
            && self.word(at - 2) == ")"
    }

    /// Returns whether the token `at` is at file scope.
    fn is_outside(&self, at: usize) -> bool {
        let depth = |depth: i64, index| match self.word(index) {
            "{" => depth + 1,
            "}" => depth - 1,
            _ => depth,
        };
        (0..at).fold(0, depth) <= 0
    }

    /// Returns the index of a name, at or before `at`, in a position where only a type is valid; `None` if
    /// there is no such name.
    fn unknown_type(&self, at: usize) -> Option<usize> {
        let before = at.checked_sub(1);
        if self.expects("<typedef_name>") && self.is_name(at) {
            return Some(at);
        }
        let before = before?;
        let begins_operand = self.is_name(at)
            || matches!(
                self.tokens[at].kind,
                TokenKind::Number | TokenKind::Char | TokenKind::String
            );
        let is_boundary = |index: Option<usize>| {
            let word = index.map_or(";", |index| self.word(index));
            matches!(word, ";" | "{" | "}" | "(" | "," | ":")
                || matches!(
                    word,
                    "const" | "volatile" | "static" | "extern" | "register" | "sizeof"
                )
        };
        if let Some(name) = self
            .pointer_declaration(at)
            .filter(|&i| is_boundary(i.checked_sub(1)))
        {
            return Some(name);
        }
        let is_enumerator = self.expects("}") && !self.expects("+");
        let two_names = self.is_name(before) && self.is_name(at) && !is_enumerator;
        if two_names && is_boundary(before.checked_sub(1)) {
            return Some(before);
        }
        let is_cast = self.word(before) == ")"
            && before >= 2
            && self.is_name(before - 1)
            && self.word(before - 2) == "("
            && before
                .checked_sub(3)
                .is_none_or(|callee| !self.is_name(callee))
            && !matches!(
                before.checked_sub(3).map(|head| self.word(head)),
                Some("if" | "while" | "for" | "switch")
            );
        (is_cast && begins_operand).then(|| before - 1)
    }

    /// Returns the index of a name such as `FILE` in `FILE *file = …`, where the parser reads a product of two
    /// names; `None` if there is no such name before `at`.
    fn pointer_declaration(&self, at: usize) -> Option<usize> {
        let name = at.checked_sub(1).filter(|&name| self.is_name(name))?;
        if self.word(at) != "=" {
            return None;
        }
        let stars = (0..name)
            .rev()
            .take_while(|&index| self.word(index) == "*")
            .count();
        let first = name.checked_sub(stars + 1)?;
        (stars > 0 && self.is_name(first)).then_some(first)
    }

    fn unknown_type_name(&self, index: usize) -> Problem {
        let name = self.word(index);
        let problem = self.problem(index, &format!("unknown type name `{name}`"));
        Problem {
            help: self
                .help_for_type(name)
                .or_else(|| self.advice_for_type(index)),
            ..problem
        }
    }

    fn help_for_type(&self, name: &str) -> Option<String> {
        if let Some(header) = header_of(name) {
            return Some(format!("include `<{header}>`, which declares it"));
        }
        let near = nearest(name, TYPE_WORDS.iter().copied().chain(self.typedef_names()));
        match (near, name) {
            (Some(near), _) => Some(format!("did you mean `{near}`?")),
            (None, "string") => {
                Some("C has no string type; use `char *` or an array of `char`".to_owned())
            }
            (None, _) => None,
        }
    }

    /// Returns the last name of each `typedef` declaration.
    fn typedef_names(&self) -> impl Iterator<Item = &str> {
        let begins = (0..self.tokens.len()).filter(|&index| self.word(index) == "typedef");
        begins.filter_map(|begin| {
            let mut depth = 0;
            let is_end = |&index: &usize| {
                match self.word(index) {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                depth == 0 && self.word(index) == ";"
            };
            let end = (begin..self.tokens.len()).find(is_end)?;
            (self.is_name(end - 1)).then(|| self.word(end - 1))
        })
    }

    /// Reports an invalid number, such as `08` or `1'000`. C's grammar accepts only the first characters of such a
    /// number. Returns `None` if there is no such number at the token `at` or directly before it.
    fn bad_number(&self, at: usize) -> Option<Problem> {
        let digits = self.expects("[0-9]") || self.expects("[0-9a-fA-F]") || self.expects("[eE]");
        let before = at.checked_sub(1)?;
        let number = [at, before].into_iter().find(|&index| {
            let token = self.tokens[index];
            let (start, end) = (token.start as usize, token.end as usize);
            token.kind == TokenKind::Number && start < self.offset && self.offset <= end
        })?;
        let text = self.word(number);
        let is_octal = text.len() > 1
            && text.starts_with('0')
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && text.contains(['8', '9']);
        let is_inside = self.offset < self.tokens[number].end as usize;
        if !(is_octal || is_inside && digits) {
            return None;
        }
        if !is_octal {
            return Some(self.problem(number, &format!("invalid numeric constant `{text}`")));
        }
        let message = format!("invalid digit in octal constant `{text}`");
        let help = "remove the leading 0, which makes the constant octal";
        Some(Problem {
            help: Some(help.to_owned()),
            ..self.problem(number, &message)
        })
    }
}

/// Returns the bundled header that declares the type `name`; `None` if no header does.
pub(crate) fn header_of(name: &str) -> Option<&'static str> {
    let is_fixed = name.ends_with("_t")
        && name
            .trim_start_matches('u')
            .strip_prefix("int")
            .is_some_and(|rest| {
                rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'p' | 'm' | '_'))
            });
    if is_fixed {
        return Some("stdint.h");
    }
    (HEADERS.iter().find(|(names, _)| names.contains(&name))).map(|&(_, header)| header)
}

/// Returns the help text for a word of another programming language that begins a statement, such as `elif`; `None`
/// for another word.
fn foreign_statement(name: &str) -> Option<&'static str> {
    let row = FOREIGN_STATEMENTS.iter().find(|(word, _)| *word == name);
    row.map(|(_, help)| *help)
}
