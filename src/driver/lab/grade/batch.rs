//! Grades all submissions, several at the same time.
use super::child::{self, End, Program};
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
    /// The word for the end of its check, such as `checked` or `time`.
    pub status: &'static str,
    /// Details about the end, if the check did not end normally.
    pub detail: String,
    /// The results of the tasks, in the order of the lab.
    pub tasks: Vec<TaskGrade>,
    /// The wall-clock time of the check.
    pub time: Duration,
}

/// The grade of one task.
#[derive(Clone, Debug)]
pub struct TaskGrade {
    /// The name of the task.
    pub name: String,
    /// The word for the result: `passed`, `not yet`, `not decided`, `not run`.
    pub status: String,
    /// The reason, the input that shows it, and further lines.
    pub reason: String,
}

impl Grade {
    /// Returns the number of tasks that passed.
    pub fn passed(&self) -> usize {
        self.tasks
            .iter()
            .filter(|task| task.status == "passed")
            .count()
    }
}

/// Grades the submissions with `jobs` processes at the same time. The grades are in the order of the submissions. `done`
/// is called after each one.
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
                    let ended = child::run(&submission.folder, program, limits);
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

fn grade_of(lab: &Lab, submission: &Submission, ended: &child::Ended) -> Grade {
    let (status, detail) = match &ended.end {
        End::Checked => ("checked", String::new()),
        End::Time => ("time", "the time limit was reached".to_owned()),
        End::Output => ("output", "the output limit was reached".to_owned()),
        End::Processes => ("processes", "the limit of processes was reached".to_owned()),
        End::Memory => ("memory", "the memory limit was reached".to_owned()),
        End::Stopped(why) => ("stopped", why.clone()),
        End::Refused(why) => ("refused", why.clone()),
    };
    let decided: Vec<Value> = ended
        .lines
        .iter()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let tasks = lab.data.tasks.iter().map(|task| {
        let found = decided
            .iter()
            .find(|value| value["name"] == task.name.as_str());
        let status = found.and_then(|value| value["status"].as_str());
        TaskGrade {
            name: task.name.clone(),
            status: status.unwrap_or("not decided").to_owned(),
            reason: found.map_or_else(|| detail.clone(), reason),
        }
    });
    Grade {
        name: submission.name.clone(),
        status,
        tasks: tasks.collect(),
        detail: detail.clone(),
        time: ended.time,
    }
}

/// Returns the reason of a task's result, with the input that shows it.
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
