//! The report on real programs: tables of covered branch sides and lines, CSV files, and charts of the coverage over
//! time.
use super::gcov::Share;
use super::{AUTO, Covered, Row, Run, klee};
use crate::error::Error;
use crate::report::csv;
use crate::report::growth::{self, Line, Picture};
use crate::report::text::{count, table};
use std::path::Path;
use std::time::Duration;

/// The text for a run without coverage.
const NONE: &str = "failed";

/// Writes the report to the folder `out`, and returns its text.
pub(super) fn write(out: &Path, budget: Duration, rows: &[Row]) -> Result<String, Error> {
    let text = text(budget, rows);
    let path = out.join("real.md");
    std::fs::write(&path, &text).map_err(Error::file(&path))?;
    write_csv(&out.join("real.csv"), rows)?;
    write_times(&out.join("real-time.csv"), rows)?;
    let caption = "Covered branch sides over time (ms)";
    growth::draw(&out.join("real-time.svg"), caption, &pictures(rows), 1.0)?;
    Ok(text)
}

/// Returns the runs of a row; none if the program could not be measured.
fn runs(row: &Row) -> &[Run] {
    row.runs.as_deref().unwrap_or_default()
}

/// Returns the coverage of a row in a mode.
fn covered<'r>(row: &'r Row, mode: &str) -> Option<&'r Covered> {
    let run = runs(row).iter().find(|run| run.mode == mode)?;
    run.covered.as_ref().ok()
}

/// Returns the names of the modes.
fn modes(rows: &[Row]) -> Vec<&str> {
    let first = rows.iter().find(|row| !runs(row).is_empty());
    let runs = first.map_or(&[][..], runs);
    runs.iter().map(|run| run.mode.as_str()).collect()
}

fn text(budget: Duration, rows: &[Row]) -> String {
    let limit = budget.as_secs_f64();
    format!(
        "Branch sides of the package that the test cases of a run cover, by mode (time limit of each run: {limit} s). The test \
         cases are replayed natively, and gcov counts.\n\n{}\nLines:\n\n{}\n{}{}{}",
        covered_table(rows, "sides", |(_, sides)| sides),
        covered_table(rows, "lines", |(lines, _)| lines),
        experiments(rows),
        failures(rows),
        conclusion(rows),
    )
}

/// Returns a table with a row for each program and a column for each mode. A cell contains the number of covered lines
/// or covered branch sides of the run. `share` selects one of the two, and `of` is its name.
fn covered_table(rows: &[Row], of: &str, share: fn((Share, Share)) -> Share) -> String {
    let modes = modes(rows);
    let header: Vec<&str> = ["program", "version", of]
        .into_iter()
        .chain(modes.iter().copied())
        .collect();
    let lines = rows.iter().map(|row| {
        let of_mode = |mode: &&str| covered(row, mode).map(|it| share(it.last()));
        let totals = modes.iter().filter_map(of_mode).map(|it| it.total).max();
        let mut cells = vec![row.program.name.clone(), row.version.clone()];
        cells.push(totals.map_or_else(|| "–".to_owned(), count));
        let cell = |mode| of_mode(mode).map_or_else(|| NONE.to_owned(), |it| count(it.covered));
        cells.extend(modes.iter().map(cell));
        cells
    });
    table(&header, 2, lines.collect())
}

/// Returns one line for each program, which describes its experiment.
fn experiments(rows: &[Row]) -> String {
    let lines = rows
        .iter()
        .map(|row| format!("{}: {}\n", row.program.name, row.program.experiment));
    lines.collect::<String>() + "\n"
}

/// Returns one line with the reason for each program that was not measured, and for each run without coverage.
fn failures(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        if let Err(why) = &row.runs {
            text += &format!("not measured: {}: {why}\n", row.program.name);
        }
        for run in runs(row) {
            if let Err(why) = &run.covered {
                text += &format!("failed: {} {}: {why}\n", row.program.name, run.mode);
            }
        }
    }
    text
}

