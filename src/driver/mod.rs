//! The command line as a library: parses the options of the process, runs one job and prints the result.
//!
//! This module is the only code of the library that prints. A program with its own `main` has the complete command line
//! if it calls [`main`]. To add parts such as a pass or a searcher, it calls [`main_with`].
mod bench_args;
mod cases;
mod cdse;
mod cfmse;
mod cli;
mod commands;
mod covered;
mod diagnostics;
mod environment;
mod export;
pub mod filetest;
mod findings;
mod journal;
mod kit;
mod lab;
mod memory;
mod merging;
mod output;
mod panics;
mod progress;
mod recorded;
mod recorder;
mod render;
mod report;
mod sarif;
mod series;
mod streams;
mod summary;
mod test_list;
mod units;
mod watchdog;

use crate::{Error, Parts};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, ErrorKind, Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Runs the command line of this process and returns its exit code. The program `symtool` calls only this function.
pub fn main() -> ExitCode {
    main_with(|_| ())
}

/// Runs the command line of this process with the parts that `add` adds, and returns its exit code. The help texts
/// and options include the added parts.
///
/// ```no_run
/// use symtool::parts::ir::Module;
/// use symtool::parts::passes::AnalysisInfo;
///
/// fn count(module: &Module) -> String {
///     format!("{} functions\n", module.functions.len())
/// }
///
/// fn main() -> std::process::ExitCode {
///     symtool::driver::main_with(|parts| {
///         parts.analysis(AnalysisInfo {
///             name: "count",
///             help: "the number of functions",
///             run: count,
///         });
///     })
/// }
/// ```
///
/// If a part cannot be added, such as a second pass of the same name, the function prints an error and returns exit
/// code 1.
pub fn main_with(add: impl FnOnce(&mut Parts)) -> ExitCode {
    let mut parts = Parts::default();
    add(&mut parts);
    if let Err(error) = parts.install() {
        let error = Error::Input(error.to_string());
        to_stderr(&error);
        return error.exit_code();
    }
    run()
}

fn run() -> ExitCode {
    let cli = cli::parse(std::env::args_os()).unwrap_or_else(|error| error.exit());
    for warning in cli.warnings() {
        to_stderr(&warning);
    }
    let json = cli.wants_json();
    panics::install();
    let result = panics::guard(|| match cli.command {
        Some(cli::Command::Cc(args)) => commands::cc::run(&args),
        Some(cli::Command::Harness(args)) => commands::harness::run(&args),
        Some(cli::Command::Check(args)) => commands::check::run(&args),
        Some(cli::Command::Ir(args)) => commands::ir::run(&args),
        Some(cli::Command::Export(args)) => commands::export::run(&args),
        Some(cli::Command::Replay(args)) => commands::replay::run(&args),
        Some(cli::Command::Solve(args)) => commands::solve::run(&args),
        Some(cli::Command::Explain(args)) => commands::explain::run(&args),
        Some(cli::Command::Compare(args)) => commands::compare::run(&args),
        Some(cli::Command::Test(args)) => commands::test::run(&args),
        Some(cli::Command::Kit(args)) => commands::kit::run(&args),
        Some(cli::Command::Lab(args)) => commands::lab::run(&args),
        Some(cli::Command::Report(args)) => commands::report::run(&args),
        Some(cli::Command::Bench(args)) => commands::bench::run(&args),
        Some(cli::Command::Completions(args)) => commands::installed::completions(&args),
        Some(cli::Command::Man(args)) => commands::installed::man(&args),
        None => commands::explore::run(&cli.explore),
    });
    result.unwrap_or_else(|error| {
        if json
            && !HAS_PRINTED.load(Ordering::SeqCst)
            && let Some(diagnostics) = error.diagnostics()
        {
            let _ = stdout().write_all(diagnostics::json(&diagnostics).as_bytes());
            return error.exit_code();
        }
        to_stderr(&error);
        error.exit_code()
    })
}

/// Writes a line to standard error. A failure to write is ignored, because it could not be reported anywhere.
fn to_stderr(message: &impl Display) {
    let _ = stderr().write_all(format!("{message}\n").as_bytes());
}

/// Whether something was written to standard output. Afterwards, an error is written to standard error even with
/// `--json`, so that standard output contains only one JSON object.
static HAS_PRINTED: AtomicBool = AtomicBool::new(false);

/// Writes a text to standard output. A closed pipe (`| head`) is not an error, but a full disk is an error. After a
/// panic on any thread, the function writes nothing, because the text may be incomplete.
fn print(text: &str) -> Result<(), Error> {
    print_bytes(text.as_bytes())
}

/// Writes bytes to standard output as [`print`] writes a text.
fn print_bytes(bytes: &[u8]) -> Result<(), Error> {
    panics::check()?;
    HAS_PRINTED.store(true, Ordering::SeqCst);
    written(stdout().write_all(bytes))
}

/// Copies a file to standard output. A closed pipe is not an error.
fn print_file(path: &Path) -> Result<(), Error> {
    let copied = File::open(path).and_then(|mut file| io::copy(&mut file, &mut stdout()));
    written(copied.map(drop))
}

/// Converts the result of a write to standard output: a closed pipe is no error.
fn written(result: io::Result<()>) -> Result<(), Error> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::file("cannot write", "standard output")(error))
        }
        _ => Ok(()),
    }
}
