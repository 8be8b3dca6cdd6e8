//! Tables 2 to 7 and Figure 4 of "State Merging with Quantifiers in Symbolic Execution" (Trabish et al., ESEC/FSE
//! 2023), on programs of `examples/c`. Pattern-based merging (PAT) is compared with ordinary merging at the same
//! program points (CFG) and with no merging (BASE). PAT also runs in two variants: one in which only Z3's quantifier
//! engine solves quantified queries, without symtool's procedure for them, and one without incremental merging (joining
//! two paths as soon as they have equal state). Each comparison is made for several capacities (maximum sizes) of the
//! input. Below each table are the published figures, which are for other programs.
mod figure4;

use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::Row;
use crate::published;
use crate::report::text::{or_dash, table};
use crate::report::{csv, growth};
use crate::subjects;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "patterns",
    help: "Pattern-based merging (ESEC/FSE 2023), Tables 2 to 7 and Figure 4: pattern-based merging, ordinary merging, no merging",
    programs: Programs::Named(&[
        "memspn",
        "memspn2",
        "strspn",
        "strcspn",
        "strtok",
        "path",
        "header",
        "digits",
        "sum",
        "quoted",
        "trim",
        "hostport",
        "params",
        "escapes",
        "status",
        "address",
        "sequence",
        "strstr",
        "fields",
        "search",
        "keyword",
        "tokens",
        "csv",
        "uri",
        "modes",
        "command",
        "mime",
        "quoted_false",
        "trim_false",
    ]),
    sizes: &[],
    modes: Modes::Named(&[PAT, CFG, BASE, ENGINE, AT_ENDS]),
    writes_tests: true,
    equal_to: None,
    report,
};

/// The mode of pattern-based merging.
const PAT: &str = "PAT";
/// The mode of ordinary merging at the program points at which pattern-based merging merges.
const CFG: &str = "CFG";
/// The mode of exploration without merging.
const BASE: &str = "K";
/// The mode of pattern-based merging in which only Z3's quantifier engine solves quantified queries.
const ENGINE: &str = "PAT-engine";
/// The mode of pattern-based merging without incremental merging: paths are merged only at the exits of regions.
const AT_ENDS: &str = "PAT-at-ends";

/// A comparison of pattern-based merging with one other mode of exploration. Each comparison repeats one table of
/// Trabish et al.
struct Comparison {
    /// The number of the paper's table.
    number: u32,
    file: &'static str,
    title: &'static str,
    /// The name of the mode with which pattern-based merging is compared.
    other: &'static str,
    /// Whether the table has one line for each size of the input instead of one for each program.
    by_size: bool,
}

/// The comparisons, one for each of the tables 3 to 7.
const COMPARISONS: [Comparison; 5] = [
    Comparison {
        number: 3,
        file: "patterns-table3.csv",
        title: "PAT against CFG (Table 3)",
        other: CFG,
        by_size: false,
    },
    Comparison {
        number: 4,
        file: "patterns-table4.csv",
        title: "PAT against CFG by capacity (Table 4)",
        other: CFG,
        by_size: true,
    },
    Comparison {
        number: 5,
        file: "patterns-table5.csv",
        title: "PAT against BASE (Table 5)",
        other: BASE,
        by_size: false,
    },
    Comparison {
        number: 6,
        file: "patterns-table6.csv",
        title: "the solving procedure for quantifiers: PAT against PAT with Z3's quantifier engine only (Table 6)",
        other: ENGINE,
        by_size: false,
    },
    Comparison {
        number: 7,
        file: "patterns-table7.csv",
        title: "incremental merging: PAT against PAT with merging at the ends of regions (Table 7)",
        other: AT_ENDS,
        by_size: false,
    },
];

const HEADER: [&str; 15] = [
    "of",
    "ended",
    "avg x",
    "med x",
    "min x",
    "max x",
    "diff s",
    "cut",
    "lines avg %",
    "lines med %",
    "lines min %",
    "lines max %",
    "diff lines",
    "paths avg %",
    "paths med %",
];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    csv::write(rows, &out.join("patterns.csv"))?;
    let time = growth::pictures(rows, |m| m.cpu_s);
    growth::draw(
        &out.join("patterns-time.svg"),
        "CPU seconds by SIZE",
        &time,
        0.01,
    )?;
    let paths = growth::pictures(rows, |m| m.completed as f64);
    growth::draw(
        &out.join("patterns-paths.svg"),
        "Paths by SIZE",
        &paths,
        1.0,
    )?;

    let lines = |row: &Row| vec![format!("{:.1}", row.measured.line_coverage)];
    let ours = rows.iter().map(|row| (row, lines(row)));
    let mut text = compare::run_table(&["lines %"], ours);
    figure4::write(&pairs(rows, CFG), out)?;
    text += &benchmarks(rows, &out.join("patterns-table2.csv"))?;
    for comparison in &COMPARISONS {
        let pairs = pairs(rows, comparison.other);
        if pairs.is_empty() {
            continue;
        }
        let cells = compared(&pairs, comparison.by_size);
        csv::records(&HEADER, cells.iter().cloned(), &out.join(comparison.file))?;
        let _ = write!(
            text,
            "\n{}\n\n{}\n{}",
            comparison.title,
            table(&HEADER, 1, cells),
            published(comparison.number),
        );
    }
    let _ = write!(
        text,
        "\nTime limit: {} s per run. A pair is a run of PAT and a run of the other mode on the same program and size. `ended`: pairs with at \
         least one finished run; speed-ups (`x`) and `diff s` are over these pairs, with the time until the stop for a stopped run. \
         `cut`: pairs with at least one stopped run; the differences of coverage and paths are over these pairs.\n\n{}",
        budget.as_secs_f64(),
        conclusion(rows),
    );
    compare::write(out, "patterns", text)
}

