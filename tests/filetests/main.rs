//! Runs the file tests of the folder `snapshots` with the program `symtool test`. The target `file_test_coverage` checks
//! that the files use every part of symtool.
//!
//! ```text
//! cargo test --test filetests                        run them
//! cargo test --test filetests -- passes/gvn          run those whose path contains a text
//! cargo test --test filetests -- --bless             accept the current output; then read `git diff`
//! ```
//!
//! This test target starts the executable `symtool` instead of using the library. So after a change of symtool, only
//! one large executable is linked, `symtool`, and not this target as well.
mod arguments;

use std::path::Path;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments = match arguments::parse(std::env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(message) => {
            println!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let mut command = Command::new(env!("CARGO_BIN_EXE_symtool"));
    command.arg("test").arg(&folder);
    if arguments.bless {
        command.arg("--bless");
    }
    if let Some(filter) = &arguments.filter {
        if !is_selective(&folder, filter) {
            println!("no file test has `{filter}` in its path");
            return ExitCode::SUCCESS;
        }
        command.args(["--filter", filter]);
    }
    match command.status() {
        Ok(status) => ExitCode::from(status.code().map_or(1, |code| code as u8)),
        Err(error) => {
            println!("error: cannot run symtool: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether some path in the folder contains `text`. A filter for all test targets (`cargo test NAME`) may
/// select no file test; this is no error.
fn is_selective(folder: &Path, text: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let contains = |path: &Path| path.to_string_lossy().contains(text);
    paths
        .into_iter()
        .any(|path| contains(&path) || is_selective(&path, text))
}
