//! The tests check syntax errors: their messages and source locations, also for mutated programs.
use super::*;
use crate::diagnostic::render;
use proptest::prelude::*;
use std::path::Path;

fn parse(text: &str) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let mut sources = Sources::default();
    sources.insert("t.c", text);
    let preprocessed = Preprocessed {
        text: text.to_owned(),
        warnings: Vec::new(),
    };
    parse_text(preprocessed, "t.c", &mut sources)
}

/// Returns all errors, one per line, as `line:column message`.
fn errors(text: &str) -> String {
    let found = on_big_stack(|| parse(text).map(|_| ()).err().unwrap_or_default());
    let show = |error: &Diagnostic| match &error.primary {
        Some(at) => format!("{}:{} {}", at.line, at.column, error.message),
        None => error.message.clone(),
    };
    found.iter().map(show).collect::<Vec<_>>().join("\n")
}

#[test]
fn unknown_types_are_named() {
    assert_eq!(errors("foo_t x;"), "1:1 unknown type name `foo_t`");
    assert_eq!(errors("foo_t *f(void);"), "1:1 unknown type name `foo_t`");
    assert_eq!(
        errors("int f(foo_t x) { }"),
        "1:7 unknown type name `foo_t`"
    );
    assert_eq!(
        errors("int f(int a, foo_t x) { }"),
        "1:14 unknown type name `foo_t`"
    );
    assert_eq!(
        errors("struct s { foo_t x; };"),
        "1:12 unknown type name `foo_t`"
    );
    assert_eq!(
        errors("int f(void) { foo_t x; }"),
        "1:15 unknown type name `foo_t`"
    );
    assert_eq!(
        errors("int f(int a) { return (foo_t)a; }"),
        "1:24 unknown type name `foo_t`"
    );
    assert_eq!(
        errors("static foo_t x(void) { return 1; }"),
        "1:8 unknown type name `foo_t`"
    );
}

#[test]
fn help_names_the_header_of_a_known_type() {
    let failed = on_big_stack(|| parse("uint8_t x;").map(|_| ()));
    let help = failed.expect_err("no header")[0].help.clone();
    assert_eq!(
        help.as_deref(),
        Some("include `<stdint.h>`, which declares it")
    );
}

#[test]
fn missing_tokens_are_named() {
    assert_eq!(
        errors("int f(void) { int x = 1 return x; }"),
        "1:25 expected `;` before `return`"
    );
    assert_eq!(
        errors("int f(void) {\n  int x = 1\n  return x;\n}"),
        "2:12 expected `;` after `1`"
    );
    assert_eq!(
        errors("int f(void) { f() }"),
        "1:19 expected `;` before `}`"
    );
    assert_eq!(
        errors("int f(void) { int x = ; }"),
        "1:23 expected expression before `;`"
    );
    assert_eq!(
        errors("int f(void) { return 1 + ; }"),
        "1:26 expected expression before `;`"
    );
    assert_eq!(
        errors("int f(void) { f(1, ); }"),
        "1:20 expected expression before `)`"
    );
    assert_eq!(
        errors("int f(void) { while (1) }"),
        "1:25 expected statement before `}`"
    );
    assert_eq!(
        errors("int f(void) { else return 1; }"),
        "1:15 `else` without a previous `if`"
    );
    assert_eq!(
        errors("struct s { int a };"),
        "1:18 expected `;` before `}`"
    );
    assert_eq!(
        errors("struct s { int a; } int f(void);"),
        "1:21 expected `;` before `int`"
    );
    assert_eq!(
        errors("int f(void) { for (;;) ; a ? b; }"),
        "1:31 expected `:` before `;`"
    );
    assert_eq!(
        errors("int f(void) { p->; }"),
        "1:18 expected identifier before `;`"
    );
    assert_eq!(
        errors("int f(void) { return 08; }"),
        "1:22 invalid digit in octal constant `08`"
    );
    assert_eq!(
        errors("int f(void) { if x) return 1; }"),
        "1:19 unmatched `)`"
    );
    assert_eq!(errors("enum e { A B };"), "1:12 expected `}` before `B`");
    assert_eq!(errors(""), "");
}

#[test]
fn one_run_shows_the_errors_of_several_functions() {
    let text = "int f(void) { x = ; }\nint g(void) { return 1; }\nint h(void) { y y y }\n";
    assert_eq!(
        errors(text),
        "1:19 expected expression before `;`\n3:15 unknown type name `y`"
    );
}

#[test]
fn unpaired_brackets_are_reported_where_one_is_missing() {
    let text = "int f(int a) {\n  if (a > 3 {\n    a = 1;\n  }\n  return a;\n}\n\
                int g(int a) {\n  while ((a) {\n    a--;\n  }\n  return a;\n}\n\
                int h(void) {\n  if (1) {\n  return 0;\n}\n\
                int j(void) {\n  return 1 + ;\n}\n";
    assert_eq!(
        errors(text),
        "2:13 expected `)` before `{`\n8:14 expected `)` before `{`\n13:13 unclosed `{`\n\
         18:14 expected expression before `;`"
    );
    let text = "int f(void) {\n  } return 0;\n}\nint g(void) {\n  return 1 + ;\n}\n";
    assert_eq!(
        errors(text),
        "3:1 unmatched `}`\n5:14 expected expression before `;`"
    );
    let fine = "int f(int a) { return ({ a++; a; }) + sizeof(struct { int b; }) + sizeof(struct s { int c; }) +\n\
                sizeof(struct __attribute__((packed)) { int d; }); }";
    assert_eq!(errors(fine), "");
}