/// Writes Table 2 for the programs of the experiment: their numbers of source lines and their capacities (maximum
/// sizes of the input). Returns the text of this table and of the published Table 2.
fn benchmarks(rows: &[Row], path: &Path) -> Result<String, Error> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    for row in rows {
        let program = row.cell.program;
        if lines.iter().any(|line| line[0] == program.name) {
            continue;
        }
        let subject = subjects::of(program)?;
        let of = rows
            .iter()
            .filter(|row| row.cell.program.name == program.name);
        let mut sizes: Vec<u32> = of.map(|row| row.cell.size).collect();
        sizes.dedup();
        let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
        lines.push(vec![
            program.name.to_owned(),
            or_dash(subject, |subject| subject.lines.to_string()),
            "1".to_owned(),
            sizes.join(" "),
        ]);
    }
    let header = ["benchmark", "lines", "subjects", "capacity"];
    csv::records(&header, lines.iter().cloned(), path)?;
    let authors = published::pattern_benchmarks().into_iter();
    let authors = authors.map(|b| vec![b.benchmark, b.version, b.sloc, b.subjects, b.capacity]);
    Ok(format!(
        "\nBenchmarks (Table 2)\n\n{}\nPublished:\n\n{}",
        table(&header, 1, lines),
        table(
            &["benchmark", "version", "lines", "subjects", "capacity"],
            2,
            authors.collect()
        )
    ))
}

/// Returns the published numbers of the paper's table `number`, in the columns of the measured table.
fn published(number: u32) -> String {
    let figures = published::pattern_figures().into_iter();
    let rows = figures.filter(|figure| figure.table == number).map(|f| {
        let cells = [
            f.benchmark,
            f.time_n,
            f.avg_x,
            f.med_x,
            f.min_x,
            f.max_x,
            f.diff_s,
            f.coverage_n,
            f.lines_avg,
            f.lines_med,
            f.lines_min,
            f.lines_max,
            f.diff_lines,
            f.paths_avg,
            f.paths_med,
        ];
        let dash = |cell: String| {
            if cell.is_empty() {
                "–".to_owned()
            } else {
                cell
            }
        };
        cells.into_iter().map(dash).collect()
    });
    format!("Published:\n\n{}", table(&HEADER, 1, rows.collect()))
}

/// Returns each run of PAT with the run of the mode `other` on the same program and size.
fn pairs<'r>(rows: &'r [Row], other: &str) -> Vec<(&'r Row, &'r Row)> {
    let of = rows.iter().filter(|row| row.cell.mode.name == PAT);
    of.filter_map(|row| {
        let found = rows.iter().find(|o| {
            let (a, b) = (&o.cell, &row.cell);
            a.mode.name == other && a.program.name == b.program.name && a.size == b.size
        })?;
        Some((row, found))
    })
    .collect()
}

/// Returns the lines of a comparison: one line for each program (or for each size), and one line for all programs
/// together.
fn compared(pairs: &[(&Row, &Row)], by_size: bool) -> Vec<Vec<String>> {
    let key = |row: &Row| {
        if by_size {
            row.cell.size.to_string()
        } else {
            row.cell.program.name.to_owned()
        }
    };
    let mut keys: Vec<String> = Vec::new();
    for (row, _) in pairs {
        if !keys.contains(&key(row)) {
            keys.push(key(row));
        }
    }
    let mut lines: Vec<Vec<String>> = Vec::new();
    for wanted in keys {
        let of: Vec<_> = pairs
            .iter()
            .copied()
            .filter(|(row, _)| key(row) == wanted)
            .collect();
        lines.push(line(&wanted, &of));
    }
    lines.push(line("all", pairs));
    lines
}

