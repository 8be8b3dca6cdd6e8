//! The test of a lab itself: the model answer passes all tasks, and the untouched starter passes none.
use super::finding::Finding;
use super::shelf::{Lab, write_files};
use super::show;
use super::tasks::check;
use super::workspace::{Limits, start};
use crate::Error;
use std::path::Path;

/// Writes the files of the starter, and then the files of the model answer, which replace some of them, into a new
/// folder.
///
/// # Errors
/// The folder exists and is not empty, or a file cannot be written.
pub fn write_answer(lab: &Lab, folder: &Path) -> Result<(), Error> {
    start(lab, folder)?;
    write_files(folder, &lab.below("reference"))
}

/// Tests a lab. Returns a line for each task that the model answer does not pass or that the starter passes, and a line
/// if the page of the lab is missing. A task whose check was not run counts as passed by the model answer.
///
/// # Errors
/// A file cannot be written, or the settings of a task are not valid.
pub fn problems(lab: &Lab, limits: Limits) -> Result<Vec<String>, Error> {
    let folder = tempfile::tempdir().map_err(Error::file("cannot make", "a temporary folder"))?;
    let (starter, answer) = (folder.path().join("starter"), folder.path().join("answer"));
    start(lab, &starter)?;
    write_answer(lab, &answer)?;
    let mut problems = Vec::new();
    if lab.files.get("page.md").is_none_or(Vec::is_empty) {
        problems.push("there is no page.md, which explains the tasks".to_owned());
    }
    for result in check(lab, &starter, limits)? {
        if result.has_passed() {
            problems.push(format!(
                "the starter passes the task `{}`",
                result.task.name
            ));
        }
    }
    for result in check(lab, &answer, limits)? {
        let is_skipped = matches!(result.finding, Finding::Skipped(_));
        if !result.has_passed() && !is_skipped {
            let (name, words) = (&result.task.name, show::words(&result.finding));
            let words = words.trim_end();
            problems.push(format!(
                "the model answer does not pass the task `{name}`:\n{words}"
            ));
        }
    }
    Ok(problems)
}
