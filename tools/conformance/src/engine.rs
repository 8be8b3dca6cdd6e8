//! Runs a program with symtool, that is, with its front end and one of its engines. The run is a separate process, so
//! that a crash or an endless run affects one program only.
//!
//! For the symbolic engine, the process runs `symtool`. For the other engines, the process runs this binary with the
//! hidden command `run-one`. The command writes its result to a JSON file, and the output of the program to a second
//! file.
use crate::process::{self, End};
use crate::program::Program;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use symtool_frontend::{Compilation, CompileError, Options, compile};
use symtool_ir::interp::{Note, Run, RunConfig, run};
use symtool_ir::outcome::{Limit, Outcome};
use symtool_native::{Unfit, run_native};

/// The engine of symtool that executes the program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Engine {
    /// The concrete interpreter. It runs the IR that the front end produces, before any pass.
    Interpreter,
    /// Machine code compiled from the IR that the front end produces, before any pass.
    Native,
    /// The symbolic engine, run as `symtool FILE`, with all passes. A program without inputs has one path.
    Symbolic,
}

/// The result of running a program with symtool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SymtoolResult {
    /// The front end rejected the program.
    Rejected {
        /// The code of the first error, such as `syntax`.
        code: String,
        /// The message of the first error.
        message: String,
        /// The location of the first error as `file:line:column`; empty if unknown.
        place: String,
    },
    /// The program ran to its end.
    Ran {
        /// The exit status; `None` after `abort`.
        status: Option<i32>,
        /// Whether the program read symbolic inputs. The compared programs declare no inputs, so an input can only
        /// be uninitialized memory that the program reads.
        inputs: bool,
        /// A description of the first computed value that may differ from the value on the real machine; `None` if all
        /// values are exact. If a value may differ, a mismatch with gcc is no bug of symtool.
        inexact: Option<String>,
    },
    /// The engine reported a failure of the program.
    Failure {
        /// The name of the kind of failure.
        kind: String,
        /// The message, with the location.
        message: String,
    },
    /// The engine does not support a feature of the program.
    Unsupported(String),
    /// The run exceeded a time or resource limit.
    Limit(String),
    /// The process of symtool crashed.
    Crash(String),
}

/// The configuration of runs under symtool.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The engine to use.
    pub engine: Engine,
    /// The path of the `symtool` binary, for the symbolic engine.
    pub symtool: PathBuf,
    /// The limit on the processor time of a run in seconds.
    pub seconds: u64,
}

/// The file to which the command `run-one` writes the result of a run.
const REPORT: &str = ".report.json";
/// The file to which the command `run-one` writes the output of the program.
const OUTPUT: &str = ".output";

impl Runner {
    /// Runs `program` in a process whose current folder is `folder`; returns the result and the output of the program.
    ///
    /// # Errors
    /// The process cannot be started.
    pub fn run(&self, program: &Program, folder: &Path) -> io::Result<(SymtoolResult, Vec<u8>)> {
        match self.engine {
            Engine::Interpreter | Engine::Native => self.run_concrete(program, folder),
            Engine::Symbolic => self.run_symbolic(program, folder),
        }
    }

    fn run_concrete(
        &self,
        program: &Program,
        folder: &Path,
    ) -> io::Result<(SymtoolResult, Vec<u8>)> {
        let mut args = vec!["run-one".to_owned(), program.file.display().to_string()];
        if self.engine == Engine::Native {
            args.push("--native".to_owned());
        }
        push_includes(&mut args, program);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let me = std::env::current_exe()?;
        let ended = process::run(&me, &args, folder, self.seconds)?;
        let report = std::fs::read(folder.join(REPORT)).ok();
        let report = report.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        let output = std::fs::read(folder.join(OUTPUT)).unwrap_or_default();
        Ok(match (ended.end, report) {
            (End::Exit(0), Some(ours)) => (ours, output),
            (end, _) => (without_report(end, &ended.errors), output),
        })
    }

    fn run_symbolic(
        &self,
        program: &Program,
        folder: &Path,
    ) -> io::Result<(SymtoolResult, Vec<u8>)> {
        let mut args = vec![program.file.display().to_string()];
        args.extend(
            [
                "--json",
                "--out",
                "report",
                "--max-memory",
                "4G",
                "--max-time",
            ]
            .map(str::to_owned),
        );
        args.push(format!("{}s", self.seconds));
        push_includes(&mut args, program);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ended = process::run(&self.symtool, &args, folder, self.seconds + 5)?;
        let log = std::fs::read(folder.join("report/run.log")).unwrap_or_default();
        let log = (log.strip_prefix(b"== path 1\n").unwrap_or(&log)).to_vec();
        let ours = match ended.end {
            End::Exit(0 | 10 | 20) => from_json(&ended.output),
            End::Exit(1) => rejected_by_text(&ended.errors),
            end => without_report(end, &ended.errors),
        };
        Ok((ours, log))
    }
}

fn push_includes(args: &mut Vec<String>, program: &Program) {
    for include in &program.include_dirs {
        args.push(format!("-I{}", include.display()));
    }
}

fn without_report(end: End, errors: &[u8]) -> SymtoolResult {
    let text = String::from_utf8_lossy(errors);
    match end {
        End::Time => SymtoolResult::Limit("time".to_owned()),
        End::Exit(status) => {
            SymtoolResult::Crash(format!("exit status {status}: {}", panic_line(&text)))
        }
        End::Signal(signal) => {
            SymtoolResult::Crash(format!("signal {signal}: {}", panic_line(&text)))
        }
    }
}

