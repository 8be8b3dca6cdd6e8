//! Generates right submissions to the labs: changes C files without changing their meaning. Each rewrite finds the
//! tokens at which it is possible, and changes the text at one of them.
use super::tokens::{Kind, Token, join, solid, split};
use symtool_ir::random::SplitMix;

/// A rewrite: its name, and the function that returns the changed text, or `None` if the rewrite is possible at no
/// token.
pub type Rewrite = (&'static str, fn(&[Token], &mut SplitMix) -> Option<String>);

/// All rewrites.
pub static REWRITES: &[Rewrite] = &[
    ("rename a local variable", rename),
    ("write a number as a sum", sum),
    ("write a character as its code", code),
    ("write x++ as x += 1", increment),
    ("negate a condition twice", negate_twice),
    ("swap the operands of a comparison", swap),
    ("add code that never runs", dead_code),
    ("add comments", comments),
];

/// Applies one to three random rewrites to the text. Returns the changed text and the names of the rewrites.
pub fn rewritten(text: &str, random: &mut SplitMix) -> Option<(String, String)> {
    let mut current = text.to_owned();
    let mut names = Vec::new();
    for _ in 0..=random.index(3) {
        let (name, rewrite) = REWRITES[random.index(REWRITES.len())];
        if let Some(changed) = rewrite(&split(&current), random) {
            current = changed;
            names.push(name);
        }
    }
    (current != text).then(|| (current, names.join(", ")))
}

/// Returns a random element of `places`; `None` if there is none.
pub fn pick(places: &[usize], random: &mut SplitMix) -> Option<usize> {
    (!places.is_empty()).then(|| places[random.index(places.len())])
}

/// Returns the positions at which the predicate `is` is true, and the list of all solid tokens (tokens other than
/// blanks, comments and preprocessor lines). A position is an index in this list. For each position, `is` receives a
/// function that returns the solid token at a given distance from the position.
fn places(
    tokens: &[Token],
    is: impl Fn(&dyn Fn(isize) -> Token) -> bool,
) -> (Vec<usize>, Vec<usize>) {
    let solid = solid(tokens);
    let found = (0..solid.len()).filter(|&at| {
        let near = |offset: isize| {
            let index = at.checked_add_signed(offset).and_then(|at| solid.get(at));
            index.map_or_else(
                || Token {
                    kind: Kind::Gap,
                    text: String::new(),
                },
                |&index| tokens[index].clone(),
            )
        };
        is(&near)
    });
    (found.collect(), solid.clone())
}

fn replaced(tokens: &[Token], index: usize, text: &str) -> String {
    let mut tokens = tokens.to_vec();
    text.clone_into(&mut tokens[index].text);
    join(&tokens)
}

const TYPES: &[&str] = &["int", "char", "unsigned", "long"];

/// Renames a random variable that is declared with a type of `TYPES` and is not a parameter or function.
fn rename(tokens: &[Token], random: &mut SplitMix) -> Option<String> {
    let (found, solid) = places(tokens, |near| {
        let is_declared = TYPES.contains(&&*near(-1).text) && near(0).kind == Kind::Word;
        is_declared && !TYPES.contains(&&*near(0).text) && ["=", ";"].contains(&&*near(1).text)
    });
    let name = tokens[solid[pick(&found, random)?]].text.clone();
    let is_member = solid.windows(2).any(|pair| {
        let before = &tokens[pair[0]].text;
        (before == "." || before == "->") && tokens[pair[1]].text == name
    });
    if is_member {
        return None;
    }
    let mut tokens = tokens.to_vec();
    for token in &mut tokens {
        if token.kind == Kind::Word && token.text == name {
            token.text = format!("my_{name}");
        }
    }
    Some(join(&tokens))
}

fn sum(tokens: &[Token], random: &mut SplitMix) -> Option<String> {
    let (found, solid) = places(tokens, |near| {
        near(0).kind == Kind::Number && near(0).text.bytes().all(|b| b.is_ascii_digit())
    });
    let index = solid[pick(&found, random)?];
    let number = &tokens[index].text;
    let part = random.below(3);
    let text = match number.parse::<u64>() {
        Ok(value) if value >= part && !number.starts_with('0') => {
            format!("({} + {part})", value - part)
        }
        _ => format!("({number} + 0)"),
    };
    Some(replaced(tokens, index, &text))
}

fn code(tokens: &[Token], random: &mut SplitMix) -> Option<String> {
    let (found, solid) = places(tokens, |near| {
        near(0).kind == Kind::Character && near(0).text.len() == 3
    });
    let index = solid[pick(&found, random)?];
    let code = tokens[index].text.as_bytes()[1];
    Some(replaced(tokens, index, &code.to_string()))
}

fn increment(tokens: &[Token], random: &mut SplitMix) -> Option<String> {
    let (found, solid) = places(tokens, |near| {
        let starts = [";", "{", "}", ")", "else"].contains(&&*near(-1).text);
        let ends = [";", ")"].contains(&&*near(2).text);
        starts && ends && near(0).kind == Kind::Word && near(1).text == "++"
    });
    Some(replaced(tokens, solid[pick(&found, random)? + 1], " += 1"))
}

/// Returns the position of the parenthesis that closes the one at the position `open`. Positions are indexes in the
/// list of solid tokens.
fn closing(tokens: &[Token], solid: &[usize], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, &index) in solid.iter().enumerate().skip(open) {
        match tokens[index].text.as_str() {
            "(" => depth += 1,
            ")" => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

fn negate_twice(tokens: &[Token], random: &mut SplitMix) -> Option<String> {
    let (found, solid) = places(tokens, |near| near(0).text == "if" && near(1).text == "(");
    let open = pick(&found, random)? + 1;
    let close = closing(tokens, &solid, open)?;
    let mut tokens = tokens.to_vec();
    tokens[solid[open]].text = "(!!(".to_owned();
    tokens[solid[close]].text = "))".to_owned();
    Some(join(&tokens))
}

fn is_operand(token: &Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Number | Kind::Character) && token.text != "return"
}

fn swap(tokens: &[Token], random: &mut SplitMix) -> Option<String> {
    const MIRRORED: &[(&str, &str)] = &[
        ("<", ">"),
        (">", "<"),
        ("<=", ">="),
        (">=", "<="),
        ("==", "=="),
        ("!=", "!="),
    ];
    let mirrored = |text: &str| {
        MIRRORED
            .iter()
            .find(|(from, _)| *from == text)
            .map(|&(_, to)| to)
    };
    let (found, solid) = places(tokens, |near| {
        let starts = ["(", "&&", "||"].contains(&&*near(-2).text);
        let ends = [")", "&&", "||"].contains(&&*near(2).text);
        starts
            && ends
            && is_operand(&near(-1))
            && is_operand(&near(1))
            && mirrored(&near(0).text).is_some()
    });
    let at = pick(&found, random)?;
    let mut changed = tokens.to_vec();
    changed.swap(solid[at - 1], solid[at + 1]);
    mirrored(&tokens[solid[at]].text)?.clone_into(&mut changed[solid[at]].text);
    Some(join(&changed))
}

fn dead_code(tokens: &[Token], random: &mut SplitMix) -> Option<String> {
    let (found, solid) = places(tokens, |near| near(0).text == "{" && near(-1).text == ")");
    let index = solid[pick(&found, random)?];
    Some(replaced(
        tokens,
        index,
        "{ if (0) { int unused = 7; (void)unused; }",
    ))
}

fn comments(tokens: &[Token], random: &mut SplitMix) -> Option<String> {
    let (found, solid) = places(tokens, |near| near(0).text == ";");
    let index = solid[pick(&found, random)?];
    Some(replaced(tokens, index, ";  /* done */"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the different results of a rewrite for 20 seeds.
    fn all(rewrite: fn(&[Token], &mut SplitMix) -> Option<String>, text: &str) -> Vec<String> {
        let mut found: Vec<String> = (0..20)
            .filter_map(|seed| rewrite(&split(text), &mut SplitMix::new(seed)))
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn rewrites_change_one_place() {
        assert_eq!(all(increment, "{ i++; }"), ["{ i += 1; }"]);
        assert!(all(increment, "{ x = i++; }").is_empty());
        assert_eq!(all(swap, "if (a < 'b') x();"), ["if ('b' > a) x();"]);
        assert!(all(swap, "if (a + 1 < b) x();").is_empty());
        assert_eq!(all(negate_twice, "if (f(a)) x();"), ["if (!!(f(a))) x();"]);
        assert_eq!(all(code, "x = 'a';"), ["x = 97;"]);
        assert_eq!(
            all(rename, "int n = 0; n = n + m;"),
            ["int my_n = 0; my_n = my_n + m;"]
        );
        assert!(all(rename, "int n = 0; p->n = 1;").is_empty());
    }
}
