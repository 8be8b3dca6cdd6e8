//! Ablation of the solver chain: the default against the same with one link off, and against single solvers.
use crate::compare::{self, names, ratio};
use crate::error::Error;
use crate::experiment::Experiment;
use crate::grid::{Cell, Row};
use crate::modes::links::BASE;
use crate::report::csv;
use crate::report::text::{seconds, table};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "links",
    help: "The solver chain against the same with one link off: verdicts, queries and time",
    programs: &[],
    sizes: &[4],
    modes: &[
        BASE,
        "no-domains",
        "no-independence",
        "no-cache",
        "no-counterexamples",
        "no-quantified",
        "no-float-search",
        "no-short-repair",
        "no-byte-enumeration",
        "no-tiny-bits",
        "no-repair",
        "no-ranks",
        "no-bits",
        "no-incremental",
        "no-long-repair",
        "no-oneshot",
        "only-bits",
        "only-incremental",
        "only-oneshot",
    ],
    writes_tests: false,
    report,
};

const OTHERS: &[&str] = &["queries/all", "time/all"];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let same = |a: &Cell, b: &Cell| a.program.name == b.program.name && a.size == b.size;
    let base = |row: &Row| {
        let found = rows.iter();
        let mut found = found.filter(|b| b.cell.mode.name == BASE && same(&b.cell, &row.cell));
        found.next().copied()
    };
    let pairs: Vec<(Row, Option<Row>)> = rows.iter().map(|row| (*row, base(row))).collect();
    csv::write(rows, &out.join("links.csv"))?;
    let cells = pairs.iter().map(|pair| {
        let mut cells = compare::ours(&pair.0);
        cells.push(ratio(over(pair, |r| r.measured.queries as f64)));
        cells.push(ratio(over(pair, |r| r.measured.cpu_s)));
        cells
    });
    let cells = table(&compare::header(OTHERS), compare::NAMES, cells.collect());
    let whole = |row: &Row| row.measured.end.is_whole();
    let named = |wanted: &dyn Fn(&Row, &Row) -> bool| {
        names(pairs.iter().filter_map(|(row, base)| match base {
            Some(base) if wanted(row, base) => Some(row.cell.to_string()),
            _ => None,
        }))
    };
    let text = format!(
        "{cells}\nBudget {} s a run.\n\n{}\nother verdict: {}\nanswers lost:  {}\n",
        budget.as_secs_f64(),
        summary(&pairs),
        named(&|r, b| whole(r) && whole(b) && r.measured.end != b.measured.end),
        named(&|r, b| !whole(r) && whole(b)),
    );
    compare::write(out, "links", text)
}

/// Returns the ratio of a measurement to that of the mode with all links, if both runs finished.
fn over(pair: &(Row, Option<Row>), value: fn(&Row) -> f64) -> Option<f64> {
    let (row, base) = (pair.0, pair.1?);
    let whole = row.measured.end.is_whole() && base.measured.end.is_whole();
    (whole && value(&base) > 0.0).then(|| value(&row) / value(&base))
}

/// Returns one line per mode with sums over the programs on which both runs finished.
fn summary(pairs: &[(Row, Option<Row>)]) -> String {
    let lines = EXPERIMENT.its_modes().map(|mode| {
        let of = pairs
            .iter()
            .filter(|(row, _)| row.cell.mode.name == mode.name);
        let (mut programs, mut lost) = (0, 0);
        let (mut queries, mut queries_all, mut time, mut time_all) = (0, 0, 0.0, 0.0);
        for (row, base) in of {
            let Some(base) = base.filter(|base| base.measured.end.is_whole()) else {
                continue;
            };
            if !row.measured.end.is_whole() {
                lost += 1;
                continue;
            }
            programs += 1;
            queries += row.measured.queries;
            queries_all += base.measured.queries;
            time += row.measured.cpu_s;
            time_all += base.measured.cpu_s;
        }
        vec![
            mode.name.to_owned(),
            programs.to_string(),
            lost.to_string(),
            queries.to_string(),
            queries_all.to_string(),
            seconds(time),
            seconds(time_all),
        ]
    });
    let header = [
        "mode", "finished", "lost", "queries", "with all", "CPU s", "with all",
    ];
    table(&header, 1, lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn each_link_has_a_mode() {
        let names: Vec<&str> = crate::modes::links::modes()
            .iter()
            .map(|mode| mode.name)
            .collect();
        assert_eq!(names, EXPERIMENT.modes);
    }

    #[test]
    fn lost_answers_and_other_verdicts_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("prim", 4, BASE), End::Verified, 1, 0.2),
            row(("prim", 4, "no-bits"), End::OutOfTime, 1, 60.0),
            row(("prim", 4, "no-cache"), End::Verified, 1, 0.4),
        ];
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        assert!(text.contains("answers lost:  prim 4 no-bits\n"), "{text}");
        assert!(
            text.contains("other verdict: none\n") && text.contains("2.000"),
            "{text}"
        );
        assert!(folder.path().join("links.csv").exists());
    }
}
