//! Options of a compilation.
use crate::environment::Environment;
use std::path::PathBuf;
use std::time::Duration;
use symtool_ir::bug::Checks;

/// Options for compiling and checking a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros to define (`-D`), each with its value; without a value it is 1.
    pub defines: Vec<(String, Option<String>)>,
    /// Macros to undefine (`-U`).
    pub undefines: Vec<String>,
    /// Folders to search for headers (`-I`), in order.
    pub include_dirs: Vec<PathBuf>,
    /// The name of the entry function; `None` means `main`. The parameters of any other function are symbolic
    /// inputs.
    pub entry: Option<String>,
    /// The kinds of undefined behavior for which checks are emitted.
    pub checks: Checks,
    /// Whether to use the host's headers instead of the bundled ones.
    pub system_headers: bool,
    /// Whether a call of a function without a body returns any value; if not, the program is rejected.
    pub allow_missing: bool,
    /// The name of an error label: reaching it is a failure, like calling `reach_error`.
    pub error_label: Option<String>,
    /// The time limit of the compilation.
    pub max_time: Option<Duration>,
    /// The environment in which the program starts: arguments, files, variables.
    pub environment: Environment,
}
