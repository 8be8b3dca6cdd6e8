//! Checks a file test that the student writes. Its run lines must be those of the task, its output must equal its
//! snapshot, and the output must contain the lines that the task requires.
use super::Check;
use crate::Error;
use crate::driver::filetest::{self, Mismatch, Outcome, Settings};
use crate::driver::lab::explore;
use crate::driver::lab::finding::Finding;
use crate::driver::lab::measure::missed;
use crate::driver::lab::workspace::Workspace;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// The settings of a snapshot check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapshotCheck {
    /// The student's test file. The snapshot is the file with the ending `.snap` beside it.
    file: String,
    /// The required run lines, such as `merges --merge=static`. The file must have all of them, and no other
    /// directive.
    run: Vec<String>,
    /// Options that the student may add to a run line.
    #[serde(default)]
    options: Vec<String>,
    /// Patterns of lines that the snapshot must contain. `*` matches any text.
    #[serde(default)]
    contains: Vec<Shown>,
    /// Patterns of lines that the snapshot must not contain.
    #[serde(default)]
    lacks: Vec<Shown>,
    /// Conditions on the numbers of an exploration of the file with the single option `--plain`, such as
    /// `forks = ">= 1"`.
    #[serde(default)]
    require: BTreeMap<String, String>,
}

/// A pattern of a line in a snapshot, with an explanation for the student if the pattern is missing or forbidden.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Shown {
    /// The pattern alone.
    Text(String),
    /// The pattern, and its meaning for the program.
    Explained { text: String, why: String },
}

impl Shown {
    /// Checks the output of a file test. Returns a finding if it lacks a pattern of `contains` or has a pattern of
    /// `lacks`; `None` if the output is right.
    pub fn judge(contains: &[Shown], lacks: &[Shown], output: &str) -> Option<Finding> {
        let is_in = |shown: &&Shown| shown.is_in(output);
        let missing = contains.iter().find(|shown| !is_in(shown));
        let missing = missing.map(|shown| shown.not_yet("does not show"));
        let wrong = lacks.iter().find(is_in);
        missing.or_else(|| wrong.map(|shown| shown.not_yet("must not show")))
    }

    fn text(&self) -> &str {
        match self {
            Shown::Text(text) | Shown::Explained { text, .. } => text,
        }
    }

    /// Returns whether some line of a snapshot matches the pattern.
    fn is_in(&self, snapshot: &str) -> bool {
        snapshot.lines().any(|line| has_pattern(line, self.text()))
    }

    /// Returns the finding that the output is wrong because of this pattern. `verb` is `does not show` or `must not
    /// show`.
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
        if let Some(text) = self.wrong_header(&text) {
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
        let snapshot = workspace.text(&format!("{}.snap", self.file))?;
        if let Some(finding) = Shown::judge(&self.contains, &self.lacks, &snapshot) {
            return Ok(finding);
        }
        if self.require.is_empty() {
            return Ok(Finding::Passed);
        }
        let plain = ["--plain".to_owned()];
        let report = explore::compile(workspace, &[(&self.file).into()], &plain)?.explore()?;
        let missed = missed(&report, &self.require).map_err(Error::Input)?;
        Ok(missed.map_or(Finding::Passed, Finding::not_yet))
    }
}

impl SnapshotCheck {
    /// Returns a message for the student about wrong directives in the header of the file; `None` if the directives are
    /// those of the task. Other directives are refused because an option could produce the required output without any
    /// work of the student.
    fn wrong_header(&self, text: &str) -> Option<String> {
        let file = &self.file;
        let found = filetest::directives(text);
        let plain: Vec<String> = found
            .iter()
            .map(|(_, line)| self.without_options(line))
            .collect();
        for ((key, value), line) in found.iter().zip(&plain) {
            if key != "run" || !self.run.contains(line) {
                return Some(format!(
                    "{file} has the line `{key}: {value}`; this task permits {}",
                    self.permitted()
                ));
            }
        }
        let missing = self.run.iter().find(|line| !plain.contains(line))?;
        Some(format!(
            "{file} has no line `run: {missing}` in its first comment lines"
        ))
    }

    /// Returns a run line without the options that the task permits.
    fn without_options(&self, line: &str) -> String {
        let words = line.split_whitespace();
        let words = words.filter(|word| !self.options.iter().any(|option| option == word));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Describes the run lines and options that the task permits.
    fn permitted(&self) -> String {
        let lines: Vec<String> = self
            .run
            .iter()
            .map(|line| format!("`run: {line}`"))
            .collect();
        let options = match self.options.is_empty() {
            true => ", without other options".to_owned(),
            false => format!(" with the options {}", self.options.join(", ")),
        };
        format!("only {}{options}", lines.join(" and "))
    }
}

/// Returns whether a line matches a pattern, in which `*` matches any text. The pattern must match the whole line.
/// Otherwise a text within the line that the student has chosen, such as a name, could match it.
fn has_pattern(line: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = after;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_compared_with_whole_lines() {
        assert!(has_pattern("verdict: verified", "verdict: verified"));
        assert!(!has_pattern("verdict: verified?", "verdict: verified"));
        assert!(!has_pattern("x verdict: verified", "verdict: verified"));
        assert!(has_pattern(
            "line 3 in f: 6 pairs merged",
            "line * in *: * merged"
        ));
        assert!(!has_pattern(
            "line 3 in f: merged: x",
            "line * in *: merged"
        ));
        assert!(!has_pattern("aa", "a*aa"));
    }

    fn wrong_header(text: &str) -> Option<String> {
        let check = "file = \"a.c\"\nrun = [\"merges --merge=static\"]\noptions = [\"--stats\"]\n";
        let check: SnapshotCheck = toml::from_str(check).expect("settings");
        check.wrong_header(text)
    }

    #[test]
    fn only_the_run_lines_and_options_of_the_task_are_permitted() {
        for right in [
            "// run: merges --merge=static\n// A remark: x\nint x;",
            "// run: merges  --merge=static --stats\n",
        ] {
            assert_eq!(wrong_header(right), None, "{right}");
        }
        for wrong in [
            "// run: merges --merge=static --qce-alpha=100000\n",
            "// run: merges --merge=static\n// options: --qce-alpha=1\n",
            "// run: merges --merge=static\n// define: N=1\n",
            "// run: merges --merge=static\n// entry: f\n",
            "// run: merges --merge=static\n// run: merges --merge=none\n",
            "// run: dce, merges --merge=static\n",
        ] {
            let found = wrong_header(wrong).expect(wrong);
            let permitted =
                "this task permits only `run: merges --merge=static` with the options --stats";
            assert!(found.ends_with(permitted), "{found}");
        }
        let found = wrong_header("int x;").expect("no header");
        assert!(found.starts_with("a.c has no line `run: merges"), "{found}");
    }
}
