//! The word `check` in a `run:` line of a file test: shows the warnings of `symtool check`.
use crate::driver::filetest::header::Step;
use crate::driver::filetest::stages::Stages;
use std::path::PathBuf;
use symtool_frontend as frontend;

/// Returns the warnings of the front end for the C file: those of semantic analysis and those of the lints.
///
/// # Errors
/// The file is textual IR, or has no warnings, so that the word `check` would show nothing.
pub fn show(stages: &Stages<'_>, _: &Step) -> Result<String, String> {
    let options = stages
        .frontend_options()
        .ok_or("`check` needs a C file")??;
    let report = frontend::check(&[PathBuf::from(&stages.file)], &options);
    if report.diagnostics.is_empty() {
        return Err("the file has no warnings".to_owned());
    }
    let text = frontend::diagnostic::render(&report.diagnostics, &report.sources, false);
    Ok(text.trim_end().to_owned() + "\n")
}
