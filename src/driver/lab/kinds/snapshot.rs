//! A file test of the student: its output equals its snapshot, its run lines contain the words of the task, and the
//! output shows what the task asks for.
use super::Check;
use crate::Error;
use crate::driver::filetest::{self, Mismatch, Outcome, Settings};
use crate::driver::lab::finding::Finding;
use crate::driver::lab::workspace::Workspace;
use serde::Deserialize;
use std::num::NonZeroUsize;

/// The settings of a snapshot.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotCheck {
    /// The student's test file. The snapshot is the file with the ending `.snap` beside it.
    file: String,
    /// Words that the run lines must contain.
    run: Vec<String>,
    /// Texts that the snapshot must contain.
    #[serde(default)]
    contains: Vec<Shown>,
    /// Texts that the snapshot must not contain.
    #[serde(default)]
    lacks: Vec<Shown>,
}

/// A text of a snapshot, with the words for the student if it is missing or must not be there.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Shown {
    /// The text alone.
    Text(String),
    /// The text, and what it means for the program.
    Explained { text: String, why: String },
}

impl Shown {
    fn text(&self) -> &str {
        match self {
            Shown::Text(text) | Shown::Explained { text, .. } => text,
        }
    }

    /// Returns the finding about this text. `verb` is `does not show` or `must not show`.
    fn not_yet(&self, verb: &str) -> Finding {
        let text = self.text();
        Finding::not_yet(match self {
            Shown::Text(_) => format!("the output {verb} `{text}`"),
            Shown::Explained { why, .. } => format!("{why}: the output {verb} `{text}`"),
        })
    }
}

impl Check for SnapshotCheck {
    fn files(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn run(&self, workspace: &Workspace<'_>) -> Result<Finding, Error> {
        let text = workspace.text(&self.file)?;
        let words = run_words(&text);
        if let Some(word) = self.run.iter().find(|word| !words.contains(word)) {
            let text = format!(
                "{} has no line `run: {word}` in its first comment lines",
                self.file
            );
            return Ok(Finding::not_yet(text));
        }
        if text.lines().any(|line| line.contains("options:")) {
            let text = format!("{} must not have a line `options:`", self.file);
            return Ok(Finding::not_yet(text));
        }
        let settings = Settings {
            jobs: NonZeroUsize::MIN,
            max_time: workspace.limits.max_time,
            include_root: Some(workspace.student()),
            ..Settings::default()
        };
        let report = filetest::run(&[workspace.student().join(&self.file)], &settings);
        for result in &report.results {
            let problem = match &result.outcome {
                Outcome::Passed | Outcome::Blessed => continue,
                Outcome::Failed(why) => format!("the test fails: {why}"),
                Outcome::Mismatch(Mismatch::Missing) => {
                    format!(
                        "there is no snapshot; `symtool test {} --bless` writes it",
                        self.file
                    )
                }
                Outcome::Mismatch(Mismatch::Differs(_)) => {
                    format!(
                        "the output differs from the snapshot; `symtool test {}` shows how",
                        self.file
                    )
                }
            };
            return Ok(Finding::not_yet(problem));
        }
        Ok(self.shown(&workspace.text(&format!("{}.snap", self.file))?))
    }
}

impl SnapshotCheck {
    /// Compares a snapshot, which equals the output, with the texts of the task.
    fn shown(&self, snapshot: &str) -> Finding {
        let has = |shown: &&Shown| snapshot.contains(shown.text());
        if let Some(shown) = self.contains.iter().find(|shown| !has(shown)) {
            return shown.not_yet("does not show");
        }
        match self.lacks.iter().find(has) {
            Some(shown) => shown.not_yet("must not show"),
            None => Finding::Passed,
        }
    }
}

/// Returns the words of the run lines, without their options.
fn run_words(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.split_once("run:"));
    let steps = lines.flat_map(|(_, words)| words.split(','));
    let words = steps.filter_map(|step| step.split_whitespace().next());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_run_lines_are_found() {
        let words = run_words("// run: explore --verify, melds\n; run: gvn\nint x;\n");
        assert_eq!(words, ["explore", "melds", "gvn"]);
    }
}
