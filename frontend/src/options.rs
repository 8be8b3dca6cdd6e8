//! The options of a compilation, from the command line or a library user.
use crate::environment::Environment;
use crate::headers::Headers;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use symtool_ir::bug::Checks;

/// Options for compiling and checking a program.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Macros to define (`-D`), each with its value. A macro without a value is defined as 1.
    pub defines: Vec<(String, Option<String>)>,
    /// Macros to undefine (`-U`).
    pub undefines: Vec<String>,
    /// The folder relative to which file names are read; `None` means the working directory of the process. Messages
    /// and locations contain the names without this folder.
    pub folder: Option<PathBuf>,
    /// The folder of bundled headers, shared by several compilations. If `None`, each compilation unpacks its own copy.
    pub headers: Option<Arc<Headers>>,
    /// Folders to search for headers (`-I`), in order.
    pub include_dirs: Vec<PathBuf>,
    /// The name of the entry function; `None` means `main`. The parameters of an entry function other than
    /// `main` are symbolic inputs.
    pub entry: Option<String>,
    /// The kinds of undefined behavior for which checks are emitted.
    pub checks: Checks,
    /// Whether to use the host's headers (set) or the headers bundled with symtool (unset).
    pub system_headers: bool,
    /// Whether a call of a function without a body is permitted and returns any value. If unset, a program with
    /// such a call is rejected.
    pub allow_missing: bool,
    /// The name of an error label: reaching it is a failure, like calling `reach_error`.
    pub error_label: Option<String>,
    /// The time limit of the compilation.
    pub max_time: Option<Duration>,
    /// The environment in which the program starts: arguments, files, variables.
    pub environment: Environment,
}
