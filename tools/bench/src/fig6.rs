//! Figure 6 of the CFM-SE paper ("Taming the Hydra", OOPSLA 2026): growth of time, queries and paths of
//! merge_sort with the size of its input.
use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::Row;
use crate::report::csv;
use crate::report::growth::Sheet;
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "fig6",
    help: "CFM-SE's Figure 6: growth of time, queries and paths of merge_sort with SIZE, as plots",
    programs: Programs::Named(&["merge_sort"]),
    sizes: &[2, 3, 4, 5, 6, 7, 8],
    modes: Modes::Named(&["K", "C"]),
    writes_tests: true,
    equal_to: None,
    report,
};

const SHEETS: [Sheet; 3] = [
    Sheet::times("fig6-time.svg", "CPU seconds by SIZE"),
    Sheet::counts("fig6-queries.svg", "Solver queries by SIZE", |m| {
        m.queries as f64
    }),
    Sheet::counts("fig6-paths.svg", "Completed paths by SIZE", |m| {
        m.completed as f64
    }),
];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    csv::write(rows, &out.join("fig6.csv"))?;
    for sheet in SHEETS {
        sheet.draw(rows, out)?;
    }
    let cells = compare::run_table(&[], rows.iter().map(|row| (row, Vec::new())));
    let unfinished = rows.iter().filter(|row| !row.measured.end.is_whole());
    let text = format!(
        "{cells}\nTime limit: {} s per run. `>` marks a lower bound: the run did not finish. The plots show the lower bounds, too.\n\n\
         slower with melding:      {}\n\
         not finished:             {}\n",
        budget.as_secs_f64(),
        names(slower_melded(rows)),
        names(unfinished.map(|row| row.cell.to_string())),
    );
    compare::write(out, "fig6", text)
}

/// Returns the sizes at which exploration of merge_sort is slower with melding (mode `C`) than without (mode `K`).
fn slower_melded(rows: &[Row]) -> Vec<String> {
    let of = |size: u32, mode: &str| {
        let mut rows = rows.iter();
        rows.find(|row| row.cell.size == size && row.cell.mode.name == mode)
    };
    let melded = rows.iter().filter(|row| row.cell.mode.name == "C");
    melded
        .filter(|c| of(c.cell.size, "K").is_some_and(|k| c.measured.cpu_s > k.measured.cpu_s))
        .map(|c| c.cell.to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn growth_is_drawn() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("merge_sort", 2, "K"), End::Verified, 2, 0.01),
            row(("merge_sort", 2, "C"), End::Verified, 1, 0.02),
            row(("merge_sort", 3, "K"), End::OutOfTime, 6, 0.5),
            row(("merge_sort", 3, "C"), End::Verified, 1, 0.03),
        ];
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        assert!(
            text.contains("slower with melding:      merge_sort 2 C\n"),
            "{text}"
        );
        assert!(
            text.contains("not finished:             merge_sort 3 K\n"),
            "{text}"
        );
        for sheet in SHEETS {
            assert!(folder.path().join(sheet.file).exists(), "{}", sheet.file);
        }
    }
}
