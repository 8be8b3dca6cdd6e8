//! The command line. The doc comments of options are their help texts.
//!
//! Each file contains one group of options or a few small groups. The options of `bench` and of the program's
//! environment are in `bench_args.rs` and `environment/`.
mod cc;
mod cdse;
mod cfmse;
mod check;
mod compare;
mod compiler_words;
mod explain;
mod export;
mod findings;
mod harness;
mod input;
mod installed;
mod ir;
mod kit;
mod lab;
mod limits;
mod memory;
mod merging;
mod parse;
mod replay;
mod report;
mod rows;
mod search;
mod solve;
mod stage;
mod test;

pub use cc::CcArgs;
pub use cdse::{CdseArgs, Loops, Team};
pub use cfmse::{CfmseArgs, CfmseBranches, CfmseMode};
pub use check::CheckArgs;
pub use compare::CompareArgs;
pub use explain::ExplainArgs;
pub use export::{ExportArgs, Language};
pub use findings::FindingArgs;
pub use harness::HarnessArgs;
pub use input::{InputArgs, PreprocessArgs, ProgramArgs};
pub use installed::{CompletionsArgs, ManArgs};
pub use ir::{Emit, IrArgs};
pub use kit::{KitArgs, NewArgs};
pub use lab::{
    LabArgs, LabBookArgs, LabCheckArgs, LabGradeArgs, LabListArgs, LabMeasureArgs, LabNewArgs,
    LabTestArgs,
};
pub use limits::{Evict, LimitArgs, OutputArgs, SolverArgs};
pub use memory::MemoryArgs;
pub use merging::{MergeArgs, QceArgs};
pub use parse::{parse, without_variables};
pub use replay::{Engine, ReplayArgs};
pub use report::ReportArgs;
pub use search::{NativePrefix, SearchArgs};
pub use solve::SolveArgs;
pub use stage::{Form, Stage};
pub use test::TestArgs;

use crate::auto::{self, ENGINES};
use crate::driver::bench_args::BenchArgs;
use clap::builder::FalseyValueParser;
use clap::{Arg, Args, Parser, Subcommand};
use std::path::PathBuf;

/// Symbolic execution of C programs: finds the assertions that can fail and the code that is reachable, for all
/// inputs.
#[derive(Parser, Debug)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    override_usage = "symtool [OPTIONS] <FILE>... [-- ARGS...]\n       symtool <COMMAND> ...",
    after_help = EXAMPLES,
)]
pub struct Cli {
    /// The command. If it is absent, symtool explores the files.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of exploration, which runs if no command is given.
    #[command(flatten)]
    pub explore: ExploreArgs,
}

