//! Command-line options of `symtool explain`.
use super::{MemoryArgs, ProgramArgs};
use crate::driver::environment::EnvironmentArgs;
use crate::driver::units::Duration;
use clap::Args;
use std::path::PathBuf;

/// Options of `symtool explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// The source line whose array reads are explained, as in prog.c:12. Its file is the first file of the program.
    #[arg(value_name = "FILE:LINE")]
    pub place: String,
    /// Further files of the program.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Explore for at most TIME (as in 500ms, 30s).
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        env = "SYMTOOL_MAX_TIME",
        help_heading = "Limits"
    )]
    pub max_time: Duration,
}
