//! What a caller can choose about a compilation.
use crate::environment::Environment;
use std::path::PathBuf;
use std::time::Duration;
use symtool_ir::bug::Checks;

/// How to read and check a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros to define (`-D`), with their values; no value means 1.
    pub defines: Vec<(String, Option<String>)>,
    /// Macros to forget (`-U`).
    pub undefines: Vec<String>,
    /// Folders to look for headers in (`-I`), in order.
    pub include_dirs: Vec<PathBuf>,
    /// The function to start at; `main` when absent. Parameters of a named one become free inputs.
    pub entry: Option<String>,
    /// Which undefined behaviour becomes a check.
    pub checks: Checks,
    /// Use the host's headers instead of the bundled ones.
    pub system_headers: bool,
    /// Let calls of functions without a body return any value instead of refusing the program.
    pub allow_missing: bool,
    /// The label that is an error location: who comes to it has failed, as by calling `reach_error`.
    pub error_label: Option<String>,
    /// Give up compiling after this time.
    pub max_time: Option<Duration>,
    /// What the program finds when it starts.
    pub environment: Environment,
}
