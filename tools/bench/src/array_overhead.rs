//! Table 3 of "Accelerating Array Constraints in Symbolic Execution" (ISSTA 2017): the cost of the transformations of
//! array reads on programs that read no table at a symbolic index. In these programs, there is nothing to transform, so
//! the experiment measures only the cost of the attempts to transform.
use crate::compare;
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::Row;
use crate::report::csv;
use crate::report::text::{count, seconds, table};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "array-overhead",
    help: "Array constraints (ISSTA 2017), Table 3: the cost of the transformations on programs where none applies",
    programs: Programs::Named(&[
        "toupper",
        "bitonic_sort",
        "transitive_closure",
        "floyd_warshall",
        "echo",
        "link",
        "join",
    ]),
    sizes: &[4],
    modes: Modes::Named(&[OFF, ALL]),
    writes_tests: true,
    equal_to: Some(OFF),
    report,
};

/// The mode without transformations of array reads.
const OFF: &str = "off";
/// The mode with all transformations of array reads.
const ALL: &str = "all";

const HEADER: [&str; 8] = [
    "program",
    "size",
    "instructions off",
    "all",
    "CPU s off",
    "all",
    "overhead %",
    "changed",
];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let of = |mode: &'static str| rows.iter().filter(move |row| row.cell.mode.name == mode);
    let pairs: Vec<(&Row, &Row)> = of(OFF)
        .filter_map(|off| {
            let same = |all: &&Row| {
                all.cell.program.name == off.cell.program.name && all.cell.size == off.cell.size
            };
            Some((off, of(ALL).find(same)?))
        })
        .collect();
    let cells: Vec<Vec<String>> = pairs.iter().map(cells).collect();
    csv::records(
        &HEADER,
        cells.iter().cloned(),
        &out.join("array-overhead.csv"),
    )?;
    let changed = pairs
        .iter()
        .filter(|(_, all)| all.measured.array_changes.total() > 0);
    let differ = pairs.iter().filter(|(off, all)| {
        off.measured.end.is_whole() && off.measured.instructions != all.measured.instructions
    });
    let text = format!(
        "{}\nTime limit: {} s per run. If the run without transformations reaches it, the run with all transformations executes at most the \
         same number of instructions. `changed`: number of conditions that the transformations rewrote. Overheads of runs \
         below 0.1 s are noise.\n\na transformation applies: {}\nnumber of instructions differs: {}\n",
        table(&HEADER, 1, cells),
        budget.as_secs_f64(),
        compare::names(changed.map(|(_, all)| all.cell.to_string())),
        compare::names(differ.map(|(_, all)| all.cell.to_string())),
    );
    compare::write(out, "array-overhead", text)
}

fn cells((off, all): &(&Row, &Row)) -> Vec<String> {
    let overhead = 100.0 * (all.measured.cpu_s / off.measured.cpu_s.max(1e-3) - 1.0);
    vec![
        off.cell.program.name.to_owned(),
        off.cell.size.to_string(),
        count(off.measured.instructions),
        count(all.measured.instructions),
        seconds(off.measured.cpu_s),
        seconds(all.measured.cpu_s),
        format!("{overhead:+.1}"),
        count(all.measured.array_changes.total()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::{Changes, End};

    #[test]
    fn overheads_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = [
            row(("echo", 4, OFF), End::Verified, 3, 1.0),
            row(("echo", 4, ALL), End::Verified, 3, 1.01),
        ];
        rows[1].measured.array_changes = Changes::default();
        let text = report(&rows, Duration::ZERO, folder.path()).unwrap();
        assert!(text.contains("+1.0"), "{text}");
        assert!(text.contains("a transformation applies: none\n"), "{text}");
        assert!(folder.path().join("array-overhead.csv").exists());
    }
}
