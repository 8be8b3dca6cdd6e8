//! Command-line options of melding (`--cfmse…`), which replaces branches by straight-line code before exploration.
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of CFM-SE.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Melding")]
pub struct CfmseArgs {
    /// Meld symbolic branches into straight-line code before exploration. The default mode `guarded` causes no
    /// spurious failures (failures that the original program does not have); the mode `speculative` is the form of
    /// the CFM-SE paper.
    #[arg(long, value_name = "MODE", num_args = 0..=1, require_equals = true, default_missing_value = "guarded", env = "SYMTOOL_CFMSE")]
    pub cfmse: Option<CfmseMode>,
    /// The branches to meld.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "symbolic",
        env = "SYMTOOL_CFMSE_BRANCHES"
    )]
    pub cfmse_branches: CfmseBranches,
    /// Treat every value loaded from memory as symbolic when symbolic branches are selected for melding.
    #[arg(long, env = "SYMTOOL_CFMSE_LOADS_SYMBOLIC", value_parser = FalseyValueParser::new())]
    pub cfmse_loads_symbolic: bool,
    /// Do not meld a branch if one of its sides contains a source location listed in FILE (JSON). With
    /// --cfmse=speculative, the locations of spurious failures that this run finds are added to FILE.
    #[arg(long, value_name = "FILE", env = "SYMTOOL_CFMSE_IGNORE")]
    pub cfmse_ignore: Option<PathBuf>,
    /// Prove with a solver that each meld preserves the behavior, and do not meld a branch without a proof. A loop or
    /// branch side to which melding only adds guards needs no proof.
    #[arg(long, env = "SYMTOOL_CFMSE_CHECK", value_parser = FalseyValueParser::new())]
    pub cfmse_check: bool,
    /// If the condition of a loop depends on an input, execute the first N iterations of the loop under guards instead
    /// of forking. Every further iteration forks (0: guard no loops). Has an effect in guarded mode only.
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
    /// After the exploration, search for inputs that take those branch sides of the original program that no test
    /// case covers yet, and write a test case for each input found (docs/guide/output-folder.md).
    #[arg(long, env = "SYMTOOL_CFMSE_TESTS", value_parser = FalseyValueParser::new())]
    pub cfmse_tests: bool,
}

/// The way in which a melded branch executes the loads, stores and checks of its two sides.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum CfmseMode {
    /// A load, store or check of one side gets the condition of this side as its guard, and has no effect if the guard
    /// is false.
    Guarded,
    /// Loads and stores of one side run even if the branch would take the opposite side. Replay detects the resulting
    /// spurious failures, and the melds that caused them are undone.
    Speculative,
}

/// The rule that selects the branches that may be melded.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum CfmseBranches {
    /// Branches on conditions that can depend on an input, and the branches on the sides of such a branch.
    Symbolic,
    /// Every branch.
    All,
    /// Every branch inside a loop of its function, even if it does not depend on an input.
    Loops,
    /// The branches of `symbolic` that are inside a loop of their function.
    SymbolicLoops,
}
