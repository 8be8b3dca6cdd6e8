//! The word `cdse` in a `run:` line of a file test: explores the program by conflict-driven search, and shows the
//! conflict clauses, that is, sets of facts that no feasible path satisfies together.
use super::explore::{explore, verdict};
use crate::driver::filetest::header::Step;
use crate::driver::filetest::options::{self, Reads};
use crate::driver::filetest::stages::Stages;

/// Returns the verdict, and each learned clause in the order of learning.
pub fn show(stages: &Stages<'_>, step: &Step) -> Result<String, String> {
    let mut words = step.as_options();
    words.push("--cdse-log".to_owned());
    let args = options::of_step(stages.header, step, (Reads::Exploration, &words))?;
    let report = explore(stages, &args, |config| config)?;
    let learned = report.learned.as_ref();
    let lines = learned
        .map(|learned| learned.log.join("\n"))
        .unwrap_or_default();
    let end = if lines.is_empty() { "" } else { "\n" };
    Ok(format!("{}{lines}{end}", verdict(&report)))
}
