//! Checks parts that the student adds to symtool in a Rust project, such as a pass. The student's own file tests, and
//! hidden file tests of the lab, must pass with these parts. This kind of check runs code of the submission as a
//! process, so a grader must enable it with the option `--run-rust`.
use super::Check;
use super::snapshot::Shown;
use crate::Error;
use crate::driver::lab::finding::Finding;
use crate::driver::lab::project::{CHECKS, Project};
use crate::driver::lab::shelf::Files;
use crate::driver::lab::workspace::Workspace;
use serde::Deserialize;
use std::path::Path;

/// The settings of a check of a Rust project.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CargoCheck {
    /// The folder of the project.
    project: String,
    /// The files of the project that the student writes. A file whose snapshot is also in this list is a file test, and
    /// the test must pass.
    files: Vec<String>,
    /// Texts, such as the name of a pass, each of which must occur in at least one of these files.
    #[serde(default)]
    contains: Vec<String>,
    /// File tests of the lab, which run with the student's parts.
    #[serde(default)]
    tests: Vec<HiddenTest>,
}

/// A file test of the lab.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HiddenTest {
    /// The file of the lab.
    file: String,
    /// Patterns of lines that the output of the file test must contain. `*` matches any text.
    #[serde(default)]
    contains: Vec<Shown>,
    /// Patterns of lines that the output of the file test must not contain.
    #[serde(default)]
    lacks: Vec<Shown>,
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
            return Ok(Finding::not_yet(format!(
                "expected `{}` in {files}",
                text.trim_end()
            )));
        }
        if !workspace.limits.runs_native {
            let text = "this check runs code of the submission; --run-rust enables it".to_owned();
            return Ok(Finding::Skipped(text));
        }
        let project = Project::write(workspace, &self.project, &self.hidden(workspace)?)?;
        let built = project.build()?;
        if !built.status.success() {
            let why = reason("", &String::from_utf8_lossy(&built.stderr));
            let text = format!("{} does not compile: {why}", self.project);
            return Ok(Finding::not_yet(text));
        }
        for file in self.own_tests() {
            let output = project.run(&["test", file])?;
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            if !output.status.success() || !text.ends_with(ONE_PASSED) {
                let why = reason(&format!("\n{text}"), "");
                return Ok(Finding::not_yet(format!(
                    "the file test {file} does not pass: {why}"
                )));
            }
        }
        for test in &self.tests {
            if let Some(finding) = test.run(&project)? {
                return Ok(finding);
            }
        }
        Ok(Finding::Passed)
    }
}

impl CargoCheck {
    /// Returns the paths of the student's file tests in the project.
    fn own_tests(&self) -> Vec<&str> {
        let prefix = format!("{}/", self.project);
        let snapshots = self
            .files
            .iter()
            .filter_map(|file| file.strip_suffix(".snap"));
        snapshots
            .map(|file| file.strip_prefix(&prefix).unwrap_or(file))
            .collect()
    }

    /// Returns the contents of the lab's hidden file tests, by their names.
    fn hidden(&self, workspace: &Workspace<'_>) -> Result<Files, Error> {
        let tests = self.tests.iter().map(|test| {
            let path = workspace.check().join(&test.file);
            let bytes = std::fs::read(&path).map_err(Error::file("cannot read", &path))?;
            Ok((test.name(), bytes))
        });
        tests.collect()
    }
}

impl HiddenTest {
    fn name(&self) -> String {
        let name = Path::new(&self.file).file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Runs this hidden file test of the lab. Returns a finding if its output is wrong; `None` if it is right.
    fn run(&self, project: &Project) -> Result<Option<Finding>, Error> {
        let file = format!("{CHECKS}/{}", self.name());
        let output = project.run(&["test", "--bless", &file])?;
        let Some(snapshot) = project.text(&format!("{file}.snap")) else {
            let text = String::from_utf8_lossy(&output.stdout);
            let why = reason(
                &format!("\n{text}"),
                &String::from_utf8_lossy(&output.stderr),
            );
            return Ok(Some(Finding::not_yet(format!(
                "your part fails for another program than that of your file test: {why}"
            ))));
        };
        Ok(Shown::judge(&self.contains, &self.lacks, &snapshot))
    }
}

/// The line that `symtool test` prints if it has run one test and the test has passed.
const ONE_PASSED: &str = "1 test passed, 0 failed\n";

/// The prefix of the line with which `symtool test` reports a file test that fails.
const FAILED: &str = "failed: ";

/// Returns the reason why a run of cargo failed. It is the first error of the compiler with its source location,
/// otherwise the file tests that fail, otherwise the names of the failed Rust tests.
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

/// The maximum number of lines of the report on file tests that a student sees.
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
}
