//! The tests check the coverage of a melded program (`--cfmse`): a line counts as covered if a test case reaches the
//! line in the original program.
use crate::harness::{Bench, example};
use serde_json::Value;
use std::collections::BTreeSet;

/// Returns a program with an input `x` of two bytes, whose `main` executes the statements `body` and returns `r`.
fn program(body: &str) -> String {
    format!(
        "#include <klee/klee.h>\n\
         int main(void) {{\n\
         unsigned char x[2]; int r = 0;\n\
         klee_make_symbolic(x, sizeof x, \"x\");\n\
         {body}\n\
         return r;\n}}\n"
    )
}

const IF_ELSE: &str = "if (x[0] > 9)\n r = x[0] + 1;\nelse\n r = x[0] * 3;";
const NESTED: &str = "\
if (x[0] > 9) {
    r = 1;
    if (x[1] & 1)
        r += 2;
    else
        r += x[0];
    r ^= 5;
} else if (x[1] == 7)
    r = 9;";
const SWITCH: &str = "\
switch (x[0]) {
case 1:
    r = 5;
    break;
case 2:
    r = x[1];
    break;
default:
    r = 7;
}";
/// Statements in which a branch side is reachable only after a certain side of an earlier branch.
const BEHIND: &str = "\
if (x[0] == 7)
    r = 1;
if (x[1] == 9 && r == 1)
    r = 12;";
/// Statements with an infeasible branch side, because an assumption excludes it.
const DEAD: &str = "\
klee_assume(x[0] < 50);
if (x[0] > 99)
    r = x[1] + 4;
if (x[1] > 3)
    r += 2;
klee_assume(x[1] < 100);";
const LOOP: &str = "\
for (int i = 0; i < 2; i++) {
    if (x[i] == i + 200)
        r += 3;
    if (x[i] == 250)
        x[i] = 1;
}";

/// Statements with conditions on `s`, each of which is constant on any single path of the original program. The last
/// line is reached only if `s == 3` holds in the caller and `t == 3` holds in the function `step`.
const STATES: &str = "\
int s = 0;
if (x[0] > 9)
    s = 1;
if (x[1] > 9)
    s += 2;
if (s == 3)
    r = step(s, x[0]);
if (r == 5)
    r = 6;";
/// The function that [`STATES`] calls.
const STEP: &str =
    "static int step(int s, int x) { int t = 0; if (x == 200) t = s; return t == 3 ? 5 : 4; }\n";

/// Runs symtool with `--cfmse-tests` and the output folder `out`. Returns its `coverage.json` without the files of
/// library models.
fn coverage(bench: &Bench, out: &str, args: &[&str]) -> Value {
    let mut args = args.to_vec();
    args.extend(["--cfmse-tests", "--out", out]);
    bench.run(&args).expect_code(0);
    let path = bench.path().join(out).join("coverage.json");
    let text = std::fs::read_to_string(path).expect("it is written");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    let files = all["files"].as_array().expect("a list").iter();
    files
        .filter(|file| {
            file["file"]
                .as_str()
                .is_some_and(|name| !name.starts_with('<'))
        })
        .cloned()
        .collect()
}

fn summary(bench: &Bench, out: &str) -> Value {
    let path = bench.path().join(out).join("summary.json");
    let text = std::fs::read_to_string(path).expect("it is written");
    serde_json::from_str(&text).expect("JSON")
}

fn lcov(bench: &Bench, out: &str) -> String {
    std::fs::read_to_string(bench.path().join(out).join("coverage.lcov")).expect("it is written")
}

/// Replays the test cases of a run. Returns the lines of `p.c` that they reach.
fn replayed(bench: &Bench, out: &str) -> BTreeSet<u64> {
    let summary = summary(bench, out);
    let tests = summary["tests"].as_array().expect("a list").iter();
    let mut lines = BTreeSet::new();
    for test in tests {
        let json = bench.json(&["replay", test["file"].as_str().expect("a name"), "p.c"]);
        let reached = json["lines_covered"].as_array().expect("a list").iter();
        let own =
            reached.filter_map(|line| line.as_str()?.strip_prefix("p.c:")?.parse::<u64>().ok());
        lines.extend(own);
    }
    lines
}

fn lines(coverage: &Value, which: &str) -> BTreeSet<u64> {
    let lines = coverage[0]["lines"][which]
        .as_array()
        .expect("a list")
        .iter();
    lines.filter_map(Value::as_u64).collect()
}

#[test]
fn covered_lines_are_those_that_test_cases_reach() {
    for (name, body) in [
        ("if_else", IF_ELSE),
        ("nested", NESTED),
        ("switch", SWITCH),
        ("behind", BEHIND),
        ("dead", DEAD),
        ("loop", LOOP),
    ] {
        for more in [&[][..], &["--only-new"], &["--threads", "2"]] {
            let bench = Bench::new();
            bench.file("p.c", program(body));
            let mut args = vec!["p.c", "--cfmse"];
            args.extend(more);
            let coverage = coverage(&bench, "o", &args);
            let reached = lines(&coverage, "reached");
            assert_eq!(reached, replayed(&bench, "o"), "{name} {more:?}");
            let summary = summary(&bench, "o");
            assert!(
                summary["cfmse"]["applied"].as_u64() > Some(0),
                "{name}: nothing was melded"
            );
        }
    }
}

