//! The report on known bugs: a table of times, a summary, and a CSV file.
use super::{AUTO, Found, Row};
use crate::error::Error;
use crate::grid::{End, Measured};
use crate::report::csv;
use crate::report::text::{seconds, table};
use std::path::Path;
use std::time::Duration;

/// The text for a run without a verdict.
const NONE: &str = "no verdict";

/// Writes the report to the folder `out`, and returns its text.
pub(super) fn write(out: &Path, budget: Duration, rows: &[Row]) -> Result<String, Error> {
    let text = text(budget, rows);
    let path = out.join("bugs.md");
    std::fs::write(&path, &text).map_err(Error::file(&path))?;
    write_csv(&out.join("bugs.csv"), rows)?;
    Ok(text)
}

fn text(budget: Duration, rows: &[Row]) -> String {
    let modes = rows.first().map_or(&[][..], |row| &row.broken[..]);
    let mut header = vec!["bug", "library"];
    header.extend(modes.iter().map(|(mode, _)| mode.as_str()));
    header.extend(["fixed version", "sanitizers"]);
    let lines = rows.iter().map(|row| {
        let mut line = vec![
            row.bug.name.clone(),
            format!("{} {}", row.bug.library, row.bug.version),
        ];
        line.extend(row.broken.iter().map(|(_, found)| time(row, found)));
        line.push(row.fixed.end().map_or(NONE, End::name).to_owned());
        line.push(row.sanitized.map_or("–", |it| it.name()).to_owned());
        line
    });
    let legend = format!(
        "Wall-clock seconds until the expected failure is reported, by mode (limit {} s); – stands for a run that did not \
         find it, and `other` for one that reported another failure. The fixed version runs in automatic mode.\n",
        budget.as_secs_f64()
    );
    table(&header, 2, lines.collect())
        + "\n"
        + &legend
        + "\n"
        + &titles(rows)
        + "\n"
        + &conclusion(rows)
}

/// Returns the table cell of a run: the seconds until the expected failure, or a word or dash if the run did not report
/// this failure.
fn time(row: &Row, found: &Found) -> String {
    match found.end() {
        _ if found.finds(&row.bug) => seconds(found.seconds()),
        Some(End::Violation) => "other".to_owned(),
        Some(_) => "–".to_owned(),
        None => NONE.to_owned(),
    }
}

/// Returns one line for each bug: its name and its title.
fn titles(rows: &[Row]) -> String {
    let lines = rows
        .iter()
        .map(|row| format!("{}: {}\n", row.bug.name, row.bug.title));
    lines.collect()
}

/// Returns the summary: the number of bugs that automatic mode finds, in total and within 5 s, and the number of false
/// alarms. There is a false alarm for a bug if symtool reports a failure in the version in which the bug is fixed.
fn conclusion(rows: &[Row]) -> String {
    let found = |row: &Row, limit: f64| {
        let mut modes = row.broken.iter();
        modes.any(|(mode, found)| mode == AUTO && found.finds(&row.bug) && found.seconds() <= limit)
    };
    let within = |limit: f64| rows.iter().filter(|row| found(row, limit)).count();
    let alarms: Vec<&str> = rows
        .iter()
        .filter(|row| row.fixed.end() == Some(End::Violation))
        .map(|row| row.bug.name.as_str())
        .collect();
    let alarms = match alarms.is_empty() {
        true => "none".to_owned(),
        false => alarms.join(", "),
    };
    format!(
        "{}found by automatic mode:      {} of {}\n\
         found within 5 s:             {}\n\
         reported in fixed versions:   {alarms}\n",
        messages(rows),
        within(f64::MAX),
        rows.len(),
        within(5.0),
    )
}

/// Returns one line for each run without a verdict: the first line of the run's error message.
fn messages(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        let fixed = std::iter::once(("fixed version", &row.fixed));
        let broken = row
            .broken
            .iter()
            .map(|(mode, found)| (mode.as_str(), found));
        for (run, found) in broken.chain(fixed) {
            if let Err(message) = &found.measured {
                let first = message.lines().find(|line| line.starts_with("error"));
                let first = first.unwrap_or("the run ended without a message");
                text += &format!("no verdict: {} {run}: {first}\n", row.bug.name);
            }
        }
    }
    text
}

fn write_csv(path: &Path, rows: &[Row]) -> Result<(), Error> {
    const HEADER: [&str; 10] = [
        "bug",
        "library",
        "version",
        "run",
        "mode",
        "end",
        "found",
        "wall_s",
        "cpu_s",
        "memory_bytes",
    ];
    let record = |row: &Row, run: &str, mode: &str, found: &Found| {
        let bug = &row.bug;
        let number =
            |of: fn(&Measured) -> String| found.measured.as_ref().map_or(String::new(), of);
        vec![
            bug.name.clone(),
            bug.library.clone(),
            bug.version.clone(),
            run.to_owned(),
            mode.to_owned(),
            found.end().map_or(NONE, End::name).to_owned(),
            found.finds(bug).to_string(),
            number(|it| format!("{:.3}", it.wall_s)),
            number(|it| format!("{:.3}", it.cpu_s)),
            number(|it| it.memory_bytes.to_string()),
        ]
    };
    let records = rows.iter().flat_map(|row| {
        let broken = row.broken.iter();
        let broken = broken.map(move |(mode, found)| record(row, "broken", mode, found));
        broken.chain([record(row, "fixed", AUTO, &row.fixed)])
    });
    csv::records(&HEADER, records, path)
}
