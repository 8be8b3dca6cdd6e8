//! The control-flow graphs of functions before and after melding, and the decisions about branches.
use super::escape::{image, link, text};
use super::verdict;
use crate::model::{MeldedFunction, Report};

/// Returns the section; empty if nothing was melded and no decision is known.
pub fn html(report: &Report) -> String {
    let mut html: String = report.melded.iter().map(function).collect();
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

fn function(function: &MeldedFunction) -> String {
    let MeldedFunction {
        name,
        branches: (before, after),
        ..
    } = function;
    let place = function.place.as_ref().map(link).unwrap_or_default();
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
        "<article class=\"melded\"><h3><code>{}</code> {place}: {before} → {after} branches</h3>\
         <div class=\"pictures\">{}{}</div>\
         <details><summary>Difference, instruction by instruction</summary>{}</details></article>\n",
        text(name),
        picture("Before", &function.before),
        picture("After", &function.after),
        picture("Difference", &function.difference),
    )
}
