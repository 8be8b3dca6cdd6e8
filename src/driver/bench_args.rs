//! The command line of `symtool bench`: a subcommand per experiment, with the options that affect the experiment.
use crate::driver::units::Duration;
use clap::builder::FalseyValueParser;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use symtool_bench::{EXPERIMENTS, Experiment, bugs, climb, melding, papers, real, real::growth};

/// The parsed command line of `symtool bench`.
#[derive(Debug)]
pub enum BenchArgs {
    /// An experiment that runs programs, with its options.
    Runs(&'static Experiment, RunsArgs),
    /// The comparison of several encodings of melded branches, which are candidates for the encoding that melding
    /// uses.
    Melding(MeldingArgs),
    /// The search for good parameters of query count estimation (alpha, beta and kappa) by hill climbing.
    Climb(ClimbArgs),
    /// All experiments that repeat a table or figure of a paper.
    Papers(PapersArgs),
    /// The search for known bugs in C libraries.
    Bugs(BugsArgs),
    /// The coverage of real programs.
    Real(RealArgs),
    /// The time and the paths of real programs with growing inputs.
    RealGrowth(RealGrowthArgs),
}

/// The programs of an experiment, and the time limit of their runs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Runs")]
pub struct SubjectArgs {
    /// Run only these programs (names separated by commas).
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub programs: Vec<String>,
    /// Wall-clock time limit of each run.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub budget: Duration,
}

/// Options of the search for good parameters of query count estimation by hill climbing.
#[derive(Args, Debug)]
#[command(next_help_heading = "Runs")]
pub struct ClimbArgs {
    #[command(flatten)]
    pub subjects: SubjectArgs,
    /// Number of symbolic arguments of each program.
    #[arg(long, value_name = "N", default_value_t = climb::ARGUMENTS)]
    pub arguments: u32,
    /// Stop after N steps; each step moves to a cheaper choice of parameters.
    #[arg(long, value_name = "N", default_value_t = climb::STEPS)]
    pub steps: u32,
    #[command(flatten)]
    pub output: BenchOutputArgs,
}

/// Options of the command that repeats all experiments of the papers.
#[derive(Args, Debug)]
#[command(next_help_heading = "Runs")]
pub struct PapersArgs {
    /// Run only the experiments of these papers (names from the list below, separated by commas).
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub papers: Vec<String>,
    #[command(flatten)]
    pub subjects: SubjectArgs,
    /// Run each experiment that has several sizes at these sizes instead of those of its paper (numbers separated by
    /// commas).
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub sizes: Vec<u32>,
    #[command(flatten)]
    pub output: BenchOutputArgs,
}

/// Options of a measurement on programs of source packages.
#[derive(Args, Debug)]
#[command(next_help_heading = "Runs")]
pub struct PackagesArgs {
    /// Folder with the source packages, as tests/real/fetch.sh makes it.
    #[arg(help_heading = None, value_name = "SOURCES")]
    pub sources: PathBuf,
    /// Wall-clock time limit of each run.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub budget: Duration,
    #[command(flatten)]
    pub output: BenchOutputArgs,
}

/// Options of the search for known bugs in C libraries.
#[derive(Args, Debug)]
#[command(next_help_heading = "Runs")]
pub struct BugsArgs {
    #[command(flatten)]
    pub packages: PackagesArgs,
    /// Look only for these bugs (names separated by commas).
    #[arg(
        long,
        help_heading = "Runs",
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub bugs: Vec<String>,
    /// Run only these modes (names separated by commas): auto, or options of symtool without dashes, joined by `+`,
    /// such as cfmse+merge=static. The default is auto and each fixed mode.
    #[arg(
        long,
        help_heading = "Runs",
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub modes: Vec<String>,
}

/// Options of the measurement of coverage on real programs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Runs")]
pub struct RealArgs {
    #[command(flatten)]
    pub packages: PackagesArgs,
    /// Run only these programs (default: all).
    #[arg(help_heading = None, value_name = "PROGRAM")]
    pub programs: Vec<String>,
    /// Run only the programs of these papers (names separated by commas): arrays, cfmse, patterns, qce.
    #[arg(
        long,
        help_heading = "Runs",
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub paper: Vec<String>,
    /// Run only these modes (names separated by commas): auto, klee, or options of symtool without dashes, joined by
    /// `+`, such as merge=dynamic+search=covnew. The default is auto, five fixed modes and, if it is installed, klee.
    #[arg(
        long,
        help_heading = "Runs",
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub modes: Vec<String>,
}

/// Options of the measurement of real programs with growing inputs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Runs")]
pub struct RealGrowthArgs {
    #[command(flatten)]
    pub packages: PackagesArgs,
    /// Run only these programs (default: all programs of the paper whose driver has sizes).
    #[arg(help_heading = None, value_name = "PROGRAM")]
    pub programs: Vec<String>,
    /// Make the comparison of this paper: qce (state merging against plain exploration) or arrays (the transformations
    /// of array reads against the published baseline).
    #[arg(
        long,
        help_heading = "Runs",
        value_name = "NAME",
        default_value = "qce"
    )]
    pub paper: String,
    /// Compare these modes with the baseline (names separated by commas): options of symtool without dashes, joined by
    /// `+`, such as merge=dynamic+search=covnew. The default is the modes of the paper.
    #[arg(
        long,
        help_heading = "Runs",
        value_name = "LIST",
        value_delimiter = ','
    )]
    pub modes: Vec<String>,
}

/// Options of the comparison of several encodings of melded branches.
#[derive(Args, Debug)]
pub struct MeldingArgs {
    /// File with branches to meld (default: merge/meld/tests/diamonds.txt, which describes the format).
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub output: BenchOutputArgs,
}

