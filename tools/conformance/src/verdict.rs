//! Compares what gcc's program and ours did.
use crate::engine::{Ours, Runner};
use crate::gcc::{self, Reference};
use crate::process::End;
use crate::program::Program;
use serde::Serialize;
use std::io;
use std::path::Path;

/// What the comparison of one program says.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Same bytes, same exit status.
    Equal,
    /// No reference: gcc does not compile it, or its program does not end. Does not count.
    Skipped,
    /// A failure is reported, and gcc's sanitizers object too: the program is wrong, not symtool.
    Undefined,
    /// A clear error or an incomplete mark: a construct that is not supported.
    Unsupported,
    /// Took too long or too much.
    Limit,
    /// Other bytes were printed.
    OutputDiffers,
    /// Another exit status, or an abort on one side only.
    ExitDiffers,
    /// A failure is reported where gcc's sanitizers see none.
    FalseFailure,
    /// The process crashed.
    Crash,
}

impl Class {
    /// All, as they are listed in tables.
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

    /// A plain phrase for tables.
    pub fn describe(self) -> &'static str {
        match self {
            Class::Equal => "equal",
            Class::Skipped => "skipped: no reference",
            Class::Undefined => "undefined behaviour, reported",
            Class::Unsupported => "unsupported, with a clear error",
            Class::Limit => "time or another limit",
            Class::OutputDiffers => "WRONG: output differs",
            Class::ExitDiffers => "WRONG: exit differs",
            Class::FalseFailure => "WRONG: failure reported",
            Class::Crash => "WRONG: crash",
        }
    }

    /// Is symtool wrong, rather than unable?
    pub fn is_wrong(self) -> bool {
        matches!(
            self,
            Class::OutputDiffers | Class::ExitDiffers | Class::FalseFailure | Class::Crash
        )
    }
}

/// The result for one program.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The program.
    pub name: String,
    /// What came out.
    pub class: Class,
    /// The construct or kind that tables group by; empty if equal.
    pub reason: String,
    /// One line of details; empty if equal.
    pub detail: String,
}

/// Runs a program both ways in a temporary folder. With `passing`, one whose reference does not exit with
/// status 0 is skipped.
///
/// # Errors
/// If processes cannot be started or files not be written.
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
                "it fails when compiled by gcc",
                String::new(),
            ));
        }
        Reference::Ran { output, end } => (program.expected_output().unwrap_or(output), end),
    };
    let (ours, output) = runner.run(program, folder.path())?;
    Ok(match ours {
        Ours::Refused {
            code,
            message,
            place,
        } => {
            let reason = format!("[{code}] {message}");
            verdict(Class::Unsupported, &reason, place)
        }
        Ours::Unsupported(what) => verdict(Class::Unsupported, &what, what.clone()),
        Ours::Limit(what) => verdict(Class::Limit, &what, String::new()),
        Ours::Crash(what) => verdict(Class::Crash, "crash", what),
        Ours::Failure { kind, message } => {
            let class = match gcc::sanitizers_object(program, folder.path(), gcc_seconds)? {
                true => Class::Undefined,
                false => Class::FalseFailure,
            };
            verdict(class, &kind, message)
        }
        Ours::Ran {
            status,
            inexact: Some(what),
            ..
        } if !same_end(status, end) || output != theirs => {
            verdict(Class::Unsupported, &what, what.clone())
        }
        Ours::Ran { status, .. } if !same_end(status, end) => verdict(
            Class::ExitDiffers,
            "exit differs",
            format!("{} instead of {}", shown(status), shown_end(end)),
        ),
        Ours::Ran { .. } if output != theirs && varies(program, folder.path(), gcc_seconds)? => {
            verdict(
                Class::Skipped,
                "it prints something else each time",
                String::new(),
            )
        }
        Ours::Ran { .. } if output != theirs => verdict(
            Class::OutputDiffers,
            "output differs",
            first_difference(&output, &theirs),
        ),
        Ours::Ran { .. } => verdict(Class::Equal, "", String::new()),
    })
}

/// Do two runs of gcc's program print different bytes, such as addresses?
fn varies(program: &Program, folder: &Path, seconds: u64) -> io::Result<bool> {
    let first = gcc::reference(program, folder, seconds)?;
    Ok(first != gcc::reference(program, folder, seconds)?)
}

/// Any signal is an abort: which one, a machine may choose.
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
        End::Time => "no end".to_owned(),
    }
}

/// The first line in which two outputs differ.
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
