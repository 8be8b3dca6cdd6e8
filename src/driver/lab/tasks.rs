//! Checks all tasks of a submission.
use super::complaint;
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
    /// The task that was checked.
    pub task: TaskData,
    /// The result of the check.
    pub finding: Finding,
}

impl TaskResult {
    /// Returns whether the task is solved.
    pub fn has_passed(&self) -> bool {
        self.finding == Finding::Passed
    }
}

/// Checks all tasks of a lab on the files of a student.
///
/// # Errors
/// A file cannot be read, the settings of a task are not valid, or symtool has a fault.
pub fn check(lab: &Lab, student: &Path, limits: Limits) -> Result<Vec<TaskResult>, Error> {
    let workspace = Workspace::new(lab, student, limits)?;
    let mut results: Vec<TaskResult> = Vec::new();
    for task in &lab.data.tasks {
        let mut finding = finding(task, &workspace)?;
        let is_passed = |name: &str| {
            let mut earlier = results.iter();
            earlier.any(|earlier| earlier.task.name == name && earlier.has_passed())
        };
        if finding == Finding::Passed
            && let Some(why) = task.held_back(is_passed)
        {
            finding = Finding::not_yet(why);
        }
        let task = task.clone();
        results.push(TaskResult { task, finding });
    }
    Ok(results)
}

/// Checks one task of a lab. The task is checked even if the earlier task on which it depends (`after`) has not
/// passed.
///
/// # Errors
/// As for [`check`], or the lab has no task of this name.
pub fn check_one(
    lab: &Lab,
    student: &Path,
    limits: Limits,
    name: &str,
) -> Result<TaskResult, Error> {
    let mut tasks = lab.data.tasks.iter();
    let Some(task) = tasks.find(|task| task.name == name) else {
        let text = format!("{} has no task `{name}`", lab.label());
        return Err(Error::Input(text));
    };
    let finding = finding(task, &Workspace::new(lab, student, limits)?)?;
    let task = task.clone();
    Ok(TaskResult { task, finding })
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
    if let Some(text) = files.iter().find_map(|file| no_text(workspace, file)) {
        return Ok(Finding::not_yet(text));
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
        Err(error) => submission_error(error, workspace, &files),
    }
}

/// Converts an error that the submission causes, such as a program that does not compile, to a finding. `files` are the
/// files of the student that the check reads.
fn submission_error(
    error: Error,
    workspace: &Workspace<'_>,
    files: &[&str],
) -> Result<Finding, Error> {
    match error {
        Error::Program { .. } if error.is_internal() => Ok(Finding::Undecided(error.to_string())),
        Error::Program { text, .. } => {
            let why = complaint::reworded(&text, &workspace.check(), files);
            Ok(match complaint::is_about_limits(&text) {
                true => Finding::Undecided(format!(
                    "the program was not compiled within the limits of the check:\n{why}"
                )),
                false => Finding::not_yet(format!("the program does not compile:\n{why}")),
            })
        }
        Error::File { what, path, why } => Ok(Finding::not_yet(format!(
            "{what} {}: {why}",
            path.display()
        ))),
        Error::Input(_) | Error::Option(_) | Error::Internal(_) => Err(error),
    }
}

/// Returns the message about a file of the student that is UTF-16 or contains zero bytes, and so is no UTF-8 text;
/// `None` for every other file.
fn no_text(workspace: &Workspace<'_>, file: &str) -> Option<String> {
    let bytes = std::fs::read(workspace.student().join(file)).ok()?;
    let is_wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let found = match () {
        () if is_wide => "it is UTF-16",
        () if bytes.contains(&0) => "it contains zero bytes",
        () => return None,
    };
    Some(format!(
        "{file} is not saved as UTF-8 text ({found}); choose the encoding UTF-8 in your editor, and save it again"
    ))
}
