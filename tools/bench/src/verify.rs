//! Compares symtool with KLEE and CBMC in bounded verification. The programs are the kernels that assert a
//! postcondition; the assertion holds on all paths.
use crate::compare::{self, mean_and_worst, names, ratio, time, time_ratio};
use crate::error::Error;
use crate::experiment::{Experiment, Modes, Programs};
use crate::grid::{End, Row};
use crate::published::{Figure, Figures};
use crate::report::{csv, growth};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "verify",
    help: "Bounded verification: the kernels with their assertions, compared with KLEE 3.2 (plain and merging) and CBMC 6.6",
    programs: Programs::Named(&[
        "toupper",
        "bitonic_sort",
        "transitive_closure",
        "floyd_warshall",
        "dilation",
        "erosion",
        "dijkstra",
    ]),
    sizes: &[],
    modes: Modes::Named(&["KV", "CV", "SMV", "C-SMV"]),
    // With --verify, no tests are written for paths without failure.
    writes_tests: false,
    equal_to: None,
    report,
};

const OTHERS: &[&str] = &[
    "KLEE s",
    "KLEE merging s",
    "CBMC s",
    "ours/KLEE",
    "ours/CBMC",
];

/// A measured run, with the measurements of KLEE (without and with merging) and of CBMC for the same program and
/// size, from `data/peers.csv`. A measurement that does not exist is `None`.
struct Compared<'a> {
    row: &'a Row,
    plain: Option<&'a Figure>,
    merging: Option<&'a Figure>,
    cbmc: Option<&'a Figure>,
}

impl Compared<'_> {
    /// Returns symtool's CPU time divided by the time of the faster of KLEE's two configurations.
    fn to_klee(&self) -> Option<f64> {
        let ratios = [self.plain, self.merging].map(|f| time_ratio(&self.row.measured, f));
        ratios.into_iter().flatten().reduce(f64::max)
    }

    fn others(&self) -> impl Iterator<Item = &Figure> {
        [self.plain, self.merging, self.cbmc].into_iter().flatten()
    }

    fn to_cbmc(&self) -> Option<f64> {
        time_ratio(&self.row.measured, self.cbmc)
    }
}

fn report(rows: &[Row], budget: Duration, out: &Path) -> Result<String, Error> {
    let peers = Figures::peers();
    let compared: Vec<Compared> = rows
        .iter()
        .map(|row| {
            let of = |mode| peers.find(row.cell.program.name, row.cell.size, mode);
            Compared {
                row,
                plain: of("KV"),
                merging: of("SMV"),
                cbmc: of("CBMC-V"),
            }
        })
        .collect();

    csv::write(rows, &out.join("verify.csv"))?;
    let times = growth::pictures(rows, |m| m.cpu_s);
    let svg = out.join("verify-time.svg");
    growth::draw(&svg, "CPU seconds by SIZE", &times, 0.01)?;

    let runs = compared.iter().map(|c| {
        let mut cells = vec![time(c.plain), time(c.merging), time(c.cbmc)];
        cells.extend([ratio(c.to_klee()), ratio(c.to_cbmc())]);
        (c.row, cells)
    });
    let cells = compare::run_table(OTHERS, runs);
    let legend = format!(
        "Time limit: {} s of wall-clock time per run; on a busy machine, a run gets less CPU time. KLEE: version 3.2 with STP, plain and with \
         the merge intrinsics of the kernels. CBMC: version 6.6. Both were measured on two cores. `ours/KLEE`: the CPU time of symtool \
         divided by the CPU time of the faster run of KLEE, if both finish. `>` marks a lower bound: the run did not finish.\n",
        budget.as_secs_f64()
    );
    compare::write(
        out,
        "verify",
        format!("{cells}\n{legend}\n{}", conclusion(&compared)),
    )
}

/// Returns the conclusion of the report: the ratios of symtool's times to those of KLEE and CBMC, and the runs in
/// which symtool is slower than KLEE or CBMC.
fn conclusion(compared: &[Compared]) -> String {
    let line = |tool: &str, ratios: Vec<f64>| {
        mean_and_worst(&ratios).map_or_else(String::new, |(mean, worst)| {
            format!(
                "Rows that {tool} and symtool finish: {}. symtool takes {mean:.3} times the CPU time of {tool} (geometric mean; at most {worst:.2} times).\n",
                ratios.len()
            )
        })
    };
    let named = |wanted: &dyn Fn(&Compared) -> bool| {
        let rows = compared.iter().filter(|c| wanted(c));
        names(rows.map(|c| c.row.cell.to_string()))
    };
    let slower = |ratio: Option<f64>| ratio.is_some_and(|r| r > 1.0);
    let whole = |c: &Compared| c.row.measured.end.is_whole();
    let others = |c: &Compared| c.others().any(Figure::is_whole);
    let tried = |c: &Compared| c.others().next().is_some();
    format!(
        "{}{}\
         slower than KLEE:           {}\n\
         slower than CBMC:           {}\n\
         finished by others only:    {}\n\
         finished by symtool only:   {}\n\
         finished by no tool:        {}\n\
         violations (none expected): {}\n",
        line(
            "KLEE",
            compared.iter().filter_map(Compared::to_klee).collect()
        ),
        line(
            "CBMC",
            compared.iter().filter_map(Compared::to_cbmc).collect()
        ),
        named(&|c| slower(c.to_klee())),
        named(&|c| slower(c.to_cbmc())),
        named(&|c| !whole(c) && others(c)),
        named(&|c| whole(c) && tried(c) && !others(c)),
        named(&|c| !whole(c) && !others(c)),
        named(&|c| c.row.measured.end == End::Violation),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;

    #[test]
    fn the_conclusion_names_slower_rows() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            // For `toupper` of size 10, the times in `data/peers.csv` are 0.35 s for KLEE without merging, 0.10 s for
            // KLEE with merging, and 0.09 s for CBMC.
            row(("toupper", 10, "KV"), End::Verified, 1024, 0.2),
            row(("toupper", 10, "CV"), End::Verified, 1, 0.02),
            row(("bitonic_sort", 8, "CV"), End::OutOfTime, 0, 20.0),
            row(("floyd_warshall", 4, "CV"), End::OutOfTime, 0, 60.0),
            row(("bitonic_sort", 16, "CV"), End::Verified, 1, 30.0),
            row(("dilation", 4, "CV"), End::Violation, 1, 0.01),
        ];
        let text = report(&rows, Duration::from_secs(60), folder.path()).unwrap();
        for line in [
            "slower than KLEE:           toupper 10 KV\n",
            "slower than CBMC:           toupper 10 KV\n",
            "finished by others only:    bitonic_sort 8 CV\n",
            "finished by symtool only:   bitonic_sort 16 CV\n",
            "finished by no tool:        floyd_warshall 4 CV\n",
            "violations (none expected): dilation 4 CV\n",
            "Rows that CBMC and symtool finish: 3.",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        for file in ["verify.md", "verify.csv", "verify-time.svg"] {
            assert!(folder.path().join(file).exists(), "{file}");
        }
    }
}
