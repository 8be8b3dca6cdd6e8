//! The command line. The doc comments here are the help texts.
//!
//! Only options that work are declared; see `symtool --help`.
use crate::bench_args::BenchArgs;
use crate::cdse::CdseArgs;
use crate::environment::EnvironmentArgs;
use crate::merging::{MergeArgs, QceArgs};
use crate::units::{Duration, Size};
use clap::builder::{FalseyValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use symtool_symex::arrays::{ArrayOptions, TRANSFORMS};
use symtool_symex::search::{SEARCHERS, SearcherInfo};
use symtool_symex::solver::SolverChoice;

/// For all inputs at once: which assertions of a C program can fail, and which code can be reached.
#[derive(Parser, Debug)]
#[command(
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    override_usage = "symtool [OPTIONS] <FILE>... [-- ARGS...]\n       symtool <COMMAND> ...",
    after_help = EXAMPLES,
)]
pub struct Cli {
    /// What to do; without a command, FILE is explored.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The default job.
    #[command(flatten)]
    pub explore: ExploreArgs,
}

/// What `--check` is when it is not given.
const DEFAULT_CHECKS: &str = "memory,div,assert,unreachable";

const EXAMPLES: &str = "\
Examples:
  symtool examples/c/cfmse/toupper.c --cfmse --verify
  symtool prog.c --max-time 30s --json
  symtool prog.c --sym-args 0 2 4 --sym-stdin 8
  symtool prog.c --sym-file conf.ini 12 --env HOME=/ -- -f conf.ini --sym-arg 3
  symtool ir prog.c --after cfmse
  symtool check *.c
  symtool replay symtool-last/errors/000001.json prog.c
  symtool bench table3 --modes K --budget 10s
  symtool prog.c --dump-queries q && symtool solve q/*.smt2 --solver smtlib:'cvc5 --incremental'

Exit codes: 0 verified, 10 violation, 20 incomplete, 1 bad input, 2 bad options.";

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Print the program's IR after a stage.
    #[command(mut_arg("verify", only_defines))]
    Ir(IrArgs),
    /// Run one test case concretely on the program.
    #[command(mut_arg("verify", only_defines))]
    Replay(ReplayArgs),
    /// Parse and check C files only: errors and warnings, as a fast linter.
    Check(CheckArgs),
    /// Tell what becomes of the reads of a line before a solver sees them: conditions on them before and after (see --arrays).
    Explain(ExplainArgs),
    /// Put logged queries (or other SMT-LIB 2 scripts with one question) to the solvers again.
    Solve(SolveArgs),
    /// Repeat a published experiment: table, CSV and pictures, others' figures beside ours.
    #[command(subcommand)]
    Bench(BenchArgs),
}

/// `--verify` where nothing is explored.
fn only_defines(verify: Arg) -> Arg {
    verify
        .help("Define VERIFY, as exploring with --verify does")
        .help_heading("Input")
}

impl Cli {
    /// Is standard output to be one JSON object, also when there is no verdict?
    pub fn wants_json(&self) -> bool {
        match &self.command {
            Some(Command::Ir(args)) => args.json,
            Some(Command::Replay(args)) => args.json,
            Some(Command::Check(args)) => args.json,
            Some(Command::Solve(_) | Command::Bench(_) | Command::Explain(_)) => false,
            None => self.explore.output.json,
        }
    }
}

impl IrArgs {
    /// The stage that was asked for.
    pub fn stage(&self) -> Stage {
        let default = if self.cfmse.cfmse.is_some() {
            Stage::Cfmse
        } else {
            Stage::Simplify
        };
        self.after.unwrap_or(default)
    }
}

/// Where the program comes from.
#[derive(Args, Debug, Clone)]
pub struct InputArgs {
    /// C files (`.c`), preprocessed C (`.i`) or textual IR (`.sir`); several C files are linked into one program.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub environment: EnvironmentArgs,
}

/// How C files are read.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Input")]
pub struct PreprocessArgs {
    /// Define a preprocessor macro (NAME means NAME=1).
    #[arg(short = 'D', value_name = "NAME[=V]")]
    pub define: Vec<String>,
    /// Undefine a preprocessor macro.
    #[arg(short = 'U', value_name = "NAME")]
    pub undefine: Vec<String>,
    /// Look for include files in DIR first.
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Use the host's headers instead of the bundled ones.
    #[arg(long, env = "SYMTOOL_SYSTEM_HEADERS", value_parser = FalseyValueParser::new())]
    pub system_headers: bool,
}

/// How C files become a program that runs.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Input")]
pub struct ProgramArgs {
    #[command(flatten)]
    pub preprocess: PreprocessArgs,
    /// Start in function NAME, with every parameter symbolic, instead of in main.
    #[arg(long, value_name = "NAME", env = "SYMTOOL_ENTRY")]
    pub entry: Option<String>,
    /// Let calls of functions without a body return any value; the verdict becomes incomplete.
    #[arg(long, env = "SYMTOOL_ALLOW_MISSING", value_parser = FalseyValueParser::new())]
    pub allow_missing: bool,
    /// Define VERIFY; exploration then stops at the first confirmed violation and writes no tests for passing paths.
    #[arg(long, env = "SYMTOOL_VERIFY", value_parser = FalseyValueParser::new(), help_heading = "Goal")]
    pub verify: bool,
    /// Failures to look for: memory, div, overflow, shift, uninit, leak, assert, unreachable.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = DEFAULT_CHECKS,
        env = "SYMTOOL_CHECK",
        help_heading = "Goal"
    )]
    pub check: Vec<String>,
}

/// CFM-SE.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Compile-time merging")]
pub struct CfmseArgs {
    /// Meld symbolic branches into straight-line code first; `guarded` adds no failures, `speculative` is the published form.
    #[arg(long, value_name = "MODE", num_args = 0..=1, require_equals = true, default_missing_value = "guarded", env = "SYMTOOL_CFMSE")]
    pub cfmse: Option<CfmseMode>,
    /// Which branches to meld.
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
    /// Read the places not to meld from FILE, and write it back with what this run added (JSON).
    #[arg(long, value_name = "FILE", env = "SYMTOOL_CFMSE_IGNORE")]
    pub cfmse_ignore: Option<PathBuf>,
    /// Prove every meld; what is not proved is undone. What only got guards (loops) is right by its form.
    #[arg(long, env = "SYMTOOL_CFMSE_CHECK", value_parser = FalseyValueParser::new())]
    pub cfmse_check: bool,
    /// Run a loop that an input decides to leave for all inputs at once, up to so many trips, then fork on each (0: from the
    /// first; guarded mode only).
    #[arg(
        long,
        value_name = "N",
        default_value = "64",
        env = "SYMTOOL_CFMSE_TRIPS"
    )]
    pub cfmse_trips: u32,
    /// A melded path has one test case; look for further ones, which take sides of branches that no other takes (docs/output-folder.md).
    #[arg(long, env = "SYMTOOL_CFMSE_TESTS", value_parser = FalseyValueParser::new())]
    pub cfmse_tests: bool,
}

/// How memory and traps of a melded branch are treated.
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
    /// Branches whose condition can depend on an input.
    Symbolic,
    /// Every branch.
    All,
    /// Branches inside loops.
    Loops,
}

/// The default job.
#[derive(Args, Debug, Clone)]
pub struct ExploreArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// Go on after a violation and report every one (also the same place reached by other paths).
    #[arg(
        long,
        env = "SYMTOOL_ALL_ERRORS",
        help_heading = "Goal",
        conflicts_with = "verify"
    )]
    pub all_errors: bool,
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
    /// Log every query that reaches a solver: FILE.smt2, or a folder with a script a query (see symtool solve).
    #[arg(
        long,
        value_name = "DIR|FILE.smt2",
        env = "SYMTOOL_DUMP_QUERIES",
        help_heading = "Solver"
    )]
    pub dump_queries: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
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

/// In which order paths are explored; which paths there are does not depend on it.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Which live path to continue next [default: dfs; what suits merging best with --merge].
    #[arg(
        long,
        value_name = "NAME",
        env = "SYMTOOL_SEARCH",
        value_parser = searchers()
    )]
    pub search: Option<&'static SearcherInfo>,
    /// Seed of the random choices of a search.
    #[arg(long, value_name = "N", default_value_t = 0, env = "SYMTOOL_SEED")]
    pub seed: u64,
    /// Explore with so many threads at once: the same paths in another order, so test cases are numbered differently and
    /// may have other inputs of the same paths.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        env = "SYMTOOL_THREADS",
        value_parser = threads
    )]
    pub threads: NonZeroUsize,
    /// How to run what comes before the first input; the result is the same.
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        env = "SYMTOOL_NATIVE_PREFIX"
    )]
    pub native_prefix: NativePrefix,
}

/// What `--arrays` does, by the table of transformations.
fn arrays_help() -> String {
    let rows = TRANSFORMS
        .iter()
        .map(|t| format!("{} ({})", t.name, t.help));
    let rows: Vec<String> = rows.collect();
    format!(
        "Take reads at places that depend on the input out of the conditions that a solver is asked about; what is found is the same. \
         `all`, `off`, or names separated by commas: {}, bits (a read that is left becomes a choice by the bits of its index; without it \
         Z3's theory of arrays gets it, which is far slower)",
        rows.join(", ")
    )
}

/// A number of threads; so many that no machine has them are a mistake.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|n| (1..=1024).contains(n));
    let number = number.and_then(NonZeroUsize::new);
    number.ok_or_else(|| "a number from 1 to 1024 is expected".to_owned())
}

/// The rows of the table of searchers as values of an option, each with its help.
fn searchers() -> impl TypedValueParser<Value = &'static SearcherInfo> {
    let row = |row: &'static SearcherInfo| PossibleValue::new(row.name).help(row.help);
    PossibleValuesParser::new(SEARCHERS.iter().map(row))
        .map(|name| symtool_symex::search::searcher(&name).unwrap_or(&SEARCHERS[0]))
}

/// How exploration gets through a beginning that does not depend on inputs; what it finds is the same.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum NativePrefix {
    /// Step by step; a long one starts again as machine code.
    Auto,
    /// As machine code at once.
    Always,
    /// Step by step.
    Off,
}

/// How memory at places that depend on the input is followed.
#[derive(Args, Debug, Clone)]
#[command(next_help_heading = "Memory")]
pub struct MemoryArgs {
    /// Give heap blocks and arrays whose size depends on the input that size, up to CAP bytes (as in 64, 4K), instead of following
    /// each size as a path of its own. Inputs that ask for more make the verdict incomplete.
    #[arg(long, value_name = "CAP", env = "SYMTOOL_SYMBOLIC_SIZES")]
    pub symbolic_sizes: Option<Size>,
    /// Follow an address, size or call target that depends on the input to so many objects or values; more make the verdict
    /// incomplete.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 32,
        env = "SYMTOOL_MAX_RESOLUTIONS",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub max_resolutions: u32,
    #[arg(
        long,
        help = arrays_help(),
        value_name = "LIST",
        default_value = "all",
        env = "SYMTOOL_ARRAYS"
    )]
    pub arrays: ArrayOptions,
}

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

/// `symtool ir`.
#[derive(Args, Debug)]
pub struct IrArgs {
    #[command(flatten)]
    pub input: InputArgs,
    /// The stage to print after (default: simplify, or cfmse with --cfmse).
    #[arg(
        help_heading = "Output",
        long,
        value_name = "STAGE",
        env = "SYMTOOL_AFTER"
    )]
    pub after: Option<Stage>,
    /// The form to print.
    #[arg(
        help_heading = "Output",
        long,
        value_name = "FORM",
        default_value = "text",
        env = "SYMTOOL_EMIT"
    )]
    pub emit: Emit,
    /// Print this function only.
    #[arg(help_heading = "Output", long, value_name = "NAME")]
    pub function: Option<String>,
    /// Run these passes instead of the stage's (names separated by commas).
    #[arg(
        help_heading = "Output",
        long,
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub passes: Vec<String>,
    #[command(flatten)]
    pub cfmse: CfmseArgs,
    #[command(flatten)]
    pub qce: QceArgs,
    /// If the program is wrong, print one JSON object with the diagnostics on standard output.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// The stages a program goes through before it is explored.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// As the front end lowered it.
    Lower,
    /// Local variables are SSA values.
    Ssa,
    /// Simplified: what is explored without merging.
    Simplify,
    /// The same, with symbolic values and branches marked.
    Symbolic,
    /// The same, with the counts of query count estimation for each block.
    Qce,
    /// Melded by CFM-SE (guarded unless --cfmse=speculative).
    Cfmse,
}

/// Ways to run a program concretely.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Interpreted; long runs start again as machine code.
    Auto,
    /// Interpreted.
    Interp,
    /// Compiled to machine code at once.
    Native,
}

/// Output forms of `symtool ir`.
#[derive(ValueEnum, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Emit {
    /// The textual IR, which symtool reads back.
    Text,
    /// Control flow for Graphviz.
    Dot,
    /// What melding did, branch by branch and step by step.
    Melds,
}

/// `symtool explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// A line of a C file that reads a table.
    #[arg(value_name = "FILE:LINE")]
    pub place: String,
    /// Further files of the program.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub environment: EnvironmentArgs,
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Explore for so long (as in 500ms, 30s).
    #[arg(
        long,
        value_name = "TIME",
        default_value = "10s",
        env = "SYMTOOL_MAX_TIME",
        help_heading = "Limits"
    )]
    pub max_time: Duration,
}

/// `symtool solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Scripts: files of a folder that --dump-queries made, or its FILE.smt2.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub solver: SolverArgs,
    /// Give up a single attempt after this time.
    #[arg(
        long,
        value_name = "TIME",
        default_value = "30s",
        env = "SYMTOOL_SOLVER_TIMEOUT",
        help_heading = "Solver"
    )]
    pub solver_timeout: Duration,
}

/// `symtool replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The test case: a `.ktest` or `.json` file that symtool (or KLEE) wrote.
    #[arg(value_name = "TEST")]
    pub test: PathBuf,
    #[command(flatten)]
    pub input: InputArgs,
    /// Run the test case even if its inputs are not those of the program; what it lacks is zero.
    #[arg(help_heading = "Input", long)]
    pub force: bool,
    /// Print every source line as it is reached.
    #[arg(help_heading = "Output", long)]
    pub trace: bool,
    /// How the program is run; the result is the same. `--trace` always interprets.
    #[arg(
        help_heading = "Output",
        long,
        value_enum,
        default_value = "auto",
        env = "SYMTOOL_ENGINE"
    )]
    pub engine: Engine,
    /// Print one JSON object on standard output and nothing else.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// `symtool check`.
#[derive(Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct CheckArgs {
    /// C files (`.c`, `.h`, preprocessed `.i`); each is checked for itself and needs no `main`.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub preprocess: PreprocessArgs,
    /// Let warnings fail the command as errors do.
    #[arg(long, env = "SYMTOOL_DENY_WARNINGS", value_parser = FalseyValueParser::new())]
    pub deny_warnings: bool,
    /// Print one JSON object on standard output and nothing else.
    #[arg(long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    /// Write the diagnostics to FILE in SARIF 2.1.0, for editors and code hosts.
    #[arg(long, value_name = "FILE", env = "SYMTOOL_SARIF")]
    pub sarif: Option<PathBuf>,
}

impl InputArgs {
    /// The command that replays a test case on this program.
    pub fn replay_command(&self, test: &str) -> String {
        let mut words = vec!["symtool".to_owned(), "replay".to_owned(), test.to_owned()];
        words.extend(self.files.iter().map(|file| file.display().to_string()));
        let args = &self.program;
        let read = &args.preprocess;
        words.extend(read.define.iter().map(|text| format!("-D{text}")));
        words.extend(read.undefine.iter().map(|text| format!("-U{text}")));
        words.extend(
            read.include
                .iter()
                .map(|dir| format!("-I{}", dir.display())),
        );
        words.extend(args.entry.iter().map(|name| format!("--entry={name}")));
        words.extend(read.system_headers.then(|| "--system-headers".to_owned()));
        words.extend(args.allow_missing.then(|| "--allow-missing".to_owned()));
        words.extend(args.verify.then(|| "--verify".to_owned()));
        if args.check.join(",") != DEFAULT_CHECKS {
            words.push(format!("--check={}", args.check.join(",")));
        }
        let needs_quotes = |word: &str| {
            !word
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"-_./=,+".contains(&b))
        };
        let quote = |word: String| {
            if needs_quotes(&word) {
                format!("'{}'", word.replace('\'', r"'\''"))
            } else {
                word
            }
        };
        words.into_iter().map(quote).collect::<Vec<_>>().join(" ")
    }
}
