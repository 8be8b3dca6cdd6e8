//! The source lines that reports name.
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;
use symtool_ir::Function;
use symtool_meld::IgnoredLocation;

/// A part of the program that a report names: a source line of the program's own files, or code without such lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CodeLine {
    /// The line with this number, from 1.
    Own(u32),
    /// A library function, or code whose location is unknown.
    Library,
    /// The code after the return from `main`.
    End,
}

impl fmt::Display for CodeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeLine::Own(line) => write!(f, "line {line}"),
            CodeLine::Library => f.write_str("a library function"),
            CodeLine::End => f.write_str("the end of the program"),
        }
    }
}

impl Serialize for CodeLine {
    /// Serializes a line as its number, and the other parts as text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CodeLine::Own(line) => serializer.serialize_u32(*line),
            CodeLine::Library | CodeLine::End => serializer.collect_str(self),
        }
    }
}

impl CodeLine {
    /// Returns the line of a source location in a function.
    pub fn of(place: Option<&IgnoredLocation>, function: &Function) -> CodeLine {
        match place.filter(|at| !at.file.starts_with('<')) {
            Some(at) => CodeLine::Own(at.line),
            None if function.name == crate::program::START => CodeLine::End,
            None => CodeLine::Library,
        }
    }
}

/// Returns a list of at most `most` lines, such as `lines 3, 7 and the end of the program`; the empty text if there are
/// none. A list of `most` + 1 lines is not cut.
pub fn listed(lines: &BTreeSet<CodeLine>, most: usize) -> String {
    let own = |line: &CodeLine| match line {
        CodeLine::Own(line) => Some(line.to_string()),
        CodeLine::Library | CodeLine::End => None,
    };
    let mut numbers: Vec<String> = lines.iter().filter_map(own).collect();
    if numbers.len() > most.saturating_add(1) {
        numbers.truncate(most);
        numbers.push("…".to_owned());
    }
    let mut parts = Vec::new();
    match numbers.as_slice() {
        [] => {}
        [line] => parts.push(format!("line {line}")),
        _ => parts.push(format!("lines {}", numbers.join(", "))),
    }
    let others = [CodeLine::Library, CodeLine::End].into_iter();
    let others = others.filter(|other| lines.contains(other));
    parts.extend(others.map(|other| other.to_string()));
    parts.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let text = |lines: &[CodeLine]| listed(&lines.iter().copied().collect(), 2);
        let own = CodeLine::Own;
        assert_eq!(text(&[]), "");
        assert_eq!(text(&[CodeLine::End]), "the end of the program");
        assert_eq!(
            text(&[own(7), CodeLine::Library]),
            "line 7 and a library function"
        );
        assert_eq!(text(&[own(7), own(3), own(9)]), "lines 3, 7, 9");
        assert_eq!(text(&[own(7), own(3), own(9), own(8)]), "lines 3, 7, …");
    }
}
