//! Checks all tasks of a submission.
use super::data::TaskData;
use super::finding::Finding;
use super::kinds;
use super::shelf::Lab;
use super::workspace::{Limits, Workspace};
use crate::Error;
use crate::driver::panics;
use std::path::Path;

/// The result of one task.
#[derive(Clone, Debug)]
pub struct TaskResult {
    /// The task.
    pub task: TaskData,
    /// The result.
    pub finding: Finding,
}

impl TaskResult {
    /// Returns whether the task is solved.
    pub fn has_passed(&self) -> bool {
        self.finding == Finding::Passed
    }
}

/// Checks all tasks of a lab on the files of a student. `decided` is called after each task.
///
/// # Errors
/// A file cannot be read, the settings of a task are not valid, or symtool has a fault.
pub fn check(
    lab: &Lab,
    student: &Path,
    limits: Limits,
    decided: impl Fn(&TaskResult) -> Result<(), Error>,
) -> Result<Vec<TaskResult>, Error> {
    let workspace = Workspace::new(lab, student, limits)?;
    let results = lab.data.tasks.iter().map(|task| {
        let finding = finding(task, &workspace)?;
        let task = task.clone();
        let result = TaskResult { task, finding };
        decided(&result)?;
        Ok(result)
    });
    results.collect()
}

fn finding(task: &TaskData, workspace: &Workspace<'_>) -> Result<Finding, Error> {
    let check = kinds::check(&task.kind, &task.check).map_err(|text| {
        let (lab, task) = (&workspace.lab.name, &task.name);
        Error::Input(format!(
            "{lab}/lab.toml: the check of the task `{task}`: {text}"
        ))
    })?;
    let files = check.files();
    if let Some(file) = files
        .iter()
        .find(|file| !workspace.student().join(file).exists())
    {
        return Ok(Finding::not_yet(format!("{file} does not exist yet")));
    }
    if !files.is_empty() && files.iter().all(|file| workspace.is_untouched(file)) {
        let files = files.join(", ");
        return Ok(Finding::not_yet(format!("{files} is still the starter")));
    }
    let result = panics::catch(|| check.run(workspace));
    match result.unwrap_or_else(|text| Ok(Finding::Undecided(text))) {
        Ok(finding) => Ok(finding),
        Err(error) => submission_error(error),
    }
}

/// Converts an error that the submission causes, such as a program that does not compile, to a finding.
fn submission_error(error: Error) -> Result<Finding, Error> {
    match error {
        Error::Program { .. } if error.is_internal() => Ok(Finding::Undecided(error.to_string())),
        Error::Program { text, .. } => Ok(Finding::not_yet(format!(
            "the program does not compile:\n{}",
            text.trim_end()
        ))),
        Error::File { what, path, why } => Ok(Finding::not_yet(format!(
            "{what} {}: {why}",
            path.display()
        ))),
        Error::Input(_) | Error::Option(_) | Error::Internal(_) => Err(error),
    }
}
