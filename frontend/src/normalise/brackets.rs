//! Pairs the brackets of a preprocessed text before it is rewritten, and checks their nesting depth.
use super::lexer::{Token, TokenKind};
use super::{NO_PARTNER, Problem, Rejected};
use std::ops::Range;

/// The maximum nesting depth of brackets. This limit bounds the stack that the parser needs.
pub(crate) const MAX_DEPTH: usize = 1000;

/// Returns, for each token that is a bracket, the index of the bracket that it is paired with, and [`NO_PARTNER`] for
/// any other token.
pub(super) fn pair(source: &str, tokens: &[Token]) -> Result<Vec<u32>, Rejected> {
    let mut pairing = Pairing {
        source,
        tokens,
        partner: vec![NO_PARTNER; tokens.len()],
        open: Vec::new(),
        last_body: 0,
        strays: Rejected::default(),
    };
    let paired = pairing.run();
    match (pairing.strays.problems.is_empty(), paired) {
        (true, Ok(())) => Ok(pairing.partner),
        (true, Err(problem)) => Err(Rejected {
            problems: vec![problem],
            blankable: pairing.blankable().into_iter().collect(),
        }),
        // The text contains tokens that are not C. Only these tokens are reported, because they may be the cause of the
        // errors about brackets.
        (false, _) => Err(pairing.strays),
    }
}

/// The state of pairing the brackets of a text.
struct Pairing<'a> {
    source: &'a str,
    tokens: &'a [Token],
    /// For each token that is a bracket, the index of the bracket that it is paired with; [`NO_PARTNER`] for other
    /// tokens.
    partner: Vec<u32>,
    /// The indices of the open brackets, innermost last.
    open: Vec<usize>,
    /// The index of the first token after the last `}` that closed an outermost bracket. The last complete function
    /// ends before this token.
    last_body: usize,
    /// The errors about tokens that are not C.
    strays: Rejected,
}

