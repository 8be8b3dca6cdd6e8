//! Draws the HTML page of a report.
//!
//! Each section is a function that returns HTML. The texts of the report (source lines, file names, inputs, messages)
//! enter the page in two ways only: through `escape`, and in the JSON data, in which `<` is written as `\u003c`. So no
//! text of a program can end an element, add a script or start a request. In addition, the content security policy of
//! the page forbids requests.
//!
//! | module | contents |
//! | --- | --- |
//! | `escape` | escaping of texts, links, short texts of numbers |
//! | `data` | the data for the scripts |
//! | `verdict` | verdict, figures, remarks, summary of a comparison |
//! | `failures` | violations with their inputs and the path player |
//! | `why` | the decisions and stores that lead to a violation |
//! | `slow` | the lines that cause the most work |
//! | `source` | the source with a column for each cost |
//! | `melding` | the pictures before and after melding |
//! | `time` | the time by phase, merges, and the growth of states and expressions |
//! | `tables` | queries, further tables, test cases |
mod data;
mod escape;
mod failures;
mod melding;
mod slow;
mod source;
mod tables;
mod time;
mod verdict;
mod why;

use crate::guilt::is_unrolled;
use crate::model::{Report, Tree};
use crate::numbers::{counted, grouped};
use escape::text;

const STYLE: &str = include_str!("../../assets/style.css");
const TEMPLATE: &str = include_str!("../../assets/page.html");
/// The scripts of the page, in the order in which the browser runs them.
const SCRIPTS: [&str; 7] = [
    include_str!("../../assets/base.js"),
    include_str!("../../assets/table.js"),
    include_str!("../../assets/source.js"),
    include_str!("../../assets/tree.js"),
    include_str!("../../assets/path.js"),
    include_str!("../../assets/player.js"),
    include_str!("../../assets/search.js"),
];

/// A section of the page: its identifier, its heading and its content in HTML.
struct Section {
    id: &'static str,
    title: &'static str,
    html: String,
}

/// Returns the HTML page of a report.
pub fn render(report: &Report) -> String {
    let sections = sections(report);
    let shown = || sections.iter().filter(|section| !section.html.is_empty());
    let links: String = shown()
        .map(|section| format!("<a href=\"#{}\">{}</a>", section.id, section.title))
        .collect();
    let body: String = shown()
        .map(|section| {
            let Section { id, title, html } = section;
            format!("<section id=\"{id}\"><h2>{title}</h2>\n{html}</section>\n")
        })
        .collect();
    let parts = [
        ("{{title}}", text(&report.title)),
        ("{{tool}}", text(&report.tool)),
        ("{{command}}", text(&report.command)),
        ("{{verdict}}", verdict::banner(report)),
        ("{{links}}", links),
        ("{{style}}", STYLE.to_owned()),
        ("{{sections}}", body),
        ("{{data}}", data::json(report)),
        ("{{script}}", SCRIPTS.concat()),
    ];
    fill(TEMPLATE, &parts)
}

/// Replaces each placeholder of a template once. Inserted texts are not searched for placeholders.
fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(parts.iter().map(|(_, text)| text.len()).sum());
    let mut rest = template;
    while let Some(start) = rest.find("{{") {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let known = parts.iter().find(|(name, _)| rest.starts_with(name));
        let (name, value) = known.map_or(("{{", "{{"), |(name, value)| (*name, value.as_str()));
        out.push_str(value);
        rest = &rest[name.len()..];
    }
    out + rest
}

fn sections(report: &Report) -> Vec<Section> {
    let section = |id, title, html| Section { id, title, html };
    let mut all = vec![
        section("overview", "Overview", verdict::overview(report)),
        section("summary", "Summary", verdict::summary(report)),
        section("failures", "Violations", failures::html(report)),
        section("slow", "Where the work comes from", slow::html(report)),
        section("phases", "Where the time went", time::phases(report)),
        section("growth", growth_title(report), time::growth(report)),
        section("source", "Source", source::html(report)),
        section("tree", tree_title(report), tree(report)),
        section("melding", "Before and after melding", melding::html(report)),
        section("queries", "Slowest queries", tables::queries(report)),
    ];
    let heading = match report.files.is_empty() {
        true => "Measurements",
        false => "Engines and solver links",
    };
    all.push(section("numbers", heading, tables::further(report)));
    all.push(section("tests", "Test cases", tables::tests(report)));
    all
}

fn growth_title(report: &Report) -> &'static str {
    let mut lines = report.files.iter().flat_map(|file| &file.lines);
    match lines.any(|line| line.joins > 0) {
        true => "Merges and growth",
        false => "Growth",
    }
}

