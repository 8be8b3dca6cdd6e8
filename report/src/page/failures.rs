//! The violations: message, source lines around the failure, input, call stack, and the path player.
use super::escape::{link, text};
use crate::model::{Failure, Place, Report};

/// The number of lines that are shown before and after a failing line.
const CONTEXT: u32 = 2;

/// Returns the section; empty if there is no violation.
pub fn html(report: &Report) -> String {
    let failures = report.failures.iter().enumerate();
    failures
        .map(|(number, failure)| article(report, number, failure))
        .collect()
}

fn article(report: &Report, number: usize, failure: &Failure) -> String {
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
    let function = match failure.function.is_empty() {
        true => String::new(),
        false => format!(" in <code>{}</code>", text(&failure.function)),
    };
    let mut html = format!(
        "<article class=\"failure\" id=\"failure-{number}\"><h3><span class=\"kind\">{}</span> {}</h3>\
         <p class=\"where\">{}{at}{function}</p>{doubt}\n",
        text(&failure.kind),
        text(&failure.message),
        if at.is_empty() && function.is_empty() {
            ""
        } else {
            "fails"
        },
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
    if failure.stack.len() > 1 {
        let stack: String = failure
            .stack
            .iter()
            .map(|frame| format!("<li>{}</li>", text(frame)))
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
            format!("<span{class}><i>{line}</i>{}</span>", text(code))
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
        "<table class=\"inputs\"><caption>Failing input</caption><thead><tr><th>name</th><th>value</th><th>bytes</th>\
         </tr></thead><tbody>{rows}</tbody></table>\n"
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
