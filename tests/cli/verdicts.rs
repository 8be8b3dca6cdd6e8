//! The tests check the verdict and the exit code of runs, and the text that is printed with each verdict.
use crate::harness::{Bench, example};

#[test]
fn toupper_is_verified() {
    let run = Bench::new()
        .run(&[&example("cfmse/toupper.c"), "--cfmse", "--verify"])
        .expect_code(0);
    assert!(
        run.stdout
            .lines()
            .last()
            .is_some_and(|line| line.starts_with("VERIFIED")),
        "{}",
        run.stdout
    );
}

/// Returns a program with a planted bug: it converts the letters from `b` to `z` to upper case, but not `a`.
fn planted_bug(bench: &Bench) -> String {
    let text = std::fs::read_to_string(example("cfmse/toupper.c")).expect("the example");
    let changed = text.replacen(">= 'a'", ">= 'b'", 1);
    assert_ne!(
        text, changed,
        "the example's condition is written as `>= 'a'`"
    );
    bench.file("toupper_bug.c", changed)
}

#[test]
fn a_planted_bug_is_found_and_replays_in_both_modes() {
    for mode in [
        "--cfmse=guarded",
        "--cfmse=speculative",
        "--check=memory,div,assert,unreachable",
    ] {
        let bench = Bench::new();
        let file = planted_bug(&bench);
        let json = bench.json(&[&file, mode, "--verify", "--out", "o"]);
        assert_eq!(json["verdict"], "violation", "{json}");
        let error = &json["errors"][0];
        assert_eq!(
            (error["kind"].as_str(), error["confirmed"].as_bool()),
            (Some("assert"), Some(true))
        );
        let test = error["test"].as_str().expect("a test case");
        let replay = bench
            .run(&["replay", test, &file, "--verify"])
            .expect_code(10);
        assert!(replay.stdout.contains("assertion"), "{}", replay.stdout);
    }
}

#[test]
fn a_violation_shows_location_input_and_replay_command() {
    let bench = Bench::new();
    let file = planted_bug(&bench);
    let run = bench.run(&[&file, "--cfmse", "--verify"]).expect_code(10);
    for part in ["VIOLATION", "toupper_bug.c:", "^", "text", "symtool replay"] {
        assert!(
            run.stdout.contains(part),
            "{part} is missing in\n{}",
            run.stdout
        );
    }
}

#[test]
fn equal_commands_print_the_same() {
    let read = || {
        let bench = Bench::new();
        let file = planted_bug(&bench);
        let run = bench
            .run(&[
                &file,
                "--check",
                "memory,div,assert,unreachable",
                "-DVERIFY",
                "--out",
                "o",
            ])
            .expect_code(10);
        let folder = bench.path().display().to_string();
        let lines: Vec<String> = run
            .stdout
            .lines()
            .filter(|line| !line.starts_with("explored"))
            .map(|line| line.replace(&folder, ""))
            .collect();
        let mut tests: Vec<_> = std::fs::read_dir(bench.path().join("o/tests"))
            .expect("tests")
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|ext| ext == "ktest"))
            .map(|entry| {
                (
                    entry.file_name(),
                    std::fs::metadata(entry.path()).expect("a file").len(),
                )
            })
            .collect();
        tests.sort();
        (lines, tests)
    };
    assert_eq!(read(), read());
}

/// Checks that the interpreter and machine code give the same result in the replay of a long failing run.
#[test]
fn replay_does_not_depend_on_the_engine() {
    let bench = Bench::new();
    let file = bench.file(
        "long.c",
        "#include <klee/klee.h>\n#include <assert.h>\n#include <stdio.h>\n\
         static int table[1000];\n\
         int main(void) { int x; klee_make_symbolic(&x, sizeof x, \"x\");\n\
           for (int i = 0; i < 2000000; i++) table[i % 1000] += i;\n\
           printf(\"%d\\n\", table[7]); assert(x != 77); return 0; }\n",
    );
    let test = bench.file(
        "case.json",
        r#"{"inputs": [{"name": "x", "bytes": [77, 0, 0, 0]}]}"#,
    );
    let replay = |engine: &str| {
        let run = bench.run(&["replay", &test, &file, "--engine", engine]);
        (run.code, run.stdout, run.stderr)
    };
    let interpreted = replay("interp");
    assert_eq!(interpreted.0, 10, "{interpreted:?}");
    assert!(interpreted.1.contains("x != 77"), "{interpreted:?}");
    for engine in ["native", "auto"] {
        assert_eq!(replay(engine), interpreted, "{engine}");
    }
}

