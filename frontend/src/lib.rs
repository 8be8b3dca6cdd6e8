//! C text to symtool IR.
#![forbid(unsafe_code)]

pub mod diagnostic;
mod library;
mod normalise;
mod parse;
mod preprocess;
mod sources;

pub use sources::Sources;

use std::path::PathBuf;

/// How to read and check a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros to define (`-D`), with their values; no value means 1.
    pub defines: Vec<(String, Option<String>)>,
    /// Macros to forget (`-U`).
    pub undefines: Vec<String>,
    /// Folders to look for headers in (`-I`), in order.
    pub include_dirs: Vec<PathBuf>,
    /// The function to start at; `main` when absent.
    pub entry: Option<String>,
    /// Which undefined behaviour becomes a check.
    pub checks: symtool_ir::bug::Checks,
    /// Use the host's headers instead of the bundled ones.
    pub system_headers: bool,
    /// Let calls of functions without a body return any value instead of refusing the program.
    pub allow_missing: bool,
}
