//! The report on programs with growing inputs: a table of the runs, a table of the growth of the speed-ups, a CSV file
//! and a chart.
use super::{Comparison, Kind, Paths, Row, Run, Step};
use crate::error::Error;
use crate::report::csv;
use crate::report::growth::{self, Line, Picture};
use crate::report::text::{or_dash, seconds, table};
use std::path::Path;
use std::time::Duration;

/// The least speed-up that the chart shows.
const LEAST: f64 = 0.01;

/// How the speed-up of a program changes with the size.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Growth {
    /// The speed-up at the largest size is greater than at each smaller size.
    Grows,
    /// It is not.
    DoesNotGrow,
    /// The speed-up at the largest size is a lower bound, and not above the others; or there are not two sizes.
    Unknown,
}

impl Growth {
    fn name(self) -> &'static str {
        match self {
            Growth::Grows => "yes",
            Growth::DoesNotGrow => "no",
            Growth::Unknown => "unknown",
        }
    }
}

/// The speed-up of a run over the baseline run at the same size.
#[derive(Copy, Clone, Debug, PartialEq)]
enum SpeedUp {
    /// Both runs ended, or executed the same instructions.
    Exactly(f64),
    /// Only the baseline run was stopped.
    AtLeast(f64),
    /// Only the other run was stopped.
    AtMost(f64),
}

impl SpeedUp {
    /// Returns the speed-up of a run; `None` if both runs were stopped before they executed the same instructions.
    fn of(step: &Step, run: &Run, kind: Kind) -> Option<SpeedUp> {
        let ratio = step.baseline.measured.cpu_s / run.measured.cpu_s.max(1e-3);
        let same = run.measured.instructions == step.baseline.measured.instructions;
        match (step.baseline.has_ended(), run.has_ended(), kind) {
            (true, true, _) => Some(SpeedUp::Exactly(ratio)),
            (false, true, Kind::SameInstructions) if same => Some(SpeedUp::Exactly(ratio)),
            (false, true, _) => Some(SpeedUp::AtLeast(ratio)),
            (true, false, _) => Some(SpeedUp::AtMost(ratio)),
            (false, false, _) => None,
        }
    }

    fn number(self) -> f64 {
        match self {
            SpeedUp::Exactly(it) | SpeedUp::AtLeast(it) | SpeedUp::AtMost(it) => it,
        }
    }

    fn text(self) -> String {
        match self {
            SpeedUp::Exactly(it) => format!("{it:.2}"),
            SpeedUp::AtLeast(it) => format!(">{it:.2}"),
            SpeedUp::AtMost(it) => format!("<{it:.2}"),
        }
    }
}

/// Returns how speed-ups change. They are in the order of the sizes.
fn growth(speed_ups: &[SpeedUp]) -> Growth {
    let Some((last, earlier)) = speed_ups.split_last() else {
        return Growth::Unknown;
    };
    let most = earlier.iter().map(|it| it.number()).fold(0.0, f64::max);
    match *last {
        _ if earlier.is_empty() => Growth::Unknown,
        SpeedUp::Exactly(it) | SpeedUp::AtLeast(it) if it > most => Growth::Grows,
        SpeedUp::AtLeast(_) => Growth::Unknown,
        SpeedUp::Exactly(_) | SpeedUp::AtMost(_) => Growth::DoesNotGrow,
    }
}

/// Writes the report to the folder `out`, and returns its text.
pub(super) fn write(
    out: &Path,
    budget: Duration,
    comparison: &Comparison,
    rows: &[Row],
) -> Result<String, Error> {
    let text = text(budget, comparison, rows);
    let path = out.join("real-growth.md");
    std::fs::write(&path, &text).map_err(Error::file(&path))?;
    let records = rows.iter().flat_map(|row| records(row, comparison.kind));
    csv::records(&HEADER, records, &out.join("real-growth.csv"))?;
    let caption = format!("Speed-up over {} by size", comparison.baseline);
    let path = out.join("real-growth.svg");
    growth::draw(&path, &caption, &pictures(rows, comparison), LEAST)?;
    Ok(text)
}

const HEADER: [&str; 12] = [
    "program",
    "size",
    "mode",
    "end",
    "cpu_s",
    "paths_completed",
    "paths_represented",
    "is_exact",
    "states_merged",
    "instructions",
    "solver_s",
    "speed_up",
];

/// Returns the steps of a row; none if the program could not be measured.
fn steps(row: &Row) -> &[Step] {
    row.steps.as_deref().unwrap_or_default()
}

