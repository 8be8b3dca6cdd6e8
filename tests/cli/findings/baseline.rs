//! The tests check the baseline of known violations.
use super::junit::{cases, status};
use super::sarif::checked_sarif;
use super::{MODES, TWO, parsed, run};
use crate::harness::Bench;
use std::collections::BTreeSet;

#[test]
fn known_violations_do_not_fail_a_build() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    let update = ["two.c", "--baseline", "known.json", "--update-baseline"];
    let first = run(&bench, &[&update]).expect_code(0);
    let line = "KNOWN      2 known violations (known.json) and no other\n";
    assert!(first.stdout.ends_with(line), "{}", first.stdout);
    let baseline = parsed(&bench.read("known.json"));
    assert_eq!(baseline["schema"], 1);
    assert_eq!(baseline["known"].as_array().map(Vec::len), Some(2));
    // The text of the program moves to other lines, its white space and comments change, and the file is in another
    // folder. The violations must still be recognized.
    let moved = format!("/* A comment.\n */\n\n{TWO}")
        .replace("return a / b;", "\n    return a/b; // the mean")
        .replace("  klee_assert(q != 33);", "\tklee_assert( q!=33 );");
    std::fs::create_dir(bench.path().join("src")).expect("a folder");
    bench.file("src/two.c", moved);
    for mode in MODES {
        let args = [
            "src/two.c",
            "--baseline",
            "known.json",
            "--sarif",
            "log.sarif",
            "--junit",
            "out.xml",
        ];
        let found = run(&bench, &[&args, mode]).expect_code(0);
        assert!(
            found.stdout.contains("known violation: div: "),
            "{}",
            found.stdout
        );
        assert!(
            found.stdout.contains("KNOWN      "),
            "{mode:?}: {}",
            found.stdout
        );
        let summary = parsed(
            &run(&bench, &[&args, mode, &["--json"]])
                .expect_code(0)
                .stdout,
        );
        assert_eq!(
            summary["verdict"], "violation",
            "the verdict stays that of the program"
        );
        let against = &summary["baseline"];
        assert_eq!(
            (&against["new"], &against["verdict"]),
            (&0.into(), &"verified".into())
        );
        assert!(against["known"].as_u64() >= Some(2), "{against}");
        assert_eq!(summary["errors"][0]["known"], true);
        let log = checked_sarif(&bench.read("log.sarif"));
        assert_eq!(log["results"][0]["baselineState"], "unchanged");
        assert_eq!(log["results"][0]["suppressions"][0]["kind"], "external");
        let cases = cases(&bench.read("out.xml"));
        assert_eq!(status(&cases, "no failure: div ("), "skipped");
        assert_eq!(status(&cases, "no failure: null"), "passed");
    }
}

#[test]
fn a_new_violation_fails_beside_known_ones() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    let baseline = ["two.c", "--baseline", "known.json"];
    run(&bench, &[&baseline, &["--update-baseline"]]).expect_code(0);
    // A second division of the same text in the same function is another violation.
    bench.file(
        "two.c",
        TWO.replace(
            "  return a / b;",
            "  if (a == 50)\n    return a / (b - 7);\n  return a / b;",
        ),
    );
    for mode in [
        &["--verify"][..],
        &["--plain", "--verify"],
        &["--cdse", "--verify"],
        &["--cfmse"],
    ] {
        let found = run(&bench, &[&baseline, mode, &["--junit", "out.xml"]]).expect_code(10);
        let line = "VIOLATION  confirmed by replay; 3 violations in total, 2 are known";
        assert!(found.stdout.contains(line), "{mode:?}: {}", found.stdout);
        let cases = cases(&bench.read("out.xml"));
        assert_eq!(status(&cases, "no failure: div ("), "failure", "{mode:?}");
        assert_eq!(
            status(&cases, "klee_assert(q != 33);"),
            "skipped",
            "{mode:?}"
        );
    }
}

#[test]
fn equal_lines_of_a_function_have_different_fingerprints() {
    let bench = Bench::new();
    let program = "\
extern int nondet_int(void);
int main(void) {
  int a = nondet_int(), b = nondet_int(), c = 0;
  if (a == 5)
    c += 10 / (b - 1) + 10 / (b - 1);
  if (a == 6)
    c += 10 / (b - 1) + 10 / (b - 1);
  return c;
}
";
    bench.file("p.c", program);
    let errors = &bench.json(&["p.c"])["errors"];
    let errors = errors.as_array().expect("errors");
    let fingerprints: BTreeSet<&str> = errors
        .iter()
        .filter_map(|e| e["fingerprint"].as_str())
        .collect();
    assert_eq!((errors.len(), fingerprints.len()), (2, 2), "{errors:?}");
}

