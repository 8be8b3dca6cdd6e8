//! Known bugs in C libraries, as a benchmark: the time until symtool finds each bug.
//!
//! Each bug has a driver in `tools/bench/bugs`: a C program that calls the library with symbolic inputs. The sources of
//! the libraries are in a folder that `tests/real/fetch.sh` makes. In these sources, the bug is fixed, so an edit in the
//! driver's header puts the bug back. (If the bug is a wrong use of the library, the edit changes the driver itself.)
//! Three things are measured:
//!
//! - The *broken* version (with the bug) in each mode: the time until symtool reports the expected failure, which it
//!   confirms by a replay.
//! - The *fixed* version (without the bug) in automatic mode: symtool must report no failure.
//! - The failing input, exported as C and compiled by gcc with sanitizers: it must fail as well.
//!
//! | module | contents |
//! | --- | --- |
//! | `entry` | the header of a driver |
//! | `sources` | the two versions of a library |
//! | `sanitize` | the run of an exported test with sanitizers |
//! | `report` | the table and the CSV file |
mod entry;
mod report;
mod sanitize;
mod sources;

use crate::error::Error;
use crate::experiment::check;
use crate::grid::{End, Measured};
use crate::process;
use crate::side_by_side::{MODES, mode_options};
use entry::Bug;
use sanitize::Sanitized;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the command.
pub const NAME: &str = "bugs";

/// The line of the command in the help text.
pub const HELP: &str = "Known bugs in C libraries: the time to find each of them, by mode; no failure in the fixed version";

/// The name of automatic mode.
const AUTO: &str = "auto";

macro_rules! drivers {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../bugs/", $name, ".c")))),*]
    };
}

/// The names and the texts of the drivers. To add a bug, write a driver and a row here.
const DRIVERS: &[(&str, &str)] = drivers!(
    "c-ares-2017-1000381",
    "c-ares-2020-22217",
    "cjson-2016-10749",
    "cjson-2019-11834",
    "cjson-2019-11835",
    "cjson-2023-50471",
    "cjson-2023-50472",
    "cjson-2023-53154",
    "cjson-2024-31755",
    "cjson-2025-57052",
    "expat-2022-23852",
    "expat-2022-25235",
    "expat-2024-45490",
    "json.h-bdcf2e1",
    "json.h-ed8b555",
    "libcue-2023-43641",
    "libosip-2016-10324",
    "libosip-2016-10325",
    "libosip-2016-10326",
    "libosip-2017-7853",
    "libtasn1-2012-1569",
    "libtasn1-2014-3467",
    "libtasn1-2014-3468",
    "libtasn1-2014-3469",
    "libtasn1-2015-2806",
    "libtasn1-2017-6891",
    "libtasn1-2021-46848",
    "libyaml-2014-2525",
    "libyaml-2014-9130",
    "lz4-2021-3520",
    "tiny-regex-c-349ef18",
    "utf8.h-963d7cb",
    "utf8.h-issue-70",
    "utf8.h-issue-97",
    "yajl-2017-16516",
    "yajl-2023-33460",
    "zlib-2022-37434",
);

/// The options of a measurement.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `symtool` executable.
    pub symtool: PathBuf,
    /// The folder with the sources of the libraries.
    pub sources: PathBuf,
    /// The names of the bugs to find; empty means all.
    pub bugs: Vec<String>,
    /// The names of the modes, as in [`side_by_side`](crate::side_by_side), or `auto`; empty means all.
    pub modes: Vec<String>,
    /// The wall-clock time limit of each run.
    pub budget: Duration,
    /// The folder to which the libraries, the runs and the report are written.
    pub out: PathBuf,
}

/// The result for one bug.
struct Row {
    bug: Bug,
    /// The runs of the broken version, by mode.
    broken: Vec<(String, Found)>,
    /// The run of the fixed version in automatic mode.
    fixed: Found,
    /// The run of the failing input with sanitizers; `None` if automatic mode did not find the bug.
    sanitized: Option<Sanitized>,
}

/// The result of one run.
struct Found {
    /// The measurements, or the message of a run without a verdict.
    measured: Result<Measured, String>,
    /// The first failure that the run reports.
    failure: Option<Failure>,
}

/// A failure in the summary of a run.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
struct Failure {
    kind: String,
    stack: Vec<String>,
    test: Option<String>,
}

impl Failure {
    /// Returns whether this failure is the one that `bug` causes. Its kind must be that of the bug, and its call stack
    /// must contain the function that the bug names.
    fn is_of(&self, bug: &Bug) -> bool {
        let mut calls = self.stack.iter();
        let in_function = |call: &String| call.split(' ').next() == Some(&bug.function);
        self.kind == bug.kind && calls.any(in_function)
    }
}

impl Found {
    /// Returns the outcome of the run; `None` if it has no verdict.
    fn end(&self) -> Option<End> {
        self.measured.as_ref().ok().map(|it| it.end)
    }

    /// Returns the wall-clock time in seconds; infinite if the run has no verdict.
    fn seconds(&self) -> f64 {
        self.measured.as_ref().map_or(f64::INFINITY, |it| it.wall_s)
    }

    /// Returns whether the run reported the failure that `bug` causes.
    fn finds(&self, bug: &Bug) -> bool {
        self.failure.as_ref().is_some_and(|it| it.is_of(bug))
    }
}

