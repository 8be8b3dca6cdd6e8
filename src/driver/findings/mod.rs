//! The results of a run in formats for other programs: SARIF, JUnit XML, and the baseline of known violations.
//!
//! | file | contents |
//! | --- | --- |
//! | `fingerprint` | numbers that identify a violation in later runs |
//! | `baseline` | the file with known violations |
//! | `sarif` | violations as results of SARIF, whose format is in `driver::sarif` |
//! | `junit` | JUnit XML |
//! | `path` | the lines that a failing run executes, for SARIF |
mod baseline;
mod fingerprint;
mod junit;
mod path;
mod sarif;

pub use baseline::Baseline;
pub use fingerprint::{fingerprint, own_frame};
pub use path::Step;

use crate::driver::cli::{FindingArgs, InputArgs};
use crate::driver::summary::{ErrorReport, Summary};
use crate::original::Original;
use crate::{Error, Program};
use std::collections::BTreeSet;
use symtool_engine::coverage::Conditions;
use symtool_ir::bug::Checks;
use symtool_ir::{BugKind, Failure, Func, Module};

/// The result of a run, as SARIF and JUnit XML need it.
pub struct Results<'a> {
    /// The name of the program: that of its first file, without folder.
    pub program_name: String,
    /// The files of the program, and the options of their compilation.
    pub input: &'a InputArgs,
    /// The compiled program.
    pub program: &'a Program,
    /// The simplified IR of the program, on which violations were replayed.
    pub original: &'a Module,
    /// The checks that are enabled.
    pub checks: Checks,
    /// The function in which execution starts.
    pub entry: Func,
    /// The summary of the run.
    pub summary: &'a Summary,
    /// The assertions, other checks and assumptions of the program, and which of them some path reached.
    pub conditions: &'a Conditions,
    /// The failures, each with its report.
    pub failures: &'a [(Failure, ErrorReport)],
    /// Whether the run stopped at a violation, so that it may have missed further violations.
    pub has_stopped: bool,
}

impl Results<'_> {
    /// Returns the lines that the failing run of a violation executes; `None` if the run is too long to be traced.
    pub fn path(&self, error: &ErrorReport) -> Option<Vec<Step<'_>>> {
        let original = Original {
            module: self.original,
            entry: self.entry,
            checks: self.checks,
        };
        path::path(&original, error.values())
    }

    /// Writes the files that the options `--sarif` and `--junit` name.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, args: &FindingArgs) -> Result<(), Error> {
        let write = |path, text: String| {
            std::fs::write(path, text).map_err(Error::file("cannot write", path))
        };
        if let Some(path) = &args.sarif {
            write(path, sarif::sarif(self))?;
        }
        if let Some(path) = &args.junit {
            write(path, junit::junit(self))?;
        }
        Ok(())
    }
}

/// The facts that decide whether a run could have found a given violation. A violation is removed from the baseline
/// only if the run could have found it again.
pub struct Completeness<'a> {
    /// Whether the run explored all paths.
    pub is_whole: bool,
    /// The checks that are enabled.
    pub checks: Checks,
    /// The names of the program's files.
    pub files: BTreeSet<&'a str>,
}

impl Completeness<'_> {
    /// Returns whether the run would have found every violation in the file `file` whose kind has the name `kind`.
    fn covers(&self, kind: &str, file: &str) -> bool {
        let is_enabled = BugKind::from_name(kind).is_some_and(|kind| self.checks.has(kind.check()));
        self.is_whole && is_enabled && self.files.contains(file)
    }
}
