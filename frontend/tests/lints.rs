//! The tests check each lint of `symtool check`, by programs that get its warning and similar programs that do
//! not.
use std::path::Path;
use symtool_frontend::{Options, check};
use symtool_testkit::files::c_files;

const PRELUDE: &str =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\n";

/// Programs, each with its expected warnings as `line: code`. The comments name the lint of the programs that follow.
/// A prelude of declarations precedes each program; lines are counted from the first line after the prelude.
const PROGRAMS: &[(&str, &[&str])] = &[
    // The lint `assignment-in-condition`.
    (
        "int f(int a, int b) { if (a = b) return 1; return 0; }",
        &["1: assignment-in-condition"],
    ),
    (
        "int f(int a) { while (a = 0) { }\n return a && (a = 2); }",
        &["1: assignment-in-condition"],
    ),
    (
        "int f(int a, int b) { if ((a = b)) return 1; while ((a = getchar()) != EOF) { } return b; }",
        &[],
    ),
    // The lint `missing-return`.
    ("int f(int a) { if (a) return 1;\n}", &["2: missing-return"]),
    (
        "int f(int a) { switch (a) { case 1: return 1; default: break; }\n}",
        &["2: missing-return"],
    ),
    (
        "int f(int a) { do { if (a) continue; return 1; } while (a);\n}",
        &["2: missing-return"],
    ),
    (
        "int f(int a) { while (1) { if (a) break; }\n}",
        &["2: missing-return"],
    ),
    (
        "int f(int a) { while (1) { if (a) return 2; } }\nint g(void) { exit(1); }\nint h(int a) { for (;;) a++; }",
        &[],
    ),
    (
        "int f(int a) { switch (a) { case 1: return 1; default: abort(); } }\nint main(void) { }",
        &[],
    ),
    (
        "int f(int a) { if (a) return 1; else return 2; }\nint g(int a) { goto out; out: return a; }\nvoid h(void) { }",
        &[],
    ),
    ("int f(int a) { if (a) { return 1; } assert(0); }", &[]),
    (
        "_Noreturn void die(int);\nextern void stop(void) __attribute__((__noreturn__));\n[[noreturn]] void end(void);\nint f(int a) { if (a == 1) return 1; if (a == 2) stop(); else if (a == 3) end(); else die(a); }",
        &[],
    ),
    // The lint `uninitialised`.
    ("int f(void) { int x;\n return x; }", &["2: uninitialised"]),
    (
        "int f(int n) { int s, t; for (int i = 0; i < n; i++) s += i;\n while (n--) t = t + n; return s; }",
        &["1: uninitialised", "2: uninitialised"],
    ),
    (
        "int f(int n) { int s; for (int i = 0; i < n; i++) { if (i == 0) s = 1; else s += i; } return s; }",
        &[],
    ),
    (
        "int f(int a) { int x; if (a)\n x++; return a; }",
        &["2: uninitialised"],
    ),
    (
        "int f(void) { int s; for (int i = 0; i < 3; i++) s = i; return s; }",
        &[],
    ),
    (
        "int f(int a) { int x; if (a) x = 1; else x = 2; return x; }",
        &[],
    ),
    (
        "int f(int a) { int x; switch (a) { case 1: x = 1; break; default: return 0; } return x; }",
        &[],
    ),
    (
        "int f(int a) { int x, first = 1; while (a--) { if (!first) a -= x; x = a; first = 0; } return 0; }",
        &[],
    ),
    ("int f(void) { int x; scanf(\"%d\", &x); return x; }", &[]),
    (
        "int f(int a) { int x; if (a) goto l; x = 1; l: return x; }",
        &[],
    ),
    // The lint `format`.
    (
        "void f(long n, double d, char *s) {\n printf(\"%d\\n\", n);\n printf(\"%s %f\", d, s);\n}",
        &["2: format", "3: format", "3: format"],
    ),
    (
        "void f(int n) {\n printf(\"%d %d\\n\", n);\n printf(\"hello\\n\", n);\n printf(\"%\");\n}",
        &["2: format", "3: format", "4: format"],
    ),
    (
        "void f(char *s) {\n int n; double d; scanf(\"%d\", n);\n scanf(\"%f\", &d);\n printf(s); }",
        &["2: uninitialised", "2: format", "3: format", "4: format"],
    ),
    (
        "void f(char *s, unsigned u, size_t n, char c, float x, void *p) { printf(\"%s%x%zu%c%f%p%%%-*d%.3s\", s, u, n, c, x, p, 3, 4, s); }",
        &[],
    ),
    (
        "void f(void) { int n; double d; char b[9]; long l; if (scanf(\"%d %lf %8s %*d %ld %[^x]\", &n, &d, b, &l, b) == 5) puts(b); }",
        &[],
    ),
    // The lint `unsigned-compare`.
    (
        "int f(unsigned u) { return u < 0; }\nint g(size_t n) { for (size_t i = n; i >= 0; i--) { } return 0; }",
        &["1: unsigned-compare", "2: unsigned-compare"],
    ),
    (
        "int f(unsigned char u) { return u < 0; }",
        &["1: unsigned-compare"],
    ),
    (
        "int f(int i, unsigned u, char c) { return i < 0 || u > 0 || c < 0 || u <= 0; }",
        &[],
    ),
    ("enum e { A, B };\nint f(enum e x) { return x < 0; }", &[]),
    // The lint `precedence`.
    (
        "int f(int a) { return a & 1 == 0; }\nint g(int a, int b) { return a == 1 | b; }",
        &["1: precedence", "2: precedence"],
    ),
    (
        "int f(int a, int b) { return (a & 1) == 0 && ((a == 1) & (b == 2)) ? a & (b != 0) : 0; }",
        &[],
    ),
    // The lint `string-compare`.
    (
        "int f(char *s) { return s == \"yes\"; }",
        &["1: string-compare"],
    ),
    (
        "int f(char *s) { return strcmp(s, \"yes\") == 0 && s != NULL; }",
        &[],
    ),
    // The lint `no-effect`.
    (
        "void f(int a, int *p) { a == 1;\n *p++;\n f; }",
        &["1: no-effect", "2: no-effect", "3: no-effect"],
    ),
    (
        "void f(int a, int *p, volatile int *v) { (void)a; (*p)++; *v; f(a, p, v); a ? f(a, p, v) : (void)0; }",
        &[],
    ),
    // The lint `lost-allocation`.
    (
        "void f(void *p) { malloc(3); p = realloc(p, 4); free(p); }",
        &["1: lost-allocation"],
    ),
    // The lint `empty-body`.
    (
        "void f(int a) { if (a);\n puts(\"a\"); }",
        &["1: empty-body"],
    ),
    (
        "void f(int a) { int i; while (a > 0); { a--; }\n for (i = 0; i < a; i++); { puts(\"\"); }\n for (int k = 0; k < a; k++); { int b = a; puts(\"\"); a = b; } }",
        &["1: empty-body", "2: empty-body", "3: empty-body"],
    ),
    (
        "#define LOG(x)\nvoid f(int a) { if (a) LOG(a); while (getchar() != EOF); if (a) {} }",
        &[],
    ),
    // The lint `local-address`.
    (
        "int *f(void) { int x = 1; return &x; }\nchar *g(void) { char b[9] = \"\"; return b + 1; }",
        &["1: local-address", "2: local-address"],
    ),
    (
        "int *f(int *p) { static int x; return p ? &p[1] : &x; }",
        &[],
    ),
    // The lints `division-by-zero` and `shift-count`.
    (
        "int f(int a) { a %= 0; return a / 0; }",
        &["1: division-by-zero", "1: division-by-zero"],
    ),
    (
        "int f(int a) { return a << 32 | a >> -1; }\nlong g(long a) { return a << 63 | 1 << 31; }",
        &["1: shift-count", "1: shift-count"],
    ),
    // The lint `array-bounds`.
    (
        "int t[4]; int f(void) { return t[4]; }\nvoid g(void) { int m[2][3]; m[0][3] = 1; m[-1][0] = 2; }",
        &["1: array-bounds", "2: array-bounds", "2: array-bounds"],
    ),
    (
        "int t[4]; struct s { int n, d[1]; };\nint *f(struct s *p) { p->d[1] = sizeof t[9]; return t[3] ? &t[4] : t; }",
        &[],
    ),
    // The lint `char-eof`.
    (
        "void f(void) { char c; while ((c = getchar()) != EOF) putchar(c); }",
        &["1: char-eof"],
    ),
    (
        "void f(void) { int c; while ((c = getchar()) != EOF) putchar(c); }",
        &[],
    ),
    // The lint `self-assignment`.
    (
        "struct s { int n, m : 3; } *p; int t[4];\nvoid f(int a, int i) { a = a;\n p->n = p->n; t[i] = t[i];\n p->m = p->m; }",
        &[
            "2: self-assignment",
            "3: self-assignment",
            "3: self-assignment",
            "4: self-assignment",
        ],
    ),
    (
        "struct s { int n, m : 3, o : 3; } *p; int t[4]; volatile int v;\nvoid f(int a, int i) { int b = a; b = a; p->m = p->o; t[i] = t[i + 1]; t[i] = t[a]; v = v; a = (char)a; }",
        &[],
    ),
    // The lint `chained-comparison`.
    (
        "int f(int a) { return 0 < a < 9; }\nint g(int a, int b) { return (a < b) == (b < 3); }\nint h(int a, int b) { return a < b == b; }",
        &["1: chained-comparison", "3: chained-comparison"],
    ),
    // The lint `power`.
    (
        "int f(int a) { return 2 ^ 8; }\nint g(int a) { return 10 ^ 3; }\nint h(int a) { return a ^ 2 | 0x2 ^ 8 | 3 ^ 2; }",
        &["1: power", "2: power"],
    ),
    // The lint `reversed-operator`.
    (
        "int f(int a, int b) { a =+ 1;\n a =- 1;\n a = -1; a =-1; a = +b; a += 1; return a; }",
        &["1: reversed-operator", "2: reversed-operator"],
    ),
    // The lint `string-copy`.
    (
        "char a[4], *p;\nvoid f(void) { strcpy(a, \"four\");\n strcat(a, \"four\");\n strcpy(a, \"abc\"); strcpy(p, \"long text\"); }",
        &["2: string-copy", "3: string-copy"],
    ),
    // The lint `symbolic-size`.
    (
        "void klee_make_symbolic(void *, size_t, const char *);\nint a[4];\nvoid f(int *p) { klee_make_symbolic(a, 4, \"a\");\n klee_make_symbolic(a, sizeof a, \"a\"); klee_make_symbolic(p, 8, \"p\"); klee_make_symbolic(&a[1], 4, \"b\"); }",
        &["3: symbolic-size"],
    ),
    // The lint `loop-bounds`.
    (
        "int a[5];\nvoid f(void) { for (int i = 0; i <= 5; i++) a[i] = 0;\n for (int i = 0; i < 6; ++i) { puts(\"\"); a[i]++; } }",
        &["2: loop-bounds", "3: loop-bounds"],
    ),
    (
        "int a[5];\nvoid f(int n) { for (int i = 0; i < 5; i++) a[i] = 0;\n for (int i = 0; i <= 5; i++) if (i < 5) a[i] = 0;\n for (int i = 0; i <= 5; i++) { if (i == n) break; a[i] = 0; }\n for (int i = 0; i <= 5; i++) n += i < 5 && a[i];\n for (int i = 0; i <= 8; i++) { i++; a[i / 2] = 0; } }",
        &[],
    ),
    // The lint `integer-division`.
    (
        "double f(void) { double x = 1 / 2;\n return x + 4 / 2 + 1 / 2.0 + (double)(int)(7 / 2); }",
        &["1: integer-division"],
    ),
    // The lint `comma-index`.
    (
        "int a[2][2];\nint *f(int i, int j) { return a[i, j]; }\nint g(int i, int j) { return a[i][j]; }",
        &["2: comma-index"],
    ),
    // The lint `unbounded-input`.
    (
        "char a[4];\nchar *gets(char *);\nvoid f(void) { gets(a);\n fgets(a, sizeof a, stdin); }",
        &["3: unbounded-input"],
    ),
    // Warnings of semantic analysis are reported too.
    ("int f(void) { return 'ab'; }", &["1: multichar"]),
    ("void main(void) { }", &["1: main"]),
    ("int f(void) { return later(); }", &["1: implicit-function"]),
    (
        "int f(void) { return toupper(1) + isalpha(2); }",
        &["1: implicit-function", "1: implicit-function"],
    ),
];