fn records(row: &Row, kind: Kind) -> Vec<Vec<String>> {
    let of_step = |step: &Step| {
        let runs = std::iter::once(&step.baseline).chain(&step.others);
        let record = |run: &Run| {
            let speed_up = SpeedUp::of(step, run, kind);
            vec![
                row.program.name.clone(),
                step.size.to_string(),
                run.mode.clone(),
                end(run).to_owned(),
                format!("{:.3}", run.measured.cpu_s),
                run.measured.completed.to_string(),
                run.paths.number().to_string(),
                matches!(run.paths, Paths::Exactly(_)).to_string(),
                run.measured.merged.to_string(),
                run.measured.instructions.to_string(),
                format!("{:.3}", run.measured.solver_s),
                speed_up.map_or_else(String::new, |it| format!("{:.3}", it.number())),
            ]
        };
        runs.map(record).collect::<Vec<_>>()
    };
    steps(row).iter().flat_map(of_step).collect()
}

fn end(run: &Run) -> &'static str {
    match run.has_ended() {
        true => "ended",
        false => "stopped",
    }
}

fn text(budget: Duration, comparison: &Comparison, rows: &[Row]) -> String {
    let failures = rows.iter().filter_map(|row| {
        let why = row.steps.as_ref().err()?;
        Some(format!("not measured: {}: {why}\n", row.program.name))
    });
    let modes = comparison.modes.iter();
    format!(
        "CPU seconds, program paths and speed-up over `{}` by the size of the symbolic input (time limit of each run: {} s). `>`: a \
         lower bound, because the run was stopped.\n\n{}\n{}{}{}",
        comparison.baseline,
        budget.as_secs_f64(),
        runs_table(rows, comparison),
        inputs(rows),
        failures.collect::<String>(),
        modes
            .map(|mode| conclusion(rows, comparison, mode))
            .collect::<String>(),
    )
}

/// Returns a table with a row for each program and size. Each mode has its time, its paths and its speed-up.
fn runs_table(rows: &[Row], comparison: &Comparison) -> String {
    let mut header = vec!["program".to_owned(), "size".to_owned()];
    header.extend(["s", "paths"].map(|it| format!("{it}, {}", comparison.baseline)));
    for mode in &comparison.modes {
        header.extend(["s", "paths", "speed-up"].map(|it| format!("{it}, {mode}")));
    }
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut lines = Vec::new();
    for row in rows {
        for step in steps(row) {
            let mut cells = vec![row.program.name.clone(), step.size.to_string()];
            cells.extend(time_and_paths(&step.baseline));
            for run in &step.others {
                cells.extend(time_and_paths(run));
                let speed_up = SpeedUp::of(step, run, comparison.kind);
                cells.push(or_dash(speed_up, SpeedUp::text));
            }
            lines.push(cells);
        }
    }
    table(&header, 1, lines)
}

/// Returns the cells of a run for its CPU time and its number of paths.
fn time_and_paths(run: &Run) -> [String; 2] {
    let stopped = if run.has_ended() { "" } else { ">" };
    let paths = match run.paths {
        Paths::Exactly(number) => grouped(number),
        Paths::AtLeast(number) => format!(">{}", grouped(number)),
    };
    [format!("{stopped}{}", seconds(run.measured.cpu_s)), paths]
}

/// Formats a number of paths: in groups of three digits, or as a power of ten if it has more than 15 digits.
fn grouped(number: u128) -> String {
    match u64::try_from(number) {
        Ok(small) if small < 1_000_000_000_000_000 => crate::report::text::count(small),
        _ => format!("{:.1e}", number as f64),
    }
}

/// Returns one line for each program with its symbolic input.
fn inputs(rows: &[Row]) -> String {
    let line = |row: &Row| format!("{}: {}\n", row.program.name, row.program.sized.join(" "));
    rows.iter().map(line).collect::<String>() + "\n"
}

/// Returns the comparison of a mode with the baseline over all programs.
fn conclusion(rows: &[Row], comparison: &Comparison, mode: &str) -> String {
    let measured: Vec<&Row> = rows.iter().filter(|row| !steps(row).is_empty()).collect();
    let of = |wanted: Growth| {
        let names = measured.iter().filter(|row| {
            let speed_ups = speed_ups(row, mode, comparison.kind);
            growth(&speed_ups.iter().map(|it| it.1).collect::<Vec<_>>()) == wanted
        });
        let names: Vec<&str> = names.map(|row| row.program.name.as_str()).collect();
        format!("{} ({})", names.len(), names.join(", "))
    };
    let mut text = format!("{mode}, of {} programs:\n", measured.len());
    for wanted in [Growth::Grows, Growth::DoesNotGrow, Growth::Unknown] {
        let line = format!("- the speed-up grows with the size: {}: ", wanted.name());
        text += &format!("{line}{}\n", of(wanted));
    }
    let last = |row: &&Row| {
        let step = steps(row).last()?;
        let run = step.others.iter().find(|run| run.mode == mode)?;
        (!step.baseline.has_ended()).then(|| (step.baseline.paths.number(), run.paths.number()))
    };
    let pairs: Vec<(u128, u128)> = measured.iter().filter_map(last).collect();
    let more = pairs.iter().filter(|(base, own)| own > base).count();
    let fewer = pairs.iter().filter(|(base, own)| own < base).count();
    if comparison.kind == Kind::Merging {
        text += &format!(
            "- at the size at which {} is stopped, {mode} is known to represent more paths on {more} and fewer on {fewer} of {} \
             programs\n",
            comparison.baseline,
            pairs.len()
        );
    }
    text
}

