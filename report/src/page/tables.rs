//! The sections with the most expensive queries, the tables of [`Report::tables`], and the test cases.
use super::escape::{duration, image, link, short, text};
use crate::guilt::is_unrolled;
use crate::model::{Query, Report, Table};
use crate::numbers::{counted, grouped};
use std::collections::BTreeMap;

/// Returns the list of expensive queries as HTML; empty if no query was issued or no query was recorded.
pub fn queries(report: &Report) -> String {
    let items: String = by_time(report).into_iter().map(query).collect();
    match items.is_empty() {
        true if report.query_count > 0 && is_unrolled(report) => format!(
            "<p class=\"help\">Conflict-driven search issued {} to incremental solvers, {} in total. It does not record \
             them one by one: each query adds a part of a path to the assertions that the solver keeps from the previous query.</p>\n",
            counted(report.query_count, "solver query"),
            duration(report.query_us),
        ),
        true => String::new(),
        false => format!(
            "<p class=\"help\">{} The last constraint is the condition that the query asks about; the others come from \
             the path.</p>\n<ol class=\"queries\">{items}</ol>\n",
            share(report)
        ),
    }
}

/// Returns a sentence with the number of shown queries, the number of all solver queries, and the share of the solver
/// time that the shown queries took.
fn share(report: &Report) -> String {
    let shown = report.queries.len() as u64;
    let time: u64 = report.queries.iter().map(|query| query.time_us).sum();
    if report.query_count == 0 {
        return String::new();
    }
    let percent = 100.0 * time as f64 / report.query_us.max(1) as f64;
    format!(
        "{} of {} are shown: those with the most work, ordered by time. They took {} of {} of solver time ({:.0}\u{202f}%).",
        grouped(shown),
        counted(report.query_count, "solver query"),
        duration(time),
        duration(report.query_us),
        percent.min(100.0),
    )
}

/// Returns the recorded queries sorted by time, the slowest first, each with its index in [`Report::queries`].
pub fn by_time(report: &Report) -> Vec<(usize, &Query)> {
    let mut slowest: Vec<(usize, &Query)> = report.queries.iter().enumerate().collect();
    slowest.sort_by_key(|(_, query)| std::cmp::Reverse(query.time_us));
    slowest
}

fn query((id, query): (usize, &Query)) -> String {
    let place = query.place.as_ref().map(link).unwrap_or_default();
    let at = query.place.as_ref().map(|place| {
        let (file, line) = (text(&place.file), place.line);
        format!(" data-file=\"{file}\" data-line=\"{line}\"")
    });
    let node = query.node.map(|node| format!(" data-node=\"{node}\""));
    let node = node.unwrap_or_default();
    let file = query.file.as_ref().map(|file| {
        format!(
            "<div class=\"command\"><span>SMT-LIB</span><code>{}</code><button data-script data-copy title=\"Copy\">Copy\
             </button></div>",
            text(file)
        )
    });
    let hidden = query.constraints.saturating_sub(query.terms.len() as u64);
    let mut terms = match hidden {
        0 => String::new(),
        _ => format!("<li class=\"more\">… {} more</li>", grouped(hidden)),
    };
    for (at, term) in query.terms.iter().enumerate() {
        let class = if at + 1 == query.terms.len() {
            " class=\"asked\""
        } else {
            ""
        };
        terms += &format!("<li{class}><code>{}</code></li>", text(term));
    }
    let built: Vec<String> = query
        .built_by
        .iter()
        .filter(|share| share.percent > 0)
        .map(|share| format!("{} {}\u{202f}%", link(&share.place), share.percent))
        .collect();
    let built = match built.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"built\">Expressions built by {}</p>",
            built.join(", ")
        ),
    };
    format!(
        "<li id=\"query-{id}\"{}{node}><details><summary><b>{}</b> {place} <span class=\"about\">{}</span> <span class=\"answer\">{}</span> \
         by <span class=\"by\">{}</span> <span class=\"size\">{} constraints, {} nodes</span></summary>\
         {built}<ul class=\"terms\">{terms}</ul>{}</details></li>\n",
        at.unwrap_or_default(),
        duration(query.time_us),
        text(&query.about),
        text(&query.answer),
        text(&query.by),
        grouped(query.constraints),
        short(query.nodes),
        file.unwrap_or_default(),
    )
}

/// Returns the tables of [`Report::tables`] and the charts as HTML. Tables that are shown only after a click come last.
pub fn further(report: &Report) -> String {
    let (folded, open): (Vec<&Table>, Vec<&Table>) =
        report.tables.iter().partition(|table| table.folded);
    let mut all = String::new();
    for table in open {
        let help = match table.help.is_empty() {
            true => String::new(),
            false => format!("<p class=\"help\">{}</p>\n", text(&table.help)),
        };
        all += &format!("<h3>{}</h3>\n{help}{}", text(&table.title), html(table));
    }
    for chart in &report.charts {
        all += &format!(
            "<figure><img class=\"chart\" alt=\"{}\" src=\"{}\"></figure>\n",
            text(&chart.title),
            image(&chart.svg)
        );
    }
    for table in folded {
        all += &format!(
            "<details><summary>All measurements: <code>{}</code></summary>\n{}</details>\n",
            text(&table.title),
            html(table)
        );
    }
    all
}