/// Returns the line of `text` that reports a panic, together with the next line. If `text` reports no panic, returns
/// its last line.
fn panic_line(text: &str) -> String {
    let mut lines = text
        .lines()
        .skip_while(|line| !line.contains("panicked at"));
    let line = match (lines.next(), lines.next()) {
        (Some(place), message) => format!("{place} {}", message.unwrap_or_default()),
        (None, _) => text.lines().last().unwrap_or_default().to_owned(),
    };
    line.chars().take(300).collect()
}

/// Implements the hidden command `run-one`: compiles and runs one file, and writes the result to the current
/// folder.
///
/// # Errors
/// The report cannot be written.
pub fn run_one(file: &Path, include_dirs: &[PathBuf], native: bool) -> io::Result<()> {
    let options = Options {
        include_dirs: include_dirs.to_vec(),
        ..Options::default()
    };
    let (ours, output) = match compile(&[file.to_owned()], &options) {
        Ok(program) => match execute(&program, native) {
            Ok(run) => {
                let inputs = !run.consumed.is_empty();
                (of_outcome(run.outcome, &run.notes, inputs), run.output)
            }
            Err(unfit) => (
                SymtoolResult::Unsupported(format!("machine code: {unfit}")),
                Vec::new(),
            ),
        },
        Err(error) => (rejected(&error), Vec::new()),
    };
    std::fs::write(OUTPUT, output)?;
    std::fs::write(REPORT, serde_json::to_vec(&ours)?)
}

fn execute(program: &Compilation, native: bool) -> Result<Run, Unfit> {
    let config = RunConfig::default();
    match native {
        true => run_native(&program.module, program.entry, &config),
        false => Ok(run(&program.module, program.entry, &config)),
    }
}

fn rejected(error: &CompileError) -> SymtoolResult {
    let first = error.diagnostics.iter().find(|d| d.is_error());
    SymtoolResult::Rejected {
        code: first.map_or("none", |d| d.code).to_owned(),
        message: first.map_or(String::new(), |d| d.message.clone()),
        place: (first.and_then(|d| d.primary.as_ref())).map_or(String::new(), ToString::to_string),
    }
}

fn of_outcome(outcome: Outcome, notes: &[Note], inputs: bool) -> SymtoolResult {
    let first = |inexact| notes.iter().find(|note| note.inexact == inexact);
    let inexact = first(true).map(|note| note.what.clone());
    let ran = |status| match first(false) {
        Some(note) => SymtoolResult::Unsupported(note.what.clone()),
        None => SymtoolResult::Ran {
            status,
            inputs,
            inexact: inexact.clone(),
        },
    };
    match outcome {
        Outcome::Exit(status) | Outcome::Silent(status) => ran(Some(status & 0xff)),
        Outcome::Abort => ran(None),
        Outcome::AssumeFailed => SymtoolResult::Unsupported("an assumption is false".to_owned()),
        Outcome::Bug(_) if inexact.is_some() => {
            SymtoolResult::Unsupported(inexact.unwrap_or_default())
        }
        Outcome::Bug(failure) => SymtoolResult::Failure {
            kind: failure.kind.name().to_owned(),
            message: failure.message,
        },
        Outcome::Unsupported { what, .. } => SymtoolResult::Unsupported(what),
        Outcome::Limit(Limit::Time) => SymtoolResult::Limit("time".to_owned()),
        Outcome::Limit(limit) => SymtoolResult::Limit(limit.describe().to_owned()),
    }
}

/// Parses the output of `symtool --json` for a program without symbolic inputs.
fn from_json(json: &[u8]) -> SymtoolResult {
    let Ok(report) = serde_json::from_slice::<serde_json::Value>(json) else {
        return SymtoolResult::Crash("no JSON on standard output".to_owned());
    };
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let error = &report["errors"][0];
    if error.is_object() {
        return SymtoolResult::Failure {
            kind: text(&error["kind"]),
            message: format!("{} (line {})", text(&error["message"]), error["line"]),
        };
    }
    if report["verdict"] != "verified" {
        let reason = text(&report["incomplete_reasons"][0]);
        return match reason.contains("limit") {
            true => SymtoolResult::Limit(if reason.contains("time") {
                "time".to_owned()
            } else {
                reason
            }),
            false => SymtoolResult::Unsupported(reason),
        };
    }
    let kind = text(&report["tests"][0]["kind"]);
    match kind.strip_prefix("exit ").map(str::parse::<i32>) {
        Some(Ok(status)) => SymtoolResult::Ran {
            status: Some(status & 0xff),
            inputs: false,
            inexact: None,
        },
        _ if kind == "abort" => SymtoolResult::Ran {
            status: None,
            inputs: false,
            inexact: None,
        },
        _ => SymtoolResult::Crash(format!("unknown kind of test in the JSON output: `{kind}`")),
    }
}

/// Parses the first error in the diagnostics of symtool: its code and message in `error[code]: message`, and its
/// location.
fn rejected_by_text(errors: &[u8]) -> SymtoolResult {
    let text = String::from_utf8_lossy(errors);
    let mut lines = text.lines().skip_while(|line| !line.starts_with("error"));
    let title = lines.next().unwrap_or_default();
    let place = lines.next().unwrap_or_default();
    let (code, message) = title
        .strip_prefix("error[")
        .and_then(|rest| rest.split_once("]: "))
        .unwrap_or(("none", title));
    SymtoolResult::Rejected {
        code: code.to_owned(),
        message: message.to_owned(),
        place: place.trim().trim_start_matches("--> ").to_owned(),
    }
}
