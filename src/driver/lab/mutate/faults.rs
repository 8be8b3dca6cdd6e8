//! Generates wrong submissions to the labs: makes one small mistake in a C file, such as a student makes. By chance,
//! such a change can also preserve the meaning of the program.
use super::rewrites::pick;
use super::tokens::{Kind, Token, join, solid, split};
use symtool_ir::random::SplitMix;

/// Operators, each with the operators with which students often confuse it.
const CONFUSED: &[(&str, &[&str])] = &[
    ("<", &["<=", ">", "!="]),
    ("<=", &["<", "=="]),
    (">", &[">=", "<"]),
    (">=", &[">", "=="]),
    ("==", &["!=", "<=", "="]),
    ("!=", &["==", "<"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("++", &["--"]),
    ("--", &["++"]),
    ("+=", &["-=", "="]),
    ("-=", &["+="]),
    ("*", &["+"]),
    ("&", &["|"]),
    ("|", &["&"]),
];

/// Returns the text with one random fault, and the description of the fault; `None` if a fault of the chosen kind
/// cannot be made anywhere in the text.
pub fn faulty(text: &str, random: &mut SplitMix) -> Option<(String, String)> {
    let tokens = split(text);
    match random.index(8) {
        0..=2 => operator(&tokens, random),
        3 | 4 => constant(&tokens, random),
        5 => statement(&tokens, random),
        6 => result(&tokens, random),
        _ => condition(&tokens, random),
    }
}

fn changed(tokens: &[Token], index: usize, text: String) -> Option<(String, String)> {
    let what = format!("`{}` became `{text}`", tokens[index].text);
    let mut tokens = tokens.to_vec();
    tokens[index].text = text;
    Some((join(&tokens), what))
}

fn operator(tokens: &[Token], random: &mut SplitMix) -> Option<(String, String)> {
    let confusions = |token: &Token| {
        let row = CONFUSED.iter().find(|(name, _)| *name == token.text);
        row.map(|&(_, others)| others)
            .filter(|_| token.kind == Kind::Operator)
    };
    let found: Vec<usize> = (0..tokens.len())
        .filter(|&at| confusions(&tokens[at]).is_some())
        .collect();
    let index = pick(&found, random)?;
    let other = random.pick(confusions(&tokens[index])?).to_owned();
    changed(tokens, index, other)
}

fn constant(tokens: &[Token], random: &mut SplitMix) -> Option<(String, String)> {
    let is_plain = |token: &Token| match token.kind {
        Kind::Number => token.text.bytes().all(|b| b.is_ascii_digit()),
        Kind::Character => token.text.len() == 3,
        Kind::Gap | Kind::Word | Kind::Text | Kind::Operator => false,
    };
    let found: Vec<usize> = (0..tokens.len())
        .filter(|&at| is_plain(&tokens[at]))
        .collect();
    let index = pick(&found, random)?;
    let is_up = random.index(2) == 0;
    let text = &tokens[index].text;
    let text = match tokens[index].kind {
        Kind::Character => {
            let code = text.as_bytes()[1];
            let near = if is_up { code + 1 } else { code - 1 };
            if near.is_ascii_alphanumeric() {
                format!("'{}'", char::from(near))
            } else {
                near.to_string()
            }
        }
        Kind::Number | Kind::Gap | Kind::Word | Kind::Text | Kind::Operator => {
            let value: u64 = text.parse().ok()?;
            let near = if is_up {
                value.checked_add(1)
            } else {
                value.checked_sub(1)
            };
            near?.to_string()
        }
    };
    changed(tokens, index, text)
}

/// Removes a random statement that is neither a declaration nor a return.
fn statement(tokens: &[Token], random: &mut SplitMix) -> Option<(String, String)> {
    const KEPT: &[&str] = &[
        "int", "char", "unsigned", "return", "static", "for", "case", "default",
    ];
    let solid = solid(tokens);
    let starts = |at: usize| at > 0 && ["{", "}", ";", ")"].contains(&&*tokens[solid[at - 1]].text);
    let end = |at: usize| {
        let rest = solid[at..].iter();
        let length = rest
            .take_while(|&&index| !["{", "}", ";"].contains(&&*tokens[index].text))
            .count();
        (tokens[*solid.get(at + length)?].text == ";").then_some(at + length)
    };
    let is_statement = |&at: &usize| {
        let first = &tokens[solid[at]];
        let depth: i32 = solid[..at]
            .iter()
            .map(|&index| match tokens[index].text.as_str() {
                "(" => 1,
                ")" => -1,
                _ => 0,
            })
            .sum();
        first.kind == Kind::Word
            && !KEPT.contains(&&*first.text)
            && depth == 0
            && starts(at)
            && end(at).is_some()
    };
    let found: Vec<usize> = (0..solid.len()).filter(is_statement).collect();
    let at = pick(&found, random)?;
    let (first, last) = (solid[at], solid[end(at)?]);
    let removed = join(&tokens[first..last]);
    let mut tokens = tokens.to_vec();
    tokens.drain(first..last);
    Some((join(&tokens), format!("`{removed}` was removed")))
}

/// Replaces the operand of a random return statement by 0 or 1.
fn result(tokens: &[Token], random: &mut SplitMix) -> Option<(String, String)> {
    let solid = solid(tokens);
    let is_return = |&at: &usize| {
        tokens[solid[at]].text == "return" && tokens[*solid.get(at + 1).unwrap_or(&0)].text != ";"
    };
    let found: Vec<usize> = (0..solid.len()).filter(is_return).collect();
    let at = pick(&found, random)?;
    let end = (at..solid.len()).find(|&end| tokens[solid[end]].text == ";")?;
    let (first, last) = (solid[at] + 1, solid[end]);
    let removed = join(&tokens[first..last]);
    let number = random.index(2);
    let mut tokens = tokens.to_vec();
    tokens.splice(first..last, split(&format!(" {number}")));
    Some((
        join(&tokens),
        format!("the result `{}` became `{number}`", removed.trim()),
    ))
}

/// Makes the condition of a random `if` always true.
fn condition(tokens: &[Token], random: &mut SplitMix) -> Option<(String, String)> {
    let solid = solid(tokens);
    let is_if = |&at: &usize| tokens[solid[at]].text == "if";
    let found: Vec<usize> = (0..solid.len().saturating_sub(1)).filter(is_if).collect();
    let at = pick(&found, random)? + 1;
    let index = solid[at];
    let mut tokens = tokens.to_vec();
    tokens[index].text = "(1 || ".to_owned();
    Some((join(&tokens), "a condition became true".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_change_a_text() {
        let text = "int f(int a) { if (a < 10) { a++; g(a, 'x'); } return a + 1; }";
        let mut kinds = std::collections::BTreeSet::new();
        for seed in 0..300 {
            if let Some((changed, what)) = faulty(text, &mut SplitMix::new(seed)) {
                assert_ne!(changed, text, "{what}");
                kinds.insert(what);
            }
        }
        for what in [
            "`<` became `<=`",
            "`10` became `11`",
            "`'x'` became `'w'`",
            "`a++` was removed",
            "the result `a + 1` became `0`",
            "a condition became true",
        ] {
            assert!(kinds.contains(what), "{what}: {kinds:?}");
        }
    }
}
