//! Figure 8 of the state merging paper (Kuznetsov et al., PLDI 2012): lines covered by an incomplete exploration with
//! dynamic and static merging, relative to coverage-guided search without merging.
//!
//! The paper stops each run after one hour. This experiment limits the number of executed instructions instead, so
//! that the measured coverage is the same on every machine.
use crate::compare;
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Cell, Row};
use crate::report::bars::{self, Series};
use crate::report::csv;
use crate::report::text::{or_dash, table};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "coverage",
    help: "State merging (PLDI 2012), Figure 8: lines covered within a limit of instructions, with and without merging",
    programs: Programs::Named(&["echo", "sleep", "nice", "link", "paste", "join"]),
    sizes: &[4],
    modes: Modes::Named(&[
        "covnew@1000",
        "dynamic-covnew@1000",
        "static@1000",
        "covnew@4000",
        "dynamic-covnew@4000",
        "static@4000",
    ]),
    writes_tests: true,
    equal_to: None,
    report,
};

/// The search of the modes without merging. The name of a mode is its search and its instruction limit, as in
/// `covnew@1000`.
const BASE: &str = "covnew";

const HEADER: [&str; 7] = [
    "program",
    "size",
    "mode",
    "instructions",
    "lines",
    "lines %",
    "change %",
];

fn report(rows: &[Row], _budget: Duration, out: &Path) -> Result<String, Error> {
    let lines: Vec<Vec<String>> = rows.iter().map(|row| cells(rows, row)).collect();
    csv::records(&HEADER, lines.iter().cloned(), &out.join("coverage.csv"))?;
    let series = ["dynamic-covnew", "static"].map(|search| Series {
        name: search.to_owned(),
        values: (rows.iter())
            .filter(|row| split(&row.cell).0 == search)
            .filter_map(|row| change(rows, row))
            .collect(),
    });
    let caption = "Change of line coverage by merging";
    bars::draw(&out.join("coverage-fig8.svg"), caption, "percent", &series)?;
    let fewer = rows
        .iter()
        .filter(|row| change(rows, row).is_some_and(|c| c < 0.0));
    let text = format!(
        "{}\nThe number behind `@` is the limit of executed instructions. `change %`: change of the number of covered lines, relative to {BASE} with the \
         same limit.\n\nfewer lines than without merging: {}\n",
        table(&HEADER, 3, lines),
        compare::names(fewer.map(|row| row.cell.to_string())),
    );
    compare::write(out, "coverage", text)
}

/// Splits the name of a mode into the search and the instruction limit: `covnew` and `1000` for `covnew@1000`.
fn split(cell: &Cell) -> (&'static str, &'static str) {
    cell.mode
        .name
        .split_once('@')
        .unwrap_or((cell.mode.name, ""))
}

/// Returns the additional covered lines of a run in percent of the lines that the run without merging covers with the
/// same instruction limit. The result is negative if the run covers fewer lines. Returns `None` if the run without
/// merging is missing or covers no line.
fn change(rows: &[Row], row: &Row) -> Option<f64> {
    let is_base = |base: &&Row| {
        split(&base.cell) == (BASE, split(&row.cell).1)
            && base.cell.program.name == row.cell.program.name
            && base.cell.size == row.cell.size
    };
    let base = rows.iter().find(is_base)?.measured.lines_covered;
    let own = row.measured.lines_covered;
    (base > 0).then(|| 100.0 * (own as f64 / base as f64 - 1.0))
}

fn cells(rows: &[Row], row: &Row) -> Vec<String> {
    vec![
        row.cell.program.name.to_owned(),
        row.cell.size.to_string(),
        row.cell.mode.name.to_owned(),
        row.measured.instructions.to_string(),
        row.measured.lines_covered.to_string(),
        format!("{:.1}", row.measured.line_coverage),
        or_dash(change(rows, row), |change| format!("{change:+.1}")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn coverage_is_compared_at_the_same_limit() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = [
            row(("echo", 4, "covnew@1000"), End::Incomplete, 3, 0.1),
            row(("echo", 4, "covnew@4000"), End::Incomplete, 3, 0.1),
            row(("echo", 4, "static@4000"), End::Incomplete, 3, 0.1),
        ];
        rows[1].measured.lines_covered = 20;
        rows[2].measured.lines_covered = 15;
        let text = report(&rows, Duration::ZERO, folder.path()).unwrap();
        let fewer = "fewer lines than without merging: echo 4 static@4000\n";
        assert!(text.contains(fewer) && text.contains("-25.0"), "{text}");
        for file in ["coverage.md", "coverage.csv", "coverage-fig8.svg"] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
