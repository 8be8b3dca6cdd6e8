//! Figure 11 of the CFM-SE paper ("Taming the Hydra", OOPSLA 2026): the number of states dropped under a memory limit,
//! without and with melding, by the size of the input. symtool drops the newest states by default, and KLEE drops
//! random states; each of these two policies has its own row.
use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::Row;
use crate::report::csv;
use crate::report::growth::Sheet;
use crate::report::text::count;
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "memory",
    help: "CFM-SE's Figure 11: states dropped at a memory limit, without and with melding, by policy",
    programs: Programs::Named(&["toupper", "merge_sort", "transitive_closure", "escapes"]),
    sizes: &[4, 8, 16],
    modes: Modes::Named(&["K@memory", "K@memory-random", "C@memory", "C@memory-random"]),
    writes_tests: true,
    equal_to: None,
    report,
};

const DROPPED: Sheet = Sheet::counts("memory-fig11.svg", "Dropped states by SIZE", |m| {
    m.dropped as f64
});

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    csv::write(rows, &out.join("memory.csv"))?;
    DROPPED.draw(rows, out)?;
    let runs = rows.iter().map(|row| {
        let lines = format!("{:.1}", row.measured.line_coverage);
        (row, vec![count(row.measured.dropped), lines])
    });
    let text = format!(
        "{}\nTime limit: {} s per run. `>` marks a lower bound: the run dropped states or reached the time limit. The numbers of \
         dropped states depend on the speed of the machine.\n\nstates are dropped without melding only: {}\n",
        compare::run_table(&["dropped", "lines %"], runs),
        budget.as_secs_f64(),
        names(spared(rows)),
    );
    compare::write(out, "memory", text)
}

/// Returns each program, size and policy for which states are dropped without melding, but no states are dropped with
/// melding.
fn spared(rows: &[Row]) -> Vec<String> {
    let drops = |row: &&Row| row.measured.dropped > 0;
    let plain = rows
        .iter()
        .filter(|row| row.cell.mode.name.starts_with('K'))
        .filter(drops);
    let melded = |row: &Row| {
        let mode = row.cell.mode.name.replacen('K', "C", 1);
        rows.iter().find(|other| {
            other.cell.mode.name == mode
                && other.cell.program.name == row.cell.program.name
                && other.cell.size == row.cell.size
        })
    };
    plain
        .filter(|row| melded(row).is_some_and(|melded| melded.measured.dropped == 0))
        .map(|row| row.cell.to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn programs_that_melding_spares_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = [
            row(("toupper", 16, "K@memory"), End::Incomplete, 3, 1.0),
            row(("toupper", 16, "C@memory"), End::Verified, 1, 1.0),
            row(
                ("merge_sort", 8, "K@memory-random"),
                End::Incomplete,
                1,
                1.0,
            ),
            row(
                ("merge_sort", 8, "C@memory-random"),
                End::Incomplete,
                1,
                1.0,
            ),
        ];
        for at in [0, 2, 3] {
            rows[at].measured.dropped = 500;
        }
        let text = report(&rows, Duration::ZERO, folder.path()).unwrap();
        let line = "states are dropped without melding only: toupper 16 K@memory\n";
        assert!(text.contains(line), "{text}");
        for file in ["memory.md", "memory.csv", "memory-fig11.svg"] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
