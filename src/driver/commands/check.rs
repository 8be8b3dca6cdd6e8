//! `symtool check`: parses and checks C files, as a fast linter. Nothing is explored.
use crate::Error;
use crate::driver::cli::CheckArgs;
use crate::driver::diagnostics;
use crate::driver::render::count;
use crate::driver::{print, sarif};
use std::path::Path;
use std::process::ExitCode;
use symtool_frontend as frontend;

/// Returns whether a file name has an ending of C source files. Also returns true for folders and missing
/// files, because reading them gives a more precise error.
fn is_c(file: &Path) -> bool {
    let known = |ext: &std::ffi::OsStr| ["c", "h", "i"].iter().any(|name| ext == *name);
    !file.is_file() || file.extension().is_some_and(known)
}

/// Runs the command `symtool check`. The exit code is 1 if a file has an error, or a warning with --deny-warnings.
pub fn run(args: &CheckArgs) -> Result<ExitCode, Error> {
    let options = args.preprocess.options();
    if let Some(other) = args.files.iter().find(|file| !is_c(file)) {
        return Err(Error::Input(format!(
            "{} is not a C file: expected .c, .h or .i",
            other.display()
        )));
    }
    args.preprocess.check_root(&args.files)?;
    let report = frontend::check(&args.files, &options);
    let errors = report.diagnostics.iter().filter(|d| d.is_error()).count();
    let warnings = report.diagnostics.len() - errors;
    if let Some(path) = &args.sarif {
        std::fs::write(path, sarif::diagnostics(&report.diagnostics))
            .map_err(Error::file("cannot write", path))?;
    }
    if args.json {
        print(&diagnostics::json(&report.diagnostics))?;
    } else {
        let text = frontend::diagnostic::render(&report.diagnostics, &report.sources, false);
        let gap = if text.is_empty() { "" } else { "\n" };
        let files = count(args.files.len() as u64, "file");
        let errors = count(errors as u64, "error");
        let warnings = count(warnings as u64, "warning");
        print(&format!(
            "{text}{gap}{files} checked: {errors}, {warnings}\n"
        ))?;
    }
    let failed = errors > 0 || args.deny_warnings && warnings > 0;
    Ok(ExitCode::from(u8::from(failed)))
}
