//! Command-line options of `symtool compare`.
use crate::driver::bench_args::BenchOutputArgs;
use crate::driver::units::Duration;
use clap::Args;
use clap::builder::FalseyValueParser;
use std::path::PathBuf;
use symtool_bench::side_by_side::MODES;

/// Options of `symtool compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// C file, or folder with C files. The expected verdict of NAME.c, if known, is read from NAME.yml beside it, or
    /// from the file name (_true, _false, _safe, _unsafe).
    #[arg(value_name = "FILE|DIR")]
    pub programs: PathBuf,
    /// Modes to compare. A mode consists of options of symtool without their dashes, joined by `+`, such as
    /// cfmse+merge=static.
    #[arg(value_name = "MODE", default_values = MODES)]
    pub modes: Vec<String>,
    /// Wall-clock time limit of each run.
    #[arg(
        help_heading = "Runs",
        long,
        value_name = "TIME",
        default_value = "10s",
        env = "SYMTOOL_BUDGET"
    )]
    pub budget: Duration,
    /// Print one JSON object on standard output and nothing else.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    #[command(flatten)]
    pub output: BenchOutputArgs,
    /// Further options for every run of symtool, after `--`.
    #[arg(value_name = "OPTIONS", last = true)]
    pub extra: Vec<String>,
}
