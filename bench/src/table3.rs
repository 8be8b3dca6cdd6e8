//! Table 3 of the CFM-SE paper: time, solver queries and paths of each kernel at three sizes, in each configuration.
use crate::error::Error;
use crate::experiment::Experiment;
use crate::grid::{End, Row};
use crate::programs::KERNELS;
use crate::published::{Figure, Figures};
use crate::report::text::{count, or_dash, seconds, table};
use crate::report::{csv, growth};
use std::path::Path;
use std::time::Duration;

pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "table3",
    help: "CFM-SE's Table 3: the kernels at three sizes in each mode, beside the authors' figures and KLEE 3.2",
    programs: KERNELS,
    modes: &["K", "C"],
    report,
};

const HEADER: &[&str] = &[
    "program",
    "size",
    "mode",
    "end",
    "paths",
    "explored",
    "queries",
    "CPU s",
    "MB",
    "KLEE paths",
    "queries",
    "CPU s",
    "ours/KLEE",
    "authors' explored",
    "queries",
    "s",
];

/// A row with what others report for it.
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
            let (program, size, mode) = (row.cell.program.name, row.cell.size, row.cell.mode.name);
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

    let cells = table(HEADER, 4, compared.iter().map(cells).collect());
    let legend = format!(
        "Budget {} s a run. `paths` ran to their end, `explored` counts those left open, too. KLEE: 3.2 with STP, measured on \
         two cores. Tests are written for what is new only \
         (--all-tests changes that). A figure with `>` is of a run that did not finish.\n",
        budget.as_secs_f64()
    );
    let text = format!("{cells}\n{legend}\n{}", conclusion(&compared));
    let file = out.join("table3.md");
    std::fs::write(&file, &text).map_err(Error::file(&file))?;
    Ok(text)
}

fn cells(compared: &Compared) -> Vec<String> {
    let Row { cell, measured: m } = compared.row;
    // What an unfinished run counted is less than the whole job has.
    let at_least = |whole: bool, text: String| if whole { text } else { format!(">{text}") };
    let whole = m.end.is_whole();
    let figure = |of: Option<&Figure>, value: fn(&Figure) -> Option<u64>| {
        or_dash(of.and_then(|f| Some((f, value(f)?))), |(f, v)| {
            at_least(f.is_whole(), count(v))
        })
    };
    let time = |of: Option<&Figure>| {
        or_dash(of.and_then(|f| Some((f, f.seconds?))), |(f, v)| {
            at_least(f.is_whole(), seconds(v))
        })
    };
    vec![
        cell.program.name.to_owned(),
        cell.size.to_string(),
        cell.mode.name.to_owned(),
        m.end.name().to_owned(),
        at_least(whole, count(m.completed)),
        at_least(whole, count(m.explored)),
        at_least(whole, count(m.queries)),
        at_least(whole, seconds(m.cpu_s)),
        (m.memory_bytes >> 20).to_string(),
        figure(compared.klee, |f| f.completed),
        figure(compared.klee, |f| f.queries),
        time(compared.klee),
        or_dash(time_ratio(compared), |ratio| format!("{ratio:.3}")),
        figure(compared.authors, |f| f.explored),
        figure(compared.authors, |f| f.queries),
        time(compared.authors),
    ]
}

/// Our CPU time over KLEE's, where KLEE finishes. If we do not, it is a lower bound.
fn time_ratio(compared: &Compared) -> Option<f64> {
    let klee = compared.klee.filter(|f| f.is_whole())?;
    Some(compared.row.measured.cpu_s / klee.seconds?)
}

/// The answer in a few lines: rows that KLEE finishes, how we compare, and every row that breaks a rule by its name.
fn conclusion(compared: &[Compared]) -> String {
    let finished: Vec<&Compared> = compared
        .iter()
        .filter(|c| c.klee.is_some_and(Figure::is_whole))
        .collect();
    if finished.is_empty() {
        return String::new();
    }
    let ratios: Vec<f64> = finished.iter().filter_map(|c| time_ratio(c)).collect();
    let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let worst = ratios.iter().copied().fold(0.0, f64::max);
    let named = |breaks: &dyn Fn(&Compared, &Figure) -> bool| {
        let names = finished
            .iter()
            .filter(|c| c.klee.is_some_and(|klee| breaks(c, klee)))
            .map(|c| c.row.cell.to_string());
        let names: Vec<String> = names.collect();
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        }
    };
    let ours = |c: &Compared| c.row.measured;
    format!(
        "Rows that KLEE finishes: {}. Our CPU time is {mean:.3} of KLEE's (geometric mean), at most {worst:.2}.\n\
         not finished by us:     {}\n\
         other number of paths:  {}\n\
         more solver queries:    {}\n\
         over a third of the time: {}\n\
         slower:                 {}\n",
        finished.len(),
        named(&|c, _| !ours(c).end.is_whole()),
        named(&|c, klee| ours(c).end == End::Verified && klee.completed != Some(ours(c).completed)),
        named(&|c, klee| klee.queries.is_some_and(|q| ours(c).queries > q)),
        named(&|c, _| time_ratio(c).is_some_and(|r| r > 1.0 / 3.0)),
        named(&|c, _| time_ratio(c).is_some_and(|r| r > 1.0)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Measured};
    use crate::modes::MODES;

    fn row(program: &str, size: u32, end: End, completed: u64, cpu_s: f64) -> Row {
        Row {
            cell: Cell {
                program: KERNELS.iter().find(|p| p.name == program).unwrap(),
                size,
                mode: &MODES[0],
            },
            measured: Measured {
                end,
                cpu_s,
                wall_s: cpu_s,
                memory_bytes: 50 << 20,
                completed,
                explored: completed,
                queries: 10,
                solver_s: 0.1,
                instructions: 1000,
            },
        }
    }

    #[test]
    fn the_conclusion_names_what_is_worse() {
        let folder = tempfile::tempdir().unwrap();
        let rows = [
            row("prim", 4, End::Verified, 53_392, 30.0),
            row("toupper", 10, End::Verified, 1023, 0.01),
            row("toupper", 50, End::OutOfTime, 7, 60.0),
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
        assert!(text.contains("not finished by us:     none\n"), "{text}");
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
