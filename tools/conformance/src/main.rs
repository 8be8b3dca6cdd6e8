//! Does symtool run C as gcc does?
//!
//! `conformance FOLDER` runs every single-file C program of a folder compiled by gcc and by symtool and compares
//! what they print and how they exit; `conformance csmith --seeds 1..1000` does the same with random programs and
//! makes those that differ small. It says by reason what failed, and ends with status 1 if symtool was wrong
//! anywhere: a clear error about an unsupported construct is a gap, a different answer is a bug.
//!
//! | file | does |
//! | --- | --- |
//! | `process` | processes with limits, in folders of their own |
//! | `gcc` | the reference, and what its sanitizers say |
//! | `engine` | our side, in a process of its own |
//! | `verdict` | the comparison |
//! | `csmith` `reduce` | random programs; making a mismatch small |
//! | `pool` `report` | many programs; tables, lines, JSON |
#![forbid(unsafe_code)]

mod csmith;
mod engine;
mod gcc;
mod pool;
mod process;
mod program;
mod reduce;
mod report;
mod verdict;

use clap::{Args, Parser, Subcommand};
use engine::{Engine, Runner};
use program::Program;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use verdict::{Class, Verdict, compare};

/// Seconds of processor time for gcc's program: one that takes longer does not end for us either.
const GCC_SECONDS: u64 = 10;
/// The same for csmith's, which end at once or not at all.
const CSMITH_SECONDS: u64 = 2;

/// Compares symtool with gcc over C programs: output bytes and exit status.
///
/// Exit status: 0 if nothing is wrong (unsupported programs are listed, not wrong), 1 if something is, 2 if the
/// comparison itself could not be made.
#[derive(Parser)]
#[command(name = "conformance", args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    suite: Suite,
}

#[derive(Subcommand)]
enum Command {
    /// Compares random programs made by csmith (a Debian package) and makes those that differ small.
    Csmith(Csmith),
    /// Runs one program on our side and leaves a report in the current folder.
    #[command(hide = true)]
    RunOne {
        file: PathBuf,
        #[arg(short = 'I')]
        include: Vec<PathBuf>,
        #[arg(long)]
        native: bool,
    },
}

/// Programs that are there.
#[derive(Args)]
struct Suite {
    /// C files, and folders whose `*.c` files are single-file programs. Where FILE.c.expected stands beside a
    /// program, it says what must be printed.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Only programs whose file name contains this.
    #[arg(long)]
    filter: Option<String>,
    /// A folder of headers; may be given more than once.
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// A program that gcc's own build fails (exits with another status than 0) is no reference: as in gcc's
    /// torture tests, where success is exit status 0.
    #[arg(long)]
    passing: bool,
    #[command(flatten)]
    common: Common,
}

/// Random programs.
#[derive(Args)]
struct Csmith {
    /// First and last seed.
    #[arg(long, default_value = "1..1000", value_parser = csmith::parse_seeds)]
    seeds: (u64, u64),
    /// More options for csmith, separated by spaces.
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    options: String,
    /// Where programs that differ go, as generated and reduced.
    #[arg(long, value_name = "DIR", default_value = "csmith-failures")]
    keep: PathBuf,
    /// The most seconds to spend on making one program small; 0 leaves it as it is.
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    reduce: u64,
    #[command(flatten)]
    common: Common,
}

#[derive(Args)]
struct Common {
    /// Seconds of processor time for each program on our side (gcc's may take 10 at most, 2 if csmith made it).
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    time: u64,
    /// Programs at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// Writes all results to a file as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// What executes.
    #[arg(long, value_enum, default_value = "interpreter")]
    engine: Engine,
    /// The symtool binary for the symbolic engine; the one beside this binary if not given.
    #[arg(long, value_name = "FILE")]
    symtool: Option<PathBuf>,
}

