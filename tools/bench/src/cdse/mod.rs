//! The tables 5.1 to 5.5, A.5 and A.6 of the thesis on conflict-driven symbolic execution (do Val, University of
//! British Columbia, 2014). The programs are state machines and drivers of `examples/c`, or the programs of a folder.
//! The tables compare time and executed instructions of three kinds of exploration, for safe and unsafe programs. The
//! three kinds are plain exploration, conflict-driven exploration with each strategy, and conflict-driven exploration
//! of the melded program. All modes have the same unwinding bound.
//!
//! A conflict-driven mode of symtool executes each node of the unrolled control-flow graph once, even if many paths
//! contain the node. The thesis's tool executes the instructions of each path, except those of the prefix that the path
//! shares with the previous path. It stops at the first infeasible branch of the path. The measurement `steps_walked`
//! counts the instructions that the thesis's tool would execute. Tables A.5 and A.6 and Figure 5.1 contain this
//! measurement, so that they can be compared with those of the thesis.
pub(crate) mod search;
mod thesis;

use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{End, Row};
use crate::report::csv;
use crate::report::scatter::{self, Axes, Cloud};
use crate::report::text::{count, or_dash, seconds, table};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use symtool_cdse::strategy::{STRATEGIES, Strategy};

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "cdse",
    help: "State machines and drivers, or the programs of DIR: conflict-driven search with each strategy, compared with plain exploration",
    programs: PROGRAMS,
    sizes: &[],
    modes: Modes::Named(&ALL),
    // With --verify, no tests are written for paths without failure.
    writes_tests: false,
    equal_to: None,
    report,
};

const PROGRAMS: Programs = Programs::Named(&[
    "dhcp_true",
    "dhcp_false",
    "diskperf_true",
    "diskperf_false",
    "elevator_true",
    "elevator_false",
    "floppy_true",
    "floppy_false",
    "handshake_true",
    "handshake_false",
    "kbdclass_true",
    "kbdclass_false",
    "parport_true",
    "parport_false",
    "ssh_rekey_true",
    "ssh_rekey_false",
    "tcp_true",
    "tcp_false",
    "tftp_true",
    "tftp_false",
    "tls_client_true",
    "tls_client_false",
    "tls_server_true",
    "tls_server_false",
    "usb_enum_true",
    "usb_enum_false",
]);

/// The mode of plain exploration, which checks the assertions of the program.
const PLAIN: &str = "KV";
/// The mode of conflict-driven exploration with the default strategy.
const LEARNING: &str = Strategy::DEFAULT.name;
/// The mode of conflict-driven exploration of the melded program.
const MELDED: &str = "C-maximize:10";

/// The modes in the tables that compare tools; [`LEARNERS`] are the modes in the tables that compare
/// strategies.
const TOOLS: &[&str] = &[PLAIN, LEARNING, MELDED];
/// The modes of conflict-driven exploration: one mode for each strategy.
const LEARNERS: [&str; STRATEGIES.len()] = {
    let mut names = [""; STRATEGIES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = STRATEGIES[at].name;
        at += 1;
    }
    names
};
/// All modes: plain exploration, then [`LEARNERS`], then the melded program.
const ALL: [&str; STRATEGIES.len() + 2] = {
    let mut names = [PLAIN; STRATEGIES.len() + 2];
    let mut at = 0;
    while at < LEARNERS.len() {
        names[at + 1] = LEARNERS[at];
        at += 1;
    }
    names[at + 1] = MELDED;
    names
};

const HEADER: [&str; 14] = [
    "program",
    "mode",
    "expected",
    "end",
    "right",
    "unwind",
    "CPU s",
    "MB",
    "paths",
    "instructions",
    "steps walked",
    "learned",
    "from constants",
    "nodes",
];

/// Returns the number of instructions on the paths of a run. Instructions of a prefix that successive paths share are
/// counted once. A conflict-driven run that was killed has no such count, so the result is 0.
fn executed(row: &Row) -> u64 {
    let is_learning = |option: &&str| option.starts_with("--cdse");
    match row.measured.learning {
        Some(learning) => learning.steps_walked,
        None if row.cell.mode.options.iter().any(is_learning) => 0,
        None => row.measured.instructions,
    }
}

/// The comparison of a run's verdict with the program's expected verdict.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Correctness {
    Correct,
    Wrong,
    /// The verdict can be neither confirmed nor refuted. This is the case if the verdict is vacuous or incomplete, if
    /// the program has no expected verdict, or if an unsafe program is verified only up to the unwinding bound.
    Unknown,
}

