//! Figure 3 of the state merging paper (Kuznetsov et al., PLDI 2012). The figure compares the exact number of program
//! paths with the multiplicity of merged states, which is an upper bound of this number. If exploration without merging
//! finishes, the number of its paths is compared, too.
use crate::compare::{self, names};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::fit::Line;
use crate::grid::{Cell, Row};
use crate::report::csv;
use crate::report::scatter::{self, Axes, Cloud};
use crate::report::text::{count, or_dash};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "paths",
    help: "State merging (PLDI 2012), Figure 3: exact path counts, multiplicity, and the paths without merging",
    programs: Programs::Named(&[
        "echo",
        "sleep",
        "nice",
        "link",
        "paste",
        "join",
        "toupper",
        "bitonic_sort",
        "connected_components",
        "prim",
        "merge_sort",
        "transitive_closure",
        "floyd_warshall",
        "dilation",
        "erosion",
        "dijkstra",
    ]),
    sizes: &[],
    modes: Modes::Named(&[PLAIN, COUNTED, DYNAMIC]),
    writes_tests: false,
    equal_to: None,
    report,
};

/// The mode of exploration without merging.
const PLAIN: &str = "K";
/// The mode of static merging that counts the represented program paths exactly.
const COUNTED: &str = "static-count";
/// The mode of dynamic merging that counts the represented program paths exactly.
const DYNAMIC: &str = "dynamic-count";

const OTHERS: &[&str] = &["multiplicity", "exact", "plain paths"];

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    csv::write(rows, &out.join("paths.csv"))?;
    write_counts(rows, &out.join("paths-fig3.csv"))?;
    draw(rows, &out.join("paths-fig3.svg"))?;
    let runs = rows.iter().map(|row| {
        let cells = vec![
            count(row.measured.multiplicity),
            or_dash(row.measured.exact, |exact| exact.to_string()),
            or_dash(plain_paths(rows, &row.cell), count),
        ];
        (row, cells)
    });
    let cells = compare::run_table(OTHERS, runs);
    let text = format!(
        "{cells}\nTime limit: {} s per run. `multiplicity`: an upper bound of the number of program paths that the completed states represent. \
         `exact`: the exact number of these paths (--count-paths). `plain paths`: the number of paths without merging.\n\n{}",
        budget.as_secs_f64(),
        conclusion(rows)
    );
    compare::write(out, "paths", text)
}

/// Returns the number of paths that exploration without merging completes on the program and size of `cell`; `None`
/// if that exploration does not finish.
fn plain_paths(rows: &[Row], cell: &Cell) -> Option<u64> {
    let is_plain = |row: &&Row| {
        row.cell.mode.name == PLAIN
            && row.cell.program.name == cell.program.name
            && row.cell.size == cell.size
            && row.measured.end.is_whole()
    };
    rows.iter().find(is_plain).map(|row| row.measured.completed)
}

/// Writes the points of Figure 3 as CSV.
fn write_counts(rows: &[Row], path: &Path) -> Result<(), Error> {
    let counted = rows.iter().filter(|row| row.measured.exact.is_some());
    let record = |row: &Row| {
        vec![
            row.cell.program.name.to_owned(),
            row.cell.size.to_string(),
            row.cell.mode.name.to_owned(),
            row.measured.multiplicity.to_string(),
            or_dash(row.measured.exact, |exact| exact.to_string()),
            or_dash(plain_paths(rows, &row.cell), |paths| paths.to_string()),
        ]
    };
    let header = ["program", "size", "mode", "multiplicity", "exact", "plain"];
    csv::records(&header, counted.map(record), path)
}

/// Returns the names of the programs, each once.
fn programs(counted: &[(&Row, u128)]) -> Vec<&'static str> {
    let mut names = Vec::new();
    for (row, _) in counted {
        if !names.contains(&row.cell.program.name) {
            names.push(row.cell.program.name);
        }
    }
    names
}

