//! What can stop an experiment.
use std::path::PathBuf;

/// Why an experiment cannot start or go on.
#[derive(thiserror::Error, Debug)]
pub enum Error {
    /// A file cannot be written or read.
    #[error("cannot use {path}: {why}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system or the format says.
        why: String,
    },
    /// symtool cannot be started.
    #[error("cannot start {program}: {why}")]
    Start {
        /// The executable.
        program: PathBuf,
        /// What the system says.
        why: std::io::Error,
    },
    /// A name that the experiment does not know.
    #[error("there is no {what} `{name}` here; there are: {known}")]
    Unknown {
        /// The kind of thing, as in "mode".
        what: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// An option that changes nothing in this experiment.
    #[error("`{option}` changes nothing in {experiment}: leave it out")]
    Unused {
        /// As it is written.
        option: String,
        /// The experiment.
        experiment: &'static str,
    },
    /// The run of a cell ended without a verdict.
    #[error("{cell}: symtool ended without a verdict\n{output}")]
    NoVerdict {
        /// Program, size and mode.
        cell: String,
        /// What it printed.
        output: String,
    },
}

impl Error {
    /// For `map_err` on operations on a file.
    pub fn file<E: ToString>(path: impl Into<PathBuf>) -> impl FnOnce(E) -> Error {
        let path = path.into();
        move |why| Error::File {
            path,
            why: why.to_string(),
        }
    }
}
