//! Command-line options of `symtool test`.
use crate::driver::units::Duration;
use clap::Args;
use clap::builder::FalseyValueParser;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Options of `symtool test`.
#[derive(Args, Debug)]
#[command(after_help = words())]
pub struct TestArgs {
    /// Test files, and folders with test files (default: the folder `snapshots`).
    #[arg(value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Write the output of each test into its snapshot, FILE.snap, instead of reporting a difference.
    #[arg(long, help_heading = "Goal")]
    pub bless: bool,
    /// Run only the tests whose path contains TEXT.
    #[arg(long, value_name = "TEXT", help_heading = "Goal")]
    pub filter: Option<String>,
    /// Run N tests at the same time (default: one more than there are processors).
    #[arg(long, value_name = "N", env = "SYMTOOL_JOBS", help_heading = "Limits")]
    pub jobs: Option<NonZeroUsize>,
    /// Report a test as failed if it takes longer than TIME. The results of all other tests do not depend on TIME.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "2m",
        help_heading = "Limits"
    )]
    pub max_time: Duration,
    /// Run the tests that the folder DIR lists, as the worker process of another `symtool test`.
    #[arg(long, value_name = "DIR", hide = true)]
    pub worker: Option<PathBuf>,
    /// Print one JSON object on standard output and nothing else.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// Returns the help on run lines, with the table of words.
fn words() -> String {
    let words = crate::driver::filetest::words::WORDS.iter();
    let rows = words.map(|word| format!("  {:<17} {}\n", word.name, word.help));
    format!(
        "A test is a C file or a file of textual IR with a line `run: WORD, …` in its first comment lines. The words run in order, \
         and their output is compared with FILE.snap. The name of a pass or of an analysis is a word; the other words are:\n\n{}",
        rows.collect::<String>()
    )
}
