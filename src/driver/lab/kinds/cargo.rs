//! Tests of a Rust project of the student. This kind runs code of the submission as a process, so a grader enables it
//! with an option (`--run-rust`).
use super::Check;
use crate::Error;
use crate::driver::lab::finding::Finding;
use crate::driver::lab::workspace::Workspace;
use serde::Deserialize;
use std::process::{Command, Stdio};

/// The settings of a cargo test.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CargoCheck {
    /// The folder of the project.
    project: String,
    /// The files of the project that the student writes.
    files: Vec<String>,
    /// Texts that these files must contain, such as the name of a pass.
    #[serde(default)]
    contains: Vec<String>,
    /// Arguments of `cargo test`.
    #[serde(default)]
    arguments: Vec<String>,
}

impl Check for CargoCheck {
    fn files(&self) -> Vec<&str> {
        self.files.iter().map(String::as_str).collect()
    }

    fn run(&self, workspace: &Workspace<'_>) -> Result<Finding, Error> {
        let mut texts = String::new();
        for file in &self.files {
            if !workspace.student().join(file).is_file() {
                return Ok(Finding::not_yet(format!("the file {file} does not exist")));
            }
            texts += &workspace.text(file)?;
        }
        if let Some(text) = self.contains.iter().find(|text| !texts.contains(*text)) {
            let files = self.files.join(", ");
            return Ok(Finding::not_yet(format!("expected `{text}` in {files}")));
        }
        if !workspace.limits.runs_native {
            let text = "cargo tests run code of the submission; --run-rust enables them".to_owned();
            return Ok(Finding::Skipped(text));
        }
        let project = workspace.original.join(&self.project);
        let mut command = Command::new("cargo");
        command.current_dir(&project).stdin(Stdio::null());
        command.arg("test").args(&self.arguments);
        let output = command
            .output()
            .map_err(Error::file("cannot run", "cargo"))?;
        if output.status.success() {
            return Ok(Finding::Passed);
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if only_others_fail(&text, &self.own_names()) {
            return Ok(Finding::Passed);
        }
        Ok(Finding::not_yet(format!(
            "cargo test fails in {}: {}",
            self.project,
            reason(&text, &errors)
        )))
    }
}

impl CargoCheck {
    /// Returns the names of the task's files in the project.
    fn own_names(&self) -> Vec<&str> {
        let prefix = format!("{}/", self.project);
        let names = self.files.iter();
        names
            .map(|file| file.strip_prefix(&prefix).unwrap_or(file))
            .collect()
    }
}

/// The start of the line with which `symtool test` reports a file test that fails.
const FAILED: &str = "failed: ";

/// Returns whether file tests fail, and all of them are those of other tasks.
fn only_others_fail(output: &str, own: &[&str]) -> bool {
    let mut failed = output
        .lines()
        .filter_map(|line| line.strip_prefix(FAILED))
        .peekable();
    failed.peek().is_some() && failed.all(|line| !own.iter().any(|file| line.starts_with(file)))
}

/// Returns the first error of the compiler with its place, the file tests that fail, or the names of the failed tests.
fn reason(output: &str, errors: &str) -> String {
    let mut lines = errors.lines();
    let is_own = |line: &&str| line.starts_with("error") && !line.starts_with("error: test failed");
    if let Some(line) = lines.find(is_own) {
        let place = lines.next().map(str::trim_start);
        let place = place.filter(|place| place.starts_with("--> "));
        return place.map_or_else(|| line.to_owned(), |place| format!("{line}\n{place}"));
    }
    if let Some((_, report)) = output.split_once(&format!("\n{FAILED}")) {
        let lines = report.lines().take_while(|line| !line.is_empty());
        let lines: Vec<&str> = lines.take(MOST_LINES).collect();
        return lines.join("\n");
    }
    let failed = output.lines().filter(|line| line.ends_with("... FAILED"));
    let failed: Vec<&str> = failed.collect();
    match failed.is_empty() {
        true => "it ends with an error".to_owned(),
        false => failed.join("; "),
    }
}

/// The number of lines of a report of file tests that a student sees.
const MOST_LINES: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "test snapshots ... FAILED\n\nfailed: snapshots/a.sir: it changes\n  before: 1\n\n7 tests passed\n";
    const ERRORS: &str = "   Compiling x\nerror: test failed, to rerun pass `--test filetests`\n";

    #[test]
    fn the_reason_names_the_file_test_that_fails() {
        assert_eq!(
            reason(OUTPUT, ERRORS),
            "snapshots/a.sir: it changes\n  before: 1"
        );
        let error = "error[E0308]: mismatched types\n  --> src/a.rs:3:5\n";
        assert_eq!(
            reason("", error),
            "error[E0308]: mismatched types\n--> src/a.rs:3:5"
        );
        assert_eq!(reason("test a ... FAILED\n", ERRORS), "test a ... FAILED");
    }

    #[test]
    fn a_file_test_of_another_task_is_no_failure_of_this_one() {
        assert!(only_others_fail(OUTPUT, &["snapshots/b.c"]));
        assert!(!only_others_fail(OUTPUT, &["snapshots/a.sir"]));
        assert!(!only_others_fail("test a ... FAILED\n", &["snapshots/b.c"]));
    }
}