#[test]
fn each_lint_warns_about_its_mistake_only() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let prelude_lines = PRELUDE.lines().count() as u32;
    let mut failures = String::new();
    for (index, (text, expected)) in PROGRAMS.iter().enumerate() {
        let file = folder.path().join(format!("p{index}.c"));
        std::fs::write(&file, format!("{PRELUDE}{text}\n")).expect("a writable folder");
        let report = check(&[file], &Options::default());
        let found: Vec<String> = (report.diagnostics.iter())
            .map(|d| match &d.primary {
                Some(at) => format!("{}: {}", at.line - prelude_lines, d.code),
                None => format!("{}: {}", d.code, d.message),
            })
            .collect();
        if found != *expected {
            failures += &format!(
                "{text}\n  got {:#?}\n  want {expected:?}\n",
                report.diagnostics
            );
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Codes of warnings of semantic analysis (not of lints) that the example programs and library models cause
/// intentionally.
const MEANT: &[&str] = &[
    "implicit-function",
    "int-conversion",
    "incompatible-pointers",
    "return",
    "switch",
    "initialiser",
    "discarded-qualifiers",
    "long-double",
];

#[test]
fn the_examples_and_models_get_no_lint() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = c_files(&[&root.join("../examples/c"), &root.join("libc")]);
    let report = check(&files, &Options::default());
    let odd: Vec<String> = (report.diagnostics.iter())
        .filter(|d| !MEANT.contains(&d.code))
        .map(|d| format!("{d} [{}]", d.code))
        .collect();
    assert!(odd.is_empty(), "{odd:#?}");
}
