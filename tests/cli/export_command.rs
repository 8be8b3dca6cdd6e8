//! The tests export test cases of programs with different inputs and environments, compile the exported tests with gcc
//! alone and run them. The tests of the examples for each failure kind are in `errors/exported.rs`.
use crate::harness::{Bench, skipped};
use std::process::Command;

/// Explores a program with a failure, exports the failing test case with the further arguments `options` and runs the
/// exported test. Returns the exit code and the standard error of the test; `None` if there is no gcc.
fn exported(bench: &Bench, program: &[&str], options: &[&str]) -> Option<(Option<i32>, String)> {
    if Command::new("gcc").arg("--version").output().is_err() {
        skipped("there is no gcc");
        return None;
    }
    bench
        .run(&[program, &["--out", "o"]].concat())
        .expect_code(10);
    export(
        bench,
        &[&["o/errors/000001.json"], program, options].concat(),
    )
}

/// Runs `symtool export` with the arguments `args`, and then the exported test. Returns the exit code and the standard
/// error of the test.
fn export(bench: &Bench, args: &[&str]) -> Option<(Option<i32>, String)> {
    let printed = bench
        .run(&[&["export"], args].concat())
        .expect_code(0)
        .stdout;
    let mut last = None;
    for command in printed.lines().skip(1) {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(bench.path());
        let output = shell.output().expect("sh starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let is_build = command.trim().starts_with("gcc");
        assert!(!is_build || output.status.success(), "{command}\n{said}");
        last = Some((output.status.code(), said));
    }
    last
}

#[track_caller]
fn assert_fails(found: Option<(Option<i32>, String)>, part: &str) {
    if let Some((code, said)) = found {
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(part), "expected `{part}` in\n{said}");
    }
}

#[test]
fn sv_comp_programs_get_their_inputs_in_order() {
    let bench = Bench::new();
    bench.file(
        "p.c",
        "extern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n\
         extern float __VERIFIER_nondet_float(void);\nextern _Bool __VERIFIER_nondet_bool();\n\
         extern void __VERIFIER_assume(int);\nextern void abort(void);\n\
         void reach_error(void) {}\n\
         void __VERIFIER_assert(int cond) { if (!cond) { ERROR: reach_error(); } }\n\
         int main() {\n  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n\
           unsigned char c = __VERIFIER_nondet_uchar();\n  float f = __VERIFIER_nondet_float();\n\
           __VERIFIER_assume(__VERIFIER_nondet_bool());\n\
           __VERIFIER_assert(!(a == 70000 && b == -5 && c == 200 && f == 2.5f));\n  return 3;\n}\n",
    );
    // The body of `reach_error` is empty. So its call is noticed only because the exported test has a hook that gcc
    // calls at the start of each function.
    let found = exported(&bench, &["p.c"], &[]);
    assert_fails(found, "symtool: an error location was reached");
    let printed = bench.read("o/errors/000001.c");
    assert!(printed.contains("-finstrument-functions"), "{printed}");
}

#[test]
fn functions_without_a_declaration_are_declared() {
    let bench = Bench::new();
    bench.file(
        "p.c",
        "int main(void) {\n  unsigned a = __VERIFIER_nondet_uint();\n  __CPROVER_assume(a > 4000000000u);\n\
           __CPROVER_assert(__VERIFIER_nondet_ulong() / 3 != a || nondet_any() != -7, \"the quotient differs\");\n  return 0;\n}\n",
    );
    let found = exported(&bench, &["p.c"], &["--embed"]);
    assert_fails(found, "the quotient differs");
}

