//! The tests check that each JSON object that symtool prints or writes has the version of its layout, and that
//! `docs/reference/file-formats.md` names the version.
use crate::harness::Bench;
use serde_json::Value;

const PROGRAM: &str = "\
#include <klee/klee.h>
int main(void) {
  int x = klee_range(0, 9, \"x\");
  klee_assert(x * x != 49);
  return x > 3;
}
";

#[track_caller]
fn assert_version(text: &str, output: &str) {
    let object: Value =
        serde_json::from_str(text).unwrap_or_else(|e| panic!("{output}: {e}\n{text}"));
    assert_eq!(object["schema"], 1, "{output}");
}

#[test]
fn each_file_of_a_run_has_a_version() {
    let bench = Bench::new();
    bench.file("p.c", PROGRAM);
    let options = [
        "--out",
        "o",
        "--dump-queries",
        "q",
        "--links",
        "only:oneshot",
    ];
    let known = ["--baseline", "o.json", "--update-baseline"];
    bench
        .run(&[&["p.c"][..], &options, &known].concat())
        .expect_code(0);
    let mut files = vec!["o.json".to_owned()];
    for folder in ["o", "o/tests", "o/errors"] {
        let entries = std::fs::read_dir(bench.path().join(folder)).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let names = names.map(|name| format!("{folder}/{}", name.to_string_lossy()));
        files.extend(names.filter(|name| name.ends_with(".json")));
    }
    assert!(files.len() >= 5, "{files:?}");
    for file in &files {
        assert_version(&bench.read(file), file);
    }
    let queries = bench.read("q/queries.jsonl");
    assert!(!queries.is_empty());
    for line in queries.lines() {
        assert_version(line, "queries.jsonl");
    }
}

#[test]
fn each_printed_object_has_a_version() {
    let bench = Bench::new();
    bench.file("p.c", PROGRAM);
    bench.file("bad.c", "int main(void) { return y; }\n");
    bench.run(&["p.c", "--out", "o"]).expect_code(10);
    for args in [
        &["p.c", "--json"][..],
        &["bad.c", "--json"],
        &["check", "p.c", "--json"],
        &["replay", "o/errors/000001.json", "p.c", "--json"],
        &["compare", "p.c", "plain", "cfmse", "--json"],
        &["ir", "p.c", "--stats-json"],
        &["lab", "list", "--json"],
    ] {
        let run = bench.run(args);
        assert_version(&run.stdout, &args.join(" "));
    }
}
