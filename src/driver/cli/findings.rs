//! Options that write results in formats for other programs (SARIF and JUnit XML), and the baseline of known
//! violations.
use clap::Args;
use clap::builder::FalseyValueParser;
use std::path::PathBuf;

/// Options that write results in formats for other programs, and that compare them with a baseline.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Output")]
pub struct FindingArgs {
    /// Write the violations to FILE in SARIF 2.1.0, for editors and code hosts.
    #[arg(long, value_name = "FILE", env = "SYMTOOL_SARIF")]
    pub sarif: Option<PathBuf>,
    /// Write the result to FILE as JUnit XML, for build servers: a test case for each assertion and each enabled failure
    /// kind.
    #[arg(long, value_name = "FILE", env = "SYMTOOL_JUNIT")]
    pub junit: Option<PathBuf>,
    /// Compare the violations with the known ones in FILE. Known violations do not affect the exit code. With --verify,
    /// the run does not stop at a violation, because a known one must not hide a new one.
    #[arg(long, value_name = "FILE", env = "SYMTOOL_BASELINE")]
    pub baseline: Option<PathBuf>,
    /// Add the violations of this run to the baseline and, if the run explores all paths, remove the violations of
    /// this program that the run does not find again. If the baseline is missing, create it.
    #[arg(
        long,
        requires = "baseline",
        env = "SYMTOOL_UPDATE_BASELINE",
        value_parser = FalseyValueParser::new()
    )]
    pub update_baseline: bool,
}
