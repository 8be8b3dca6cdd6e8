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

/// The expected results: program, verdict, number of states without merging, number of states with pattern merging.
const TABLE: &str = "
address.c      verified     50   3
command.c      verified    663   4
csv.c          verified     72   5
digits.c       verified     46   3
digits_sized.c verified     91   9
escapes.c      verified    197   3
fields.c       verified    258   3
header.c       verified     81   4
hostport.c     verified     41   4
keyword.c      verified    143   3
memspn.c       verified     19   1
memspn2.c      verified     36   2
memspn_sized.c verified     35   9
mime.c         verified     45   4
modes.c        verified     13   2
params.c       verified    143   4
path.c         verified     89   4
quoted.c       verified    271   3
quoted_false.c violation    53   6
search.c       verified     54   2
sequence.c     verified     51   3
status.c       verified     37   2
strcspn.c      verified    125   3
strspn.c       verified    151   3
strstr.c       verified    165   2
strtok.c       verified     61   2
sum.c          verified      6   1
tokens.c       verified   2839  24
trim.c         verified   3338   5
trim_false.c   violation    21   9
uri.c          verified     24   3
words_sized.c  verified    106  11
";

/// Compares the numbers of states with the table `TABLE`, so that a commit that changes a number shows the change. A
/// row has the program, the verdict, and the number of states without merging and with pattern merging.
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
    assert!(run.stdout.contains("explored:  1 path"), "{}", run.stdout);
}
