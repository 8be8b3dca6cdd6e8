//! Command-line options of limits, solvers and output.
use crate::driver::units::{Duration, Size};
use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use symtool_solver::{LinkSet, SolverChoice};

/// Limits of a run. A run that reaches a limit other than `--unwind` has the verdict `incomplete`.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Stop after this much time, including the compilation (as in 500ms, 30s, 5m, 1h).
    #[arg(long, value_name = "TIME", env = "SYMTOOL_MAX_TIME")]
    pub max_time: Option<Duration>,
    /// Limit memory use to SIZE (as in 200M, 4G) or to 90 % of the available memory, whichever is less. Close
    /// to the limit, half of the live states are dropped (see --evict). If too little memory remains, the run ends.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "8G",
        env = "SYMTOOL_MAX_MEMORY"
    )]
    pub max_memory: Size,
    /// The live states that are dropped at the memory limit.
    #[arg(
        long,
        value_name = "WHICH",
        value_enum,
        default_value = "newest",
        env = "SYMTOOL_EVICT"
    )]
    pub evict: Evict,
    /// Stop after this many completed and failing paths.
    #[arg(long, value_name = "N", env = "SYMTOOL_MAX_PATHS")]
    pub max_paths: Option<u64>,
    /// Drop paths with more than N forks.
    #[arg(long, value_name = "N", env = "SYMTOOL_MAX_DEPTH")]
    pub max_depth: Option<u64>,
    /// Bound loops to N iterations and recursion to N nested calls. A path that exceeds the bound is cut, and
    /// the verdict is then `verified-bounded` at best.
    #[arg(
        long,
        value_name = "N",
        env = "SYMTOOL_UNWIND",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub unwind: Option<u32>,
    /// Stop after this many IR instructions over all paths.
    #[arg(long, value_name = "N", env = "SYMTOOL_MAX_INSTRUCTIONS")]
    pub max_instructions: Option<u64>,
    /// Time limit of a single solver query.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "30s",
        env = "SYMTOOL_SOLVER_TIMEOUT"
    )]
    pub solver_timeout: Duration,
}

/// The rule that selects the live states that are dropped at the memory limit.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Evict {
    /// The newest states; in a depth-first search their subtrees are the smallest
    Newest,
    /// Random states, as in KLEE
    Random,
}

/// Options of the solvers.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Solver")]
pub struct SolverArgs {
    /// SMT solver: `z3` or `smtlib:COMMAND`. Repeat the option for a portfolio: the solvers try each query in
    /// this order and share its time limit.
    ///
    /// COMMAND is a program that reads SMT-LIB 2 with push and pop from standard input, as in smtlib:'z3 -in',
    /// smtlib:'cvc5 --incremental' or smtlib:bitwuzla. If COMMAND hangs, exits or prints invalid output, the
    /// answer to the query is "unknown" and COMMAND is restarted for the next query. Models are checked against
    /// all constraints; an "unsat" answer is trusted.
    #[arg(
        long = "solver",
        value_name = "SOLVER",
        default_value = "z3",
        env = "SYMTOOL_SOLVER"
    )]
    pub solvers: Vec<SolverChoice>,
    /// Switch links (solving techniques) of the solver chain on or off: `-ranks,+bits`, or `only:bits,incremental`.
    #[arg(
        long,
        value_name = "LINKS",
        env = "SYMTOOL_LINKS",
        allow_hyphen_values = true,
        long_help = links_help()
    )]
    pub links: Option<LinkSet>,
    /// Confirm with Z3 each "unsat" answer that no SMT solver gave (those of caches and the bit-blaster, for
    /// example). A disagreement is an internal error (exit code 3).
    ///
    /// For an answer of a cache, Z3 checks the unsat core. An answer that Z3 does not decide within
    /// --solver-timeout counts as unchecked. --stats and summary.json contain the numbers of checked and
    /// unchecked answers.
    #[arg(long, env = "SYMTOOL_SOLVER_CHECK", value_parser = FalseyValueParser::new())]
    pub solver_check: bool,
}

impl SolverArgs {
    /// Returns the links of the solver chain that the options select.
    pub fn links(&self) -> LinkSet {
        self.links.clone().unwrap_or_default()
    }
}

/// Returns the help text of `--links`, with a line for each link of the solver chain.
fn links_help() -> String {
    format!(
        "Switch links (solving techniques) of the solver chain on or off: `-ranks,+bits`, or `only:bits,incremental`.\n\n\
         A query visits the links in this order until one answers it:\n\n{}",
        symtool_solver::describe()
    )
}

/// Options of the output.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write test cases, failures, summary, coverage, statistics and log into DIR, which must not exist (default:
    /// symtool-out, or, if it exists, symtool-out-1, and so on).
    #[arg(long, value_name = "DIR", env = "SYMTOOL_OUT")]
    pub out: Option<PathBuf>,
    /// Write a test case only for a path that covers a line or branch side that no earlier path covers.
    #[arg(long, env = "SYMTOOL_ONLY_NEW", value_parser = FalseyValueParser::new())]
    pub only_new: bool,
    /// For each path, write the input that is smallest in a fixed order of byte values, not the input that a solver
    /// happens to return. The inputs then do not depend on --links and --threads, except on paths with floats or very
    /// many bytes.
    #[arg(long, env = "SYMTOOL_CANONICAL_INPUTS", value_parser = FalseyValueParser::new())]
    pub canonical_inputs: bool,
    /// Record the costs of each source line and the execution tree, and write report.html into the output folder: one
    /// page with the verdict, the failures, the costs and the tree (see symtool report).
    #[arg(long, env = "SYMTOOL_HTML", value_parser = FalseyValueParser::new())]
    pub html: bool,
    /// Print one JSON object on standard output and nothing else.
    #[arg(long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// Print the verdict only.
    #[arg(long, short, env = "SYMTOOL_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
    /// Do not show a progress line on a terminal.
    #[arg(long, env = "SYMTOOL_NO_PROGRESS", value_parser = FalseyValueParser::new())]
    pub no_progress: bool,
    /// Print statistics of every stage, the lines with the most forks and the most solver time, the five
    /// slowest queries, and, for each branch that was not melded, the reason.
    #[arg(long, env = "SYMTOOL_STATS", value_parser = FalseyValueParser::new())]
    pub stats: bool,
}
