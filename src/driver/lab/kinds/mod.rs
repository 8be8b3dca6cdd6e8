//! The kinds of checks. A task of `lab.toml` names a kind and gives its settings; each kind is one file here and one
//! row of [`KINDS`].
mod assertion;
mod cargo;
mod equivalence;
mod prediction;
mod snapshot;
mod verdict;

use super::explore::Prepared;
use super::finding::Finding;
use super::workspace::Workspace;
use crate::Error;
use serde::de::DeserializeOwned;

/// The way in which one task of a lab is checked.
pub trait Check {
    /// Returns the files of the student that the check reads. If all of them are equal to the files of the starter,
    /// the student has not begun.
    fn files(&self) -> Vec<&str>;

    /// Checks a submission, whose files are in the workspace. Returns the result for the student.
    ///
    /// # Errors
    /// A program of the submission does not compile, or a file is missing.
    fn run(&self, workspace: &Workspace<'_>) -> Result<Finding, Error>;

    /// Returns a program of the check whose concrete runs can show that the submission is wrong. The submission is
    /// wrong if a run of this program fails. Returns `None` if the check has no such program.
    ///
    /// # Errors
    /// The program does not compile, or a file is missing.
    fn concrete(&self, _workspace: &Workspace<'_>) -> Result<Option<Prepared>, Error> {
        Ok(None)
    }
}

/// A kind of checks, as a row of the table [`KINDS`].
pub struct Kind {
    /// The name in `lab.toml`.
    pub name: &'static str,
    /// A noun phrase for the subject of a check of this kind: the program, function or file that the check judges.
    pub help: &'static str,
    read: fn(toml::Table) -> Result<Box<dyn Check>, String>,
}

/// The table of all kinds of checks.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "verdict",
        help: "the verdict of a program, which may consist of the student's functions and a main function of the lab",
        read: read::<verdict::VerdictCheck>,
    },
    Kind {
        name: "assertion",
        help: "a test program of the student that holds for the reference solution and fails for each mutant of this solution",
        read: read::<assertion::AssertionCheck>,
    },
    Kind {
        name: "equivalence",
        help: "a function that gives the same results as the reference solution for all inputs up to a bound",
        read: read::<equivalence::EquivalenceCheck>,
    },
    Kind {
        name: "prediction",
        help: "numbers that the student predicts, such as paths or selects, compared with a run",
        read: read::<prediction::PredictionCheck>,
    },
    Kind {
        name: "snapshot",
        help: "a file test with its snapshot, whose output shows what the task asks for",
        read: read::<snapshot::SnapshotCheck>,
    },
    Kind {
        name: "cargo",
        help: "parts of symtool in a Rust project: file tests of the student and of the lab, run in a project of the check",
        read: read::<cargo::CargoCheck>,
    },
];

fn read<C: Check + DeserializeOwned + 'static>(
    table: toml::Table,
) -> Result<Box<dyn Check>, String> {
    let check: C = table
        .try_into()
        .map_err(|error: toml::de::Error| error.to_string())?;
    Ok(Box::new(check))
}

/// Returns the check that belongs to the kind `kind` and has the settings `settings`.
///
/// # Errors
/// There is no such kind, or checks of this kind do not have these settings.
pub fn check(kind: &str, settings: &toml::Table) -> Result<Box<dyn Check>, String> {
    match KINDS.iter().find(|row| row.name == kind) {
        Some(row) => (row.read)(settings.clone()),
        None => {
            let names: Vec<&str> = KINDS.iter().map(|row| row.name).collect();
            Err(format!(
                "there is no kind `{kind}`; the kinds are {}",
                names.join(", ")
            ))
        }
    }
}
