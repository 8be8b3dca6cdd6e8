//! The data of the report (`report.json`) of a run, from its result.
//!
//! | module | contents |
//! | --- | --- |
//! | `verdict` | the claim of the verdict, its assumptions and its gaps |
//! | `facts` | the facts behind the verdict: failure, inputs, assumptions, bounds, checks |
//! | `figures` | the key figures (numbers) of the run, and the tables of engines and of links (solving techniques) |
//! | `files` | the source files with the costs and the coverage of their lines |
//! | `tree` | the execution tree in columns |
//! | `failures` | the violations with their inputs |
//! | `phases` | the time of the run by phase |
//! | `player` | the failing runs, step by step |
//! | `melding` | the pictures of functions before and after melding |
//! | `compared` | reports of the folders of `symtool compare` and `symtool bench` |
mod compared;
mod facts;
mod failures;
mod figures;
mod files;
mod melding;
mod phases;
mod player;
mod tree;
mod verdict;

use compared::of_folder;
pub use phases::Times;

use crate::driver::covered::Covered;
use crate::driver::output::OutputFolder;
use crate::driver::summary::Summary;
use crate::error::Error;
use crate::job::Outcome;
use crate::program::Program;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use symtool_engine::Config;
use symtool_engine::profile::{Place as CodePlace, Profile};
use symtool_ir::Module;
use symtool_ir::bug::Checks;
use symtool_meld::MeldOptions;
use symtool_report::model::{Place, Query, Share, TestCase};
use symtool_report::{Report, SCHEMA, page};

/// The maximum number of test cases that a report lists.
const MAX_TESTS: usize = 500;

/// The result of a run, from which [`of_run`] makes the report.
pub struct Run<'a> {
    /// The program that was explored.
    pub program: &'a Program,
    /// The simplified IR of the program.
    pub original: &'a Module,
    /// The result of the exploration.
    pub outcome: &'a Outcome,
    /// The summary of the run.
    pub summary: &'a Summary,
    /// The coverage of the program.
    pub covered: &'a Covered,
    /// The options of melding, if the run melded.
    pub meld: Option<MeldOptions>,
    /// The file names of test cases and failing inputs, without extension. The key is a hash of the input. The
    /// execution tree refers to test cases by these names.
    pub names: &'a BTreeMap<u64, String>,
    /// The command line of the run, which the page shows.
    pub command: String,
    /// The title of the page: the names of the source files.
    pub title: String,
    /// The function that returns the command line to replay a test case.
    pub replay: &'a dyn Fn(&str) -> String,
    /// The configuration of the engine, if failing runs are recorded step by step.
    pub playback: Option<&'a Config>,
    /// The enabled checks.
    pub checks: Checks,
    /// Whether the run ends at the first violation.
    pub stops_at_first: bool,
    /// The times of the phases of the run.
    pub times: Times,
    /// The folder or file of the query log.
    pub query_log: Option<PathBuf>,
}

/// Returns the report of a run.
pub fn of_run(run: &Run<'_>) -> Report {
    let profile = run.outcome.exploration.profile.as_ref();
    let summary = run.summary;
    Report {
        schema: SCHEMA,
        tool: tool(),
        title: run.title.clone(),
        command: run.command.clone(),
        verdict: Some(verdict::of(run)),
        summary: Vec::new(),
        figures: figures::of(summary),
        failures: failures::of(run),
        failure_count: summary.errors.len() as u64,
        files: files::of(run, profile),
        functions: files::functions(run),
        profiled: profile.is_some(),
        work: profile.map_or(0, |profile| profile.work),
        tree: profile.and_then(|profile| tree::of(profile, run)),
        queries: profile.map_or_else(Vec::new, |profile| queries(profile, run)),
        query_count: summary.queries.solver,
        query_us: (summary.queries.solver_time_s * 1e6) as u64,
        phases: phases::of(run),
        growth: profile.map_or_else(Vec::new, phases::growth),
        melded: profile.map_or_else(Vec::new, |_| melding::functions(run)),
        decisions: melding::decisions(run),
        tables: figures::tables(summary),
        charts: Vec::new(),
        tests: summary
            .tests
            .iter()
            .take(MAX_TESTS)
            .map(|test| TestCase {
                file: test.file.clone(),
                outcome: test.kind.to_owned(),
            })
            .collect(),
        test_count: summary.tests.len() as u64,
    }
}

/// Writes `report.json`, and `report.html` if `html` is set. Returns the path of the page.
///
/// # Errors
/// A file cannot be written.
pub fn write(folder: &OutputFolder, report: &Report, html: bool) -> Result<Option<PathBuf>, Error> {
    // The JSON text has no line breaks, because the lists of a large execution tree have many elements. The types of a
    // report can always be written as JSON, so no error is lost.
    let data = serde_json::to_vec(report).unwrap_or_default();
    folder.write("report.json", &data)?;
    match html {
        true => {
            let page = page::render(report);
            folder.write("report.html", page.as_bytes()).map(Some)
        }
        false => Ok(None),
    }
}

/// Draws the report of a folder of `symtool compare` or `symtool bench` as `report.html`. `command` is the command line
/// that the page shows. Returns the path of the page.
///
/// # Errors
/// A file cannot be read or written, or the folder has no CSV file.
pub fn write_of_folder(folder: &Path, command: String) -> Result<PathBuf, Error> {
    let report = of_folder(folder, command)?.ok_or_else(|| {
        Error::Input(format!(
            "{} has neither report.json nor CSV files\nhelp: pass the output folder of a run, a comparison or an experiment",
            folder.display()
        ))
    })?;
    write_page(folder, &report)
}

/// Writes the page of a report into a folder, and returns its path.
///
/// # Errors
/// The file cannot be written.
pub fn write_page(folder: &Path, report: &Report) -> Result<PathBuf, Error> {
    let path = folder.join("report.html");
    symtool_ir::atomic::write(&path, page::render(report).as_bytes())
        .map_err(Error::file("cannot write", &path))?;
    Ok(path)
}

/// Returns the line that names the written page.
pub fn written_line(path: &Path) -> String {
    format!("report:    {}\n", path.display())
}

fn tool() -> String {
    format!("symtool {}", env!("CARGO_PKG_VERSION"))
}

/// Returns a source line. Returns `None` if the line is unknown, or if it belongs to the C code of a library model.
fn place(file: &str, line: u32) -> Option<Place> {
    let is_known = line > 0 && !file.is_empty() && !file.starts_with('<');
    is_known.then(|| Place {
        file: file.to_owned(),
        line,
    })
}

fn queries(profile: &Profile, run: &Run<'_>) -> Vec<Query> {
    let at = |(file, line): &CodePlace| place(file, *line);
    let mut all: Vec<Query> = profile
        .queries
        .iter()
        .map(|query| Query {
            place: query.place.as_ref().and_then(at),
            node: query.node,
            about: query.about.clone(),
            time_us: query.time.as_micros() as u64,
            work: query.work,
            by: query.by.clone(),
            answer: query.answer.to_owned(),
            constraints: query.constraints as u64,
            nodes: query.nodes as u64,
            terms: query.terms.clone(),
            built_by: query
                .built_by
                .iter()
                .filter_map(|(place, percent)| {
                    Some(Share {
                        place: at(place)?,
                        percent: *percent,
                    })
                })
                .collect(),
            file: query.logged.and_then(|number| {
                let log = run.query_log.as_ref()?;
                Some(symtool_solver::QueryLog::name(log, number))
            }),
        })
        .collect();
    all.sort_by_key(|query| std::cmp::Reverse(query.work));
    all
}
