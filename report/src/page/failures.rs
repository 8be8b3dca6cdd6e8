//! The violations: message, source lines around the failure, input, call stack, and the path player.
use super::escape::{function, link, source, text};
use super::tables::Tests;
use crate::guilt::is_unrolled;
use crate::model::{Failure, PathCondition, Place, Report};
use crate::numbers::counted;

/// The number of lines that are shown before and after a failing line.
const CONTEXT: u32 = 2;
/// The maximum number of conditions of a path that are listed.
const MAX_CONDITIONS: usize = 40;

/// Returns the section; empty if there is no violation.
pub fn html(report: &Report) -> String {
    let tests = Tests::of(report);
    let failures = report.failures.iter().enumerate();
    let mut html: String = failures
        .map(|(number, failure)| article(report, &tests, number, failure))
        .collect();
    let shown = report.failures.len() as u64;
    if report.failure_count > shown {
        let more = counted(report.failure_count - shown, "violation");
        html += &format!("<p class=\"help\">… and {more} more in the output folder.</p>\n");
    }
    html
}

fn article(report: &Report, tests: &Tests<'_>, number: usize, failure: &Failure) -> String {
    let doubt = match failure.confirmed {
        true => "",
        false => {
            "<p class=\"help\">The replay of this failure was not exact, so a real run may not fail.</p>"
        }
    };
    let place = failure.place.as_ref();
    let at = place
        .map(|place| format!(" at {}", link(place)))
        .unwrap_or_default();
    let inside = match failure.function.is_empty() {
        true => String::new(),
        false => format!(" in {}", function(report, &failure.function)),
    };
    let mut html = format!(
        "<article class=\"failure\" id=\"failure-{number}\"><h3><span class=\"kind\">{}</span> {}</h3>\
         <p class=\"where\">{}{at}{inside}{}</p>{doubt}\n",
        text(&failure.kind),
        text(&failure.message),
        if at.is_empty() && inside.is_empty() {
            ""
        } else {
            "fails"
        },
        tests.button(&failure.test, shows(report)),
    );
    html += &place
        .map(|place| excerpt(report, place))
        .unwrap_or_default();
    html += &inputs(failure);
    html += &commands(failure);
    if !failure.notes.is_empty() {
        let notes: String = failure
            .notes
            .iter()
            .map(|note| format!("<li>{}</li>", text(note)))
            .collect();
        html += &format!("<ul class=\"remarks\">{notes}</ul>\n");
    }
    html += &path(report, failure);
    if failure.stack.len() > 1 {
        let stack: String = failure
            .stack
            .iter()
            .map(|frame| format!("<li>{}</li>", call(report, frame)))
            .collect();
        html += &format!(
            "<details><summary>Call stack</summary><ol class=\"stack\">{stack}</ol></details>\n"
        );
    }
    if failure.player.is_some() {
        html += &format!(
            "<div class=\"player\" data-player=\"{number}\" data-script tabindex=\"0\" \
             aria-label=\"Path player: arrow keys step\"></div>\n"
        );
    }
    html + "</article>\n"
}

/// Returns the label of the button that selects the path of a failure.
fn shows(report: &Report) -> &'static str {
    match is_unrolled(report) {
        true => "Show its path in the unrolled graph",
        false => "Show its path in the tree",
    }
}

/// Returns the decisions of the failing run that depend on the input, with their lines.
fn path(report: &Report, failure: &Failure) -> String {
    let Some(path) = &failure.path else {
        return match report.profiled {
            true => "<p class=\"help\">The decisions of this run were not recorded: the run is too long, or many \
                     violations come before it. Replay its test to see it.</p>\n"
                .to_owned(),
            false => String::new(),
        };
    };
    let all = path.conditions.len() as u64 + path.omitted;
    if all == 0 {
        return "<p class=\"help\">No decision of this run depends on the input.</p>\n".to_owned();
    }
    let earlier = path.conditions.len().saturating_sub(MAX_CONDITIONS);
    let shown: String = (path.conditions.iter().skip(earlier))
        .map(|condition| step(report, condition))
        .collect();
    let is_last = |condition: &PathCondition| condition.decision == "fails";
    let end = match path.conditions.last().is_some_and(is_last) {
        true => String::new(),
        // The condition of a failing access is not a condition of the path.
        false => step(
            report,
            &PathCondition {
                place: failure.place.clone(),
                decision: "fails".to_owned(),
                text: String::new(),
            },
        ),
    };
    let cut = earlier as u64 + path.omitted;
    let cut = match cut {
        0 => String::new(),
        _ => format!(" The first {} are not shown.", counted(cut, "condition")),
    };
    format!(
        "<details open class=\"why\"><summary>Why: {} of this run {} on the input</summary>\
         <p class=\"help\">An input takes this path if it meets all conditions on the right.{cut}</p>\
         <table><thead><tr><th>line</th><th>decision</th><th>source</th><th>condition on the input</th></tr></thead>\
         <tbody>{shown}{end}</tbody></table></details>\n",
        counted(all, "decision"),
        if all == 1 { "depends" } else { "depend" },
    )
}

