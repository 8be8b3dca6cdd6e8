//! A violation as text: kind, location with source line and caret, call stack, input.
use super::count;
use crate::driver::environment::is_argument;
use crate::driver::summary::{ErrorReport, bytes};
use symtool_frontend::Sources;
use symtool_frontend::diagnostic::{self, Diagnostic, Span};
use symtool_ir::shape::c_literal;

/// Describes a violation, or a failure whose replay was inexact: kind, location with source line and caret, call stack,
/// input.
pub fn violation(error: &ErrorReport, sources: &Sources) -> String {
    let mut text = place(error, sources);
    if error.stack.len() > 1 {
        text += &format!("  called from {}\n", error.stack[1..].join(", "));
    }
    if let Some(line) = &error.command_line {
        text += &format!("  called as {line}\n");
    }
    for (name, value) in shown_inputs(error) {
        text += &format!("  input {name} = {value}\n");
    }
    for note in &error.notes {
        text += &format!("  note: {note}\n");
    }
    text
}

/// Returns the names and values of a violation's inputs. The arguments of the program are left out if the violation
/// has a command line, because the command line shows them.
pub fn shown_inputs(error: &ErrorReport) -> impl Iterator<Item = (&str, String)> {
    let shown = |name: &str| error.command_line.is_none() || !is_argument(name);
    let inputs = error.inputs.iter().filter(move |(name, _)| shown(name));
    inputs.map(|(name, hex)| {
        let number = error.values.get(name).cloned();
        let value = number.unwrap_or_else(|| input_value(hex));
        (name.as_str(), value)
    })
}

fn place(error: &ErrorReport, sources: &Sources) -> String {
    let message = format!("{}: {}", error.kind, error.message);
    let title = match (error.known, error.confirmed) {
        (true, _) => "known violation",
        (false, true) => "violation",
        (false, false) => "possible violation",
    };
    if error.line == 0 {
        return format!("{title}: {message}\n");
    }
    let span = Span {
        file: error.file.as_str().into(),
        line: error.line,
        column: error.column,
        len: 1,
    };
    let report = Diagnostic::error("violation", message).at(span);
    let rendered = diagnostic::render(&[report], sources, false);
    rendered.replacen("error[violation]", title, 1)
}

/// Formats the bytes of an input, given in hexadecimal, as [`bytes_value`] does.
pub fn input_value(hex: &str) -> String {
    bytes_value(&bytes(hex))
}

/// Formats the bytes of an input whose type is not known: 1, 2, 4 or 8 bytes as a number, other sizes as a string
/// literal. Zero bytes and large inputs are only counted.
pub fn bytes_value(bytes: &[u8]) -> String {
    let number = |width: usize| {
        let raw = bytes.iter().rev().fold(0u64, |n, &b| n << 8 | u64::from(b));
        let unused = 64 - 8 * width as u32;
        ((raw << unused) as i64) >> unused
    };
    let used = bytes
        .iter()
        .rposition(|&b| b != 0)
        .map_or(0, |last| last + 1);
    let printable = used > 0
        && bytes[..used]
            .iter()
            .all(|&b| b == b' ' || b.is_ascii_graphic());
    match bytes.len() {
        length @ (1 | 2 | 4 | 8) if used == length && printable => {
            format!("{} ({})", number(length), c_literal(bytes))
        }
        length @ (1 | 2 | 4 | 8) => number(length).to_string(),
        length if used == 0 => count(length as u64, "zero byte"),
        length if length <= 64 => c_literal(bytes),
        length => format!("{length} bytes, see the test case"),
    }
}
