//! Compares the exploration of a random program with concrete runs of the program on all inputs.
use super::modes::Mode;
use super::reference::{self, Found, Reference};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::{Display, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use symtool::{Error, Report, Verdict};
use symtool_ir::{Loc, Outcome};
use symtool_solver::InterruptHandle;

/// The class of a difference between an exploration and the concrete runs.
#[derive(Serialize, Deserialize, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The exploration is complete, but does not list a failure that some input has.
    LostFailure,
    /// The exploration lists a failure that no input has.
    InventedFailure,
    /// The verdict contradicts the failures of the concrete runs.
    Verdict,
    /// The exploration is complete, but does not cover a line that an input covers.
    LostLine,
    /// The exploration covers a line that no input covers.
    InventedLine,
    /// The outcome that the exploration reports for a test case differs from the outcome of its replay.
    Test,
    /// The exploration is complete and path by path, but some concrete run has an outcome and output that no test
    /// case has.
    LostEnd,
    /// The number of program paths that merged states represent, counted exactly, differs from the number of paths
    /// without merging.
    PathCount,
    /// The exploration panicked.
    Panic,
    /// The exploration did not terminate.
    Hang,
    /// The program or the mode was rejected.
    Rejected,
}

impl Class {
    /// Returns the name of the class in reports.
    pub fn name(self) -> &'static str {
        match self {
            Class::LostFailure => "lost failure",
            Class::InventedFailure => "invented failure",
            Class::Verdict => "wrong verdict",
            Class::LostLine => "lost line",
            Class::InventedLine => "invented line",
            Class::Test => "wrong test case",
            Class::LostEnd => "lost outcome",
            Class::PathCount => "wrong path count",
            Class::Panic => "panic",
            Class::Hang => "hang",
            Class::Rejected => "rejected",
        }
    }
}

/// A difference between an exploration and the concrete runs.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The class of the difference.
    pub class: Class,
    /// The failures, lines or outcomes that differ.
    pub detail: String,
}

/// The result of comparing the exploration in one mode with the concrete runs.
#[derive(Debug)]
pub enum Comparison {
    /// The exploration is complete and has the same results as the concrete runs.
    Equal,
    /// The exploration reports that it is incomplete for these reasons, and does not contradict the concrete runs.
    Incomplete(BTreeSet<String>),
    /// The exploration is wrong.
    Wrong(Vec<Difference>),
}

/// Explores a program in a mode and returns the report.
///
/// # Errors
/// The error is a difference. Its class is [`Class::Panic`] if the exploration panics, [`Class::Hang`] if it hangs,
/// and [`Class::Rejected`] if symtool rejects the program or the mode.
pub fn explore(
    program: &symtool::Program,
    mode: &Mode,
    seed: u64,
    interrupt: &InterruptHandle,
) -> Result<Report, Difference> {
    let session = mode.session(seed).config(|config| {
        config.solving.interrupt = interrupt.clone();
    });
    let result = catch_unwind(AssertUnwindSafe(|| session.explore(program)));
    if interrupt.is_interrupted() {
        return Err(difference(Class::Hang, "stopped by the watchdog"));
    }
    match result {
        Ok(Ok(report)) => Ok(report),
        Ok(Err(error)) => Err(rejected(&error)),
        Err(payload) => Err(difference(Class::Panic, message(payload.as_ref()))),
    }
}

/// Returns a difference of class [`Class::Rejected`], for a program or mode that symtool rejects with the error
/// `error`.
pub fn rejected(error: &Error) -> Difference {
    difference(Class::Rejected, error)
}

fn message(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}

/// Returns a difference of the class `class` with the text `detail`.
pub fn difference(class: Class, detail: impl Display) -> Difference {
    Difference {
        class,
        detail: detail.to_string(),
    }
}

/// Explores a program in a mode and compares the result with the concrete runs. `paths` is the number of paths without
/// merging, if it is known. A complete exploration without techniques sets `paths`, with which the explorations in
/// other modes are compared. Therefore the mode without techniques must be explored first.
pub fn explore_and_compare(
    reference: &Reference,
    mode: &Mode,
    seed: u64,
    paths: &mut Option<u64>,
    interrupt: &InterruptHandle,
) -> Comparison {
    match explore(&reference.program, mode, seed, interrupt) {
        Ok(report) => {
            if mode.is_unchanged() && report.incomplete.is_empty() {
                *paths = Some(report.stats.paths.completed);
            }
            compare(reference, mode, &report, *paths)
        }
        Err(difference) => Comparison::Wrong(vec![difference]),
    }
}

