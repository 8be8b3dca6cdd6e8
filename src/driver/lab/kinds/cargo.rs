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
        Ok(Finding::not_yet(format!(
            "cargo test fails in {}: {}",
            self.project,
            reason(&text, &errors)
        )))
    }
}

/// Returns the first error of the compiler, or the names of the failed tests.
fn reason(output: &str, errors: &str) -> String {
    if let Some(line) = errors.lines().find(|line| line.starts_with("error")) {
        return line.to_owned();
    }
    let failed = output.lines().filter(|line| line.ends_with("... FAILED"));
    let failed: Vec<&str> = failed.collect();
    match failed.is_empty() {
        true => "it ends with an error".to_owned(),
        false => failed.join("; "),
    }
}
