//! How programs are built: `symtool cc` records the compilations and links of a build, and [`load()`] reads the C files of a
//! program from such a record.
//!
//! ```text
//! words of the compiler -> Command -> real compiler, then: Unit in the object file (-c), Record beside the program (link)
//! program, record, object file, archive, compile_commands.json -> units -> Source (C file, folder, preprocessor options)
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | `words` | words of a command: response files (`@file`), shell quotes |
//! | `options` | the table of compiler options |
//! | [`command`] | the meaning of one compiler command |
//! | `text` | paths and words in JSON, which need not be UTF-8 |
//! | [`mod@unit`] | the record of one compilation |
//! | `object` | records inside object files, programs and archives |
//! | [`linked`] | the record of a linked program, `PROG.symtool.json` |
//! | [`wrapper`] | the compiler wrapper |
//! | `database` | `compile_commands.json` |
//! | [`mod@load`] | from a file that the user names to the C files of the program |
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
    /// Returns a function that converts an error of an operation on `path`, for use with `map_err`.
    fn file(what: &str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> BuildError {
        let text = format!("{what} {}", path.display());
        move |error| BuildError(format!("{text}: {error}"))
    }
}
