//! Table 4 of the CFM-SE paper ("Taming the Hydra", OOPSLA 2026): the cost and the effect of the melding pass
//! on each program.
//!
//! The first table is about the kernels. It contains the results of symtool and of the authors' tool, which was run for
//! this project. The second table contains the figures that the authors published for larger programs, which are not
//! part of symtool.
use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Melding, Row};
use crate::programs::Source;
use crate::published::{Application, applications, overheads};
use crate::report::text::{count, or_dash, table};
use crate::subjects::source_lines;
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "table4",
    help: "CFM-SE's Table 4: time of the melding pass, melded branches and added selects, with the published numbers",
    programs: Programs::Kernels,
    sizes: &[4],
    modes: Modes::Named(&["pass"]),
    writes_tests: false,
    equal_to: None,
    report,
};

const HEADER: &[&str] = &[
    "program",
    "ms",
    "lines",
    "instructions",
    "candidates",
    "if-then",
    "if-then-else",
    "loops",
    "removed",
    "selects",
    "selects %",
    "nesting",
    "with loops",
    "authors' removed",
    "selects",
];

/// The columns of the second table, which contains the authors' published figures.
const AUTHORS: &[&str] = &[
    "authors' program",
    "ms",
    "lines",
    "instructions",
    "applications",
    "selects %",
    "nesting",
    "with loops",
];

/// The report lists a kernel as slow if the melding pass takes at least this number of milliseconds.
const SLOW_MS: f64 = 10.0;

fn report(rows: &[Row], _budget: Duration, out: &Path) -> Result<String, Error> {
    let published = applications();
    let rows = compare::meldings(rows);
    let of = |row: &Row| {
        published
            .iter()
            .find(|a| a.program == row.cell.program.name)
    };
    compare::write_meldings(&rows, &out.join("table4.csv"))?;
    let cells = rows.iter().map(|(row, ours)| cells(row, ours, of(row)));
    let cells = table(HEADER, 1, cells.collect());
    let authors = table(AUTHORS, 1, theirs());
    let named = |wanted: &dyn Fn(&Row, &Melding) -> bool| {
        let rows = rows.iter().filter(|(row, m)| wanted(row, m));
        names(rows.map(|(row, _)| row.cell.program.name.to_owned()))
    };
    let text = format!(
        "{cells}\n`ms`: the wall-clock time of the melding pass alone, measured once. `loops`: loops that became guarded loops. The last two columns: \
         branches removed and selects added by the authors' tool on the same kernel. Percentages are relative to the number of \
         instructions before melding.\n\n\
         {authors}\nPublished figures of larger programs, which are not part of symtool.\n\n\
         the pass takes {SLOW_MS} ms or more:                {}\n\
         fewer branches removed than by the authors: {}\n\
         more selects added than by the authors:     {}\n",
        named(&|_, m| m.time_ms >= SLOW_MS),
        named(&|row, m| of(row).is_some_and(|a| m.branches_removed < a.branches_removed)),
        named(&|row, m| of(row).is_some_and(|a| m.selects_added > a.selects_added)),
    );
    compare::write(out, "table4", text)
}

fn cells(row: &Row, ours: &Melding, authors: Option<&Application>) -> Vec<String> {
    let percent = ours.selects_added as f64 * 100.0 / ours.instructions_before.max(1) as f64;
    vec![
        row.cell.program.name.to_owned(),
        format!("{:.2}", ours.time_ms),
        or_dash(lines(row), |lines| count(lines as u64)),
        count(ours.instructions_before),
        count(ours.candidates),
        count(ours.if_then),
        count(ours.if_then_else),
        count(
            ours.applied
                .saturating_sub(ours.if_then + ours.if_then_else),
        ),
        count(ours.branches_removed),
        count(ours.selects_added),
        format!("{percent:.2}"),
        count(ours.branch_nesting),
        count(ours.control_nesting),
        or_dash(authors, |a| count(a.branches_removed)),
        or_dash(authors, |a| count(a.selects_added)),
    ]
}

/// Returns the number of source lines of the program of a row, if the program is built in.
fn lines(row: &Row) -> Option<usize> {
    match row.cell.program.source {
        Source::Text(text, _) => Some(source_lines(text)),
        Source::File(_) => None,
    }
}

fn theirs() -> Vec<Vec<String>> {
    let lines = overheads().into_iter().map(|o| {
        vec![
            o.program,
            format!("{:.2}", o.time_ms),
            count(o.source_lines),
            count(o.instructions),
            count(o.applications),
            format!("{:.2}", o.selects_percent),
            count(o.branch_nesting),
            count(o.control_nesting),
        ]
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::melded;

    #[test]
    fn slower_kernels_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let mut slow = melded("prim", 5, 5, 5);
        slow.measured.melding.as_mut().unwrap().time_ms = 12.0;
        slow.measured.melding.as_mut().unwrap().selects_added = 11;
        let rows = [melded("toupper", 1, 1, 1), slow];
        let text = report(&rows, Duration::ZERO, folder.path()).unwrap();
        for line in [
            "the pass takes 10 ms or more:                prim\n",
            "fewer branches removed than by the authors: none\n",
            "more selects added than by the authors:     prim\n",
            "| libyaml          | 7.60 |",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        for file in ["table4.md", "table4.csv"] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
