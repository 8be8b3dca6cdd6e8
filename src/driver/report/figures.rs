//! The key figures of a run in its report (numbers with labels), and two kinds of tables: the engines of automatic
//! mode, and the links (solving techniques) of the solver chain.
use crate::driver::render;
use crate::driver::summary::Summary;
use symtool_report::model::{Cell, Figure, Table};

/// Returns the key figures in the order in which the page of the report shows them.
pub fn of(summary: &Summary) -> Vec<Figure> {
    let mut all = Vec::new();
    let mut add = |label: &str, value: String, help: &str| {
        all.push(Figure {
            label: label.to_owned(),
            value: grouped(value),
            help: help.to_owned(),
        });
    };
    let (paths, queries, coverage) = (&summary.paths, &summary.queries, &summary.coverage);
    add(
        "time",
        seconds(summary.time_s),
        "wall-clock time of the run",
    );
    add(
        "ended paths",
        (paths.completed + paths.errors).to_string(),
        "explored paths that completed or failed; a path after merging or melding represents several paths of the program",
    );
    if paths.multiplicity > paths.completed {
        add(
            "program paths",
            format!("≤ {}", paths.multiplicity),
            "upper bound of the program paths that the completed paths represent",
        );
    }
    if paths.errors > 0 {
        add("failing", paths.errors.to_string(), "paths that fail");
    }
    if paths.killed > 0 {
        add(
            "dropped",
            paths.killed.to_string(),
            "paths that a limit or an unsupported construct ended",
        );
    }
    add(
        "forks",
        paths.forks.to_string(),
        "splits of a state into two",
    );
    if paths.merged > 0 {
        add(
            "merges",
            paths.merged.to_string(),
            "states that were merged into another one",
        );
    }
    if let Some(cfmse) = &summary.cfmse {
        add(
            "melded branches",
            cfmse.applied.to_string(),
            "branches that melding removed before exploration",
        );
    }
    if let Some(cdse) = &summary.cdse {
        add(
            "clauses",
            cdse.learned.to_string(),
            "conflict clauses that the search learned",
        );
        add(
            "conflicts",
            cdse.conflicts.to_string(),
            "selected paths that are infeasible",
        );
    }
    add(
        "solver queries",
        queries.solver.to_string(),
        "queries that no cache answered",
    );
    add(
        "solver chain time",
        seconds(queries.links.iter().map(|link| link.time_s).sum()),
        "time of the whole solver chain, with its caches and quick checks",
    );
    add(
        "memory",
        render::memory(summary.peak_memory_bytes),
        "largest resident memory",
    );
    if coverage.lines_total > 0 {
        let share = format!("{} / {}", coverage.lines_covered, coverage.lines_total);
        add(
            "lines reached",
            share,
            "source lines with code that some input reaches",
        );
    }
    if coverage.branches_total > 0 {
        let share = format!(
            "{} / {}",
            coverage.branches_covered, coverage.branches_total
        );
        add(
            "branch sides",
            share,
            "sides of branches that some input takes",
        );
    }
    all
}

/// Puts thin spaces between groups of three digits of a number.
fn grouped(value: String) -> String {
    let (sign, digits) = match value.strip_prefix("≤ ") {
        Some(digits) => ("≤ ", digits),
        None => ("", value.as_str()),
    };
    match digits.parse() {
        Ok(number) => format!("{sign}{}", symtool_report::grouped(number)),
        Err(_) => value,
    }
}

fn seconds(time: f64) -> String {
    match time {
        _ if time < 0.1 => format!("{:.0} ms", time * 1e3),
        _ if time < 100.0 => format!("{time:.2} s"),
        _ => format!("{time:.0} s"),
    }
}

/// Returns the tables of the report of a run.
pub fn tables(summary: &Summary) -> Vec<Table> {
    let engines = summary.auto.as_ref().map(|auto| {
        let most: u64 = auto.engines.iter().map(|engine| engine.work).sum();
        let rows = auto.engines.iter().map(|engine| {
            let share = 100.0 * engine.work as f64 / most.max(1) as f64;
            vec![
                Cell::text(engine.name),
                Cell::text(engine.options),
                Cell::number(f64::from(engine.turns), engine.turns.to_string()),
                Cell::number(share, format!("{share:.0} %")),
                Cell::number(engine.time_s, seconds(engine.time_s)),
                Cell::text(match &engine.reason {
                    Some(reason) => format!("{}: {reason}", engine.end),
                    None => engine.end.to_owned(),
                }),
            ]
        });
        Table {
            id: "engines".to_owned(),
            title: format!("Engines of automatic mode (result: {})", auto.engine),
            help: "The engines take turns; the first one that explores the whole program gives the result. The costs \
                   and the tree above are those of this engine."
                .to_owned(),
            columns: names(&["engine", "options", "turns", "work", "time", "end"]),
            rows: rows.collect(),
            folded: false,
        }
    });
    engines.into_iter().chain(links(summary)).collect()
}

fn links(summary: &Summary) -> Option<Table> {
    let used = summary.queries.links.iter().filter(|link| link.issued > 0);
    let rows: Vec<Vec<Cell>> = used
        .map(|link| {
            vec![
                Cell::text(link.name.clone()),
                Cell::number(link.issued as f64, link.issued.to_string()),
                Cell::number(link.answered as f64, link.answered.to_string()),
                Cell::number(link.time_s, seconds(link.time_s)),
            ]
        })
        .collect();
    (!rows.is_empty()).then(|| Table {
        id: "links".to_owned(),
        title: "Links of the solver chain".to_owned(),
        help: "A query visits the links in this order until one of them answers. Some links divide a query into \
               independent parts, or issue further queries, so a later link can receive more queries than an earlier one."
            .to_owned(),
        columns: names(&["link", "queries", "answered", "time"]),
        rows,
        folded: false,
    })
}

fn names(columns: &[&str]) -> Vec<String> {
    columns.iter().map(|&name| name.to_owned()).collect()
}
