//! Errors that terminate symtool without a verdict. An error has a message and an exit code: 1 (invalid input), 2
//! (invalid options) or 3 (internal error).
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;
use symtool_frontend::diagnostic::Diagnostic;

/// The reason why a run terminates without a verdict.
#[derive(Debug)]
pub enum Error {
    /// The C program does not compile.
    Program {
        /// The diagnostics, rendered as text.
        text: String,
        /// The diagnostics of `text` as data.
        diagnostics: Vec<Diagnostic>,
    },
    /// A file cannot be read or written.
    File {
        /// The operation that failed, as in "cannot read".
        what: &'static str,
        /// The path of the file.
        path: PathBuf,
        /// The reason, from the operating system.
        why: String,
    },
    /// An option on the command line is invalid.
    Option(String),
    /// Any other error in the input.
    Input(String),
    /// A fault of symtool, such as two solvers that disagree. The run gives no verdict, because a verdict might be
    /// wrong.
    Internal(String),
}

/// The advice that follows the message of an internal error.
const REPORT: &str =
    "this is a fault of symtool: report it with this message, the program and the options";

fn is_internal(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error() && diagnostic.code == "internal"
}

impl Error {
    /// Returns the exit code: 2 for invalid options, 3 for internal errors, else 1.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Error::Option(_) => 2,
            Error::Internal(_) => 3,
            Error::Program { .. } if self.is_internal() => 3,
            Error::Program { .. } | Error::File { .. } | Error::Input(_) => 1,
        })
    }

    /// Returns whether the error is a fault of symtool.
    pub fn is_internal(&self) -> bool {
        match self {
            Error::Internal(_) => true,
            Error::Program { diagnostics, .. } => diagnostics.iter().any(is_internal),
            Error::File { .. } | Error::Option(_) | Error::Input(_) => false,
        }
    }

    /// Returns the error as diagnostics, as `--json` prints them; `None` for invalid options.
    pub fn diagnostics(&self) -> Option<Vec<Diagnostic>> {
        match self {
            Error::Program { diagnostics, .. } => Some(diagnostics.clone()),
            Error::File { what, path, why } => {
                let text = format!("{what} {}: {why}", path.display());
                Some(vec![Diagnostic::error("input", text)])
            }
            Error::Input(text) => Some(vec![Diagnostic::error("input", text.clone())]),
            Error::Internal(text) => Some(vec![
                Diagnostic::error("internal", text.clone()).help(REPORT),
            ]),
            Error::Option(_) => None,
        }
    }

    /// Returns a function for `map_err` that converts the operating system error of a file operation to an
    /// [`Error::File`].
    pub fn file(
        what: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.into();
        move |error| Error::File {
            what,
            path,
            why: plain(&error),
        }
    }
}

/// Returns the message of an operating system error without its number.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error")
        .next()
        .unwrap_or(&text)
        .to_lowercase()
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Program { text, .. } => f.write_str(text.trim_end()),
            Error::File { what, path, why } => write!(f, "error: {what} {}: {why}", path.display()),
            Error::Option(text) | Error::Input(text) => write!(f, "error: {text}"),
            Error::Internal(text) => write!(f, "internal error: {text}\n  = help: {REPORT}"),
        }
    }
}

impl std::error::Error for Error {}
