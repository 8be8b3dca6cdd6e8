//! The tests check the rewriting of preprocessed text, and that the parser accepts the result.
use super::*;
use lang_c::driver::{Config, Flavor, parse_preprocessed};

/// Returns the normalized text, after asserting that the parser accepts it.
fn rewritten(source: &str) -> String {
    let text = normalise(source).expect(source).text;
    let config = Config {
        flavor: Flavor::GnuC11,
        ..Config::default()
    };
    if let Err(error) = parse_preprocessed(&config, text.clone()) {
        panic!("{source}\n{text}\n{error}");
    }
    spaced(&text)
}

/// Returns the tokens of a text with single blanks in between.
fn spaced(text: &str) -> String {
    let tokens = lex(text).tokens;
    let words: Vec<&str> = tokens.iter().map(|token| token.text(text)).collect();
    words.join(" ")
}

#[track_caller]
fn becomes(source: &str, expected: &str) {
    assert_eq!(rewritten(source), spaced(expected));
}

#[track_caller]
fn same(source: &str) {
    becomes(source, source);
}

fn problem(source: &str) -> String {
    match normalise(source) {
        Err(rejected) => rejected.problems[0].message.clone(),
        Ok(_) => panic!("no problem in {source}"),
    }
}

#[test]
fn plain_c_stays_as_it_is() {
    same("int f(int a, char *b) { return a + b[0]; }");
    same("struct s { int a : 3; struct { int b; }; } x = { .a = 1 };");
    same("typedef int T; int f(T x) { T y = (T)x; return y * 2; }");
    same("int f(void) { for(int i = 0; i < 3; i++) { if(i) continue; else break; } return 1; }");
    same("int f(int x) { switch(x) { case 1 ... 3: return 1; default: goto l; } l: return 2; }");
    same("int (*g(int a))(int b); int x[] = { [1 ... 2] = 3 };");
    same("int f(int x) { return x ? 1 : x ? 2 : 3; }");
    same("int f(int a, int b) { return a && b; }");
    same("void f(void) { }");
}

#[test]
fn wide_integers_become_one_typedef_name() {
    for name in ["unsigned __int128", "__uint128_t"] {
        let text = rewritten(&format!("{name} const x = 1;"));
        let declared = text.starts_with("typedef long __symtool_int128 ;");
        assert!(
            declared && text.ends_with("__symtool_uint128 const x = 1 ;"),
            "{text}"
        );
    }
}

#[test]
fn bracket_attributes_become_old_style_attributes() {
    becomes(
        "[[__nodiscard__]] char *f(int); int g([[maybe_unused]] int a) { return a; }",
        "char *f(int); int g(int a) { return a; }",
    );
    becomes(
        "struct [[gnu::packed]] s { int a [[gnu::aligned(8), gnu::unused]]; } v;",
        "struct s { int a __attribute__((aligned(8))); } __attribute__((packed)) v;",
    );
    becomes(
        "int f(int a) { switch(a) { case 1: a++; [[fallthrough]]; default: return 1; } }",
        "int f(int a) { switch(a) { case 1: a++;; default: return 1; } }",
    );
    same("int f(int *a, int b[2]) { return a[b[1]]; }");
}

#[test]
fn attributes_are_moved_or_dropped() {
    becomes(
        "struct __attribute__((packed)) s { int a; } v;",
        "struct s { int a; } __attribute__((packed)) v;",
    );
    becomes("struct __attribute__((unused)) s *p;", "struct s *p;");
    becomes(
        "enum __attribute__((__packed__)) E { A, B };",
        "enum E { A, B } __attribute__((packed));",
    );
    becomes(
        "struct s { int a __attribute__((unused, aligned(8))); };",
        "struct s { int a __attribute__((aligned(8))); };",
    );
    becomes(
        "void f(void) __attribute__((nothrow)) { }",
        "void f(void) { }",
    );
    becomes(
        "int f(int a) { switch(a) { case 1: a++; __attribute__((fallthrough)); default: return 1; } }",
        "int f(int a) { switch(a) { case 1: a++;; default: return 1; } }",
    );
    becomes(
        "static __attribute__((unused, format(printf, 1, 2))) int x;",
        "static int x;",
    );
}