impl Pairing<'_> {
    /// Pairs all brackets. Returns the error of the first bracket without a partner.
    fn run(&mut self) -> Result<(), Problem> {
        let mut prefixes = 0;
        for (index, token) in self.tokens.iter().enumerate() {
            let text = token.text(self.source);
            if token.kind == TokenKind::Stray {
                self.stray(*token, text);
                continue;
            }
            prefixes = if is_prefix(text) { prefixes + 1 } else { 0 };
            if self.open.len() >= MAX_DEPTH || prefixes >= MAX_DEPTH {
                let message = format!("nesting level exceeds the maximum of {MAX_DEPTH}");
                return Err(Problem::new(*token, message));
            }
            self.token(index, text)?;
        }
        match self.open.last() {
            Some(&opener) => Err(self.unclosed(opener, None)),
            None => Ok(()),
        }
    }

    fn token(&mut self, index: usize, text: &str) -> Result<(), Problem> {
        let closes =
            |&opener: &usize| closing(self.tokens[opener].text(self.source)) == canonical(text);
        match text {
            "(" | "[" | "{" | "<:" | "<%" => self.open.push(index),
            ")" | "]" | "}" | ":>" | "%>" => match self.open.last() {
                Some(opener) if closes(opener) => {
                    self.partner[index] = *opener as u32;
                    self.partner[*opener] = index as u32;
                    self.open.pop();
                    if self.open.is_empty() && canonical(text) == "}" {
                        self.last_body = index + 1;
                    }
                }
                // The token closes an outer bracket, so the innermost open bracket is not closed.
                Some(&opener) if self.open.iter().any(closes) => {
                    return Err(self.unclosed(opener, Some(index)));
                }
                _ => {
                    let message = format!("unmatched `{text}`");
                    let help = format!("remove it, or add the missing `{}`", opening(text));
                    return Err(Problem::new(self.tokens[index], message).help(help));
                }
            },
            ";" if let Some(&opener) = self.open.last()
                && self.tokens[opener].text(self.source) != "{"
                && !is_for_header(self.source, self.tokens, opener) =>
            {
                return Err(self.unclosed(opener, Some(index)));
            }
            // A semicolon in a block of statements inside parentheses. C does not permit such a block, so a closing
            // parenthesis is missing before the block.
            ";" if let &[.., outer, brace] = &self.open[..]
                && self.tokens[outer].text(self.source) == "("
                && self.begins_statements(brace) =>
            {
                return Err(self.unclosed(outer, Some(brace)));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns whether the open brace `brace` begins a block of statements. The caller has found a semicolon inside
    /// this brace, and the brace is inside parentheses. Inside parentheses, C permits semicolons only in the braces of
    /// `({ … })` and of a record definition; any other brace begins a block of statements.
    fn begins_statements(&self, brace: usize) -> bool {
        let word = |back: usize| {
            let index = brace.checked_sub(back)?;
            Some(self.tokens[index].text(self.source))
        };
        let is_tag = |back| matches!(word(back), Some("struct" | "union" | "enum"));
        // Returns whether the tokens before the brace end in `))` or `]]`, the end of an attribute
        // `__attribute__((…))` or `[[…]]`. In a record definition, attributes may follow `struct`.
        let ends_attribute =
            |back| matches!(word(back), Some(")" | "]")) && word(back) == word(back + 1);
        let begins_record = [1, 2]
            .iter()
            .any(|&back| is_tag(back) || ends_attribute(back));
        word(0) == Some("{") && word(1) != Some("(") && !begins_record
    }

    fn unclosed(&self, opener: usize, met: Option<usize>) -> Problem {
        unclosed(self.source, self.tokens, opener, met)
    }

    fn stray(&mut self, token: Token, text: &str) {
        self.strays.problems.push(stray(token, text));
        let itself = token.start as usize..token.end as usize;
        // A single stray character affects only itself, so the rest of the text is probably valid. After any other
        // stray token, such as an unterminated string, a longer range is replaced by blanks.
        let blankable = match text.chars().count() {
            1 => None,
            _ => self.blankable(),
        };
        self.strays.blankable.push(blankable.unwrap_or(itself));
    }

    /// Returns the range of text to replace by blanks after an unpaired bracket, so that parsing the text again finds
    /// further errors. The range starts at the outermost open bracket, which must be the brace of a function body. If
    /// no bracket is open, the range starts after the last function. The range ends with the next `}` at the start of
    /// a line, because such a brace probably ends a function. Returns `None` if the start or the end is not found.
    fn blankable(&self) -> Option<Range<usize>> {
        let first = match self.open.first() {
            Some(&first) => {
                let before = first.checked_sub(1)?;
                let is_body = self.tokens[first].text(self.source) == "{"
                    && self.tokens[before].text(self.source) == ")";
                is_body.then_some(first)?
            }
            None => self.last_body,
        };
        let is_end = |token: &&Token| {
            let start = token.start as usize;
            let begins_line = start == 0 || self.source.as_bytes()[start - 1] == b'\n';
            begins_line && token.text(self.source) == "}"
        };
        let end = self.tokens[first..].iter().find(is_end)?;
        Some(self.tokens[first].start as usize..end.end as usize)
    }
}

fn is_for_header(source: &str, tokens: &[Token], opener: usize) -> bool {
    let before = opener.checked_sub(1).map(|at| tokens[at].text(source));
    matches!(before, Some("for")) || tokens[opener].text(source) == "<%"
}

/// Returns whether a token is a prefix operator. An operand can have any number of prefix operators, such as `*` in
/// `***p`.
fn is_prefix(text: &str) -> bool {
    matches!(
        text,
        "!" | "~" | "-" | "+" | "*" | "&" | "++" | "--" | "&&" | "sizeof"
    )
}

fn closing(opening: &str) -> &'static str {
    match opening {
        "(" => ")",
        "[" | "<:" => "]",
        _ => "}",
    }
}

/// Returns the opening bracket for a closing one.
fn opening(closing: &str) -> &'static str {
    match closing {
        ")" => "(",
        "]" | ":>" => "[",
        _ => "{",
    }
}

fn canonical(bracket: &str) -> &str {
    match bracket {
        ":>" => "]",
        "%>" => "}",
        other => other,
    }
}

fn unclosed(source: &str, tokens: &[Token], opener: usize, met: Option<usize>) -> Problem {
    let opening = tokens[opener].text(source);
    let wanted = closing(opening);
    let Some(met) = met else {
        return Problem::new(tokens[opener], format!("unclosed `{opening}`"))
            .help(format!("add the missing `{wanted}`"));
    };
    let text = tokens[met].text(source);
    Problem::new(tokens[met], format!("expected `{wanted}` before `{text}`"))
        .also(tokens[opener], format!("to match this `{opening}`"))
}

fn stray(token: Token, text: &str) -> Problem {
    let problem = |message: &str| Problem::new(token, message);
    if text.starts_with("/*") {
        return problem("unterminated comment").help("end the comment with `*/`");
    }
    if text.contains('"') {
        return problem("missing terminating `\"` character")
            .help("close the string literal before the end of the line");
    }
    if text.contains('\'') {
        return problem("missing terminating `'` character");
    }
    match text.chars().next() {
        Some(c) if !c.is_control() => problem(&format!("stray `{c}` in program")),
        Some(c) => problem(&format!(
            "stray control character {:#04x} in program",
            c as u32
        )),
        None => problem("stray character in program"),
    }
}
