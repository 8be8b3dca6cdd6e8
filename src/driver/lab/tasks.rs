//! Checks all tasks of a submission.
use super::data::TaskData;
use super::finding::Finding;
use super::harness::WRAPPER;
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
    let mut results: Vec<TaskResult> = Vec::new();
    for task in &lab.data.tasks {
        let mut finding = finding(task, &workspace)?;
        let earlier = results
            .iter()
            .find(|earlier| Some(&earlier.task.name) == task.after.as_ref());
        if let Some(earlier) = earlier
            && !earlier.has_passed()
            && finding == Finding::Passed
        {
            finding = Finding::not_yet(format!(
                "the same program must pass the task `{}`, too",
                earlier.task.name
            ));
        }
        let task = task.clone();
        let result = TaskResult { task, finding };
        decided(&result)?;
        results.push(result);
    }
    Ok(results)
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
        Err(Error::Input(text)) => {
            let (lab, task) = (&workspace.lab.name, &task.name);
            Err(Error::Input(format!(
                "{lab}/lab.toml: the check of the task `{task}`: {text}"
            )))
        }
        Err(error) => submission_error(error, workspace),
    }
}

/// Converts an error that the submission causes, such as a program that does not compile, to a finding.
fn submission_error(error: Error, workspace: &Workspace<'_>) -> Result<Finding, Error> {
    match error {
        Error::Program { .. } if error.is_internal() => Ok(Finding::Undecided(error.to_string())),
        Error::Program { text, .. } => Ok(Finding::not_yet(format!(
            "the program does not compile:\n{}",
            without_wrappers(&text, &workspace.check().display().to_string())
        ))),
        Error::File { what, path, why } => Ok(Finding::not_yet(format!(
            "{what} {}: {why}",
            path.display()
        ))),
        Error::Input(_) | Error::Option(_) | Error::Internal(_) => Err(error),
    }
}

/// Returns a message of the front end without the lines about wrappers, and without the folder of the check: a student has
/// neither.
fn without_wrappers(text: &str, check: &str) -> String {
    let text = text.replace(&format!("{check}/"), "");
    let lines = text.lines().filter(|line| !line.contains(WRAPPER));
    let lines: Vec<&str> = lines.collect();
    lines
        .join("\n")
        .trim_end_matches(|c: char| c.is_whitespace() || c == '|')
        .to_owned()
}