#[test]
fn gnu_expressions() {
    becomes(
        "int f(int a) { return a ?: 2; }",
        "int f(int a) { return a ? __symtool_same : 2; }",
    );
    becomes(
        "int f(int a) { return a ? a ?: 1 : 2; }",
        "int f(int a) { return a ? a ? __symtool_same : 1 : 2; }",
    );
    becomes(
        "void f(void) { void *p = &&l; goto *p; l: ; }",
        "void f(void) { void *p = __symtool_label_address(l); __symtool_goto(p); l:; }",
    );
    becomes(
        "void f(void) { static void *p[] = { &&l, (void *)&&l }; l: ; }",
        "void f(void) { static void *p[] = { __symtool_label_address(l), (void *)__symtool_label_address(l) }; l:; }",
    );
    same("typedef int T; int f(void *p, int x) { return (T*)p && x; }");
    same("int f(int p, int x) { return (p) && x; }");
    same("int f(int p, int x) { return sizeof(int) && x; }");
    becomes(
        "int f(int x) { return __alignof__ x + _Alignof(x) + _Alignof(int); }",
        "int f(int x) { return _Alignof(__typeof(x)) + _Alignof(__typeof((x))) + _Alignof(int); }",
    );
    becomes(
        "int f(void) { int g(int x) { return x; } return g(1); }",
        "int f(void) { int g(int x) = ({ return x; }); return g(1); }",
    );
    becomes(
        "int x = __builtin_types_compatible_p(int, char *);",
        "int x = __builtin_types_compatible_p((__typeof(int) *)0, (__typeof(char *) *)0);",
    );
    becomes(
        "typedef int w; void f(int a) { __builtin_convertvector((a, a), w); }",
        "typedef int w; void f(int a) { __builtin_convertvector((a, a), (__typeof(w) *)0); }",
    );
    becomes(
        "struct s { int a; } v = (struct s){};",
        "struct s { int a; } v = (struct s){ 0 };",
    );
    same("int f(int x) { return({ int y = x; y; }); }");
    becomes("int x = __extension__ 3;", "int x = 3;");
}

#[test]
fn unknown_types_become_typedef_names() {
    becomes(
        "unsigned __int128 x; __int128 y; __int128 unsigned z;",
        "typedef long __symtool_int128; typedef unsigned long __symtool_uint128; \
         __symtool_uint128 x; __symtool_int128 y; __symtool_uint128 z;",
    );
    becomes(
        "void f(void) { __auto_type x = 1; }",
        "typedef int __symtool_auto; void f(void) { __symtool_auto x = 1; }",
    );
    becomes("static __thread int x;", "static _Thread_local int x;");
    becomes(
        "struct s { _Alignas(16) int a; _Alignas(long) char b; };",
        "struct s { __attribute__((aligned(16))) int a; __attribute__((aligned(_Alignof(long)))) char b; };",
    );
}

#[test]
fn implicit_int() {
    becomes("main() { return 1; }", "int main() { return 1; }");
    becomes("static x = 1;", "static int x = 1;");
    becomes("extern f(), *g();", "extern int f(), *g();");
    becomes(
        "f(a, b) register a; char b; { register i; return 1; }",
        "int f(a, b) register int a; char b; { register int i; return 1; }",
    );
    same("typedef int T; static T x; const T y = 1;");
    same("int f(a) char a; { return a; }");
    same("typedef _Atomic(int) A; typedef int M; static M f(void) { return 1; }");
    same("typedef int M; _Atomic(int) M2; static M f(void) { return 1; }");
}

#[test]
fn labels() {
    becomes(
        "int f(int a) { l: int x = 1; switch(a) { case 1: int y; default: } m: }",
        "int f(int a) { l:; int x = 1; switch(a) { case 1:; int y; default:; } m:; }",
    );
    becomes(
        "void f(void) { __label__ l; l: __attribute__((unused)); }",
        "void f(void) { extern struct __symtool_labels l; l:; }",
    );
    same("typedef int T; void f(void) { goto T; T: T: return; }");
}

