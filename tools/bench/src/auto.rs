//! Automatic mode compared with all fixed modes. For each program and size, the *best mode* is the fixed mode that ends
//! with the least CPU time.
use crate::compare;
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::Row;
use crate::report::csv;
use crate::report::text::{or_dash, seconds};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "auto",
    help: "Automatic mode, compared with the fixed modes: ends, and CPU time relative to the best fixed mode",
    programs: Programs::All,
    sizes: &[],
    modes: Modes::Named(&[
        "K", "fair", "C", "static", "C-static", "dynamic", "PAT", "CDSE", AUTO,
    ]),
    writes_tests: true,
    equal_to: None,
    report,
};

const AUTO: &str = "auto";

/// The program and size of the cells that are compared with each other, and their rows.
struct Group<'r> {
    rows: Vec<&'r Row>,
}

impl Group<'_> {
    /// Returns the row of the best mode; `None` if no fixed mode ends.
    fn best(&self) -> Option<&Row> {
        let fixed = self.rows.iter().copied();
        fixed
            .filter(|row| row.cell.mode.name != AUTO && row.measured.end.is_whole())
            .min_by(|a, b| a.measured.cpu_s.total_cmp(&b.measured.cpu_s))
    }

    /// Returns the row of automatic mode, if it was run.
    fn auto(&self) -> Option<&Row> {
        self.rows
            .iter()
            .copied()
            .find(|row| row.cell.mode.name == AUTO)
    }

    /// Returns the CPU times of automatic mode and of the best mode, if both end.
    fn times(&self) -> Option<(f64, f64)> {
        let auto = self.auto().filter(|row| row.measured.end.is_whole())?;
        Some((auto.measured.cpu_s, self.best()?.measured.cpu_s))
    }
}

fn groups(rows: &[Row]) -> Vec<Group<'_>> {
    let same =
        |a: &Row, b: &Row| (a.cell.program.name, a.cell.size) == (b.cell.program.name, b.cell.size);
    rows.chunk_by(same)
        .map(|rows| Group {
            rows: rows.iter().collect(),
        })
        .collect()
}

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    csv::write(rows, &out.join("auto.csv"))?;
    let groups = groups(rows);
    let runs = groups.iter().flat_map(|group| {
        let best = group.best().map(|best| best.measured.cpu_s);
        group.rows.iter().map(move |row| {
            let ratio = best.filter(|_| row.measured.end.is_whole());
            let ratio = ratio.map(|best| row.measured.cpu_s / best.max(0.001));
            (*row, vec![or_dash(ratio, |ratio| format!("{ratio:.2}"))])
        })
    });
    let cells = compare::run_table(&["of best"], runs);
    let text = format!(
        "{cells}\nTime limit: {} s per run. `of best`: the CPU time divided by that of the best fixed mode.\n\n{}",
        budget.as_secs_f64(),
        conclusion(&groups, rows, budget)
    );
    compare::write(out, "auto", text)
}

/// Returns the number of ends and the geometric mean of CPU times of each mode, and the ratios of automatic mode to the
/// best fixed mode. A run that does not end counts with the time limit.
fn conclusion(groups: &[Group<'_>], rows: &[Row], budget: Duration) -> String {
    let ended: Vec<&Group> = groups
        .iter()
        .filter(|group| group.rows.iter().any(|row| row.measured.end.is_whole()))
        .collect();
    let mut text = format!("programs and sizes that some mode ends: {}\n", ended.len());
    for mode in modes(rows) {
        let of_mode = || {
            let rows = ended.iter().flat_map(|group| &group.rows);
            rows.filter(|row| row.cell.mode.name == mode)
        };
        let whole = of_mode().filter(|row| row.measured.end.is_whole()).count();
        let time = |row: &&&Row| match row.measured.end.is_whole() {
            true => row.measured.cpu_s,
            false => budget.as_secs_f64(),
        };
        let times: Vec<f64> = of_mode().map(|row| time(&row)).collect();
        let logs: f64 = times.iter().map(|time| time.max(0.005).ln()).sum();
        let mean = (logs / times.len().max(1) as f64).exp();
        text += &format!(
            "{mode:<10} ends {whole}, geometric mean {} s\n",
            seconds(mean)
        );
    }
    let pairs: Vec<(f64, f64)> = groups.iter().filter_map(Group::times).collect();
    let within = |factor: f64, more: f64| {
        let pairs = pairs.iter();
        pairs
            .filter(|(auto, best)| *auto <= factor * best + more)
            .count()
    };
    text + &format!(
        "automatic mode takes at most 1.5 times the best fixed mode + 0.1 s: {} of {}\n\
         automatic mode takes more than 3 times the best fixed mode + 0.2 s: {}\n",
        within(1.5, 0.1),
        pairs.len(),
        pairs.len() - within(3.0, 0.2),
    )
}

/// Returns the names of the modes that were run, in their order.
fn modes(rows: &[Row]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for row in rows {
        if !names.contains(&row.cell.mode.name) {
            names.push(row.cell.mode.name);
        }
    }
    names
}
