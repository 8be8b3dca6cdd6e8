//! The tests explore each program of `examples/c/errors/` with the options in its header comment, and compare the
//! report with a snapshot. [`host`] runs the program compiled by gcc on the found inputs, and [`exported`] runs the
//! test cases that were exported as C.
mod exported;
mod host;

use crate::harness::Bench;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use symtool_ir::BugKind;

/// A program of `examples/c/errors/`, with the data from its header comment.
struct Example {
    name: String,
    path: PathBuf,
    /// The words after `symtool` in the command that the header comment gives.
    words: Vec<String>,
    /// The kind of failure that the header comment names.
    kind: BugKind,
}

/// The results of exploring an example.
struct Explored {
    bench: Bench,
    stdout: String,
    summary: Value,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all example programs, sorted by name.
fn examples() -> Vec<Example> {
    let folder = root().join("examples/c/errors");
    let entries = std::fs::read_dir(&folder).expect("the folder of examples");
    let mut all: Vec<Example> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "c"))
        .map(|path| Example::read(&path))
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

impl Example {
    fn read(path: &Path) -> Example {
        let text = std::fs::read_to_string(path).expect("a C file");
        let name = path.file_stem().expect("a name").to_string_lossy();
        let head = text.lines().take_while(|line| !line.ends_with("*/"));
        let line_of = |start: &str| {
            let mut head = head.clone();
            head.find_map(|line| line.strip_prefix(start))
                .unwrap_or_else(|| panic!("the head of {name} has no line `{start}…`"))
        };
        let words: Vec<String> = line_of(" *   symtool ")
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        assert_eq!(words[0], format!("examples/c/errors/{name}.c"));
        let end = line_of(" *   VIOLATION ");
        let (kind, _) = end.split_once(": ").expect("a kind and a reason");
        Example {
            kind: BugKind::from_name(kind).unwrap_or_else(|| panic!("{name}: no kind `{kind}`")),
            name: name.into_owned(),
            path: path.to_owned(),
            words,
        }
    }

    /// Explores the example with the options in its header, in a separate output folder.
    fn explore(&self) -> Explored {
        let bench = Bench::new();
        let out = bench.path().join("o");
        let output = Command::new(env!("CARGO_BIN_EXE_symtool"))
            .args(&self.words)
            .arg("--out")
            .arg(&out)
            .current_dir(root())
            .output()
            .expect("symtool starts");
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(10), "{}: {stdout}", self.name);
        let summary = std::fs::read_to_string(out.join("summary.json")).expect("a summary");
        Explored {
            bench,
            stdout,
            summary: serde_json::from_str(&summary).expect("JSON"),
        }
    }
}

impl Explored {
    fn errors(&self) -> &[Value] {
        self.summary["errors"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Returns the test case of the first path that ended successfully. Not all test cases end successfully: an input
    /// that fails is also a test case if it covers code that the recorded input of the same failure does not cover.
    fn successful(&self) -> &str {
        let tests = self.summary["tests"].as_array().expect("test cases");
        let exits = |test: &&Value| {
            let kind = test["kind"].as_str();
            kind.is_some_and(|kind| kind.starts_with("exit "))
        };
        let test = tests.iter().find(exits).expect("a successful path");
        test["file"].as_str().expect("a file")
    }

    /// Returns the printed reports of the failures, and the number of paths.
    fn report(&self) -> String {
        let paths = &self.summary["paths"];
        let all = paths["completed"].as_u64().unwrap_or(0) + paths["errors"].as_u64().unwrap_or(0);
        let shown = self.stdout.lines().filter(|line| {
            !line.starts_with("explored:") && !line.contains("symtool replay") && !line.is_empty()
        });
        let mut text = format!("{} of {all} paths fail\n", paths["errors"]);
        for line in shown.skip(1) {
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}

#[test]
fn each_example_fails_as_its_header_says() {
    for example in examples() {
        let explored = example.explore();
        for error in explored.errors() {
            assert_eq!(
                (&error["kind"], &error["confirmed"]),
                (&Value::from(example.kind.name()), &Value::from(true)),
                "{}",
                example.name
            );
        }
        let completed = explored.summary["paths"]["completed"].as_u64();
        // Conflict-driven search does not count the paths without a failure.
        let counts_paths = explored.summary["auto"]["engine"] != "conflicts";
        assert!(
            completed > Some(0) || !counts_paths,
            "{} fails for all inputs",
            example.name
        );
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(root().join("snapshots/violations"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(example.name.clone(), explored.report()));
    }
}

#[test]
fn every_kind_of_failure_has_an_example() {
    let shown: BTreeSet<BugKind> = examples().iter().map(|example| example.kind).collect();
    for &kind in BugKind::ALL {
        assert!(
            shown.contains(&kind),
            "examples/c/errors/ has no program for `{kind}`"
        );
    }
}
