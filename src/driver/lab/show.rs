//! The results of a check as text and as JSON.
use super::finding::{Finding, Problem};
use super::shelf::Lab;
use super::tasks::TaskResult;
use serde_json::{Value, json};
use std::fmt::Write;

/// Returns the results as text. `hints` is the number of hints that are shown for each task that is not solved.
pub fn text(lab: &Lab, results: &[TaskResult], hints: usize) -> String {
    let mut out = format!("lab {}: {}\n", lab.data.number, lab.data.title);
    for (index, result) in results.iter().enumerate() {
        let title = &result.task.title;
        let _ = write!(
            out,
            "\ntask {} ({}): {title}\n",
            index + 1,
            result.task.name
        );
        out += &match (&result.finding, &result.task.bound) {
            (Finding::Passed, Some(bound)) => {
                format!("  passed for {bound}; a fault beyond this bound is not found\n")
            }
            (finding, _) => words(finding),
        };
        if !result.has_passed() {
            for hint in result.task.hints.iter().take(hints) {
                let _ = writeln!(out, "  hint: {}", indented(hint));
            }
        }
    }
    let passed = results.iter().filter(|result| result.has_passed()).count();
    let total = results.len();
    let end = match passed == total {
        true => "well done: this lab is finished",
        false => "page.md explains each task",
    };
    let _ = write!(out, "\n{passed} of {total} tasks passed; {end}\n");
    out
}

/// Returns the result of a task as indented lines: the status, the reason and the input that shows the problem.
pub fn words(finding: &Finding) -> String {
    let status = status(finding);
    match finding {
        Finding::Passed => format!("  {status}\n"),
        Finding::NotYet(problem) => {
            let text = indented(&problem.text);
            format!("  {status}: {text}\n{}", shown(problem))
        }
        Finding::Undecided(why) | Finding::Skipped(why) => {
            format!("  {status}: {}\n", indented(why))
        }
    }
}

fn shown(problem: &Problem) -> String {
    let inputs = problem
        .input
        .iter()
        .map(|(name, value)| format!("  input {name} = {value}\n"));
    let notes = problem.notes.iter().map(|note| format!("  {note}\n"));
    inputs.chain(notes).collect()
}

fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n  ")
}

/// Returns the keyword by which JSON and tables of grades name the result of a task.
pub fn status(finding: &Finding) -> &'static str {
    match finding {
        Finding::Passed => "passed",
        Finding::NotYet(_) => "not yet",
        Finding::Undecided(_) => "not decided",
        Finding::Skipped(_) => "not run",
    }
}

/// Returns the result of a task as JSON, with the first `hints` hints if the task is not solved.
pub fn task_json(result: &TaskResult, hints: usize) -> Value {
    let (reason, problem) = match &result.finding {
        Finding::Passed => (None, None),
        Finding::NotYet(problem) => (Some(problem.text.clone()), Some(problem)),
        Finding::Undecided(why) | Finding::Skipped(why) => (Some(why.clone()), None),
    };
    let inputs = problem.map_or(&[][..], |problem| &problem.input);
    let inputs = inputs.iter();
    json!({
        "name": result.task.name,
        "status": status(&result.finding),
        "reason": reason,
        "input": inputs.map(|(name, value)| json!({ "name": name, "value": value })).collect::<Vec<_>>(),
        "notes": problem.map(|problem| problem.notes.clone()).unwrap_or_default(),
        "hints": result.task.hints.iter().take(hints).collect::<Vec<_>>(),
    })
}

/// Returns the results as JSON.
pub fn to_json(lab: &Lab, results: &[TaskResult], hints: usize) -> Value {
    let tasks = results.iter().map(|result| task_json(result, hints));
    json!({
        "schema": 1,
        "lab": lab.name,
        "passed": results.iter().filter(|result| result.has_passed()).count(),
        "tasks": tasks.collect::<Vec<_>>(),
    })
}
