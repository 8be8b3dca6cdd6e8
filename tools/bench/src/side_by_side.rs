//! Compares modes of symtool on a user's programs: verdicts, costs, coverage, tests.
//!
//! A mode is a list of options of symtool without their dashes, joined by `+`, such as `cfmse+merge=static`. Each run
//! is a separate process. Two modes *disagree* on a program if one verifies it and the other finds a violation. A
//! disagreement is a bug of symtool; the output folders of both runs document it.
mod report;

pub use report::json;

use crate::error::Error;
use crate::folder;
use crate::grid::{End, Measured};
use crate::process;
use crate::programs::{Program, Source};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default modes of a comparison.
pub const MODES: [&str; 6] = [
    "plain",
    "cfmse",
    "merge=static",
    "merge=dynamic",
    "merge=pattern",
    "cdse",
];

/// The options of a comparison.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `symtool` executable.
    pub symtool: PathBuf,
    /// A C file, or a folder with C files.
    pub programs: PathBuf,
    /// The modes.
    pub modes: Vec<String>,
    /// The wall-clock time limit of each run.
    pub budget: Duration,
    /// Further options for each run of symtool.
    pub extra: Vec<String>,
    /// The folder to which the runs and the report are written.
    pub out: PathBuf,
}

/// The run of one program in one mode.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of the mode.
    pub mode: String,
    /// The output folder of the run.
    pub folder: PathBuf,
    /// The measurements of the run, or the message that it printed if it has no verdict.
    pub measured: Result<Measured, String>,
}

/// The runs of one program.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The name of the program.
    pub program: String,
    /// Whether the program is known to be free of failures (`true`) or to fail (`false`); `None` if neither is known.
    pub is_safe: Option<bool>,
    /// A run for each mode, in the order of the modes.
    pub runs: Vec<Run>,
}

impl Comparison {
    /// Returns the first run that verifies the program and the first run with a violation, if both exist.
    pub fn disagreement(&self) -> Option<(&Run, &Run)> {
        let with = |is_wanted: fn(End) -> bool| {
            let ended = |run: &&Run| run.measured.as_ref().is_ok_and(|m| is_wanted(m.end));
            self.runs.iter().find(ended)
        };
        Some((with(proves)?, with(refutes)?))
    }

    /// Returns the first run whose verdict contradicts the known verdict of the program.
    pub fn wrong(&self) -> Option<&Run> {
        let is_safe = self.is_safe?;
        let is_wrong = |run: &&Run| {
            let end = run.measured.as_ref().map(|m| m.end);
            end.is_ok_and(|end| if is_safe { refutes(end) } else { proves(end) })
        };
        self.runs.iter().find(is_wrong)
    }
}

/// Returns whether the outcome `end` proves that no input fails. A vacuous proof counts; a proof up to an unwinding
/// bound does not.
fn proves(end: End) -> bool {
    match end {
        End::Verified | End::Vacuous => true,
        End::VerifiedBounded | End::Violation | End::Incomplete | End::OutOfTime => false,
    }
}

/// Returns whether the outcome `end` shows that some input fails.
fn refutes(end: End) -> bool {
    match end {
        End::Violation => true,
        End::Verified | End::VerifiedBounded | End::Vacuous | End::Incomplete | End::OutOfTime => {
            false
        }
    }
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The programs with their runs.
    pub comparisons: Vec<Comparison>,
    /// The report as text.
    pub text: String,
}

impl Outcome {
    /// Returns whether two modes disagree on a program, or a mode contradicts the known verdict of a program.
    pub fn disagrees(&self) -> bool {
        let mut all = self.comparisons.iter();
        all.any(|one| one.disagreement().is_some() || one.wrong().is_some())
    }

    /// Returns the message of the first run without a verdict.
    pub fn first_error(&self) -> Option<&str> {
        let mut runs = self.comparisons.iter().flat_map(|one| &one.runs);
        runs.find_map(|run| run.measured.as_ref().err().map(String::as_str))
    }
}

