//! The commands that neither explore nor print IR.
use super::{InputArgs, MemoryArgs, PreprocessArgs, ProgramArgs, SolverArgs};
use crate::environment::EnvironmentArgs;
use crate::units::Duration;
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `symtool replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The test case: a `.ktest` or `.json` file that symtool (or KLEE) wrote.
    #[arg(value_name = "TEST")]
    pub test: PathBuf,
    #[command(flatten)]
    pub input: InputArgs,
    /// Run the test case even if its inputs are not those of the program; what it lacks is zero.
    #[arg(help_heading = "Input", long)]
    pub force: bool,
    /// Print every source line as it is reached.
    #[arg(help_heading = "Output", long)]
    pub trace: bool,
    /// How the program is run; the result is the same. `--trace` always interprets.
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

/// Ways to run a program concretely.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Interpreted; long runs start again as machine code.
    Auto,
    /// Interpreted.
    Interp,
    /// Compiled to machine code at once.
    Native,
}

/// `symtool check`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct CheckArgs {
    /// C files (`.c`, `.h`, preprocessed `.i`); each is checked for itself and needs no `main`.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub preprocess: PreprocessArgs,
    /// Let warnings fail the command as errors do.
    #[arg(long, env = "SYMTOOL_DENY_WARNINGS", value_parser = FalseyValueParser::new())]
    pub deny_warnings: bool,
    /// Print one JSON object on standard output and nothing else.
    #[arg(long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// Write the diagnostics to FILE in SARIF 2.1.0, for editors and code hosts.
    #[arg(long, value_name = "FILE", env = "SYMTOOL_SARIF")]
    pub sarif: Option<PathBuf>,
}

/// `symtool explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A line of a C file that reads a table.
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
    /// Explore for so long (as in 500ms, 30s).
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        env = "SYMTOOL_MAX_TIME",
        help_heading = "Limits"
    )]
    pub max_time: Duration,
}

/// `symtool solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Scripts: files of a folder that --dump-queries made, or its FILE.smt2.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub solver: SolverArgs,
    /// Give up a single attempt after this time.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "30s",
        env = "SYMTOOL_SOLVER_TIMEOUT",
        help_heading = "Solver"
    )]
    pub solver_timeout: Duration,
}
