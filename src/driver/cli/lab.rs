//! Options of `symtool lab`, the teaching labs.
use crate::driver::units::{Duration, Size};
use clap::builder::FalseyValueParser;
use clap::{Args, Subcommand};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The actions of `symtool lab`.
#[derive(Subcommand, Debug)]
pub enum LabArgs {
    /// List the labs, with the time that each takes.
    List(LabListArgs),
    /// Start a lab: write its page and its starter files into a new folder.
    New(LabNewArgs),
    /// Check the tasks of a lab. For a task that has not passed, print a hint and an input that shows the problem.
    Check(LabCheckArgs),
    /// Grade many submissions in parallel, and check each task in a process of its own with limits.
    Grade(LabGradeArgs),
    /// Write the book of the labs as HTML pages, without the model answers.
    Book(LabBookArgs),
    /// Measure the grader: make submissions from the model answers, grade them, and compare the grades with the
    /// correct ones.
    Measure(LabMeasureArgs),
    /// Test the labs themselves: check that the model answer passes every task, and the untouched starter passes none.
    Test(LabTestArgs),
}

/// The option that selects the labs.
#[derive(Args, Debug, Clone)]
pub struct ShelfArgs {
    /// The folder with the labs, instead of the labs of symtool.
    #[arg(help_heading = "Input", long, value_name = "DIR", env = "SYMTOOL_LABS")]
    pub labs: Option<PathBuf>,
}

/// Options of `symtool lab list`.
#[derive(Args, Debug)]
pub struct LabListArgs {
    #[command(flatten)]
    pub shelf: ShelfArgs,
    /// List the kinds of checks and the numbers of a run that a lab.toml can name, instead of the labs.
    #[arg(help_heading = "Output", long, conflicts_with = "json")]
    pub kinds: bool,
    /// Print one JSON object on standard output and nothing else.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}

/// Options of `symtool lab new`.
#[derive(Args, Debug)]
pub struct LabNewArgs {
    /// The name or the number of the lab.
    #[arg(value_name = "LAB")]
    pub lab: String,
    /// The new folder [default: the name of the lab].
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    #[command(flatten)]
    pub shelf: ShelfArgs,
}

/// Options of `symtool lab check`.
#[derive(Args, Debug)]
pub struct LabCheckArgs {
    /// The folder of the lab [default: the working directory, or the only lab in it].
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// The name or the number of the lab, instead of the lab that the folder names.
    #[arg(help_heading = "Input", long, value_name = "LAB")]
    pub lab: Option<String>,
    #[command(flatten)]
    pub shelf: ShelfArgs,
    /// The number of hints for each task that has not passed. Later hints say more.
    #[arg(
        help_heading = "Output",
        long,
        value_name = "N",
        default_value_t = 1,
        env = "SYMTOOL_HINTS"
    )]
    pub hints: usize,
    /// Time limit of each exploration.
    #[arg(
        help_heading = "Limits",
        long,
        value_name = "TIME",
        default_value = "20s",
        env = "SYMTOOL_MAX_TIME"
    )]
    pub max_time: Duration,
    /// Print one JSON object on standard output and nothing else.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
    #[command(flatten)]
    pub graded: GradedArgs,
}

/// Hidden options of `symtool lab check`, with which `symtool lab grade` starts a process for one task of a
/// submission.
#[derive(Args, Debug)]
pub struct GradedArgs {
    /// Start a new Unix session, apply the limits to this process, check one task, and print its result as a JSON
    /// object.
    #[arg(long, hide = true, value_name = "TASK")]
    pub graded: Option<String>,
    /// Run cargo tests although the submission is graded.
    #[arg(long, hide = true)]
    pub run_rust: bool,
    /// Limit of the processor time.
    #[arg(long, hide = true, value_name = "TIME", default_value = "60s")]
    pub graded_cpu: Duration,
    /// Limit of the address space.
    #[arg(long, hide = true, value_name = "SIZE", default_value = "4G")]
    pub graded_memory: Size,
    /// Limit of the size of each file that is written.
    #[arg(long, hide = true, value_name = "SIZE", default_value = "16M")]
    pub graded_output: Size,
}

