//! The parameters of a function definition, as the preprocessed text of its file declares them.
use crate::normalise::{Token, TokenKind, lex};

/// A parameter: its name, and the C text that declares a variable of the parameter's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub name: String,
    pub declaration: String,
}

/// Returns the parameters `names` of the function `name` with their declarations. Returns `None` if
/// `text` does not define the function, or if the definition is in the old style.
pub(crate) fn parameters(text: &str, name: &str, names: &[String]) -> Option<Vec<Parameter>> {
    let lexed = lex(text);
    let tokens: Vec<&Token> = lexed.tokens.iter().collect();
    let open = definition(text, &tokens, name)?;
    let close = partner(text, &tokens, open)?;
    let mut found = Vec::new();
    let mut start = open + 1;
    let mut depth = 0;
    for at in open + 1..=close {
        match tokens[at].text(text) {
            "(" | "[" => depth += 1,
            ")" | "]" if at != close => depth -= 1,
            "," if depth > 0 => {}
            "," | ")" => {
                let words: Vec<&str> = tokens[start..at]
                    .iter()
                    .map(|token| token.text(text))
                    .collect();
                found.push(words);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.retain(|words| !matches!(words.as_slice(), [] | ["void"] | ["..."]));
    if found.len() != names.len() {
        return None;
    }
    let declared = found.iter().zip(names).map(|(words, name)| Parameter {
        name: name.clone(),
        declaration: declaration(words, name),
    });
    Some(declared.collect())
}

/// Returns the declaration of a variable with the type of a parameter. `words` are the tokens of
/// the parameter's declaration. A parameter declared as an array, such as `a[3]`, becomes a
/// pointer.
fn declaration(words: &[&str], name: &str) -> String {
    let text = words
        .iter()
        .filter(|word| !matches!(**word, "register" | "restrict" | "__restrict"));
    let text: Vec<&str> = text.copied().collect();
    match text.iter().position(|word| *word == name) {
        Some(at) if text.get(at + 1) == Some(&"[") => {
            let close = text[at..]
                .iter()
                .position(|word| *word == "]")
                .map_or(text.len(), |close| at + close + 1);
            let (before, after) = (text[..at].join(" "), text[close..].join(" "));
            match after.is_empty() {
                true => format!("{before} *{name}"),
                false => format!("{before} (*{name}) {after}"),
            }
        }
        _ => text.join(" "),
    }
}

/// Returns the index of the parenthesis that opens the parameter list in the definition of the
/// function `name`.
fn definition(text: &str, tokens: &[&Token], name: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.text(text) {
            "{" | "<%" => depth += 1,
            "}" | "%>" => depth -= 1,
            word if depth == 0 && word == name && token.kind == TokenKind::Word => {
                let is_open =
                    |at: usize| tokens.get(at).is_some_and(|token| token.text(text) == "(");
                if is_open(at + 1) {
                    let close = partner(text, tokens, at + 1)?;
                    if tokens
                        .get(close + 1)
                        .is_some_and(|token| token.text(text) == "{")
                    {
                        return Some(at + 1);
                    }
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the index of the closing parenthesis that matches the parenthesis at `open`.
fn partner(text: &str, tokens: &[&Token], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text(text) {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_declared_as_in_the_definition() {
        let text = "int f(int);\nstatic int\nf(const char *const s, unsigned n, int a[3], int m[][4], int (*g)(int, char), ...) { return f(0); }";
        let names = ["s", "n", "a", "m", "g"].map(str::to_owned);
        let found = parameters(text, "f", &names).unwrap();
        let texts: Vec<&str> = found
            .iter()
            .map(|parameter| parameter.declaration.as_str())
            .collect();
        assert_eq!(
            texts,
            [
                "const char * const s",
                "unsigned n",
                "int *a",
                "int (*m) [ 4 ]",
                "int ( * g ) ( int , char )"
            ]
        );
        assert_eq!(
            parameters("int f(void) { return 1; }", "f", &[]),
            Some(Vec::new())
        );
        assert_eq!(
            parameters("int f(a) int a; { return a; }", "f", &["a".to_owned()]),
            None
        );
    }
}
