//! Automatic mode compared with all fixed modes. For each program and size, the *best mode* is the fixed mode that
//! finishes in the least time: CPU time for automatic mode on one thread, and wall-clock time for two threads.
//!
//! The programs are divided into two *halves*: every second program is in the first half. If a constant of automatic
//! mode is fitted to measurements, only programs of the first half may be used. The results for the second half then
//! show whether the constants also suit programs to which they were not fitted.
use crate::compare;
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Measured, Row, Shares};
use crate::programs;
use crate::report::csv;
use crate::report::text::or_dash;
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "auto",
    help: "Automatic mode, compared with the fixed modes: finished runs, and time and memory relative to the best fixed mode",
    programs: Programs::All,
    sizes: &[],
    modes: Modes::Named(&[
        "K", "fair", "C", "static", "C-static", "dynamic", "PAT", "CDSE", "auto", "auto2",
    ]),
    writes_tests: true,
    equal_to: None,
    report,
};

/// A way to run automatic mode.
struct Automatic {
    /// The name of the mode in the table of modes.
    mode: &'static str,
    /// The number of engines that run at the same time.
    threads: u64,
    /// The kind of time that is compared with the fixed modes.
    clock: &'static str,
    time: fn(&Measured) -> f64,
}

/// The ways to run automatic mode: on one thread, compared by CPU time, and on two threads, compared by wall-clock
/// time.
const AUTOMATIC: [Automatic; 2] = [
    Automatic {
        mode: "auto",
        threads: 1,
        clock: "CPU time",
        time: |run| run.cpu_s,
    },
    Automatic {
        mode: "auto2",
        threads: 2,
        clock: "wall-clock time",
        time: |run| run.wall_s,
    },
];

fn is_automatic(row: &Row) -> bool {
    AUTOMATIC.iter().any(|it| it.mode == row.cell.mode.name)
}

/// The rows (measured runs) of one program at one size, one row for each mode. Automatic mode is compared only with the
/// fixed modes in the same group.
struct Group<'r> {
    rows: Vec<&'r Row>,
}

