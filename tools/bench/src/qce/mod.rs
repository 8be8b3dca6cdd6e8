//! Figures 4, 5, 6, 7 and 9 of the state merging paper (Kuznetsov et al., PLDI 2012): time, paths and queries with and
//! without state merging, by the number of symbolic arguments and by α, the threshold for hot variables. The report
//! also gives the cost of queries (§5.4) and the share of fast-forwarded states that are joined (§5.5). Dynamic merging
//! fast-forwards a state: it runs the state up to a merge point although the searcher has selected another state. The
//! module `figures` draws the figures that compare two modes.
mod figures;

use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Cell, Row};
use crate::report::csv;
use crate::report::growth::Sheet;
use crate::report::text::{count, or_dash};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "qce",
    help: "State merging (PLDI 2012), Figures 4, 5, 6, 7 and 9: no, static and dynamic merging, by number of symbolic arguments and by alpha",
    programs: Programs::Named(PROGRAMS),
    sizes: &[],
    modes: Modes::Named(&[
        PLAIN,
        STATIC,
        DYNAMIC,
        "dynamic-dfs",
        "dynamic-random",
        "covnew",
        "dynamic-covnew",
        "history-dfs",
        "history-random",
        "history-covnew",
        "static-0",
        "static-0.01",
        "static-0.1",
        "static-0.5",
        "static-inf",
    ]),
    writes_tests: true,
    equal_to: None,
    report,
};

const PROGRAMS: &[&str] = &["echo", "sleep", "nice", "link", "paste", "join"];
/// The mode of exploration without merging.
const PLAIN: &str = "K";
/// The mode of static merging.
const STATIC: &str = "static";
/// The mode of dynamic merging.
const DYNAMIC: &str = "dynamic";
/// The modes that combine dynamic merging with a searcher: depth-first, random-path or coverage-guided. The modes
/// `dynamic-…` use symtool's form of dynamic merging. The modes `history-…` use the paper's form, which compares a
/// state with the recorded predecessors of the other states.
const SEARCHING: [&str; 6] = [
    "dynamic-dfs",
    "dynamic-random",
    "dynamic-covnew",
    "history-dfs",
    "history-random",
    "history-covnew",
];

/// If a run takes less than this number of CPU seconds, noise dominates its measured time.
const NOISE_S: f64 = 0.1;

const SHEETS: [Sheet; 3] = [
    Sheet::times("qce-time.svg", "CPU seconds by arguments"),
    Sheet::counts("qce-paths.svg", "Paths represented by arguments", |m| {
        m.multiplicity as f64
    }),
    Sheet::counts("qce-queries.svg", "Solver queries by arguments", |m| {
        m.queries as f64
    }),
];

/// The growth plots of CPU time for several values of α, the threshold for hot variables.
const BY_ALPHA: Sheet = Sheet::times("qce-alpha.svg", "CPU seconds by arguments and alpha");

const OTHERS: &[&str] = &["merged", "multiplicity", "speed-up"];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    csv::write(rows, &out.join("qce.csv"))?;
    let main: Vec<Row> = rows
        .iter()
        .filter(|row| !is_by_alpha(row))
        .cloned()
        .collect();
    for sheet in SHEETS {
        sheet.draw(&main, out)?;
    }
    let by_alpha: Vec<Row> = rows
        .iter()
        .filter(|row| is_by_alpha(row) || row.cell.mode.name == STATIC)
        .cloned()
        .collect();
    BY_ALPHA.draw(&by_alpha, out)?;
    figures::write(rows, out)?;

    let base = |row: &Row| other(rows, &row.cell, PLAIN);
    let runs = rows.iter().map(|row| {
        let cells = vec![
            count(row.measured.merged),
            count(row.measured.multiplicity),
            or_dash(
                base(row).and_then(|base| speed_up(base, row)),
                |(at_least, ratio)| format!("{}{ratio:.2}", if at_least { ">" } else { "" }),
            ),
        ];
        (row, cells)
    });
    let cells = compare::run_table(OTHERS, runs);
    let text = format!(
        "{cells}\nTime limit: {} s per run. `size`: the number of symbolic arguments. `multiplicity`: an upper bound of the number of program \
         paths that the completed paths represent (exact without merging). `speed-up`: the CPU time without merging divided by the CPU \
         time of the row; `>` if the run without merging did not finish.\n\n{}\n{}",
        budget.as_secs_f64(),
        figures::text(rows),
        conclusion(rows)
    );
    compare::write(out, "qce", text)
}

