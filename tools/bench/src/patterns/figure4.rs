//! Figure 4 of "State Merging with Quantifiers in Symbolic Execution": the improvement of pattern-based merging (PAT)
//! over ordinary merging (CFG) on each subject. A subject is a program together with the size of its symbolic input.
use super::speed_up;
use crate::error::Error;
use crate::grid::Row;
use crate::report::bars::{self, Series};
use crate::report::csv;
use crate::report::text::or_dash;
use std::path::Path;

/// The improvement by pattern-based merging on one subject: a program together with the size of its symbolic input.
struct Improvement<'r> {
    row: &'r Row,
    /// The speed-up by pattern-based merging and the seconds that it saves, if at least one of the two runs finished.
    time: Option<(f64, f64)>,
    /// The increase of line coverage by pattern-based merging in percent, if at least one of the two runs did not
    /// finish.
    coverage: Option<f64>,
}

impl<'r> Improvement<'r> {
    fn of(&(row, other): &(&'r Row, &'r Row)) -> Improvement<'r> {
        let (a, b) = (&row.measured, &other.measured);
        let ended = a.end.is_whole() || b.end.is_whole();
        let cut = !a.end.is_whole() || !b.end.is_whole();
        let percent = 100.0 * (a.line_coverage - b.line_coverage) / b.line_coverage.max(1e-9);
        Improvement {
            row,
            time: ended.then(|| (speed_up(&(row, other)), b.cpu_s - a.cpu_s)),
            coverage: (cut && b.line_coverage > 0.0).then_some(percent),
        }
    }

    fn record(&self) -> Vec<String> {
        let two = |value: Option<f64>| or_dash(value, |value| format!("{value:.3}"));
        vec![
            self.row.cell.program.name.to_owned(),
            self.row.cell.size.to_string(),
            two(self.time.map(|(times, _)| times)),
            two(self.time.map(|(_, seconds)| seconds)),
            two(self.coverage),
        ]
    }
}

/// Writes the three parts of the figure and their data. `pairs` are the runs of PAT and CFG on the same subject.
pub(super) fn write(pairs: &[(&Row, &Row)], out: &Path) -> Result<(), Error> {
    let all: Vec<Improvement> = pairs.iter().map(Improvement::of).collect();
    let header = ["program", "size", "speed_up", "seconds", "lines_percent"];
    let file = out.join("patterns-fig4.csv");
    csv::records(&header, all.iter().map(Improvement::record), &file)?;
    let part = |file: &str, caption: &str, axis: &str, values: Vec<f64>| {
        let series = Series {
            name: "PAT over CFG".to_owned(),
            values,
        };
        bars::draw(&out.join(file), caption, axis, &[series])
    };
    let times = all.iter().filter_map(|improvement| improvement.time);
    let speed_ups = times.clone().map(|(times, _)| times.log10());
    let saved = times.map(|(_, seconds)| seconds);
    let coverage = all.iter().filter_map(|improvement| improvement.coverage);
    part(
        "patterns-fig4a.svg",
        "Speed-up by subject",
        "log10 of the ratio",
        speed_ups.collect(),
    )?;
    part(
        "patterns-fig4b.svg",
        "Saved time by subject",
        "CPU seconds",
        saved.collect(),
    )?;
    part(
        "patterns-fig4c.svg",
        "Increase of line coverage by subject",
        "percent",
        coverage.collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;

    #[test]
    fn times_need_a_finished_run_and_coverage_an_unfinished_one() {
        let finished = row(("memspn", 10, "PAT"), End::Verified, 2, 1.0);
        let mut stopped = row(("memspn", 10, "CFG"), End::OutOfTime, 2, 5.0);
        stopped.measured.line_coverage = 80.0;
        let improvement = Improvement::of(&(&finished, &stopped));
        assert_eq!(improvement.time, Some((5.0, 4.0)));
        assert_eq!(improvement.coverage, Some(25.0));
        let both = Improvement::of(&(&finished, &finished));
        assert_eq!((both.time, both.coverage), (Some((1.0, 0.0)), None));
        let neither = Improvement::of(&(&stopped, &stopped));
        assert_eq!((neither.time, neither.coverage), (None, Some(0.0)));
    }
}
