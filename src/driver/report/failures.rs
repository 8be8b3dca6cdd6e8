//! The violations of a run.
use super::{Run, place, player};
use crate::driver::environment::is_argument;
use crate::driver::render;
use crate::driver::summary::ErrorReport;
use symtool_report::model::{Failure, Input};

/// Returns the violations, the confirmed ones first.
pub fn of(run: &Run<'_>) -> Vec<Failure> {
    let errors = run.summary.errors.iter().enumerate();
    let mut all: Vec<Failure> = errors
        .map(|(number, error)| failure(run, error, number))
        .collect();
    all.sort_by_key(|failure| !failure.confirmed);
    all
}

/// The maximum number of violations with a path player.
const MAX_PLAYERS: usize = 4;

fn failure(run: &Run<'_>, error: &ErrorReport, number: usize) -> Failure {
    let shown = |name: &str| error.command_line.is_none() || !is_argument(name);
    let inputs = error.inputs.iter().filter(|(name, _)| shown(name));
    Failure {
        kind: error.kind.clone(),
        message: error.message.clone(),
        place: place(&error.file, error.line),
        column: error.column,
        function: error.function.clone(),
        stack: error.stack.clone(),
        inputs: inputs
            .map(|(name, hex)| Input {
                name: name.clone(),
                value: match error.numbers.get(name) {
                    Some(number) => number.clone(),
                    None => render::input_value(hex),
                },
                hex: hex.clone(),
            })
            .collect(),
        command_line: error.command_line.clone(),
        replay: (run.replay)(&error.test),
        test: error.test.clone(),
        confirmed: error.confirmed,
        notes: error.notes.clone(),
        player: run
            .playback
            .filter(|_| number < MAX_PLAYERS)
            .map(|config| player::of(run, config, error)),
    }
}
