//! Errors of experiments.
use std::path::PathBuf;

/// An error that stops an experiment.
#[derive(thiserror::Error, Debug)]
pub enum Error {
    /// A file cannot be written or read.
    #[error("cannot use {path}: {why}")]
    File {
        /// The file.
        path: PathBuf,
        /// The message of the system or the parser.
        why: String,
    },
    /// symtool cannot be started.
    #[error("cannot start {program}: {why}")]
    Start {
        /// The executable.
        program: PathBuf,
        /// The message of the system.
        why: std::io::Error,
    },
    /// An unknown name.
    #[error("unknown {what} `{name}`; known: {known}")]
    Unknown {
        /// The kind of thing, as in "mode".
        what: &'static str,
        /// The given name.
        name: String,
        /// The known names.
        known: String,
    },
    /// An option without effect in the experiment.
    #[error("`{option}` has no effect on {experiment}; remove it")]
    Unused {
        /// The option as written.
        option: String,
        /// The experiment.
        experiment: &'static str,
    },
    /// The run of a cell ended without a verdict.
    #[error("{cell}: symtool ended without a verdict\n{output}")]
    NoVerdict {
        /// Program, size and mode.
        cell: String,
        /// Its output.
        output: String,
    },
}

impl Error {
    /// Returns a closure for `map_err` after an operation on a file.
    pub fn file<E: ToString>(path: impl Into<PathBuf>) -> impl FnOnce(E) -> Error {
        let path = path.into();
        move |why| Error::File {
            path,
            why: why.to_string(),
        }
    }
}
