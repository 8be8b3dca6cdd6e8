//! The tests check that invalid, huge and hostile input gives one error message and exit code 1, and no panic.
use crate::harness::{Bench, example};

/// Asserts that symtool refuses the arguments `args`: it prints one message that contains `part` on standard
/// error and nothing on standard output, and does not panic.
#[track_caller]
fn refuses(bench: &Bench, args: &[&str], part: &str) {
    let run = bench.run(args).expect_code(1);
    assert!(
        run.stderr.contains(part),
        "expected `{part}` in\n{}",
        run.stderr
    );
    assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    assert_eq!(run.stdout, "", "nothing but the message");
}

#[test]
fn invalid_files_are_rejected() {
    let bench = Bench::new();
    refuses(&bench, &["nowhere.c"], "nowhere.c");
    refuses(&bench, &["."], "error");
    let empty = bench.file("empty.c", "");
    refuses(&bench, &[&empty], "is empty");
    let binary = bench.file("binary.c", [0u8, 255, 254, 1, 2, 3]);
    refuses(&bench, &[&binary], "error");
    let unknown = bench.file("prog.txt", "int main(void) { return 0; }");
    refuses(&bench, &[&unknown], "prog.txt");
}

#[test]
fn errors_in_c_name_line_and_column() {
    let bench = Bench::new();
    for (name, text, place, part) in [
        (
            "syntax.c",
            "int main(void) {\n  return 1 +;\n}\n",
            "syntax.c:2",
            "expression",
        ),
        (
            "semicolon.c",
            "int main(void) {\n  int x = 1\n  return x;\n}\n",
            "semicolon.c",
            "`;`",
        ),
        (
            "type.c",
            "int main(void) {\n  foo_t x;\n  return 0;\n}\n",
            "type.c:2:3",
            "foo_t",
        ),
        (
            "undefined.c",
            "int f(int);\nint main(void) {\n  return f(1);\n}\n",
            "undefined.c:3",
            "f",
        ),
        (
            "variable.c",
            "int main(void) {\n  return nope;\n}\n",
            "variable.c:2:10",
            "nope",
        ),
    ] {
        let file = bench.file(name, text);
        refuses(&bench, &[&file], place);
        refuses(&bench, &[&file], part);
        refuses(&bench, &[&file], "^");
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let bench = Bench::new();
    let deep = |open: &str, close: &str| {
        format!(
            "int main(void) {{ return {}1{}; }}",
            open.repeat(10_000),
            close.repeat(10_000)
        )
    };
    let file = bench.file("parens.c", deep("(", ")"));
    refuses(&bench, &[&file], "nest");
    let blocks = bench.file(
        "blocks.c",
        format!(
            "int main(void) {{ {}{} return 0; }}",
            "{".repeat(10_000),
            "}".repeat(10_000)
        ),
    );
    refuses(&bench, &[&blocks], "nest");
}

#[test]
fn textual_ir_that_violates_a_rule_is_rejected() {
    let bench = Bench::new();
    let garbage = bench.file("garbage.sir", "this is no IR\n");
    refuses(&bench, &[&garbage], "garbage.sir");
    let nothing = bench.file("nothing.sir", "");
    refuses(&bench, &[&nothing], "main");
}

#[test]
fn an_output_folder_that_cannot_be_created_is_rejected() {
    let bench = Bench::new();
    let file = bench.file("ok.c", "int main(void) { return 0; }\n");
    refuses(
        &bench,
        &[&file, "--out", "/proc/nothing/here"],
        "/proc/nothing/here",
    );
    std::fs::create_dir(bench.path().join("taken")).expect("a folder");
    refuses(&bench, &[&file, "--out", "taken"], "taken");
}

#[test]
fn bad_options_exit_with_two() {
    let bench = Bench::new();
    let file = bench.file("ok.c", "int main(void) { return 0; }\n");
    for args in [
        vec!["--no-such-option"],
        vec!["--max-time", "soon"],
        vec!["--check", "everything"],
        vec!["--search", "luck"],
    ] {
        let mut all = vec![file.as_str()];
        all.extend(args);
        let run = bench.run(&all).expect_code(2);
        assert!(!run.stderr.is_empty());
    }
}

#[test]
fn a_former_option_name_works_with_a_warning() {
    let bench = Bench::new();
    bench.file("f.c", "int main(void) { return 0; }\n");
    let warning = "warning: --cfmse-trips is deprecated; use --cfmse-iterations\n";
    for (option, expected) in [("--cfmse-trips=3", warning), ("--cfmse-iterations=3", "")] {
        let run = bench.run(&["ir", "f.c", "--cfmse", option]);
        assert_eq!((run.code, run.stderr.as_str()), (0, expected), "{option}");
    }
}

#[test]
fn plain_exploration_excludes_every_other_technique() {
    let bench = Bench::new();
    let file = example("cfmse/toupper.c");
    for technique in ["--cfmse", "--merge=static", "--cdse"] {
        let run = bench.run(&[&file, "--plain", technique]);
        assert_eq!(run.code, 2, "{technique}");
        assert!(run.stderr.contains("cannot be used with"), "{}", run.stderr);
    }
    bench.run(&[&file, "--plain", "-DSIZE=2"]).expect_code(0);
}
