//! Table 3 of the CFM-SE paper ("Taming the Hydra", OOPSLA 2026): time, solver queries and paths of each
//! kernel at three sizes, in each mode.
use crate::compare::{self, figure, mean_and_worst, names, ratio, time, time_ratio};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{End, Row};
use crate::published::{Figure, Figures};
use crate::report::{csv, growth};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "table3",
    help: "CFM-SE's Table 3: the kernels at three sizes in each mode, with the published numbers and those of KLEE 3.2",
    programs: Programs::Kernels,
    sizes: &[],
    modes: Modes::Named(&["K", "C", "SM", "C-SM", STATIC, DYNAMIC]),
    writes_tests: true,
    equal_to: None,
    report,
};

/// The modes of static and dynamic merging. Both modes are compared with the published measurements of manual merging
/// (`SM`).
const STATIC: &str = "static";
const DYNAMIC: &str = "dynamic";

/// Returns the name of the mode in the published measurements with which symtool's mode `mode` is compared.
fn published(mode: &'static str) -> &'static str {
    if [STATIC, DYNAMIC].contains(&mode) {
        "SM"
    } else {
        mode
    }
}

const OTHERS: &[&str] = &[
    "nodes/query",
    "KLEE paths",
    "queries",
    "CPU s",
    "ours/KLEE",
    "authors' explored",
    "queries",
    "nodes/query",
    "s",
];

/// A measured run, with the measurements of KLEE (`data/peers.csv`) and of the CFM-SE authors for the same program,
/// size and mode. A measurement that does not exist is `None`.
struct Compared<'a> {
    row: &'a Row,
    klee: Option<&'a Figure>,
    authors: Option<&'a Figure>,
}

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let (authors, peers) = (Figures::authors(), Figures::peers());
    let compared: Vec<Compared> = rows
        .iter()
        .map(|row| {
            let (program, size) = (row.cell.program.name, row.cell.size);
            let mode = published(row.cell.mode.name);
            Compared {
                row,
                klee: peers.find(program, size, mode),
                authors: authors.find(program, size, mode),
            }
        })
        .collect();

    csv::write(rows, &out.join("table3.csv"))?;
    let time = growth::pictures(rows, |m| m.cpu_s);
    let svg = out.join("table3-time.svg");
    growth::draw(&svg, "CPU seconds by SIZE", &time, 0.01)?;
    let paths = growth::pictures(rows, |m| m.explored as f64);
    let svg = out.join("table3-paths.svg");
    growth::draw(&svg, "Explored paths by SIZE", &paths, 1.0)?;

    let cells = compare::run_table(OTHERS, compared.iter().map(|c| (c.row, cells(c))));
    let legend = format!(
        "Time limit: {} s per run. `paths`: completed paths; `explored`: completed and unfinished paths. KLEE: version 3.2 with STP, measured \
         on two cores. Test cases are written for new coverage only, unless --all-tests is given. `>` marks a lower bound: the run did not \
         finish.\n",
        budget.as_secs_f64()
    );
    let text = format!("{cells}\n{legend}\n{}", conclusion(&compared));
    compare::write(out, "table3", text)
}

/// Returns the table cells of a run for the columns [`OTHERS`].
fn cells(compared: &Compared) -> Vec<String> {
    vec![
        format!("{:.0}", compared.row.measured.query_nodes),
        figure(compared.klee, |f| f.completed),
        figure(compared.klee, |f| f.queries),
        time(compared.klee),
        ratio(to_klee(compared)),
        figure(compared.authors, |f| f.explored),
        figure(compared.authors, |f| f.queries),
        figure(compared.authors, |f| f.nodes),
        time(compared.authors),
    ]
}

fn to_klee(compared: &Compared) -> Option<f64> {
    time_ratio(&compared.row.measured, compared.klee)
}

/// Returns whether a finished run explores more paths than the CFM-SE authors report.
fn explores_more(compared: &Compared) -> bool {
    let ours = &compared.row.measured;
    let theirs = compared.authors.filter(|f| f.is_whole());
    let theirs = theirs.and_then(|f| f.explored);
    ours.end.is_whole() && theirs.is_some_and(|theirs| ours.explored > theirs)
}

/// Returns the conclusion of the report. It gives the runs that KLEE finishes, and the ratios of symtool's times to
/// KLEE's times. For the runs that KLEE finishes, it also lists those in which symtool does not finish, has another
/// number of paths, issues more queries or takes more time. Finally, it lists the runs in which symtool explores more
/// paths than the authors report.
fn conclusion(compared: &[Compared]) -> String {
    let finished: Vec<&Compared> = compared
        .iter()
        .filter(|c| c.klee.is_some_and(Figure::is_whole))
        .collect();
    let ratios: Vec<f64> = finished.iter().filter_map(|c| to_klee(c)).collect();
    let Some((mean, worst)) = mean_and_worst(&ratios) else {
        return String::new();
    };
    let named = |breaks: &dyn Fn(&Compared, &Figure) -> bool| {
        let rows = finished.iter();
        let rows = rows.filter(|c| c.klee.is_some_and(|klee| breaks(c, klee)));
        names(rows.map(|c| c.row.cell.to_string()))
    };
    let end = |c: &Compared| c.row.measured.end;
    format!(
        "KLEE finishes {} rows. symtool finishes {} of them, with {mean:.3} times KLEE's CPU time (geometric mean; at most {worst:.2} times).\n\
         not finished by symtool: {}\n\
         other number of paths:  {}\n\
         more solver queries:    {}\n\
         over a third of KLEE's time: {}\n\
         slower:                 {}\n\
         more explored paths than the authors report: {}\n",
        finished.len(),
        ratios.len(),
        named(&|c, _| !end(c).is_whole()),
        named(
            &|c, klee| end(c) == End::Verified && klee.completed != Some(c.row.measured.completed)
        ),
        named(&|c, klee| klee.queries.is_some_and(|q| c.row.measured.queries > q)),
        named(&|c, _| to_klee(c).is_some_and(|r| r > 1.0 / 3.0)),
        named(&|c, _| to_klee(c).is_some_and(|r| r > 1.0)),
        names(
            compared
                .iter()
                .filter(|c| explores_more(c))
                .map(|c| c.row.cell.to_string())
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;

    #[test]
    fn the_conclusion_names_worse_rows() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row(("prim", 4, "K"), End::Verified, 53_392, 30.0),
            row(("toupper", 10, "K"), End::Verified, 1023, 0.01),
            row(("toupper", 50, "K"), End::OutOfTime, 7, 60.0),
        ];
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        assert!(
            text.contains("slower:                 prim 4 K\n"),
            "{text}"
        );
        assert!(
            text.contains("other number of paths:  toupper 10 K\n"),
            "{text}"
        );
        assert!(text.contains("not finished by symtool: none\n"), "{text}");
        assert!(text.contains(" >7 "), "{text}");
        for file in [
            "table3.md",
            "table3.csv",
            "table3-time.svg",
            "table3-paths.svg",
        ] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
