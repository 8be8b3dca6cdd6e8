//! Test cases on their way to the disk.
//!
//! With one thread each is written at once. With more the files would hold the exploration up, so as many threads write
//! them in the background: a bounded number waits, and all are there when the writers are dropped.
use crate::environment;
use crate::output::OutputFolder;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use symtool::Error;
use symtool::Program;
use symtool_engine::report::{json, ktest};
use symtool_ir::{Inputs, Outcome};

/// Test cases that may wait for a writer.
const WAITING: usize = 256;

/// What all test cases of a program have in common, and where they go.
pub struct CaseFiles {
    folder: OutputFolder,
    /// The words that say what arguments and files the program has.
    words: Vec<String>,
    /// The program's name and those words.
    args: Vec<String>,
    /// What the environment adds to the inputs.
    objects: Inputs,
}

/// A test case to be written.
pub struct Case {
    /// The files without their endings, in the folder.
    pub base: String,
    /// The program's inputs.
    pub inputs: Inputs,
    /// How it ends.
    pub outcome: Outcome,
}

impl CaseFiles {
    /// For a program whose entry function has this name.
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

    /// The file that is shown for a test case.
    pub fn path(&self, base: &str) -> PathBuf {
        self.folder.root().join(format!("{base}.ktest"))
    }

    /// Writes both forms of a test case; gives back the file to show.
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

/// Threads that write test cases.
pub struct Writers {
    to: Option<SyncSender<(Case, String)>>,
    written: Receiver<String>,
    threads: Vec<JoinHandle<()>>,
    trouble: Arc<Mutex<Option<Error>>>,
}

impl Writers {
    /// So many of them.
    pub fn start(files: &Arc<CaseFiles>, count: usize) -> Writers {
        let (to, from) = sync_channel(WAITING);
        let (from, trouble) = (Arc::new(Mutex::new(from)), Arc::default());
        let (done, written) = channel();
        let start = |_| {
            let (files, from, done) = (Arc::clone(files), Arc::clone(&from), done.clone());
            let trouble: Arc<Mutex<Option<Error>>> = Arc::clone(&trouble);
            std::thread::spawn(move || {
                while let Some((case, note)) = next(&from) {
                    match files.write(&case) {
                        // Nobody may listen any more.
                        Ok(_) => drop(done.send(note)),
                        Err(error) => {
                            let trouble = trouble.lock();
                            let mut trouble = trouble.unwrap_or_else(PoisonError::into_inner);
                            trouble.get_or_insert(error);
                        }
                    }
                }
            })
        };
        Writers {
            threads: (0..count).map(start).collect(),
            to: Some(to),
            written,
            trouble,
        }
    }

    /// Has a test case written soon; the note is given back when it is on the disk.
    pub fn write(&self, case: Case, note: String) {
        // They end only after this sender.
        if let Some(to) = &self.to {
            let _ = to.send((case, note));
        }
    }

    /// The notes of what was written since the last call.
    pub fn written(&self) -> impl Iterator<Item = String> + '_ {
        self.written.try_iter()
    }

    /// What could not be written, if something could not, once.
    pub fn trouble(&self) -> Option<Error> {
        let trouble = self.trouble.lock();
        trouble.unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Waits until everything is written.
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
