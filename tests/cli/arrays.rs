//! The tests check `--arrays` and `symtool explain`: results do not depend on the transformations of array
//! reads.
use crate::harness::{Bench, example};
use std::collections::BTreeSet;
use std::process::Command;

/// Programs with so few inputs that a run on each input is possible. The components are the name, the value of the
/// macro `SIZE` (the number of input bytes), and the number of paths.
const SMALL: [(&str, u32, u64); 6] = [
    ("lexer", 2, 19),
    ("utf8", 2, 7),
    ("utf8", 3, 15),
    ("crc32", 2, 4),
    ("base64", 2, 3),
    ("tsort", 2, 4),
];

/// Values of `--arrays`: sets of transformations of array reads. The exploration must have the same result with each
/// set. Every set contains `bits`, which turns the remaining array reads into nested if-then-else expressions. Without
/// `bits`, nested reads take minutes with Z3's theory of arrays.
const SUBSETS: [&str; 9] = [
    "bits",
    "bits,constant",
    "bits,index",
    "bits,value",
    "bits,mixed",
    "bits,constant,index",
    "bits,value,mixed",
    "published,bits,constant,index,value",
    "all",
];

/// Programs for which Z3 decides the queries over the theory of arrays quickly, each with a value of the macro `SIZE`.
const SHALLOW: [(&str, u32); 3] = [("mixed", 2), ("tsort", 2), ("base64", 2)];

/// Explores the program `name` with the transformations `arrays`, with `--verify` if `verify` is set. Returns the
/// number of paths, the verdict, and the outputs of the replays of all test cases. An output contains the inputs and
/// the executed lines.
fn explore(name: &str, size: u32, arrays: &str, verify: bool) -> (u64, String, BTreeSet<String>) {
    let verify = verify.then_some("--verify");
    let options: Vec<&str> = ["--arrays", arrays].into_iter().chain(verify).collect();
    explore_with(name, size, &options)
}

fn explore_with(name: &str, size: u32, options: &[&str]) -> (u64, String, BTreeSet<String>) {
    let bench = Bench::new();
    let (file, define) = (
        example(&format!("arrays/{name}.c")),
        format!("-DSIZE={size}"),
    );
    let mut args = vec![&*file, &define, "--out", "o"];
    args.extend(options);
    let json = bench.json(&args);
    let mut ways = BTreeSet::new();
    if let Ok(tests) = std::fs::read_dir(bench.path().join("o/tests")) {
        for test in tests {
            let test = test.expect("a file").path();
            if test.extension().is_some_and(|e| e == "json") {
                let test = test.display().to_string();
                let run = bench.run(&["replay", &test, &file, &define, "--trace"]);
                assert_eq!(run.code, 0, "{}", run.stderr);
                ways.insert(run.stdout + &run.stderr);
            }
        }
    }
    let paths = json["paths"]["completed"].as_u64().expect("a number");
    let verdict = json["verdict"].as_str().unwrap_or_default().to_owned();
    (paths, verdict, ways)
}

#[test]
fn any_subset_gives_the_same_paths_and_feasible_tests() {
    for (name, size) in [
        ("lexer", 1),
        ("utf8", 2),
        ("mixed", 2),
        ("tsort", 2),
        ("wheel", 1),
    ] {
        let expected = explore(name, size, SUBSETS[0], false);
        assert_eq!(expected.1, "verified");
        for subset in &SUBSETS[1..] {
            let found = explore(name, size, subset, false);
            let same = (found.0, &found.1) == (expected.0, &expected.1);
            assert!(same, "{name} {subset}: {found:?} {expected:?}");
            // Only the numbers of distinct outputs are compared. The outputs contain inputs, which may differ in
            // bytes on which no branch of the path depends.
            let same = found.2.len() == expected.2.len();
            assert!(same, "{name} {subset}: {found:#?} {expected:#?}");
        }
    }
}

#[test]
fn assertions_hold_with_any_subset() {
    for (name, size) in [
        ("lexer", 1),
        ("utf8", 3),
        ("mixed", 2),
        ("tsort", 2),
        ("wheel", 2),
        ("base64", 4),
        ("crc32", 2),
    ] {
        let expected = explore(name, size, SUBSETS[0], true);
        assert_eq!(expected.1, "verified", "{name}");
        for subset in &SUBSETS[1..] {
            let found = explore(name, size, subset, true);
            assert_eq!(found, expected, "{name} {subset}");
        }
    }
}

