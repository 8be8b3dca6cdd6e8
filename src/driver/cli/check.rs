//! Command-line options of `symtool check`.
use super::PreprocessArgs;
use clap::Args;
use clap::builder::FalseyValueParser;
use std::path::PathBuf;

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
