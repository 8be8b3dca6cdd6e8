//! The results of file tests as text: the differences of each failed test, and the numbers of passed and failed tests.
use super::snapshot::{DiffLine, Mismatch};
use super::suite::{Outcome, Report, TestResult};
use crate::driver::render::count;

/// Returns the failed tests with their differences, and the numbers of passed and failed tests as the last line.
/// Control characters in paths, messages and outputs are escaped, because they would change the state of a terminal.
pub fn text(report: &Report, color: bool) -> String {
    let mut out: String = report
        .results
        .iter()
        .map(|result| result_text(result, color))
        .collect();
    let passed = report.count(|outcome| *outcome == Outcome::Passed);
    let blessed = report.count(|outcome| *outcome == Outcome::Blessed);
    let (failed, passed) = (report.failures(), count(passed as u64, "test"));
    out += &format!("{passed} passed, {failed} failed");
    if blessed > 0 {
        out += &format!(", {blessed} blessed");
    }
    out + "\n"
}

fn result_text(result: &TestResult, color: bool) -> String {
    let path = escaped(&result.path.display().to_string());
    match &result.outcome {
        Outcome::Passed => String::new(),
        Outcome::Blessed => format!("blessed: {path}\n"),
        Outcome::Failed(message) => format!("failed: {path}: {}\n\n", escaped(message)),
        Outcome::Mismatch(Mismatch::Missing) => {
            format!(
                "failed: {path}: there is no snapshot; `symtool test --bless {path}` writes it\n\n"
            )
        }
        Outcome::Mismatch(Mismatch::Differs(lines)) => {
            let shown = |diff: &DiffLine| line(&diff.map(escaped), color);
            let lines: String = lines.iter().map(shown).collect();
            format!("failed: {path}: the output (+) differs from the snapshot (-)\n{lines}\n")
        }
    }
}

/// Returns the text of one line in the difference between a snapshot and an output.
pub fn line(line: &DiffLine, color: bool) -> String {
    let colored = |code: u8, text: String| match color {
        true => format!("\x1b[{code}m{text}\x1b[0m\n"),
        false => text + "\n",
    };
    match line {
        DiffLine::Same(text) => format!("  {text}\n"),
        DiffLine::Expected(text) => colored(31, format!("- {text}")),
        DiffLine::Actual(text) => colored(32, format!("+ {text}")),
        DiffLine::Gap => "  …\n".to_owned(),
    }
}

/// Returns a text with its control characters, except tabs and newlines, as escape sequences such as `\u{1b}`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' => out.push(c),
            _ if c.is_control() => out.extend(c.escape_default()),
            _ => out.push(c),
        }
    }
    out
}