#[test]
fn an_infeasible_side_does_not_count() {
    let bench = Bench::new();
    bench.file("p.c", program(DEAD));
    for options in [
        &["--cfmse"][..],
        &["--cfmse=speculative"],
        &["--cfmse", "--verify"],
        &["--cfmse", "--cfmse-branches", "all"],
    ] {
        let out = format!("out{}", options.join(""));
        let mut args = vec!["p.c"];
        args.extend(options);
        let coverage = coverage(&bench, &out, &args);
        let missed = lines(&coverage, "missed");
        // Line 7 contains `r = x[1] + 4`, on the infeasible side of a branch.
        assert!(missed.contains(&7), "{options:?}: {coverage:#}");
        let branches = coverage[0]["branches"].as_array().expect("a list");
        let dead = branches
            .iter()
            .find(|b| b["line"] == 6)
            .expect("it is there");
        assert_eq!(dead["reached"], true, "{dead}");
        assert_eq!(dead["sides"], serde_json::json!([false, true]), "{dead}");
        assert!(lcov(&bench, &out).contains("\nDA:7,0\n"), "{options:?}");
    }
}

#[test]
fn a_melded_run_covers_the_same_lines() {
    for (name, body) in [
        ("if_else", IF_ELSE),
        ("nested", NESTED),
        ("switch", SWITCH),
        ("behind", BEHIND),
        ("dead", DEAD),
        ("loop", LOOP),
        ("states", STATES),
    ] {
        let bench = Bench::new();
        bench.file("p.c", STEP.to_owned() + &program(body));
        let plain = coverage(&bench, "plain", &["p.c"]);
        for (number, options) in [
            &["--cfmse"][..],
            &["--cfmse=speculative"],
            &["--cfmse", "--only-new"],
            &["--cfmse", "--verify"],
            &["--cfmse", "--threads", "2"],
        ]
        .into_iter()
        .enumerate()
        {
            // With --verify, symtool follows only the paths of known inputs. In these two programs, the uncovered side
            // is reachable only over a covered side that no known input takes.
            if ["behind", "states"].contains(&name) && options.contains(&"--verify") {
                continue;
            }
            let out = format!("melded{number}");
            let mut args = vec!["p.c"];
            args.extend(options);
            let melded = coverage(&bench, &out, &args);
            assert_eq!(melded, plain, "{name} {options:?}");
            assert_eq!(
                lcov(&bench, &out),
                lcov(&bench, "plain"),
                "{name} {options:?}"
            );
            let (melded, plain) = (summary(&bench, &out), summary(&bench, "plain"));
            assert_eq!(melded["coverage"], plain["coverage"], "{name} {options:?}");
            assert_eq!(melded["verdict"], plain["verdict"], "{name} {options:?}");
            let written = melded["tests"].as_array().expect("a list").len();
            assert!(!options.contains(&"--verify") || written == 0);
        }
    }
}

#[test]
fn automatic_mode_covers_sides_that_are_constant_on_each_path() {
    for options in [&[][..], &["--threads", "1"], &["--engines", "melding"]] {
        let bench = Bench::new();
        bench.file("p.c", STEP.to_owned() + &program(STATES));
        let plain = ["p.c", "--plain", "--out", "plain"];
        bench.run(&plain).expect_code(0);
        let mut args = vec!["p.c", "--out", "auto"];
        args.extend(options);
        bench.run(&args).expect_code(0);
        let of = |out| summary(&bench, out)["coverage"].clone();
        assert_eq!(of("auto"), of("plain"), "{options:?}");
        assert_eq!(
            replayed(&bench, "auto"),
            replayed(&bench, "plain"),
            "{options:?}"
        );
    }
}

#[test]
fn one_path_of_two_characters_gives_tests_for_both_sides() {
    let bench = Bench::new();
    let file = example("cfmse/toupper.c");
    let plain = coverage(&bench, "plain", &[&file, "-DSIZE=2"]);
    let melded = coverage(&bench, "melded", &[&file, "-DSIZE=2", "--cfmse"]);
    assert_eq!(melded, plain);
    let summary = summary(&bench, "melded");
    assert_eq!(summary["paths"]["completed"], 1);
    let tests = summary["tests"].as_array().expect("a list");
    assert_eq!(tests.len(), 2, "{summary:#}");
}

/// Checks `--cfmse-tests` on example programs that have one path after melding. Some branch sides are feasible only
/// after sides of earlier branches that the single test case does not take.
#[test]
fn kernels_with_one_path_are_covered_like_with_all_paths() {
    for (name, size) in [("prim", 3), ("connected_components", 3), ("erosion", 4)] {
        let bench = Bench::new();
        let file = example(&format!("cfmse/{name}.c"));
        let size = format!("-DSIZE={size}");
        let plain = coverage(&bench, "plain", &[&file, &size]);
        let melded = coverage(&bench, "melded", &[&file, &size, "--cfmse"]);
        assert_eq!(melded, plain, "{name}");
    }
}
