//! Comparisons of exploration with and without merging: Figures 4, 5, 6 and 9 of Kuznetsov et al. (PLDI 2012), and
//! the cost of queries.
use super::{DYNAMIC, PLAIN, PROGRAMS, STATIC, other, speed_up};
use crate::error::Error;
use crate::fit::Line;
use crate::grid::Row;
use crate::report::bars::{self, Series};
use crate::report::csv;
use crate::report::growth::{self, Picture};
use crate::report::scatter::{self, Axes, Cloud};
use crate::report::text::{count, or_dash, seconds, table};
use std::path::Path;

/// The mode with merging in Figure 4 (incomplete exploration): dynamic merging with random-path search, as in the
/// paper.
const PARTIAL: &str = "dynamic-random";

/// The least time in seconds that the axes of the scatter plots show.
const LEAST_S: f64 = 0.01;

/// Writes the figures of the paper that compare two modes, and their data, to a folder.
pub(super) fn write(rows: &[Row], out: &Path) -> Result<(), Error> {
    let increases = increases(rows);
    let header = [
        "program",
        "arguments",
        "plain_paths",
        "multiplicity",
        "c1",
        "c2",
        "paths",
        "log10_increase",
    ];
    csv::records(
        &header,
        increases.iter().map(Increase::record),
        &out.join("qce-fig4.csv"),
    )?;
    let values = increases.iter().filter_map(Increase::log10);
    let series = Series {
        name: PARTIAL.to_owned(),
        values: values.collect(),
    };
    let caption = "Explored paths relative to no merging";
    bars::draw(
        &out.join("qce-fig4.svg"),
        caption,
        "log10 of the ratio",
        &[series],
    )?;
    speed_ups(rows, &out.join("qce-fig5.svg"))?;
    times(rows, (PLAIN, STATIC), &out.join("qce-fig6.svg"))?;
    times(rows, (STATIC, DYNAMIC), &out.join("qce-fig9.svg"))?;
    let header = [
        "program",
        "arguments",
        "mode",
        "queries",
        "ms_a_query",
        "nodes_a_query",
        "seconds",
    ];
    csv::records(&header, query_costs(rows), &out.join("qce-query-cost.csv"))
}

/// Returns Figure 4 and the cost of queries as text.
pub(super) fn text(rows: &[Row]) -> String {
    let lines: Vec<Vec<String>> = increases(rows).iter().map(Increase::cells).collect();
    let header = [
        "program",
        "arguments",
        "plain paths",
        "multiplicity",
        "estimated paths",
        "log10 of the ratio",
    ];
    let increases = table(&header, 1, lines);
    format!(
        "Figure 4: paths explored by {PARTIAL} and without merging within the time limit. The number p of paths of the merged run is \
         estimated from its multiplicity m by log p = c1 + c2 log m; c1 and c2 are fitted to the sizes that exploration without merging \
         finishes (§5.2).\n\n{increases}\n{}",
        query_table(rows)
    )
}

/// A bar of Figure 4: the increase of the number of explored paths by merging, for one program at one size.
struct Increase {
    program: &'static str,
    size: u32,
    /// The number of paths that the run without merging completed.
    plain: u64,
    /// The multiplicity of the run with merging: an upper bound of the number of program paths that it explored.
    multiplicity: u64,
    /// The relation between multiplicity and number of paths, fitted to the sizes at which both runs finish.
    line: Option<Line>,
}

impl Increase {
    /// Returns the estimated number of program paths that the run with merging explored.
    fn paths(&self) -> Option<f64> {
        self.line.map(|line| line.paths(self.multiplicity.max(1)))
    }

    /// Returns the decimal logarithm of the ratio of the estimated number of paths to the number of paths without
    /// merging.
    fn log10(&self) -> Option<f64> {
        Some((self.paths()? / self.plain.max(1) as f64).log10())
    }

    fn record(&self) -> Vec<String> {
        let two = |value: Option<f64>| or_dash(value, |value| format!("{value:.3}"));
        vec![
            self.program.to_owned(),
            self.size.to_string(),
            self.plain.to_string(),
            self.multiplicity.to_string(),
            two(self.line.map(|line| line.c1)),
            two(self.line.map(|line| line.c2)),
            two(self.paths()),
            two(self.log10()),
        ]
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.program.to_owned(),
            self.size.to_string(),
            count(self.plain),
            count(self.multiplicity),
            or_dash(self.paths(), |paths| format!("{paths:.0}")),
            or_dash(self.log10(), |log| format!("{log:.2}")),
        ]
    }
}

