//! Our side: a program through the front end and through one of the engines, in a process of its own, so that
//! a crash or a hang costs one program.
//!
//! The process is this binary again, started with the hidden command `run-one` (or `symtool` itself for the
//! symbolic engine); what it found comes back as a file of JSON and the printed bytes as another.
use crate::process::{self, End};
use crate::program::Program;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use symtool_frontend::{Compilation, CompileError, Options, compile};
use symtool_ir::interp::{Note, Run, RunConfig, run};
use symtool_ir::outcome::{Limit, Outcome};
use symtool_passes::native::{Unfit, run_native};

/// Which engine executes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Engine {
    /// The concrete interpreter on the IR as the front end made it.
    Interpreter,
    /// The same IR as machine code.
    Native,
    /// `symtool FILE`: passes and the symbolic engine; a program without inputs has one path.
    Symbolic,
}

/// What became of a program on our side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ours {
    /// The front end refused it.
    Refused {
        /// The first error's short name, such as `syntax`.
        code: String,
        /// The first error's text.
        message: String,
        /// `file:line:column` of it, or nothing.
        place: String,
    },
    /// It ran to its end.
    Ran {
        /// The exit status, or none after `abort`.
        status: Option<i32>,
        /// Did it read free inputs? Programs to compare have none, unless they read what was never set.
        inputs: bool,
        /// What was computed otherwise than on the real machine, if anything: it excuses a difference.
        inexact: Option<String>,
    },
    /// A failure was reported.
    Failure {
        /// The kind's short name.
        kind: String,
        /// What and where.
        message: String,
    },
    /// The engine says that it does not know how to go on.
    Unsupported(String),
    /// It took too long or too much.
    Limit(String),
    /// The process crashed.
    Crash(String),
}

/// How to run programs on our side.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The engine.
    pub engine: Engine,
    /// The `symtool` binary, for the symbolic engine.
    pub symtool: PathBuf,
    /// Seconds of processor time for one program.
    pub seconds: u64,
}

const REPORT: &str = ".report.json";
const OUTPUT: &str = ".output";

impl Runner {
    /// Runs the program in `folder`; gives what became of it and what it printed.
    ///
    /// # Errors
    /// If the process cannot be started.
    pub fn run(&self, program: &Program, folder: &Path) -> io::Result<(Ours, Vec<u8>)> {
        match self.engine {
            Engine::Interpreter | Engine::Native => self.run_concrete(program, folder),
            Engine::Symbolic => self.run_symbolic(program, folder),
        }
    }

    fn run_concrete(&self, program: &Program, folder: &Path) -> io::Result<(Ours, Vec<u8>)> {
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

    fn run_symbolic(&self, program: &Program, folder: &Path) -> io::Result<(Ours, Vec<u8>)> {
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
            End::Exit(1) => refused_by_text(&ended.errors),
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

fn without_report(end: End, errors: &[u8]) -> Ours {
    let text = String::from_utf8_lossy(errors);
    match end {
        End::Time => Ours::Limit("time".to_owned()),
        End::Exit(status) => Ours::Crash(format!("exit status {status}: {}", panic_line(&text))),
        End::Signal(signal) => Ours::Crash(format!("signal {signal}: {}", panic_line(&text))),
    }
}

/// The line of a panic, or else the last line.
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

/// The body of the hidden command: compiles and runs one file and leaves the report in the current folder.
///
/// # Errors
/// If the report cannot be written.
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
                Ours::Unsupported(format!("machine code: {unfit}")),
                Vec::new(),
            ),
        },
        Err(error) => (refused(&error), Vec::new()),
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

fn refused(error: &CompileError) -> Ours {
    let first = error.diagnostics.iter().find(|d| d.is_error());
    Ours::Refused {
        code: first.map_or("none", |d| d.code).to_owned(),
        message: first.map_or(String::new(), |d| d.message.clone()),
        place: (first.and_then(|d| d.primary.as_ref())).map_or(String::new(), ToString::to_string),
    }
}

fn of_outcome(outcome: Outcome, notes: &[Note], inputs: bool) -> Ours {
    let first = |inexact| notes.iter().find(|note| note.inexact == inexact);
    let inexact = first(true).map(|note| note.what.clone());
    let ran = |status| match first(false) {
        Some(note) => Ours::Unsupported(note.what.clone()),
        None => Ours::Ran {
            status,
            inputs,
            inexact: inexact.clone(),
        },
    };
    match outcome {
        Outcome::Exit(status) | Outcome::Silent(status) => ran(Some(status & 0xff)),
        Outcome::Abort => ran(None),
        Outcome::AssumeFailed => Ours::Unsupported("an assumption is false".to_owned()),
        Outcome::Bug(_) if inexact.is_some() => Ours::Unsupported(inexact.unwrap_or_default()),
        Outcome::Bug(failure) => Ours::Failure {
            kind: failure.kind.name().to_owned(),
            message: failure.message,
        },
        Outcome::Unsupported { what, .. } => Ours::Unsupported(what),
        Outcome::Limit(Limit::Time) => Ours::Limit("time".to_owned()),
        Outcome::Limit(limit) => Ours::Limit(limit.describe().to_owned()),
    }
}

/// What `symtool --json` says of a program without inputs.
fn from_json(json: &[u8]) -> Ours {
    let Ok(report) = serde_json::from_slice::<serde_json::Value>(json) else {
        return Ours::Crash("no JSON on standard output".to_owned());
    };
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let error = &report["errors"][0];
    if error.is_object() {
        return Ours::Failure {
            kind: text(&error["kind"]),
            message: format!("{} (line {})", text(&error["message"]), error["line"]),
        };
    }
    if report["verdict"] != "verified" {
        let reason = text(&report["incomplete_reasons"][0]);
        return match reason.contains("limit") {
            true => Ours::Limit(if reason.contains("time") {
                "time".to_owned()
            } else {
                reason
            }),
            false => Ours::Unsupported(reason),
        };
    }
    let kind = text(&report["tests"][0]["kind"]);
    match kind.strip_prefix("exit ").map(str::parse::<i32>) {
        Some(Ok(status)) => Ours::Ran {
            status: Some(status & 0xff),
            inputs: false,
            inexact: None,
        },
        _ if kind == "abort" => Ours::Ran {
            status: None,
            inputs: false,
            inexact: None,
        },
        _ => Ours::Crash(format!("the JSON names no ending: `{kind}`")),
    }
}

/// Takes `error[code]: message` and the place from the diagnostics that symtool prints.
fn refused_by_text(errors: &[u8]) -> Ours {
    let text = String::from_utf8_lossy(errors);
    let mut lines = text.lines().skip_while(|line| !line.starts_with("error"));
    let title = lines.next().unwrap_or_default();
    let place = lines.next().unwrap_or_default();
    let (code, message) = title
        .strip_prefix("error[")
        .and_then(|rest| rest.split_once("]: "))
        .unwrap_or(("none", title));
    Ours::Refused {
        code: code.to_owned(),
        message: message.to_owned(),
        place: place.trim().trim_start_matches("--> ").to_owned(),
    }
}
