//! Table 1 of the CFM-SE paper ("Taming the Hydra", OOPSLA 2026): branches and instructions of the kernels
//! before and after melding.
use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Melding, Row};
use crate::published::{Structure, structures};
use crate::report::text::{count, or_dash, table};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "table1",
    help: "CFM-SE's Table 1: branches and instructions of the kernels before and after melding, with the published numbers",
    programs: Programs::Kernels,
    sizes: &[4],
    modes: Modes::Named(&["pass"]),
    writes_tests: false,
    equal_to: None,
    report,
};

const HEADER: &[&str] = &[
    "program",
    "candidates",
    "melded",
    "branches",
    "after",
    "nesting",
    "with loops",
    "instructions",
    "after",
    "change",
    "authors' branches",
    "after",
    "nesting",
    "with loops",
    "instructions",
    "after",
    "change",
];

fn report(rows: &[Row], _budget: Duration, out: &Path) -> Result<String, Error> {
    let published = structures();
    let rows = compare::meldings(rows);
    let of = |row: &Row| {
        published
            .iter()
            .find(|s| s.program == row.cell.program.name)
    };
    compare::write_meldings(&rows, &out.join("table1.csv"))?;
    let cells = rows.iter().map(|(row, ours)| cells(row, ours, of(row)));
    let cells = table(HEADER, 1, cells.collect());
    let unmelded = |m: &Melding| m.applied < m.candidates;
    let named = |wanted: &dyn Fn(&Row, &Melding) -> bool| {
        let rows = rows.iter().filter(|(row, m)| wanted(row, m));
        names(rows.map(|(row, _)| row.cell.program.name.to_owned()))
    };
    let removed = |s: &Structure| s.branches_before.saturating_sub(s.branches_after);
    let text = format!(
        "{cells}\nsymtool counts instructions of its IR after simplification, and the authors count LLVM IR without optimization; only the changes \
         are comparable. Candidates are input-dependent branches. A candidate loop becomes a guarded loop, which adds instructions. \
         `nesting`: the number of nested branches around the innermost melded branch, that branch included; `with loops` also counts \
         loops.\n\n\
         candidates that are not melded:           {}\n\
         fewer branches removed than by the authors: {}\n\
         more instructions after than before:      {}\n",
        named(&|_, m| unmelded(m)),
        named(&|row, m| of(row).is_some_and(|s| m.branches_removed < removed(s))),
        named(&|_, m| m.instructions_after > m.instructions_before),
    );
    compare::write(out, "table1", text)
}

fn cells(row: &Row, ours: &Melding, authors: Option<&Structure>) -> Vec<String> {
    let mut cells = vec![
        row.cell.program.name.to_owned(),
        count(ours.candidates),
        count(ours.applied),
        count(ours.branches_before),
        count(ours.branches_before.saturating_sub(ours.branches_removed)),
        count(ours.branch_nesting),
        count(ours.control_nesting),
        count(ours.instructions_before),
        count(ours.instructions_after),
        change(ours.instructions_before, ours.instructions_after),
    ];
    cells.extend([
        or_dash(authors, |s| count(s.branches_before)),
        or_dash(authors, |s| count(s.branches_after)),
        or_dash(authors, |s| count(s.branch_nesting)),
        or_dash(authors, |s| count(s.control_nesting)),
        or_dash(authors, |s| count(s.instructions_before)),
        or_dash(authors, |s| count(s.instructions_after)),
        or_dash(authors, |s| {
            change(s.instructions_before, s.instructions_after)
        }),
    ]);
    cells
}

/// Formats the change of a count from `before` melding to `after` melding in percent.
fn change(before: u64, after: u64) -> String {
    let percent = (after as f64 / before.max(1) as f64 - 1.0) * 100.0;
    format!("{percent:+.1}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::melded;

    #[test]
    fn kernels_with_remaining_candidates_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [melded("toupper", 1, 1, 1), melded("prim", 5, 4, 3)];
        let text = report(&rows, Duration::ZERO, folder.path()).unwrap();
        for line in [
            "candidates that are not melded:           prim\n",
            "fewer branches removed than by the authors: prim\n",
            "more instructions after than before:      none\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        assert!(text.contains("-10.0%"), "{text}");
        for file in ["table1.md", "table1.csv"] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
