//! The tests check the contents of the output folder after complete and interrupted runs, and that equal runs write
//! equal contents.
use crate::harness::{Bench, example, signal, skipped};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = "\
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

static int never(void)
{
    return 1;
}

int main(void)
{
    char text[3];
    klee_make_symbolic(text, sizeof text, \"text\");
    klee_assume(text[2] == 0);
    switch (text[0]) {
    case 'a': return strlen(text);
    case 'b': puts(\"b\"); return 2;
    }
    if (text[0] == 'c' && text[0] == 'd')
        return never();
    return 0;
}
";

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn read_json(path: &Path) -> Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn snapshot(name: &str, text: &str) {
    insta::with_settings!({ snapshot_path => "../../snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, text);
    });
}

/// Returns the relative path and the contents of every file below `folder`.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it lies inside");
                let bytes = std::fs::read(&path).expect("it can be read");
                found.insert(name.display().to_string(), bytes);
            }
        }
    }
    found
}

#[test]
fn coverage_is_reported_by_line_function_and_branch() {
    let bench = Bench::new();
    bench.file("p.c", PROGRAM);
    bench.run(&["p.c", "--out", "o"]).expect_code(0);
    let out = bench.path().join("o");
    let coverage = read_json(&out.join("coverage.json"));
    let files = coverage["files"].as_array().expect("a list");
    let names: Vec<&str> = files.iter().filter_map(|f| f["file"].as_str()).collect();
    assert!(names.contains(&"p.c"), "{names:?}");
    assert!(
        names
            .iter()
            .any(|name| name.ends_with("strlen.c>") || name.ends_with("strlen.c"))
    );
    let own = files
        .iter()
        .find(|f| f["file"] == "p.c")
        .expect("it is there");
    assert_eq!(
        own["lines"]["missed"],
        serde_json::json!([7, 20]),
        "{own:#}"
    );

    let folder = std::fs::canonicalize(bench.path()).expect("a folder");
    let lcov = read(&out.join("coverage.lcov"));
    let lcov = lcov
        .replace(&folder.display().to_string(), "DIR")
        .replace(&bench.path().display().to_string(), "DIR");
    snapshot("coverage_lcov", &lcov);
    check_lcov(&lcov);
    show_with_genhtml(&out);
}

/// Asserts that the totals of each source file in the lcov report `text` agree with the file's records in the report.
fn check_lcov(text: &str) {
    for (records, (all, hit)) in [
        ("FNDA", ("FNF", "FNH")),
        ("BRDA", ("BRF", "BRH")),
        ("DA", ("LF", "LH")),
    ] {
        let of = |name: &str| -> Vec<String> {
            let values = text.lines().filter_map(|line| line.split_once(':'));
            values
                .filter(|(n, _)| *n == name)
                .map(|(_, v)| v.to_owned())
                .collect()
        };
        let list = of(records);
        let is_hit = |record: &&String| match records {
            "FNDA" => !record.starts_with("0,"),
            _ => !record.ends_with(",0") && !record.ends_with(",-"),
        };
        assert_eq!(of(all), [list.len().to_string()], "{records}");
        assert_eq!(
            of(hit),
            [list.iter().filter(is_hit).count().to_string()],
            "{records}"
        );
    }
}

fn show_with_genhtml(out: &Path) {
    let shown = Command::new("genhtml")
        .args(["--branch-coverage", "--quiet", "-o"])
        .arg(out.join("html"))
        .arg(out.join("coverage.lcov"))
        .output();
    match shown {
        Ok(output) => assert!(output.status.success(), "{output:?}"),
        Err(error) => skipped(&format!("genhtml (Debian package lcov): {error}")),
    }
}

#[test]
fn the_log_records_events_and_output_is_kept() {
    let bench = Bench::new();
    bench.file("p.c", PROGRAM);
    bench
        .run(&["p.c", "--out", "o", "--check", "assert"])
        .expect_code(0);
    let log = read(&bench.path().join("o/run.log"));
    let events = log.lines().map(|line| &line[12..]);
    // The event with the size of the program is left out, so that the expected text does not change with the front
    // end.
    let events: Vec<&str> = events.filter(|event| !event.starts_with("p.c: ")).collect();
    snapshot("run_log", &events.join("\n"));
    assert_eq!(
        read(&bench.path().join("o/output.log")).lines().last(),
        Some("b")
    );
    let stats = read(&bench.path().join("o/stats.csv"));
    let rows: Vec<Vec<&str>> = stats.lines().map(|row| row.split(',').collect()).collect();
    let column = |name| rows[0].iter().position(|&n| n == name).expect("a column");
    let last = &rows[rows.len() - 1];
    let summary = read_json(&bench.path().join("o/summary.json"));
    assert_eq!(
        last[column("paths")],
        summary["paths"]["completed"].to_string()
    );
    assert_eq!(last[column("tree")], "1.000000");
    assert_eq!(last[column("live")], "0");
    assert_eq!(
        last[column("lines_covered")],
        summary["coverage"]["lines_covered"].to_string()
    );
}