#[test]
fn z3_arrays_give_the_same_paths() {
    for (name, size) in SHALLOW {
        let expected = explore(name, size, "all", true);
        for subset in ["off", "index", "value,mixed"] {
            let found = explore(name, size, subset, true);
            assert_eq!(found, expected, "{name} {subset}");
        }
    }
}

/// A C file that gcc compiles together with a program. It runs the program on every input and counts the distinct
/// sequences of basic blocks.
const ALL_INPUTS: &str = r#"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint64_t input;
static int used;
static uint64_t way;
int program_main(void);
void klee_make_symbolic(void *to, size_t size, const char *name)
{
    memcpy(to, (char *)&input + used, size);
    used += size;
    (void)name;
}
void __sanitizer_cov_trace_pc(void)
{
    way = (way ^ (uint64_t)__builtin_return_address(0)) * 0x100000001b3u;
    way ^= way >> 29;
}
static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}
int main(int count, char **words)
{
    uint64_t inputs = 1ull << 8 * atoi(words[count - 1]);
    uint64_t *ways = malloc(inputs * sizeof *ways);
    for (input = 0; input < inputs; input++) {
        used = 0;
        way = 1469598103934665603u;
        program_main();
        ways[input] = way;
    }
    qsort(ways, inputs, sizeof *ways, compare);
    uint64_t different = 1;
    for (uint64_t i = 1; i < inputs; i++)
        different += ways[i] != ways[i - 1];
    printf("%llu\n", (unsigned long long)different);
}
"#;

/// Checks that the number of explored paths equals the number of different paths in concrete runs on all
/// inputs.
#[test]
fn explored_paths_equal_the_distinct_paths_of_all_inputs() {
    let bench = Bench::new();
    let driver = bench.file("driver.c", ALL_INPUTS);
    std::fs::create_dir(bench.path().join("klee")).expect("the folder is writable");
    bench.file(
        "klee/klee.h",
        "#include <stddef.h>\nvoid klee_make_symbolic(void *, size_t, const char *);\n",
    );
    for (name, size, paths) in SMALL {
        assert_eq!(explore(name, size, "all", false).0, paths, "{name} {size}");
        let compiled = |args: &[&str]| {
            let mut gcc = Command::new("gcc");
            gcc.args(args).current_dir(bench.path()).status()
        };
        let (define, source) = (
            format!("-DSIZE={size}"),
            example(&format!("arrays/{name}.c")),
        );
        let trace = "-fsanitize-coverage=trace-pc";
        let main = "-Dmain=program_main";
        let program = [
            "-w", "-O0", "-I.", main, trace, &define, "-c", &source, "-o", "p.o",
        ];
        match compiled(&program) {
            Ok(status) => assert!(status.success(), "{name}"),
            Err(_) => {
                println!("skipped: gcc is not installed");
                return;
            }
        }
        assert!(compiled(&["-O1", &driver, "p.o", "-o", "all"]).is_ok_and(|s| s.success()));
        let mut all = Command::new(bench.path().join("all"));
        let counted = all.arg(size.to_string()).output().expect("it runs");
        let counted = String::from_utf8_lossy(&counted.stdout);
        assert_eq!(counted.trim(), paths.to_string(), "{name} {size}");
    }
}

/// A program with unusual tables: empty and huge tables, and tables that are also written at symbolic indices.
const ODD: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
static const unsigned char none[1];
static unsigned char written[300] = {[7] = 7, [100] = 9};
static unsigned short wide[64][3] = {{1, 2, 3}, {4, 5, 6}, [40] = {7, 8, 9}};
static unsigned char huge[1 << 20] = {[70000] = 5, [70001] = 5, [900000] = 6};
int main(void)
{
    unsigned char at[3];
    unsigned far;
    klee_make_symbolic(at, sizeof at, "at");
    klee_make_symbolic(&far, sizeof far, "far");
    int found = 0;
    written[at[0]] = 200;
    if (written[at[1]] == 200)
        found |= 1;
    else
        klee_assert(at[0] != at[1]);
    if (wide[at[1] & 63][at[2] % 3] == 8) {
        klee_assert((at[1] & 63) == 40 && at[2] % 3 == 1);
        found |= 2;
    }
    if (far < sizeof huge && huge[far] == 5) {
        klee_assert(far == 70000 || far == 70001);
        found |= 4;
    }
    unsigned char *empty = malloc(0);
    if (at[2] > 250 && far > 5 && far < 5)
        found |= none[far] + empty[at[2]];
    free(empty);
    return found;
}
"#;

