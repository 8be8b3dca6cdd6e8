//! Each test checks one behavior of the interpreter. The programs are textual IR with the entry `@main`.
mod chaos;
mod control;
mod inputs;
mod jumps;
mod memory;
mod printf;
mod pure;

use super::{Run, RunConfig, run};
use crate::bug::{BugKind, CheckKind, Checks};
use crate::module::Module;
use crate::outcome::Outcome;
use crate::parse::parse_module;
use crate::verify::verify_module;

/// Parses and verifies a module.
fn module(text: &str) -> Module {
    let module = parse_module(text, "test.sir").unwrap_or_else(|e| panic!("{e}"));
    verify_module(&module).unwrap_or_else(|e| panic!("{e}"));
    module
}

fn run_with(text: &str, config: &RunConfig) -> Run {
    let module = module(text);
    let main = module.function_named("main").expect("a main function");
    run(&module, main, config)
}

fn run_text(text: &str) -> Run {
    run_with(text, &RunConfig::default())
}

/// Runs a `main` that consists of the lines `body`, with all checks enabled.
fn run_strictly(body: &str) -> Run {
    let checks = CheckKind::ALL
        .iter()
        .fold(Checks::NONE, |all, &k| all.with(k));
    let config = RunConfig {
        checks,
        ..RunConfig::default()
    };
    run_with(body, &config)
}

fn checks_off() -> RunConfig {
    RunConfig {
        checks: Checks::NONE,
        ..RunConfig::default()
    }
}

/// Returns the exit status of a program, which must end normally.
fn status(text: &str) -> i32 {
    let run = run_text(text);
    match run.outcome {
        Outcome::Exit(status) => status,
        other => panic!("the run ended with {other:?}"),
    }
}

/// Returns the kind and message of the failure in which a run must end.
fn bug(run: &Run) -> (BugKind, &str) {
    match &run.outcome {
        Outcome::Bug(failure) => (failure.kind, &failure.message),
        other => panic!("the run ended with {other:?}"),
    }
}