/// Returns the files without times and memory sizes, which may differ between equal runs. The function removes fields
/// of the summary and the first columns of the log. Of the statistics, it keeps only the last row, without its columns
/// of times and memory.
fn normalised(mut files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, String> {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let mut summary: Value =
        serde_json::from_slice(&files.remove("summary.json").expect("a summary")).expect("JSON");
    for field in [
        "/time_s",
        "/peak_memory_bytes",
        "/queries/solver_time_s",
        "/cfmse/time_ms",
    ] {
        if let Some(value) = summary.pointer_mut(field) {
            *value = Value::Null;
        }
    }
    let links = summary.pointer_mut("/queries/links");
    for link in links.and_then(Value::as_array_mut).into_iter().flatten() {
        link["time_s"] = Value::Null;
    }
    let mut report: Value =
        serde_json::from_slice(&files.remove("report.json").expect("a report")).expect("JSON");
    remove_times(&mut report);
    let log = text(files.remove("run.log").expect("a log"));
    let log: Vec<&str> = log.lines().map(|line| &line[12..]).collect();
    let stats = text(files.remove("stats.csv").expect("statistics"));
    let names: Vec<&str> = stats.lines().next().expect("a header").split(',').collect();
    let last = stats.lines().last().expect("a row").split(',');
    let row: Vec<String> = names
        .iter()
        .zip(last)
        .filter(|(name, _)| !["time_s", "solver_time_s", "memory_bytes"].contains(name))
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let special = [
        ("summary.json".to_owned(), summary.to_string()),
        ("report.json".to_owned(), report.to_string()),
        ("run.log".to_owned(), log.join("\n")),
        ("stats.csv".to_owned(), row.join("\n")),
    ];
    let others = files
        .into_iter()
        .map(|(name, bytes)| (name, format!("{bytes:?}")));
    others.chain(special).collect()
}

/// Removes the times and memory sizes of a report.
fn remove_times(report: &mut Value) {
    for field in ["phases", "query_us"] {
        report[field] = Value::Null;
    }
    for figure in report["figures"].as_array_mut().into_iter().flatten() {
        if ["time", "solver chain time", "memory"]
            .iter()
            .any(|&label| figure["label"] == label)
        {
            figure["value"] = Value::Null;
        }
    }
    for table in report["tables"].as_array_mut().into_iter().flatten() {
        let columns = table["columns"].as_array().cloned().unwrap_or_default();
        for row in table["rows"].as_array_mut().into_iter().flatten() {
            for (at, column) in columns.iter().enumerate() {
                if column == "time" {
                    row[at] = Value::Null;
                }
            }
        }
    }
}

#[test]
fn equal_options_give_equal_files() {
    let failing = "\
#include <klee/klee.h>
#include <assert.h>
int main(void)
{
    unsigned char x[4], table[5] = {1, 2, 3, 4, 5};
    unsigned sum = 0;
    klee_make_symbolic(x, sizeof x, \"x\");
    for (int i = 0; i < 4; i++)
        if (x[i] > 9 + i)
            sum += x[i] & 1 ? table[x[i] % 5] : 7;
    assert(sum != 19);
    return table[sum];
}
";
    let searches = symtool_engine::search::SEARCHERS.iter().map(|row| row.name);
    for search in searches {
        for more in [
            &["--seed", "5"][..],
            &["--only-new"],
            &["--cfmse=speculative"],
        ] {
            let bench = Bench::new();
            bench.file("f.c", failing);
            let run = || {
                let mut args = vec!["f.c", "--out", "o", "--search", search];
                args.extend(more);
                bench.run(&args).expect_code(10);
                let out = bench.path().join("o");
                let found = normalised(files(&out));
                std::fs::remove_dir_all(out).expect("it can go");
                found
            };
            let (first, second) = (run(), run());
            let names =
                |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&first), names(&second), "{search} {more:?}");
            for (name, text) in &first {
                assert_eq!(Some(text), second.get(name), "{search} {more:?}: {name}");
            }
        }
    }
}

