//! Options of a compilation.
use crate::environment::Environment;
use std::path::PathBuf;
use std::time::Duration;
use symtool_ir::bug::Checks;

/// Options for compiling and checking a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros to define (`-D`), with their values; no value means 1.
    pub defines: Vec<(String, Option<String>)>,
    /// Macros to undefine (`-U`).
    pub undefines: Vec<String>,
    /// Folders to search for headers (`-I`), in order.
    pub include_dirs: Vec<PathBuf>,
    /// The entry function; `main` if absent. The parameters of any other function are symbolic inputs.
    pub entry: Option<String>,
    /// The kinds of undefined behavior that become checks.
    pub checks: Checks,
    /// Use the host's headers instead of the bundled ones.
    pub system_headers: bool,
    /// Let calls of functions without a body return any value instead of rejecting the program.
    pub allow_missing: bool,
    /// The name of an error label: reaching it is a failure, like calling `reach_error`.
    pub error_label: Option<String>,
    /// The time limit of the compilation.
    pub max_time: Option<Duration>,
    /// The environment that the program starts in.
    pub environment: Environment,
}