/// Options of `symtool lab grade`.
#[derive(Args, Debug)]
pub struct LabGradeArgs {
    /// The folders of submissions, or folders with one folder for each submission.
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// The name or the number of the lab [default: the lab that the submissions name].
    #[arg(help_heading = "Input", long, value_name = "LAB")]
    pub lab: Option<String>,
    #[command(flatten)]
    pub shelf: ShelfArgs,
    /// Write the grades to FILE as CSV.
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write the grades to FILE as one HTML page.
    #[arg(help_heading = "Output", long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Do not show progress.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_NO_PROGRESS", value_parser = FalseyValueParser::new())]
    pub no_progress: bool,
    /// The number of submissions that are checked at the same time [default: the number of cores].
    #[arg(help_heading = "Limits", long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Wall-clock time limit of each task of a submission.
    #[arg(
        help_heading = "Limits",
        long,
        value_name = "TIME",
        default_value = "60s"
    )]
    pub time: Duration,
    /// Processor time limit of each process that checks a task.
    #[arg(
        help_heading = "Limits",
        long,
        value_name = "TIME",
        default_value = "60s"
    )]
    pub cpu: Duration,
    /// Memory limit (address space) of each process that checks a task.
    #[arg(
        help_heading = "Limits",
        long,
        value_name = "SIZE",
        default_value = "4G"
    )]
    pub memory: Size,
    /// Limit of the output of the check of each task, and of each file that it writes.
    #[arg(
        help_heading = "Limits",
        long,
        value_name = "SIZE",
        default_value = "16M"
    )]
    pub output: Size,
    /// Limit of the number of processes that the check of one task runs at the same time.
    #[arg(help_heading = "Limits", long, value_name = "N", default_value_t = 32)]
    pub processes: usize,
    /// Also run the cargo tests of submissions, one submission at a time. Such tests are programs of the students that
    /// run on this machine with your rights; use a virtual machine or a container.
    #[arg(help_heading = "Limits", long, value_parser = FalseyValueParser::new())]
    pub run_rust: bool,
}

/// Options of `symtool lab measure`.
#[derive(Args, Debug)]
pub struct LabMeasureArgs {
    /// The folder for the submissions, for their classes such as right or wrong (truth.csv), and for their grades
    /// (LAB.csv). It must not exist.
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    #[command(flatten)]
    pub shelf: ShelfArgs,
    /// The number of submissions to make.
    #[arg(
        help_heading = "Goal",
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub count: u64,
    /// The seed. The same seed gives the same submissions.
    #[arg(help_heading = "Goal", long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Do not show progress.
    #[arg(help_heading = "Output", long, env = "SYMTOOL_NO_PROGRESS", value_parser = FalseyValueParser::new())]
    pub no_progress: bool,
    /// The number of submissions that are checked at the same time [default: the number of cores].
    #[arg(help_heading = "Limits", long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Wall-clock time limit of each task of a submission.
    #[arg(
        help_heading = "Limits",
        long,
        value_name = "TIME",
        default_value = "60s"
    )]
    pub time: Duration,
}

/// Options of `symtool lab book`.
#[derive(Args, Debug)]
pub struct LabBookArgs {
    /// The folder for the pages, which is created.
    #[arg(value_name = "OUT", default_value = "labs-book")]
    pub out: PathBuf,
    #[command(flatten)]
    pub shelf: ShelfArgs,
}

/// Options of `symtool lab test`.
#[derive(Args, Debug)]
pub struct LabTestArgs {
    /// The names or numbers of the labs [default: all].
    #[arg(value_name = "LAB")]
    pub labs_tested: Vec<String>,
    #[command(flatten)]
    pub shelf: ShelfArgs,
    /// Also run the cargo tests of Rust projects, which need the source code of symtool.
    #[arg(help_heading = "Limits", long, value_parser = FalseyValueParser::new())]
    pub run_rust: bool,
}
