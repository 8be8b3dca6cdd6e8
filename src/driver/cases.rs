//! Writes the test cases of a run to files.
//!
//! If the exploration has one thread, each test case is written at once. If the exploration has N threads, N
//! background threads write the files, because writing would delay the exploration. A bounded number of test
//! cases waits for these writers. All test cases are on disk when the [`Writers`] are dropped.
use crate::Error;
use crate::Program;
use crate::driver::environment;
use crate::driver::output::OutputFolder;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use symtool_engine::report::{json, ktest};
use symtool_ir::task::inherited;
use symtool_ir::{Inputs, Outcome};

/// The maximum number of test cases that wait for a writer. At the maximum, exploration waits before it queues
/// another test case.
const WAITING: usize = 256;

/// The data that all test cases of a program share, and the output folder in which their files are written.
pub struct CaseFiles {
    folder: OutputFolder,
    /// The words that describe the program's arguments and files, in the syntax of the command line.
    words: Vec<String>,
    /// The name of the function in which the program starts, followed by `words`.
    args: Vec<String>,
    /// The contents of the files in the program's environment. Each test case lists them as further inputs.
    objects: Inputs,
}

/// A test case that is to be written.
pub struct Case {
    /// The path of the test case's file in the output folder, without extension.
    pub base: String,
    /// The values of the symbolic inputs.
    pub inputs: Inputs,
    /// The outcome of the path that the test case takes.
    pub outcome: Outcome,
}

impl CaseFiles {
    /// Returns the shared data of all test cases of `program`, which starts in the function `entry`.
    pub fn new(folder: &OutputFolder, program: &Program, entry: &str) -> CaseFiles {
        let words = environment::words(&program.environment);
        let args = std::iter::once(entry.to_owned()).chain(words.iter().cloned());
        CaseFiles {
            folder: folder.clone(),
            args: args.collect(),
            words,
            objects: environment::objects(&program.environment),
        }
    }

    /// Returns the path of the `.ktest` file of the test case `base`. Reports refer to a test case by this path.
    pub fn path(&self, base: &str) -> PathBuf {
        self.folder.root().join(format!("{base}.ktest"))
    }

    /// Writes the test case `case` in both formats (`.ktest` and `.json`). Returns the path of the `.ktest` file.
    pub fn write(&self, case: &Case) -> Result<PathBuf, Error> {
        let mut all = self.objects.clone();
        all.objects.extend(case.inputs.objects.iter().cloned());
        let json = json::write(&all, &self.words, &case.outcome);
        let base = &case.base;
        self.folder
            .write(&format!("{base}.json"), json.as_bytes())?;
        let ktest = ktest::write(&all, &self.args);
        self.folder.write(&format!("{base}.ktest"), &ktest)
    }
}

/// Background threads that write test cases.
pub struct Writers {
    to: Option<SyncSender<(Case, String)>>,
    written: Receiver<String>,
    threads: Vec<JoinHandle<()>>,
    first_error: Arc<Mutex<Option<Error>>>,
}

impl Writers {
    /// Starts `count` threads that write the test cases of `files`.
    pub fn start(files: &Arc<CaseFiles>, count: usize) -> Writers {
        let (to, from) = sync_channel(WAITING);
        let (from, first_error) = (Arc::new(Mutex::new(from)), Arc::default());
        let (done, written) = channel();
        let start = |_| {
            let (files, from, done) = (Arc::clone(files), Arc::clone(&from), done.clone());
            let first_error: Arc<Mutex<Option<Error>>> = Arc::clone(&first_error);
            std::thread::spawn(inherited(move || {
                while let Some((case, note)) = next(&from) {
                    match files.write(&case) {
                        // The receiver of the notes is dropped only when the recording ends. Then nobody reads the
                        // note, so the error is ignored.
                        Ok(_) => drop(done.send(note)),
                        Err(error) => {
                            let first_error = first_error.lock();
                            let mut first_error =
                                first_error.unwrap_or_else(PoisonError::into_inner);
                            first_error.get_or_insert(error);
                        }
                    }
                }
            }))
        };
        Writers {
            threads: (0..count).map(start).collect(),
            to: Some(to),
            written,
            first_error,
        }
    }

    /// Queues a test case for writing. `note` is a line for the run log about the test case. [`Writers::written`]
    /// returns this line when the test case is on disk.
    pub fn write(&self, case: Case, note: String) {
        // The threads receive until this sender is dropped, so sending succeeds.
        if let Some(to) = &self.to {
            let _ = to.send((case, note));
        }
    }

    /// Returns the notes (lines for the run log) about the test cases that were written since the last call.
    pub fn written(&self) -> impl Iterator<Item = String> + '_ {
        self.written.try_iter()
    }

    /// Removes and returns the first write error since the last call; `None` if there was no error.
    pub fn first_error(&self) -> Option<Error> {
        let first_error = self.first_error.lock();
        first_error.unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Waits until all test cases are written.
    pub fn finish(&mut self) {
        self.to = None;
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Drop for Writers {
    fn drop(&mut self) {
        self.finish();
    }
}

fn next(from: &Mutex<Receiver<(Case, String)>>) -> Option<(Case, String)> {
    let from = from.lock().unwrap_or_else(PoisonError::into_inner);
    from.recv().ok()
}