fn correctness(row: &Row) -> Correctness {
    let answer = match row.measured.end {
        End::Verified | End::VerifiedBounded => true,
        End::Violation => false,
        End::Vacuous | End::Incomplete | End::OutOfTime => return Correctness::Unknown,
    };
    match row.cell.program.is_safe {
        Some(expected) if expected == answer => Correctness::Correct,
        // The failure may need more loop iterations than the unwinding bound permits, so this verdict is not wrong.
        Some(false) if row.measured.end == End::VerifiedBounded => Correctness::Unknown,
        Some(_) => Correctness::Wrong,
        None => Correctness::Unknown,
    }
}

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    csv::records(&HEADER, rows.iter().map(record), &out.join("cdse.csv"))?;
    draw(rows, &out.join("cdse-instructions.svg"))?;
    let mut text = wrong(rows);
    text += &table(&HEADER, 5, rows.iter().map(cells).collect());
    for sheet in SHEETS {
        let rows: Vec<&Row> = rows
            .iter()
            .filter(|row| row.cell.program.is_safe == Some(sheet.safe))
            .collect();
        let Some((header, lines)) = by_mode(&rows, sheet) else {
            continue;
        };
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let Sheet { number, title, .. } = sheet;
        let file = format!("cdse-table{number}.csv");
        csv::records(&header, lines.iter().cloned(), &out.join(file))?;
        let _ = write!(
            text,
            "\nTable {number}: {title}\n\n{}",
            table(&header, 1, lines)
        );
    }
    let _ = write!(text, "\n{}\n{}", conclusion(rows, budget), thesis::text());
    compare::write(out, "cdse", text)
}

/// One of the thesis's tables: its caption, the modes that it compares, and the measurement that it contains.
struct Sheet {
    number: &'static str,
    title: &'static str,
    safe: bool,
    modes: &'static [&'static str],
    /// Whether the table has columns for other tools (CBMC and KLEE). The columns are omitted if there is no
    /// measurement of these tools for any program.
    others: bool,
    value: fn(&Row) -> f64,
    format: fn(f64) -> String,
}

/// The table of times on safe programs. The other tables of times copy most of its fields.
const TIME: Sheet = Sheet {
    number: "5.1",
    title: "CPU seconds on safe programs",
    safe: true,
    modes: TOOLS,
    others: true,
    value: |row| row.measured.cpu_s,
    format: seconds,
};

/// The table of executed instructions on safe programs.
const INSTRUCTIONS: Sheet = Sheet {
    number: "A.5",
    title: "executed instructions on safe programs",
    safe: true,
    modes: &ALL,
    others: false,
    value: |row| executed(row) as f64,
    format: |value| count(value as u64),
};

/// The repeated tables of the thesis, in the order of the report.
const SHEETS: &[Sheet] = &[
    TIME,
    Sheet {
        number: "5.2",
        title: "CPU seconds on unsafe programs",
        safe: false,
        ..TIME
    },
    Sheet {
        number: "5.4",
        title: "CPU seconds by strategy on safe programs",
        modes: &LEARNERS,
        others: false,
        ..TIME
    },
    Sheet {
        number: "5.5",
        title: "CPU seconds by strategy on unsafe programs",
        safe: false,
        modes: &LEARNERS,
        others: false,
        ..TIME
    },
    INSTRUCTIONS,
    Sheet {
        number: "A.6",
        title: "executed instructions on unsafe programs",
        safe: false,
        ..INSTRUCTIONS
    },
];

fn record(row: &Row) -> Vec<String> {
    let learning = row.measured.learning;
    let learned =
        |value: fn(crate::grid::Learning) -> u64| or_dash(learning.map(value), |v| v.to_string());
    let expected = match row.cell.program.is_safe {
        Some(true) => "safe",
        Some(false) => "unsafe",
        None => "–",
    };
    let right = match correctness(row) {
        Correctness::Correct => "yes",
        Correctness::Wrong => "NO",
        Correctness::Unknown => "–",
    };
    vec![
        row.cell.program.name.to_owned(),
        row.cell.mode.name.to_owned(),
        expected.to_owned(),
        row.measured.end.name().to_owned(),
        right.to_owned(),
        row.cell.size.to_string(),
        format!("{:.3}", row.measured.cpu_s),
        (row.measured.memory_bytes >> 20).to_string(),
        learning
            .map_or(row.measured.completed, |l| l.paths_executed)
            .to_string(),
        row.measured.instructions.to_string(),
        learned(|l| l.steps_walked),
        learned(|l| l.learned),
        learned(|l| l.from_constants),
        learned(|l| l.nodes),
    ]
}

