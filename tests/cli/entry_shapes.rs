//! Tests of the arguments of `--entry` and of `symtool harness`.
use crate::harness::Bench;

/// Explores the C text `text` from the entry `entry`. Expects the exit code `code`, and an output that contains
/// `part`.
#[track_caller]
fn explore(text: &str, entry: &str, code: i32, part: &str) {
    let bench = Bench::new();
    bench.file("f.c", text);
    let run = bench.run(&["f.c", "--entry", entry]);
    let output = format!("{}{}", run.stdout, run.stderr);
    assert_eq!(run.code, code, "{entry}: {output}");
    assert!(output.contains(part), "{part}: {output}");
}

const SUM: &str = "int sum(const unsigned char *buf, unsigned long n) {\n    int sum = 0;\n    for (unsigned long i = 0; i < n; i++)\n        sum += buf[i];\n    return sum;\n}\n";

#[test]
fn a_buffer_and_its_size() {
    explore(SUM, "sum(buf: bytes[4], n: size of buf)", 0, "VERIFIED");
    explore(SUM, "sum(buf: bytes[4], n: 5)", 10, "f.c:4");
    explore(SUM, "sum(buf: null, n: 0)", 0, "VERIFIED");
    explore(
        SUM,
        "sum(buf: bytes[4] or null, n: size of buf)",
        10,
        "input buf is null",
    );
}

#[test]
fn a_string_ends_with_zero() {
    let text = "unsigned long length(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }\n";
    explore(text, "length", 0, "VERIFIED");
    explore(text, "length(s: string[3])", 0, "VERIFIED");
    explore(text, "length(s: bytes[3])", 10, "f.c:1");
}

#[test]
fn objects_are_of_the_type_of_the_parameter() {
    let text = "#include <assert.h>\n#include <string.h>\nstruct node { int value; struct node *next; char *name; };\nint f(struct node *n, int a[2]) {\n    if (!n) return 0;\n    assert(n->next == 0);\n    return n->value + (int)strlen(n->name) + (a ? a[0] : 0);\n}\n";
    explore(text, "f", 0, "VERIFIED");
    explore(text, "f(n: object, a: object[2])", 0, "VERIFIED");
    let other = "struct node { int value; };\nint f(struct node *n) { return n->value; }\n";
    explore(other, "f", 10, "input n is null");
    explore(other, "f(n: object)", 0, "VERIFIED");
}

#[test]
fn shapes_that_do_not_fit() {
    explore(
        SUM,
        "sum(buf: bytes[4], n: bytes[2])",
        1,
        "the parameter `n` is not a pointer",
    );
    explore(
        SUM,
        "sum(size: 3)",
        1,
        "no parameter `size`; it has `buf`, `n`",
    );
    explore(SUM, "sum(buf: tree)", 2, "`tree` is not the shape");
    explore(
        "struct s; int f(struct s *p) { return p != 0; }\n",
        "f(p: object)",
        1,
        "the shape `object` does not fit the type of `p`",
    );
    explore(
        "int f(a) char *a; { return a != 0; }\n",
        "f(a: null)",
        1,
        "old style",
    );
}

#[test]
fn the_harness_is_printed_as_c() {
    let bench = Bench::new();
    bench.file("f.c", SUM);
    let run = bench.run(&["harness", "sum(buf: bytes[4], n: size of buf)", "f.c"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    bench.file("driver.c", &run.stdout);
    let explored = bench.run(&["driver.c"]);
    assert_eq!(
        explored.code, 0,
        "{}\n{}{}",
        run.stdout, explored.stdout, explored.stderr
    );
    assert!(
        run.stdout
            .contains("klee_make_symbolic(buf_object, 4, \"buf\");"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_function_of_a_build() {
    let bench = Bench::new();
    bench.file("f.c", "#include <assert.h>\nstatic int hidden(const char *s) { assert(s[0] != LETTER); return 0; }\nint main(void) { return hidden(\"\"); }\n");
    let symtool = env!("CARGO_BIN_EXE_symtool");
    let built = std::process::Command::new(symtool)
        .args(["cc", "-DLETTER='x'", "f.c", "-o", "prog"])
        .current_dir(bench.path())
        .status();
    assert!(built.is_ok_and(|status| status.success()));
    let run = bench.run(&["prog", "--entry", "hidden", "--out", "out"]);
    assert_eq!(run.code, 10, "{}{}", run.stdout, run.stderr);
    let replayed = bench.run(&["replay", "out/errors/000001.json"]);
    assert_eq!(replayed.code, 10, "{}{}", replayed.stdout, replayed.stderr);
}