#[test]
fn unusual_tables_are_explored_correctly() {
    let bench = Bench::new();
    let file = bench.file("odd.c", ODD);
    let mut paths = BTreeSet::new();
    for subset in SUBSETS {
        let json = bench.json(&[&file, "--arrays", subset]);
        assert_eq!(json["verdict"], "verified", "{subset}: {json}");
        paths.insert(json["paths"]["completed"].as_u64());
        if subset == "all" {
            let nodes = json["queries"]["avg_nodes"].as_f64().expect("a number");
            assert!(nodes < 3000.0, "{nodes}");
        }
    }
    assert_eq!(paths.len(), 1, "{paths:?}");
}

#[test]
fn an_unknown_transformation_is_rejected_with_the_known_ones() {
    let bench = Bench::new();
    let file = bench.file("odd.c", ODD);
    let run = bench.run(&[&file, "--arrays", "indexes"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("constant, index, value, mixed, bits"),
        "{}",
        run.stderr
    );
}

#[test]
fn explain_shows_the_rewriting_of_a_read() {
    let bench = Bench::new();
    let text = "\
#include <klee/klee.h>
static const signed char table[256] = {[43] = 1, [47] = 2, [48] = 2, [49] = 2};
int main(void) {
  unsigned char k;
  klee_make_symbolic(&k, 1, \"k\");
  int value = table[k];
  if (value > 1)
    return 1;
  return 0;
}
";
    let file = bench.file("t.c", text);
    let run = bench.run(&["explain", &format!("{file}:6")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for part in [
        "t.c:7",
        "index (checked at",
        "before: ",
        "(read [",
        "after:  ",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let run = bench.run(&["explain", &format!("{file}:3")]);
    assert!(
        run.stdout.contains("no condition on an array read"),
        "{}",
        run.stdout
    );
    let run = bench.run(&["explain", "t.c"]);
    assert!(run.stderr.contains("expected FILE:LINE"), "{}", run.stderr);
}

/// Checks that `--merge-all-tests` writes one test for each path that a merged path represents. The tests must
/// take the same paths as the tests of a run without merging.
#[test]
fn merged_paths_read_arrays_like_single_paths() {
    for (name, size) in [
        ("lexer", 1),
        ("utf8", 2),
        ("mixed", 2),
        ("tsort", 2),
        ("wheel", 1),
    ] {
        let expected = explore_with(name, size, &[]);
        for policy in ["--merge=static", "--merge=dynamic"] {
            let found = explore_with(name, size, &[policy, "--merge-all-tests"]);
            assert_eq!(found.1, expected.1, "{name} {policy}");
            let same = found.2.len() == expected.2.len();
            assert!(same, "{name} {policy}: {found:#?} {expected:#?}");
            let verified = explore_with(name, size, &[policy, "--verify"]);
            assert_eq!(verified.1, "verified", "{name} {policy}");
        }
    }
}

/// Checks reads after a merge point that are out of bounds for only one of the two merged states. The failures
/// must equal those of a run without merging, and each failure must be confirmed by replay.
#[test]
fn failures_after_merged_reads_are_found() {
    let bench = Bench::new();
    let file = bench.file(
        "table.c",
        "#include <klee/klee.h>
#include <assert.h>
static const unsigned char kinds[16] = {1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 9, 9, 8, 8, 7, 7};
int main(void) {
  unsigned char a, b, kind;
  klee_make_symbolic(&a, sizeof a, \"a\");
  klee_make_symbolic(&b, sizeof b, \"b\");
  int sum = 0;
  kind = kinds[a & 15];
  if (kind == 9)
    sum = b;
  else if (kind > 4)
    sum += 2;
  if (kinds[b & 15] == 7)
    sum++;
  assert(sum != 200);
  assert(kinds[sum & 15] != 7 || a < 128);
  return kinds[sum & 31];
}
",
    );
    let found = |options: &[&str]| {
        let mut args = vec![&*file, "--all-errors"];
        args.extend(options);
        let json = bench.json(&args);
        let errors = json["errors"].as_array().cloned().unwrap_or_default();
        let places = errors
            .iter()
            .map(|e| format!("{} {} {}", e["kind"], e["file"], e["line"]));
        (json["verdict"].to_string(), places.collect::<BTreeSet<_>>())
    };
    let expected = found(&[]);
    assert_eq!(expected.1.len(), 3, "{expected:?}");
    for policy in ["--merge=static", "--merge=dynamic"] {
        for arrays in ["--arrays=off", "--arrays=all"] {
            assert_eq!(found(&[policy, arrays]), expected, "{policy} {arrays}");
        }
    }
}