/// Compares the report of an exploration in the mode `mode` with the concrete runs. `paths` is the number of paths
/// without merging, if known.
fn compare(reference: &Reference, mode: &Mode, report: &Report, paths: Option<u64>) -> Comparison {
    let complete = report.incomplete.is_empty();
    let mut wrong = Vec::new();
    failures(reference, report, complete, &mut wrong);
    lines(reference, report, complete && mode.covers_all(), &mut wrong);
    test_cases(reference, mode, report, complete, &mut wrong);
    let has_count = complete && mode.counts_paths() && reference.only_branches_fork;
    if let Some(paths) = paths.filter(|_| has_count) {
        let counted = &report.stats.paths;
        if counted.uncounted == 0 && counted.exact != u128::from(paths) {
            let text = format!("{} paths instead of {paths}", counted.exact);
            wrong.push(difference(Class::PathCount, text));
        }
    }
    match (wrong.is_empty(), complete) {
        (false, _) => Comparison::Wrong(wrong),
        (true, true) => Comparison::Equal,
        (true, false) => Comparison::Incomplete(reasons(report)),
    }
}

/// Returns the reasons why an exploration is incomplete, without their source locations.
pub fn reasons(report: &Report) -> BTreeSet<String> {
    let reasons = report.incomplete.iter();
    let texts = reasons.map(|reason| {
        reason
            .rsplit_once(" at ")
            .map_or(&**reason, |(text, _)| text)
    });
    texts.map(str::to_owned).collect()
}

/// Compares the failures and the verdict of an exploration with the concrete runs. Adds the differences to `wrong`.
fn failures(reference: &Reference, report: &Report, complete: bool, wrong: &mut Vec<Difference>) {
    let expected = &reference.failures;
    let found: BTreeSet<Found> = report.violations.iter().map(Found::of).collect();
    let lost = list(expected.difference(&found));
    if complete && !lost.is_empty() {
        wrong.push(difference(Class::LostFailure, lost));
    }
    let invented = list(found.difference(expected));
    if !invented.is_empty() {
        wrong.push(difference(Class::InventedFailure, invented));
    }
    let is_right = match report.verdict {
        Verdict::Violation => !expected.is_empty(),
        Verdict::Verified | Verdict::Vacuous => expected.is_empty() && complete,
        Verdict::VerifiedBounded => false,
        Verdict::Incomplete => !complete,
    };
    if !is_right {
        let text = format!(
            "verdict {} with {} failures of concrete runs",
            report.verdict.name(),
            expected.len()
        );
        wrong.push(difference(Class::Verdict, text));
    }
}

/// Compares the covered lines of an exploration with those of the concrete runs. If `all` is true, the exploration
/// must cover every line that an input covers. Adds the differences to `wrong`.
fn lines(reference: &Reference, report: &Report, all: bool, wrong: &mut Vec<Difference>) {
    let shown = |locs: Vec<Loc>| {
        let source = &reference.module.source;
        list(locs.iter().map(|&loc| source.get(loc).line))
    };
    let reached = &report.coverage.reached;
    let lost: Vec<Loc> = reference.covered.difference(reached).copied().collect();
    if all && !lost.is_empty() {
        wrong.push(difference(Class::LostLine, shown(lost)));
    }
    let invented: Vec<Loc> = reached.difference(&reference.touched).copied().collect();
    if !invented.is_empty() {
        wrong.push(difference(Class::InventedLine, shown(invented)));
    }
}

/// Compares the test cases of an exploration with their replays, and the outcomes of the test cases with those of the
/// concrete runs on all inputs. Adds the differences to `wrong`.
fn test_cases(
    reference: &Reference,
    mode: &Mode,
    report: &Report,
    complete: bool,
    wrong: &mut Vec<Difference>,
) {
    let mut ends = BTreeSet::new();
    let mut differing = Vec::new();
    for test in &report.tests {
        let run = reference::concrete(&reference.program, &reference.module, &test.inputs);
        let end = reference::end(&run.outcome, &run.output);
        let claimed = reference::end(&test.outcome, &test.output);
        let is_same = match (&run.outcome, &test.outcome) {
            (Outcome::Bug(run), Outcome::Bug(test)) => run.kind == test.kind,
            _ if mode.is_plain() => end == claimed,
            (run, test) => run == test,
        };
        if !is_same {
            differing.push(format!("{claimed} replays as {end}"));
        }
        ends.insert(end);
    }
    if !differing.is_empty() {
        wrong.push(difference(Class::Test, list(differing)));
    }
    let lost = list(reference.ends.difference(&ends));
    let complete = complete && reference.ends_by_path;
    if complete && mode.is_plain() && !lost.is_empty() {
        wrong.push(difference(Class::LostEnd, lost));
    }
}

/// The maximum number of items that [`list`] shows.
const LISTED: usize = 6;

/// Joins the items with `; `. After the first [`LISTED`] items, `…` replaces the rest.
pub fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    let mut text = String::new();
    for (number, item) in items.into_iter().enumerate() {
        match number {
            0 => drop(write!(text, "{item}")),
            1..LISTED => drop(write!(text, "; {item}")),
            LISTED => text += "; …",
            _ => break,
        }
    }
    text
}
