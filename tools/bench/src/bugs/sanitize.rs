//! Runs a failing input natively: symtool exports it as C, gcc compiles it with sanitizers.
use super::entry::Bug;
use crate::error::Error;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The result of the native run.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Sanitized {
    /// The run fails as well.
    Fails,
    /// The run does not fail.
    Passes,
    /// The test cannot be exported or compiled.
    NotBuilt,
}

impl Sanitized {
    /// Returns the text in tables.
    pub fn name(self) -> &'static str {
        match self {
            Sanitized::Fails => "fails",
            Sanitized::Passes => "passes",
            Sanitized::NotBuilt => "not built",
        }
    }
}

/// Exports the test case `test` of a bug as C, compiles and runs it. `version` is the folder of the library.
///
/// # Errors
/// A process cannot be started.
pub(super) fn run(
    symtool: &Path,
    bug: &Bug,
    version: &Path,
    test: &str,
) -> Result<Sanitized, Error> {
    let exported = version.join("exported.c");
    let mut command = Command::new(symtool);
    command
        .args(["export", test, &bug.file()])
        .args(bug.compilation());
    let printed = output(command.arg("--output").arg(&exported), version)?;
    // The lines after the first one are the commands that compile and run the test.
    let text = String::from_utf8_lossy(&printed.stdout).into_owned();
    let commands: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
    let [build, run] = commands[..] else {
        return Ok(Sanitized::NotBuilt);
    };
    let shell = |line: &str| output(Command::new("sh").args(["-c", line]), version);
    if !printed.status.success() || !shell(build)?.status.success() {
        return Ok(Sanitized::NotBuilt);
    }
    Ok(match shell(run)?.status.code() {
        Some(0) => Sanitized::Passes,
        _ => Sanitized::Fails,
    })
}

/// Runs a command in a folder.
fn output(command: &mut Command, folder: &Path) -> Result<Output, Error> {
    let program = command.get_program().into();
    let output = command.current_dir(folder).stdin(Stdio::null()).output();
    output.map_err(|why| Error::Start { program, why })
}
