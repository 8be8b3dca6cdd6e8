//! Further settings of "State Merging with Quantifiers in Symbolic Execution" (ESEC/FSE 2023). Pattern-based merging is
//! compared with ordinary merging on inputs of symbolic size (§7.2), and on inputs of concrete size with two searches:
//! depth-first search and KLEE's default search (§7.7).
use crate::compare;
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Cell, Row};
use crate::report::csv;
use crate::report::text::{or_dash, seconds, table};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "pattern-settings",
    help: "Pattern-based merging (ESEC/FSE 2023), section 7.7: pattern-based and ordinary merging, with two searches",
    programs: Programs::Named(&[
        "memspn", "strspn", "strtok", "path", "header", "digits", "quoted", "params",
    ]),
    sizes: &[50],
    modes: Modes::Named(&["PAT", "CFG", "PAT-interleaved", "CFG-interleaved"]),
    writes_tests: true,
    equal_to: None,
    report: |rows, budget, out| write("pattern-settings", rows, budget, out),
};

/// The experiment with inputs of symbolic size.
pub(crate) const SIZES: Experiment = Experiment {
    name: "pattern-sizes",
    help: "Pattern-based merging (ESEC/FSE 2023), section 7.2: pattern-based, ordinary and no merging, on blocks of symbolic size",
    programs: Programs::Named(&["memspn_sized", "digits_sized", "words_sized"]),
    sizes: &[],
    modes: Modes::Named(&["PAT-sizes", "CFG-sizes", "K-sizes"]),
    writes_tests: true,
    equal_to: None,
    report: |rows, budget, out| write("pattern-sizes", rows, budget, out),
};

const HEADER: [&str; 8] = [
    "program", "size", "mode", "end", "paths", "lines %", "CPU s", "over CFG",
];

fn write(name: &str, rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let cells: Vec<Vec<String>> = rows.iter().map(|row| cells(rows, row)).collect();
    let file = out.join(format!("{name}.csv"));
    csv::records(&HEADER, cells.iter().cloned(), &file)?;
    let text = format!(
        "{}\nTime limit: {} s per run. `over CFG`: the CPU time of ordinary merging with the same search, divided by the CPU time of the row; `>` \
         if the run with ordinary merging did not finish.\n",
        table(&HEADER, 4, cells),
        budget.as_secs_f64(),
    );
    compare::write(out, name, text)
}

/// Returns the name of the mode of ordinary merging with which the mode of pattern-based merging in `cell` is
/// compared: the mode with the same search.
fn ordinary(cell: &Cell) -> Option<String> {
    Some(format!("CFG{}", cell.mode.name.strip_prefix("PAT")?))
}

fn cells(rows: &[Row], row: &Row) -> Vec<String> {
    let m = &row.measured;
    let other = ordinary(&row.cell).and_then(|mode| {
        rows.iter().find(|other| {
            other.cell.mode.name == mode
                && other.cell.program.name == row.cell.program.name
                && other.cell.size == row.cell.size
        })
    });
    let speed_up = other.map(|other| {
        let at_least = if other.measured.end.is_whole() {
            ""
        } else {
            ">"
        };
        let times = other.measured.cpu_s / m.cpu_s.max(1e-3);
        format!("{at_least}{times:.2}")
    });
    vec![
        row.cell.program.name.to_owned(),
        row.cell.size.to_string(),
        row.cell.mode.name.to_owned(),
        m.end.name().to_owned(),
        m.completed.to_string(),
        format!("{:.1}", m.line_coverage),
        seconds(m.cpu_s),
        or_dash(speed_up.filter(|_| m.end.is_whole()), |times| times),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn each_search_has_its_own_comparison() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("memspn", 50, "PAT-interleaved"), End::Verified, 2, 1.0),
            row(("memspn", 50, "CFG-interleaved"), End::OutOfTime, 2, 5.0),
            row(("memspn", 50, "CFG"), End::Verified, 2, 3.0),
        ];
        let text = (EXPERIMENT.report)(&rows, Duration::ZERO, folder.path()).unwrap();
        assert!(text.contains(">5.00"), "{text}");
        assert!(folder.path().join("pattern-settings.csv").exists());
    }
}