/// Returns the speed-ups of a program in a mode, by size.
fn speed_ups(row: &Row, mode: &str, kind: Kind) -> Vec<(u32, SpeedUp)> {
    let of_step = |step: &Step| {
        let run = step.others.iter().find(|run| run.mode == mode)?;
        Some((step.size, SpeedUp::of(step, run, kind)?))
    };
    steps(row).iter().filter_map(of_step).collect()
}

/// Returns one chart for each program, with a line for each mode.
fn pictures(rows: &[Row], comparison: &Comparison) -> Vec<Picture> {
    let measured = rows.iter().filter(|row| !steps(row).is_empty());
    let picture = |row: &Row| {
        let line = |mode: &String| Line {
            name: mode.clone(),
            points: speed_ups(row, mode, comparison.kind)
                .into_iter()
                .map(|(size, it)| (size, it.number()))
                .collect(),
        };
        Picture {
            title: row.program.name.clone(),
            lines: comparison.modes.iter().map(line).collect(),
        }
    };
    measured.map(picture).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{COMPARISONS, Options, comparison, has_ended};
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;
    use crate::real::entry::tests::example;
    use std::path::PathBuf;

    fn run(mode: &str, end: End, completed: u64, cpu_s: f64) -> Run {
        let measured = row(("echo", 1, "K"), end, completed, cpu_s).measured;
        let number = u128::from(completed);
        let paths = match has_ended(&measured) {
            true => Paths::Exactly(number),
            false => Paths::AtLeast(number),
        };
        Run {
            mode: mode.to_owned(),
            measured,
            paths,
        }
    }

    fn step(size: u32, baseline: (End, u64, f64), merged: (End, u64, f64)) -> Step {
        let [mode, other] = [0, 1].map(|at| COMPARISONS[0].modes[at]);
        Step {
            size,
            baseline: run("plain", baseline.0, baseline.1, baseline.2),
            others: vec![
                run(mode, merged.0, merged.1, merged.2),
                run(other, End::OutOfTime, 1, 5.0),
            ],
        }
    }

    #[test]
    fn speed_ups_and_paths_are_compared() {
        let steps = vec![
            step(1, (End::Verified, 10, 1.0), (End::Verified, 10, 1.0)),
            step(2, (End::OutOfTime, 900, 5.0), (End::Verified, 2000, 1.25)),
        ];
        let rows = [
            Row {
                program: example(),
                steps: Ok(steps),
            },
            Row {
                program: example(),
                steps: Err("no folder".to_owned()),
            },
        ];
        let folder = tempfile::tempdir().unwrap();
        let limit = Duration::from_secs(5);
        let compared = comparison(&Options {
            symtool: PathBuf::new(),
            sources: PathBuf::new(),
            programs: Vec::new(),
            paper: "qce".to_owned(),
            modes: Vec::new(),
            budget: limit,
            out: folder.path().to_owned(),
        });
        let text = write(folder.path(), limit, &compared.unwrap(), &rows).unwrap();
        // The width of a column does not matter.
        let lines = text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        let text = lines
            .map(|words| words.join(" ") + "\n")
            .collect::<String>();
        for part in [
            "| example | 2 | >5.00 | >900 | 1.25 | 2,000 | >4.00 |",
            "not measured: example: no folder\n",
            "merge=static, of 1 programs:\n- the speed-up grows with the size: yes: 1 (example)\n",
            "random-path, of 1 programs:\n- the speed-up grows with the size: yes: 0 ()\n",
            "merge=static is known to represent more paths on 1 and fewer on 0 of 1 programs\n",
            "random-path is known to represent more paths on 0 and fewer on 1 of 1 programs\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        let csv = csv::read(&folder.path().join("real-growth.csv")).unwrap();
        assert_eq!(csv.len(), 7, "{csv:?}");
        assert_eq!(csv[5][2..5], ["merge=static", "ended", "1.250"]);
        assert!(folder.path().join("real-growth.svg").is_file());
    }

    #[test]
    fn a_lower_bound_below_an_earlier_speed_up_shows_no_growth() {
        use SpeedUp::{AtLeast, AtMost, Exactly};
        for (speed_ups, expected) in [
            (vec![], Growth::Unknown),
            (vec![AtLeast(9.0)], Growth::Unknown),
            (vec![Exactly(1.0), Exactly(2.0)], Growth::Grows),
            (vec![Exactly(1.0), AtLeast(2.0)], Growth::Grows),
            (vec![Exactly(3.0), AtLeast(2.0)], Growth::Unknown),
            (vec![Exactly(3.0), Exactly(2.0)], Growth::DoesNotGrow),
            (vec![Exactly(1.0), AtMost(2.0)], Growth::DoesNotGrow),
        ] {
            assert_eq!(growth(&speed_ups), expected, "{speed_ups:?}");
        }
    }
}