/// Returns the bars of Figure 4: one for each program, at the largest size at which it was run with and without
/// merging.
fn increases(rows: &[Row]) -> Vec<Increase> {
    let mut bars = Vec::new();
    for &program in PROGRAMS {
        let merged = rows
            .iter()
            .filter(|row| row.cell.program.name == program && row.cell.mode.name == PARTIAL);
        let pairs: Vec<(&Row, &Row)> = merged
            .filter_map(|row| Some((row, other(rows, &row.cell, PLAIN)?)))
            .collect();
        let whole = pairs.iter().filter(|(merged, plain)| {
            merged.measured.end.is_whole() && plain.measured.end.is_whole()
        });
        let line = Line::of_counts(whole.map(|(merged, plain)| {
            (
                merged.measured.multiplicity,
                plain.measured.completed.into(),
            )
        }));
        let largest = pairs.iter().max_by_key(|(row, _)| row.cell.size);
        bars.extend(largest.map(|(merged, plain)| Increase {
            program,
            size: merged.cell.size,
            plain: plain.measured.completed,
            multiplicity: merged.measured.multiplicity,
            line,
        }));
    }
    bars
}

/// Draws Figure 5: the speed-up by static merging as a function of the number of arguments, with one line for each
/// program.
fn speed_ups(rows: &[Row], path: &Path) -> Result<(), Error> {
    let line = |program: &str| {
        let of = rows
            .iter()
            .filter(|row| row.cell.program.name == program && row.cell.mode.name == STATIC);
        growth::Line {
            name: program.to_owned(),
            points: of
                .filter_map(|row| {
                    let (_, ratio) = speed_up(other(rows, &row.cell, PLAIN)?, row)?;
                    Some((row.cell.size, ratio))
                })
                .collect(),
        }
    };
    let lines = PROGRAMS.iter().map(|program| line(program));
    let picture = Picture {
        title: "static over no merging".to_owned(),
        lines: lines.filter(|line| !line.points.is_empty()).collect(),
    };
    growth::draw(path, "Speed-up by arguments", &[picture], 0.1)
}

/// Draws a scatter plot with one point for each program and size: the time of the mode `y` against the time of the
/// mode `x`. Points for which one of the two runs was stopped have other colors.
fn times(rows: &[Row], (x, y): (&str, &str), path: &Path) -> Result<(), Error> {
    let pairs: Vec<(&Row, &Row)> = (rows.iter())
        .filter(|row| row.cell.mode.name == y)
        .filter_map(|row| Some((other(rows, &row.cell, x)?, row)))
        .collect();
    let cloud = |name: String, wanted: fn(bool, bool) -> bool| Cloud {
        name,
        points: (pairs.iter())
            .filter(|(a, b)| wanted(a.measured.end.is_whole(), b.measured.end.is_whole()))
            .map(|(a, b)| (a.measured.cpu_s, b.measured.cpu_s))
            .collect(),
    };
    let clouds = [
        cloud("both finish".to_owned(), |a, b| a && b),
        cloud(format!("{x} is stopped"), |a, b| !a && b),
        cloud(format!("{y} is stopped"), |_, b| !b),
    ];
    let axes = Axes {
        x: &format!("{x}, CPU seconds"),
        y: &format!("{y}, CPU seconds"),
        least: LEAST_S,
    };
    scatter::draw(path, &format!("CPU seconds of {y} and {x}"), axes, &clouds)
}

/// Returns one table row for each run without merging, with static merging and with dynamic merging. A row has the
/// number of solver queries, their mean time and size, and the total solver time.
fn query_costs(rows: &[Row]) -> Vec<Vec<String>> {
    let is_wanted = |row: &&Row| {
        [PLAIN, STATIC, DYNAMIC].contains(&row.cell.mode.name) && row.measured.queries > 0
    };
    let record = |row: &Row| {
        vec![
            row.cell.program.name.to_owned(),
            row.cell.size.to_string(),
            row.cell.mode.name.to_owned(),
            row.measured.queries.to_string(),
            format!("{:.3}", milliseconds(row)),
            format!("{:.1}", row.measured.query_nodes),
            format!("{:.3}", row.measured.solver_s),
        ]
    };
    rows.iter().filter(is_wanted).map(record).collect()
}

