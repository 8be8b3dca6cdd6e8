//! The report of a comparison of modes: a table, a CSV file, a JSON file and a chart.
use super::{Comparison, Run};
use crate::compare::at_least;
use crate::error::Error;
use crate::grid::{End, Measured};
use crate::report::bars::{self, Series};
use crate::report::csv;
use crate::report::text::{count, seconds, table};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The columns of the table after the program and the mode.
const COLUMNS: [&str; 10] = [
    "verdict",
    "violations",
    "paths",
    "queries",
    "instructions",
    "CPU s",
    "MB",
    "lines %",
    "tests",
    "note",
];

/// Writes the report to the folder `out`, and returns its text.
pub(super) fn write(out: &Path, comparisons: &[Comparison]) -> Result<String, Error> {
    let text = text(comparisons);
    let file = |name: &str| out.join(name);
    std::fs::write(file("compare.md"), &text).map_err(Error::file(file("compare.md")))?;
    let data = format!("{:#}\n", json(comparisons));
    std::fs::write(file("compare.json"), data).map_err(Error::file(file("compare.json")))?;
    write_csv(comparisons, &file("compare.csv"))?;
    let axis = "CPU seconds";
    bars::draw(
        &file("compare.svg"),
        "Finished runs, by mode",
        axis,
        &series(comparisons),
    )?;
    Ok(text)
}

fn text(comparisons: &[Comparison]) -> String {
    let many = comparisons.len() > 1;
    let mut header: Vec<&str> = if many {
        vec!["program", "mode"]
    } else {
        vec!["mode"]
    };
    header.extend(COLUMNS);
    let mut rows = Vec::new();
    for one in comparisons {
        for run in &one.runs {
            let mut row = if many {
                vec![one.program.clone()]
            } else {
                Vec::new()
            };
            row.push(run.mode.clone());
            row.extend(cells(one, run));
            rows.push(row);
        }
    }
    // The column of notes is omitted if no row has a note.
    if rows
        .iter()
        .all(|row| row.last().is_some_and(String::is_empty))
    {
        header.pop();
        for row in &mut rows {
            row.pop();
        }
    }
    let names = if many { 3 } else { 2 };
    table(&header, names, rows) + "\n" + &conclusion(comparisons)
}

/// Returns the cells of a run for [`COLUMNS`].
fn cells(of: &Comparison, run: &Run) -> Vec<String> {
    let m = match &run.measured {
        Ok(measured) => measured,
        Err(message) => {
            let first = message.lines().find(|line| !line.trim().is_empty());
            let dashes = vec!["–".to_owned(); COLUMNS.len() - 2];
            let head = std::iter::once("no verdict".to_owned()).chain(dashes);
            return head
                .chain([first.unwrap_or_default().trim().to_owned()])
                .collect();
        }
    };
    let whole = m.end.is_whole();
    let is_wrong = of.wrong().is_some_and(|wrong| wrong.mode == run.mode);
    vec![
        m.end.name().to_owned(),
        count(m.violations),
        at_least(whole, count(m.completed)),
        at_least(whole, count(m.queries)),
        at_least(whole, count(m.instructions)),
        at_least(whole, seconds(m.cpu_s)),
        (m.memory_bytes >> 20).to_string(),
        format!("{:.0}", m.line_coverage),
        count(m.tests),
        if is_wrong {
            "wrong".to_owned()
        } else {
            String::new()
        },
    ]
}

/// Returns the last lines of the report: the disagreements, the wrong verdicts and the fastest mode.
fn conclusion(comparisons: &[Comparison]) -> String {
    let mut out = String::new();
    for one in comparisons {
        let (known, name) = (
            one.is_safe
                .map_or("", |safe| if safe { "safe" } else { "unsafe" }),
            &one.program,
        );
        if let Some((first, second)) = one.disagreement() {
            let (first_folder, second_folder) = (first.folder.display(), second.folder.display());
            out += &format!(
                "{name}: `{}` and `{}` disagree; see {first_folder} and {second_folder}\n",
                first.mode, second.mode
            );
        }
        if let Some(run) = one.wrong() {
            out += &format!(
                "{name}: `{}` contradicts the known verdict, {known}; see {}\n",
                run.mode,
                run.folder.display()
            );
        }
    }
    if out.is_empty() {
        out += "No two modes disagree.\n";
    }
    out + &fastest(comparisons)
}

/// Returns a line that names the fastest mode: the mode that completes the exploration of the most programs. If
/// several modes complete the same number of programs, the mode with the least total time is the fastest.
fn fastest(comparisons: &[Comparison]) -> String {
    let sums = sums(comparisons);
    let best = sums.iter().max_by(|(_, a), (_, b)| {
        let by_time = b.iter().sum::<f64>().total_cmp(&a.iter().sum::<f64>());
        a.len().cmp(&b.len()).then(by_time)
    });
    match best {
        Some((mode, times)) if !times.is_empty() => {
            let sum = seconds(times.iter().sum());
            let programs = comparisons.len();
            match programs {
                1 => format!("Fastest: {mode}, {sum} s.\n"),
                _ => format!(
                    "Best: {mode} completes {} of {programs} programs in {sum} s.\n",
                    times.len()
                ),
            }
        }
        _ => without_end(comparisons).to_owned(),
    }
}