/// Returns the options of symtool that a mode selects.
///
/// ```
/// use symtool_bench::side_by_side::mode_options;
///
/// assert_eq!(mode_options("cfmse+merge=static"), ["--cfmse", "--merge=static"]);
/// ```
pub fn mode_options(mode: &str) -> Vec<String> {
    let options = mode
        .split('+')
        .map(str::trim)
        .filter(|option| !option.is_empty());
    options
        .map(|option| format!("--{}", option.trim_start_matches('-')))
        .collect()
}

/// Returns the number of runs of a comparison.
///
/// # Errors
/// The programs cannot be read.
pub fn count(options: &Options) -> Result<usize, Error> {
    Ok(subjects(&options.programs)?.len() * options.modes.len())
}

/// Runs all programs in all modes, and writes the report to the output folder. Calls `before` with the program and the
/// mode before each run.
///
/// # Errors
/// A file cannot be read or written, or symtool cannot be started.
pub fn run(options: &Options, mut before: impl FnMut(&str)) -> Result<Outcome, Error> {
    let mut comparisons = Vec::new();
    for program in subjects(&options.programs)? {
        let mut runs = Vec::new();
        for mode in &options.modes {
            before(&format!("{} {mode}", program.name));
            runs.push(one(options, program, mode)?);
        }
        comparisons.push(Comparison {
            program: program.name.to_owned(),
            is_safe: program.is_safe,
            runs,
        });
    }
    let text = report::write(&options.out, &comparisons)?;
    Ok(Outcome { comparisons, text })
}

/// Runs one program in one mode.
fn one(options: &Options, program: &Program, mode: &str) -> Result<Run, Error> {
    let source = match program.source {
        Source::File(path) => path,
        Source::Text(..) => Path::new(program.name),
    };
    let folder = options
        .out
        .join("runs")
        .join(program.name)
        .join(mode.replace('/', "_"));
    std::fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    let mut all = mode_options(mode);
    all.extend(options.extra.iter().cloned());
    Ok(Run {
        measured: process::measure(&process::Run {
            symtool: &options.symtool,
            source,
            options: &all,
            budget: options.budget,
            folder: &folder,
            directory: None,
        })?,
        mode: mode.to_owned(),
        folder,
    })
}

/// Returns the program in the file `path`, or the programs in the folder `path`.
fn subjects(path: &Path) -> Result<Vec<&'static Program>, Error> {
    match path.is_dir() {
        true => folder::programs(path),
        false => Ok(vec![folder::program(path.to_owned())?]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;

    pub(super) fn comparison(is_safe: Option<bool>, ends: &[End]) -> Comparison {
        let run = |&end: &End| Run {
            mode: end.name().to_owned(),
            folder: PathBuf::new(),
            measured: Ok(row(("toupper", 10, "K"), end, 1, 0.1).measured),
        };
        Comparison {
            program: "p".to_owned(),
            is_safe,
            runs: ends.iter().map(run).collect(),
        }
    }

    #[test]
    fn a_proof_and_a_violation_disagree_but_a_bounded_proof_does_not() {
        use End::{Incomplete, OutOfTime, Verified, VerifiedBounded, Violation};
        let disagrees = |ends: &[End]| comparison(None, ends).disagreement().is_some();
        assert!(disagrees(&[Incomplete, Verified, Violation]));
        assert!(!disagrees(&[VerifiedBounded, Violation, OutOfTime]));
        assert!(!disagrees(&[Verified, VerifiedBounded]));
    }

    #[test]
    fn a_run_that_contradicts_the_known_verdict_is_wrong() {
        let wrong = |is_safe, end| comparison(is_safe, &[end]).wrong().is_some();
        assert!(wrong(Some(true), End::Violation));
        assert!(wrong(Some(false), End::Verified));
        assert!(!wrong(Some(false), End::VerifiedBounded));
        assert!(!wrong(None, End::Violation));
    }
}