/// Returns the table cells for one measured run, with large numbers in groups of digits.
fn cells(row: &Row) -> Vec<String> {
    let mut cells = record(row);
    cells[6] = at_least(row, seconds(row.measured.cpu_s));
    for cell in &mut cells[8..] {
        if let Ok(number) = cell.parse() {
            *cell = at_least(row, count(number));
        }
    }
    cells
}

/// Marks a measurement of an unfinished run as a lower bound: `60.0` becomes `>60.0`.
fn at_least(row: &Row, text: String) -> String {
    if row.measured.end.is_whole() {
        text
    } else {
        format!(">{text}")
    }
}

/// Returns the table that `sheet` describes, with a line for each program, a column for each mode, and totals.
/// Returns `None` if none of the modes of the table was run.
fn by_mode(rows: &[&Row], sheet: &Sheet) -> Option<(Vec<String>, Vec<Vec<String>>)> {
    let mut programs: Vec<&str> = rows.iter().map(|row| row.cell.program.name).collect();
    programs.dedup();
    let was_run = |mode: &&&str| rows.iter().any(|row| row.cell.mode.name == **mode);
    let modes: Vec<&str> = sheet.modes.iter().filter(was_run).copied().collect();
    if programs.is_empty() || modes.is_empty() {
        return None;
    }
    let has_others = sheet.others
        && programs
            .iter()
            .any(|program| thesis::others(program, sheet.safe).is_some());
    let others = |program: &str| {
        let figures = thesis::others(program, sheet.safe);
        let figures = figures.unwrap_or_else(|| std::array::from_fn(|_| "–".to_owned()));
        figures.into_iter().filter(|_| has_others)
    };
    let line = |program: &&str| {
        let cell = |mode: &&str| {
            let mut of = rows.iter().filter(|row| row.cell.mode.name == *mode);
            let row = of.find(|row| row.cell.program.name == *program);
            or_dash(row, |row| at_least(row, (sheet.format)((sheet.value)(row))))
        };
        std::iter::once((*program).to_owned())
            .chain(modes.iter().map(cell))
            .chain(others(program))
            .collect()
    };
    let mut lines: Vec<Vec<String>> = programs.iter().map(line).collect();
    let total = |mode: &&str| {
        let of = || rows.iter().filter(|row| row.cell.mode.name == *mode);
        let sum = of().fold(0.0, |sum, row| sum + (sheet.value)(row));
        let sum = (sheet.format)(sum);
        let whole = of().all(|row| row.measured.end.is_whole());
        if whole { sum } else { format!(">{sum}") }
    };
    lines.push(
        std::iter::once("total".to_owned())
            .chain(modes.iter().map(total))
            .chain(others("total"))
            .collect(),
    );
    let header = std::iter::once("program")
        .chain(modes.iter().copied())
        .chain(thesis::OTHERS.into_iter().filter(|_| has_others))
        .map(str::to_owned);
    Some((header.collect(), lines))
}

/// Returns pairs of runs of the same program: the run of plain exploration, and the run in the mode `mode`. A program
/// without a run of plain exploration has no pair.
fn pairs<'r>(rows: &'r [Row], mode: &str) -> Vec<(&'r Row, &'r Row)> {
    let plain = |row: &Row| {
        let mut all = rows.iter();
        all.find(|p| p.cell.mode.name == PLAIN && p.cell.program.name == row.cell.program.name)
    };
    let of = rows.iter().filter(|row| row.cell.mode.name == mode);
    of.filter_map(|row| Some((plain(row)?, row))).collect()
}

/// Draws Figure 5.1 of the thesis: for each program, the executed instructions of conflict-driven exploration against
/// those of plain exploration.
fn draw(rows: &[Row], path: &Path) -> Result<(), Error> {
    let pairs = pairs(rows, LEARNING);
    let cloud = |name: &str, safe| Cloud {
        name: name.to_owned(),
        points: (pairs.iter())
            .filter(|(_, row)| row.cell.program.is_safe == Some(safe))
            .map(|(a, b)| (executed(a) as f64, executed(b) as f64))
            .collect(),
    };
    let clouds = [cloud("safe", true), cloud("unsafe", false)];
    let axes = Axes {
        x: PLAIN,
        y: LEARNING,
        least: 1.0,
    };
    scatter::draw(path, "Executed instructions", axes, &clouds)
}

