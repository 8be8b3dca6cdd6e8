//! The lines that cause the most work, with the reasons.
use super::escape::{link, text};
use crate::guilt::{Guilty, ranking};
use crate::model::Report;

/// The number of lines that are listed.
const SHOWN: usize = 8;
/// The least share of the work of a listed line, in percent.
const LEAST: f64 = 0.5;

/// Returns the section; empty for a comparison.
pub fn html(report: &Report) -> String {
    if !report.profiled {
        return match report.verdict {
            Some(_) => "<p class=\"help\">The costs of lines were not recorded. Run the program again with \
                        <code>--html</code>.</p>\n"
                .to_owned(),
            None => String::new(),
        };
    }
    let all = ranking(report);
    let listed = all.iter().take(SHOWN).filter(|line| line.percent >= LEAST);
    let rows: String = listed.enumerate().map(|(at, line)| row(at, line)).collect();
    if rows.is_empty() {
        return "<p class=\"help\">No line of the program caused measurable work.</p>\n".to_owned();
    }
    format!(
        "<p class=\"help\">Each unit of work is charged to one line: to the line that built the expressions of an \
         expensive query, to the line whose fork created a state, or to the line that was executed.</p>\n\
         <ol class=\"guilty\">{rows}</ol>\n"
    )
}

fn row(at: usize, line: &Guilty<'_>) -> String {
    let first = if at == 0 { " class=\"first\"" } else { "" };
    let part = |name: &str, work: u64| {
        let share = 100.0 * work as f64 / line.costs.guilt().max(1) as f64;
        match share >= 1.0 {
            true => format!("<span class=\"part {name}\" style=\"width:{share:.1}%\"></span>"),
            false => String::new(),
        }
    };
    format!(
        "<li{first}><div class=\"share\"><b>{:.0}\u{202f}%</b><span class=\"bar\" style=\"width:{:.1}%\">{}{}{}</span></div>\
         <div class=\"what\">{} <code>{}</code><p>{}.</p></div></li>\n",
        line.percent,
        line.percent.clamp(1.0, 100.0),
        part("expressions", line.costs.expression_guilt),
        part("forks", line.costs.fork_guilt),
        part("runs", line.costs.run_guilt),
        link(&line.place),
        text(line.text),
        text(&line.reason),
    )
}