fn is_by_alpha(row: &Row) -> bool {
    row.cell.mode.name.starts_with("static-")
}

fn other<'r>(rows: &'r [Row], cell: &Cell, mode: &str) -> Option<&'r Row> {
    let same = |c: &Cell| c.program.name == cell.program.name && c.size == cell.size;
    rows.iter()
        .find(|row| same(&row.cell) && row.cell.mode.name == mode)
}

/// Returns the CPU time without merging divided by the CPU time with merging; `None` if the run with merging
/// did not finish. The flag is `true` if the ratio is a lower bound, because the run without merging did not finish.
fn speed_up(plain: &Row, merged: &Row) -> Option<(bool, f64)> {
    let ratio = plain.measured.cpu_s / merged.measured.cpu_s.max(1e-3);
    merged
        .measured
        .end
        .is_whole()
        .then_some((!plain.measured.end.is_whole(), ratio))
}

fn conclusion(rows: &[Row]) -> String {
    let mut text = String::new();
    for program in PROGRAMS {
        let of = |mode: &str| {
            let pairs = rows
                .iter()
                .filter(|row| row.cell.program.name == *program && row.cell.mode.name == mode);
            let ratios = pairs.filter_map(|row| {
                let (at_least, ratio) = speed_up(other(rows, &row.cell, PLAIN)?, row)?;
                Some(format!("{}{ratio:.2}", if at_least { ">" } else { "" }))
            });
            ratios.collect::<Vec<_>>().join(" ")
        };
        for mode in [STATIC, DYNAMIC] {
            let series = of(mode);
            if !series.is_empty() {
                let _ = writeln!(
                    text,
                    "speed-up of {mode} on {program}, by arguments: {series}"
                );
            }
        }
    }
    for program in PROGRAMS {
        for mode in SEARCHING {
            let is_of =
                |row: &&Row| row.cell.program.name == *program && row.cell.mode.name == mode;
            let dynamic = rows.iter().filter(is_of);
            let (tried, joined) = dynamic.fold((0, 0), |(tried, joined), row| {
                let m = &row.measured;
                (tried + m.forwarded, joined + m.caught_up)
            });
            if tried > 0 {
                let part = joined as f64 / tried as f64;
                let _ = writeln!(
                    text,
                    "fast-forwarded states of {program}, {mode}, that were joined: {joined} of {tried} ({part:.2})"
                );
            }
        }
    }
    let slower = |mode: &'static str, to: &'static str, by: f64| {
        names(
            rows.iter()
                .filter(|row| row.cell.mode.name == mode)
                .filter_map(|row| {
                    let base = other(rows, &row.cell, to)?;
                    let (a, b) = (row.measured.cpu_s, base.measured.cpu_s);
                    let whole = base.measured.end.is_whole();
                    (whole && a > NOISE_S && a > by * b).then(|| row.cell.to_string())
                }),
        )
    };
    let _ = writeln!(
        text,
        "static takes over 1.5 times the time without merging: {}",
        slower(STATIC, PLAIN, 1.5)
    );
    let _ = writeln!(
        text,
        "dynamic takes over 1.5 times the time without merging: {}",
        slower(DYNAMIC, PLAIN, 1.5)
    );
    for mode in SEARCHING.into_iter().chain([DYNAMIC]) {
        let _ = writeln!(
            text,
            "{mode} takes over 1.3 times the time of static merging: {}",
            slower(mode, STATIC, 1.3)
        );
    }
    text
}
