//! The section with the source files, in which each kind of cost has a column.
use super::escape::{anchor, duration, short, source, text};
use super::tables::by_time;
use crate::guilt::is_unrolled;
use crate::model::{LineCosts, Place, Report, SourceFile};
use crate::numbers::grouped;
use std::collections::BTreeSet;

/// The maximum number of lines of all files together up to which the page contains them completely. If the files have
/// more lines, the page contains only the lines with violations and the lines with the most work, each with its
/// neighbors.
const MAX_LINES: usize = 4_000;
/// The maximum number of lines with violations or costs that the page contains if the files have more than
/// [`MAX_LINES`] lines.
const MAX_COSTLY: usize = 1_500;
/// The number of lines that stay visible before and after each line with costs. The page folds the other lines.
const NEAR: u32 = 3;
/// The minimum number of consecutive lines without costs that are folded. Shorter sequences remain visible.
const LEAST_FOLD: usize = 8;

/// A column of the source section, which shows one kind of cost for each line.
struct Column {
    /// The identifier of the column in the scripts.
    id: &'static str,
    name: &'static str,
    /// The unit of the values, as the head of the column shows it.
    unit: &'static str,
    help: &'static str,
    value: fn(&LineCosts) -> u64,
    /// Returns the text of a value of the column. The first argument is the value, the second the work of the whole
    /// run.
    text: fn(u64, u64) -> String,
}

fn percent(value: u64, work: u64) -> String {
    let share = 100.0 * value as f64 / work.max(1) as f64;
    match share {
        _ if share >= 10.0 => format!("{share:.0}\u{202f}%"),
        _ if share >= 0.1 => format!("{share:.1}\u{202f}%"),
        _ => "<0.1\u{202f}%".to_owned(),
    }
}

fn number(value: u64, _: u64) -> String {
    short(value)
}

const COLUMNS: [Column; 11] = [
    Column {
        id: "guilt",
        name: "work due",
        unit: "% of all",
        help: "the share of all work that is due to this line",
        value: LineCosts::guilt,
        text: percent,
    },
    Column {
        id: "runs",
        name: "runs",
        unit: "times",
        help: "how often control reached the line, over all states: after a fork, both states count, so a line behind a fork has more runs than a line before it; in conflict-driven exploration, how often the line occurs in the unrolled graph, whether an input reaches it or not",
        value: |line| line.executions,
        text: number,
    },
    Column {
        id: "forks",
        name: "forks",
        unit: "count",
        help: "forks at this line",
        value: |line| line.forks,
        text: number,
    },
    Column {
        id: "joins",
        name: "merges here",
        unit: "count",
        help: "merges that took place at this line; each merge joins two states into one",
        value: |line| line.joins,
        text: number,
    },
    Column {
        id: "merges",
        name: "states merged",
        unit: "count",
        help: "merges of states that were last forked or merged at this line, wherever they merged",
        value: |line| line.merges,
        text: number,
    },
    Column {
        id: "melds",
        name: "melds",
        unit: "branches",
        help: "branches of this line that melding removed",
        value: |line| line.melds,
        text: number,
    },
    Column {
        id: "clauses",
        name: "clauses",
        unit: "count",
        help: "conflict clauses with a fact about this line",
        value: |line| line.clauses,
        text: number,
    },
    Column {
        id: "queries",
        name: "queries",
        unit: "issued",
        help: "queries that this line issued, including those that a cache answered",
        value: |line| line.queries,
        text: number,
    },
    Column {
        id: "solver",
        name: "solver queries",
        unit: "parts",
        help: "solver queries that were necessary to answer the queries of this line: one for each independent part of a query",
        value: |line| line.solver_queries,
        text: number,
    },
    Column {
        id: "time",
        name: "solver time",
        unit: "sum",
        help: "time of the solver queries that this line issued",
        value: |line| line.solver_us,
        text: |value, _| duration(value),
    },
    Column {
        id: "nodes",
        name: "expressions",
        unit: "nodes built",
        help: "expression nodes that this line built",
        value: |line| line.nodes,
        text: number,
    },
];

