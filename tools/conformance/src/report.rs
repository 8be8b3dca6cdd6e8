//! Reports the results of comparing gcc and symtool: one line for each program with different results, a table of
//! counts, and JSON.
use crate::verdict::{Class, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Prints a line for each program with different results, then a table of the numbers of programs by class and
/// reason.
///
/// # Errors
/// The text cannot be written.
pub fn print(verdicts: &[Verdict], out: &mut impl Write) -> io::Result<()> {
    for verdict in verdicts {
        if verdict.class != Class::Equal {
            writeln!(out, "{}", line(verdict))?;
        }
    }
    let counts = counts(verdicts);
    writeln!(out, "\n{:>6}  result", "count")?;
    for &class in Class::ALL {
        let reasons = &counts[&class];
        let total: usize = reasons.values().sum();
        if total == 0 {
            continue;
        }
        writeln!(out, "{total:>6}  {}", class.describe())?;
        let mut rows: Vec<(&String, &usize)> =
            reasons.iter().filter(|(r, _)| !r.is_empty()).collect();
        rows.sort_by_key(|&(reason, &count)| (std::cmp::Reverse(count), reason));
        for (reason, count) in rows {
            writeln!(out, "          {count:>6}  {reason}")?;
        }
    }
    let summary = Summary::of(verdicts);
    writeln!(
        out,
        "\n{} of {} equal ({:.1} %), {} wrong",
        summary.equal, summary.compared, summary.percent, summary.wrong
    )
}

/// Returns the report line about a program with different results under gcc and symtool.
pub fn line(verdict: &Verdict) -> String {
    let mut text = format!("{}: {}", verdict.name, verdict.class.describe());
    for part in [&verdict.reason, &verdict.detail] {
        if !part.is_empty() && !text.ends_with(part.as_str()) {
            text.push_str(": ");
            text.push_str(part);
        }
    }
    text.replace('\n', " ")
}

fn counts(verdicts: &[Verdict]) -> BTreeMap<Class, BTreeMap<String, usize>> {
    let mut counts: BTreeMap<Class, BTreeMap<String, usize>> = Class::ALL
        .iter()
        .map(|&class| (class, BTreeMap::new()))
        .collect();
    for verdict in verdicts {
        let reasons = counts.entry(verdict.class).or_default();
        *reasons.entry(verdict.reason.clone()).or_default() += 1;
    }
    counts
}

/// The numbers of compared programs, of programs with equal results, and of programs that show a bug of symtool.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Number of programs with a reference result by gcc.
    pub compared: usize,
    /// Number of programs with equal results under gcc and symtool.
    pub equal: usize,
    /// Number of programs with a mismatch that is a bug of symtool.
    pub wrong: usize,
    /// `equal` in percent of `compared`.
    pub percent: f64,
}

impl Summary {
    /// Counts the compared, equal and wrong programs among `verdicts`.
    pub fn of(verdicts: &[Verdict]) -> Summary {
        let count = |test: &dyn Fn(&Verdict) -> bool| verdicts.iter().filter(|v| test(v)).count();
        let compared = count(&|v| v.class != Class::Skipped);
        let equal = count(&|v| v.class == Class::Equal);
        Summary {
            compared,
            equal,
            wrong: count(&|v| v.class.is_wrong()),
            percent: 100.0 * equal as f64 / compared.max(1) as f64,
        }
    }
}

/// Writes the summary and every verdict as JSON.
///
/// # Errors
/// The output cannot be written.
pub fn write_json(verdicts: &[Verdict], out: impl Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Report<'a> {
        summary: Summary,
        programs: &'a [Verdict],
    }
    let report = Report {
        summary: Summary::of(verdicts),
        programs: verdicts,
    };
    Ok(serde_json::to_writer_pretty(out, &report)?)
}
