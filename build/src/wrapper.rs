//! The compiler wrapper `symtool cc`: runs the real compiler with the same arguments, and records each compilation and
//! each link step.
use crate::BuildError;
use crate::command::{Command, Kind, Mode};
use crate::linked::{Record, beside};
use crate::object;
use crate::unit::Unit;
use crate::words::expand;
use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command as Process, ExitStatus};

/// The environment variable that names the real compiler.
pub const COMPILER: &str = "SYMTOOL_CC";

/// The result of a compiler command that the wrapper ran.
#[derive(Debug)]
pub struct Wrapped {
    /// The exit code of the real compiler.
    pub code: u8,
    /// The reason why the command could not be recorded although the compiler succeeded. `None` if the command was
    /// recorded or needs no record, or if the compiler failed.
    pub not_recorded: Option<BuildError>,
}

/// Runs the real compiler with the arguments `words` in the working folder of the process, and records the command if
/// the compiler succeeds. Some commands, such as `cc --version`, need no record. For these, the real compiler replaces
/// this process.
///
/// # Errors
/// The compiler cannot be run.
pub fn run(words: &[OsString]) -> Result<Wrapped, BuildError> {
    let folder = std::env::current_dir()
        .map_err(|error| BuildError(format!("no working folder: {error}")))?;
    let expanded = expand(words, &folder);
    let command = Command::parse(&expanded);
    let mut process = compiler();
    process.args(words);
    match command.mode {
        Mode::Query | Mode::Preprocess | Mode::NoObject => {
            let error = process.exec();
            Err(cannot_run(&process, &error))
        }
        Mode::Link | Mode::Relocatable | Mode::Compile => {
            // Link-time optimization is disabled, because the linker would discard the sections with the records.
            process.arg("-fno-lto");
            if command.mode == Mode::Link {
                // The record of an earlier link is removed, so that it does not remain after a failed link.
                let _ = std::fs::remove_file(beside(&folder.join(command.linked())));
            }
            let status = process
                .status()
                .map_err(|error| cannot_run(&process, &error))?;
            let recorded = match status.success() {
                true => record(&command, &expanded, &folder),
                false => Ok(()),
            };
            Ok(Wrapped {
                code: code(status),
                not_recorded: recorded.err(),
            })
        }
    }
}

/// Returns the real compiler: the command in [`COMPILER`], which may include arguments, or `cc`.
fn compiler() -> Process {
    let chosen = std::env::var_os(COMPILER).filter(|name| !name.is_empty());
    let words = crate::words::split(chosen.unwrap_or_else(|| "cc".into()).as_encoded_bytes());
    let mut process = Process::new(words.first().cloned().unwrap_or_else(|| "cc".into()));
    process.args(words.iter().skip(1));
    process
}

fn cannot_run(process: &Process, error: &std::io::Error) -> BuildError {
    let name = process.get_program().display();
    BuildError(format!(
        "cannot run the compiler `{name}`: {error}\n  = help: set {COMPILER} to the name of a C compiler"
    ))
}

/// Returns the exit code of the compiler, as a shell reports it. If a signal terminated the compiler, the code is 128
/// plus the number of the signal.
fn code(status: ExitStatus) -> u8 {
    let code = status
        .code()
        .or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

/// Writes the build records of the compiler command `command`, which has succeeded.
fn record(command: &Command, words: &[OsString], folder: &Path) -> Result<(), BuildError> {
    match command.mode {
        Mode::Compile => {
            for input in &command.inputs {
                let object = folder.join(command.object_of(&input.word));
                let is_source = matches!(input.kind, Kind::C | Kind::Assembly | Kind::Other);
                if is_source && object.is_file() && object::is_binary(&object) {
                    object::embed(&object, &Unit::new(folder, &input.word, words))?;
                }
            }
            Ok(())
        }
        Mode::Link if folder.join(command.linked()).is_file() => {
            Record::of_link(command, words, folder)?.write()
        }
        Mode::Link | Mode::Relocatable | Mode::NoObject | Mode::Preprocess | Mode::Query => Ok(()),
    }
}