/// The settings that are the same for all rows of the source section.
struct Shown<'a> {
    /// The columns in which at least one line has a value, each with its greatest value.
    columns: Vec<(&'a Column, u64)>,
    /// The source lines at which nodes of the tree begin. The numbers of these lines are links to the tree.
    in_tree: BTreeSet<&'a Place>,
    /// The lines that the page shows, in addition to their neighbors, if the files are too long ([`costly`]); `None` if
    /// the page shows all lines.
    costly: Option<BTreeSet<Place>>,
}

/// Returns the lines that the page contains if the files have more than [`MAX_LINES`] lines: the lines with a
/// violation, and those with the most work, up to [`MAX_COSTLY`] lines in total.
fn costly(report: &Report) -> BTreeSet<Place> {
    let mut all: Vec<(u64, u64, Place)> = Vec::new();
    for file in &report.files {
        let used = file.lines.iter().filter(|costs| is_used(costs));
        all.extend(used.map(|costs| {
            let place = Place {
                file: file.name.clone(),
                line: costs.line,
            };
            (costs.guilt(), costs.executions, place)
        }));
    }
    all.sort_by(|a, b| (b.0, b.1).cmp(&(a.0, a.1)).then_with(|| a.2.cmp(&b.2)));
    let failing = report
        .failures
        .iter()
        .filter_map(|failure| failure.place.clone());
    failing
        .chain(all.into_iter().map(|(_, _, place)| place))
        .take(MAX_COSTLY)
        .collect()
}

/// Returns the section with the source files as HTML.
pub fn html(report: &Report) -> String {
    if report.files.is_empty() {
        return String::new();
    }
    let lines = || report.files.iter().flat_map(|file| &file.lines);
    let greatest = |column: &Column| lines().map(column.value).max().unwrap_or(0);
    let used: Vec<(&Column, u64)> = COLUMNS
        .iter()
        .map(|column| (column, greatest(column)))
        .filter(|&(_, most)| most > 0)
        .collect();
    let all: usize = report
        .files
        .iter()
        .map(|file| file.text.lines().count())
        .sum();
    let options: String = used
        .iter()
        .map(|(column, _)| format!("<option value=\"{}\">{}</option>", column.id, column.name))
        .collect();
    let bar = match used.is_empty() {
        true => String::new(),
        false => format!(
            "<div class=\"source-bar\" data-script><label>Heat <select id=\"heat\">{options}</select></label>\
             <label><input type=\"checkbox\" id=\"hot\"> costly lines only, sorted</label>\
             <label><input type=\"checkbox\" id=\"fold\" checked> fold code without costs</label></div>\n"
        ),
    };
    let used_runs = used.iter().any(|(column, _)| column.id == "runs");
    let shown = Shown {
        columns: used,
        in_tree: report.tree.iter().flat_map(|tree| &tree.places).collect(),
        costly: (all > MAX_LINES).then(|| costly(report)),
    };
    let files = report.files.iter();
    let files: String = files.map(|known| file(report, known, &shown)).collect();
    let note = match used_runs && !is_unrolled(report) {
        true => {
            "<p class=\"help\">Runs are counted over all states: after a fork, both states count, so a line behind a fork \
             has more runs than a line before it.</p>\n"
        }
        false => "",
    };
    format!("{}{note}{bar}{files}", legend(report))
}

/// Returns an explanation of the marks of lines (such as "reached" and "missed"), for those marks that occur.
fn legend(report: &Report) -> String {
    let has = |test: &dyn Fn(&SourceFile) -> bool| report.files.iter().any(test);
    let line = |test: fn(&Report, &LineCosts) -> bool| {
        has(&|file: &SourceFile| file.lines.iter().any(|line| test(report, line)))
    };
    let marks = [
        (
            line(|_, line| line.reached == Some(true)),
            "reached",
            "an explored input reaches the line",
        ),
        (
            line(|report, line| class(report, Some(line)) == "missed"),
            "missed",
            "no explored input reaches the line",
        ),
        (
            line(|report, line| class(report, Some(line)) == "melded"),
            "melded",
            "the line runs as melded code; no test input takes its side",
        ),
        (
            has(&|file: &SourceFile| !file.left_out.is_empty()),
            "left-out",
            "not part of the program: left out by the preprocessor",
        ),
    ];
    let shown = marks.iter().filter(|(occurs, ..)| *occurs);
    let items: String = shown
        .map(|(_, class, meaning)| {
            format!("<span><span class=\"edge {class}\">code</span> {meaning}</span> ")
        })
        .collect();
    match items.is_empty() {
        true => String::new(),
        false => format!("<p class=\"legend\">{items}</p>\n"),
    }
}

