//! Command-line options of melding (`--cfmse…`), which replaces branches by straight-line code before exploration.
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of CFM-SE.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Compile-time merging")]
pub struct CfmseArgs {
    /// Meld symbolic branches into straight-line code before exploration. The mode `guarded` causes no spurious
    /// failures; the mode `speculative` is the form of the CFM-SE paper.
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
    /// Treat every value loaded from memory as symbolic.
    #[arg(long, env = "SYMTOOL_CFMSE_LOADS_SYMBOLIC", value_parser = FalseyValueParser::new())]
    pub cfmse_loads_symbolic: bool,
    /// Do not meld branches with a side that contains a location listed in FILE (JSON). Add the locations of
    /// spurious failures found by this run to FILE.
    #[arg(long, value_name = "FILE", env = "SYMTOOL_CFMSE_IGNORE")]
    pub cfmse_ignore: Option<PathBuf>,
    /// Prove with a solver that each meld preserves the behavior, and undo the melds without a proof. Melds
    /// that only add guards (to loops) need no proof.
    #[arg(long, env = "SYMTOOL_CFMSE_CHECK", value_parser = FalseyValueParser::new())]
    pub cfmse_check: bool,
    /// Execute the first N iterations of each input-dependent loop under guards, without forks, and fork in
    /// every further iteration (0: guard no loops). Guarded mode only.
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
    /// Search for further test cases that follow a melded path and take original branch sides that no test case
    /// covers yet (docs/guide/output-folder.md).
    #[arg(long, env = "SYMTOOL_CFMSE_TESTS", value_parser = FalseyValueParser::new())]
    pub cfmse_tests: bool,
}

/// The treatment of memory operations and traps of one side of a melded branch.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum CfmseMode {
    /// Memory operations of one side carry the branch condition as a guard.
    Guarded,
    /// Memory operations of one side run unconditionally; spurious failures are found by replay, and their
    /// melds are undone.
    Speculative,
}

/// The branches that are candidates for melding.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum CfmseBranches {
    /// Branches on conditions that can depend on an input.
    Symbolic,
    /// Every branch.
    All,
    /// Branches inside loops.
    Loops,
}
