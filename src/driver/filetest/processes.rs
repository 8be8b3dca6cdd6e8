//! Runs the test files in a second process, so that a test that terminates its process counts as failed and the other
//! tests still run. A part that a user adds to symtool, such as a pass, may call `exit` or overflow the stack, which
//! terminates all threads of the process.
//!
//! The second process (the *worker*) runs all tests. If the worker terminates early, each test that was running at
//! that moment runs again, alone in a new process. A test that also terminates this new process has failed. A further
//! worker runs the tests that have no result yet. If no test terminates its process, a single worker suffices.
use super::discover::Found;
use super::suite::{self, Outcome, Report, Settings, run_each};
use super::worker::{self, Record};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;

/// The number of lines of the worker's standard error in the message about a test that terminated the worker.
const LAST_LINES: usize = 3;

/// The results of a run of file tests in worker processes.
pub(in crate::driver) struct Finished {
    /// The results of the tests.
    pub report: Report,
    /// The exit code of a worker that completed all its tests and then failed. The worker has already written a
    /// message to standard error.
    pub fault: Option<u8>,
}

/// Runs the test files that `paths` names and those in the folders that it names, as [`super::run`] does. In contrast
/// to [`super::run`], a test that terminates its process does not affect other tests. If no second process can be
/// started, the tests run in the current process.
pub(in crate::driver) fn run(paths: &[PathBuf], settings: &Settings) -> Finished {
    let found = suite::selected(paths, settings);
    let is_file = |found: &Found| matches!(found, Found::File { .. });
    let (open, others): (Vec<usize>, _) = (0..found.len()).partition(|&at| is_file(&found[at]));
    let mut run = Run {
        outcomes: vec![None; found.len()],
        found,
        settings,
        open: open.into_iter().collect(),
        fault: None,
    };
    run.in_this_process(&others);
    while !run.open.is_empty() {
        if run.round().is_err() {
            let open: Vec<usize> = run.open.iter().copied().collect();
            run.in_this_process(&open);
        }
    }
    Finished {
        report: suite::report(&run.found, run.outcomes),
        fault: run.fault,
    }
}

struct Run<'s> {
    found: Vec<Found>,
    settings: &'s Settings,
    outcomes: Vec<Option<Outcome>>,
    /// The indexes of the files without an outcome yet.
    open: BTreeSet<usize>,
    fault: Option<u8>,
}

/// The state of a worker at its termination.
struct End {
    /// The indexes of the files that the worker has started to test.
    started: Vec<usize>,
    status: ExitStatus,
    errors: Vec<u8>,
}

impl Run<'_> {
    fn end(&mut self, at: usize, outcome: Option<Outcome>) {
        self.open.remove(&at);
        self.outcomes[at] = outcome;
    }

    fn in_this_process(&mut self, files: &[usize]) {
        let found: Vec<Found> = files.iter().map(|&at| self.found[at].clone()).collect();
        run_each(
            &Arc::new(found),
            self.settings,
            |_| {},
            &mut |n, outcome| {
                self.end(files[n], outcome);
            },
        );
    }

    /// Runs all files that have no outcome yet in one worker. If the worker terminates early, runs each file that it
    /// was testing at that moment again, in a worker of its own.
    fn round(&mut self) -> io::Result<()> {
        let files: Vec<usize> = self.open.iter().copied().collect();
        let end = self.worker(&files, self.settings.jobs)?;
        if self.open.is_empty() {
            let _ = io::stderr().write_all(&end.errors);
            if !end.status.success() {
                self.fault = Some(end.status.code().map_or(3, |code| code as u8));
            }
            return Ok(());
        }
        let is_open = |at: &&usize| self.open.contains(at);
        let mut suspects: Vec<usize> = end.started.iter().filter(is_open).copied().collect();
        if suspects.is_empty() {
            // The worker terminated before it recorded the start of a file. Then one file runs alone, so that each
            // round gives an outcome to at least one file.
            suspects.extend(self.open.first());
        }
        for suspect in suspects {
            let end = self.worker(&[suspect], NonZeroUsize::MIN)?;
            if self.open.contains(&suspect) {
                self.end(suspect, Some(Outcome::Failed(death(&end))));
            }
        }
        Ok(())
    }

    /// Runs files in a worker process, and reads their outcomes from the file to which the worker writes them.
    fn worker(&mut self, files: &[usize], jobs: NonZeroUsize) -> io::Result<End> {
        let folder = tempfile::tempdir()?;
        worker::write_list(folder.path(), files.iter().map(|&at| &self.found[at]))?;
        let output = self.command(folder.path(), jobs)?.output()?;
        let mut started = Vec::new();
        for record in worker::read_journal(folder.path()) {
            match record {
                Record::Started(n) => started.extend(files.get(n)),
                Record::Ended(n, outcome) => {
                    if let Some(&at) = files.get(n) {
                        self.end(at, outcome);
                    }
                }
            }
        }
        Ok(End {
            started,
            status: output.status,
            errors: output.stderr,
        })
    }

    /// Returns the command that starts a worker: the executable of the current process, which contains the same parts
    /// added by the user.
    fn command(&self, folder: &Path, jobs: NonZeroUsize) -> io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["test", "--worker"]).arg(folder);
        command.arg(format!("--jobs={jobs}"));
        let limit = self.settings.max_time.as_millis();
        command.arg(format!("--max-time={limit}ms"));
        if self.settings.bless {
            command.arg("--bless");
        }
        command.stdin(Stdio::null()).stdout(Stdio::inherit());
        Ok(command)
    }
}

/// Returns the message about a test that terminated its process.
fn death(end: &End) -> String {
    let status = end.status;
    let errors = String::from_utf8_lossy(&end.errors);
    let lines: Vec<&str> = errors.lines().filter(|line| !line.is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LAST_LINES)..].join("; ");
    match last.is_empty() {
        true => format!("the test ended the process ({status})"),
        false => format!("the test ended the process ({status}): {last}"),
    }
}
