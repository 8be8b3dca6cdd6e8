//! Writes and reads records of builds. The compiler wrapper `symtool cc` records how a build system compiles and
//! links a program. [`load()`] reads such a record and returns the C files of the program with their compiler
//! options. The *words* of a command are its command-line arguments.
//!
//! ```text
//! symtool cc WORDS -> Command -> the real compiler runs
//!     -c:   a Unit for each source file, stored in the object file
//!     link: a Record, stored in a file beside the program
//! program, record, object file, archive, compile_commands.json -> units -> Source (C file, folder, preprocessor options)
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `words` | splitting a command into words: shell quotes, response files (`@file`) |
//! | `options` | the table of compiler options |
//! | [`command`] | the interpretation of one compiler command: steps, inputs, preprocessor options |
//! | `text` | the JSON form of paths and words, which may contain bytes that are not UTF-8 |
//! | [`mod@unit`] | the record of one compilation |
//! | `object` | records in a section of object files, programs and archives |
//! | [`linked`] | the record of a linked program, `PROG.symtool.json` |
//! | [`wrapper`] | the compiler wrapper `symtool cc` |
//! | `database` | reading `compile_commands.json`, the list of compiler commands that CMake and other tools write |
//! | [`mod@load`] | finding the C files of a program from its executable, record, object file or archive |
#![forbid(unsafe_code)]

pub mod command;
mod database;
pub mod linked;
pub mod load;
mod object;
mod options;
mod text;
pub mod unit;
mod words;
pub mod wrapper;

pub use load::{Build, Source, is_build, load};
pub use options::{Fate, fate};
pub use words::expand;

/// The reason why a record cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BuildError(pub String);

impl BuildError {
    /// Returns a function, for `map_err`, that converts an I/O error to a [`BuildError`]. The message names the
    /// failed operation `what` and the file `path`.
    fn file(what: &str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> BuildError {
        let text = format!("{what} {}", path.display());
        move |error| BuildError(format!("{text}: {error}"))
    }
}
