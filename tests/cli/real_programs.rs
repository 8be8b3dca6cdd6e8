//! The tests of `symtool bench real`.
use crate::harness::Bench;

/// A small library with the functions that the driver `jsmn` calls.
const LIBRARY: &str = "\
#include <stddef.h>
typedef struct { int start; } jsmntok_t;
typedef struct { int at; } jsmn_parser;
static void jsmn_init(jsmn_parser *parser) { parser->at = 0; }
static int jsmn_parse(jsmn_parser *parser, const char *text, size_t size, jsmntok_t *tokens, unsigned most) {
  if (text[0] == '{')
    return 1;
  return text[1] == '[' ? 2 : -1;
}
int uncalled(int x) { return x ? 1 : 2; }
";

/// Checks that the test cases of each mode are replayed natively and counted, and that a program without sources is a row
/// of the table.
#[test]
fn covered_branch_sides_are_counted_natively() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path().join("sources/jsmn-9")).expect("a folder");
    bench.file("sources/jsmn-9/jsmn.h", LIBRARY);
    let args = [
        "bench",
        "real",
        "sources",
        "jsmn",
        "lz4",
        "--modes",
        "auto,plain",
        "--out",
        "r",
    ];
    let run = bench.run(&args).expect_code(0);
    // The library has six branch sides. The driver's own branches are not counted.
    for line in [
        "| jsmn    | 9       |     6 |      4 |      4 |\n",
        "| lz4     | 1.9.4   |     – | failed | failed |\n",
        "not measured: lz4: cannot use sources: it has no folder lz4-1.9.4",
        "auto covers at least as many branch sides as the best fixed mode: 1 of 1 programs",
    ] {
        assert!(run.stdout.contains(line), "{line}{}", run.stdout);
    }
    let csv = bench.read("r/real.csv");
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = csv.lines().skip(1).map(cells).collect();
    let of = |row: &Vec<String>| [&row[0], &row[4], &row[5], &row[11], &row[12]].map(String::clone);
    let expected = [
        ["jsmn", "auto", "verified", "4", "6"],
        ["jsmn", "plain", "verified", "4", "6"],
    ];
    assert!(
        rows.iter()
            .take(2)
            .map(of)
            .eq(expected.map(|row| row.map(str::to_owned))),
        "{csv}"
    );
    for file in ["real.md", "real-time.csv", "real-time.svg"] {
        assert!(bench.path().join("r").join(file).exists(), "{file}");
    }
}

#[test]
fn unknown_programs_and_missing_folders_are_errors() {
    let bench = Bench::new();
    let run = bench.run(&["bench", "real", "sources", "jsm"]);
    assert_eq!(run.code, 2);
    let message = "error: unknown program `jsm`; known: cjson, ";
    assert!(run.stderr.starts_with(message), "{}", run.stderr);
    let run = bench.run(&["bench", "real", "sources", "--paper", "new"]);
    let message = "error: unknown paper `new`; known: arrays, cfmse, patterns, qce\n";
    assert_eq!((run.code, run.stderr.as_str()), (2, message));
    let run = bench.run(&["bench", "real", "sources"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.starts_with("error: cannot use sources: "),
        "{}",
        run.stderr
    );
}
