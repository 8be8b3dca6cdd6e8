//! The facts that explain the verdict: the failure of the program, or the inputs, assumptions and bounds for which the
//! claim of the verdict is proved.
use super::{Run, failures, place};
use crate::Verdict;
use crate::driver::render;
use std::path::Path;
use symtool_ir::bug::{BugKind, CheckKind};
use symtool_report::model::{Fact, Failure, Place};

/// The maximum number of inputs, assumptions or cut loops that the facts list. Of the reasons for an incomplete
/// exploration, they list at most half as many.
const MAX_LISTED: usize = 6;
/// The maximum number of characters of the text that describes an input.
const MAX_VALUE: usize = 80;

/// Returns the facts in the order in which the page of the report shows them.
pub fn of(run: &Run<'_>) -> Vec<Fact> {
    let mut all = Vec::new();
    match run.summary.verdict {
        Verdict::Violation => {
            failure(run, &mut all);
            match run.summary.incomplete_reasons.is_empty() {
                true => explored(run, &mut all),
                false => stopped(run, &mut all),
            }
        }
        Verdict::Incomplete => stopped(run, &mut all),
        Verdict::Verified | Verdict::VerifiedBounded | Verdict::Vacuous => {}
    }
    if run.summary.verdict != Verdict::Violation {
        inputs(run, &mut all);
        assumptions(run, &mut all);
    }
    bounds(run, &mut all);
    checks(run, &mut all);
    all
}

fn add(all: &mut Vec<Fact>, label: &str, text: String, place: Option<Place>) {
    all.push(Fact {
        label: label.to_owned(),
        text,
        place,
    });
}

/// Adds the source line, the kind and the input of the first failure.
fn failure(run: &Run<'_>, all: &mut Vec<Fact>) {
    let errors = &run.summary.errors;
    let Some(error) = errors.iter().find(|error| error.confirmed) else {
        return;
    };
    let kind = match BugKind::from_name(&error.kind) {
        Some(kind) => kind.describe(),
        None => &error.kind,
    };
    let mut inside = match error.function.is_empty() {
        true => String::new(),
        false => format!("in {}", error.function),
    };
    let file = Path::new(&error.file).file_name();
    if file.is_some_and(|file| !run.title.contains(&*file.to_string_lossy())) {
        inside += " (an included file)";
    }
    add(all, "Fails at", inside, place(&error.file, error.line));
    let what = match kind == error.message {
        true => kind.to_owned(),
        false => format!("{kind}: {}", error.message),
    };
    add(all, "Failure", what, None);
    add(all, "Input", input(&failures::failure(run, error)), None);
    if errors.len() > 1 {
        let others = render::count(errors.len() as u64 - 1, "further violation");
        add(all, "More", format!("{others}, below"), None);
    }
}

/// Returns the failing input in one line.
fn input(failure: &Failure) -> String {
    let short = |text: &str| match text.char_indices().nth(MAX_VALUE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    };
    let values = failure.inputs.iter().take(MAX_LISTED);
    let mut parts: Vec<String> = values
        .map(|input| format!("{} = {}", input.name, short(&input.value)))
        .collect();
    if let Some(more @ 1..) = failure.inputs.len().checked_sub(MAX_LISTED) {
        parts.push(format!("and {more} more, below"));
    }
    if let Some(line) = &failure.command_line {
        parts.insert(0, short(line));
    }
    match parts.is_empty() {
        true => "any: it fails for every input".to_owned(),
        false => parts.join(", "),
    }
}

/// Adds the first reasons why the exploration is incomplete, the number of further reasons, and the number of explored
/// paths.
fn stopped(run: &Run<'_>, all: &mut Vec<Fact>) {
    let summary = run.summary;
    let reasons = &summary.incomplete_reasons;
    for reason in reasons.iter().take(MAX_LISTED / 2) {
        let (found, text) = super::verdict::location_in(reason);
        add(all, "Not explored", text, found);
    }
    if let Some(more @ 1..) = reasons.len().checked_sub(MAX_LISTED / 2) {
        let more = render::count(more as u64, "further reason");
        add(all, "Not explored", format!("{more}, below"), None);
    }
    explored(run, all);
}

