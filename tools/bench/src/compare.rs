//! Shared code of the reports: table cells, ratios of symtool's measurements to figures of other tools, and names of
//! programs.
use crate::error::Error;
use crate::grid::{Measured, Melding, Row};
use crate::published::Figure;
use crate::report::csv;
use crate::report::text::{count, or_dash, seconds, table};
use std::path::Path;

/// The first columns of each table of runs: the program, size and mode of a run, its outcome, and its costs.
const RUN_COLUMNS: [&str; 9] = [
    "program", "size", "mode", "end", "paths", "explored", "queries", "CPU s", "MB",
];

/// The number of columns at the start of [`RUN_COLUMNS`] that are formatted as text; the other columns are numbers.
const TEXT_COLUMNS: usize = 4;

/// Returns a table with a line for each run: the columns [`RUN_COLUMNS`], then the columns `others`, whose cells are
/// given with each run.
pub(crate) fn run_table<'r>(
    others: &[&'static str],
    runs: impl Iterator<Item = (&'r Row, Vec<String>)>,
) -> String {
    let header: Vec<&str> = RUN_COLUMNS.iter().chain(others).copied().collect();
    let lines = runs.map(|(row, cells)| [run_cells(row), cells].concat());
    table(&header, TEXT_COLUMNS, lines.collect())
}

/// Returns the cells of a run for the columns [`RUN_COLUMNS`].
fn run_cells(row: &Row) -> Vec<String> {
    let Row { cell, measured: m } = row;
    let whole = m.end.is_whole();
    vec![
        cell.program.name.to_owned(),
        cell.size.to_string(),
        cell.mode.name.to_owned(),
        m.end.name().to_owned(),
        at_least(whole, count(m.completed)),
        at_least(whole, count(m.explored)),
        at_least(whole, count(m.queries)),
        at_least(whole, seconds(m.cpu_s)),
        (m.memory_bytes >> 20).to_string(),
    ]
}

/// Formats a measured or published number of a run. If the run did not finish (`whole` is false), marks the number as
/// a lower bound with `>`.
pub(crate) fn at_least(whole: bool, text: String) -> String {
    if whole { text } else { format!(">{text}") }
}

/// Formats a count in the measurement `of` of another tool; a dash if the measurement does not contain the count.
pub(crate) fn figure(of: Option<&Figure>, value: fn(&Figure) -> Option<u64>) -> String {
    or_dash(of.and_then(|f| Some((f, value(f)?))), |(f, v)| {
        at_least(f.is_whole(), count(v))
    })
}

/// Formats the time in the measurement `of` of another tool; a dash if the measurement does not contain a time.
pub(crate) fn time(of: Option<&Figure>) -> String {
    or_dash(of.and_then(|f| Some((f, f.seconds?))), |(f, v)| {
        at_least(f.is_whole(), seconds(v))
    })
}

/// Returns symtool's CPU time divided by the time of another tool (`theirs`), if both runs finished.
pub(crate) fn time_ratio(measured: &Measured, theirs: Option<&Figure>) -> Option<f64> {
    let theirs = theirs.filter(|f| f.is_whole() && measured.end.is_whole())?;
    Some(measured.cpu_s / theirs.seconds?)
}

/// Formats a ratio for a table cell.
pub(crate) fn ratio(value: Option<f64>) -> String {
    or_dash(value, |ratio| format!("{ratio:.3}"))
}

/// Returns the geometric mean and the maximum of `ratios`; `None` if there are no ratios.
pub(crate) fn mean_and_worst(ratios: &[f64]) -> Option<(f64, f64)> {
    let worst = ratios.iter().copied().reduce(f64::max)?;
    let logs = ratios.iter().map(|r| r.ln()).sum::<f64>();
    Some(((logs / ratios.len() as f64).exp(), worst))
}

/// Returns the rows of runs in modes that meld, each with the statistics of melding.
pub(crate) fn meldings(rows: &[Row]) -> Vec<(&Row, Melding)> {
    let measured = rows.iter();
    measured
        .filter_map(|row| Some((row, row.measured.melding?)))
        .collect()
}

/// Writes the statistics of melding of each run in `rows` to a CSV file.
pub(crate) fn write_meldings(rows: &[(&Row, Melding)], path: &Path) -> Result<(), Error> {
    let header = [
        "program",
        "size",
        "mode",
        "candidates",
        "applied",
        "if_then",
        "if_then_else",
        "selects_added",
        "branches_removed",
        "instructions_before",
        "instructions_after",
        "pass_ms",
        "branches_before",
        "branch_nesting",
        "control_nesting",
    ];
    let record = |(row, m): &(&Row, Melding)| {
        vec![
            row.cell.program.name.to_owned(),
            row.cell.size.to_string(),
            row.cell.mode.name.to_owned(),
            m.candidates.to_string(),
            m.applied.to_string(),
            m.if_then.to_string(),
            m.if_then_else.to_string(),
            m.selects_added.to_string(),
            m.branches_removed.to_string(),
            m.instructions_before.to_string(),
            m.instructions_after.to_string(),
            format!("{:.3}", m.time_ms),
            m.branches_before.to_string(),
            m.branch_nesting.to_string(),
            m.control_nesting.to_string(),
        ]
    };
    csv::records(&header, rows.iter().map(record), path)
}

/// Joins names with commas; returns `none` if there are no names.
pub(crate) fn names(names: impl IntoIterator<Item = String>) -> String {
    let names: Vec<String> = names.into_iter().collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// Writes the report of an experiment to a folder and returns its text.
pub(crate) fn write(out: &Path, experiment: &str, text: String) -> Result<String, Error> {
    let file = out.join(format!("{experiment}.md"));
    std::fs::write(&file, &text).map_err(Error::file(&file))?;
    Ok(text)
}

/// Example rows for the tests of reports.
#[cfg(test)]
pub(crate) mod example {
    use crate::grid::{Answers, Cell, Changes, End, Measured, Melding, Row};
    use crate::modes::MODES;
    use crate::programs;

    /// Returns a row with the given outcome, number of completed paths and CPU time, and default values for everything
    /// else.
    pub(crate) fn row(
        (program, size, mode): (&str, u32, &str),
        end: End,
        completed: u64,
        cpu_s: f64,
    ) -> Row {
        Row {
            cell: Cell {
                program: programs::all().find(|p| p.name == program).unwrap(),
                class: None,
                size,
                mode: MODES.iter().find(|m| m.name == mode).unwrap(),
            },
            measured: Measured {
                end,
                cpu_s,
                wall_s: cpu_s,
                memory_bytes: 50 << 20,
                completed,
                explored: completed,
                merged: 0,
                forwarded: 0,
                caught_up: 0,
                multiplicity: completed,
                exact: None,
                counted: None,
                queries: 10,
                answers: Answers::default(),
                query_nodes: 20.0,
                solver_s: 0.1,
                instructions: 1000,
                trace: None,
                query_log: Vec::new(),
                line_coverage: 100.0,
                lines_covered: 10,
                tests: completed,
                violations: 0,
                dropped: 0,
                array_changes: Changes([1, 2, 4, 0]),
                melding: None,
                learning: None,
                shares: None,
            },
        }
    }
    /// Returns a row of a run that melds the program without exploring it. Melding reduces the number of instructions
    /// by ten percent.
    pub(crate) fn melded(program: &str, candidates: u64, applied: u64, removed: u64) -> Row {
        let mut row = row((program, 4, "pass"), End::Incomplete, 0, 0.01);
        row.measured.melding = Some(Melding {
            candidates,
            applied,
            if_then: applied,
            selects_added: applied,
            branches_removed: removed,
            instructions_before: 100,
            instructions_after: 90,
            time_ms: 1.0,
            ..Melding::default()
        });
        row
    }
}
