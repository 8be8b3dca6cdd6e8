//! `--merge=pattern` on the programs of `examples/c/patterns/`: the verdict and coverage of a plain run, every merge proved.
use crate::harness::{Bench, example};
use serde_json::Value;
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

#[test]
fn merged_runs_find_what_plain_ones_find() {
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
                assert_eq!(counted["patterns that a solver did not prove"], 0, "{name}");
                made += counted["states made by patterns"].as_u64().unwrap_or(0);
            }
        }
    }
    assert!(made >= 20, "only {made} states were made by patterns");
}

/// Conditions and values over objects whose size depends on the input.
#[test]
fn objects_of_symbolic_size_are_looped_over() {
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