/// Adds the number of explored paths, and whether the exploration is complete or stopped at the first violation.
fn explored(run: &Run<'_>, all: &mut Vec<Fact>) {
    let summary = run.summary;
    let paths = &summary.paths;
    let ended = render::count(paths.completed + paths.errors, "path");
    let dropped = match paths.killed {
        0 => String::new(),
        killed => format!("; {} not finished", render::count(killed, "path")),
    };
    let is_whole = summary.incomplete_reasons.is_empty() && summary.cuts.is_empty();
    let whole = match (is_whole, run.stops_at_first) {
        (true, false) => "; the search is complete, so no other line fails",
        (true, true) => "; the search stopped at the first violation",
        (false, _) => "",
    };
    add(
        all,
        "Explored",
        format!("{ended} to the end{dropped}{whole}"),
        None,
    );
}

fn inputs(run: &Run<'_>, all: &mut Vec<Fact>) {
    let known = &run.outcome.exploration.inputs;
    let shown = known.iter().take(MAX_LISTED);
    let mut parts: Vec<String> = shown
        .map(|(name, size)| format!("{name} ({})", render::count(*size, "byte")))
        .collect();
    if let Some(more @ 1..) = known.len().checked_sub(MAX_LISTED) {
        parts.push(format!("and {more} more"));
    }
    let is_proof = run.summary.verdict != Verdict::Incomplete;
    let text = match (parts.is_empty(), run.summary.cdse.is_some()) {
        (false, _) if !is_proof => format!("read so far: {}", parts.join(", ")),
        (false, _) => format!("every value of {}", parts.join(", ")),
        (true, true) if !is_proof => return,
        (true, true) => "every value of every input; conflict-driven exploration lists only inputs on which a possible failure depends".to_owned(),
        (true, false) => "the program reads no symbolic input".to_owned(),
    };
    add(all, "Inputs", text, None);
}

/// Adds the source lines of the assumptions that inputs must meet.
fn assumptions(run: &Run<'_>, all: &mut Vec<Fact>) {
    let found = &run.outcome.exploration.coverage.conditions.assumptions;
    let source = &run.original.source;
    let reached = found.iter().filter(|(_, assumption)| assumption.reached);
    let places: Vec<Place> = reached
        .filter_map(|(&loc, _)| {
            let at = source.try_get(loc)?;
            place(source.file_name(at.file), at.line)
        })
        .collect();
    let shown = places.iter().take(MAX_LISTED);
    for place in shown {
        let line = run.program.sources.line(&place.file, place.line);
        let text = line.unwrap_or_default().trim().to_owned();
        add(all, "Assumes", text, Some(place.clone()));
    }
    match places.len().checked_sub(MAX_LISTED) {
        Some(more @ 1..) => {
            let more = render::count(more as u64, "further assumption");
            add(all, "Assumes", more, None);
        }
        _ if places.is_empty() && run.summary.conditions.assumptions == 0 => {
            add(all, "Assumes", "nothing about the inputs".to_owned(), None);
        }
        _ => {}
    }
}

fn bounds(run: &Run<'_>, all: &mut Vec<Fact>) {
    let summary = run.summary;
    match summary.bound {
        Some(bound) => {
            let bound = render::count(bound, "iteration");
            add(
                all,
                "Bound",
                format!("loops run up to {bound} (--unwind)"),
                None,
            );
            for cut in summary.cuts.iter().take(MAX_LISTED) {
                let (found, text) = super::verdict::location_in(cut);
                add(all, "Cut", text, found);
            }
        }
        None if summary.verdict == Verdict::Verified => {
            let text = "none: every loop was explored to its end";
            add(all, "Bound", text.to_owned(), None);
        }
        None => {}
    }
}

fn checks(run: &Run<'_>, all: &mut Vec<Fact>) {
    let names = |on: bool| {
        let kinds = CheckKind::ALL.iter();
        let chosen = kinds.filter(|&&kind| run.checks.has(kind) == on);
        let names: Vec<&str> = chosen.map(|kind| kind.name()).collect();
        names.join(", ")
    };
    let text = match (names(true), names(false)) {
        (on, off) if off.is_empty() => on,
        (on, off) if on.is_empty() => format!("none; off: {off}"),
        (on, off) => format!("{on}; off: {off}"),
    };
    let assertions = &run.summary.conditions.assertions;
    let is_failing = run.summary.verdict == Verdict::Violation;
    let none = match assertions.total == 0 && run.checks.has(CheckKind::Assert) && !is_failing {
        true => "; the program as compiled contains no assertion",
        false => "",
    };
    add(all, "Checks", format!("{text}{none}"), None);
}
