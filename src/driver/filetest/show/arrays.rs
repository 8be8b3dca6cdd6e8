//! The word `arrays` in a `run:` line of a file test: shows the transformations of array reads.
use super::explore::{explore, verdict};
use crate::driver::filetest::header::Step;
use crate::driver::filetest::options::{self, Reads};
use crate::driver::filetest::stages::Stages;
use std::fmt::Write;
use symtool_engine::ObservedReads;

/// Returns the verdict of an exploration, and each condition that contains an array read, before and after its
/// transformation.
pub fn show(stages: &Stages<'_>, step: &Step) -> Result<String, String> {
    let args = options::of_step(stages.header, step, (Reads::Exploration, &step.options))?;
    let report = explore(stages, &args, |config| {
        config.explain(Some(ObservedReads::All))
    })?;
    let mut out = verdict(&report);
    for note in &report.explained {
        let _ = writeln!(out, "{} (checked at {})", note.transform, note.location);
        let _ = writeln!(out, "  before: {}", note.before.replace('\n', "\n  "));
        if note.after != note.before {
            let _ = writeln!(out, "  after:  {}", note.after.replace('\n', "\n  "));
        }
    }
    Ok(out)
}