/// Options of an experiment that runs programs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Runs")]
pub struct RunsArgs {
    /// Run the C programs in this folder instead of the built-in ones. The expected verdict is read from
    /// NAME.yml or from the file name (_true, _false, _safe, _unsafe).
    #[arg(help_heading = None, value_name = "DIR", id = "folder")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub subjects: SubjectArgs,
    /// Run only these modes (names separated by commas).
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub modes: Vec<String>,
    /// Set the macro SIZE to these values instead of those of the experiment (numbers separated by commas).
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub sizes: Vec<u32>,
    /// Bound loops to N iterations in modes that support a bound.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub unwind: Option<u32>,
    /// Run each program N times and report the run with the median CPU time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeats: u32,
    /// Write a test case for every path, not only for paths with new coverage. The measured time then includes
    /// the writes.
    #[arg(long)]
    pub all_tests: bool,
    /// Run N programs at the same time. The CPU time is measured for each run alone, but a run takes longer and may
    /// reach the time limit.
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
    /// Continue an interrupted experiment in its output folder DIR: measure only the runs that are missing there.
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    pub resume: Option<PathBuf>,
    /// Further options for every run of symtool, after `--`.
    #[arg(help_heading = None, value_name = "OPTIONS", last = true)]
    pub extra: Vec<String>,
    #[command(flatten)]
    pub output: BenchOutputArgs,
}

/// The files that an experiment writes.
#[derive(Args, Debug)]
pub struct BenchOutputArgs {
    /// Write table, CSV data and figures into DIR, which must not exist (default: symtool-bench-EXPERIMENT, or, if it
    /// exists, symtool-bench-EXPERIMENT-1, and so on).
    #[arg(help_heading = "Output", long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write report.html into the output folder: one page with the tables and the figures (see symtool report).
    #[arg(help_heading = "Output", long)]
    pub html: bool,
    /// Do not show a progress line on a terminal.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_NO_PROGRESS", value_parser = FalseyValueParser::new())]
    pub no_progress: bool,
}

/// Returns the command-line definition of an experiment. Its help hides the options that have no effect on this
/// experiment; the experiment rejects them.
fn command(experiment: &'static Experiment) -> Command {
    let command = RunsArgs::augment_args(Command::new(experiment.name)).about(experiment.help);
    let command = command.mut_arg("modes", |arg| {
        arg.help(format!(
            "Run only these modes (names separated by commas): {}",
            experiment.modes_help()
        ))
    });
    let unused = experiment.unused();
    command.mut_args(|arg| {
        let name = arg.get_long().unwrap_or(arg.get_id().as_str());
        let hidden = unused.contains(&name);
        arg.hide(hidden)
    })
}

/// Adds the commands of all experiments to `symtool bench`.
fn with_experiments(bench: Command) -> Command {
    let melding = MeldingArgs::augment_args(Command::new(melding::NAME)).about(melding::HELP);
    let climb = ClimbArgs::augment_args(Command::new(climb::NAME)).about(climb::HELP);
    let bugs = BugsArgs::augment_args(Command::new(bugs::NAME)).about(bugs::HELP);
    let real = RealArgs::augment_args(Command::new(real::NAME)).about(real::HELP);
    let growth = RealGrowthArgs::augment_args(Command::new(growth::NAME)).about(growth::HELP);
    let all = PapersArgs::augment_args(Command::new(papers::NAME)).about(papers::HELP);
    bench
        .subcommand(all.after_help(papers::overview()))
        .subcommands(EXPERIMENTS.iter().map(command))
        .subcommand(climb)
        .subcommand(melding)
        .subcommand(bugs)
        .subcommand(real)
        .subcommand(growth)
}

impl Subcommand for BenchArgs {
    fn augment_subcommands(cmd: Command) -> Command {
        // The commands of the experiments are built only if `symtool bench` runs, because the help of their modes is
        // expensive to build.
        cmd.subcommand_required(true)
            .arg_required_else_help(true)
            .defer(with_experiments)
    }

    fn augment_subcommands_for_update(cmd: Command) -> Command {
        Self::augment_subcommands(cmd)
    }

    fn has_subcommand(name: &str) -> bool {
        let others = [
            melding::NAME,
            climb::NAME,
            papers::NAME,
            bugs::NAME,
            real::NAME,
            growth::NAME,
        ];
        others.contains(&name) || EXPERIMENTS.iter().any(|e| e.name == name)
    }
}

impl FromArgMatches for BenchArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<BenchArgs, clap::Error> {
        let missing = || clap::Error::new(ErrorKind::MissingSubcommand);
        let (name, matches) = matches.subcommand().ok_or_else(missing)?;
        match name {
            melding::NAME => {
                return MeldingArgs::from_arg_matches(matches).map(BenchArgs::Melding);
            }
            climb::NAME => return ClimbArgs::from_arg_matches(matches).map(BenchArgs::Climb),
            bugs::NAME => return BugsArgs::from_arg_matches(matches).map(BenchArgs::Bugs),
            real::NAME => return RealArgs::from_arg_matches(matches).map(BenchArgs::Real),
            growth::NAME => {
                return RealGrowthArgs::from_arg_matches(matches).map(BenchArgs::RealGrowth);
            }
            papers::NAME => return PapersArgs::from_arg_matches(matches).map(BenchArgs::Papers),
            _ => {}
        }
        let experiment = EXPERIMENTS.iter().find(|e| e.name == name);
        let experiment = experiment.ok_or_else(missing)?;
        Ok(BenchArgs::Runs(
            experiment,
            RunsArgs::from_arg_matches(matches)?,
        ))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = BenchArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
