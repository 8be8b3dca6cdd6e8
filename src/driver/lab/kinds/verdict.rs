//! Checks the verdict of a program. The program consists of the student's files alone, or of the student's functions
//! and a main function of the lab that calls them.
use super::Check;
use crate::Error;
use crate::driver::lab::explore::{self, Prepared};
use crate::driver::lab::finding::{Finding, Problem, describe, gap};
use crate::driver::lab::harness::wrap_student;
use crate::driver::lab::measure::missed;
use crate::driver::lab::reach;
use crate::driver::lab::workspace::Workspace;
use crate::{Report, Verdict, Violation};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The settings of a verdict check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictCheck {
    /// The student's C files.
    files: Vec<String>,
    /// C files of the lab that are linked with the student's files. One of the lab's files defines `main`; a `main`
    /// of the student is ignored.
    #[serde(default)]
    harness: Vec<String>,
    /// C files of the lab that are linked with the student's files if `harness` is empty. The `main` of the program is
    /// then that of the student.
    #[serde(default)]
    linked: Vec<String>,
    /// The functions of the student that the lab's files call.
    #[serde(default)]
    functions: Vec<String>,
    /// The verdict that the task requires, such as `verified` or `violation`.
    expect: Verdict,
    /// If a violation is expected: the kind that it must have, such as `assert`. If absent, every kind is accepted.
    #[serde(default)]
    property: Option<String>,
    /// Options of the exploration.
    #[serde(default)]
    options: Vec<String>,
    /// Conditions on the numbers of the exploration, such as `paths = "<= 2"`.
    #[serde(default)]
    require: BTreeMap<String, String>,
    /// Texts that the student's files must not contain, such as a loop that the task removes.
    #[serde(default)]
    without: Vec<String>,
}

impl Check for VerdictCheck {
    fn files(&self) -> Vec<&str> {
        self.files.iter().map(String::as_str).collect()
    }

    fn run(&self, workspace: &Workspace<'_>) -> Result<Finding, Error> {
        for file in &self.files {
            let text = workspace.text(file)?;
            if let Some(word) = self.without.iter().find(|word| text.contains(*word)) {
                return Ok(Finding::not_yet(format!(
                    "{file} must not contain `{word}`"
                )));
            }
        }
        let prepared = self.compile(workspace)?;
        if !self.harness.is_empty()
            && let Err(text) = reach::check(workspace, &prepared.program, &self.functions)
        {
            return Ok(Finding::not_yet(text));
        }
        let report = match self.expect {
            Verdict::Verified | Verdict::VerifiedBounded if self.harness.is_empty() => {
                prepared.explore_reached()?
            }
            _ => prepared.explore()?,
        };
        if let Some(finding) = self.wrong_verdict(workspace, &report) {
            return Ok(finding);
        }
        if !self.harness.is_empty()
            && let Some(cut) = own_cut(workspace, &report)
        {
            return Ok(Finding::not_yet(format!(
                "your code repeats too much: the check had to stop at {cut}, so it has not seen the results behind"
            )));
        }
        // Only the unreached assertions of the lab count. The student's own assertions may be unreached, because the
        // student's `main` is not called if the lab has a `main`.
        let check = workspace.check();
        let unreached = report.conditions.assertions.never_reached.iter();
        let mut unreached = unreached.filter(|at| Path::new(&at.file).starts_with(&check));
        match unreached.next() {
            Some(_) => Ok(Finding::not_yet(
                "the check has an assertion that no input reaches",
            )),
            None => {
                let missed = missed(&report, &self.require).map_err(Error::Input)?;
                Ok(missed.map_or(Finding::Passed, Finding::not_yet))
            }
        }
    }

    fn concrete(&self, workspace: &Workspace<'_>) -> Result<Option<Prepared>, Error> {
        match self.expect {
            Verdict::Verified | Verdict::VerifiedBounded if !self.harness.is_empty() => {
                self.compile(workspace).map(Some)
            }
            _ => Ok(None),
        }
    }
}

impl VerdictCheck {
    fn compile(&self, workspace: &Workspace<'_>) -> Result<Prepared, Error> {
        let files = match self.harness.is_empty() {
            true => {
                let own = explore::paths(None, &self.files);
                let linked = explore::paths(Some(&workspace.check()), &self.linked);
                [own, linked].concat()
            }
            false => {
                let mut files = wrap_student(workspace, &self.files, &[])?;
                files.extend(explore::paths(Some(&workspace.check()), &self.harness));
                files
            }
        };
        explore::compile(workspace, &files, &self.options)
    }

    /// Returns the finding that the verdict of the program is not the required one; `None` if it is.
    fn wrong_verdict(&self, workspace: &Workspace<'_>, report: &Report) -> Option<Finding> {
        let of_kind = |violation: &&Violation| {
            let wanted = self.property.as_deref();
            wanted.is_none_or(|wanted| violation.kind.name() == wanted)
        };
        if self.expect == Verdict::Violation {
            let found = report.violations.iter().find(of_kind);
            return match (found, report.violations.first()) {
                (Some(_), _) => None,
                (None, Some(other)) => {
                    let text = format!("the program fails in another way: {}", describe(other));
                    Some(Finding::NotYet(Problem::shown_by(text, other)))
                }
                (None, None) => {
                    let why = report.incomplete.first();
                    let why = why.map_or_else(String::new, |why| format!(" ({why})"));
                    let text = format!("expected a violation, and the run found none{why}");
                    Some(Finding::not_yet(text))
                }
            };
        }
        if let Some(violation) = report.violations.first() {
            let text = match stated(workspace, violation) {
                Some(comment) => format!("this does not hold: {comment}"),
                None => format!("the program fails: {}", describe(violation)),
            };
            return Some(Finding::NotYet(Problem::shown_by(text, violation)));
        }
        if report.verdict == self.expect {
            return None;
        }
        Some(gap(report).unwrap_or_else(|| {
            let (expected, found) = (self.expect.name(), report.verdict.name());
            Finding::not_yet(format!(
                "expected the verdict `{expected}`, found `{found}`"
            ))
        }))
    }
}

/// Returns a loop or recursion of the student's code at which the unwinding bound has cut a path; `None` if there is
/// none. The bound is meant for the loops in the lab's files. A path that is cut in a loop of the student does not
/// reach the lab's assertions, so the check has not seen its result.
fn own_cut<'r>(workspace: &Workspace<'_>, report: &'r Report) -> Option<&'r str> {
    let check = workspace.check().display().to_string();
    let mut cuts = report.cuts.iter();
    cuts.find(|cut| !cut.contains(&check)).map(String::as_str)
}

/// Returns the meaning of a violated assertion of the check: the comment at the end of its line. The message does not
/// name the file and the line, because students do not have the file.
fn stated(workspace: &Workspace<'_>, violation: &Violation) -> Option<String> {
    let file = Path::new(&violation.file);
    if !file.starts_with(workspace.check()) {
        return None;
    }
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().nth(violation.line.checked_sub(1)? as usize)?;
    let (_, comment) = line.split_once("// ")?;
    Some(comment.to_owned())
}