/// Returns the comparison of automatic mode with the best fixed mode, and with KLEE.
fn conclusion(rows: &[Row]) -> String {
    let sides = |row: &Row, mode: &str| covered(row, mode).map(|it| it.last().1.covered);
    let best = |row: &Row| {
        let fixed = runs(row).iter().map(|run| run.mode.as_str());
        fixed
            .filter(|mode| ![AUTO, klee::NAME].contains(mode))
            .filter_map(|mode| sides(row, mode))
            .max()
    };
    let against = |name: &str, other: &dyn Fn(&Row) -> Option<u64>| {
        let pairs: Vec<(u64, u64)> = rows
            .iter()
            .filter_map(|row| sides(row, AUTO).zip(other(row)))
            .collect();
        if pairs.is_empty() {
            return String::new();
        }
        let at_least = pairs.iter().filter(|(auto, other)| auto >= other).count();
        let ratio = |&(auto, other): &(u64, u64)| (auto.max(1) as f64 / other.max(1) as f64).ln();
        let mean = (pairs.iter().map(ratio).sum::<f64>() / pairs.len() as f64).exp();
        format!(
            "auto covers at least as many branch sides as {name}: {at_least} of {} programs (geometric mean of the ratios: {mean:.2})\n",
            pairs.len()
        )
    };
    let mut text = against("the best fixed mode", &best);
    text += &against("KLEE", &|row| sides(row, klee::NAME));
    if !modes(rows).contains(&klee::NAME) {
        text += "KLEE was not run: no command `klee` in PATH, or the mode `klee` was not chosen.\n";
    }
    text
}

/// Returns one chart for each program, with a line for each mode.
fn pictures(rows: &[Row]) -> Vec<Picture> {
    let points = |covered: &Covered| {
        let points = covered.points.iter();
        points
            .map(|point| (point.time.as_millis() as u32, point.sides.covered as f64))
            .collect()
    };
    let line = |run: &Run| {
        let covered = run.covered.as_ref().ok()?;
        Some(Line {
            name: run.mode.clone(),
            points: points(covered),
        })
    };
    let measured = rows.iter().filter(|row| !runs(row).is_empty());
    measured
        .map(|row| Picture {
            title: row.program.name.clone(),
            lines: runs(row).iter().filter_map(line).collect(),
        })
        .collect()
}

fn write_csv(path: &Path, rows: &[Row]) -> Result<(), Error> {
    const HEADER: [&str; 14] = [
        "program",
        "package",
        "version",
        "papers",
        "mode",
        "end",
        "wall_s",
        "cpu_s",
        "tests",
        "lines_covered",
        "lines",
        "sides_covered",
        "sides",
        "failure",
    ];
    let mut records = Vec::new();
    for row in rows {
        let program = &row.program;
        let papers = program.papers.join(" ");
        let head = [&program.name, &program.package, &row.version, &papers].map(String::clone);
        match &row.runs {
            Ok(runs) => records.extend(runs.iter().map(|run| record(&head, run))),
            Err(why) => records.push(failed(&head, "", why)),
        }
    }
    csv::records(&HEADER, records, path)
}

/// Returns the CSV record of a run.
fn record(head: &[String], run: &Run) -> Vec<String> {
    let covered = match &run.covered {
        Ok(covered) => covered,
        Err(why) => return failed(head, &run.mode, why),
    };
    let (lines, sides) = covered.last();
    let measured = covered.measured.as_ref();
    let mut record = head.to_vec();
    record.extend([
        run.mode.clone(),
        measured.map_or(String::new(), |it| it.end.name().to_owned()),
        measured.map_or(String::new(), |it| format!("{:.3}", it.wall_s)),
        measured.map_or(String::new(), |it| format!("{:.3}", it.cpu_s)),
        covered.tests.to_string(),
    ]);
    record
        .extend([lines.covered, lines.total, sides.covered, sides.total].map(|it| it.to_string()));
    record.push(String::new());
    record
}