/// Returns the line that the report contains instead of the fastest mode if no mode completes an exploration.
fn without_end(comparisons: &[Comparison]) -> &'static str {
    let mut runs = comparisons.iter().flat_map(|one| &one.runs);
    let is_out_of_time = |run: &Run| matches!(&run.measured, Ok(m) if m.end == End::OutOfTime);
    match runs.all(is_out_of_time) {
        true => "No mode finishes within the time limit.\n",
        false => "No mode completes an exploration.\n",
    }
}

/// Returns for each mode the CPU seconds of each run that completed its exploration, in the order of the modes.
fn sums(comparisons: &[Comparison]) -> Vec<(String, Vec<f64>)> {
    let mut order: Vec<String> = Vec::new();
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for run in comparisons.iter().flat_map(|one| &one.runs) {
        if !order.contains(&run.mode) {
            order.push(run.mode.clone());
        }
        let times = times.entry(run.mode.clone()).or_default();
        let ended = |m: &&Measured| m.end.is_whole();
        times.extend(run.measured.as_ref().ok().filter(ended).map(|m| m.cpu_s));
    }
    let timed = |mode: String| {
        let times = times.remove(&mode).unwrap_or_default();
        (mode, times)
    };
    order.into_iter().map(timed).collect()
}

fn series(comparisons: &[Comparison]) -> Vec<Series> {
    let named = |(name, values)| Series { name, values };
    sums(comparisons).into_iter().map(named).collect()
}

fn write_csv(comparisons: &[Comparison], path: &Path) -> Result<(), Error> {
    let header = [
        "program",
        "mode",
        "verdict",
        "violations",
        "paths",
        "queries",
        "instructions",
        "cpu_s",
        "wall_s",
        "memory_bytes",
        "line_coverage",
        "tests",
    ];
    let records = comparisons.iter().flat_map(|one| {
        one.runs.iter().map(|run| {
            let mut record = vec![one.program.clone(), run.mode.clone()];
            match &run.measured {
                Err(_) => record.push("no verdict".to_owned()),
                Ok(m) => record.extend([
                    m.end.name().to_owned(),
                    m.violations.to_string(),
                    m.completed.to_string(),
                    m.queries.to_string(),
                    m.instructions.to_string(),
                    format!("{:.3}", m.cpu_s),
                    format!("{:.3}", m.wall_s),
                    m.memory_bytes.to_string(),
                    format!("{:.1}", m.line_coverage),
                    m.tests.to_string(),
                ]),
            }
            record.resize(header.len(), String::new());
            record
        })
    });
    csv::records(&header, records, path)
}

/// Returns the comparison as JSON: one object per program with its runs.
pub fn json(comparisons: &[Comparison]) -> Value {
    let programs = comparisons.iter().map(|one| {
        let runs = one.runs.iter().map(run_json);
        let disagreement = one
            .disagreement()
            .map(|(first, second)| [&first.mode, &second.mode]);
        json!({
            "program": one.program,
            "known_safe": one.is_safe,
            "disagreement": disagreement,
            "wrong": one.wrong().map(|run| &run.mode),
            "runs": runs.collect::<Vec<_>>(),
        })
    });
    json!({ "schema": 1, "programs": programs.collect::<Vec<_>>() })
}

fn run_json(run: &Run) -> Value {
    let folder = run.folder.display().to_string();
    match &run.measured {
        Err(message) => json!({ "mode": run.mode, "folder": folder, "error": message }),
        Ok(m) => json!({
            "mode": run.mode,
            "folder": folder,
            "verdict": m.end.name(),
            "violations": m.violations,
            "paths": m.completed,
            "queries": m.queries,
            "instructions": m.instructions,
            "cpu_s": m.cpu_s,
            "wall_s": m.wall_s,
            "memory_bytes": m.memory_bytes,
            "line_coverage": m.line_coverage,
            "tests": m.tests,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side_by_side::tests::comparison;

    #[test]
    fn the_last_line_names_the_time_limit_only_if_all_runs_reach_it() {
        let last = |ends: &[End]| fastest(&[comparison(None, ends)]);
        let (slow, incomplete) = (End::OutOfTime, End::Incomplete);
        assert_eq!(
            last(&[slow, slow]),
            "No mode finishes within the time limit.\n"
        );
        assert_eq!(
            last(&[slow, incomplete]),
            "No mode completes an exploration.\n"
        );
        assert_eq!(last(&[slow, End::Verified]), "Fastest: verified, 0.10 s.\n");
    }
}
