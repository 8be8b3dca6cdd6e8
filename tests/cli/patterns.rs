//! The tests run `--merge=pattern` on the programs of `examples/c/patterns/`. Verdict and coverage must equal
//! those of a run without merging, and `--merge-check` must prove every merge.
use crate::harness::{Bench, example};
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

fn programs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/c/patterns");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = files
        .filter_map(|file| Some(file.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    names.sort();
    names
}

fn summary(name: &str, options: &[&str]) -> Value {
    let bench = Bench::new();
    let file = example(&format!("patterns/{name}"));
    let mut args = vec![file.as_str(), "-DSIZE=5", "--no-progress", "--out", "o"];
    args.extend(options);
    let run = bench.run(&args);
    let text = std::fs::read_to_string(bench.path().join("o/summary.json"));
    serde_json::from_str(&text.unwrap_or_else(|_| panic!("{}{}", run.stdout, run.stderr)))
        .expect("a summary")
}

const TABLE: &str = "
address.c      verified     50  14
digits.c       verified     46  10
escapes.c      verified    197   5
header.c       verified     81   9
hostport.c     verified     41  17
memspn.c       verified     19   2
memspn2.c      verified     36   4
params.c       verified    143  21
path.c         verified     89   5
quoted.c       verified    271   8
quoted_false.c violation    53   9
sequence.c     verified     51  12
status.c       verified     37   9
strcspn.c      verified    125  10
strspn.c       verified    151   3
strtok.c       verified     61   2
sum.c          verified      6   1
trim.c         verified   3338   5
trim_false.c   violation    21   9
";

/// Compares the number of states with a table, so that changes are visible. A row has the program, the verdict,
/// and the number of states without merging and with pattern merging.
#[test]
fn numbers_of_states_match_the_table() {
    let mut table = String::new();
    for name in programs() {
        let plain = summary(&name, &["-DVERIFY"]);
        let merged = summary(&name, &["-DVERIFY", "--merge=pattern"]);
        let paths = |of: &Value| {
            let count = |what: &str| of["paths"][what].as_u64().unwrap_or(0);
            count("completed") + count("errors")
        };
        let verdict = merged["verdict"].as_str().unwrap_or("none");
        let (all, left) = (paths(&plain), paths(&merged));
        let _ = writeln!(table, "{name:<14} {verdict:<9} {all:>5} {left:>3}");
    }
    assert_eq!(table.trim_end(), TABLE.trim(), "\n{table}");
}

#[test]
fn merged_runs_find_the_same_as_plain_ones() {
    let mut made = 0;
    for name in programs() {
        for verify in [&[][..], &["-DVERIFY"]] {
            let plain = summary(&name, verify);
            for policy in ["cfg", "pattern"] {
                let policy = format!("--merge={policy}");
                let merged = summary(
                    &name,
                    &[&[policy.as_str(), "--merge-check"], verify].concat(),
                );
                let same =
                    |what: &str| assert_eq!(merged[what], plain[what], "{name} {policy} {what}");
                same("verdict");
                same("coverage");
                let counted = &merged["merging"];
                assert_eq!(
                    counted["patterns without a proof of equivalence"], 0,
                    "{name}"
                );
                made += counted["states merged by patterns"].as_u64().unwrap_or(0);
            }
        }
    }
    assert!(made >= 60, "only {made} states were made by patterns");
}

/// Checks pattern merging of loops over objects of symbolic size.
#[test]
fn loops_over_objects_of_symbolic_size_are_merged() {
    let text = "#include <klee/klee.h>\n#include <stdlib.h>\n\
        int main(void) {\n\
        size_t n;\n klee_make_symbolic(&n, sizeof n, \"n\");\n\
        klee_assume(n <= 30);\n\
        char *s = malloc(n);\n if (!s) return 1;\n\
        klee_make_symbolic(s, n, \"s\");\n\
        size_t at = 0;\n\
        while (at < n && s[at] == 'x') at++;\n\
        if (at < n) klee_assert(s[at] != 'x');\n\
        return at > 3;\n}\n";
    let bench = Bench::new();
    let file = bench.file("sized.c", text);
    let args = [
        &file,
        "--symbolic-sizes",
        "30",
        "--merge=pattern",
        "--merge-check",
        "--no-progress",
    ];
    let run = bench.run(&args);
    assert!(run.stdout.contains("VERIFIED"), "{}", run.stdout);
    assert!(run.stdout.contains("explored:  2 paths"), "{}", run.stdout);
}
