//! What may end a run early, who answers its questions, and what it writes where.
use crate::units::{Duration, Size};
use clap::Args;
use clap::builder::FalseyValueParser;
use std::path::PathBuf;
use symtool_solver::SolverChoice;

/// What may end a run early; the verdict is then `incomplete`.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Stop after this much time (as in 500ms, 30s, 5m, 1h).
    #[arg(long, value_name = "TIME", env = "SYMTOOL_MAX_TIME")]
    pub max_time: Option<Duration>,
    /// Drop live paths, the newest first, when symtool uses more memory than this (as in 200M, 4G) or nearly all there is.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "8G",
        env = "SYMTOOL_MAX_MEMORY"
    )]
    pub max_memory: Size,
    /// Stop after this many finished paths.
    #[arg(long, value_name = "N", env = "SYMTOOL_MAX_PATHS")]
    pub max_paths: Option<u64>,
    /// Do not follow paths with more forks than this.
    #[arg(long, value_name = "N", env = "SYMTOOL_MAX_DEPTH")]
    pub max_depth: Option<u64>,
    /// Stop after this many IR instructions over all paths.
    #[arg(long, value_name = "N", env = "SYMTOOL_MAX_INSTRUCTIONS")]
    pub max_instructions: Option<u64>,
    /// Give up a single solver query after this time.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "30s",
        env = "SYMTOOL_SOLVER_TIMEOUT"
    )]
    pub solver_timeout: Duration,
}

/// Who answers questions about path conditions.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Solver")]
pub struct SolverArgs {
    /// Who answers: `z3` or `smtlib:COMMAND`. Repeat it for more, who share a query's time in this order.
    ///
    /// COMMAND is a program that reads SMT-LIB 2 with push and pop from its standard input, as in smtlib:'z3 -in',
    /// smtlib:'cvc5 --incremental' or smtlib:bitwuzla. If it hangs, ends or talks nonsense, that query is unknown to it and
    /// the next one starts it again. A model counts only if it satisfies all constraints; an "unsat" cannot be
    /// checked and is believed.
    #[arg(
        long = "solver",
        value_name = "SOLVER",
        default_value = "z3",
        env = "SYMTOOL_SOLVER"
    )]
    pub solvers: Vec<SolverChoice>,
}

/// What is written where.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write tests, errors, summary, coverage, statistics and log into DIR, which must not exist (default: symtool-out, symtool-out-1, …).
    #[arg(long, value_name = "DIR", env = "SYMTOOL_OUT")]
    pub out: Option<PathBuf>,
    /// Write a test only for paths that reach a line or a branch side no path before them reached.
    #[arg(long, env = "SYMTOOL_ONLY_NEW", value_parser = FalseyValueParser::new())]
    pub only_new: bool,
    /// Print one JSON object on standard output and nothing else.
    #[arg(long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// Print the verdict only.
    #[arg(long, short, env = "SYMTOOL_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
    /// Show no progress line on a terminal.
    #[arg(long, env = "SYMTOOL_NO_PROGRESS", value_parser = FalseyValueParser::new())]
    pub no_progress: bool,
    /// Print counters of every stage, which lines fork most and keep the solver busy, the five dearest queries, and why each candidate was not melded.
    #[arg(long, env = "SYMTOOL_STATS", value_parser = FalseyValueParser::new())]
    pub stats: bool,
}