/// Returns the modes to measure.
fn modes(options: &Options) -> Vec<String> {
    match options.modes.is_empty() {
        true => [AUTO]
            .iter()
            .chain(&MODES)
            .map(|&mode| mode.to_owned())
            .collect(),
        false => options.modes.clone(),
    }
}

/// Returns the bugs to find.
///
/// # Errors
/// A given name is unknown, or a driver has no valid header.
fn bugs(options: &Options) -> Result<Vec<Bug>, Error> {
    check("bug", &options.bugs, DRIVERS.iter().map(|(name, _)| *name))?;
    let is_wanted =
        |name: &str| options.bugs.is_empty() || options.bugs.iter().any(|it| it == name);
    let wanted = DRIVERS.iter().filter(|(name, _)| is_wanted(name));
    wanted.map(|(name, text)| Bug::parse(name, text)).collect()
}

/// Returns the number of runs of a measurement.
///
/// # Errors
/// A given name of a bug is unknown.
pub fn count(options: &Options) -> Result<usize, Error> {
    Ok(bugs(options)?.len() * (modes(options).len() + 1))
}

/// Measures all bugs in all modes, and returns the text of the report. The report is written to the output folder after
/// each bug, so that an interrupt keeps the results of the finished bugs. Calls `before` with the bug and the mode
/// before each run.
///
/// # Errors
/// The sources of a library are missing, or differ from those for which a driver was written; a file cannot be read or
/// written; symtool cannot be started.
pub fn run(options: &Options, before: &mut dyn FnMut(&str)) -> Result<String, Error> {
    let mut rows = Vec::new();
    let mut text = report::write(&options.out, options.budget, &rows)?;
    for bug in bugs(options)? {
        let folder = options.out.join(&bug.name);
        let versions = sources::prepare(&bug, &options.sources, &folder)?;
        let mut broken = Vec::new();
        for mode in modes(options) {
            before(&format!("{} {mode}", bug.name));
            let found = one(options, &bug, (&versions.broken, &mode), &folder)?;
            broken.push((mode, found));
        }
        before(&format!("{} fixed", bug.name));
        let fixed = one(options, &bug, (&versions.fixed, AUTO), &folder)?;
        let mut tests = broken.iter().filter(|(_, found)| found.finds(&bug));
        let test = tests.find_map(|(_, found)| found.failure.as_ref()?.test.clone());
        let test = test.map(|test| sanitize::run(&options.symtool, &bug, &versions.broken, &test));
        let sanitized = test.transpose()?;
        rows.push(Row {
            bug,
            broken,
            fixed,
            sanitized,
        });
        text = report::write(&options.out, options.budget, &rows)?;
    }
    Ok(text)
}

/// Runs symtool on a version of a library in a mode.
fn one(
    options: &Options,
    bug: &Bug,
    (version, mode): (&Path, &str),
    folder: &Path,
) -> Result<Found, Error> {
    let name = version.file_name().unwrap_or_default().to_string_lossy();
    let folder = folder.join(format!("{name}-{mode}"));
    std::fs::create_dir(&folder).map_err(Error::file(&folder))?;
    let mut all = bug.compilation();
    if mode != AUTO {
        all.extend(mode_options(mode));
    }
    all.push("--verify".to_owned());
    all.extend(bug.run.iter().cloned());
    let measured = process::measure(&process::Run {
        symtool: &options.symtool,
        source: Path::new(&bug.file()),
        options: &all,
        budget: options.budget,
        folder: &folder,
        directory: Some(version),
    })?;
    let failure = match &measured {
        Ok(measured) if measured.end == End::Violation => first_failure(&folder.join("out"))?,
        _ => None,
    };
    Ok(Found { measured, failure })
}

/// Returns the first failure in the summary of a run.
fn first_failure(out: &Path) -> Result<Option<Failure>, Error> {
    #[derive(Deserialize)]
    struct Summary {
        errors: Vec<Failure>,
    }
    let path = out.join("summary.json");
    let text = std::fs::read_to_string(&path).map_err(Error::file(&path))?;
    let summary: Summary = serde_json::from_str(&text).map_err(Error::file(&path))?;
    Ok(summary.errors.into_iter().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_driver_has_a_valid_header_and_an_own_name() {
        let mut names = std::collections::BTreeSet::new();
        for (name, text) in DRIVERS {
            let bug = Bug::parse(name, text).expect("a header");
            assert!(!bug.edits.is_empty(), "{name} puts nothing back");
            assert!(names.insert(*name), "{name} is listed twice");
        }
    }

    #[test]
    fn a_failure_of_another_kind_or_place_is_not_the_bug() {
        let bug = entry::example();
        let failure = |kind: &str, stack: &[&str]| Failure {
            kind: kind.to_owned(),
            stack: stack.iter().map(|&call| call.to_owned()).collect(),
            test: None,
        };
        let stack = ["skip (a.c:7)", "parse (a.c:30)", "main (driver.c:9)"];
        assert!(failure("out-of-bounds", &stack).is_of(&bug));
        assert!(!failure("null", &stack).is_of(&bug));
        assert!(!failure("out-of-bounds", &stack[2..]).is_of(&bug));
    }
}
