//! Ablation of the solver chain: compares the default chain with the chain in which one link (solving technique) is
//! switched, and with one link alone. The default chain contains all links that run by default; to *switch* a link is
//! to remove it from this chain or, if it does not run by default, to add it. The programs are grouped by the
//! exploration technique with which they run. In this file, *all links* means all links that run by default.
use crate::compare::{self, names, ratio};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Measured, Row};
use crate::modes::links::{self, BASE, HELP};
use crate::programs::classes::{CLASSES, Class};
use crate::report::csv;
use crate::report::text::{seconds, table};
use std::path::Path;
use std::time::Duration;
use symtool_solver::LINKS;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "links",
    help: "The complete solver chain, the chain without one link, and one link alone, for each link: verdicts, queries and time",
    programs: Programs::Classes(CLASSES),
    sizes: &[],
    modes: Modes::Derived {
        modes: links::modes,
        help: HELP,
    },
    writes_tests: true,
    equal_to: None,
    report,
};

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let pairs: Vec<Pair> = rows.iter().filter_map(|row| Pair::of(row, rows)).collect();
    write_runs(rows, &out.join("links.csv"))?;
    let listed = |wanted: fn(&Pair) -> bool| {
        let wanted = pairs.iter().filter(|pair| wanted(pair));
        names(wanted.map(|pair| pair.row.cell.to_string()))
    };
    let text = format!(
        "Time limit: {} s per run. Sums are over the runs that finish both with the links of the mode and with all links. A run is lost if \
         only the run with all links finishes, and gained if only the run with the links of the mode finishes.\n\n\
         `switched`: the link is switched off, or switched on if it does not run by default.\n\n\
         {}\nNumber of queries with the link switched, divided by the number with all links, for each class of programs. In parentheses: lost runs.\n\n{}\n\
         CPU time with the link switched, divided by CPU time with all links:\n\n{}\n\
         other verdict: {}\nother paths:   {}\nmore queries:  {}\nlost:          {}\ngained:        {}\n",
        budget.as_secs_f64(),
        by_link(rows, &pairs),
        by_class(&pairs, |measured| measured.queries as f64),
        by_class(&pairs, |measured| measured.cpu_s),
        listed(|pair| pair.finish() && pair.row.measured.end != pair.base.measured.end),
        listed(|pair| pair.finish() && pair.row.measured.completed != pair.base.measured.completed),
        listed(|pair| pair.is_off()
            && pair.finish()
            && pair.row.measured.queries > pair.base.measured.queries),
        listed(|pair| pair.is_off() && pair.is_lost()),
        listed(Pair::is_gained),
    );
    compare::write(out, "links", text)
}

/// Two runs of the same program: a run in a mode that changes the solver chain, and the run with all links.
struct Pair {
    row: Row,
    base: Row,
}

impl Pair {
    fn of(row: &Row, rows: &[Row]) -> Option<Pair> {
        let of = |row: &Row| (row.cell.program.name, row.cell.size, row.cell.class);
        let mut bases = rows.iter().filter(|base| base.cell.mode.name == BASE);
        let base = bases.find(|base| of(base) == of(row))?;
        Some(Pair {
            row: row.clone(),
            base: base.clone(),
        })
    }

    /// Returns whether both runs finish.
    fn finish(&self) -> bool {
        self.row.measured.end.is_whole() && self.base.measured.end.is_whole()
    }

    /// Returns whether only the run with all links finishes.
    fn is_lost(&self) -> bool {
        self.base.measured.end.is_whole() && !self.row.measured.end.is_whole()
    }

    /// Returns whether only the run with the changed chain finishes.
    fn is_gained(&self) -> bool {
        self.row.measured.end.is_whole() && !self.base.measured.end.is_whole()
    }

    /// Returns whether the changed chain is the default chain without one of its links.
    fn is_off(&self) -> bool {
        self.row.cell.mode.name.starts_with("no-")
    }
}

/// Sums of one measurement over pairs of runs of the same program, one run with a changed solver chain and one run
/// with all links. The sums include only the pairs in which both runs finish. `lost` is the number of pairs in which
/// only the run with all links finishes.
#[derive(Default)]
struct Sums {
    finished: u32,
    lost: u32,
    /// The sum over the runs of the compared mode, in which one link is switched or runs alone.
    with: f64,
    /// The sum over the runs of the same programs with all links.
    all: f64,
}

