//! The tests check `symtool compare`: the table, agreement of verdicts, bad input.
use crate::harness::Bench;
use serde_json::Value;

const UPPER: &str = "#include <assert.h>\n#include <klee/klee.h>\nint main(void)\n{\n    char c;\n    \
    klee_make_symbolic(&c, sizeof c, \"c\");\n    if (c >= 'a' && c <= 'z')\n        c -= 32;\n    \
    assert(c != LIMIT);\n    return 0;\n}\n";

fn upper(limit: &str) -> String {
    UPPER.replace("LIMIT", limit)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn modes_are_compared_on_one_program() {
    let bench = Bench::new();
    let file = bench.file("upper.c", upper("'a'"));
    let run = bench.run(&["compare", &file, "--out", "o"]).expect_code(0);
    for mode in [
        "plain",
        "cfmse",
        "merge=static",
        "merge=dynamic",
        "merge=pattern",
        "cdse",
    ] {
        let row = run
            .stdout
            .lines()
            .find(|line| line.starts_with(&format!("| {mode} ")));
        assert!(
            row.is_some_and(|row| row.contains("| verified ")),
            "{mode}\n{}",
            run.stdout
        );
    }
    assert!(
        run.stdout.contains("No two modes disagree.\nFastest: "),
        "{}",
        run.stdout
    );
    for name in ["compare.md", "compare.csv", "compare.json", "compare.svg"] {
        assert!(bench.path().join("o").join(name).exists(), "{name}");
    }
    let stored = std::fs::read_to_string(bench.path().join("o/compare.json")).expect("JSON");
    assert_eq!(json(&stored)["programs"][0]["runs"][5]["mode"], "cdse");
}

#[test]
fn a_comparison_has_a_page() {
    let bench = Bench::new();
    let file = bench.file("upper.c", upper("'a'"));
    let args = ["compare", &file, "plain", "cfmse", "--html", "--out", "o"];
    let run = bench.run(&args).expect_code(0);
    assert!(
        run.stdout.ends_with("report:    o/report.html\n"),
        "{}",
        run.stdout
    );
    let page = std::fs::read_to_string(bench.path().join("o/report.html")).expect("a page");
    assert!(
        page.contains("symtool compare") && page.contains("cfmse"),
        "{page}"
    );
}

#[test]
fn a_mode_is_a_list_of_options() {
    let bench = Bench::new();
    let file = bench.file("upper.c", upper("'A'"));
    let modes = ["plain+verify", "cfmse+merge=static+verify", "cfmse+cdse"];
    let mut args = vec!["compare", &file, "--json", "--out", "o"];
    args.extend(modes);
    let run = bench.run(&args).expect_code(0);
    let object = json(&run.stdout);
    for (index, mode) in modes.iter().enumerate() {
        let run = &object["programs"][0]["runs"][index];
        assert_eq!(
            (&run["mode"], &run["verdict"]),
            (&(*mode).into(), &"violation".into())
        );
        assert_eq!(run["violations"], 1);
    }
}

/// Checks that a wrong known verdict is an error. The name of the second program states that the program fails, but
/// all modes verify the program.
#[test]
fn a_proof_of_a_program_that_is_known_to_fail_is_an_error() {
    let bench = Bench::new();
    let folder = bench.path().join("own");
    std::fs::create_dir(&folder).expect("a folder");
    bench.file("own/a_true.c", upper("'a'"));
    bench.file("own/b_false.c", upper("'a'"));
    let run = bench
        .run(&["compare", "own", "plain", "cdse", "--out", "o"])
        .expect_code(4);
    let line = "b_false: `plain` contradicts the known verdict, unsafe; see ";
    assert!(run.stdout.contains(line), "{}", run.stdout);
    assert!(
        bench
            .path()
            .join("o/runs/b_false/plain/out/summary.json")
            .exists()
    );
}

#[test]
fn bad_programs_and_modes_are_plain_errors() {
    let bench = Bench::new();
    let file = bench.file("upper.c", upper("'a'"));
    let broken = bench.file("broken.c", "int main(void) { return x; }\n");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["nowhere.c"], 1, "cannot read nowhere.c"),
        (&[&broken, "plain"], 1, "`x` is not declared"),
        (
            &[&file, "fast"],
            2,
            "in the mode `fast`: unexpected argument '--fast'",
        ),
        (
            &[&file, "merge=magic"],
            2,
            "in the mode `merge=magic`: invalid value 'magic'",
        ),
        (
            &[&file, "cfmse+cdse", "plain", "cfmse + cdse"],
            2,
            "the mode `cfmse + cdse` is given twice",
        ),
        (
            &[&file, "plain", "--", "--max-time", "3s"],
            2,
            "`--budget TIME`",
        ),
        (&[&file, "plain+out=x"], 2, "`--out` cannot be an option"),
    ];
    for (args, code, message) in cases {
        let mut all = vec!["compare"];
        all.extend(*args);
        let run = bench.run(&all).expect_code(*code);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}
