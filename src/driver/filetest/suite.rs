//! Runs many test files in parallel.
use super::discover::{Found, discover};
use super::header::Header;
use super::snapshot::{self, Mismatch};
use super::stages::TestFile;
use super::words;
use crate::driver::panics;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use symtool_frontend::Headers;

/// The settings of a run of test files.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether the output of each test replaces its snapshot.
    pub bless: bool,
    /// If set, only files are run whose path contains this text.
    pub filter: Option<String>,
    /// The number of threads.
    pub jobs: NonZeroUsize,
}

impl Default for Settings {
    /// Returns settings that compare all files. They have one thread more than processors, because a thread waits while
    /// the system's C compiler preprocesses a file.
    fn default() -> Settings {
        let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Settings {
            bless: false,
            filter: None,
            jobs: processors.saturating_add(1),
        }
    }
}

/// The outcome of one test file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The output is equal to the snapshot.
    Passed,
    /// The output was different and has been written to the snapshot.
    Blessed,
    /// The output does not match the snapshot.
    Mismatch(Mismatch),
    /// No output was compared; the message says why, such as a word that failed.
    Failed(String),
}

/// A test file with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// The path: one of the given paths, or a path below one.
    pub path: PathBuf,
    /// The outcome.
    pub outcome: Outcome,
}

/// The results of a run, in the order of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// One result for each test file, each snapshot without a test file and each unreadable path.
    pub results: Vec<TestResult>,
}

impl Report {
    /// Returns the failures with their differences, and the counts as the last line; without colors.
    pub fn text(&self) -> String {
        super::render::text(self, false)
    }

    /// Returns the number of results for which `is_counted` holds.
    pub fn count(&self, is_counted: impl Fn(&Outcome) -> bool) -> usize {
        self.results
            .iter()
            .filter(|result| is_counted(&result.outcome))
            .count()
    }

    /// Returns the number of tests that did not pass.
    pub fn failures(&self) -> usize {
        self.count(|outcome| match outcome {
            Outcome::Mismatch(_) | Outcome::Failed(_) => true,
            Outcome::Passed | Outcome::Blessed => false,
        })
    }
}

/// The size of the stack of a thread that runs tests, in bytes.
const STACK: usize = 64 << 20;

/// Runs the test files at and below the paths. A test that fails, even by a panic, does not affect the other tests.
///
/// ```
/// # fn main() -> std::io::Result<()> {
/// use symtool::driver::filetest::{Outcome, Settings, run};
///
/// let folder = tempfile::tempdir()?;
/// let test = folder.path().join("three.c");
/// std::fs::write(&test, "// run: interp\nint main(void) { return 3; }\n")?;
/// std::fs::write(folder.path().join("three.c.snap"), "outcome: Exit(3)\n")?;
/// let report = run(&[test], &Settings::default());
/// assert_eq!(report.results[0].outcome, Outcome::Passed);
/// # Ok(())
/// # }
/// ```
pub fn run(paths: &[PathBuf], settings: &Settings) -> Report {
    let mut found = discover(paths);
    found.retain(|found| is_selected(found, settings));
    // Without shared headers, each compilation unpacks its own copy.
    let headers = Headers::unpack().ok().map(Arc::new);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(found) = found.get(index) else {
                return;
            };
            if let Some(result) = result(found, settings, headers.as_ref()) {
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.push((index, result));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.get().min(found.len()) {
            let thread = std::thread::Builder::new().stack_size(STACK);
            if thread.spawn_scoped(scope, work).is_err() {
                work();
            }
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(index, _)| index);
    Report {
        results: results.into_iter().map(|(_, result)| result).collect(),
    }
}

fn is_selected(found: &Found, settings: &Settings) -> bool {
    let path = match found {
        Found::File { path, .. } | Found::Orphan(path) => path,
        Found::Unreadable(..) => return true,
    };
    let shown = path.to_string_lossy();
    let filter = settings.filter.as_deref();
    filter.is_none_or(|text| shown.contains(text))
}

/// Returns the result of one path; `None` for a file that is not a test.
fn result(
    found: &Found,
    settings: &Settings,
    headers: Option<&Arc<Headers>>,
) -> Option<TestResult> {
    let (path, outcome) = match found {
        Found::File { path, named } => {
            let outcome = panics::catch(|| test(path, *named, settings.bless, headers));
            (
                path,
                outcome.unwrap_or_else(|message| Some(Outcome::Failed(message)))?,
            )
        }
        Found::Orphan(path) => {
            let message = "the snapshot has no test file; delete it".to_owned();
            (path, Outcome::Failed(message))
        }
        Found::Unreadable(path, why) => (path, Outcome::Failed(format!("cannot be read: {why}"))),
    };
    Some(TestResult {
        path: path.clone(),
        outcome,
    })
}

/// Runs one file. Returns `None` if the file is not a test and the user did not name it.
fn test(path: &Path, named: bool, bless: bool, headers: Option<&Arc<Headers>>) -> Option<Outcome> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return Some(Outcome::Failed(format!("cannot be read: {error}"))),
    };
    let header = match Header::parse(&text) {
        Ok(Some(header)) => header,
        Ok(None) if named => {
            let message = "is not a test: its first comment lines contain no `run:` line";
            return Some(Outcome::Failed(message.to_owned()));
        }
        Ok(None) if snapshot::path(path).exists() => {
            let message = "has a snapshot, but its first comment lines contain no `run:` line";
            return Some(Outcome::Failed(message.to_owned()));
        }
        Ok(None) => return None,
        Err(message) => return Some(Outcome::Failed(message)),
    };
    let file = TestFile {
        path,
        text: &text,
        header: &header,
        headers,
    };
    let outcome = words::output(file).and_then(|output| {
        Ok(match snapshot::compare(path, &output)? {
            None => Outcome::Passed,
            Some(_) if bless => {
                snapshot::bless(path, &output)?;
                Outcome::Blessed
            }
            Some(mismatch) => Outcome::Mismatch(mismatch),
        })
    });
    Some(outcome.unwrap_or_else(Outcome::Failed))
}
