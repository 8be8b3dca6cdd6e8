//! The section about violations: message, source lines around the failure, input, call stack, and the path player.
use super::escape::{function, link, source, text};
use super::tables::Tests;
use super::why;
use crate::guilt::is_unrolled;
use crate::model::{Failure, Input, Place, Report};
use crate::numbers::counted;

/// The number of lines that are shown before and after a failing line.
const CONTEXT: u32 = 2;

/// Returns the section about violations as HTML; empty if there is no violation.
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
            "<p class=\"help\">Some steps of the replay were inexact, so a run of the compiled program may not fail.</p>"
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
    html += &inputs(report, failure);
    html += &commands(failure);
    if !failure.notes.is_empty() {
        let notes: String = failure
            .notes
            .iter()
            .map(|note| format!("<li>{}</li>", text(note)))
            .collect();
        html += &format!("<ul class=\"remarks\">{notes}</ul>\n");
    }
    html += &why::html(report, failure);
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

/// Returns the label of the button that shows the path of a failing run in the tree.
fn shows(report: &Report) -> &'static str {
    match is_unrolled(report) {
        true => "Show its path in the unrolled graph",
        false => "Show its path in the tree",
    }
}

/// Formats `frame`, a call of a call stack of the form `function (file:line)`, as HTML with links.
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

/// Returns the source lines around the line `place` as HTML.
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

fn inputs(report: &Report, failure: &Failure) -> String {
    if failure.inputs.is_empty() {
        return "<p class=\"help\">The program fails for every input.</p>\n".to_owned();
    }
    let row = |input: &Input| {
        let code = input.place.as_ref().and_then(|place| report.line(place));
        format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td><code>{}</code></td><td>{} <code class=\"quiet\">{}</code></td>\
             <td class=\"hex\">{}</td></tr>\n",
            text(&input.name),
            text(&input.value),
            input.place.as_ref().map(link).unwrap_or_default(),
            source(code.unwrap_or_default().trim()),
            text(&input.hex)
        )
    };
    let rows: String = failure.inputs.iter().map(row).collect();
    format!(
        "<div class=\"all-inputs\"><table class=\"inputs\"><caption>Failing input</caption><thead><tr><th>name</th><th>value</th>\
         <th>read at</th><th>bytes</th></tr></thead><tbody>{rows}</tbody></table></div>\n"
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
