//! The verdict, the figures of the run, and the remarks on what the verdict assumes or does not cover.
use super::escape::{link, text};
use crate::model::{Fact, Figure, Remark, Report};

/// Returns the banner at the top of the page, which shows the verdict; empty for a comparison of runs.
pub fn banner(report: &Report) -> String {
    let Some(verdict) = &report.verdict else {
        return String::new();
    };
    let (class, word, mark) = match verdict.name.as_str() {
        "verified" => ("good", "Verified", "✓"),
        "verified-bounded" => ("good", "Verified up to a bound", "✓"),
        "violation" => ("bad", "Violation", "✗"),
        "vacuous" => ("unsure", "Vacuous", "∅"),
        "incomplete" => ("unsure", "Incomplete", "?"),
        _ => ("unsure", "No verdict", "?"),
    };
    format!(
        "<div class=\"verdict {class}\" id=\"verdict\"><span class=\"mark\" aria-hidden=\"true\">{mark}</span>\
         <div><strong>{word}</strong><p>{}</p>{}</div></div>\n",
        text(&verdict.claim),
        facts(&verdict.facts)
    )
}

/// Returns the facts that support a verdict as an HTML list. Consecutive facts with the same label have one heading.
fn facts(facts: &[Fact]) -> String {
    let groups = facts.chunk_by(|a, b| a.label == b.label);
    let group = |group: &[Fact]| {
        let items: String = group
            .iter()
            .map(|fact| {
                let place = fact.place.as_ref().map(link);
                let place = place.map(|link| link + " ").unwrap_or_default();
                let is_code = matches!(fact.label.as_str(), "Input" | "Assumes");
                match is_code && (fact.place.is_some() || fact.label == "Input") {
                    true => format!("<dd>{place}<code>{}</code></dd>", text(&fact.text)),
                    false => format!("<dd>{place}{}</dd>", text(&fact.text)),
                }
            })
            .collect();
        format!("<dt>{}</dt>{items}", text(&group[0].label))
    };
    match facts.is_empty() {
        true => String::new(),
        false => format!(
            "<dl class=\"facts\">{}</dl>",
            groups.map(group).collect::<String>()
        ),
    }
}

/// Returns the section with the figures of the run and the remarks on the verdict.
pub fn overview(report: &Report) -> String {
    let mut html = String::new();
    if !report.figures.is_empty() {
        html += "<dl class=\"figures\">";
        for figure in &report.figures {
            html += &format!(
                "<div title=\"{}\"><dt>{}</dt><dd>{}</dd></div>",
                text(&figure.help),
                text(&figure.label),
                linked(report, figure)
            );
        }
        html += "</dl>\n";
    }
    let remarks = report.verdict.iter().flat_map(|verdict| &verdict.remarks);
    let remarks: Vec<&Remark> = remarks.collect();
    let groups = [
        ("skipped", "Not covered"),
        ("assumed", "The verdict assumes"),
        ("note", "Notes"),
    ];
    for (kind, title) in groups {
        let own: String = remarks
            .iter()
            .filter(|remark| remark.kind == kind)
            .map(|remark| item(remark))
            .collect();
        if !own.is_empty() {
            html += &format!("<h3>{title}</h3>\n<ul class=\"remarks {kind}\">{own}</ul>\n");
        }
    }
    html
}

/// Returns the section with the conclusions of a comparison.
pub fn summary(report: &Report) -> String {
    let sentences = report.summary.iter();
    sentences
        .map(|sentence| format!("<p>{}</p>\n", text(sentence)))
        .collect()
}

/// Returns the value of a figure, with a link to the section of the page that shows the details.
fn linked(report: &Report, figure: &Figure) -> String {
    let (has_tree, has_queries) = (report.tree.is_some(), !report.queries.is_empty());
    let section = match figure.label.as_str() {
        "failing" => (!report.failures.is_empty()).then_some("failures"),
        "ended paths" | "program paths" | "forks" | "merges" | "dropped" => {
            has_tree.then_some("tree")
        }
        "solver queries" | "solver chain time" => has_queries.then_some("queries"),
        "melded branches" => Some("melding"),
        "lines reached" | "branch sides" | "clauses" => Some("source"),
        "time" => report.profiled.then_some("slow"),
        _ => None,
    };
    let value = text(&figure.value);
    match section {
        Some(section) => format!("<a href=\"#{section}\">{value}</a>"),
        None => value,
    }
}

/// Returns a remark as a list item.
pub fn item(remark: &Remark) -> String {
    let place = remark.place.as_ref().map(link);
    let place = place.map(|link| format!(" {link}")).unwrap_or_default();
    format!("<li>{}{place}</li>\n", text(&remark.text))
}