impl Common {
    fn runner(&self) -> io::Result<Runner> {
        let beside = std::env::current_exe()?.with_file_name("symtool");
        let runner = Runner {
            engine: self.engine,
            symtool: std::path::absolute(self.symtool.as_ref().unwrap_or(&beside))?,
            seconds: self.time,
        };
        if runner.engine == Engine::Symbolic && !runner.symtool.is_file() {
            return Err(io::Error::other(format!(
                "{} does not exist; build it with `cargo build --release` or name it with --symtool",
                runner.symtool.display()
            )));
        }
        Ok(runner)
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let verdicts = match &cli.command {
        Some(Command::RunOne {
            file,
            include,
            native,
        }) => {
            return match engine::run_one(file, include, *native) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => could_not(&error),
            };
        }
        Some(Command::Csmith(options)) => random(options),
        None => suite(&cli.suite),
    };
    match verdicts {
        Ok(verdicts) => match verdicts.iter().any(|verdict| verdict.class.is_wrong()) {
            true => ExitCode::from(1),
            false => ExitCode::SUCCESS,
        },
        Err(error) => could_not(&error),
    }
}

fn could_not(error: &io::Error) -> ExitCode {
    let _ = writeln!(io::stderr(), "conformance: {error}");
    ExitCode::from(2)
}

fn suite(options: &Suite) -> io::Result<Vec<Verdict>> {
    need_gcc()?;
    let runner = options.common.runner()?;
    let files = program::collect(&options.paths, options.filter.as_deref())?;
    let include = absolute(&options.include)?;
    let verdicts = pool::map(&files, options.common.jobs, |file| {
        let program = Program::new(file.clone(), &include);
        let gcc_seconds = GCC_SECONDS.min(options.common.time);
        compare(&program, &runner, gcc_seconds, options.passing)
    });
    finish(verdicts, &options.common)
}

fn random(options: &Csmith) -> io::Result<Vec<Verdict>> {
    need_gcc()?;
    let Some(include) = csmith::include_dir().filter(|_| csmith::is_installed()) else {
        return Err(io::Error::other(
            "csmith is not installed (Debian: apt-get install csmith libcsmith-dev)",
        ));
    };
    let runner = options.common.runner()?;
    let seeds: Vec<u64> = (options.seeds.0..=options.seeds.1).collect();
    let words: Vec<String> = options
        .options
        .split_whitespace()
        .map(str::to_owned)
        .collect();
    let verdicts = pool::map(&seeds, options.common.jobs, |&seed| {
        let folder = tempfile::tempdir()?;
        let Some(program) = csmith::generate(seed, &words, &include, folder.path())? else {
            return Ok(Verdict {
                name: format!("{seed}.c"),
                class: Class::Skipped,
                reason: "csmith does not make it".to_owned(),
                detail: String::new(),
            });
        };
        let verdict = compare(&program, &runner, CSMITH_SECONDS, false)?;
        if verdict.class.is_wrong() {
            keep(&program, &verdict, &runner, options)?;
        }
        Ok(verdict)
    });
    finish(verdicts, &options.common)
}

/// Writes a program that differs to the folder of such programs, and a small one that shows the same.
fn keep(program: &Program, verdict: &Verdict, runner: &Runner, options: &Csmith) -> io::Result<()> {
    std::fs::create_dir_all(&options.keep)?;
    std::fs::copy(&program.file, options.keep.join(&verdict.name))?;
    if options.reduce == 0 {
        return Ok(());
    }
    let oracle = reduce::Oracle {
        runner,
        include_dirs: &program.include_dirs,
        class: verdict.class,
        gcc_seconds: CSMITH_SECONDS,
    };
    let text = String::from_utf8_lossy(&std::fs::read(&program.file)?).into_owned();
    let folder = tempfile::tempdir()?;
    let limit = Duration::from_secs(options.reduce);
    let small = reduce::reduce(&text, limit, &mut |text| {
        oracle.still_shows(text, folder.path())
    })?;
    let name = Path::new(&verdict.name).with_extension("reduced.c");
    std::fs::write(options.keep.join(name), small)
}

fn finish(verdicts: Vec<io::Result<Verdict>>, common: &Common) -> io::Result<Vec<Verdict>> {
    let verdicts = verdicts.into_iter().collect::<io::Result<Vec<Verdict>>>()?;
    report::print(&verdicts, &mut io::stdout().lock())?;
    if let Some(file) = &common.json {
        report::write_json(&verdicts, std::fs::File::create(file)?)?;
    }
    Ok(verdicts)
}

fn absolute(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    paths.iter().map(std::path::absolute).collect()
}

fn need_gcc() -> io::Result<()> {
    match gcc::is_installed() {
        true => Ok(()),
        false => Err(io::Error::other(
            "gcc is not installed; it is the reference",
        )),
    }
}