/// A program with two assertions by `__VERIFIER_assert`, the assertion function of SV-COMP programs. The first
/// assertion is in a loop and fails in several iterations. Nevertheless, the violation of the second assertion must
/// also be found.
const WRAPPED: &str = "\
extern int nondet_int(void);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error(void) { __assert_fail(\"0\", \"p.c\", 4, \"reach_error\"); }
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: { reach_error(); abort(); } } return; }
int main(void) {
  int a = nondet_int(), b = nondet_int();
  for (int i = 0; i < 3; i++)
    __VERIFIER_assert(a + i != 5);
  if (a < 0)
    __VERIFIER_assert(b != 7);
  return 0;
}
";

#[test]
fn calls_of_a_check_wrapper_are_violations_of_their_own() {
    let bench = Bench::new();
    bench.file("p.c", WRAPPED);
    let second = "    __VERIFIER_assert(b != 7);\n";
    let known = ["--baseline", "known.json"];
    for mode in [
        &["--plain"][..],
        &["--plain", "--threads", "2"],
        &["--merge=static"],
        &["--cfmse"],
        &["--cfmse=speculative"],
        &["--cdse"],
        &["--cdse", "--threads", "2"],
        &[],
    ] {
        let errors = parsed(
            &run(&bench, &[&["p.c", "--json"], mode])
                .expect_code(10)
                .stdout,
        );
        let errors = errors["errors"].as_array().cloned().unwrap_or_default();
        let fingerprints: BTreeSet<&str> = errors
            .iter()
            .filter_map(|e| e["fingerprint"].as_str())
            .collect();
        assert_eq!(
            (errors.len(), fingerprints.len()),
            (2, 2),
            "{mode:?}: {errors:?}"
        );
        // The first violation is known, and the second one is new. The text of the program has moved by two lines.
        std::fs::create_dir_all(bench.path().join("old")).expect("a folder");
        bench.file("old/p.c", WRAPPED.replace(second, "    b = 7;\n"));
        let _ = std::fs::remove_file(bench.path().join("known.json"));
        run(&bench, &[&["old/p.c", "--update-baseline"], &known, mode]).expect_code(0);
        bench.file("p.c", format!("\n\n{WRAPPED}"));
        let found = run(&bench, &[&["p.c"], &known[..], mode]).expect_code(10);
        let line = "2 violations in total, 1 is known";
        assert!(found.stdout.contains(line), "{mode:?}: {}", found.stdout);
    }
}

#[test]
fn a_complete_run_removes_what_it_does_not_find_again() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    let update = ["two.c", "--baseline", "known.json", "--update-baseline"];
    let known = || {
        parsed(&bench.read("known.json"))["known"]
            .as_array()
            .map_or(0, Vec::len)
    };
    run(&bench, &[&update]).expect_code(0);
    bench.file("other.c", TWO.replace("ratio", "other"));
    run(&bench, &[&["other.c"], &update[1..]]).expect_code(0);
    assert_eq!(known(), 4, "both programs share the baseline");
    bench.file("two.c", TWO.replace("b > -10", "b > 0"));
    let found = run(&bench, &[&update[..3]]).expect_code(0);
    let line = "1 violation of known.json no longer found; --update-baseline removes it\n";
    assert!(found.stdout.ends_with(line), "{}", found.stdout);
    // A run that could not find the violation again must not remove it from the baseline.
    run(&bench, &[&update, &["--plain", "--max-instructions", "20"]]).expect_code(20);
    run(&bench, &[&update, &["--check", "assert"]]).expect_code(0);
    assert_eq!(known(), 4);
    run(&bench, &[&update]).expect_code(0);
    assert_eq!(known(), 3);
}

#[test]
fn an_incomplete_run_with_known_violations_is_incomplete() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    let baseline = ["two.c", "--plain", "--baseline", "known.json"];
    run(&bench, &[&baseline, &["--update-baseline"]]).expect_code(0);
    let found = run(&bench, &[&baseline, &["--max-instructions", "20"]]).expect_code(20);
    let line = "but the exploration is incomplete:";
    assert!(found.stdout.contains(line), "{}", found.stdout);
}

#[test]
fn bad_baselines_are_refused_before_the_run() {
    let bench = Bench::new();
    bench.file("two.c", TWO);
    let refused = |args: &[&str], code: i32, part: &str| {
        let run = bench
            .run(&[&["two.c", "--out", "o"], args].concat())
            .expect_code(code);
        assert!(run.stderr.contains(part), "{}", run.stderr);
        assert!(!bench.path().join("o").exists(), "nothing was explored");
    };
    refused(&["--baseline", "missing.json"], 1, "missing.json");
    bench.file("bad.json", "[1, 2");
    refused(&["--baseline", "bad.json"], 1, "not a baseline");
    bench.file("new.json", "{\"schema\": 2, \"known\": []}");
    refused(&["--baseline", "new.json"], 1, "schema 2");
    refused(&["--update-baseline"], 2, "--baseline");
}
