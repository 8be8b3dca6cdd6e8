//! The report of a campaign of random programs: counts by mode and by writer (generator of programs), and the findings
//! (wrong results). It contains no time, so that equal campaigns have equal reports.
use super::state::{Counts, State};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns the report as text.
pub fn report(state: &State) -> String {
    let mut text = format!(
        "seed {}: {} programs, {} of them skipped, {} concrete runs\n",
        state.selection.seed, state.programs, state.skipped, state.runs
    );
    let mut by_mode: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut by_writer: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut all = Counts::default();
    for (writer, modes) in &state.counts {
        for (mode, counts) in modes {
            by_mode.entry(mode).or_default().add(counts);
            by_writer.entry(writer).or_default().add(counts);
            all.add(counts);
        }
    }
    table(&mut text, "writer", &state.selection.writers, &by_writer);
    table(&mut text, "mode", &state.selection.modes, &by_mode);
    reasons(&mut text, state);
    for finding in &state.findings {
        let _ = writeln!(
            text,
            "{} (program {}, {}): {}",
            finding.file, finding.index, finding.mode, finding.detail
        );
    }
    let _ = writeln!(
        text,
        "\n{} program-mode checks: {} equal, {} incomplete, {} wrong",
        all.checks, all.equal, all.incomplete, all.wrong
    );
    text
}

/// Appends the reasons why explorations are incomplete to the report. The reasons are listed by mode, in descending
/// order of the number of programs.
fn reasons(text: &mut String, state: &State) {
    for (mode, reasons) in &state.reasons {
        let _ = writeln!(text, "\nincomplete in mode {mode}");
        let mut rows: Vec<(&str, u64)> = reasons.iter().map(|(r, &n)| (r.as_str(), n)).collect();
        rows.sort_by_key(|&(_, programs)| Reverse(programs));
        for (reason, programs) in rows {
            let _ = writeln!(text, "{programs:>6} {reason}");
        }
    }
}

/// Appends a table to the report, with a row of counts for each of `names`, which are modes or writers.
fn table(text: &mut String, title: &str, names: &[String], rows: &BTreeMap<&str, Counts>) {
    let _ = writeln!(
        text,
        "\n{title:<24} {:>8} {:>8} {:>10} {:>6}",
        "checks", "equal", "incomplete", "wrong"
    );
    for name in names {
        let row = rows.get(name.as_str()).cloned().unwrap_or_default();
        let _ = writeln!(
            text,
            "{name:<24} {:>8} {:>8} {:>10} {:>6}",
            row.checks, row.equal, row.incomplete, row.wrong
        );
    }
}