/// Returns the CSV record of a run without coverage.
fn failed(head: &[String], mode: &str, why: &str) -> Vec<String> {
    let mut record = head.to_vec();
    record.push(mode.to_owned());
    record.extend(std::iter::repeat_n(String::new(), 8));
    record.push(why.to_owned());
    record
}

/// Writes the coverage over time.
fn write_times(path: &Path, rows: &[Row]) -> Result<(), Error> {
    const HEADER: [&str; 5] = [
        "program",
        "mode",
        "time_ms",
        "lines_covered",
        "sides_covered",
    ];
    let of_run = |row: &Row, run: &Run| {
        let points = run.covered.as_ref().map_or(&[][..], |it| &it.points).iter();
        let record = points.map(|point| {
            let time = point.time.as_millis().to_string();
            let (lines, sides) = (point.lines.covered, point.sides.covered);
            vec![
                row.program.name.clone(),
                run.mode.clone(),
                time,
                lines.to_string(),
                sides.to_string(),
            ]
        });
        record.collect::<Vec<_>>()
    };
    let records = rows
        .iter()
        .flat_map(|row| runs(row).iter().flat_map(move |run| of_run(row, run)));
    csv::records(&HEADER, records, path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::real::Point;
    use crate::real::entry::tests::example;

    fn run(mode: &str, sides: u64) -> Run {
        let share = |covered| Share { covered, total: 40 };
        let point = |ms, covered| Point {
            time: Duration::from_millis(ms),
            lines: share(covered),
            sides: share(covered),
        };
        Run {
            mode: mode.to_owned(),
            covered: Ok(Covered {
                measured: None,
                tests: 2,
                points: vec![point(500, sides / 2), point(1000, sides)],
            }),
        }
    }

    fn row(runs: Result<Vec<Run>, String>) -> Row {
        Row {
            program: example(),
            version: "1.2".to_owned(),
            runs,
        }
    }

    #[test]
    fn a_program_that_fails_does_not_stop_the_table() {
        let failed = Run {
            mode: "cfmse".to_owned(),
            covered: Err("error: no main".to_owned()),
        };
        let rows = [
            row(Err("no folder".to_owned())),
            row(Ok(vec![run(AUTO, 20), run("plain", 10), failed])),
        ];
        let folder = tempfile::tempdir().unwrap();
        let text = write(folder.path(), Duration::from_secs(1), &rows).unwrap();
        for part in [
            "| example | 1.2     |     – | failed | failed | failed |\n",
            "| example | 1.2     |    40 |     20 |     10 | failed |\n",
            "not measured: example: no folder\nfailed: example cfmse: error: no main\n",
            "as the best fixed mode: 1 of 1 programs (geometric mean of the ratios: 2.00)\nKLEE was not run",
        ] {
            assert!(text.contains(part), "{part}{text}");
        }
        let csv = csv::read(&folder.path().join("real.csv")).unwrap();
        assert!(csv.iter().all(|record| record.len() == 14), "{csv:?}");
        assert_eq!(csv[2][8..], ["2", "20", "40", "20", "40", ""]);
        let times = csv::read(&folder.path().join("real-time.csv")).unwrap();
        assert_eq!(times[1], ["example", AUTO, "500", "10", "10"]);
        assert!(folder.path().join("real-time.svg").is_file());
    }

    #[test]
    fn automatic_mode_is_compared_with_klee() {
        let rows = [row(Ok(vec![run(AUTO, 20), run("klee", 40)]))];
        let text = text(Duration::from_secs(1), &rows);
        let line = "as KLEE: 0 of 1 programs (geometric mean of the ratios: 0.50)\n";
        assert!(text.ends_with(line), "{text}");
        assert!(!text.contains("best fixed"), "{text}");
    }
}
