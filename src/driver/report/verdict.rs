//! The claim of a run's verdict in one sentence, and remarks on the assumptions and on the gaps of the claim.
use super::{Run, facts, place};
use crate::Verdict;
use crate::driver::render;
use crate::reached::Location;
use symtool_report::model::{Remark, Verdict as Shown};

/// Returns the section of the report on the verdict: the claim, with its assumptions and gaps.
pub fn of(run: &Run<'_>) -> Shown {
    let summary = run.summary;
    Shown {
        name: summary.verdict.name().to_owned(),
        claim: claim(run),
        facts: facts::of(run),
        remarks: remarks(run),
    }
}

fn claim(run: &Run<'_>) -> String {
    let summary = run.summary;
    let stats = &run.outcome.exploration.stats;
    let holds = match stats.checks {
        0 => "No failure is reachable".to_owned(),
        1 => "One check holds".to_owned(),
        n => format!("{n} checks hold"),
    };
    let inputs = render::every_value(summary, &run.outcome.exploration.inputs);
    let inputs = with_sizes(inputs, &run.outcome.exploration.inputs);
    let claim = |claim: String| match inputs.strip_prefix(" for every") {
        Some(rest) => format!(
            "For every{rest}, {}{}.",
            claim[..1].to_lowercase(),
            &claim[1..]
        ),
        None => format!("{claim}{inputs}."),
    };
    match summary.verdict {
        Verdict::Verified => claim(holds),
        Verdict::VerifiedBounded => {
            let bound = render::count(summary.bound.unwrap_or_default(), "loop iteration");
            claim(format!("{holds} on all paths with up to {bound}"))
        }
        Verdict::Vacuous => {
            "All paths were explored, but there is a condition of the proof that no input meets."
                .to_owned()
        }
        Verdict::Violation => {
            let confirmed = summary.errors.iter().filter(|error| error.confirmed);
            match confirmed.count() {
                1 => "The program fails. A concrete replay of the input below confirmed it."
                    .to_owned(),
                n => format!(
                    "The program has {n} failures. For each, a concrete replay of one input confirmed it."
                ),
            }
        }
        Verdict::Incomplete => {
            "No failure was found, but not all paths were explored, so nothing is proved."
                .to_owned()
        }
    }
}

/// The maximum number of reasons of incompleteness that a report lists.
const MAX_REASONS: usize = 100;

fn remarks(run: &Run<'_>) -> Vec<Remark> {
    let summary = run.summary;
    let mut all: Vec<Remark> = Vec::new();
    for reason in summary.incomplete_reasons.iter().take(MAX_REASONS) {
        all.push(located("skipped", reason));
    }
    if let Some(more @ 1..) = summary.incomplete_reasons.len().checked_sub(MAX_REASONS) {
        all.push(remark(
            "skipped",
            format!("{more} further reasons, in summary.json"),
        ));
    }
    for cut in &summary.cuts {
        all.push(located("skipped", &format!("more iterations: {cut}")));
    }
    let conditions = &summary.conditions;
    if conditions.assumptions > 0 && summary.verdict != Verdict::Violation {
        let text = format!(
            "the inputs meet {}",
            render::count(conditions.assumptions as u64, "assumption")
        );
        all.push(remark("assumed", text));
    }
    let mut listed = |kind: &str, text: &str, locations: &[Location]| {
        for location in locations {
            all.push(Remark {
                kind: kind.to_owned(),
                text: text.to_owned(),
                place: place(&location.file, location.line),
            });
        }
    };
    let never = match conditions.complete {
        true => [
            "no input meets this assumption",
            "no input reaches this assertion",
        ],
        false => [
            "no input is known to meet this assumption",
            "no input is known to reach this assertion",
        ],
    };
    listed("note", never[0], &conditions.never_met);
    listed("note", never[1], &conditions.assertions.never_reached);
    for warning in warnings(&run.program.warnings) {
        all.push(warning);
    }
    all
}

fn remark(kind: &str, text: String) -> Remark {
    Remark {
        kind: kind.to_owned(),
        text,
        place: None,
    }
}

/// Replaces the sizes of inputs by words: `data[40]` becomes `data (40 bytes)`. A reader could take `data[40]` for an
/// array of 40 elements, although `data` may be an array of 10 numbers.
fn with_sizes(text: String, inputs: &[(String, u64)]) -> String {
    inputs.iter().fold(text, |text, (name, size)| {
        let words = render::count(*size, "byte");
        text.replacen(&format!("{name}[{size}]"), &format!("{name} ({words})"), 1)
    })
}

/// Converts a text to a remark of the report. A source location at the start or the end of the text, as in `file.c:3:
/// …` or `… (file.c:3)`, becomes the location of the remark.
fn located(kind: &str, text: &str) -> Remark {
    let (found, rest) = location_in(text);
    Remark {
        place: found,
        ..remark(kind, rest)
    }
}

/// Finds the first word of the form `file:line` or `file:line:column` in a text. Returns this source location, and the
/// text without the word.
pub(super) fn location_in(text: &str) -> (Option<symtool_report::model::Place>, String) {
    for word in text.split_inclusive(' ') {
        let bare = word.trim_matches(|c: char| matches!(c, '(' | ')' | ',' | ':' | ' '));
        let mut parts = bare.split(':');
        let (Some(file), Some(line)) = (parts.next(), parts.next()) else {
            continue;
        };
        let found = line.parse().ok().and_then(|line| place(file, line));
        if found.is_some() && file.contains('.') {
            let rest = text.replacen(word, "", 1);
            let rest = rest.trim_matches(|c: char| matches!(c, ' ' | ',' | ':'));
            let rest = rest.trim_end_matches(" at").replace(" at in ", " in ");
            return (found, rest);
        }
    }
    (None, text.to_owned())
}

/// Returns the warnings of the front end, one remark for each.
fn warnings(text: &str) -> impl Iterator<Item = Remark> + '_ {
    let mut lines = text.lines().peekable();
    std::iter::from_fn(move || {
        let title = lines.by_ref().find(|line| line.starts_with("warning"))?;
        let title = title.split_once(": ").map_or(title, |(_, rest)| rest);
        let at = lines.next_if(|line| line.trim_start().starts_with("-->"));
        let at = at.map(|line| line.trim_start().trim_start_matches("-->").trim());
        let found = at.and_then(|at| location_in(at).0);
        Some(Remark {
            place: found,
            ..remark("note", format!("warning: {title}"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_become_links() {
        let (found, rest) = location_in("src/a.c:12:3: the solver gave up");
        assert_eq!(found, place("src/a.c", 12));
        assert_eq!(rest, "the solver gave up");
        let (found, rest) = location_in("stopped by --max-time");
        assert_eq!((found, rest.as_str()), (None, "stopped by --max-time"));
        let (found, rest) = location_in("the loop at a.c:7 in `main`");
        assert_eq!(found, place("a.c", 7));
        assert_eq!(rest, "the loop in `main`");
    }

    #[test]
    fn each_warning_is_a_remark() {
        let text = "warning[unused]: the value is unused\n --> a.c:3:5\n  |\n3 | x;\n";
        let all: Vec<Remark> = warnings(text).collect();
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].place, place("a.c", 3));
    }
}
