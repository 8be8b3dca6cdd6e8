//! Command-line options of conflict-driven search (`--cdse…`).
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use symtool_cdse::Strategy;

/// Options of conflict-driven search.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Conflict-driven search")]
pub struct CdseArgs {
    #[arg(
        long,
        help = short(),
        long_help = help(),
        value_name = "STRATEGY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = Strategy::DEFAULT.name,
        env = "SYMTOOL_CDSE"
    )]
    pub cdse: Option<Strategy>,
    /// With --cdse: write every learned clause, in terms of source lines, to cdse.log in the output folder.
    #[arg(long, env = "SYMTOOL_CDSE_LOG", requires = "cdse", value_parser = FalseyValueParser::new())]
    pub cdse_log: bool,
    /// With --cdse: also explore code from which no check is reachable (slower, same verdict).
    #[arg(long, env = "SYMTOOL_CDSE_NO_SLICE", requires = "cdse", value_parser = FalseyValueParser::new())]
    pub cdse_no_slice: bool,
    /// With --cdse: the unrolling of loops and recursive calls.
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        default_value = "dynamic",
        env = "SYMTOOL_CDSE_LOOPS",
        requires_ifs = [("static", "cdse"), ("static", "unwind")]
    )]
    pub cdse_loops: Loops,
    /// With --cdse and --threads: the way in which the threads share the work.
    #[arg(
        long,
        value_name = "HOW",
        value_enum,
        default_value = "portfolio",
        env = "SYMTOOL_CDSE_TEAM",
        requires_ifs = [("divide", "cdse"), ("divide-portfolio", "cdse")]
    )]
    pub cdse_team: Team,
}

/// The number of iterations of loops and recursive calls that are unrolled before the search.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Loops {
    /// Two iterations at first, and further ones when the search needs them
    Dynamic,
    /// All iterations up to the bound of --unwind before the search, as in static CFG unrolling
    Static,
}

/// The way in which several threads of `--cdse` share the paths to search.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Team {
    /// Each thread searches all paths, with a strategy of its own
    Portfolio,
    /// Each thread searches a part of the paths; a thread that is done gets a part of another thread's paths
    Divide,
    /// Like divide, and each thread has a strategy of its own
    DividePortfolio,
}

/// Returns the short help text of `--cdse`.
fn short() -> String {
    format!(
        "Conflict-driven search: explore only paths to possible failures, and learn a conflict clause from each infeasible path [default strategy: {}]",
        Strategy::DEFAULT
    )
}

/// Returns the long help text of `--cdse`, with the strategies.
fn help() -> String {
    let kinds = Strategy::kinds().map(|(name, help)| format!("- {name}: {help}\n"));
    let kinds: String = kinds.collect();
    format!(
        "{}. A conflict clause is a set of facts (edges and values) that no feasible path satisfies together.\n\nSTRATEGY selects the next path among the paths that the learned clauses allow. In the list, the last path is the path that was checked immediately before, and an allowed edge is an edge of a path that the clauses allow:\n{kinds}No test cases are written for paths without a failure.",
        short()
    )
}
