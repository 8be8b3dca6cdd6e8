//! Compares the result of a program under symtool with the reference: the result of the same program when gcc compiles
//! it.
use crate::engine::{Runner, SymtoolResult};
use crate::gcc::{self, Reference};
use crate::process::End;
use crate::program::Program;
use serde::Serialize;
use std::io;
use std::path::Path;

/// The class of a comparison of gcc and symtool: equal results, or the reason why the results differ or are not
/// compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Output and exit status are equal.
    Equal,
    /// There is no reference: gcc rejects the program, or the compiled program does not terminate, prints different
    /// text in two runs or, with `--passing`, does not exit with status 0. The program is not counted.
    Skipped,
    /// symtool reports a failure, and the sanitizers of gcc report one, too: the program has undefined behavior.
    Undefined,
    /// symtool rejects the program, reports an unsupported construct or has an incomplete verdict. Also: the results
    /// differ, but symtool has computed a value that may differ from the value on the real machine.
    Unsupported,
    /// The run with symtool exceeded a time or resource limit.
    Limit,
    /// The outputs differ.
    OutputDiffers,
    /// The exit status differs, or the program aborts in only one of the two runs (compiled by gcc, and under symtool).
    ExitDiffers,
    /// symtool reports a failure, but the sanitizers of gcc report none.
    FalseFailure,
    /// symtool crashed.
    Crash,
}

impl Class {
    /// All classes, in the order of the rows in tables.
    pub const ALL: &'static [Class] = &[
        Class::Equal,
        Class::OutputDiffers,
        Class::ExitDiffers,
        Class::FalseFailure,
        Class::Crash,
        Class::Limit,
        Class::Unsupported,
        Class::Undefined,
        Class::Skipped,
    ];

    /// Returns the description of the class for tables.
    pub fn describe(self) -> &'static str {
        match self {
            Class::Equal => "equal",
            Class::Skipped => "skipped: no reference",
            Class::Undefined => "undefined behavior, reported",
            Class::Unsupported => "unsupported, with a clear error",
            Class::Limit => "time or another limit",
            Class::OutputDiffers => "WRONG: output differs",
            Class::ExitDiffers => "WRONG: exit status differs",
            Class::FalseFailure => "WRONG: failure reported",
            Class::Crash => "WRONG: crash",
        }
    }

    /// Returns whether the class means a bug of symtool. A missing feature is not a bug.
    pub fn is_wrong(self) -> bool {
        matches!(
            self,
            Class::OutputDiffers | Class::ExitDiffers | Class::FalseFailure | Class::Crash
        )
    }
}

/// The result of the comparison for one program.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The name of the program.
    pub name: String,
    /// The class of the result.
    pub class: Class,
    /// The reason for the class, by which tables group the results: for example the unsupported construct, the exceeded
    /// limit or the kind of failure. Empty if both results are equal.
    pub reason: String,
    /// One line of details; empty if both results are equal.
    pub detail: String,
}