#[test]
fn stray_tokens_do_not_hide_later_errors() {
    let text = "int f(void) {\n  return @ 1;\n}\nint g(void) {\n  return `0`;\n}\n\
                int h(void) {\n  char *s = \"abc;\n  return 1;\n}\nint i(void) {\n  return 1 + ;\n}\n";
    assert_eq!(
        errors(text),
        "2:10 stray `@` in program\n5:10 stray ``` in program\n8:13 missing terminating `\"` character\n\
         12:14 expected expression before `;`"
    );
}

#[test]
fn a_rendered_error_has_line_and_caret() {
    let text = "int f(void) {\n  return 1 + ;\n}\n";
    let mut sources = Sources::default();
    sources.insert("t.c", text);
    let failed = on_big_stack(|| parse(text).map(|_| ())).expect_err("the text has a syntax error");
    insta::assert_snapshot!(render(&failed, &sources, false), @r"
    error[syntax]: expected expression before `;`
     --> t.c:2:14
      |
    2 |   return 1 + ;
      |              ^
    ");
}

#[test]
fn locations_refer_to_the_original_text() {
    let text =
        "struct __attribute__((packed)) s { int a; };\nint f(int b)\n{\n  return  b ?: later;\n}\n";
    let found = on_big_stack(|| {
        let unit = parse(text).expect("the text is valid C");
        let function = &unit.ast.0[1];
        let at = unit.locations.at(function.span.start);
        (at.1, at.2)
    });
    assert_eq!(found, (2, 1));
}

#[test]
fn deep_programs_parse() {
    let cases = [
        format!("int x = {}1{};", "(".repeat(900), ")".repeat(900)),
        format!("int f(int x) {{ {} ; }}", "if (x) x++; else ".repeat(3000)),
        format!("int f(int x) {{ return {} 0; }}", "x ? 1 : ".repeat(3000)),
        format!("int f(int x) {{ return {} x; }}", "x + ".repeat(10_000)),
    ];
    for text in cases {
        assert_eq!(errors(&text), "");
    }
}

#[test]
fn every_library_model_parses() {
    for file in library::files() {
        let mut sources = Sources::default();
        let failed = on_big_stack(|| parse_library(file, &mut sources).map(|_| ()).err());
        assert_eq!(failed, None);
    }
}

/// Returns the relative paths of all files below a folder of this crate.
fn files_below(folder: &str) -> std::collections::BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = std::collections::BTreeSet::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(below) = path.strip_prefix(&root) {
                found.insert(below.display().to_string());
            }
        }
    }
    found
}

#[test]
fn every_model_and_header_has_a_table_row() {
    let models = library::files().map(str::to_owned).collect();
    assert_eq!(files_below("libc"), models, "libc/ and the table `models!`");
    let headers = crate::headers::header_names().map(str::to_owned).collect();
    assert_eq!(
        files_below("include"),
        headers,
        "include/ and the table `headers!`"
    );
}

#[test]
fn every_bundled_header_parses() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("all.c");
    let mut text = String::new();
    for header in crate::headers::header_names() {
        text += &format!("#include <{header}>\n#include <{header}>\n");
    }
    text += "int main(void) { assert(errno == INT_MAX); return stdin == NULL; }\n";
    std::fs::write(&path, text).expect("it is writable");
    let mut sources = Sources::default();
    let options = Options::default();
    let failed = on_big_stack(|| {
        parse_file(&path.clone().into(), &options, &mut sources, None)
            .map(|_| ())
            .err()
    });
    assert_eq!(failed, None);
    assert!(sources.contains("<symtool>/klee/klee.h"));
}

/// Programs that together cover most of the language. `mutated_programs_give_errors_only` mutates them.
const SNIPPETS: &[&str] = &[
    "typedef struct s { int a : 3; union { char b[4]; float c; }; struct s *next; } T; T x = { .a = 1 };\n",
    "static inline int f(int n, T *p) { for (int i = 0; i < n; i++) { if (p[i].a) continue; else break; } return n; }\n",
    "int g(a, b) int a; char b; { switch (a) { case 1 ... 3: return 'x'; default: ; } l: goto l; }\n",
    "int h(void) { int v[] = { [0] = 1, 2 }; do { v[0] ?: (T){ 0 }.a; } while (sizeof(T) + sizeof v); return ({ 1; }); }\n",
    "int (*k(int, ...))(char *restrict s, int m[static 3]); _Static_assert(sizeof(int) == 4, \"\\x41\\e\");\n",
    "struct __attribute__((packed, aligned(4))) q { _Alignas(8) char c; } w; enum { A, B = 2, } e; extern y;\n",
    "void m(void) { __builtin_va_list ap; __builtin_va_arg(ap, int); void *z = &&o; goto *z; o: __asm__ (\"nop\"); }\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks that every mutation of a program gives errors with valid source locations, and no panic.
    #[test]
    fn mutated_programs_give_errors_only(
        edits in prop::collection::vec((0usize..4000, 0usize..12, "[(){};,*&=:?.\"'a-c0-9<>\\\\ \n#]{0,3}"), 1..6)
    ) {
        let mut text: Vec<char> = SNIPPETS.concat().chars().collect();
        for (at, removed, put) in edits {
            let at = at % text.len();
            let end = (at + removed).min(text.len());
            text.splice(at..end, put.chars());
        }
        let text: String = text.into_iter().collect();
        let mut sources = Sources::default();
        sources.insert("t.c", &text);
        if let Err(errors) = on_big_stack(|| parse(&text).map(|_| ())) {
            prop_assert!(!errors.is_empty());
            prop_assert!(errors.iter().all(|error| error.primary.is_some()));
            prop_assert!(!render(&errors, &sources, false).is_empty());
        }
    }
}