impl Group<'_> {
    /// Returns the row of the best mode: the fixed mode that finishes in the least time, measured by the clock of
    /// `automatic`. Returns `None` if no fixed mode finishes.
    fn best(&self, automatic: &Automatic) -> Option<&Row> {
        let time = |row: &&Row| (automatic.time)(&row.measured);
        let fixed = self.rows.iter().copied();
        fixed
            .filter(|row| !is_automatic(row) && row.measured.end.is_whole())
            .min_by(|a, b| time(a).total_cmp(&time(b)))
    }

    /// Returns the row of a mode, if it was run.
    fn row(&self, mode: &str) -> Option<&Row> {
        let mut rows = self.rows.iter().copied();
        rows.find(|row| row.cell.mode.name == mode)
    }

    /// Returns the rows of automatic mode and of the best mode, if both finish.
    fn pair(&self, automatic: &Automatic) -> Option<(&Row, &Row)> {
        let row = self.row(automatic.mode)?;
        let ended = Some(row).filter(|row| row.measured.end.is_whole())?;
        Some((ended, self.best(automatic)?))
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
        let best = group.best(&AUTOMATIC[0]).map(|best| best.measured.cpu_s);
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
    /// Returns the comparison of the modes as text. The text contains the number of finished runs and the geometric
    /// means of the times of each mode. It also compares each way to run automatic mode with the best fixed modes.
    fn text(&self, modes: &[&'static str]) -> String {
        let is_ended = |group: &&&Group| group.best(&AUTOMATIC[0]).is_some();
        let ended: Vec<&Group> = self.groups.iter().filter(is_ended).copied().collect();
        let mut text = format!(
            "  programs and sizes that at least one fixed mode finishes: {}\n",
            ended.len()
        );
        for mode in modes {
            text += &self.line(mode, &ended);
        }
        let ran = AUTOMATIC.iter().filter(|it| modes.contains(&it.mode));
        for automatic in ran {
            text += &against_best(automatic, &ended);
        }
        text + &self.work()
    }

    /// Returns lines that compare the work of all engines of automatic mode with the work of the one engine that gave
    /// the result. The lines give three numbers:
    ///
    /// - the number of runs in which the work of all engines is at most 1.5 times that of this engine plus 2 million;
    /// - the number of runs in which it exceeds 3 times that of this engine plus 4 million;
    /// - the sum of the work of all engines over all runs.
    ///
    /// Work is an estimated number of instructions; 2 million instructions take about 0.1 s. Unlike times, the work
    /// does not depend on the machine and its load.
    fn work(&self) -> String {
        let ended = self.groups.iter().filter_map(|group| {
            let auto = group.row("auto").filter(|row| row.measured.end.is_whole());
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
    fn line(&self, mode: &str, groups: &[&Group<'_>]) -> String {
        let rows = groups.iter().flat_map(|group| &group.rows);
        let rows: Vec<&&Row> = rows.filter(|row| row.cell.mode.name == mode).collect();
        let has_ended = |row: &&&&Row| row.measured.end.is_whole();
        let mean = |time: fn(&Measured) -> f64| {
            let time = |row: &&Row| match row.measured.end.is_whole() {
                true => time(&row.measured),
                false => self.budget.as_secs_f64(),
            };
            let logs: f64 = rows.iter().map(|row| time(row).max(0.005).ln()).sum();
            (logs / rows.len().max(1) as f64).exp()
        };
        format!(
            "  {mode:<10} ends {:>3}, geometric mean {:.4} s CPU time, {:.4} s wall-clock time\n",
            rows.iter().filter(has_ended).count(),
            mean(|run| run.cpu_s),
            mean(|run| run.wall_s),
        )
    }
}

/// Returns lines that compare one way to run automatic mode with the best fixed mode of each group in `ended`; these
/// are the groups that at least one fixed mode finishes. The lines give four numbers of runs of automatic mode:
///
/// - the runs that finish;
/// - the runs that take at most 1.5 times the time of the best mode plus 0.1 s;
/// - the runs that take more than 3 times its time plus 0.2 s, or do not finish;
/// - the runs that use at most twice its memory for each thread of automatic mode.
fn against_best(automatic: &Automatic, ended: &[&Group<'_>]) -> String {
    let Automatic {
        mode,
        threads,
        clock,
        time,
    } = automatic;
    let pairs = ended.iter().filter_map(|group| group.pair(automatic));
    let pairs: Vec<(&Row, &Row)> = pairs.collect();
    let within = |factor: f64, more: f64| {
        let is_within = |(auto, best): &&(&Row, &Row)| {
            time(&auto.measured) <= factor * time(&best.measured) + more
        };
        pairs.iter().filter(is_within).count()
    };
    let (of, near) = (ended.len(), within(1.5, 0.1));
    let share = 100.0 * near as f64 / of.max(1) as f64;
    let is_small = |(auto, best): &&(&Row, &Row)| {
        auto.measured.memory_bytes <= 2 * threads * best.measured.memory_bytes
    };
    format!(
        "  {mode} against the best fixed mode, {clock}:\n    \
         finishes: {} of {of}\n    \
         at most 1.5 times the time + 0.1 s: {near} of {of} ({share:.0} %)\n    \
         more than 3 times the time + 0.2 s, or does not finish: {}\n    \
         at most {} times the memory: {} of {of}\n",
        pairs.len(),
        of - within(3.0, 0.2),
        2 * threads,
        pairs.iter().filter(is_small).count(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    /// The conclusion compares automatic mode with the best fixed mode that finishes: for all programs, for the first,
    /// third, ... program, and for the others.
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
            parts[0].contains("fixed mode finishes: 2\n")
                && parts[0].contains("    finishes: 2 of 2\n"),
            "{text}"
        );
        assert!(
            parts[0].contains("1.5 times the time + 0.1 s: 1 of 2 (50 %)\n"),
            "{text}"
        );
        assert!(
            parts[1].contains("1.5 times the time + 0.1 s: 1 of 1 (100 %)\n"),
            "{text}"
        );
        assert!(
            parts[2].contains("+ 0.2 s, or does not finish: 1\n"),
            "{text}"
        );
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