/// Runs a program twice in a temporary folder, once compiled by gcc and once with symtool, and compares the results. If
/// `passing` is set, a program that does not exit with status 0 under gcc is skipped.
///
/// # Errors
/// A process cannot be started, or a file cannot be written.
pub fn compare(
    program: &Program,
    runner: &Runner,
    gcc_seconds: u64,
    passing: bool,
) -> io::Result<Verdict> {
    let folder = tempfile::tempdir()?;
    let verdict = |class, reason: &str, detail: String| Verdict {
        name: program.name(),
        class,
        reason: reason.to_owned(),
        detail,
    };
    let (theirs, end) = match gcc::reference(program, folder.path(), gcc_seconds)? {
        Reference::None(why) => return Ok(verdict(Class::Skipped, why, String::new())),
        Reference::Ran { end, .. } if passing && end != End::Exit(0) => {
            return Ok(verdict(
                Class::Skipped,
                "the program fails when compiled by gcc",
                String::new(),
            ));
        }
        Reference::Ran { output, end } => (program.expected_output().unwrap_or(output), end),
    };
    let (ours, output) = runner.run(program, folder.path())?;
    Ok(match ours {
        SymtoolResult::Rejected {
            code,
            message,
            place,
        } => {
            let reason = format!("[{code}] {message}");
            verdict(Class::Unsupported, &reason, place)
        }
        SymtoolResult::Unsupported(what) => verdict(Class::Unsupported, &what, what.clone()),
        SymtoolResult::Limit(what) => verdict(Class::Limit, &what, String::new()),
        SymtoolResult::Crash(what) => verdict(Class::Crash, "crash", what),
        SymtoolResult::Failure { kind, message } => {
            let class = match gcc::sanitizers_report(program, folder.path(), gcc_seconds)? {
                true => Class::Undefined,
                false => Class::FalseFailure,
            };
            verdict(class, &kind, message)
        }
        SymtoolResult::Ran {
            status,
            inexact: Some(what),
            ..
        } if !same_end(status, end) || output != theirs => {
            verdict(Class::Unsupported, &what, what.clone())
        }
        SymtoolResult::Ran { status, .. } if !same_end(status, end) => verdict(
            Class::ExitDiffers,
            "exit status differs",
            format!("{} instead of {}", shown(status), shown_end(end)),
        ),
        SymtoolResult::Ran { .. }
            if output != theirs && varies(program, folder.path(), gcc_seconds)? =>
        {
            verdict(
                Class::Skipped,
                "the output varies between runs",
                String::new(),
            )
        }
        SymtoolResult::Ran { .. } if output != theirs => verdict(
            Class::OutputDiffers,
            "output differs",
            first_difference(&output, &theirs),
        ),
        SymtoolResult::Ran { .. } => verdict(Class::Equal, "", String::new()),
    })
}

/// Returns whether the output of the program compiled by gcc differs between two runs, for example because the program
/// prints addresses.
fn varies(program: &Program, folder: &Path, seconds: u64) -> io::Result<bool> {
    let first = gcc::reference(program, folder, seconds)?;
    Ok(first != gcc::reference(program, folder, seconds)?)
}

/// Returns whether a run with symtool (`ours`; `None` means `abort`) and a run of the program compiled by gcc
/// (`theirs`) have the same exit status. A signal is equal to `abort`.
pub fn same_end(ours: Option<i32>, theirs: End) -> bool {
    match theirs {
        End::Exit(status) => ours == Some(status),
        End::Signal(_) => ours.is_none(),
        End::Time => false,
    }
}

fn shown(status: Option<i32>) -> String {
    status.map_or_else(|| "abort".to_owned(), |status| format!("exit {status}"))
}

fn shown_end(end: End) -> String {
    match end {
        End::Exit(status) => format!("exit {status}"),
        End::Signal(signal) => format!("signal {signal}"),
        End::Time => "timeout".to_owned(),
    }
}

/// Describes the first line in which the outputs `ours` (of symtool) and `theirs` (of gcc) differ.
fn first_difference(ours: &[u8], theirs: &[u8]) -> String {
    let (mut ours, mut theirs) = (ours.split(|&b| b == b'\n'), theirs.split(|&b| b == b'\n'));
    for number in 1.. {
        let (our, their) = (ours.next(), theirs.next());
        if our != their {
            let shown = |line: Option<&[u8]>| match line {
                Some(line) => {
                    let text = String::from_utf8_lossy(line);
                    format!("{:?}", text.chars().take(60).collect::<String>())
                }
                None => "the end".to_owned(),
            };
            return format!("line {number}: {} instead of {}", shown(our), shown(their));
        }
        if our.is_none() {
            break;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        assert_eq!(
            first_difference(b"a\nb\n", b"a\nc\n"),
            "line 2: \"b\" instead of \"c\""
        );
        assert_eq!(
            first_difference(b"a", b"a\nb"),
            "line 2: the end instead of \"b\""
        );
        assert_eq!(first_difference(b"a", b"a"), "");
    }

    #[test]
    fn abort_is_any_signal_and_no_status() {
        assert!(same_end(None, End::Signal(6)));
        assert!(!same_end(Some(0), End::Signal(6)));
        assert!(!same_end(None, End::Exit(0)));
        assert!(same_end(Some(3), End::Exit(3)));
    }
}
