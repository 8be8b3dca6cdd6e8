//! The result of a run as JUnit XML, which build servers read.
//!
//! The file uses only elements and attributes that both formats, Maven Surefire 3.0 and Jenkins (`junit-10.xsd`),
//! define. In JUnit, a *test case* is a named check with a result. The test cases of the file are:
//! - one for each assertion of the program, named by the text of its line;
//! - one for each enabled failure kind, with the violations of this kind that do not belong to a test case of an
//!   assertion;
//! - `exploration`, which is an error if the run proves nothing, because it is incomplete or vacuous.
//!
//! A test case with a new violation (one that is not in the baseline) fails. If replay confirmed none of its new
//! violations, it is an error instead. A test case with known violations only is skipped. A test case without a
//! violation passes if the exploration is complete. If the run is incomplete or vacuous, or stopped at a violation of
//! another test case, the test case is skipped. So a check without a proof never counts as passed.
mod xml;

use super::Results;
use crate::Verdict;
use crate::driver::render;
use crate::driver::summary::ErrorReport;
use std::collections::{BTreeMap, BTreeSet};
use symtool_ir::{BugKind, Failure, Loc};

/// A test suite: the result of one run.
struct Suite {
    name: String,
    /// The class of the test cases, by which build servers group them.
    class: String,
    time_s: f64,
    properties: Vec<(&'static str, String)>,
    cases: Vec<Case>,
}

/// A test case of a suite: a named check.
struct Case {
    name: String,
    status: Status,
}

/// The result of a test case, in the terms of JUnit.
enum Status {
    Passed,
    /// The check is neither proved nor refuted, or only known violations refute it.
    Skipped(String),
    /// New violations refute the check.
    Failed(Report),
    /// Replay confirmed none of the check's new violations; for `exploration`: the run proves nothing.
    Error(Report),
}

/// The description of a test case that failed or is an error.
struct Report {
    kind: String,
    message: String,
    text: String,
}

/// Returns the result of a run as JUnit XML.
pub fn junit(run: &Results<'_>) -> String {
    xml::write(&suite(run))
}

fn suite(run: &Results<'_>) -> Suite {
    let unproved = unproved(run);
    let mut open: BTreeSet<usize> = (0..run.failures.len()).collect();
    let mut cases = Vec::new();
    for (name, loc) in assertions(run) {
        let at_assertion = |&number: &usize| {
            let failure = &run.failures[number].0;
            failure.kind == BugKind::Assert && failure.loc() == Some(loc)
        };
        let own: Vec<usize> = open.iter().copied().filter(at_assertion).collect();
        open.retain(|number| !own.contains(number));
        let status = status(run, &own, unproved.as_deref());
        cases.push(Case { name, status });
    }
    let enabled = BugKind::ALL.iter().copied();
    for kind in enabled.filter(|kind| run.checks.has(kind.check())) {
        let is_of_kind = |&number: &usize| run.failures[number].0.kind == kind;
        let own: Vec<usize> = open.iter().copied().filter(is_of_kind).collect();
        let status = status(run, &own, unproved.as_deref());
        let name = format!("no failure: {} ({})", kind.name(), kind.describe());
        cases.push(Case { name, status });
    }
    cases.push(exploration(run));
    let file = &run.program_name;
    let stem = file
        .rsplit_once('.')
        .map_or(file.as_str(), |(stem, _)| stem);
    Suite {
        name: file.clone(),
        class: format!("symtool.{}", stem.replace('.', "_")),
        time_s: run.summary.time_s,
        properties: properties(run),
        cases,
    }
}

fn properties(run: &Results<'_>) -> Vec<(&'static str, String)> {
    let summary = run.summary;
    let mut all = vec![
        ("symtool.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("symtool.verdict", summary.verdict.name().to_owned()),
        ("symtool.out", summary.out.clone()),
    ];
    all.extend(
        summary
            .bound
            .map(|bound| ("symtool.unwind", bound.to_string())),
    );
    all
}

/// Returns the assertions of the program's own files, in source order, with the names of their test cases. The name is
/// the text of the line; a number is added to a name that occurs again.
fn assertions(run: &Results<'_>) -> Vec<(String, Loc)> {
    let source = &run.original.source;
    let checks = run.conditions.checks.keys();
    let mut locs: Vec<Loc> = checks
        .filter(|(_, kind)| *kind == BugKind::Assert)
        .map(|&(loc, _)| loc)
        .filter(|&loc| !source.file_name(source.get(loc).file).starts_with('<'))
        .collect();
    let place = |loc: Loc| {
        let at = source.get(loc);
        (source.file_name(at.file), at.line, at.column)
    };
    locs.sort_by_key(|&loc| place(loc));
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    let mut named = |loc: Loc| {
        let (file, line, _) = place(loc);
        let text = run.program.sources.line(file, line).unwrap_or_default();
        let text = match text.trim() {
            "" => format!("assertion at {file}:{line}"),
            text => text.to_owned(),
        };
        let count = names.entry(text.clone()).or_insert(0);
        *count += 1;
        match *count {
            1 => (text, loc),
            count => (format!("{text} ({count})"), loc),
        }
    };
    locs.into_iter().map(&mut named).collect()
}

/// Returns the reason why a check without a violation is not proved; `None` if the check is proved.
fn unproved(run: &Results<'_>) -> Option<String> {
    if run.has_stopped {
        return Some("not proved: the run stopped at a violation".to_owned());
    }
    match run.summary.verdict {
        Verdict::Verified | Verdict::VerifiedBounded => None,
        Verdict::Vacuous => Some("nothing is proved: the proof is vacuous".to_owned()),
        Verdict::Violation if run.summary.incomplete_reasons.is_empty() => None,
        Verdict::Violation | Verdict::Incomplete => {
            Some("not proved: the exploration is incomplete".to_owned())
        }
    }
}

/// Returns the status of a test case. `own` are the indexes of its violations in the failures of the run. `unproved`
/// is the reason why a check without a violation is not proved.
fn status(run: &Results<'_>, own: &[usize], unproved: Option<&str>) -> Status {
    let failures = || own.iter().map(|&number| &run.failures[number]);
    let new: Vec<&(Failure, ErrorReport)> = failures().filter(|(_, e)| !e.known).collect();
    let confirmed = new.iter().any(|(_, error)| error.confirmed);
    match (new.first(), failures().next()) {
        (Some((_, first)), _) if confirmed => Status::Failed(report(run, &new, first)),
        (Some((_, first)), _) => Status::Error(report(run, &new, first)),
        (None, Some(_)) => {
            let known = render::count(own.len() as u64, "known violation");
            Status::Skipped(format!("{known}, see the baseline"))
        }
        (None, None) => match unproved {
            Some(why) => Status::Skipped(why.to_owned()),
            None => Status::Passed,
        },
    }
}

fn report(run: &Results<'_>, all: &[&(Failure, ErrorReport)], first: &ErrorReport) -> Report {
    let texts: Vec<String> = (all.iter())
        .map(|(_, error)| {
            let text = render::violation(error, &run.program.sources);
            format!("{text}{}\n", run.input.replay_command(&error.test))
        })
        .collect();
    Report {
        kind: first.kind.clone(),
        message: format!("{}:{}: {}", first.file, first.line, first.message),
        text: texts.join("\n"),
    }
}

/// Returns the test case `exploration`, which is an error if the run is incomplete or vacuous.
fn exploration(run: &Results<'_>) -> Case {
    let summary = run.summary;
    let error = |message: String, reasons: Vec<String>| {
        Status::Error(Report {
            kind: summary.verdict.name().to_owned(),
            message,
            text: reasons.join("\n"),
        })
    };
    let reasons = &summary.incomplete_reasons;
    let status = match (summary.verdict, reasons.as_slice()) {
        (Verdict::Vacuous, _) => error(
            "the proof is vacuous".to_owned(),
            vec![render::verdict(summary, 0, &[], "")],
        ),
        (_, []) => Status::Passed,
        (_, [first, ..]) => error(first.clone(), reasons.clone()),
    };
    let name = "exploration".to_owned();
    Case { name, status }
}
