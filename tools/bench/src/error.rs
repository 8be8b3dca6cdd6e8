//! The errors that stop an experiment.
use std::path::PathBuf;

/// An error that stops an experiment.
#[derive(thiserror::Error, Debug)]
pub enum Error {
    /// A file cannot be written or read.
    #[error("cannot use {path}: {why}")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The message of the operating system or of the parser.
        why: String,
    },
    /// symtool cannot be started.
    #[error("cannot start {program}: {why}")]
    Start {
        /// The path of the executable.
        program: PathBuf,
        /// The message of the operating system.
        why: std::io::Error,
    },
    /// A name on the command line is unknown.
    #[error("unknown {what} `{name}`; known: {known}")]
    Unknown {
        /// The kind of name, such as "mode".
        what: &'static str,
        /// The unknown name.
        name: String,
        /// The known names of this kind, as a list.
        known: String,
    },
    /// An option has no effect in the selected experiment.
    #[error("`{option}` has no effect on {experiment}; remove it")]
    Unused {
        /// The option, as written on the command line.
        option: String,
        /// The name of the experiment.
        experiment: &'static str,
    },
    /// The run of a cell (a program, a size and a mode) ended without a verdict.
    #[error("{cell}: symtool ended without a verdict\n{output}")]
    NoVerdict {
        /// The cell: the program, size and mode of the run.
        cell: String,
        /// The output of the run.
        output: String,
    },
}

impl Error {
    /// Returns a closure that turns the error of an operation on the file `path` into an [`Error`], for `map_err`.
    pub fn file<E: ToString>(path: impl Into<PathBuf>) -> impl FnOnce(E) -> Error {
        let path = path.into();
        move |why| Error::File {
            path,
            why: why.to_string(),
        }
    }
}
