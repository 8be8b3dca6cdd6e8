//! Tables 2 and 4 of "Accelerating Array Constraints in Symbolic Execution" (Perry et al., ISSTA 2017) on programs of
//! `examples/c`. Table 2 lists the arrays of the programs. Table 4 compares time, solver time and speed-up without a
//! transformation of array reads, with each transformation alone, and with all.
//!
//! The speed-up is relative to two baseline modes without transformations. The mode `off` corresponds to the published
//! baseline, except that reads of small arrays become if-then-else expressions. The mode `bits` encodes array reads as
//! if-then-else expressions over the bits of the index, and is much faster than `off`. If the run with `off` reaches
//! the time limit, the runs in the other modes stop after the same number of instructions.
use crate::compare::{self, names, ratio};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{Cell, End, Row};
use crate::programs::Program;
use crate::published;
use crate::report::text::{count, or_dash, seconds, table};
use crate::report::{csv, growth};
use crate::subjects;
use std::path::Path;
use std::time::Duration;
use symtool_expr::arrays::TRANSFORMS;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "arrays",
    help: "Array constraints (ISSTA 2017), Tables 2 and 4: no transformation of array reads, each one alone, and all",
    programs: Programs::Named(&[
        "base64", "lexer", "crc32", "utf8", "wheel", "tsort", "mixed",
    ]),
    sizes: &[],
    modes: Modes::Named(&[
        BASES[0], BASES[1], "constant", "index", "value", "mixed", ALL,
    ]),
    writes_tests: true,
    equal_to: Some(BASES[0]),
    report,
};

/// The baseline modes: the theory of arrays, and if-then-else expressions over the bits of the index.
const BASES: [&str; 2] = ["off", "bits"];
/// The mode that applies all transformations of array reads.
const ALL: &str = "all";

const HEADER: [&str; 14] = [
    "program",
    "size",
    "mode",
    "end",
    "equal",
    "paths",
    "instructions",
    "lines %",
    "CPU s",
    "solver s",
    "queries",
    "changed",
    "over off",
    "over bits",
];

/// A run in a baseline mode counts as long if it takes more than this number of CPU seconds.
const LONG_S: f64 = 10.0;

/// A measured run, with the run in each baseline mode on the same program and size.
type Compared = (Row, [Option<Row>; BASES.len()]);

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let same = |a: &Cell, b: &Cell| a.program.name == b.program.name && a.size == b.size;
    let base = |row: &Row, base: &str| {
        let mut all = rows.iter();
        let found = all.find(|b| b.cell.mode.name == base && same(&b.cell, &row.cell));
        found.cloned()
    };
    let pairs = rows
        .iter()
        .map(|row| (row.clone(), BASES.map(|name| base(row, name))));
    let pairs: Vec<Compared> = pairs.collect();

    csv::records(&HEADER, pairs.iter().map(cells), &out.join("arrays.csv"))?;
    let svg = out.join("arrays-time.svg");
    let time = growth::pictures(rows, |m| m.cpu_s);
    growth::draw(&svg, "CPU seconds by SIZE", &time, 0.01)?;

    let subjects = subjects(&pairs)?;
    csv::records(
        &SUBJECTS,
        subjects.iter().cloned(),
        &out.join("arrays-table2.csv"),
    )?;
    let ours = table(&HEADER, 5, pairs.iter().map(cells).collect());
    let text = format!(
        "{ours}\nTime limit: {} s per run. If `off` reaches it, the other modes execute at most as many instructions as `off` did. \
         `equal`: whether verdict, paths and the hash of the instruction trace are those of `off` (RQ1). `changed`: number of conditions that each transformation \
         ({}) rewrote. `over off`, `over bits`: CPU time of this baseline divided by the CPU time of the row; `>` if the baseline run did \
         not finish.\n\n{}\n{}\n{}",
        budget.as_secs_f64(),
        TRANSFORMS.map(|row| row.name).join(", "),
        conclusion(&pairs),
        table(&SUBJECTS, 1, subjects),
        others(),
    );
    compare::write(out, "arrays", text)
}

const SUBJECTS: [&str; 5] = ["program", "lines", "branches", "arrays", "bytes"];

