//! The tests check `--count-paths`, the exact number of program paths that merged states represent.
use crate::harness::{Bench, example};
use serde_json::Value;

/// Programs with their options. Each program has so few paths that exploration without merging ends quickly.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("cfmse/toupper", &["-DSIZE=6"]),
    ("cfmse/bitonic_sort", &["-DSIZE=4"]),
    ("cfmse/connected_components", &["-DSIZE=3"]),
    ("cfmse/merge_sort", &["-DSIZE=4"]),
    ("cfmse/transitive_closure", &["-DSIZE=3"]),
    ("cfmse/dilation", &["-DSIZE=4"]),
    ("cfmse/erosion", &["-DSIZE=4"]),
    ("qce/echo", &["--sym-args", "0", "2", "2"]),
    ("qce/sleep", &["--sym-args", "0", "2", "2"]),
    ("qce/nice", &["--sym-args", "0", "2", "2"]),
    ("qce/link", &["--sym-args", "0", "2", "2"]),
    ("qce/paste", &["--sym-args", "0", "2", "2"]),
    ("qce/join", &["--sym-args", "0", "2", "2"]),
    ("arrays/lexer", &["-DSIZE=1"]),
    ("arrays/tsort", &["-DSIZE=3"]),
    ("patterns/memspn", &["-DSIZE=8"]),
    ("patterns/strtok", &["-DSIZE=6"]),
    ("patterns/digits", &["-DSIZE=6"]),
    ("patterns/address", &["-DSIZE=4"]),
    ("patterns/command", &["-DSIZE=4"]),
    ("patterns/csv", &["-DSIZE=4"]),
    ("patterns/escapes", &["-DSIZE=4"]),
    ("patterns/fields", &["-DSIZE=4"]),
    ("patterns/header", &["-DSIZE=4"]),
    ("patterns/hostport", &["-DSIZE=4"]),
    ("patterns/keyword", &["-DSIZE=4"]),
    ("patterns/mime", &["-DSIZE=4"]),
    ("patterns/params", &["-DSIZE=4"]),
    ("patterns/path", &["-DSIZE=4"]),
    ("patterns/quoted", &["-DSIZE=4"]),
    ("patterns/search", &["-DSIZE=4"]),
    ("patterns/sequence", &["-DSIZE=4"]),
    ("patterns/status", &["-DSIZE=4"]),
    ("patterns/strcspn", &["-DSIZE=4"]),
    ("patterns/strspn", &["-DSIZE=4"]),
    ("patterns/strstr", &["-DSIZE=4"]),
    ("patterns/sum", &["-DSIZE=4"]),
    ("patterns/tokens", &["-DSIZE=3"]),
    ("patterns/trim", &["-DSIZE=4"]),
    ("patterns/uri", &["-DSIZE=4"]),
];

fn paths(program: &str, options: &[&str], more: &[&str]) -> Value {
    let bench = Bench::new();
    let file = example(&format!("{program}.c"));
    let args = [&[file.as_str(), "--only-new"], options, more].concat();
    bench.json(&args)["paths"].clone()
}

#[test]
fn exact_counts_are_the_numbers_of_paths_without_merging() {
    for (program, options) in PROGRAMS {
        let plain = paths(program, options, &["--count-paths"]);
        assert_eq!(plain["exact"], plain["completed"], "{program}");
        for policy in ["static", "dynamic", "cfg", "pattern"] {
            let policy = format!("--merge={policy}");
            let merged = paths(program, options, &["--count-paths", &policy]);
            assert_eq!(merged["exact"], plain["completed"], "{program} {policy}");
        }
    }
}

/// Checks that the numbers of paths of independent merges are multiplied. The program has 2^100 paths, so the count
/// cannot be the result of visiting each path.
/// After a merge, the printed text is unknown. A question about its length must not split the merged paths.
#[test]
fn the_length_of_a_merged_text_splits_no_path() {
    let bench = Bench::new();
    let text = "#include <stdio.h>\nint main(int argc, char **argv) {\n    const char *s = argv[1];\n    \
        int n = 0;\n    if (*s == 'a') { s++; n++; }\n    int size = printf(\"<%s>\", s);\n    \
        if (size == 0) n++;\n    return n;\n}\n";
    bench.file("text.c", text);
    for merge in ["static", "dynamic", "cfg"] {
        let json = bench.json(&[
            "text.c",
            "--merge",
            merge,
            "--count-paths",
            "--sym-arg",
            "2",
        ]);
        assert_eq!(json["paths"]["exact"], 2, "{merge}: {json}");
    }
}

#[test]
fn the_paths_of_independent_branches_are_counted_without_visiting_them() {
    let bench = Bench::new();
    let file = example("cfmse/toupper.c");
    let run = bench.run(&[
        &file,
        "-DSIZE=100",
        "--count-paths",
        "--merge=static",
        "--json",
    ]);
    // The number exceeds the integers of the JSON type `Value`, so the text is compared.
    let exact = format!("\"exact\": {}", 1u128 << 100);
    assert!(run.stdout.contains(&exact), "{}", run.stdout);
}

#[test]
fn techniques_that_do_not_follow_every_path_reject_counting() {
    let bench = Bench::new();
    let file = example("cfmse/toupper.c");
    for mode in ["--cfmse", "--cdse"] {
        let run = bench.run(&[&file, "--count-paths", mode]);
        assert!(
            run.stderr.contains("--count-paths cannot be combined with"),
            "{}",
            run.stderr
        );
    }
    let json = bench.json(&[&file, "-DSIZE=3"]);
    assert!(json["paths"].get("exact").is_none(), "{json}");
}
