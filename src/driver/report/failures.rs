//! The violations of a run.
use super::{Run, place, player};
use crate::driver::environment::is_argument;
use crate::driver::render;
use crate::driver::summary::ErrorReport;
use symtool_engine::Config;
use symtool_report::model::{FailingPath, Failure, Input, Player};

/// Returns the failures of a run: first those that the replay confirmed (the violations), then those whose replay was
/// inexact.
pub fn of(run: &Run<'_>) -> Vec<Failure> {
    let mut errors: Vec<&ErrorReport> = run.summary.errors.iter().collect();
    errors.sort_by_key(|error| !error.confirmed);
    let mut left = MAX_PLAYED;
    let listed = errors.into_iter().take(MAX_FAILURES).enumerate();
    listed
        .map(|(number, error)| {
            let (path, player) = match run.playback {
                Some(config) if number < MAX_PLAYERS => played(run, config, error, &mut left),
                Some(config) if number < MAX_PATHS => (player::path(run, config, error), None),
                _ => (None, None),
            };
            Failure {
                path,
                player,
                ..failure(run, error)
            }
        })
        .collect()
}

/// Returns the path of the failing run, and the *player*: the steps of the run, which the page replays. The path is
/// `None` if the run is too long. The player is `None` if the run has no steps, or if the player has more bytes than
/// `left`, the number of bytes that remain for players in the report.
fn played(
    run: &Run<'_>,
    config: &Config,
    error: &ErrorReport,
    left: &mut usize,
) -> (Option<FailingPath>, Option<Player>) {
    let (path, player) = player::of(run, config, error);
    let length = serde_json::to_string(&player).map_or(usize::MAX, |text| text.len());
    let fits = !player.steps.is_empty() && length <= *left;
    *left -= if fits { length } else { 0 };
    (path, fits.then_some(player))
}

/// The maximum number of violations that a report lists.
const MAX_FAILURES: usize = 200;
/// The maximum number of violations whose failing runs a report replays step by step.
const MAX_PLAYERS: usize = 4;
/// The maximum number of violations for which a report lists the decisions of the failing path.
const MAX_PATHS: usize = 20;
/// The maximum number of bytes of all step-by-step replays together, written as JSON.
const MAX_PLAYED: usize = 1_000_000;
/// The maximum number of bytes of an input that a report shows.
const MAX_INPUT: usize = 1_024;

/// Returns the part of a text that a report shows: its first `most` bytes.
fn beginning(text: &str, most: usize) -> String {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    match end < text.len() {
        true => format!("{}…", &text[..end]),
        false => text.to_owned(),
    }
}

/// Returns the name of an input without the number at its end, and the number, such as `c` and 10 for `c_10`. Several
/// inputs with the name `c` are called `c`, `c_1`, `c_2` and so on.
fn numbered(name: &str) -> (&str, u64) {
    let parts = name.rsplit_once('_');
    let numbered = parts.and_then(|(stem, number)| Some((stem, number.parse().ok()?)));
    numbered.unwrap_or((name, 0))
}

/// Returns a violation without its path player.
pub(super) fn failure(run: &Run<'_>, error: &ErrorReport) -> Failure {
    let shown = |name: &str| error.command_line.is_none() || !is_argument(name);
    let inputs = error.inputs.iter().filter(|(name, _)| shown(name));
    let mut inputs: Vec<(&String, &String)> = inputs.collect();
    inputs.sort_by(|a, b| numbered(a.0).cmp(&numbered(b.0)));
    Failure {
        kind: error.kind.clone(),
        message: error.message.clone(),
        place: place(&error.file, error.line),
        column: error.column,
        function: error.function.clone(),
        stack: error.stack.clone(),
        inputs: inputs
            .into_iter()
            .map(|(name, hex)| Input {
                name: name.clone(),
                value: match error.values.get(name) {
                    Some(value) => beginning(value, MAX_INPUT),
                    None => beginning(&render::input_value(hex), MAX_INPUT),
                },
                hex: beginning(hex, 2 * MAX_INPUT),
                place: (error.read_at.get(name)).and_then(|(file, line)| place(file, *line)),
            })
            .collect(),
        command_line: error.command_line.clone(),
        replay: (run.replay)(&error.test),
        test: error.test.clone(),
        confirmed: error.confirmed,
        notes: error.notes.clone(),
        path: None,
        player: None,
    }
}
