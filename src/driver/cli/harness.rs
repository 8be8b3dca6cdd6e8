//! Command-line options of `symtool harness`.
use super::ProgramArgs;
use clap::Args;
use std::path::PathBuf;

/// Options of `symtool harness`.
#[derive(Args, Debug)]
pub struct HarnessArgs {
    /// The function, with descriptions of its arguments as for --entry: NAME or NAME(PARAMETER: SHAPE, ...).
    #[arg(value_name = "NAME")]
    pub function: String,
    /// The files of the program, as for an exploration.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
}
