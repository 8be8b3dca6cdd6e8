//! Ablation of the array transformations: compares their published form (Perry et al., ISSTA 2017) with symtool's form.
//! For example, the published value-based transformation has one test for each distinct value of a table; symtool's
//! form selects the value by a binary search over ranges of the index. All modes run symtool. Times are relative to the
//! mode `baseline`, which transforms no array read.
use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::Row;
use crate::report::csv;
use crate::report::text::{count, or_dash, seconds, table};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "array-published",
    help: "Array constraints (ISSTA 2017), Table 4: the transformations in their published form and in symtool's form",
    programs: Programs::Named(&["base64", "lexer", "crc32", "utf8", "wheel", "tsort"]),
    sizes: &[2, 3],
    modes: Modes::Named(&[
        BASELINE,
        "published-constant",
        "published-index",
        "published-value",
        PUBLISHED,
        OWN,
    ]),
    writes_tests: true,
    equal_to: Some(BASELINE),
    report,
};

/// The mode that transforms no array read.
const BASELINE: &str = "baseline";
/// The mode with the transformations in their published form.
const PUBLISHED: &str = "published";
/// The mode with all transformations in symtool's form.
const OWN: &str = "all";

const HEADER: [&str; 9] = [
    "program",
    "size",
    "mode",
    "end",
    "paths",
    "instructions",
    "changed",
    "CPU s",
    "over baseline",
];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let cells: Vec<Vec<String>> = rows.iter().map(|row| cells(rows, row)).collect();
    csv::records(
        &HEADER,
        cells.iter().cloned(),
        &out.join("array-published.csv"),
    )?;
    let faster = |mode: &'static str, than: &'static str| {
        let of = rows.iter().filter(move |row| row.cell.mode.name == mode);
        let of = of.filter(|row| {
            let other = other(rows, row, than);
            let whole = row.measured.end.is_whole();
            whole && other.is_some_and(|other| row.measured.cpu_s * 1.25 < other.measured.cpu_s)
        });
        names(of.map(|row| format!("{} {}", row.cell.program.name, row.cell.size)))
    };
    let text = format!(
        "{}\nTime limit: {} s per run. If the baseline run reaches it, the other modes execute at most as many instructions as that run. \
         `changed`: number of conditions that each transformation rewrote. `over baseline`: CPU time of the baseline divided by the CPU \
         time of the row.\n\n\
         {PUBLISHED} faster than {OWN} by a quarter: {}\n{OWN} faster than {PUBLISHED} by a quarter: {}\n",
        table(&HEADER, 4, cells),
        budget.as_secs_f64(),
        faster(PUBLISHED, OWN),
        faster(OWN, PUBLISHED),
    );
    compare::write(out, "array-published", text)
}

/// Returns the run of the mode `mode` on the program and size of `row`.
fn other<'r>(rows: &'r [Row], row: &Row, mode: &str) -> Option<&'r Row> {
    rows.iter().find(|other| {
        other.cell.mode.name == mode
            && other.cell.program.name == row.cell.program.name
            && other.cell.size == row.cell.size
    })
}

fn cells(rows: &[Row], row: &Row) -> Vec<String> {
    let m = &row.measured;
    let base = other(rows, row, BASELINE).filter(|base| {
        let same_part = base.measured.instructions == m.instructions;
        m.end.is_whole() || same_part
    });
    vec![
        row.cell.program.name.to_owned(),
        row.cell.size.to_string(),
        row.cell.mode.name.to_owned(),
        m.end.name().to_owned(),
        count(m.completed),
        count(m.instructions),
        m.array_changes
            .0
            .map(|changes| changes.to_string())
            .join(" + "),
        seconds(m.cpu_s),
        or_dash(base, |base| {
            format!("{:.2}", base.measured.cpu_s / m.cpu_s.max(1e-3))
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn the_faster_form_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("lexer", 2, BASELINE), End::Verified, 19, 8.0),
            row(("lexer", 2, PUBLISHED), End::Verified, 19, 4.0),
            row(("lexer", 2, OWN), End::Verified, 19, 1.0),
        ];
        let text = report(&rows, Duration::ZERO, folder.path()).unwrap();
        assert!(
            text.contains("all faster than published by a quarter: lexer 2\n"),
            "{text}"
        );
        assert!(
            text.contains("1 + 2 + 4 + 0") && text.contains("8.00"),
            "{text}"
        );
        assert!(folder.path().join("array-published.csv").exists());
    }
}