/// Returns the rows of Table 2: each program once, with its numbers of source lines, branches and arrays.
fn subjects(pairs: &[Compared]) -> Result<Vec<Vec<String>>, Error> {
    let mut programs: Vec<&'static Program> =
        pairs.iter().map(|(row, _)| row.cell.program).collect();
    programs.dedup();
    let mut lines = Vec::new();
    for program in programs {
        let subject = subjects::of(program)?;
        let counts = subject.map(|s| [s.lines as u64, s.branches as u64, s.arrays as u64, s.bytes]);
        let counts = counts.into_iter().flatten().map(count);
        lines.push(
            std::iter::once(program.name.to_owned())
                .chain(counts)
                .collect(),
        );
    }
    Ok(lines)
}

/// Returns whether a run has the same verdict, number of paths and instruction trace as the run in the mode `off` on
/// the same program and size. If the run in the mode `off` did not finish, only the instruction traces are compared.
///
/// Returns `None` if the two runs cannot be compared: there is no run in the mode `off`, only the run in the mode `off`
/// finished, or neither run finished and the compared run reached its time limit.
fn equal((row, bases): &Compared) -> Option<bool> {
    let base = bases[0].as_ref()?;
    let same = row.measured.instructions == base.measured.instructions
        && row.measured.trace == base.measured.trace;
    if !base.measured.end.is_whole() {
        return (row.measured.end != End::OutOfTime).then_some(same);
    }
    let whole = row.measured.end.is_whole();
    whole.then(|| {
        same && row.measured.completed == base.measured.completed
            && row.measured.end == base.measured.end
    })
}

/// Formats the number of conditions that the transformations of array reads changed in a run. If several
/// transformations changed conditions, there is one number for each transformation, joined by `+`; otherwise there is
/// a single number.
fn changes(row: &Row) -> String {
    let changes = row.measured.array_changes;
    let counts = changes.0.iter().map(|&number| count(number));
    match changes.0.iter().filter(|&&number| number > 0).count() {
        0 | 1 => count(changes.total()),
        _ => counts.collect::<Vec<_>>().join(" + "),
    }
}

/// Returns the speed-up of a run over the run in the baseline mode with the index `base` in [`BASES`], and whether the
/// speed-up is exact. If the run finished and the baseline run did not, the speed-up is a lower bound (`false`).
/// Returns `None` if the two runs do not execute the same part of the program.
fn speed_up((row, bases): &Compared, base: usize) -> Option<(f64, bool)> {
    let base = bases[base].as_ref()?;
    let same_part = row.measured.instructions == base.measured.instructions;
    let comparable =
        row.measured.end.is_whole() || (base.measured.end == End::OutOfTime && same_part);
    let base_whole = base.measured.end.is_whole() || !row.measured.end.is_whole();
    let is_timed = comparable && row.measured.cpu_s > 0.0;
    is_timed.then(|| (base.measured.cpu_s / row.measured.cpu_s, base_whole))
}

fn cells(pair: &Compared) -> Vec<String> {
    let Row { cell, measured: m } = &pair.0;
    vec![
        cell.program.name.to_owned(),
        cell.size.to_string(),
        cell.mode.name.to_owned(),
        m.end.name().to_owned(),
        or_dash(equal(pair), |equal| {
            if equal { "yes" } else { "NO" }.to_owned()
        }),
        count(m.completed),
        count(m.instructions),
        format!("{:.1}", m.line_coverage),
        seconds(m.cpu_s),
        seconds(m.solver_s),
        count(m.queries),
        changes(&pair.0),
        or_dash(speed_up(pair, 0), at_least),
        or_dash(speed_up(pair, 1), at_least),
    ]
}

/// Formats a speed-up, with `>` for a lower bound.
fn at_least((times, exact): (f64, bool)) -> String {
    format!("{}{times:.2}", if exact { "" } else { ">" })
}