#[test]
fn a_melded_guard_introduces_no_failure() {
    let bench = Bench::new();
    let file = bench.file(
        "guarded.c",
        "#include <klee/klee.h>\n\
         int a[4];\n\
         int main(void) { unsigned i; klee_make_symbolic(&i, sizeof i, \"i\");\n\
           if (i < 4) a[i] = 7; return 0; }\n",
    );
    for mode in ["--cfmse=guarded", "--cfmse=speculative"] {
        let json = bench.json(&[&file, mode]);
        assert_eq!(json["verdict"], "verified", "{mode}: {json}");
    }
}

#[test]
fn a_solver_without_time_makes_the_verdict_incomplete() {
    let bench = Bench::new();
    let file = bench.file(
        "hard.c",
        "#include <klee/klee.h>\n#include <assert.h>\n\
         int main(void) { unsigned long a, b; klee_make_symbolic(&a, sizeof a, \"a\"); klee_make_symbolic(&b, sizeof b, \"b\");\n\
           if (a > 1 && b > 1 && a < 4294967296ul && b < 4294967296ul) assert(a * b != 18446743979220271189ul); return 0; }\n",
    );
    let json = bench.json(&[&file, "--solver-timeout", "20ms"]);
    assert_ne!(json["verdict"], "verified", "{json}");
}

/// Checks that a read of an uninitialized scalar gives an indeterminate value by default, and a failure with
/// `--check uninit`.
#[test]
fn uninitialized_scalars_are_found_by_their_check() {
    let bench = Bench::new();
    for (name, text) in [
        (
            "plain.c",
            "int main(void) { int x; if (x == 1) return 1; return 0; }\n",
        ),
        (
            "address.c",
            "int main(void) { int x; int *p = &x; return *p; }\n",
        ),
        (
            "loop.c",
            "int main(int argc, char **argv) { int x; for (int i = 5; i < argc; i++) x = i; return x; }\n",
        ),
    ] {
        let file = bench.file(name, text);
        bench.run(&[&file]).expect_code(0);
        let json = bench.json(&[&file, "--check", "uninit"]);
        assert_eq!(json["errors"][0]["kind"], "uninit", "{name}: {json}");
    }
    let set = bench.file(
        "set.c",
        "int main(int n, char **argv) { int x, y, z[n + 1]; x = 2; (void)z; z[n] = 0; y = x + z[n];\n\
         int never; (void)never; return y; }\n",
    );
    bench.run(&[&set, "--check", "uninit"]).expect_code(0);
}

/// Checks a melded access that fails for every input that reaches it in the original program. After this failure, the
/// inputs that do not reach the access in the original program must still be explored.
#[test]
fn a_failure_at_a_melded_access_hides_no_other() {
    let bench = Bench::new();
    let file = bench.file(
        "hidden.c",
        "#include <klee/klee.h>\n#include <assert.h>\n\
         int main(void) { unsigned char c; klee_make_symbolic(&c, 1, \"c\"); int *p = 0;\n\
           if (c < 9) *p = 1;\n\
           assert(c != 50); return 0; }\n",
    );
    for mode in ["--cfmse=guarded", "--cfmse=speculative"] {
        let json = bench.json(&[&file, mode, "--all-errors"]);
        let kinds: Vec<_> = json["errors"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|e| e["kind"].clone())
            .collect();
        assert_eq!(kinds, ["null", "assert"], "{mode}");
        assert_eq!(json["paths"]["completed"], 1, "{mode}");
    }
}

#[test]
fn a_test_of_another_program_is_rejected() {
    let bench = Bench::new();
    let text = |name: &str| {
        format!(
            "#include <klee/klee.h>\n\
             int main(void) {{ int {name}; klee_make_symbolic(&{name}, 4, \"{name}\"); return {name} == 7; }}\n"
        )
    };
    let (mine, other) = (
        bench.file("mine.c", text("x")),
        bench.file("other.c", text("y")),
    );
    let none = bench.file("none.c", "int main(void) { return 0; }\n");
    let json = bench.json(&[&mine, "--out", "o"]);
    let test = json["tests"][0]["file"].as_str().expect("a name");
    bench.run(&["replay", test, &mine]).expect_code(0);
    for wrong in [&other, &none] {
        let run = bench.run(&["replay", test, wrong]).expect_code(1);
        assert!(run.stdout.is_empty(), "{}", run.stdout);
        for part in ["of another program", "`x`", "--force"] {
            assert!(run.stderr.contains(part), "{}", run.stderr);
        }
        bench
            .run(&["replay", test, wrong, "--force"])
            .expect_code(0);
    }
}

