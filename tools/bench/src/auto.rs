//! Automatic mode compared with all fixed modes. For each program and size, the *best mode* is the fixed mode that
//! finishes in the least CPU time.
//!
//! The programs are divided into two *halves*: every second program is in the first half. If a constant of automatic
//! mode is fitted to measurements, only programs of the first half may be used. The results for the second half then
//! show whether the constants also suit programs to which they were not fitted.
use crate::compare;
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Row, Shares};
use crate::programs;
use crate::report::csv;
use crate::report::text::{or_dash, seconds};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "auto",
    help: "Automatic mode, compared with the fixed modes: number of finished runs, and CPU time relative to the best fixed mode",
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

/// The rows of one program at one size, one row for each mode. Only modes in the same group are compared.
struct Group<'r> {
    rows: Vec<&'r Row>,
}

impl Group<'_> {
    /// Returns the row of the best mode; `None` if no fixed mode finishes.
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

    /// Returns the CPU times of automatic mode and of the best mode, if both finish.
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

/// Returns the comparison of automatic mode with the fixed modes, over all programs and over each half of the
/// programs.
fn conclusion(groups: &[Group<'_>], rows: &[Row], budget: Duration) -> String {
    let names: Vec<&str> = programs::all().map(|program| program.name).collect();
    let half = |odd: usize| -> Vec<&Group<'_>> {
        let of = |group: &&Group<'_>| {
            let name = group.rows[0].cell.program.name;
            names.iter().position(|&known| known == name).unwrap_or(0) % 2 == odd
        };
        groups.iter().filter(of).collect()
    };
    let parts = [
        ("all programs", groups.iter().collect()),
        ("the first half (every second program)", half(0)),
        ("the second half (the other programs)", half(1)),
    ];
    let modes = modes(rows);
    let parts = parts.iter().map(|(name, groups)| {
        let part = Part { groups, budget };
        format!("{name}:\n{}", part.text(&modes))
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// A part of the programs and sizes, with the time limit of their runs.
struct Part<'p, 'r> {
    groups: &'p [&'p Group<'r>],
    budget: Duration,
}

impl Part<'_, '_> {
    /// Returns the comparison of the modes as text. For each mode, the text contains the number of finished runs and
    /// the geometric mean of the CPU times. For automatic mode, the text also contains two numbers of runs: the runs
    /// that take about as much time as the runs of the best fixed mode, and the runs that take much more time.
    fn text(&self, modes: &[&'static str]) -> String {
        let by_fixed = |group: &&&Group| group.best().is_some();
        let ended: Vec<&&Group> = self.groups.iter().filter(by_fixed).collect();
        let of_auto = |group: &&&&Group| group.times().is_some();
        let mut text = format!(
            "  programs and sizes that at least one fixed mode finishes: {}; of these, automatic mode finishes: {}\n",
            ended.len(),
            ended.iter().filter(of_auto).count(),
        );
        for mode in modes {
            text += &self.line(mode, &ended);
        }
        let pairs: Vec<(f64, f64)> = ended.iter().filter_map(|group| group.times()).collect();
        let within = |factor: f64, more: f64| {
            let pairs = pairs
                .iter()
                .map(|(auto, best)| *auto <= factor * best + more);
            pairs.filter(|is_within| *is_within).count()
        };
        let share = 100.0 * within(1.5, 0.1) as f64 / ended.len().max(1) as f64;
        text += &format!(
            "  automatic mode takes at most 1.5 times the best fixed mode + 0.1 s: {} of {} ({share:.0} %)\n  \
             automatic mode takes more than 3 times the best fixed mode + 0.2 s, or does not end: {}\n",
            within(1.5, 0.1),
            ended.len(),
            ended.len() - within(3.0, 0.2),
        );
        text + &self.work()
    }

    /// Returns lines that compare the work of all engines of automatic mode with the work of the engine that gave the
    /// result: the number of runs with about the same work, the number of runs with much more work, and the sum of the
    /// work. Work is an estimated number of instructions; 2 million instructions take about 0.1 s. Unlike times, the
    /// work does not depend on the machine and its load.
    fn work(&self) -> String {
        let ended = self.groups.iter().filter_map(|group| {
            let auto = group.auto().filter(|row| row.measured.end.is_whole());
            auto?.measured.shares
        });
        let ended: Vec<Shares> = ended.collect();
        let within = |tenths: u64, more: u64| {
            let is_within = |it: &&Shares| it.total <= it.result * tenths / 10 + more;
            ended.iter().filter(is_within).count()
        };
        let near = within(15, 2_000_000);
        let share = 100.0 * near as f64 / ended.len().max(1) as f64;
        let total: u64 = ended.iter().map(|it| it.total).sum();
        format!(
            "  work of all engines at most 1.5 times that of the engine that gave the verdict + 2 million: {near} of {} ({share:.0} %)\n  \
             work of all engines more than 3 times that of the engine that gave the verdict + 4 million: {}\n  \
             sum of the work of all engines: {} million\n",
            ended.len(),
            ended.len() - within(30, 4_000_000),
            total / 1_000_000,
        )
    }

    /// Returns the line of the mode `mode` in the comparison. If a run does not finish, the time limit counts as the
    /// time of the run.
    fn line(&self, mode: &str, groups: &[&&Group<'_>]) -> String {
        let rows = groups.iter().flat_map(|group| &group.rows);
        let rows: Vec<&&Row> = rows.filter(|row| row.cell.mode.name == mode).collect();
        let has_ended = |row: &&&&Row| row.measured.end.is_whole();
        let time = |row: &&Row| match row.measured.end.is_whole() {
            true => row.measured.cpu_s,
            false => self.budget.as_secs_f64(),
        };
        let logs: f64 = rows.iter().map(|row| time(row).max(0.005).ln()).sum();
        let mean = (logs / rows.len().max(1) as f64).exp();
        format!(
            "  {mode:<10} ends {:>3}, geometric mean {} s\n",
            rows.iter().filter(has_ended).count(),
            seconds(mean)
        )
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    /// In each half of the programs, automatic mode is compared with the best fixed mode that finishes.
    #[test]
    fn automatic_mode_is_compared_with_the_best_fixed_mode() {
        let run = |name, mode, end, cpu_s| row((name, 4, mode), end, 1, cpu_s);
        let rows = [
            run("toupper", "K", End::OutOfTime, 8.0),
            run("toupper", "C", End::Verified, 1.0),
            run("toupper", "auto", End::Verified, 1.5),
            run("bitonic_sort", "K", End::Verified, 0.1),
            run("bitonic_sort", "C", End::Verified, 0.5),
            run("bitonic_sort", "auto", End::Verified, 0.6),
            run("prim", "K", End::OutOfTime, 8.0),
            run("prim", "C", End::OutOfTime, 8.0),
            run("prim", "auto", End::Verified, 2.0),
        ];
        let text = conclusion(&groups(&rows), &rows, Duration::from_secs(8));
        let parts: Vec<&str> = text.split("\n\n").collect();
        assert!(
            parts[0].contains("fixed mode finishes: 2; of these, automatic mode finishes: 2\n"),
            "{text}"
        );
        assert!(
            parts[0].contains("best fixed mode + 0.1 s: 1 of 2 (50 %)\n"),
            "{text}"
        );
        assert!(
            parts[1].contains("best fixed mode + 0.1 s: 1 of 1 (100 %)\n"),
            "{text}"
        );
        assert!(parts[2].contains("+ 0.2 s, or does not end: 1\n"), "{text}");
    }

    #[test]
    fn the_work_of_all_engines_is_compared_with_that_of_the_result() {
        let run = |name, total, result| {
            let mut row = row((name, 4, "auto"), End::Verified, 1, 0.1);
            row.measured.shares = Some(Shares { total, result });
            row
        };
        let rows = [
            run("toupper", 5_000_000, 2_000_000),
            run("bitonic_sort", 13_000_000, 3_000_000),
            run("prim", 14_000_000, 3_000_000),
        ];
        let text = conclusion(&groups(&rows), &rows, Duration::from_secs(8));
        assert!(text.contains("+ 2 million: 1 of 3 (33 %)\n"), "{text}");
        assert!(text.contains("+ 4 million: 1\n"), "{text}");
        assert!(text.contains("engines: 32 million\n"), "{text}");
    }
}