/// Returns the conclusion of the report: whether all modes have equal numbers of paths, and the speed-ups by all
/// transformations.
fn conclusion(pairs: &[Compared]) -> String {
    let other_paths = pairs.iter().filter_map(|(row, bases)| {
        let whole = |base: &&Row| row.measured.end.is_whole() && base.measured.end.is_whole();
        let differ = |base: &Row| {
            row.measured.completed != base.measured.completed
                || row.measured.end != base.measured.end
        };
        let mut bases = bases.iter().flatten().filter(whole);
        bases.any(differ).then(|| row.cell.to_string())
    });
    let mut text = format!(
        "other paths or verdict than {}: {}\n",
        BASES.join(" or "),
        names(other_paths)
    );
    let mut programs: Vec<&str> = pairs.iter().map(|(row, _)| row.cell.program.name).collect();
    programs.dedup();
    for program in programs {
        let of_all = pairs
            .iter()
            .filter(|(row, _)| row.cell.program.name == program && row.cell.mode.name == ALL);
        for (at, base) in BASES.iter().enumerate() {
            let of_all: Vec<&Compared> = of_all.clone().collect();
            text += &format!("{program}: {ALL} over {base} {}\n", series(&of_all, at));
        }
    }
    text
}

/// Returns the speed-ups of one program as text, in the order of the sizes. The end of the text repeats the speed-up
/// at one size: the first size at which the baseline run takes more than [`LONG_S`] seconds or does not finish.
fn series(of_all: &[&Compared], base: usize) -> String {
    let by_size = of_all.iter().filter_map(|pair| {
        let times = at_least(speed_up(pair, base)?);
        Some(format!("{} {times}", pair.0.cell.size))
    });
    let is_long = |(_, bases): &&&Compared| {
        bases[base]
            .as_ref()
            .is_some_and(|b| b.measured.cpu_s > LONG_S || !b.measured.end.is_whole())
    };
    let long = of_all.iter().find(is_long);
    let long = long.and_then(|pair| Some((pair.0.cell.size, speed_up(pair, base)?.0)));
    let long = or_dash(long, |(size, times)| {
        format!("{} at size {size}", ratio(Some(times)))
    });
    format!(
        "by size: {}; at the first size where the baseline takes over {LONG_S} s or is stopped: {long}",
        names(by_size)
    )
}

/// Returns the first eight rows of the published Table 4, those with the largest speed-ups by all transformations, as a
/// table. The authors measured them on other programs, with another tool and another solver.
fn others() -> String {
    let figures = published::array_figures();
    let rows = figures.iter().take(8).map(|f| {
        let times = [f.constant_x, f.index_x, f.value_x, f.combined_x];
        let times = times.iter().map(|x| format!("{x:.2}"));
        let names = [f.program.clone(), seconds(f.baseline_s)];
        names.into_iter().chain(times).collect()
    });
    let header = ["published", "off s", "constant", "index", "value", "all"];
    table(&header, 1, rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn speed_ups_are_relative_to_the_baselines() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("lexer", 2, "off"), End::Verified, 19, 8.0),
            row(("lexer", 2, "bits"), End::Verified, 19, 4.0),
            row(("lexer", 2, "all"), End::Verified, 19, 1.0),
            row(("lexer", 3, "off"), End::OutOfTime, 5, 60.0),
            row(("lexer", 3, "all"), End::Verified, 130, 2.0),
            row(("mixed", 4, "off"), End::Verified, 5, 1.0),
            row(("mixed", 4, "all"), End::Verified, 6, 1.0),
        ];
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        for line in [
            "lexer: all over off by size: 2 8.00, 3 >30.00; at the first size where the baseline takes over 10 s or is stopped: 30.000 at size 3\n",
            "lexer: all over bits by size: 2 4.00; at",
            "other paths or verdict than off or bits: mixed 4 all\n",
            "| factor",
            "| lexer   |",
            "1 + 2 + 4 + 0",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        assert_eq!(
            equal(&(rows[1].clone(), [Some(rows[0].clone()), None])),
            Some(true)
        );
        assert_eq!(
            equal(&(rows[6].clone(), [Some(rows[5].clone()), None])),
            Some(false)
        );
        let mut other_trace = rows[1].clone();
        other_trace.measured.trace = Some("0123456789abcdef".to_owned());
        assert_eq!(
            equal(&(other_trace, [Some(rows[0].clone()), None])),
            Some(false)
        );
        for file in [
            "arrays.md",
            "arrays.csv",
            "arrays-table2.csv",
            "arrays-time.svg",
        ] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
