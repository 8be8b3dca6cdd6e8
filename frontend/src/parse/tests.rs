use super::*;
use crate::diagnostic::render;

fn parse(text: &str) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let mut sources = Sources::default();
    sources.insert("t.c", text);
    let preprocessed = Preprocessed {
        text: text.to_owned(),
        warnings: Vec::new(),
    };
    parse_text(preprocessed, "t.c", &mut sources)
}

#[test]
#[ignore]
fn corpus() {
    for (n, line) in std::fs::read_to_string("/tmp/probe/p1.txt")
        .unwrap()
        .lines()
        .enumerate()
    {
        if let Err(e) = on_big_stack(|| parse(line).map(|_| ())) {
            println!("{n} FAIL {line}\n     {}", e[0]);
        }
    }
    for piece in std::fs::read_to_string("/tmp/probe/e.txt")
        .unwrap()
        .split("\n%%\n")
    {
        let mut sources = Sources::default();
        sources.insert("t.c", piece);
        if let Err(e) = on_big_stack(|| parse(piece).map(|_| ())) {
            println!("{}", render(&e, &sources, false));
        } else {
            println!("OK? {piece}");
        }
    }
    for m in crate::library::all_files() {
        let mut sources = Sources::default();
        if let Err(e) = on_big_stack(|| parse_library(m, &mut sources).map(|_| ())) {
            println!("{}", render(&e, &sources, false));
        }
    }
    let mut all = String::new();
    for h in crate::preprocess::header_names() {
        all += &format!("#include <{h}>\n");
    }
    all += "int main(void) { int x = 1; assert(x == NULL); return errno + INT_MAX; }\n";
    std::fs::write("/tmp/all.c", &all).unwrap();
    for f in std::iter::once("/tmp/all.c".to_owned()).chain(
        std::env::var("CORPUS")
            .unwrap_or_default()
            .split(' ')
            .filter(|f| !f.is_empty())
            .map(str::to_owned),
    ) {
        let mut sources = Sources::default();
        if let Err(e) = on_big_stack(|| {
            parse_file(Path::new(&f), &Options::default(), &mut sources).map(|_| ())
        }) {
            println!("{}", render(&e[..1], &sources, false));
        }
    }
}
#[test]
#[ignore]
fn deep() {
    let cases: Vec<(String, String)> = vec![
        (
            "parens".into(),
            format!("int x = {}1{};", "(".repeat(900), ")".repeat(900)),
        ),
        (
            "braces".into(),
            format!("int f(void) {{ {}{} }}", "{".repeat(900), "}".repeat(900)),
        ),
        (
            "else if".into(),
            format!("int f(int x) {{ {} ; }}", "if (x) x++; else ".repeat(5000)),
        ),
        (
            "if".into(),
            format!("int f(int x) {{ {} ; }}", "if (x) ".repeat(5000)),
        ),
        (
            "labels".into(),
            format!(
                "int f(int x) {{ switch(x) {{ {} ; }} }}",
                (0..5000).map(|i| format!("case {i}: ")).collect::<String>()
            ),
        ),
        (
            "ternary".into(),
            format!("int f(int x) {{ return {} 0; }}", "x ? 1 : ".repeat(5000)),
        ),
        (
            "casts".into(),
            format!("int f(int x) {{ return {} x; }}", "(int) ".repeat(5000)),
        ),
        (
            "plus".into(),
            format!("int f(int x) {{ return {} x; }}", "x + ".repeat(20000)),
        ),
        (
            "assign".into(),
            format!("int f(int x) {{ {} 1; }}", "x = ".repeat(5000)),
        ),
        ("ptr".into(), format!("int {} x;", "*".repeat(900))),
        (
            "decl parens".into(),
            format!("int {}x{};", "(".repeat(100), ")".repeat(100)),
        ),
        (
            "fn params".into(),
            format!("int f{}int x{};", "(int (*)".repeat(12), ")".repeat(12)),
        ),
        (
            "struct in params".into(),
            format!(
                "int f({}int x{});",
                "struct { int (*g)(".repeat(8),
                ");}".repeat(8)
            ),
        ),
        (
            "struct".into(),
            format!("{}int x;{}", "struct { ".repeat(30), "} x;".repeat(30)),
        ),
        (
            "init".into(),
            format!("int x[] = {}1{};", "{".repeat(500), "}".repeat(500)),
        ),
        (
            "postfix".into(),
            format!("int f(int ***x) {{ return x{}; }}", "[0]".repeat(5000)),
        ),
        (
            "call".into(),
            format!(
                "int f(int x) {{ return {}x{}; }}",
                "f(".repeat(900),
                ")".repeat(900)
            ),
        ),
        (
            "sizeof".into(),
            format!("int f(int x) {{ return {}x; }}", "sizeof ".repeat(900)),
        ),
        (
            "sizeof paren".into(),
            format!(
                "int f(int x) {{ return {}x{}; }}",
                "sizeof (".repeat(200),
                ")".repeat(200)
            ),
        ),
        (
            "typeof".into(),
            format!(
                "int f(int x) {{ {}x{} y; }}",
                "__typeof__(".repeat(60),
                ")".repeat(60)
            ),
        ),
        (
            "cast paren".into(),
            format!(
                "int f(int x) {{ return {}x{}; }}",
                "(int)(".repeat(200),
                ")".repeat(200)
            ),
        ),
        (
            "stmt expr".into(),
            format!(
                "int f(int x) {{ return {}x;{}; }}",
                "({".repeat(40),
                "})".repeat(40)
            ),
        ),
        (
            "generic".into(),
            format!(
                "int f(int x) {{ return {}x{}; }}",
                "_Generic(x, default: ".repeat(100),
                ")".repeat(100)
            ),
        ),
        (
            "index".into(),
            format!(
                "int f(int *x) {{ return {}0{}; }}",
                "x[".repeat(400),
                "]".repeat(400)
            ),
        ),
    ];
    for (name, text) in cases {
        let t = std::time::Instant::now();
        let r = on_big_stack(|| parse(&text).map(|_| ()));
        println!(
            "{name} {:?} {}",
            t.elapsed(),
            r.err().map(|e| e[0].message.clone()).unwrap_or_default()
        );
    }
}