/// Checks that the help of each command shows exactly the options that affect the command.
#[test]
fn help_shows_the_options_of_the_command() {
    let bench = Bench::new();
    let help = |command: &str| bench.run(&[command, "--help"]).expect_code(0).stdout;
    let (check, ir, replay) = (help("check"), help("ir"), help("replay"));
    for option in [
        "--entry",
        "--verify",
        "--check",
        "--allow-missing",
        "--sym-args",
    ] {
        assert!(!check.contains(option), "{check}");
    }
    for text in [&ir, &replay] {
        assert!(
            text.contains("--entry") && text.contains("Output:"),
            "{text}"
        );
        assert!(!text.contains("stops at the first"), "{text}");
    }
}

#[test]
fn ignored_pragmas_are_listed_by_stats() {
    let bench = Bench::new();
    let file = bench.file(
        "pragmas.c",
        "#include <stdio.h>\n#pragma pack(1)\n#pragma foo  bar\nint main(void) {\n#pragma omp parallel for\n\
         for (int i = 0; i < 2; i++) puts(\"\"); return 0; }\n",
    );
    let run = bench.run(&[&file, "--stats"]).expect_code(0);
    let named = format!(
        "ignored:   #pragma foo bar ({file}:3)\n           #pragma omp parallel for ({file}:5)\n"
    );
    assert!(run.stdout.contains(&named), "{}", run.stdout);
    let run = bench.run(&[&file]).expect_code(0);
    assert!(!run.stdout.contains("#pragma"), "{}", run.stdout);
}

/// Checks a comparison of an unsigned 128-bit value with 0. The interval domain does not support 128 bits, so a
/// rewrite rule must decide the comparison.
#[test]
fn nothing_is_below_zero_at_128_bits() {
    let bench = Bench::new();
    let file = bench.file(
        "wide.c",
        "#include <klee/klee.h>
int main(void) {
  unsigned __int128 y;
  klee_make_symbolic(&y, sizeof y, \"y\");
  volatile unsigned __int128 bound = 0;
  unsigned __int128 low = bound, x = y * y;
  if ((x < low) & (x < 5))
    return 0;
  klee_assert(x != 4);
  return 0;
}
",
    );
    bench.run(&[&file]).expect_code(10);
}

#[test]
fn products_of_128_bits_may_overflow() {
    let bench = Bench::new();
    let text = |assumed: &str| {
        format!(
            "#include <klee/klee.h>
int main(void) {{
  __int128 x;
  klee_make_symbolic(&x, sizeof x, \"x\");
  klee_assume({assumed});
  __int128 y = x * x;
  return y < 0;
}}
"
        )
    };
    // Most bits of `x` are constant, because the solver would need a minute for a product of two fully symbolic
    // factors.
    let large = bench.file("large.c", text("(x >> 8) == ((__int128)1 << 92)"));
    bench.run(&[&large, "--check", "overflow"]).expect_code(10);
    let small = bench.file("small.c", text("(x >= -10) & (x <= 10)"));
    bench.run(&[&small, "--check", "overflow"]).expect_code(0);
}

/// Checks `--error-label`, which older programs of SV-COMP need: in the programs of 2013, a label marks the error
/// location. Newer programs call `reach_error`.
#[test]
fn a_label_can_be_an_error_location() {
    let text = "int __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  if (n == LUCKY) goto ERROR;\n  \
        return 0;\nERROR:\n  return 1;\n}\n";
    let bench = Bench::new();
    let file = bench.file("label.c", text);
    let args = [&*file, "-DLUCKY=77", "--error-label", "ERROR"];
    let json = bench.json(&[&args[..], &["--out", "o1"]].concat());
    assert_eq!(json["verdict"], "violation", "{json}");
    assert_eq!(json["errors"][0]["kind"], "reach", "{json}");
    let test = json["errors"][0]["test"].as_str().expect("a test case");
    bench
        .run(&[&["replay", test], &args[..]].concat())
        .expect_code(10);
    let json = bench.json(&[&file, "-DLUCKY=77", "--out", "o2"]);
    assert_eq!(json["verdict"], "verified", "{json}");
    let json = bench.json(&[&file, "-DLUCKY=77", "--error-label", "OTHER", "--out", "o3"]);
    assert_eq!(json["verdict"], "verified", "{json}");
}
