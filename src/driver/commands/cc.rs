//! `symtool cc`: runs the C compiler and records the build.
use crate::Error;
use crate::driver::cli::CcArgs;
use crate::driver::to_stderr;
use std::process::ExitCode;
use symtool_build::{BuildError, wrapper};

/// Runs the command `symtool cc`, and returns the exit code of the compiler. If the record of the build cannot be
/// written, the command only prints a warning, so that the build does not fail.
pub fn run(args: &CcArgs) -> Result<ExitCode, Error> {
    let wrapped = wrapper::run(&args.words).map_err(|BuildError(text)| Error::Input(text))?;
    if let Some(BuildError(why)) = wrapped.not_recorded {
        to_stderr(&format!(
            "symtool cc: warning: the build is not recorded: {why}"
        ));
    }
    Ok(ExitCode::from(wrapped.code))
}
