//! Grades all submissions, several at the same time.
use super::child::{self, End, Ended, Program};
use super::limits::ProcessLimits;
use super::submissions::Submission;
use crate::driver::lab::shelf::Lab;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

pub use super::child::Program as CheckProgram;

/// The grade of one submission.
#[derive(Clone, Debug)]
pub struct Grade {
    /// The name of the submission.
    pub name: String,
    /// The keyword for the way in which the checks ended, such as `checked`, or `time` if a check reached the time
    /// limit.
    pub status: &'static str,
    /// Details about a check that did not end normally; empty if all checks did.
    pub detail: String,
    /// The results of the tasks, in the order of the lab.
    pub tasks: Vec<TaskGrade>,
    /// The wall-clock time of all checks.
    pub time: Duration,
}

/// The grade of one task.
#[derive(Clone, Debug)]
pub struct TaskGrade {
    /// The name of the task.
    pub name: String,
    /// The keyword for the result: `passed`, `not yet`, `not decided`, `not run`.
    pub status: String,
    /// The reason why the task has not passed, the input that shows it, and further lines.
    pub reason: String,
}

impl Grade {
    /// Returns the number of tasks that passed.
    pub fn passed(&self) -> usize {
        self.tasks
            .iter()
            .filter(|task| task.status == PASSED)
            .count()
    }
}

/// Grades the submissions, `jobs` of them at the same time. The grades are in the order of the submissions. Calls
/// `done` after each submission.
pub fn grade(
    lab: &Lab,
    submissions: &[Submission],
    program: &Program,
    limits: &ProcessLimits,
    jobs: NonZeroUsize,
    done: impl Fn() + Sync,
) -> Vec<Grade> {
    let next = AtomicUsize::new(0);
    let grades: Mutex<Vec<(usize, Grade)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.get() {
            scope.spawn(|| {
                while let index = next.fetch_add(1, Ordering::SeqCst)
                    && let Some(submission) = submissions.get(index)
                {
                    let tasks: Vec<&str> = lab.data.tasks.iter().map(|task| &*task.name).collect();
                    let ended = child::run(&submission.folder, &tasks, program, limits);
                    let grade = grade_of(lab, submission, &ended);
                    let mut grades = grades.lock().unwrap_or_else(PoisonError::into_inner);
                    grades.push((index, grade));
                    done();
                }
            });
        }
    });
    let mut grades = grades.into_inner().unwrap_or_else(PoisonError::into_inner);
    grades.sort_by_key(|&(index, _)| index);
    grades.into_iter().map(|(_, grade)| grade).collect()
}

/// Returns the grade of a submission whose tasks have the results `ended`, in the order of the lab.
fn grade_of(lab: &Lab, submission: &Submission, ended: &[Ended]) -> Grade {
    let mut tasks: Vec<TaskGrade> = Vec::new();
    for (task, ended) in lab.data.tasks.iter().zip(ended) {
        let mut grade = task_grade(&task.name, ended);
        let is_passed = |name: &str| {
            let mut earlier = tasks.iter();
            earlier.any(|earlier| earlier.name == name && earlier.status == PASSED)
        };
        if grade.status == PASSED
            && let Some(why) = task.held_back(is_passed)
        {
            "not yet".clone_into(&mut grade.status);
            grade.reason = why;
        }
        tasks.push(grade);
    }
    let ends = ended.iter().map(|ended| words(&ended.end));
    let stopped = ends.zip(&tasks).find(|((status, _), _)| *status != CHECKED);
    let (status, detail) = match stopped {
        None => (CHECKED, String::new()),
        Some((("refused", why), _)) => ("refused", why),
        Some(((status, why), task)) => (status, format!("{}: {why}", task.name)),
    };
    Grade {
        name: submission.name.clone(),
        status,
        detail,
        tasks,
        time: ended.iter().map(|ended| ended.time).sum(),
    }
}

/// The status of a task that is solved.
const PASSED: &str = "passed";
/// The status of a submission whose checks all ended normally.
const CHECKED: &str = "checked";

/// Returns the keyword for the way in which a check ended, and details on it.
fn words(end: &End) -> (&'static str, String) {
    match end {
        End::Checked => (CHECKED, String::new()),
        End::Time => ("time", "the time limit was reached".to_owned()),
        End::Output => ("output", "the output limit was reached".to_owned()),
        End::Processes => ("processes", "the limit of processes was reached".to_owned()),
        End::Memory => ("memory", "the memory limit was reached".to_owned()),
        End::Stopped(why) => ("stopped", why.clone()),
        End::Refused(why) => ("refused", why.clone()),
    }
}

/// Returns the grade of one task. If the check did not end normally, the task is not decided, even if the check
/// printed a result.
fn task_grade(name: &str, ended: &Ended) -> TaskGrade {
    let found: Option<Value> = match ended.end {
        End::Checked => serde_json::from_str(ended.output.trim()).ok(),
        _ => None,
    };
    let status = found.as_ref().and_then(|value| value["status"].as_str());
    TaskGrade {
        name: name.to_owned(),
        status: status.unwrap_or("not decided").to_owned(),
        reason: found.as_ref().map_or_else(|| words(&ended.end).1, reason),
    }
}

/// Returns the reason in the result `value` of a task, together with the input that shows the problem and further
/// lines.
fn reason(value: &Value) -> String {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(value["reason"].as_str().map(str::to_owned));
    for input in value["input"].as_array().into_iter().flatten() {
        let (name, value) = (input["name"].as_str(), input["value"].as_str());
        lines.push(format!(
            "input {} = {}",
            name.unwrap_or_default(),
            value.unwrap_or_default()
        ));
    }
    let notes = value["notes"].as_array().into_iter().flatten();
    lines.extend(notes.filter_map(|note| note.as_str().map(str::to_owned)));
    lines.join("\n")
}