/// Returns the CSS class of a line by its coverage, such as `reached` or `missed`.
fn class(report: &Report, costs: Option<&LineCosts>) -> &'static str {
    match costs.and_then(|costs| Some((costs, costs.reached?))) {
        Some((_, true)) => "reached",
        // Melded code executes the lines of both sides of a branch, also if no test input takes one of the sides.
        Some((costs, false)) if costs.executions > 0 && !report.melded.is_empty() => "melded",
        Some((_, false)) => "missed",
        None => "plain",
    }
}

fn file(report: &Report, file: &SourceFile, shown: &Shown<'_>) -> String {
    let heads: String = shown
        .columns
        .iter()
        .map(|(column, _)| {
            format!(
                "<th scope=\"col\" data-column=\"{}\" title=\"{}\">{}<small>{}</small></th>",
                column.id,
                column.help,
                match column.id {
                    "runs" if is_unrolled(report) => "unrolled",
                    _ => column.name,
                },
                column.unit
            )
        })
        .collect();
    let covered = file
        .lines
        .iter()
        .filter(|line| line.reached == Some(true))
        .count();
    let with_code = file
        .lines
        .iter()
        .filter(|line| line.reached.is_some())
        .count();
    let coverage = match with_code {
        0 => String::new(),
        _ => format!(" <small>{covered} of {with_code} lines reached</small>"),
    };
    let rows = rows(report, file, shown);
    format!(
        "<details class=\"file\" open><summary><code>{}</code>{coverage}</summary>\
         <div class=\"wide\"><table class=\"source\"><thead><tr><th scope=\"col\" class=\"line\">line</th>{heads}\
         <th scope=\"col\" class=\"code\">source</th></tr></thead>\n{rows}</table></div></details>\n",
        text(&file.name)
    )
}

/// Returns the rows of a source file as HTML, in groups. Consecutive lines that can be folded form one group.
fn rows(report: &Report, file: &SourceFile, shown: &Shown<'_>) -> String {
    let texts: Vec<&str> = file.text.lines().collect();
    let known = |line: u32| {
        let at = file.lines.binary_search_by_key(&line, |costs| costs.line);
        at.ok().map(|at| &file.lines[at])
    };
    let mut is_near = vec![shown.costly.is_none() && !report.profiled; texts.len() + 2];
    let has_text = |costs: &&LineCosts| (1..=texts.len()).contains(&(costs.line as usize));
    for costs in file
        .lines
        .iter()
        .filter(|costs| is_used(costs))
        .filter(has_text)
    {
        let near = match &shown.costly {
            None => NEAR,
            Some(costly) => {
                let place = Place {
                    file: file.name.clone(),
                    line: costs.line,
                };
                if !costly.contains(&place) {
                    continue;
                }
                1
            }
        };
        let last = (costs.line.saturating_add(near) as usize).min(texts.len());
        is_near[costs.line.saturating_sub(near) as usize..=last.max(1)].fill(true);
    }
    let mut html = String::new();
    let mut at = 0;
    while at < texts.len() {
        let near = is_near[at + 1];
        let length = is_near[at + 1..=texts.len()]
            .iter()
            .take_while(|&&other| other == near)
            .count();
        let numbers = at as u32 + 1..(at + length) as u32 + 1;
        let range = format!("{}–{}", numbers.start, numbers.end - 1);
        let row = |line: u32| {
            row(
                (report, file, line),
                texts[line as usize - 1],
                known(line),
                shown,
            )
        };
        let span = shown.columns.len() + 2;
        html += &if near || length < LEAST_FOLD {
            format!("<tbody>{}</tbody>\n", numbers.map(row).collect::<String>())
        } else if shown.costly.is_some() {
            format!(
                "<tbody><tr class=\"gap\"><td colspan=\"{span}\">lines {range} are not shown</td></tr></tbody>\n"
            )
        } else {
            format!(
                "<tbody class=\"unused\"><tr class=\"gap\" data-script><td colspan=\"{span}\"><button>lines {range}\
                 </button></td></tr>{}</tbody>\n",
                numbers.map(row).collect::<String>()
            )
        };
        at += length;
    }
    html
}

