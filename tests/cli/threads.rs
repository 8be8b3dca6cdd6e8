//! The tests check the option `--threads`: the summary equals the summary of a run with one thread, all test
//! cases are on disk, and interrupts work.
use crate::harness::{Bench, example, signal};
use serde_json::Value;
use std::collections::BTreeSet;

fn kinds(json: &Value) -> Vec<String> {
    let tests = json["tests"].as_array().expect("a list").iter();
    let mut kinds: Vec<String> = tests.map(|test| test["kind"].to_string()).collect();
    kinds.sort();
    kinds
}

#[test]
fn several_threads_give_the_same_summary_as_one() {
    let bench = Bench::new();
    let programs: [&[&str]; 4] = [
        &["cfmse/toupper.c", "-DSIZE=6"],
        &["cfmse/transitive_closure.c", "-DSIZE=3"],
        &["cfmse/merge_sort.c", "-DSIZE=4"],
        &["cfmse/connected_components.c", "-DSIZE=3", "--cfmse"],
    ];
    for program in programs {
        let file = example(program[0]);
        let explore = |threads: &str| {
            let mut args = vec![file.as_str(), "--threads", threads];
            args.extend(&program[1..]);
            bench.json(&args)
        };
        let alone = explore("1");
        for threads in ["2", "4"] {
            let json = explore(threads);
            for field in ["verdict", "incomplete_reasons", "instructions", "coverage"] {
                assert_eq!(json[field], alone[field], "{program:?} {field}");
            }
            for field in ["completed", "errors", "killed", "forks", "multiplicity"] {
                let (json, alone) = (&json["paths"][field], &alone["paths"][field]);
                assert_eq!(json, alone, "{program:?} paths.{field}");
            }
            assert_eq!(kinds(&json), kinds(&alone), "{program:?}");
            let tests = json["tests"].as_array().expect("a list");
            let files: BTreeSet<_> = tests.iter().filter_map(|t| t["file"].as_str()).collect();
            assert_eq!(files.len(), tests.len(), "{program:?}");
            for file in files {
                let path = bench.path().join(file);
                assert!(path.exists() && path.with_extension("json").exists());
            }
        }
    }
}

/// Checks that several threads represent the same paths as one thread, although each of them merges only its own
/// states.
#[test]
fn merging_with_several_threads_represents_the_same_paths() {
    let bench = Bench::new();
    let failing = bench.file(
        "sums.c",
        "#include <assert.h>\n\
         unsigned char nondet_uchar(void);\n\
         int main(void) {\n  int table[6] = {0}, n = 0;\n\
         \x20 for (int i = 0; i < 5; i++) {\n\
         \x20   unsigned char x = nondet_uchar();\n\
         \x20   if (x > 200) n++; else if (x > 100) table[n] = x;\n\
         \x20 }\n\
         \x20 if (n > 1) assert(table[1] != 150);\n\
         \x20 return table[n];\n}\n",
    );
    let programs: [&[&str]; 4] = [
        &[&failing],
        &[&example("cfmse/merge_sort.c"), "-DSIZE=4"],
        &[&example("cfmse/connected_components.c"), "-DSIZE=3"],
        &[
            &example("cfmse/transitive_closure.c"),
            "-DSIZE=3",
            "-DMERGE",
        ],
    ];
    for program in programs {
        for policy in ["static", "dynamic", "history", "pattern", "cfg", "manual"] {
            let explore = |threads: &str| {
                let mut args = vec!["--count-paths", "--only-new", "--threads", threads];
                args.extend(["--merge", policy]);
                args.extend(program);
                bench.json(&args)
            };
            let alone = explore("1");
            let lines = |json: &Value| -> BTreeSet<String> {
                let errors = json["errors"].as_array().expect("a list").iter();
                errors.map(|error| error["line"].to_string()).collect()
            };
            for threads in ["2", "4"] {
                let json = explore(threads);
                let context = format!("{program:?} {policy} {threads}");
                for field in ["verdict", "incomplete_reasons", "coverage"] {
                    assert_eq!(json[field], alone[field], "{context}: {field}");
                }
                assert_eq!(json["paths"]["exact"], alone["paths"]["exact"], "{context}");
                assert_eq!(lines(&json), lines(&alone), "{context}");
            }
        }
    }
}

#[test]
fn a_violation_found_with_threads_is_replayed() {
    let bench = Bench::new();
    let file = bench.file(
        "bits.c",
        "#include <klee/klee.h>\n#include <assert.h>\n\
         int main(void) {\n  unsigned char x; int n = 0;\n\
         \x20 klee_make_symbolic(&x, sizeof x, \"x\");\n\
         \x20 for (int i = 0; i < 8; i++) if (x >> i & 1) n++;\n\
         \x20 assert(n != 5 || x != 0x9b);\n  return 0;\n}\n",
    );
    let json = bench.json(&[&file, "--threads", "3", "--out", "o"]);
    assert_eq!(json["verdict"], "violation");
    let errors = json["errors"].as_array().expect("a list");
    assert_eq!(errors.len(), 1, "{json}");
    assert_eq!(errors[0]["inputs"]["x"], "9b");
    bench
        .run(&["replay", "o/errors/000001.ktest", &file])
        .expect_code(10);
    bench
        .run(&[&file, "--threads", "3", "--verify", "--quiet"])
        .expect_code(10);
}

#[test]
fn an_interrupt_stops_all_threads_and_keeps_the_results() {
    let bench = Bench::new();
    let program = example("cfmse/toupper.c");
    let args = ["-DSIZE=100", "--out", "o", "--json", "--threads", "3"];
    let args: Vec<&str> = std::iter::once(program.as_str()).chain(args).collect();
    let child = bench
        .command(&args)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("symtool starts");
    bench.wait_for_tests(1);
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(20));
    let text = bench.read("o/summary.json");
    let json: Value = serde_json::from_str(&text).expect("an object");
    assert_eq!(
        json["incomplete_reasons"].as_array().map(Vec::len),
        Some(1),
        "{}",
        json["incomplete_reasons"]
    );
    assert!(
        json["incomplete_reasons"][0]
            .as_str()
            .is_some_and(|t| t.contains("interrupt"))
    );
    let tests = json["tests"].as_array().expect("a list");
    assert!(!tests.is_empty());
    let written = |test: &Value| bench.path().join(test["file"].as_str().unwrap()).exists();
    assert!(tests.iter().all(written));
    assert_eq!(json["paths"]["completed"], tests.len());
}

#[test]
fn zero_threads_are_rejected() {
    let bench = Bench::new();
    let run = bench.run(&[&example("cfmse/toupper.c"), "--threads", "0"]);
    assert!(
        run.expect_code(2)
            .stderr
            .contains("a number from 1 to 1024")
    );
}
