//! Command-line options of `symtool solve`.
use super::SolverArgs;
use crate::driver::units::Duration;
use clap::Args;
use std::path::PathBuf;

/// Options of `symtool solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// SMT-LIB 2 scripts, such as the files of a folder or the FILE.smt2 that --dump-queries wrote.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub solver: SolverArgs,
    /// Time limit of each solver for each query.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "30s",
        env = "SYMTOOL_SOLVER_TIMEOUT",
        help_heading = "Solver"
    )]
    pub solver_timeout: Duration,
}
