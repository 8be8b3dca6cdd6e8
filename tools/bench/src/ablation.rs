//! Ablation of the melding pass: compares melding with its default options with modes that change one option.
use crate::compare::{self, names, ratio};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Cell, Row};
use crate::report::text::{count, or_dash};
use crate::report::{csv, growth};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ablation",
    help: "Ablation of melding: paths, queries and time if one option of melding is changed",
    programs: Programs::Kernels,
    sizes: &[],
    modes: Modes::Named(&[BASE, "C-speculative", "C-loops", "C-all", "C-loads"]),
    writes_tests: true,
    equal_to: None,
    report,
};

/// The baseline mode, with which all other modes are compared.
const BASE: &str = "C";

const OTHERS: &[&str] = &["melded", "selects", "paths/C", "queries/C", "time/C"];

/// If a run takes less than this number of CPU seconds, noise dominates its measured time.
const NOISE_S: f64 = 0.1;

/// A run is listed as slower than a second run if its CPU time is more than this multiple of the time of the second
/// run.
const SLOWER: f64 = 1.25;

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let same = |a: &Cell, b: &Cell| a.program.name == b.program.name && a.size == b.size;
    let base = |row: &Row| {
        let found = rows
            .iter()
            .find(|b| b.cell.mode.name == BASE && same(&b.cell, &row.cell));
        found.cloned()
    };
    let pairs: Vec<(Row, Option<Row>)> = rows.iter().map(|row| (row.clone(), base(row))).collect();

    csv::write(rows, &out.join("ablation.csv"))?;
    compare::write_meldings(&compare::meldings(rows), &out.join("ablation-pass.csv"))?;
    let svg = out.join("ablation-time.svg");
    growth::draw(
        &svg,
        "CPU seconds by SIZE",
        &growth::pictures(rows, |m| m.cpu_s),
        0.01,
    )?;

    let cells = compare::run_table(OTHERS, pairs.iter().map(|pair| (&pair.0, cells(pair))));
    let legend = modes_legend();
    let text = format!(
        "{cells}\nTime limit: {} s per run. Columns `NAME/{BASE}`: the value of the row divided by the value of the mode {BASE}, if both runs finish.\n{legend}\n{}",
        budget.as_secs_f64(),
        conclusion(&pairs)
    );
    compare::write(out, "ablation", text)
}

fn modes_legend() -> String {
    let lines = EXPERIMENT.its_modes();
    lines
        .into_iter()
        .map(|mode| {
            format!(
                "- {}: {} (`{}`)\n",
                mode.name,
                mode.help,
                mode.options.join(" ")
            )
        })
        .collect()
}

/// Returns the measurement `value` of a run divided by that of the run in the baseline mode, if both runs finished.
fn over(pair: &(Row, Option<Row>), value: fn(&Row) -> f64) -> Option<f64> {
    let (row, base) = (&pair.0, pair.1.as_ref()?);
    let whole = row.measured.end.is_whole() && base.measured.end.is_whole();
    (whole && value(base) > 0.0).then(|| value(row) / value(base))
}

fn cells(pair: &(Row, Option<Row>)) -> Vec<String> {
    let melding = pair.0.measured.melding;
    vec![
        or_dash(melding, |m| count(m.applied)),
        or_dash(melding, |m| count(m.selects_added)),
        ratio(over(pair, |r| r.measured.completed as f64)),
        ratio(over(pair, |r| r.measured.queries as f64)),
        ratio(over(pair, |r| r.measured.cpu_s)),
    ]
}

fn conclusion(pairs: &[(Row, Option<Row>)]) -> String {
    let named = |wanted: &dyn Fn(&Row, &Row) -> bool| {
        let rows = pairs.iter().filter_map(|(row, base)| {
            let base = base.as_ref()?;
            wanted(row, base).then(|| row.cell.to_string())
        });
        names(rows)
    };
    let whole = |row: &Row| row.measured.end.is_whole();
    let both = |row: &Row, base: &Row| whole(row) && whole(base);
    let longer = |a: &Row, b: &Row| {
        let (a, b) = (a.measured.cpu_s, b.measured.cpu_s);
        a > NOISE_S && a > SLOWER * b
    };
    format!(
        "other verdict than {BASE}:      {}\n\
         more paths than {BASE}:         {}\n\
         fewer paths than {BASE}:        {}\n\
         more solver queries than {BASE}: {}\n\
         not finished, but {BASE} does:  {}\n\
         finished, but {BASE} does not:  {}\n\
         slower than {BASE} by a quarter: {}\n\
         faster than {BASE} by a quarter: {}\n",
        named(&|r, b| both(r, b) && r.measured.end != b.measured.end),
        named(&|r, b| both(r, b) && r.measured.completed > b.measured.completed),
        named(&|r, b| both(r, b) && r.measured.completed < b.measured.completed),
        named(&|r, b| both(r, b) && r.measured.queries > b.measured.queries),
        named(&|r, b| !whole(r) && whole(b)),
        named(&|r, b| whole(r) && !whole(b)),
        named(&|r, b| both(r, b) && longer(r, b)),
        named(&|r, b| both(r, b) && longer(b, r)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn each_mode_is_compared_with_the_default() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("prim", 4, "C"), End::Verified, 1, 0.2),
            row(("prim", 4, "C-loops"), End::Verified, 6, 0.9),
            row(("prim", 4, "C-all"), End::Verified, 1, 0.21),
            row(("dilation", 4, "C"), End::Verified, 1, 0.2),
            row(("dilation", 4, "C-speculative"), End::OutOfTime, 3, 60.0),
        ];
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        for line in [
            "more paths than C:         prim 4 C-loops\n",
            "not finished, but C does:  dilation 4 C-speculative\n",
            "slower than C by a quarter: prim 4 C-loops\n",
            "faster than C by a quarter: none\n",
            "other verdict than C:      none\n",
            "6.000",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        for file in [
            "ablation.md",
            "ablation.csv",
            "ablation-pass.csv",
            "ablation-time.svg",
        ] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