const EXAMPLES: &str = "\
Examples:
  symtool examples/c/cfmse/toupper.c --cfmse --verify
  symtool prog.c --max-time 30s --json
  symtool prog.c --sym-args 0 2 4 --sym-stdin 8
  symtool prog.c --sym-file conf.ini 12 --env HOME=/ -- -f conf.ini --sym-arg 3
  ./configure CC='symtool cc' && make && symtool ./prog
  symtool ir prog.c --after cfmse
  symtool ir prog.c --diff simplify cfmse
  symtool check *.c
  symtool compare prog.c plain cfmse merge=static cfmse+cdse
  symtool test snapshots --filter passes
  symtool prog.c --html && symtool report --open
  symtool replay symtool-last/errors/000001.json prog.c
  symtool export symtool-last/errors/000001.json prog.c -o regression.c
  symtool bench table3 --modes K --budget 10s
  symtool prog.c --dump-queries q && symtool solve q/*.smt2 --solver smtlib:'cvc5 --incremental'

Exit codes: 0 verified, 10 violation, 20 incomplete or vacuous, 1 bad input, 2 bad options, 3 internal error, 4 modes disagree (compare).";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Print the program's IR after a stage.
    #[command(mut_arg("verify", only_defines))]
    Ir(IrArgs),
    /// Run one test case concretely.
    #[command(mut_arg("verify", only_defines), mut_arg("test", |test| test.index(1)), mut_arg("files", of_the_run), mut_arg("args", |args| args.index(3)))]
    Replay(ReplayArgs),
    /// Write a test case as a regression test: C code that gcc compiles without symtool.
    #[command(mut_arg("verify", only_defines))]
    Export(ExportArgs),
    /// Print the C function that calls a function with symbolic arguments, as --entry does.
    #[command(mut_arg("verify", only_defines))]
    Harness(HarnessArgs),
    /// Draw the report of an output folder as one HTML page (see --html).
    Report(ReportArgs),
    /// Run the C compiler, and record how the program is built, so that symtool PROGRAM explores it.
    #[command(disable_help_flag = true)]
    Cc(CcArgs),
    /// Parse and check C files only, and report errors and warnings.
    Check(CheckArgs),
    /// Show how the array reads of a line are transformed before a solver sees them (see --arrays).
    Explain(ExplainArgs),
    /// Run solvers on logged queries (see --dump-queries) or on other SMT-LIB 2 scripts with one query each.
    Solve(SolveArgs),
    /// Run programs in several modes, and compare verdicts, paths, queries, time, memory, coverage and tests.
    Compare(CompareArgs),
    /// Run file tests of passes, melds, merges and explorations, and compare their outputs with snapshots.
    Test(TestArgs),
    /// Write a Rust project that builds a symtool with your own passes, searchers, merge policies and further parts.
    #[command(subcommand)]
    Kit(KitArgs),
    /// Teaching labs: exercises with a page, starter files and an automatic check.
    #[command(subcommand)]
    Lab(LabArgs),
    /// Repeat a published experiment: write its table, CSV data and figures, with the published values for comparison.
    #[command(subcommand)]
    Bench(BenchArgs),
    /// Print a script that completes the options of symtool in a shell.
    Completions(CompletionsArgs),
    /// Print the manual page, or write the manual pages of all commands.
    Man(ManArgs),
}

/// Replaces the help text of `--verify` for commands that do not explore. For such commands the option only
/// defines a macro.
fn only_defines(verify: Arg) -> Arg {
    verify
        .help("Define the macro VERIFY, as an exploration with --verify does")
        .help_heading("Input")
}

/// Makes the files of `symtool replay` optional. clap moves an argument that `mut_arg` changes behind all other
/// arguments, so the positional arguments get explicit indexes.
fn of_the_run(files: Arg) -> Arg {
    let help = "Files of the program, as for an exploration; default: the program of the run that wrote TEST";
    files.required(false).index(2).help(help)
}

impl Cli {
    /// Returns a warning for each option on the command line that is deprecated.
    pub fn warnings(&self) -> Vec<&'static str> {
        let cfmse = match &self.command {
            None => Some(&self.explore.cfmse),
            Some(Command::Ir(args)) => Some(&args.cfmse),
            Some(
                Command::Replay(_)
                | Command::Export(_)
                | Command::Report(_)
                | Command::Cc(_)
                | Command::Harness(_)
                | Command::Check(_)
                | Command::Explain(_)
                | Command::Solve(_)
                | Command::Test(_)
                | Command::Compare(_)
                | Command::Kit(_)
                | Command::Lab(_)
                | Command::Bench(_)
                | Command::Completions(_)
                | Command::Man(_),
            ) => None,
        };
        let has_old_name = cfmse.is_some_and(|args| args.cfmse_trips.is_some());
        has_old_name
            .then_some("warning: --cfmse-trips is deprecated; use --cfmse-iterations")
            .into_iter()
            .collect()
    }

    /// Returns whether standard output must be a single JSON object, even if the run ends with an error.
    pub fn wants_json(&self) -> bool {
        match &self.command {
            Some(Command::Ir(args)) => args.json,
            Some(Command::Replay(args)) => args.json,
            Some(Command::Check(args)) => args.json,
            Some(Command::Test(args)) => args.json,
            Some(Command::Compare(args)) => args.json,
            Some(Command::Lab(LabArgs::List(args))) => args.json,
            Some(Command::Lab(LabArgs::Check(args))) => args.json,
            Some(Command::Lab(
                LabArgs::New(_)
                | LabArgs::Test(_)
                | LabArgs::Grade(_)
                | LabArgs::Measure(_)
                | LabArgs::Book(_),
            )) => false,
            Some(
                Command::Export(_)
                | Command::Report(_)
                | Command::Cc(_)
                | Command::Harness(_)
                | Command::Solve(_)
                | Command::Kit(_)
                | Command::Bench(_)
                | Command::Explain(_)
                | Command::Completions(_)
                | Command::Man(_),
            ) => false,
            None => self.explore.output.json,
        }
    }
}

/// The options that select a mode, so that symtool does not choose the techniques automatically. See
/// [`ExploreArgs::is_automatic`].
const FIXED_MODES: [&str; 8] = [
    "plain",
    "cfmse",
    "merge",
    "cdse",
    "search",
    "count_paths",
    "all_errors",
    "cdse_log",
];

/// Options of exploration, which runs if no command is given.
#[derive(Args, Debug, Clone)]
pub struct ExploreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Report every path that fails. Without this option, only the first path that fails is reported for each source
    /// location and kind of failure.
    #[arg(
        long,
        env = "SYMTOOL_ALL_ERRORS",
        help_heading = "Goal",
        conflicts_with = "verify"
    )]
    pub all_errors: bool,
    /// Require that each assertion is reached by some input. If the run finds no such input for an assertion, a proof
    /// counts as vacuous (exit code 20).
    #[arg(long, env = "SYMTOOL_REQUIRE_REACHED", help_heading = "Goal")]
    pub require_reached: bool,
    /// Choose the techniques automatically: several engines (combinations of techniques) run in turns, and the first
    /// engine that explores the whole program gives the verdict. Test cases are written for paths with new coverage
    /// only. This is the default, unless one of the options --plain, --cfmse, --merge, --cdse, --search, --count-paths
    /// and --all-errors selects a mode.
    #[arg(
        long,
        env = "SYMTOOL_AUTO",
        help_heading = "Goal",
        conflicts_with_all = FIXED_MODES,
        value_parser = FalseyValueParser::new()
    )]
    pub auto: bool,
    /// In automatic mode: print the turns of each engine, and the treatment of each branch (melded, merged or forked)
    /// with the reason.
    #[arg(
        long,
        env = "SYMTOOL_EXPLAIN_PLAN",
        help_heading = "Output",
        conflicts_with_all = FIXED_MODES,
        value_parser = FalseyValueParser::new()
    )]
    pub explain_plan: bool,
    /// In automatic mode: the engines that run (names separated by commas) [default: all].
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        env = "SYMTOOL_ENGINES",
        help_heading = "Goal",
        conflicts_with_all = FIXED_MODES,
        value_parser = rows::rows(&ENGINES, |row| row.help)
    )]
    pub engines: Vec<&'static auto::Engine>,
    /// Explore each path by itself and write a test case for each: no melding, no merging, no conflict-driven search.
    #[arg(
        long,
        env = "SYMTOOL_PLAIN",
        help_heading = "Goal",
        conflicts_with_all = ["cfmse", "merge", "cdse"],
        value_parser = FalseyValueParser::new()
    )]
    pub plain: bool,
    /// Run these passes (names separated by commas) on the simplified program, before melding and exploration.
    /// Violations are replayed on the program without these passes.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "Passes"
    )]
    pub passes: Vec<String>,
    #[command(flatten)]
    pub cfmse: CfmseArgs,
    #[command(flatten)]
    pub cdse: CdseArgs,
    #[command(flatten)]
    pub merging: MergeArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub memory: MemoryArgs,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
    /// Log each solver query (a query that neither a cache nor another cheap technique answers) into FILE.smt2 or into
    /// a folder with one script per query (see symtool solve).
    #[arg(
        long,
        value_name = "DIR|FILE.smt2",
        env = "SYMTOOL_DUMP_QUERIES",
        help_heading = "Solver"
    )]
    pub dump_queries: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(flatten)]
    pub findings: FindingArgs,
}

impl ExploreArgs {
    /// Returns whether the run stops at its first confirmed violation. With a baseline it does not, because the first
    /// violation may be a known one.
    pub fn stops_at_violation(&self) -> bool {
        self.input.program.verify && self.findings.baseline.is_none()
    }

    /// Returns whether symtool chooses the techniques automatically, because no option selects a mode.
    pub fn is_automatic(&self) -> bool {
        let selects_mode = self.plain
            || self.all_errors
            || self.cfmse.cfmse.is_some()
            || self.merging.merge.is_some()
            || self.merging.count_paths
            || self.cdse.cdse.is_some()
            || self.search.search.is_some();
        self.auto || !selects_mode
    }
}