/// Returns a decision as a row of a table.
fn step(report: &Report, condition: &PathCondition) -> String {
    let place = condition.place.as_ref();
    let code = place.and_then(|place| report.line(place));
    let decision = match condition.decision.as_str() {
        "then" => "is true",
        "else" => "is false",
        "case" => "takes a case",
        "holds" => "check holds",
        "fails" if condition.text.is_empty() => "fails here",
        "fails" => "check fails",
        "assumed" => "assumed",
        _ => "",
    };
    let class = match condition.decision.as_str() {
        "fails" => " class=\"fails\"",
        _ => "",
    };
    format!(
        "<tr{class}><td>{}</td><td>{decision}</td><td><code>{}</code></td><td><code>{}</code></td></tr>\n",
        place.map(link).unwrap_or_default(),
        source(code.unwrap_or_default().trim()),
        text(&condition.text)
    )
}

/// Returns a call of a call stack, of the form `function (file:line)`, with links.
fn call(report: &Report, frame: &str) -> String {
    let place = |at: &str| {
        let (file, line) = at.rsplit_once(':')?;
        Some(Place {
            file: file.to_owned(),
            line: line.parse().ok()?,
        })
    };
    let parts = frame
        .strip_suffix(')')
        .and_then(|rest| rest.split_once(" ("));
    match parts.and_then(|(name, at)| Some((name, place(at)?))) {
        Some((name, place)) => format!("{} at {}", function(report, name), link(&place)),
        None => text(frame),
    }
}

/// Returns the source lines around a place.
fn excerpt(report: &Report, place: &Place) -> String {
    let Some(file) = report.files.iter().find(|file| file.name == place.file) else {
        return String::new();
    };
    let from = place.line.saturating_sub(CONTEXT).max(1);
    let lines = file.text.lines().zip(1_u32..);
    let near =
        lines.filter(|&(_, line)| (from..=place.line.saturating_add(CONTEXT)).contains(&line));
    let rows: String = near
        .map(|(code, line)| {
            let class = if line == place.line {
                " class=\"at\""
            } else {
                ""
            };
            format!("<span{class}><i>{line}</i>{}</span>", source(code))
        })
        .collect();
    format!("<pre class=\"excerpt\">{rows}</pre>\n")
}

fn inputs(failure: &Failure) -> String {
    if failure.inputs.is_empty() {
        return "<p class=\"help\">It fails for every input.</p>\n".to_owned();
    }
    let rows: String = failure
        .inputs
        .iter()
        .map(|input| {
            format!(
                "<tr><th scope=\"row\"><code>{}</code></th><td><code>{}</code></td><td class=\"hex\">{}</td></tr>\n",
                text(&input.name),
                text(&input.value),
                text(&input.hex)
            )
        })
        .collect();
    format!(
        "<div class=\"all-inputs\"><table class=\"inputs\"><caption>Failing input</caption><thead><tr><th>name</th><th>value</th><th>bytes</th>\
         </tr></thead><tbody>{rows}</tbody></table></div>\n"
    )
}

fn commands(failure: &Failure) -> String {
    let mut html = String::new();
    let mut add = |label: &str, command: &str| {
        html += &format!(
            "<div class=\"command\"><span>{label}</span><code>{}</code>\
             <button data-script data-copy title=\"Copy\">Copy</button></div>\n",
            text(command)
        );
    };
    if !failure.replay.is_empty() {
        add("Replay", &failure.replay);
    }
    if let Some(line) = &failure.command_line {
        add("Run", line);
    }
    html
}