/// Draws Figure 3: exact numbers of program paths against multiplicity, in one color for each program.
fn draw(rows: &[Row], path: &Path) -> Result<(), Error> {
    let counted = rows.iter().filter(|row| row.cell.mode.name == COUNTED);
    let counted: Vec<(&Row, u128)> = counted
        .filter_map(|row| Some((row, row.measured.exact?)))
        .collect();
    let cloud = |program: &'static str| {
        let of = counted
            .iter()
            .filter(|(row, _)| row.cell.program.name == program);
        Cloud {
            name: program.to_owned(),
            points: of
                .map(|&(row, exact)| (row.measured.multiplicity as f64, exact as f64))
                .collect(),
        }
    };
    let clouds: Vec<Cloud> = programs(&counted).into_iter().map(cloud).collect();
    let axes = Axes {
        x: "multiplicity",
        y: "exact paths",
        least: 1.0,
    };
    scatter::draw(path, "Exact paths by multiplicity", axes, &clouds)
}

fn conclusion(rows: &[Row]) -> String {
    let mut text = String::new();
    let counted = rows.iter().filter(|row| row.measured.end.is_whole());
    let counted: Vec<(&Row, u128)> = counted
        .filter_map(|row| Some((row, row.measured.exact?)))
        .collect();
    let compared: Vec<(&Row, bool)> = counted
        .iter()
        .filter_map(|&(row, exact)| {
            let plain = plain_paths(rows, &row.cell)?;
            Some((row, exact == u128::from(plain)))
        })
        .collect();
    let wrong = compared.iter().filter(|(_, is_same)| !is_same);
    let _ = writeln!(
        text,
        "exact counts compared with exploration without merging: {}\ndifferent counts (none expected): {}",
        compared.len(),
        names(wrong.map(|(row, _)| row.cell.to_string()))
    );
    for mode in [COUNTED, DYNAMIC] {
        let of_mode = counted.iter().filter(|(row, _)| row.cell.mode.name == mode);
        let of_mode: Vec<(&Row, u128)> = of_mode.copied().collect();
        let programs = programs(&of_mode);
        for program in programs.iter().map(Some).chain([None]) {
            let of = |row: &Row| program.is_none_or(|program| *program == row.cell.program.name);
            let points = of_mode.iter().filter(|(row, _)| of(row));
            let points: Vec<(u64, u128)> = points
                .map(|&(row, exact)| (row.measured.multiplicity, exact))
                .collect();
            if let Some(Line { c1, c2 }) = Line::of_counts(points.iter().copied()) {
                let of = program.map_or_else(String::new, |program| format!(" on {program}"));
                let _ = writeln!(
                    text,
                    "{mode}{of}: log p = {c1:.2} + {c2:.2} log m over {} runs, for p paths and multiplicity m",
                    points.len()
                );
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn exact_counts_are_compared_and_fitted() {
        let folder = tempfile::tempdir().unwrap();
        let mut rows = vec![
            row(("echo", 2, PLAIN), End::Verified, 16, 1.0),
            row(("echo", 2, COUNTED), End::Verified, 1, 0.1),
            row(("echo", 3, PLAIN), End::Verified, 64, 1.0),
            row(("echo", 3, COUNTED), End::Verified, 1, 0.1),
            row(("echo", 4, PLAIN), End::OutOfTime, 100, 60.0),
        ];
        rows[1].measured.multiplicity = 32;
        rows[1].measured.exact = Some(16);
        rows[3].measured.multiplicity = 128;
        rows[3].measured.exact = Some(63);
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        for line in [
            "exact counts compared with exploration without merging: 2",
            "different counts (none expected): echo 3 static-count",
            "static-count on echo: log p = -0.65 + 0.99 log m over 2 runs, for p paths and multiplicity m",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
        let points = std::fs::read_to_string(folder.path().join("paths-fig3.csv")).unwrap();
        assert!(
            points.contains("echo,2,static-count,32,16,16\n"),
            "{points}"
        );
        assert!(folder.path().join("paths-fig3.svg").exists());
    }
}
