//! Which bracket belongs to which, and how deep they nest.
use super::lexer::{Token, TokenKind};
use super::{NO_PARTNER, Problem};

/// Deeper nesting is refused: it would need a stack without bound.
pub(crate) const MAX_DEPTH: usize = 1000;

/// For each token the index of the bracket it pairs with, or [`NO_PARTNER`]. The first thing wrong is the error.
pub(super) fn pair(source: &str, tokens: &[Token]) -> Result<Vec<u32>, Problem> {
    let mut partner = vec![NO_PARTNER; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut prefixes = 0;
    for (index, token) in tokens.iter().enumerate() {
        let text = token.text(source);
        if token.kind == TokenKind::Stray {
            return Err(stray(*token, text));
        }
        prefixes = if is_prefix(text) { prefixes + 1 } else { 0 };
        if open.len() >= MAX_DEPTH || prefixes >= MAX_DEPTH {
            let message = format!("nesting deeper than {MAX_DEPTH} levels");
            return Err(Problem::new(*token, message));
        }
        match text {
            "(" | "[" | "{" | "<:" | "<%" => open.push(index),
            ")" | "]" | "}" | ":>" | "%>" => {
                let closes =
                    |opener: usize| closing(tokens[opener].text(source)) == canonical(text);
                match open.last() {
                    Some(&opener) if closes(opener) => {
                        partner[index] = opener as u32;
                        partner[opener] = index as u32;
                        open.pop();
                    }
                    // An outer bracket is meant: then the inner one is not closed.
                    Some(&opener) if open.iter().any(|&opener| closes(opener)) => {
                        return Err(unclosed(source, tokens, opener, Some(index)));
                    }
                    _ => {
                        let message = format!("`{text}` has no opening bracket");
                        return Err(Problem::new(*token, message));
                    }
                }
            }
            ";" if let Some(&opener) = open.last()
                && tokens[opener].text(source) != "{"
                && !is_for_header(source, tokens, opener) =>
            {
                return Err(unclosed(source, tokens, opener, Some(index)));
            }
            _ => {}
        }
    }
    match open.last() {
        Some(&opener) => Err(unclosed(source, tokens, opener, None)),
        None => Ok(partner),
    }
}

fn is_for_header(source: &str, tokens: &[Token], opener: usize) -> bool {
    let before = opener.checked_sub(1).map(|at| tokens[at].text(source));
    matches!(before, Some("for")) || tokens[opener].text(source) == "<%"
}

/// Operators that can stand before one another without end.
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
        return Problem::new(tokens[opener], format!("`{opening}` is never closed"));
    };
    let text = tokens[met].text(source);
    Problem::new(tokens[met], format!("expected `{wanted}` before `{text}`"))
        .also(tokens[opener], format!("to close this `{opening}`"))
}

fn stray(token: Token, text: &str) -> Problem {
    let problem = |message: &str| Problem::new(token, message);
    if text.starts_with("/*") {
        return problem("this comment is never closed");
    }
    if text.contains('"') {
        return problem("this string has no closing `\"`").help("a string ends on its own line");
    }
    if text.contains('\'') {
        return problem("this character constant has no closing `'`");
    }
    match text.chars().next() {
        Some(c) if !c.is_control() => problem(&format!("`{c}` is not part of C")),
        Some(c) => problem(&format!(
            "the control character {:#04x} is not part of C",
            c as u32
        )),
        None => problem("this is not part of C"),
    }
}
