//! Command-line options of `symtool replay`.
use super::InputArgs;
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
    /// Interpret the program; a long run starts again as machine code.
    Auto,
    /// Interpret the program.
    Interp,
    /// Run the program as machine code from the start.
    Native,
}
