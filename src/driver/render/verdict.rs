//! The lines of the verdict: the statement that a proof establishes, or the reasons why there is no proof.
use super::count;
use crate::driver::summary::{AgainstBaseline, Summary};
use crate::reached::Location;
use crate::{ProofConditions, Verdict};

/// Returns the lines about the verdict at the end of the printed result.
pub fn verdict(summary: &Summary, checks: u64, inputs: &[(String, u64)], replay: &str) -> String {
    let Some(baseline) = &summary.baseline else {
        return of_run(summary, checks, inputs, replay);
    };
    let text = match (baseline.new, baseline.known) {
        (0, 1..) => known(summary, baseline),
        _ => of_run(summary, checks, inputs, replay),
    };
    text + &not_found(baseline)
}

/// Returns the lines about the verdict of a run with known violations (those in the baseline) and no new one.
fn known(summary: &Summary, baseline: &AgainstBaseline) -> String {
    let file = &baseline.file;
    let found = count(baseline.known as u64, "known violation");
    match baseline.verdict {
        Verdict::Incomplete => {
            let reasons = listed(&summary.incomplete_reasons, &summary.out);
            format!(
                "INCOMPLETE {found} ({file}) and no other, but the exploration is incomplete:\n{reasons}"
            )
        }
        Verdict::VerifiedBounded => {
            let bound = count(summary.bound.unwrap_or_default(), "loop iteration");
            let cuts = listed(&summary.cuts, &summary.out);
            format!(
                "KNOWN      {found} ({file}) and no other up to {bound} (--unwind); cut:\n{cuts}"
            )
        }
        Verdict::Vacuous => {
            let conditions = vacuous(&summary.conditions);
            format!("{conditions}           {found} ({file}) and no other\n")
        }
        Verdict::Verified | Verdict::Violation => {
            format!("KNOWN      {found} ({file}) and no other\n")
        }
    }
}

/// Returns the line about known violations that the run did not find again, if there are any.
fn not_found(baseline: &AgainstBaseline) -> String {
    match baseline.not_found {
        0 => String::new(),
        number => format!(
            "           {} of {} no longer found; --update-baseline removes {}\n",
            count(number as u64, "violation"),
            baseline.file,
            if number == 1 { "it" } else { "them" }
        ),
    }
}

/// Returns the lines about the verdict of a run that has no baseline, no known violation, or a new violation.
fn of_run(summary: &Summary, checks: u64, inputs: &[(String, u64)], replay: &str) -> String {
    match summary.verdict {
        Verdict::Verified => {
            let claim = match checks {
                0 => "no failure is reachable".to_owned(),
                1 => "1 check holds".to_owned(),
                _ => format!("{checks} checks hold"),
            };
            let (values, notes) = (
                every_value(summary, inputs),
                never_reached(&summary.conditions),
            );
            format!("VERIFIED   {claim}{values}\n{notes}")
        }
        Verdict::VerifiedBounded => {
            let bound = summary.bound.unwrap_or_default();
            let bound = count(bound, "loop iteration");
            let (values, notes) = (
                every_value(summary, inputs),
                never_reached(&summary.conditions),
            );
            let cuts = listed(&summary.cuts, &summary.out);
            format!("VERIFIED   up to {bound} (--unwind){values}; cut:\n{cuts}{notes}")
        }
        Verdict::Vacuous => vacuous(&summary.conditions),
        Verdict::Violation => {
            let confirmed = summary.errors.iter().filter(|e| e.confirmed).count();
            let known = summary.baseline.as_ref().map_or(0, |b| b.known);
            let tail = match (confirmed, known) {
                (0 | 1, _) => String::new(),
                (_, 0) => format!("; {confirmed} violations in total"),
                (_, 1) => format!("; {confirmed} violations in total, 1 is known"),
                (_, _) => format!("; {confirmed} violations in total, {known} are known"),
            };
            format!(
                "VIOLATION  confirmed by replay{tail}; run it again with\n           {replay}\n"
            )
        }
        Verdict::Incomplete => {
            let mut text = String::from(match summary.errors.is_empty() {
                true => "INCOMPLETE no violation found, but the exploration is incomplete:\n",
                false => "INCOMPLETE no violation confirmed, and the exploration is incomplete:\n",
            });
            text += &listed(&summary.incomplete_reasons, &summary.out);
            text
        }
    }
}

/// Returns the lines of the verdict `vacuous`. They list the assumptions that no input meets, and the assertions that
/// no input is known to reach.
fn vacuous(conditions: &ProofConditions) -> String {
    let mut text = String::new();
    if !conditions.never_met.is_empty() {
        let noun = match conditions.never_met.len() {
            1 => "assumption",
            _ => "assumptions",
        };
        let places = locations(&conditions.never_met);
        text = format!("VACUOUS    no input meets the {noun} at {places}; nothing is proved\n");
    }
    let notes = never_reached(conditions);
    match text.is_empty() {
        true => notes.replacen("           ", "VACUOUS    ", 1),
        false => text + &notes,
    }
}

/// Returns the line about assertions that no input reaches, if there are any.
fn never_reached(conditions: &ProofConditions) -> String {
    let assertions = &conditions.assertions;
    if assertions.never_reached.is_empty() {
        return String::new();
    }
    let never = match assertions.complete {
        true => "never reached",
        false => "no input is known to reach",
    };
    let total = count(assertions.total as u64, "assertion");
    let places = locations(&assertions.never_reached);
    format!(
        "           {} of {total} reached; {never}: {places}\n",
        assertions.reached
    )
}

/// Lists source locations as `file:line`, as in `a.c:3, 7, b.c:2`. If a location is in the same file as the location
/// listed before it, only its line number is given.
fn locations(all: &[Location]) -> String {
    let most = 12;
    let mut text = String::new();
    let mut file = None;
    for at in all.iter().take(most) {
        let separator = if text.is_empty() { "" } else { ", " };
        match file == Some(&at.file) {
            true => text += &format!("{separator}{}", at.line),
            false => text += &format!("{separator}{}:{}", at.file, at.line),
        }
        file = Some(&at.file);
    }
    if all.len() > most {
        text += &format!(" and {} more", all.len() - most);
    }
    text
}

/// Returns a list of the first ten of `phrases`, one per line below the verdict. If there are more, a last line says
/// that the output folder `out` contains all of them.
fn listed(phrases: &[String], out: &str) -> String {
    let shown = 10;
    let mut text = String::new();
    for phrase in phrases.iter().take(shown) {
        text += &format!("           - {phrase}\n");
    }
    if phrases.len() > shown {
        let more = phrases.len() - shown;
        text += &format!("           - and {more} more in {out}/summary.json\n");
    }
    text
}

/// Returns the phrase about the inputs of a proof, such as ` for every value of x, y that meets the assumption`.
pub fn every_value(summary: &Summary, inputs: &[(String, u64)]) -> String {
    let met = match summary.conditions.assumptions {
        0 => String::new(),
        number => format!(" that meets the {}", count(number as u64, "assumption")),
    };
    if inputs.is_empty() && summary.cdse.is_some() {
        // Conflict-driven exploration knows only the inputs on which possible failures depend.
        return String::new();
    }
    if inputs.is_empty() {
        return " (the program has no symbolic input)".to_owned();
    }
    let shown: Vec<String> = inputs
        .iter()
        .take(6)
        .map(|(name, size)| format!("{name}[{size}]"))
        .collect();
    let more = if inputs.len() > 6 {
        format!(" and {} more", inputs.len() - 6)
    } else {
        String::new()
    };
    format!(" for every value of {}{more}{met}", shown.join(", "))
}
