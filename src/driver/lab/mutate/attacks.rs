//! Generates broken, slow and hostile submissions to the labs, to test the grader. Each function changes the text of a
//! C file in an answer.
use super::tokens::{Kind, solid, split};
use symtool_ir::random::SplitMix;

/// Returns the text with a change after which it is no valid C, and the description of the change.
pub fn broken(text: &str, random: &mut SplitMix) -> (String, String) {
    let tokens = split(text);
    let solid = solid(&tokens);
    let without = |index: usize| {
        let others = tokens.iter().enumerate().filter(|&(at, _)| at != index);
        others
            .map(|(_, token)| token.text.as_str())
            .collect::<String>()
    };
    let places = |is: &dyn Fn(&str, Kind) -> bool| -> Vec<usize> {
        let found = solid.iter().copied();
        found
            .filter(|&at| is(&tokens[at].text, tokens[at].kind))
            .collect()
    };
    match random.index(5) {
        0 => {
            let found = places(&|text, _| ["}", ")", "{", "("].contains(&text));
            let index = found[random.index(found.len())];
            (
                without(index),
                format!("`{}` is missing", tokens[index].text),
            )
        }
        1 => {
            let found = places(&|text, _| text == ";");
            let index = found[random.index(found.len())];
            (
                format!("{}\n)", without(index)),
                "a semicolon is missing".to_owned(),
            )
        }
        2 => {
            let middle = (0..=text.len() / 2)
                .rev()
                .find(|&at| text.is_char_boundary(at));
            (
                text[..middle.unwrap_or(0)].to_owned(),
                "the end of the file is missing".to_owned(),
            )
        }
        3 => {
            let found = places(&|text, _| text == "return" || text == "if" || text == "int");
            let index = found[random.index(found.len())];
            let mut tokens = tokens.clone();
            tokens[index].text = format!("{}x", tokens[index].text);
            let what = format!("`{}` is misspelt", tokens[index].text);
            (super::tokens::join(&tokens), what)
        }
        _ => (
            format!("#include \"missing.h\"\n{text}"),
            "a header is missing".to_owned(),
        ),
    }
}

/// Returns the text with a loop without effect at the start of each function, and the description of the change. The
/// results of all functions stay the same.
pub fn slow(text: &str, random: &mut SplitMix) -> Option<(String, String)> {
    let iterations = [200, 1000, 5000][random.index(3)];
    let code = format!("{{ for (int slow = 0; slow < {iterations}; slow++) {{ }}");
    let slow = at_start(text, &code)?;
    Some((
        slow,
        format!("each function runs {iterations} empty iterations first"),
    ))
}

/// Adds code at the start of each function: `code` replaces the opening brace of the body.
fn at_start(text: &str, code: &str) -> Option<String> {
    let tokens = split(text);
    let solid = solid(&tokens);
    let mut depth = 0;
    let mut changed = tokens.clone();
    let mut has_place = false;
    for pair in solid.windows(2) {
        let (before, index) = (&tokens[pair[0]].text, pair[1]);
        match tokens[index].text.as_str() {
            "{" => {
                if depth == 0 && before == ")" {
                    code.clone_into(&mut changed[index].text);
                    has_place = true;
                }
                depth += 1;
            }
            "}" => depth -= 1,
            _ => {}
        }
    }
    has_place.then(|| super::tokens::join(&changed))
}

/// A hostile change: its name, and the function that applies it to the text of a wrong answer.
type Attack = (&'static str, fn(&str) -> Option<String>);

/// All hostile changes. They are applied to wrong answers, so a grader must not let any of the changed answers pass.
static ATTACKS: &[Attack] = &[
    ("an endless loop", |text| at_start(text, "{ for (;;) { }")),
    ("exit(0)", |text| {
        at_start(text, "{ exit(0);").map(|text| format!("extern void exit(int);\n{text}"))
    }),
    ("klee_assume(0)", |text| {
        at_start(text, "{ klee_assume(0);")
            .map(|text| format!("extern void klee_assume(unsigned long);\n{text}"))
    }),
    ("abort()", |text| {
        at_start(text, "{ abort();").map(|text| format!("extern void abort(void);\n{text}"))
    }),
    ("recursion without end", |text| {
        at_start(text, "{ bomb(1);").map(|text| {
            format!("static int bomb(int n) {{ return bomb(n + 1) + bomb(n + 2); }}\n{text}")
        })
    }),
    ("a huge array", |text| {
        at_start(text, "{ char huge[1 << 30]; huge[7] = 1;")
    }),
    ("much memory", |text| {
        at_start(text, "{ for (;;) { char *p = malloc(1 << 20); p[0] = 1; }")
            .map(|text| format!("extern void *malloc(unsigned long);\n{text}"))
    }),
    ("#include \"/etc/passwd\"", |text| {
        Some(format!("#include \"/etc/passwd\"\n{text}"))
    }),
    ("#include of another submission", |text| {
        Some(format!("#include \"../../other/files/answer.c\"\n{text}"))
    }),
    ("#include of a device", |text| {
        Some(format!("#include \"/dev/zero\"\n{text}"))
    }),
    ("#define klee_assert(x)", |text| {
        Some(format!(
            "{text}\n#define klee_assert(x)\n#define assert(x)\n"
        ))
    }),
    ("#define return", |text| {
        Some(format!("#define return\n{text}"))
    }),
    ("#define if", |text| {
        Some(format!("#define if(x) while (0)\n{text}"))
    }),
    ("a second main", |text| {
        Some(format!(
            "{text}\n#undef main\nint main(void) {{ return 0; }}\n"
        ))
    }),
    ("a constructor", |text| {
        Some(format!(
            "extern void exit(int);\n__attribute__((constructor)) static void first(void) {{ exit(0); }}\n{text}"
        ))
    }),
    ("own klee_make_symbolic", |text| {
        Some(format!(
            "{text}\nvoid klee_make_symbolic(void *p, unsigned long n, const char *s) {{ }}\n"
        ))
    }),
    ("own reach_error", |text| {
        Some(format!("{text}\nvoid reach_error(void) {{ }}\n"))
    }),
    ("endless output", |text| {
        at_start(text, "{ for (;;) puts(\"more and more and more\");")
            .map(|text| format!("extern int puts(const char *);\n{text}"))
    }),
];

/// Applies a random hostile change to the text of a wrong answer. Returns the changed text and the name of the change.
pub fn hostile(wrong: &str, random: &mut SplitMix) -> Option<(String, String)> {
    let (name, attack) = ATTACKS[random.index(ATTACKS.len())];
    attack(wrong).map(|text| (text, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_added_to_functions_only() {
        let text = "int x[2] = {1}; int f(int a) { if (a) { a = 1; } return a; }";
        let found = at_start(text, "{ g();").expect("a function");
        assert_eq!(
            found,
            "int x[2] = {1}; int f(int a) { g(); if (a) { a = 1; } return a; }"
        );
        assert_eq!(at_start("int x;", "{"), None);
    }

    #[test]
    fn every_attack_applies_to_a_function() {
        for (name, attack) in ATTACKS {
            assert!(attack("int f(int a) { return a; }").is_some(), "{name}");
        }
    }
}
