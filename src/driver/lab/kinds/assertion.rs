//! Checks a test program that the student writes, with the help of mutants, that is, wrong variants of the tested
//! function. With the reference (the correct function), no assertion of the test program may fail. With each mutant,
//! at least one assertion must fail.
use super::Check;
use crate::Error;
use crate::driver::lab::explore::{self, Prepared};
use crate::driver::lab::finding::{Finding, Problem, describe, gap};
use crate::driver::lab::workspace::Workspace;
use crate::{Report, Verdict};
use serde::Deserialize;

/// The settings of a check of a test program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssertionCheck {
    /// The student's file, with `main` and assertions.
    file: String,
    /// The file of the lab with the function that the student's program tests.
    reference: String,
    /// The files of the lab that contain the mutants (wrong variants of the tested function), one in each file.
    mutants: Vec<String>,
    /// Options of the explorations.
    #[serde(default)]
    options: Vec<String>,
}

impl Check for AssertionCheck {
    fn files(&self) -> Vec<&str> {
        vec![&self.file]
    }

    fn run(&self, workspace: &Workspace<'_>) -> Result<Finding, Error> {
        let report = match self.explore(workspace, &self.reference) {
            Err(Error::Program { text, .. }) if is_defined_twice(&text, workspace) => {
                return Ok(Finding::not_yet(format!(
                    "{} must not define the function that it tests: the check links it with several variants; move your own \
                     into another file",
                    self.file
                )));
            }
            report => report?,
        };
        if let Some(violation) = report.violations.first() {
            let text = format!(
                "your program fails although the tested function is right: {}",
                describe(violation)
            );
            return Ok(Finding::NotYet(Problem::shown_by(text, violation)));
        }
        if let Some(finding) = gap(&report) {
            return Ok(finding);
        }
        let mut caught = 0;
        let mut undecided = None;
        for mutant in &self.mutants {
            let report = self.explore(workspace, mutant)?;
            match report.verdict {
                Verdict::Violation => caught += 1,
                Verdict::Incomplete => undecided = gap(&report),
                Verdict::Verified | Verdict::VerifiedBounded | Verdict::Vacuous => {}
            }
        }
        let total = self.mutants.len();
        Ok(match undecided {
            None if caught == total => Finding::Passed,
            None => Finding::not_yet(format!(
                "your program catches {caught} of {total} wrong variants of the function; for the others, all its assertions hold"
            )),
            Some(finding) => finding,
        })
    }

    fn concrete(&self, workspace: &Workspace<'_>) -> Result<Option<Prepared>, Error> {
        self.compile(workspace, &self.reference).map(Some)
    }
}

/// Returns whether a message of the front end reports that a definition of the student repeats a definition in a file
/// of the lab.
fn is_defined_twice(text: &str, workspace: &Workspace<'_>) -> bool {
    let check = workspace.check().display().to_string();
    text.contains("error[redefinition]: redefinition of ") && text.contains(&check)
}

impl AssertionCheck {
    fn explore(&self, workspace: &Workspace<'_>, variant: &str) -> Result<Report, Error> {
        self.compile(workspace, variant)?.explore_reached()
    }

    fn compile(&self, workspace: &Workspace<'_>, variant: &str) -> Result<Prepared, Error> {
        let files = [self.file.clone().into(), workspace.check().join(variant)];
        let options = [&["--verify".to_owned()], &*self.options].concat();
        explore::compile(workspace, &files, &options)
    }
}
