//! `symtool explain`: shows how the array reads of one source line are transformed before a solver sees them.
use crate::Error;
use crate::driver::cli::{ExplainArgs, InputArgs};
use crate::driver::render;
use std::path::PathBuf;
use std::process::ExitCode;
use symtool_engine::exec::ReadNote;
use symtool_engine::{AcceptAll, Config, ObservedReads, TestCases};

/// The maximum number of conditions that `symtool explain` prints.
const SHOWN: usize = 12;

/// Runs the command `symtool explain`.
pub fn run(args: &ExplainArgs) -> Result<ExitCode, Error> {
    let (file, line) = place(&args.place)?;
    let mut files = vec![PathBuf::from(&file)];
    files.extend(args.files.iter().cloned());
    let input = InputArgs {
        folder: None,
        files,
        program: args.program.clone(),
        environment: args.environment.clone(),
    };
    let program = input.load(None)?;
    let module = program.simplified()?;
    let config = Config::default()
        .checks(program.checks)
        .test_cases(TestCases::None)
        .all_errors(true)
        .max_time(Some(args.max_time.0))
        .arrays(args.memory.arrays.clone())
        .max_resolutions(args.memory.max_resolutions as usize)
        .symbolic_sizes(args.memory.symbolic_sizes.map(|size| size.0))
        .explain(Some(ObservedReads::Line { file, line }));
    let result = symtool_engine::explore(&module, program.entry, &config, &mut AcceptAll);
    crate::driver::print(&text(
        &args.place,
        result.stats.paths.completed,
        &result.explained,
    ))?;
    for reason in &result.incomplete {
        crate::driver::print(&format!(
            "\nThe exploration is incomplete: {}\n",
            reason.describe(&module.source)
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Parses a source location `FILE:LINE`.
fn place(text: &str) -> Result<(String, u32), Error> {
    let parts = text.rsplit_once(':');
    let place = parts.and_then(|(file, line)| Some((file.to_owned(), line.parse().ok()?)));
    place.ok_or_else(|| Error::Option(format!("expected FILE:LINE, found `{text}`")))
}

/// Describes the conditions of the source line `place` before and after the transformation of array reads.
fn text(place: &str, paths: u64, notes: &[ReadNote]) -> String {
    let paths = render::count(paths, "path");
    if notes.is_empty() {
        return format!("{place}: {paths}, no condition on an array read at a symbolic index\n");
    }
    let mut text = format!(
        "{place}: {paths}, {} on array reads of this line\n",
        render::count(notes.len() as u64, "condition")
    );
    let indented = |text: &str| text.replace('\n', "\n          ");
    for note in notes.iter().take(SHOWN) {
        text += &format!("\n{} (checked at {})\n", note.transform, note.location);
        text += &format!("  before: {}\n", indented(&note.before));
        if note.after == note.before {
            text += "  after:  unchanged; the solver handles the read\n";
        } else {
            text += &format!("  after:  {}\n", indented(&note.after));
        }
    }
    if notes.len() > SHOWN {
        text += &format!("\n… and {} more\n", notes.len() - SHOWN);
    }
    text
}