impl Sums {
    fn of<'p>(pairs: impl Iterator<Item = &'p Pair>, value: fn(&Measured) -> f64) -> Sums {
        let mut sums = Sums::default();
        for pair in pairs {
            if pair.finish() {
                sums.finished += 1;
                sums.with += value(&pair.row.measured);
                sums.all += value(&pair.base.measured);
            }
            sums.lost += u32::from(pair.is_lost());
        }
        sums
    }

    fn ratio(&self) -> Option<f64> {
        (self.all > 0.0).then(|| self.with / self.all)
    }
}

/// Returns the table over the programs of all classes, with one line for each link of the solver chain.
fn by_link(rows: &[Row], pairs: &[Pair]) -> String {
    let lines = links::links().map(|link| {
        let of = |mode: String| {
            let pairs = || pairs.iter().filter(|pair| pair.row.cell.mode.name == mode);
            let queries = Sums::of(pairs(), |measured| measured.queries as f64);
            let time = Sums::of(pairs(), |measured| measured.cpu_s);
            [
                queries.finished.to_string(),
                queries.lost.to_string(),
                format!("{} / {}", queries.with, queries.all),
                format!("{} / {}", seconds(time.with), seconds(time.all)),
            ]
        };
        let bases = rows.iter().filter(|row| row.cell.mode.name == BASE);
        let answers = bases.map(|row| row.measured.answers.of(link.name));
        let mut line = vec![link.name.to_owned(), answers.sum::<u64>().to_string()];
        line.extend(of(links::switched(link)));
        line.extend(of(format!("only-{}", link.name)));
        line
    });
    let header = [
        "link",
        "answers",
        "switched: finished",
        "lost",
        "queries / all",
        "CPU s / all",
        "alone: finished",
        "lost",
        "queries / all",
        "CPU s / all",
    ];
    table(&header, 1, lines.collect())
}

/// Returns a table of ratios, with one line for each link and one column for each class of programs. A ratio is the
/// measurement `value` of the chain in which the link is switched, divided by the measurement with all links.
fn by_class(pairs: &[Pair], value: fn(&Measured) -> f64) -> String {
    let lines = links::links().map(|link| {
        let mode = links::switched(link);
        let cell = |class: &Class| {
            let of = pairs.iter().filter(|pair| {
                pair.row.cell.mode.name == mode && pair.row.cell.class == Some(class)
            });
            let sums = Sums::of(of, value);
            match sums.lost {
                0 => ratio(sums.ratio()),
                lost => format!("{} ({lost})", ratio(sums.ratio())),
            }
        };
        let cells = CLASSES.iter().map(cell);
        std::iter::once(link.name.to_owned()).chain(cells).collect()
    });
    let header: Vec<&str> = std::iter::once("link")
        .chain(CLASSES.iter().map(|class| class.name))
        .collect();
    table(&header, 1, lines.collect())
}

/// Writes one line for each run, with the number of queries that each link answered.
fn write_runs(rows: &[Row], path: &Path) -> Result<(), Error> {
    let mut header = vec![
        "class",
        "program",
        "size",
        "mode",
        "end",
        "cpu_s",
        "completed_paths",
        "solver_queries",
    ];
    header.extend(LINKS.iter().map(|link| link.name));
    let record = |Row { cell, measured }: &Row| {
        let mut record = vec![
            cell.class.map_or("", |class| class.name).to_owned(),
            cell.program.name.to_owned(),
            cell.size.to_string(),
            cell.mode.name.to_owned(),
            measured.end.name().to_owned(),
            format!("{:.3}", measured.cpu_s),
            measured.completed.to_string(),
            measured.queries.to_string(),
        ];
        record.extend(measured.answers.0.iter().map(u64::to_string));
        record
    };
    csv::records(&header, rows.iter().map(record), path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn each_link_is_switched_off_and_runs_alone() {
        let names: Vec<&str> = links::modes().iter().map(|mode| mode.name).collect();
        for link in links::links() {
            assert!(names.contains(&&*links::switched(link)));
            assert!(names.contains(&&*format!("only-{}", link.name)));
        }
        assert_eq!(names.len(), 1 + 2 * links::links().count());
    }

    #[test]
    fn lost_runs_and_other_verdicts_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("prim", 4, BASE), End::Verified, 1, 0.2),
            row(("prim", 4, "no-bits"), End::OutOfTime, 1, 60.0),
            row(("prim", 4, "no-cache"), End::Violation, 1, 0.4),
        ];
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        for line in [
            "lost:          prim 4 no-bits\n",
            "other verdict: prim 4 no-cache\n",
            "other paths:   none\n",
            "gained:        none\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
        assert!(text.contains("0.40 / 0.20"), "{text}");
        assert!(folder.path().join("links.csv").exists());
    }
}
