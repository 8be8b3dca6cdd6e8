//! Command-line options of `symtool cc`.
use clap::Args;
use std::ffi::OsString;

/// Options of `symtool cc`.
#[derive(Args, Debug)]
pub struct CcArgs {
    /// The compiler's command line: all words after `cc`. The environment variable SYMTOOL_CC names the compiler
    /// (default: cc).
    #[arg(
        value_name = "WORDS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub words: Vec<OsString>,
}
