//! Options of the commands `replay`, `check`, `explain` and `solve`.
use super::{InputArgs, MemoryArgs, PreprocessArgs, ProgramArgs, SolverArgs};
use crate::driver::environment::EnvironmentArgs;
use crate::driver::units::Duration;
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of `symtool replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// Test case: a `.ktest` or `.json` file written by symtool or KLEE.
    #[arg(value_name = "TEST")]
    pub test: PathBuf,
    #[command(flatten)]
    pub input: InputArgs,
    /// Run the test case even if its inputs do not match the program's inputs. Missing inputs are zero.
    #[arg(help_heading = "Input", long)]
    pub force: bool,
    /// Print every source line as it is reached.
    #[arg(help_heading = "Output", long)]
    pub trace: bool,
    /// The engine of the replay; the result does not depend on it. With `--trace`, the replay is always
    /// interpreted.
    #[arg(
        help_heading = "Output",
        long,
        value_enum,
        default_value = "auto",
        env = "SYMTOOL_ENGINE"
    )]
    pub engine: Engine,
    /// Print one JSON object on standard output and nothing else.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// Engines of concrete execution.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Interpret the program; a long run restarts as machine code.
    Auto,
    /// Interpret the program.
    Interp,
    /// Run the program as machine code from the start.
    Native,
}

/// Options of `symtool check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// C files (`.c`, `.h`, preprocessed `.i`). Each file is checked separately and needs no `main`.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub preprocess: PreprocessArgs,
    /// Treat warnings as errors.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_DENY_WARNINGS", value_parser = FalseyValueParser::new())]
    pub deny_warnings: bool,
    /// Print one JSON object on standard output and nothing else.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// Write the diagnostics to FILE in SARIF 2.1.0, for editors and code hosts.
    #[arg(
        help_heading = "Output",
        long,
        value_name = "FILE",
        env = "SYMTOOL_SARIF"
    )]
    pub sarif: Option<PathBuf>,
}

/// Options of `symtool explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// Line of a C file with array reads to explain.
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