#[test]
fn arguments_input_and_files_are_those_of_the_test_case() {
    let bench = Bench::new();
    bench.file(
        "p.c",
        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         int main(int argc, char **argv) {\n  char line[4] = \"\", more[4] = \"\";\n\
           FILE *f = fopen(\"etc/conf\", \"r\");\n  if (!f || argc != 3)\n    return 1;\n\
           size_t n = fread(line, 1, 3, stdin), m = fread(more, 1, 3, f);\n\
           const char *home = getenv(\"HOME\");\n\
           assert(!(n == 2 && m == 3 && strcmp(argv[1], \"-x\") == 0 && strcmp(argv[2], \"q\\n\") == 0 &&\n\
                    memcmp(line, \"z\\\"\", 2) == 0 && memcmp(more, \"\\0k?\", 3) == 0 && home && strcmp(home, \"/x y\") == 0));\n\
           return 0;\n}\n",
    );
    let environment = [
        "--sym-args",
        "0",
        "1",
        "2",
        "--sym-stdin",
        "0..3",
        "--sym-file",
        "etc/conf",
        "3",
        "--env",
        "HOME=/x y",
    ];
    let program = [&["p.c"][..], &environment, &["--", "-x"]].concat();
    bench
        .run(&[&["--out", "o"], &program[..]].concat())
        .expect_code(10);
    if Command::new("gcc").arg("--version").output().is_err() {
        skipped("there is no gcc");
        return;
    }
    // Without options, the exported test has the environment that the test case contains.
    let found = export(&bench, &["o/errors/000001.ktest", "p.c"]);
    assert_fails(found, "p.c:12: symtool_test_main: Assertion");
}

#[test]
fn several_files_and_macros_are_compiled_together() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path().join("inc")).expect("a folder");
    bench.file("inc/limit.h", "#pragma once\nint limit(int);\n");
    bench.file(
        "lib.c",
        "#include \"limit.h\"\nint limit(int x) { return x / (x - LIMIT); }\n",
    );
    bench.file(
        "p.c",
        "#include <klee/klee.h>\n#include \"limit.h\"\n#include \"limit.h\"\n\
         int main(void) { return limit(klee_range(0, 100, \"x\")); }\n",
    );
    let program = ["lib.c", "p.c", "-DLIMIT=(7 * 6)", "-Iinc"];
    for options in [&[][..], &["--embed"]] {
        let _ = std::fs::remove_dir_all(bench.path().join("o"));
        assert_fails(exported(&bench, &program, options), "division by zero");
    }
}

#[test]
fn a_file_that_includes_main_is_found() {
    let bench = Bench::new();
    bench.file("base.c", "int half(int x) { return x / (x - BUG); }\nextern int nondet_int(void);\nint main(void) { return half(nondet_int()); }\n");
    bench.file("p.c", "#define BUG 4\n#include \"base.c\"\n");
    bench.file("other.c", "int other;\n");
    for options in [&[][..], &["--embed"]] {
        let _ = std::fs::remove_dir_all(bench.path().join("o"));
        let found = exported(&bench, &["other.c", "p.c"], options);
        assert_fails(found, "division by zero");
    }
}

#[test]
fn an_entry_function_gets_its_parameters() {
    let bench = Bench::new();
    bench.file(
        "p.c",
        "#include <assert.h>\nint f(unsigned char a, long b, double c, int *p) {\n\
           assert(!(a == 250 && b < -4000000000l && c == 0.5 && p == 0));\n  return 0;\n}\n",
    );
    let found = exported(&bench, &["p.c", "--entry", "f"], &[]);
    assert_fails(found, "p.c:3: f: Assertion");
}

#[test]
fn a_mended_program_passes_and_an_invalid_input_is_skipped() {
    let bench = Bench::new();
    let program = |check: &str| {
        format!(
            "#include <klee/klee.h>\n#include <stdlib.h>\nint main(void) {{\n  int x;\n  \
             klee_make_symbolic(&x, sizeof x, \"x\");\n  {check}\n  exit(3);\n}}\n"
        )
    };
    bench.file("p.c", program("klee_assert(x != 77);"));
    let Some((code, _)) = exported(&bench, &["p.c"], &[]) else {
        return;
    };
    assert_eq!(code, Some(1));
    let again = || {
        let build = bench.read("o/errors/000001.c");
        let build = build
            .lines()
            .find_map(|line| line.strip_prefix(" *   gcc "));
        let command = format!("gcc {} && ./o/errors/000001", build.expect("a command"));
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(bench.path());
        shell.output().expect("sh starts").status.code()
    };
    bench.file("p.c", program("klee_assert(x != 78);"));
    assert_eq!(again(), Some(0), "the test includes the mended program");
    bench.file("p.c", program("klee_assume(x != 77);"));
    assert_eq!(again(), Some(77), "the input is not valid any more");
}

#[test]
fn what_cannot_be_exported_is_refused_with_a_reason() {
    let bench = Bench::new();
    bench.file(
        "p.c",
        "int nondet_thing();\nint main(void) { int x = nondet_thing(); return 1 / x; }\n",
    );
    bench.run(&["p.c", "--out", "o"]).expect_code(10);
    let refused = |args: &[&str], part: &str| {
        let run = bench.run(&[&["export"], args].concat()).expect_code(1);
        assert!(run.stderr.contains(part), "{}", run.stderr);
    };
    refused(&["nowhere.ktest", "p.c"], "nowhere.ktest");
    refused(&["o/errors/000001.json", "nowhere.c"], "nowhere.c");
    refused(
        &["o/errors/000001.json", "p.c", "--error-label", "E"],
        "--error-label",
    );
    refused(
        &["o/errors/000001.json", "p.c", "-o", "no/where.c"],
        "no/where.c",
    );
    bench.file("size.c", "#include <klee/klee.h>\nint nondet_thing();\nint main(void) { int x = nondet_thing(); return klee_get_obj_size(&x) / x; }\n");
    refused(&["o/errors/000001.json", "size.c"], "klee_get_obj_size");
}
