//! Options of compile-time merging (`--cfmse…`).
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of CFM-SE.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Compile-time merging")]
pub struct CfmseArgs {
    /// Meld symbolic branches into straight-line code before exploration. `guarded` adds no failures,
    /// `speculative` is the published form.
    #[arg(long, value_name = "MODE", num_args = 0..=1, require_equals = true, default_missing_value = "guarded", env = "SYMTOOL_CFMSE")]
    pub cfmse: Option<CfmseMode>,
    /// Branches to meld.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "symbolic",
        env = "SYMTOOL_CFMSE_BRANCHES"
    )]
    pub cfmse_branches: CfmseBranches,
    /// Treat every loaded value as symbolic.
    #[arg(long, env = "SYMTOOL_CFMSE_LOADS_SYMBOLIC", value_parser = FalseyValueParser::new())]
    pub cfmse_loads_symbolic: bool,
    /// Read the branches to leave unmelded from FILE (JSON), and add those found by this run.
    #[arg(long, value_name = "FILE", env = "SYMTOOL_CFMSE_IGNORE")]
    pub cfmse_ignore: Option<PathBuf>,
    /// Prove each meld, and undo unproved ones. Melds that add only guards (loops) are correct by construction.
    #[arg(long, env = "SYMTOOL_CFMSE_CHECK", value_parser = FalseyValueParser::new())]
    pub cfmse_check: bool,
    /// Guard input-dependent loops for up to N iterations, then fork in each iteration (0: do not guard loops; guarded mode only).
    #[arg(
        long,
        value_name = "N",
        default_value = "64",
        env = "SYMTOOL_CFMSE_ITERATIONS"
    )]
    pub cfmse_iterations: u32,
    /// The former name of `--cfmse-iterations`.
    #[arg(
        long,
        value_name = "N",
        hide = true,
        env = "SYMTOOL_CFMSE_TRIPS",
        conflicts_with = "cfmse_iterations"
    )]
    pub cfmse_trips: Option<u32>,
    /// Search for further test cases of melded paths, which take branch sides not covered yet
    /// (docs/guide/output-folder.md).
    #[arg(long, env = "SYMTOOL_CFMSE_TESTS", value_parser = FalseyValueParser::new())]
    pub cfmse_tests: bool,
}

/// Treatment of memory operations and traps in a melded branch.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum CfmseMode {
    /// Extra memory operations carry the branch condition as a guard.
    Guarded,
    /// Extra memory operations run unconditionally; spurious failures are found by replay and undone.
    Speculative,
}

/// Candidates for melding.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum CfmseBranches {
    /// Branches on conditions that can depend on an input.
    Symbolic,
    /// Every branch.
    All,
    /// Branches inside loops.
    Loops,
}
