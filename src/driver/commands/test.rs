//! `symtool test`: runs file tests (files with a program and a line `run: …`), and compares their outputs with
//! snapshots, which are files with the expected outputs.
use crate::Error;
use crate::driver::cli::TestArgs;
use crate::driver::filetest::processes::Finished;
use crate::driver::filetest::{self, Mismatch, Outcome, Report, Settings};
use crate::driver::print;
use serde_json::json;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

/// The folder of the tests if no path is given.
const FOLDER: &str = "snapshots";

/// Runs the command `symtool test`. The exit code is 1 if a test fails.
pub fn run(args: &TestArgs) -> Result<ExitCode, Error> {
    let paths = match args.paths.as_slice() {
        [] => vec![PathBuf::from(FOLDER)],
        paths => paths.to_vec(),
    };
    if args.max_time.0.is_zero() {
        let text = "--max-time 0 leaves no test any time; give a limit such as 10s";
        return Err(Error::Option(text.to_owned()));
    }
    let defaults = Settings::default();
    let settings = Settings {
        bless: args.bless,
        filter: args.filter.clone(),
        jobs: args.jobs.unwrap_or(defaults.jobs),
        max_time: args.max_time.0,
        include_root: None,
    };
    if let Some(folder) = &args.worker {
        let done = filetest::worker::work(folder, &settings);
        return match done {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(error) => Err(Error::file("cannot use", folder)(error)),
        };
    }
    let Finished { report, fault } = filetest::processes::run(&paths, &settings);
    if report.results.is_empty() {
        return Err(Error::Input(
            "found no test file: a file with a line `run: …` in its first comment lines".to_owned(),
        ));
    }
    if args.json {
        print(&format!("{:#}\n", to_json(&report)))?;
    } else {
        let color = std::io::stdout().is_terminal()
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        print(&filetest::render::text(&report, color))?;
    }
    Ok(ExitCode::from(
        fault.unwrap_or(u8::from(report.failures() > 0)),
    ))
}

fn to_json(report: &Report) -> serde_json::Value {
    let results = report.results.iter().map(|result| {
        let (status, message) = match &result.outcome {
            Outcome::Passed => ("passed", None),
            Outcome::Blessed => ("blessed", None),
            Outcome::Failed(message) => ("failed", Some(message.clone())),
            Outcome::Mismatch(Mismatch::Missing) => ("missing", None),
            Outcome::Mismatch(Mismatch::Differs(lines)) => {
                let lines = lines.iter().map(|line| filetest::render::line(line, false));
                ("different", Some(lines.collect()))
            }
        };
        json!({ "file": result.path.display().to_string(), "status": status, "message": message })
    });
    json!({
        "schema": 1,
        "passed": report.count(|outcome| *outcome == Outcome::Passed),
        "blessed": report.count(|outcome| *outcome == Outcome::Blessed),
        "failed": report.failures(),
        "tests": results.collect::<Vec<_>>(),
    })
}