/// Starts a long run with output folder `o` and waits until it has written some tests.
fn long_run(bench: &Bench) -> std::process::Child {
    let child = bench
        .command(&[&example("cfmse/toupper.c"), "-DSIZE=100", "--out", "o"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("symtool starts");
    bench.wait_for_tests(50);
    child
}

#[test]
fn a_kill_loses_no_test_that_was_reported() {
    let bench = Bench::new();
    let mut child = long_run(&bench);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let out = bench.path().join("o");
    assert!(!out.join("summary.json").exists());
    let tests = files(&out.join("tests"));
    let numbers = |ending: &str| -> Vec<u32> {
        let names = tests.keys().filter_map(|name| name.strip_suffix(ending));
        names.map(|name| name.parse().expect("a number")).collect()
    };
    // The run was killed, so the `.ktest` or the `.json` file of the last test may be missing. No test before
    // the last one may be missing.
    let (ktest, json) = (numbers(".ktest"), numbers(".json"));
    assert!(ktest.len() >= 20, "{ktest:?}");
    assert_eq!(ktest, (1..=ktest.len() as u32).collect::<Vec<_>>());
    assert!(json.len() == ktest.len() || json.len() == ktest.len() + 1);
    let size = tests["000001.ktest"].len();
    for (name, bytes) in tests.iter().filter(|(name, _)| !name.ends_with(".tmp")) {
        if name.ends_with(".ktest") {
            assert!(bytes.starts_with(b"KTEST") && bytes.len() == size, "{name}");
        } else {
            serde_json::from_slice::<Value>(bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
    // Every test case that the log names must exist as a file.
    let log = read(&out.join("run.log"));
    let whole = log.rfind('\n').map_or("", |end| &log[..end]);
    for line in whole
        .lines()
        .filter(|line| line[12..].starts_with("tests/"))
    {
        let name = line[12..].split(':').next().expect("a name");
        assert!(out.join(format!("{name}.ktest")).exists(), "{line}");
    }
    let last = format!("o/tests/{:06}.ktest", ktest.len());
    bench
        .run(&["replay", &last, &example("cfmse/toupper.c"), "-DSIZE=100"])
        .expect_code(0);
}

#[test]
fn an_interrupted_run_writes_all_files() {
    for name in ["-INT", "-TERM"] {
        let bench = Bench::new();
        let child = long_run(&bench);
        signal(&child, name);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(20));
        let out = bench.path().join("o");
        let summary = read_json(&out.join("summary.json"));
        let reasons = summary["incomplete_reasons"].to_string();
        assert!(reasons.contains("interrupt"), "{name}: {reasons}");
        let paths = &summary["paths"]["completed"];
        // Test cases with an outcome other than an interrupt belong to completed paths. The other test cases belong to
        // states that were live at the interrupt.
        let tests = summary["tests"].as_array().expect("tests").iter();
        let completed = tests.filter(|test| !test["kind"].to_string().contains("interrupt"));
        assert_eq!(Some(completed.count() as u64), paths.as_u64());
        assert!(read(&out.join("coverage.lcov")).contains("toupper.c"));
        assert!(read_json(&out.join("coverage.json"))["files"].is_array());
        let stats = read(&out.join("stats.csv"));
        let last = stats.lines().last().expect("a row");
        assert_eq!(last.split(',').nth(1), Some(&*paths.to_string()), "{last}");
        assert!(read(&out.join("run.log")).contains("verdict: incomplete"));
        let left = files(&out);
        assert!(left.keys().all(|file| !file.ends_with(".tmp")), "{name}");
    }
}

/// Checks that exploration drops some live states at the memory limit and continues with the other live states.
#[test]
fn states_are_dropped_at_the_memory_limit() {
    let bench = Bench::new();
    let json = bench.json(&[
        &example("cfmse/toupper.c"),
        "-DSIZE=100",
        "--search",
        "bfs",
        "--max-memory",
        "90M",
        "--max-instructions",
        "3000000",
    ]);
    assert_eq!(json["verdict"], "incomplete", "{json}");
    let reasons = json["incomplete_reasons"].to_string();
    assert!(
        reasons.contains("dropped to stay below the memory limit"),
        "{reasons}"
    );
    let peak = json["peak_memory_bytes"].as_u64().expect("a number");
    assert!(peak < 250_000_000, "{peak}");
}

#[test]
fn expensive_queries_and_lines_are_reported() {
    let bench = Bench::new();
    let run = bench
        .run(&[&example("cfmse/toupper.c"), "-DSIZE=6", "--stats"])
        .expect_code(0);
    let lines: Vec<&str> = run.stdout.lines().map(str::trim).collect();
    let at = |start: &str| {
        let found = lines.iter().position(|line| line.starts_with(start));
        found.unwrap_or_else(|| panic!("{start}: {}", run.stdout))
    };
    let forks = lines[at("forks:") + 1];
    assert!(forks.ends_with("toupper.c:28: 63 forks"), "{forks}");
    assert!(lines[at("solver:") + 1].contains(" s in "));
    let slowest = &lines[at("slowest queries:") + 1..];
    let queries = slowest.iter().filter(|line| line.contains("answered by"));
    let queries: Vec<&&str> = queries.collect();
    assert!((1..=5).contains(&queries.len()), "{}", run.stdout);
    assert!(
        queries.iter().any(|q| q.contains("toupper.c:28: branch; ")),
        "{queries:?}"
    );
}