/// Returns a list of the wrong verdicts, which is printed at the top of the report.
fn wrong(rows: &[Row]) -> String {
    let wrong = rows
        .iter()
        .filter(|row| correctness(row) == Correctness::Wrong);
    let lines = wrong.map(|row| {
        format!(
            "WRONG VERDICT: program {}, mode {}: {}\n",
            row.cell.program.name,
            row.cell.mode.name,
            row.measured.end.name()
        )
    });
    let lines: String = lines.collect();
    if lines.is_empty() {
        lines
    } else {
        lines + "\n"
    }
}

fn conclusion(rows: &[Row], budget: Duration) -> String {
    let mut text = format!(
        "Time limit: {} s per run. `>` marks a lower bound: the run did not finish. Table 5.3, one line for each mode: the number of correct \
         verdicts, the CPU seconds on safe and on unsafe programs, and the number of instructions of plain exploration divided by the \
         number of the mode (geometric mean over programs that both finish).\n\n",
        budget.as_secs_f64()
    );
    let mut lines = Vec::new();
    for mode in &ALL {
        let of: Vec<&Row> = rows
            .iter()
            .filter(|row| row.cell.mode.name == *mode)
            .collect();
        if of.is_empty() {
            continue;
        }
        let right = of
            .iter()
            .filter(|row| correctness(row) == Correctness::Correct)
            .count();
        let spent = |safe: bool| {
            let of = of
                .iter()
                .filter(|row| row.cell.program.is_safe == Some(safe));
            seconds(of.fold(0.0, |sum, row| sum + row.measured.cpu_s))
        };
        let both = pairs(rows, mode).into_iter();
        let both = both.filter(|(a, b)| a.measured.end.is_whole() && b.measured.end.is_whole());
        let fewer: Vec<f64> = both
            .map(|(a, b)| executed(a) as f64 / executed(b).max(1) as f64)
            .collect();
        let fewer = or_dash(compare::mean_and_worst(&fewer), |(mean, _)| {
            format!("{mean:.2}")
        });
        lines.push(vec![
            (*mode).to_owned(),
            format!("{right}/{}", of.len()),
            spent(true),
            spent(false),
            fewer,
        ]);
    }
    text += &table(
        &[
            "mode",
            "right",
            "safe s",
            "unsafe s",
            "fewer instructions x",
        ],
        1,
        lines,
    );
    let wrong = rows
        .iter()
        .filter(|row| correctness(row) == Correctness::Wrong);
    let _ = writeln!(
        text,
        "\nwrong verdicts: {}",
        names(wrong.map(|row| row.cell.to_string()))
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::Learning;

    #[test]
    fn verdicts_are_compared_with_expectations() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = vec![
            row(("tcp_true", 10, "KV"), End::OutOfTime, 9000, 60.0),
            row(("tcp_true", 10, "guide"), End::Violation, 2, 1.0),
            row(
                ("tcp_true", 10, "maximize:10"),
                End::VerifiedBounded,
                7,
                2.0,
            ),
            row(("tcp_false", 10, "KV"), End::Violation, 3, 0.5),
            row(("tcp_false", 10, "guide"), End::VerifiedBounded, 3, 0.5),
            row(("tcp_false", 10, "maximize:10"), End::Violation, 3, 0.5),
        ];
        rows[2].measured.learning = Some(Learning {
            divisions: 0,
            paths_executed: 7,
            steps_walked: 450,
            learned: 12,
            from_constants: 5,
            nodes: 300,
            sat_solved: 20,
        });
        rows[5].measured.learning = Some(Learning {
            steps_walked: 250,
            ..Learning::default()
        });
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        let squeezed: Vec<String> = text
            .lines()
            .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        for line in [
            "WRONG VERDICT: program tcp_true, mode guide: violation",
            "| tcp_true | maximize:10 | safe | verified-bounded | yes | 10 | 2.00 | 50 | 7 | 1,000 | 450 | 12 | 5 | 300 |",
            "| total | >60.0 | 2.00 |",
            "| maximize:10 | 2/2 | 2.00 | 0.50 | 4.00 |",
            "wrong verdicts: tcp_true 10 guide",
        ] {
            assert!(squeezed.iter().any(|l| l == line), "{line}\n{text}");
        }
        for file in [
            "cdse.md",
            "cdse.csv",
            "cdse-table5.1.csv",
            "cdse-tableA.6.csv",
            "cdse-instructions.svg",
        ] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
