//! The tests compare the lines of random functions that symtool lists as covered with those that gcov lists. The
//! differences must follow from the rules in `docs/guide/output-folder.md`.
//!
//! symtool explores a function for one symbolic byte below 32. The program compiled by gcc runs on all 32 values. A
//! line that both tools list must be covered according to both tools or according to neither. A line that only one tool
//! lists must be of a kind that the rules name. `SYMTOOL_GCOV=300` checks 300 programs.
mod writer;

use crate::harness::{Bench, skipped};
use std::collections::BTreeMap;
use std::process::Command;

/// The `main` of each program. With `GCOV` defined, it calls the random function for each input. Otherwise it
/// calls the function once, with a symbolic input.
const MAIN: &str = "#include \"body.c\"\n#ifdef GCOV\nint main(void) { for (int c = 0; c < 32; c++) target(c); return 0; }\n\
    #else\n#include <klee/klee.h>\nint main(void) { unsigned char c; klee_make_symbolic(&c, 1, \"c\"); klee_assume(c < 32);\n\
    target(c); return 0; }\n#endif\n";

/// For each listed line of a file, whether the line was executed.
type Lines = BTreeMap<usize, bool>;

/// Returns the lines of `body.c` that gcov lists; `None` if gcc or gcov is not installed.
fn by_gcov(bench: &Bench) -> Option<Lines> {
    let run = |program: &str, args: &[&str]| {
        let mut command = Command::new(program);
        let output = command.args(args).current_dir(bench.path()).output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    run(
        "gcc",
        &["-w", "-DGCOV", "--coverage", "-O0", "-c", "main.c"],
    )?;
    run("gcc", &["--coverage", "-o", "all", "main.o"])?;
    run("./all", &[])?;
    let text = run("gcov", &["-t", "main.gcno"])?;
    let (mut lines, mut is_body) = (Lines::new(), false);
    for line in String::from_utf8_lossy(&text).lines() {
        let mut columns = line.splitn(3, ':').map(str::trim);
        let (Some(count), Some(number), Some(rest)) =
            (columns.next(), columns.next(), columns.next())
        else {
            continue;
        };
        if number == "0" {
            is_body = rest
                .strip_prefix("Source:")
                .map_or(is_body, |file| file == "body.c");
        } else if is_body && count != "-" {
            lines.insert(number.parse().ok()?, count != "#####");
        }
    }
    Some(lines)
}

/// Returns the lines that symtool lists in `coverage.json`.
fn by_symtool(bench: &Bench) -> Lines {
    bench.run(&["main.c", "--out", "o"]).expect_code(0);
    let text = bench.read("o/coverage.json");
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut lines = Lines::new();
    for file in json["files"].as_array().into_iter().flatten() {
        if file["file"] != "body.c" {
            continue;
        }
        for (key, reached) in [("reached", true), ("missed", false)] {
            let numbers = file["lines"][key].as_array().into_iter().flatten();
            let numbers = numbers.filter_map(serde_json::Value::as_u64);
            lines.extend(numbers.map(|number| (number as usize, reached)));
        }
    }
    lines
}

fn is_label(line: &str) -> bool {
    line.starts_with("case ")
        || line.starts_with("default:")
        || (line.starts_with('L') && line.contains(':'))
}

/// Returns whether a rule explains why symtool and gcov differ on a line. `symtool` and `gcov` say whether the tool
/// lists the line as covered; `None` means that the tool does not list the line.
fn is_explained(line: &str, symtool: Option<bool>, gcov: Option<bool>) -> bool {
    let only_label = is_label(line) && line.trim_end_matches([';', ' ']).ends_with(':');
    let head = line.ends_with('{') && line.contains(" target(") || line.contains(" clamp(int");
    match (symtool, gcov) {
        // symtool removes unreachable code and unused results before exploration.
        (None, Some(false)) => true,
        (None, Some(true)) => only_label || head || line.ends_with(';'),
        // gcov lists the body of a `do` and not the line of the keyword, and loses counts of labeled
        // statements.
        (Some(_), None) => line == "do",
        (Some(true), Some(false)) => is_label(line),
        _ => false,
    }
}

#[test]
fn covered_lines_are_those_of_gcov() {
    let count: u64 = std::env::var("SYMTOOL_GCOV")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(8);
    let mut common = 0;
    for seed in 1..=count {
        let bench = Bench::new();
        let body = writer::Writer::program(seed);
        bench.file("body.c", &body);
        bench.file("main.c", MAIN);
        let Some(gcov) = by_gcov(&bench) else {
            return skipped("there is no gcc with gcov");
        };
        let symtool = by_symtool(&bench);
        for (index, line) in body.lines().enumerate() {
            let (own, other) = (
                symtool.get(&(index + 1)).copied(),
                gcov.get(&(index + 1)).copied(),
            );
            common += usize::from(own.is_some() && own == other);
            let fine = own == other || is_explained(line.trim(), own, other);
            assert!(
                fine,
                "seed {seed}, line {}: symtool {own:?}, gcov {other:?}\n{body}",
                index + 1
            );
        }
    }
    assert!(common > 8 * count as usize, "only {common} lines in common");
}

#[test]
fn a_line_with_only_a_label_is_not_missed() {
    let bench = Bench::new();
    bench.file(
        "body.c",
        "int target(unsigned char c) {\n  int r = c;\n  if (c < 40) goto L;\n  r += 7;\n  L: ;\n  return r ^ 5;\n}\n",
    );
    bench.file("main.c", MAIN);
    let missed = by_symtool(&bench)
        .into_iter()
        .filter(|(_, reached)| !reached);
    assert_eq!(missed.map(|(line, _)| line).collect::<Vec<_>>(), [4]);
}