#[test]
fn names_that_hide_types() {
    becomes(
        "typedef int T; int f(int T) { return(T) + 1; } int g(int x) { return(T) + x; }",
        "typedef int T; int f(int T) { return T + 1; } int g(int x) { return(T) + x; }",
    );
    same("typedef int T; int f(void) { int T = 1; return(T) + T; } T x;");
}

#[test]
fn empty_declarations_escapes_and_digraphs() {
    becomes(
        "; int x;; _Static_assert(1);",
        "int x; _Static_assert(1 , \"\");",
    );
    same("_Static_assert(1, \"x\");");
    becomes("char *s = \"\\e\";", "char *s = \"\\033\";");
    becomes("int a<:2:> = <% 1 %>;", "int a [ 2 ] = { 1 };");
    becomes("void f(...);", "void f();");
    becomes("# 1 \"a\"\nint x;\n#pragma foo\n", "int x;");
}

#[test]
fn malformed_texts_are_rejected_with_a_message() {
    let parens = format!("int x = {}1{};", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(
        problem(&parens),
        "nesting level exceeds the maximum of 1000"
    );
    let minus = format!("int x = {}1;", "- ".repeat(10_000));
    assert_eq!(problem(&minus), "nesting level exceeds the maximum of 1000");
    assert_eq!(problem("int f(void) {"), "unclosed `{`");
    assert_eq!(problem("int f(void) }"), "unmatched `}`");
    assert_eq!(problem("int x = (1;"), "expected `)` before `;`");
    assert_eq!(
        problem("char *s = \"abc;\n"),
        "missing terminating `\"` character"
    );
    assert_eq!(problem("int x; /* abc"), "unterminated comment");
    assert_eq!(problem("int x = 1 @ 2;"), "stray `@` in program");
}

#[test]
fn packing_limit_depends_on_the_location() {
    let source = "#pragma pack(push, 1)\nstruct a { int x; };\n#pragma pack(pop)\nstruct b { int x; };\n#pragma pack(2)\nstruct c { int x; };\n#pragma pack()\nstruct d { int x; };\n";
    let normalised = normalise(source).expect("the text is valid C");
    let limit = |tag| {
        normalised
            .pragmas
            .packing
            .limit(normalised.text.find(tag).expect(tag))
    };
    let limits = ["struct a", "struct b", "struct c", "struct d"].map(limit);
    assert_eq!(limits, [Some(1), None, Some(2), None]);
}

#[test]
fn offsets_map_to_the_original_text() {
    let source = "# 1 \"a\"\nstruct __attribute__((packed)) s { int a; } v; int f(int b) { return b ?: v.a; }";
    let normalised = normalise(source).expect("the text is valid C");
    for token in lex(&normalised.text).tokens {
        let text = token.text(&normalised.text);
        let there = normalised.map.source(token.start as usize);
        let is_moved = matches!(text, "__attribute__" | "packed");
        if source.contains(text) && text.len() > 1 && !is_moved {
            assert!(source[there..].starts_with(text), "{text}");
        }
    }
}

#[test]
fn compound_literals_after_sizeof() {
    becomes(
        "int n = sizeof (int[]){1, 2}[1] + 1, m = sizeof (struct s {int x;}){1}.x;",
        "int n = sizeof ((int[]){1, 2}[1]) + 1, m = sizeof ((struct s {int x;}){1}.x);",
    );
    becomes(
        "int n = sizeof (char){} * 2;",
        "int n = sizeof ((char){0}) * 2;",
    );
    becomes(
        "int n = sizeof((int)1), m = sizeof(char) + 1;",
        "int n = sizeof((int)1), m = sizeof(char) + 1;",
    );
    becomes(
        "int n = __alignof__ (short){} + 1;",
        "int n = _Alignof (__typeof((short){0})) + 1;",
    );
}