fn tree_title(report: &Report) -> &'static str {
    match is_unrolled(report) {
        true => "Unrolled graph",
        false => "Execution tree",
    }
}

/// Returns the section with the tree: the canvas on which the script draws the execution tree or unrolled graph.
fn tree(report: &Report) -> String {
    let Some(tree) = report.tree.as_ref().filter(|tree| !tree.is_empty()) else {
        return String::new();
    };
    let help = match is_unrolled(report) {
        true => {
            "Each box is a node of the unrolled control-flow graph; its width is the number of nodes below it. \
             Conflict-driven exploration searches for a path from the root to a failing check."
        }
        false => {
            "Each box is a part of a path between two forks; below a fork are its sides. The width is the number of \
             paths."
        }
    };
    let nodes = counted(tree.len() as u64, "node");
    format!(
        "<p class=\"help\">{help} {nodes}.</p>\n{}\
         <noscript><p class=\"help\">The drawing needs JavaScript.</p></noscript>\n\
         <div class=\"tree-bar\" data-script>\
         <label>Color <select id=\"tree-color\"><option value=\"end\">end of the path</option>\
         <option value=\"work\">work</option><option value=\"depth\">depth</option></select></label>\
         <label>Width <select id=\"tree-width\"><option value=\"paths\">paths</option>\
         <option value=\"work\">work</option></select></label>\
         <button id=\"tree-in\" title=\"Zoom into the selected node (Enter)\">Zoom in</button>\
         <button id=\"tree-out\" title=\"Zoom out (Backspace)\">Zoom out</button>\
         <button id=\"tree-fold\" title=\"Fold or unfold the selected node (Space)\">Fold</button>\
         <button id=\"tree-failed\" title=\"Select the next failed path (f)\">Next failure</button>\
         <span id=\"tree-legend\" class=\"legend\"></span></div>\n\
         <div class=\"tree-columns\" data-script><div><canvas id=\"tree-canvas\" tabindex=\"0\" role=\"img\" \
         aria-label=\"Execution tree. Arrow keys move, Enter zooms in, Backspace zooms out.\" aria-describedby=\"tree-label\">\
         </canvas><p id=\"tree-label\" class=\"quiet\"></p></div>\
         <aside id=\"path\" aria-live=\"polite\"><p class=\"help\">Select a node to see its path.</p></aside></div>\n",
        leaves(report, tree)
    )
}

/// Returns a sentence with the number of leaves of an execution tree for each way in which a path can end. Returns a
/// note about nodes and paths for the unrolled graph of conflict-driven exploration.
fn leaves(report: &Report, tree: &Tree) -> String {
    if is_unrolled(report) {
        return "<p class=\"help\">Nodes are not paths: several paths lead through a node, and the search tries only \
                some of them.</p>\n"
            .to_owned();
    }
    let mut counts = [0_u64; 6];
    for &end in &tree.end {
        if let Some(count) = counts.get_mut(usize::from(end)) {
            *count += 1;
        }
    }
    // The counts of a node with aggregated descendants include the end of the node itself, which is counted already.
    for &[node, _, ends @ ..] in &tree.aggregated {
        let own = tree.end.get(node as usize).copied().unwrap_or(0);
        counts[usize::from(own.min(5))] -= 1;
        for (at, &count) in ends.iter().enumerate() {
            counts[at + 1] += u64::from(count);
        }
    }
    let names = [
        "completed",
        "failed",
        "excluded by an assumption",
        "dropped",
        "merged into another state",
    ];
    let parts: Vec<String> = (counts[1..].iter().zip(names))
        .filter(|(count, _)| **count > 0)
        .map(|(&count, name)| format!("{} {name}", grouped(count)))
        .collect();
    let merged = match counts[5] > 0 || !report.melded.is_empty() {
        true => " After merging or melding, one leaf represents several paths of the program.",
        false => "",
    };
    let open = match parts.is_empty() {
        true => "no path had ended".to_owned(),
        false => parts.join(", "),
    };
    format!(
        "<p class=\"help\">Ways in which the paths in the tree ended: {open}. The figure “ended paths” counts only completed and failed \
         paths. A path that fails for some inputs and continues for others counts once as failed, and once by its later end.{merged}</p>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn inserted_text_is_not_a_template() {
        let parts = [("{{a}}", "{{b}}".to_owned()), ("{{b}}", "x".to_owned())];
        assert_eq!(fill("{{a}}-{{b}}-{{c}}", &parts), "{{b}}-x-{{c}}");
    }
}
