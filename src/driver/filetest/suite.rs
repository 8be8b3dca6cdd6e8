//! Runs many test files in parallel.
use super::discover::{Found, discover};
use super::header::Header;
use super::snapshot::{self, Mismatch};
use super::stages::TestFile;
use super::{words, workers};
use crate::driver::panics;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
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
    /// The time limit of each test. A test that takes longer fails. The limit has no effect on a test that ends
    /// earlier.
    pub max_time: Duration,
    /// If set, C files below this folder include only files below it and the bundled headers.
    pub include_root: Option<PathBuf>,
}

impl Default for Settings {
    /// Returns settings with which all files are tested and no snapshot is changed. The number of threads is one more
    /// than the number of processors, because a thread waits while the system's C compiler preprocesses a file.
    fn default() -> Settings {
        let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Settings {
            bless: false,
            filter: None,
            jobs: processors.saturating_add(1),
            max_time: MOST_TIME,
            include_root: None,
        }
    }
}

/// The default time limit of a test. Tests take much less time, and explorations stop earlier at a limit of their own.
const MOST_TIME: Duration = Duration::from_secs(120);

/// The outcome of one test file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The output is equal to the snapshot.
    Passed,
    /// The output was different and has been written to the snapshot.
    Blessed,
    /// The output does not match the snapshot.
    Mismatch(Mismatch),
    /// No output was compared. The message gives the reason, such as a word of a `run:` line that failed.
    Failed(String),
}

/// A test file with its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// The path of the file: a path that the caller of [`run`] gave, or a path in a folder that the caller gave.
    pub path: PathBuf,
    /// The outcome of the test.
    pub outcome: Outcome,
}

/// The results of a run, in the order of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// One result for each test file, each snapshot without a test file and each unreadable path.
    pub results: Vec<TestResult>,
}

impl Report {
    /// Returns the failed tests with their differences, and the numbers of passed and failed tests as the last line;
    /// without colors.
    pub fn text(&self) -> String {
        super::render::text(self, false)
    }

    /// Returns the number of results for which `is_counted` returns true.
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

/// Runs the test files that `paths` names and those in the folders that it names. A test that fails, even by a panic,
/// does not affect the other tests. However, a test that terminates the process, for example by a stack overflow,
/// terminates all tests; only the command `symtool test` runs the tests in another process and reports such a test.
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
    let found = Arc::new(selected(paths, settings));
    let mut outcomes = vec![None; found.len()];
    run_each(&found, settings, |_| {}, &mut |at, outcome| {
        outcomes[at] = outcome;
    });
    report(&found, outcomes)
}

/// Returns the files that [`discover`] finds for `paths`, without those that the filter in `settings` excludes. The
/// results are reported in this order.
pub(super) fn selected(paths: &[PathBuf], settings: &Settings) -> Vec<Found> {
    let mut found = discover(paths);
    found.retain(|found| is_selected(found, settings));
    found
}

/// Returns the report on the files and folders `found`. The outcome `None` means that the file is not a test.
pub(super) fn report(found: &[Found], outcomes: Vec<Option<Outcome>>) -> Report {
    let results = found.iter().zip(outcomes).filter_map(|(found, outcome)| {
        let path = found.path().to_owned();
        outcome.map(|outcome| TestResult { path, outcome })
    });
    Report {
        results: results.collect(),
    }
}

/// Tests the files `found` in parallel. Calls `started` with the index of each file, on the thread that tests this
/// file. Calls `ended` on the current thread with the index of each file and its outcome; the outcome is `None` if the
/// file is not a test.
pub(super) fn run_each(
    found: &Arc<Vec<Found>>,
    settings: &Settings,
    started: impl Fn(usize) + Send + Sync + 'static,
    ended: &mut dyn FnMut(usize, Option<Outcome>),
) {
    let files = Arc::clone(found);
    // If the headers cannot be unpacked here, the compilation of each file unpacks its own copy.
    let headers = Headers::unpack().ok().map(Arc::new);
    let root = settings.include_root.clone();
    let job = move |index: usize| {
        started(index);
        result(&files[index], headers.as_ref(), root.as_deref())
    };
    let mut end = |index: usize, compared: Option<Option<Compared>>| {
        let outcome = match compared {
            Some(compared) => {
                compared.map(|compared| concluded(found[index].path(), compared, settings.bless))
            }
            None => Some(Outcome::Failed(format!(
                "did not end within {:?}; `symtool test --max-time` sets this limit",
                settings.max_time
            ))),
        };
        ended(index, outcome);
    };
    workers::run(found.len(), settings.jobs, settings.max_time, job, &mut end);
}