/// Returns whether a line has costs, or has code that no explored input reaches.
fn is_used(costs: &LineCosts) -> bool {
    COLUMNS.iter().any(|column| (column.value)(costs) > 0) || costs.reached == Some(false)
}

fn row(
    (report, file, line): (&Report, &SourceFile, u32),
    code: &str,
    costs: Option<&LineCosts>,
    shown: &Shown<'_>,
) -> String {
    let place = Place {
        file: file.name.clone(),
        line,
    };
    let fails = report
        .failures
        .iter()
        .any(|failure| failure.place.as_ref() == Some(&place));
    let is_left_out = file.left_out.binary_search(&line).is_ok();
    let class = match class(report, costs) {
        _ if fails => "fails",
        "plain" if is_left_out => "left-out",
        class => class,
    };
    let mut cells = String::new();
    for (column, most) in &shown.columns {
        let value = costs.map_or(0, column.value);
        cells += &match value {
            0 => "<td></td>".to_owned(),
            _ => format!(
                "<td data-value=\"{value}\" style=\"--part:{:.3}\" title=\"{}\">{}</td>",
                heat(value, *most),
                grouped(value),
                text(&(column.text)(value, report.work))
            ),
        };
    }
    let branches = costs.map(sides).unwrap_or_default();
    let marks = marks(report, &place);
    let number = match shown.in_tree.contains(&place) {
        true => format!(
            "<a class=\"nodes\" href=\"#tree\" data-file=\"{}\" data-line=\"{line}\" title=\"Show in the tree\">{line}</a>",
            text(&file.name)
        ),
        false => line.to_string(),
    };
    format!(
        "<tr id=\"{}\" class=\"{class}\"><th scope=\"row\" class=\"line\">{number}</th>{cells}\
         <td class=\"code\"><code>{}</code>{branches}{marks}</td></tr>\n",
        anchor(&place),
        source(code)
    )
}

/// Returns links from the line `place` to its violations and to its slowest query.
fn marks(report: &Report, place: &Place) -> String {
    let at_place = |other: &Option<Place>| other.as_ref() == Some(place);
    let failures = report.failures.iter().enumerate();
    let failures = failures.filter(|(_, failure)| at_place(&failure.place));
    let failures = failures
        .map(|(id, _)| format!(" <a class=\"mark bad\" href=\"#failure-{id}\">violation</a>"));
    let queries = by_time(report).into_iter();
    let mut queries = queries.filter(|(_, query)| at_place(&query.place));
    let query = queries
        .next()
        .map(|(id, _)| format!(" <a class=\"mark\" href=\"#query-{id}\">slow query</a>"));
    failures.chain(query).collect()
}

/// Returns the heat of a cost from 0 to 1, relative to the greatest cost `most` of the column. The square root makes
/// small costs visible, too.
fn heat(value: u64, most: u64) -> f64 {
    (value as f64 / most.max(1) as f64).sqrt()
}

/// Returns a mark for each branch of a line that melding removed, and for each other branch of which explored inputs
/// take some sides, but not all.
fn sides(costs: &LineCosts) -> String {
    let melded = costs.branches.iter().filter(|branch| branch.melded);
    let melded = melded.map(|branch| {
        format!(
            " <span class=\"side melded\" title=\"melding removed the branch in column {}: both sides run together, without a fork\">melded</span>",
            branch.column
        )
    });
    let branches = costs.branches.iter().filter(|branch| !branch.melded);
    let open =
        branches.filter(|branch| branch.sides.contains(&false) && branch.sides.contains(&true));
    let open = open.map(|branch| {
        let names: Vec<String> = branch
            .sides
            .iter()
            .enumerate()
            .filter(|(_, taken)| !**taken)
            .map(|(at, _)| match (branch.sides.len(), at) {
                (2, 0) => "then".to_owned(),
                (2, 1) => "else".to_owned(),
                (_, at) => format!("case {}", at + 1),
            })
            .collect();
        format!(
            " <span class=\"side\" title=\"no explored input takes this side of the branch in column {}\">not seen: {}</span>",
            branch.column,
            names.join(", ")
        )
    });
    melded.chain(open).collect()
}