fn line(name: &str, pairs: &[(&Row, &Row)]) -> Vec<String> {
    let ended = |(a, b): &&(&Row, &Row)| a.measured.end.is_whole() || b.measured.end.is_whole();
    let cut = |(a, b): &&(&Row, &Row)| !a.measured.end.is_whole() || !b.measured.end.is_whole();
    let times: Vec<f64> = pairs.iter().filter(ended).map(speed_up).collect();
    let saved: f64 = (pairs.iter().filter(ended))
        .map(|(a, b)| b.measured.cpu_s - a.measured.cpu_s)
        .sum();
    let more = |value: fn(&Row) -> f64| {
        let change = move |(a, b): &(&Row, &Row)| {
            let (a, b) = (value(a), value(b));
            if b > 0.0 { 100.0 * (a - b) / b } else { 0.0 }
        };
        pairs.iter().filter(cut).map(change).collect::<Vec<f64>>()
    };
    let lines = more(|row| row.measured.line_coverage);
    let paths = more(|row| row.measured.multiplicity as f64);
    let different = pairs.iter().filter(cut).fold(0, |sum: i64, (a, b)| {
        sum + a.measured.lines_covered as i64 - b.measured.lines_covered as i64
    });
    let share = |part: &[f64]| format!("{}/{}", part.len(), pairs.len());
    let two = |value: Option<f64>| match value {
        Some(value) if value.abs() >= 1e6 => format!("{value:.1e}"),
        Some(value) => format!("{value:.2}"),
        None => "-".to_owned(),
    };
    vec![
        name.to_owned(),
        share(&times),
        two(compare::mean_and_worst(&times).map(|(mean, _)| mean)),
        two(median(&times)),
        two(times.iter().copied().reduce(f64::min)),
        two(times.iter().copied().reduce(f64::max)),
        two(Some(saved)),
        share(&lines),
        two(average(&lines)),
        two(median(&lines)),
        two(lines.iter().copied().reduce(f64::min)),
        two(lines.iter().copied().reduce(f64::max)),
        format!("{different:+}"),
        two(average(&paths)),
        two(median(&paths)),
    ]
}

/// Returns the speed-up by PAT: the CPU time of the run `other` without PAT divided by that of the run `row` with PAT.
fn speed_up((row, other): &(&Row, &Row)) -> f64 {
    other.measured.cpu_s.max(1e-3) / row.measured.cpu_s.max(1e-3)
}

fn average(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len().checked_sub(1)? / 2;
    let upper = sorted.len() / 2;
    Some((sorted[middle] + sorted[upper]) / 2.0)
}

/// Returns the conclusion of the report: median speed-ups by PAT, and the runs that are slower with PAT.
fn conclusion(rows: &[Row]) -> String {
    let mut text = String::new();
    for other in [CFG, BASE] {
        let pairs = pairs(rows, other);
        let ended = pairs
            .iter()
            .filter(|(a, b)| a.measured.end.is_whole() || b.measured.end.is_whole());
        let times: Vec<f64> = ended.map(speed_up).collect();
        let middle = median(&times).map_or_else(|| "-".to_owned(), |m| format!("{m:.2}"));
        let slow = pairs.iter().filter(|pair| {
            let whole = pair.1.measured.end.is_whole();
            whole && pair.1.measured.cpu_s > 0.1 && speed_up(pair) < 0.8
        });
        let slow = names(slow.map(|(row, _)| row.cell.to_string()));
        let _ = writeln!(
            text,
            "median speed-up over {other}: {middle}; speed-up below 0.8: {slow}"
        );
    }
    let differ = pairs(rows, BASE).into_iter().filter(|(a, b)| {
        let whole = a.measured.end.is_whole() && b.measured.end.is_whole();
        whole
            && (a.measured.end != b.measured.end
                || a.measured.line_coverage != b.measured.line_coverage)
    });
    let _ = writeln!(
        text,
        "other verdict or coverage than {BASE}: {}",
        names(differ.map(|(row, _)| row.cell.to_string()))
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn speed_ups_are_relative_to_the_other_mode() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("memspn", 10, PAT), End::Verified, 2, 1.0),
            row(("memspn", 10, CFG), End::Verified, 1, 4.0),
            row(("memspn", 10, BASE), End::Verified, 21, 2.0),
            row(("memspn", 20, PAT), End::Verified, 2, 2.0),
            row(("memspn", 20, CFG), End::OutOfTime, 1, 60.0),
        ];
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        for line in [
            "median speed-up over CFG: 17.00",
            "median speed-up over K: 2.00",
            "Table 3",
            "Table 5",
            "| memspn    |",
            "| libosip 200 |",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        for file in [
            "patterns.md",
            "patterns.csv",
            "patterns-table2.csv",
            "patterns-table4.csv",
            "patterns-fig4a.svg",
            "patterns-fig4.csv",
            "patterns-time.svg",
        ] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
