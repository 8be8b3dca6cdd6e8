//! Variants of conflict-driven exploration (do Val, thesis, 2014, §3.5 and §7.2). The variants differ in the handling
//! of loops, or in parallel search.
//!
//! The thesis describes two ways of unrolling the control-flow graph, static and dynamic. It also proposes parallel
//! engines that search different parts of the search space or use different strategies. This experiment compares these
//! alternatives on the programs with which the thesis's tables are repeated.
use super::{Correctness, LEARNING, at_least, correctness};
use crate::compare;
use crate::error::Error;
use crate::experiment::{Experiment, Modes};
use crate::grid::Row;
use crate::report::csv;
use crate::report::text::{count, or_dash, seconds, table};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "cdse-search",
    help: "State machines and drivers, or the programs of DIR: static against dynamic unrolling, and parallel engines that divide the search space or form a portfolio",
    modes: Modes::Named(&MODES),
    report,
    ..super::EXPERIMENT
};

/// The mode in which all loops are unrolled up to the bound before the search.
const STATIC: &str = "static-unrolling";
/// The compared modes: one engine with dynamic and with static unrolling, and teams of two and four parallel engines.
const MODES: [&str; 7] = [
    LEARNING,
    STATIC,
    "portfolio-2",
    "divide-2",
    "portfolio-4",
    "divide-4",
    "divide-portfolio-4",
];

const HEADER: [&str; 10] = [
    "program",
    "mode",
    "end",
    "CPU s",
    "wall s",
    "MB",
    "paths",
    "steps walked",
    "nodes",
    "divisions",
];

const SUMS: [&str; 7] = [
    "mode",
    "right",
    "CPU s",
    "wall s",
    "paths",
    "steps walked",
    "nodes",
];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let path = out.join("cdse-search.csv");
    csv::records(&HEADER, rows.iter().map(cells), &path)?;
    let text = format!(
        "{}\nTime limit: {} s per run. `{STATIC}`: all loops are unrolled to the bound before the search. `portfolio-N`: N engines with \
         different strategies. `divide-N`: N engines that search different parts of the search space. Figures of several engines are sums.\n\n\
         Sums over the programs that every mode decides:\n\n{}",
        table(&HEADER, 3, rows.iter().map(cells).collect()),
        budget.as_secs_f64(),
        table(&SUMS, 1, sums(rows)),
    );
    compare::write(out, "cdse-search", text)
}

fn cells(row: &Row) -> Vec<String> {
    let learning = row.measured.learning;
    let learned = |value: fn(crate::grid::Learning) -> u64| {
        or_dash(learning.map(value), |number| at_least(row, count(number)))
    };
    vec![
        row.cell.program.name.to_owned(),
        row.cell.mode.name.to_owned(),
        row.measured.end.name().to_owned(),
        at_least(row, seconds(row.measured.cpu_s)),
        at_least(row, seconds(row.measured.wall_s)),
        (row.measured.memory_bytes >> 20).to_string(),
        learned(|l| l.paths_executed),
        learned(|l| l.steps_walked),
        learned(|l| l.nodes),
        learned(|l| l.divisions),
    ]
}

/// Returns a line for each mode: the number of correct verdicts, and sums of measurements over the programs that every
/// mode decides.
fn sums(rows: &[Row]) -> Vec<Vec<String>> {
    let of = |mode: &'static str| rows.iter().filter(move |row| row.cell.mode.name == mode);
    let modes = MODES.iter().filter(|mode| of(mode).next().is_some());
    let is_decided = |row: &Row| {
        let mut same = rows
            .iter()
            .filter(|other| other.cell.program.name == row.cell.program.name);
        same.all(|other| other.measured.end.is_whole() && other.measured.learning.is_some())
    };
    let line = |mode: &&'static str| {
        let right = of(mode).filter(|row| correctness(row) == Correctness::Correct);
        let decided: Vec<&Row> = of(mode).filter(|row| is_decided(row)).collect();
        let time = |value: fn(&Row) -> f64| seconds(decided.iter().map(|row| value(row)).sum());
        let sum = |value: fn(crate::grid::Learning) -> u64| {
            let learning = decided.iter().filter_map(|row| row.measured.learning);
            count(learning.map(value).sum())
        };
        vec![
            (*mode).to_owned(),
            format!("{}/{}", right.count(), of(mode).count()),
            time(|row| row.measured.cpu_s),
            time(|row| row.measured.wall_s),
            sum(|l| l.paths_executed),
            sum(|l| l.steps_walked),
            sum(|l| l.nodes),
        ]
    };
    modes.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::{End, Learning};

    #[test]
    fn sums_are_over_the_programs_that_every_mode_decides() {
        let learning = |nodes, divisions| {
            Some(Learning {
                nodes,
                divisions,
                ..Learning::default()
            })
        };
        let mut rows = [
            row(("tcp_true", 10, LEARNING), End::VerifiedBounded, 9, 1.0),
            row(("tcp_true", 10, "divide-2"), End::VerifiedBounded, 9, 1.5),
            row(("tftp_true", 10, LEARNING), End::VerifiedBounded, 9, 4.0),
            row(("tftp_true", 10, "divide-2"), End::OutOfTime, 9, 8.0),
        ];
        for (row, learning) in rows.iter_mut().zip([
            learning(700, 0),
            learning(900, 3),
            learning(5_000, 0),
            learning(6_000, 1),
        ]) {
            row.measured.learning = learning;
        }
        let folder = tempfile::tempdir().unwrap();
        let text = report(&rows, Duration::from_secs(8), folder.path()).unwrap();
        assert_eq!(sums(&rows)[0][1..3], ["2/2", "1.00"]);
        assert_eq!(sums(&rows)[1][1..3], ["1/2", "1.50"]);
        assert_eq!(sums(&rows)[1][6], "900");
        assert!(text.contains(">8.00"), "{text}");
        assert!(folder.path().join("cdse-search.csv").exists());
    }
}