/// Returns a table as HTML. A cell with a number has a bar, except in two cases: all numbers of the column are equal,
/// or the table is folded.
fn html(table: &Table) -> String {
    let head: String = table
        .columns
        .iter()
        .map(|name| format!("<th scope=\"col\">{}</th>", text(name)))
        .collect();
    let columns = 0..table.columns.len();
    let scales: Vec<Option<f64>> = columns.map(|column| scale(table, column)).collect();
    let mut rows = String::new();
    for row in &table.rows {
        rows += "<tr>";
        for (column, cell) in row.iter().enumerate() {
            rows += &match (cell.number, scales.get(column).copied().flatten()) {
                (Some(number), Some(greatest)) => {
                    let part = number.max(0.0) / greatest;
                    format!(
                        "<td class=\"number\" data-value=\"{number}\" style=\"--part:{part:.3}\">{}</td>",
                        text(&cell.text)
                    )
                }
                (Some(number), None) => {
                    let cell = text(&cell.text);
                    format!("<td class=\"number\" data-value=\"{number}\">{cell}</td>")
                }
                (None, _) => format!("<td>{}</td>", text(&cell.text)),
            };
        }
        rows += "</tr>\n";
    }
    format!(
        "<div class=\"wide\"><table class=\"sortable\"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>\n"
    )
}

/// Returns the number that a bar of full length represents in a column; `None` if the column has no bars.
fn scale(table: &Table, column: usize) -> Option<f64> {
    let cells = table.rows.iter().filter_map(|row| row.get(column)?.number);
    let numbers: Vec<f64> = cells.collect();
    let greatest = numbers.iter().copied().fold(0.0_f64, f64::max);
    let differ = numbers.iter().any(|&number| number != greatest);
    // The column `size` has no bars, because the size of a program is an input of the comparison, not a measurement.
    (differ && greatest > 0.0 && !table.folded && table.columns[column] != "size")
        .then_some(greatest)
}

/// The test cases whose paths are in the tree. Maps the name of each test case, relative to the output folder, to its
/// node.
pub struct Tests<'a> {
    nodes: BTreeMap<&'a str, u32>,
}

impl<'a> Tests<'a> {
    /// Returns the test cases whose paths are in the tree of a report.
    pub fn of(report: &'a Report) -> Tests<'a> {
        let tree = report.tree.as_ref().filter(|tree| tree.check().is_ok());
        let tested = tree.iter().flat_map(|tree| {
            let name = |index: u32| tree.tests.get(index as usize).map(String::as_str);
            tree.tested
                .iter()
                .filter_map(move |&[node, index]| Some((name(index)?, node)))
        });
        Tests {
            nodes: tested.collect(),
        }
    }

    /// Returns a button that shows the path of the test case `path` in the tree; empty if the path is not in the
    /// tree.
    pub fn button(&self, path: &str, label: &str) -> String {
        let name = file_name(path);
        match self.nodes.contains_key(name) {
            true => format!(
                " <button class=\"small\" data-script data-test=\"{}\">{label}</button>",
                text(name)
            ),
            false => String::new(),
        }
    }
}

/// Returns the name of a test case relative to the output folder: the last folder and the file name of `path`.
fn file_name(path: &str) -> &str {
    let slash = path.rmatch_indices('/').nth(1);
    slash.map_or(path, |(at, _)| &path[at + 1..])
}

/// Returns the list of test cases as HTML.
pub fn tests(report: &Report) -> String {
    if report.tests.is_empty() {
        return String::new();
    }
    let shown = Tests::of(report);
    let rows: String = report
        .tests
        .iter()
        .enumerate()
        .map(|(number, test)| {
            format!(
                "<tr id=\"test-{number}\"><td><code>{}</code>{}</td><td>{}</td></tr>\n",
                text(&test.file),
                shown.button(&test.file, "tree"),
                text(&test.outcome)
            )
        })
        .collect();
    let shown = report.tests.len() as u64;
    let more = match report.test_count.saturating_sub(shown) {
        0 => String::new(),
        more => format!(
            "<p class=\"help\">… and {} more in the output folder.</p>\n",
            grouped(more)
        ),
    };
    format!(
        "<details><summary>{} test cases</summary><table class=\"sortable\"><thead><tr><th scope=\"col\">file</th>\
         <th scope=\"col\">outcome</th></tr></thead><tbody>{rows}</tbody></table>{more}</details>\n",
        grouped(report.test_count.max(shown))
    )
}
