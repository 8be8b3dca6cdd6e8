//! The result of checking one task of a lab.
use crate::driver::lab::complaint::with_own_names;
use crate::driver::lab::explore::shown_inputs;
use crate::{Report, Verdict, Violation};
use std::path::Path;

/// The result of a check of one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The task is solved.
    Passed,
    /// The task is not solved.
    NotYet(Problem),
    /// The check did not decide within its limits.
    Undecided(String),
    /// The check was not run.
    Skipped(String),
}

/// The reason why a task is not solved, in words for the student.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The reason, in one or a few sentences.
    pub text: String,
    /// An input that shows the problem, as names and C values; empty if there is none.
    pub input: Vec<(String, String)>,
    /// Further lines, such as the value that the student's function returned for this input.
    pub notes: Vec<String>,
}

impl Finding {
    /// Returns the finding that a task is not solved for the reason `text`.
    pub fn not_yet(text: impl Into<String>) -> Finding {
        Finding::NotYet(Problem {
            text: text.into(),
            ..Problem::default()
        })
    }
}

impl Problem {
    /// Returns the problem `text`, with the input of the violation that shows it.
    pub fn shown_by(text: String, violation: &Violation) -> Problem {
        let mut problem = Problem {
            text,
            ..Problem::default()
        };
        for (name, value) in shown_inputs(&violation.inputs) {
            match name.strip_prefix(NO_RESULT) {
                Some(function) => problem.notes.push(format!(
                    "`{}` can end without `return`; its result was then {value}",
                    with_own_names(function)
                )),
                None => problem.input.push((name, value)),
            }
        }
        problem
    }
}

/// The prefix of the name of the input that represents the result of a function that returns without a `return`
/// statement.
const NO_RESULT: &str = "uninitialised result of ";

/// Describes a violation for the student: the kind, the message and the source location.
pub fn describe(violation: &Violation) -> String {
    let Violation {
        kind,
        message,
        line,
        ..
    } = violation;
    let place = match line {
        0 => String::new(),
        line => {
            let name = Path::new(&violation.file).file_name().unwrap_or_default();
            format!(" at {}:{line}", name.display())
        }
    };
    with_own_names(&format!("{kind}{place}: {message}"))
}

/// Parts of reasons why an exploration is incomplete, each with a question that leads the student to the cause.
const HINTS: &[(&str, &str)] = &[
    (
        "--max-time",
        "; is there a loop that never ends, or are there too many paths?",
    ),
    (
        "--max-memory",
        "; are there too many paths, or does the program allocate more and more memory?",
    ),
    ("nested calls", "; does a function call itself without end?"),
];

/// Returns the finding for an exploration that found no violation and is no proof, with the reason. Returns `None` for
/// an exploration that found a violation or is a proof.
pub fn gap(report: &Report) -> Option<Finding> {
    match report.verdict {
        Verdict::Verified | Verdict::VerifiedBounded | Verdict::Violation => None,
        Verdict::Vacuous => Some(Finding::not_yet(
            "the program was explored, but there is an assertion that no input reaches, or an assumption that no input meets",
        )),
        Verdict::Incomplete => {
            let why = report.incomplete.first().cloned().unwrap_or_default();
            let hints = HINTS.iter().find(|(words, _)| why.contains(words));
            let question = hints.map_or("", |(_, question)| question);
            Some(Finding::Undecided(format!(
                "the run is incomplete ({why}){question}"
            )))
        }
    }
}
