//! The section about melding: the control-flow graphs of functions before and after melding, and the decisions about
//! branches.
use super::escape::{function, image, link, source, text};
use super::verdict;
use crate::model::{MeldedBranch, MeldedFunction, Report};
use crate::numbers::counted;

/// Returns the section about melding as HTML; empty if nothing was melded and no decision is known.
pub fn html(report: &Report) -> String {
    let mut html: String = report
        .melded
        .iter()
        .map(|melded| article(report, melded))
        .collect();
    let groups = [
        ("melded", "Melded branches"),
        ("kept", "Branches that were not melded"),
    ];
    for (kind, title) in groups {
        let decisions = report
            .decisions
            .iter()
            .filter(|decision| decision.kind == kind);
        let items: String = decisions.map(verdict::item).collect();
        if !items.is_empty() {
            html += &format!("<h3>{title}</h3>\n<ul class=\"remarks {kind}\">{items}</ul>\n");
        }
    }
    html
}

fn article(report: &Report, melded: &MeldedFunction) -> String {
    let MeldedFunction {
        name,
        branches: (before, after),
        ..
    } = melded;
    let place = melded.place.as_ref().map(link).unwrap_or_default();
    let picture = |title: &str, svg: &str| match svg.is_empty() {
        true => String::new(),
        false => format!(
            "<figure><figcaption>{title}</figcaption><div class=\"picture\"><img alt=\"{title}: control-flow graph of {}\" \
             src=\"{}\"></div></figure>",
            text(name),
            image(svg)
        ),
    };
    format!(
        "<article class=\"melded\"><h3>{} {place}: {before} → {after} branches</h3>\
         {}<div class=\"pictures\">{}{}</div>\
         <details><summary>Difference, instruction by instruction</summary>{}</details></article>\n",
        function(report, name),
        selects(report, melded),
        picture("Before", &melded.before),
        picture("After", &melded.after),
        picture("Difference", &melded.difference),
    )
}

/// Returns the list of the melded branches, each with the selects that replace it.
fn selects(report: &Report, melded: &MeldedFunction) -> String {
    let items: String = melded
        .melded
        .iter()
        .map(|known| branch(report, known))
        .collect();
    match items.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"help\">The pictures number the branches as this list does.</p>\n<ol class=\"branches\">{items}</ol>\n"
        ),
    }
}

fn branch(report: &Report, branch: &MeldedBranch) -> String {
    let place = branch.place.as_ref();
    let code = place
        .and_then(|place| report.line(place))
        .unwrap_or_default();
    let selects: String = branch
        .selects
        .iter()
        .map(|select| format!("<li><code>{}</code></li>", text(select)))
        .collect();
    let now = match branch.selects.len() {
        0 => "is straight-line code without a select".to_owned(),
        n => format!("is now {}", counted(n as u64, "instruction")),
    };
    format!(
        "<li>{} <code>{}</code> {now}<ul>{selects}</ul></li>\n",
        place.map(link).unwrap_or_default(),
        source(code.trim()),
    )
}