/// Returns whether the file `found` is tested. A file is tested if no filter is set, or if its path contains the text
/// of the filter. An unreadable file or folder is also reported if the filter must not hide it.
fn is_selected(found: &Found, settings: &Settings) -> bool {
    if let Found::Unreadable { always: true, .. } = found {
        return true;
    }
    let shown = found.path().to_string_lossy();
    let filter = settings.filter.as_deref();
    filter.is_none_or(|text| shown.contains(text))
}

/// The outcome of a test before `bless` replaces a snapshot. `output` is the output of the test if it does not match
/// the snapshot, else `None`.
struct Compared {
    outcome: Outcome,
    output: Option<String>,
}

impl From<Outcome> for Compared {
    fn from(outcome: Outcome) -> Compared {
        Compared {
            outcome,
            output: None,
        }
    }
}

/// Returns the final outcome of a test. With `bless`, an output that differs from the snapshot is written to the
/// snapshot. This function is not called for a test that exceeds its time limit, so such a test never changes its
/// snapshot.
fn concluded(path: &Path, compared: Compared, bless: bool) -> Outcome {
    match compared.output.filter(|_| bless) {
        None => compared.outcome,
        Some(output) => match snapshot::bless(path, &output) {
            Ok(()) => Outcome::Blessed,
            Err(message) => Outcome::Failed(message),
        },
    }
}

/// Runs the test file `found`, or reports a snapshot without a test file or an unreadable file. Returns `None` for a
/// file that is not a test.
fn result(
    found: &Found,
    headers: Option<&Arc<Headers>>,
    include_root: Option<&Path>,
) -> Option<Compared> {
    match found {
        Found::File { path, named } => {
            let compared = panics::catch(|| test(path, *named, headers, include_root));
            compared.unwrap_or_else(|message| Some(Outcome::Failed(message).into()))
        }
        Found::Orphan(_) => {
            let message = "the snapshot has no test file; delete it".to_owned();
            Some(Outcome::Failed(message).into())
        }
        Found::Unreadable { why, .. } => {
            Some(Outcome::Failed(format!("cannot be read: {why}")).into())
        }
    }
}

/// Runs one file. Returns `None` if the file is not a test and the user did not name it.
fn test(
    path: &Path,
    named: bool,
    headers: Option<&Arc<Headers>>,
    include_root: Option<&Path>,
) -> Option<Compared> {
    let failed = |message: String| Some(Outcome::Failed(message).into());
    if path.file_name().is_some_and(|name| name.to_str().is_none()) {
        return failed("the file name is not valid UTF-8; rename the file".to_owned());
    }
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return failed(format!("cannot be read: {error}")),
    };
    let header = match Header::parse(&text) {
        Ok(Some(header)) => header,
        Ok(None) if named => {
            let message = "is not a test: its first comment lines contain no `run:` line";
            return failed(message.to_owned());
        }
        Ok(None) if snapshot::path(path).exists() => {
            let message = "has a snapshot, but its first comment lines contain no `run:` line";
            return failed(message.to_owned());
        }
        Ok(None) => return None,
        Err(message) => return failed(message),
    };
    let file = TestFile {
        path,
        text: &text,
        header: &header,
        headers,
        include_root,
    };
    let compared = words::output(file).and_then(|output| compare(path, output));
    Some(compared.unwrap_or_else(|message| Outcome::Failed(message).into()))
}

fn compare(path: &Path, output: String) -> Result<Compared, String> {
    Ok(match snapshot::compare(path, &output)? {
        None => Outcome::Passed.into(),
        Some(mismatch) => Compared {
            outcome: Outcome::Mismatch(mismatch),
            output: Some(output),
        },
    })
}