/// Returns the mean time of a solver query of a run in milliseconds.
fn milliseconds(row: &Row) -> f64 {
    1e3 * row.measured.solver_s / row.measured.queries.max(1) as f64
}

/// Returns a table of the solver queries of each program without merging and with static merging, at the largest size
/// that both runs finish. The columns are the number of queries, their mean size and time, and their total time.
fn query_table(rows: &[Row]) -> String {
    let mut lines = Vec::new();
    for &program in PROGRAMS {
        let merged = rows.iter().filter(|row| {
            let whole = row.measured.end.is_whole() && row.measured.queries > 0;
            row.cell.program.name == program && row.cell.mode.name == STATIC && whole
        });
        let pairs: Vec<(&Row, &Row)> = merged
            .filter_map(|row| Some((row, other(rows, &row.cell, PLAIN)?)))
            .filter(|(_, plain)| plain.measured.end.is_whole() && plain.measured.queries > 0)
            .collect();
        let Some((merged, plain)) = pairs.iter().max_by_key(|(row, _)| row.cell.size) else {
            continue;
        };
        lines.push(vec![
            program.to_owned(),
            merged.cell.size.to_string(),
            count(plain.measured.queries),
            count(merged.measured.queries),
            format!("{:.1}", plain.measured.query_nodes),
            format!("{:.1}", merged.measured.query_nodes),
            format!("{:.2}", milliseconds(plain)),
            format!("{:.2}", milliseconds(merged)),
            seconds(plain.measured.solver_s),
            seconds(merged.measured.solver_s),
        ]);
    }
    let header = [
        "program",
        "arguments",
        "queries plain",
        "merged",
        "nodes a query plain",
        "merged",
        "ms a query plain",
        "merged",
        "solver s plain",
        "merged",
    ];
    format!(
        "Cost of the queries that reach a solver, without merging and with static merging, at the largest size that both finish \
         (§5.4).\n\n{}",
        table(&header, 1, lines)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    fn rows() -> Vec<Row> {
        let mut rows = vec![
            row(("echo", 1, PLAIN), End::Verified, 4, 0.1),
            row(("echo", 2, PLAIN), End::Verified, 16, 1.0),
            row(("echo", 3, PLAIN), End::OutOfTime, 40, 60.0),
            row(("echo", 1, PARTIAL), End::Verified, 1, 0.1),
            row(("echo", 2, PARTIAL), End::Verified, 1, 0.1),
            row(("echo", 3, PARTIAL), End::Verified, 1, 0.2),
            row(("echo", 2, STATIC), End::Verified, 1, 0.5),
            row(("echo", 2, DYNAMIC), End::Verified, 1, 0.6),
        ];
        for (at, multiplicity) in [(3, 8), (4, 32), (5, 512)] {
            rows[at].measured.multiplicity = multiplicity;
        }
        rows
    }

    #[test]
    fn paths_of_a_larger_size_are_estimated() {
        let increases = increases(&rows());
        assert_eq!(increases.len(), 1);
        let echo = &increases[0];
        assert_eq!((echo.program, echo.size, echo.plain), ("echo", 3, 40));
        // At the sizes 1 and 2, which exploration without merging finishes, the number of paths is half the
        // multiplicity. The multiplicity at size 3 is 512, so the estimated number of paths is 256.
        assert!((echo.paths().unwrap() - 256.0).abs() < 1e-6);
        assert!(
            text(&rows()).contains("| echo    |         3 |"),
            "{}",
            text(&rows())
        );
    }

    #[test]
    fn figures_and_query_costs_are_written() {
        let folder = tempfile::tempdir().unwrap();
        write(&rows(), folder.path()).unwrap();
        for file in [
            "qce-fig4.csv",
            "qce-fig4.svg",
            "qce-fig5.svg",
            "qce-fig6.svg",
            "qce-fig9.svg",
        ] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
        let costs = std::fs::read_to_string(folder.path().join("qce-query-cost.csv")).unwrap();
        assert!(
            costs.contains("echo,2,static,10,10.000,20.0,0.100\n"),
            "{costs}"
        );
    }
}
