//! The second process of `symtool test`, the *worker*, which runs the tests. The two processes share a folder: the
//! first process writes the list of tests there, and the worker writes a journal. After the worker has terminated,
//! even by a crash, the journal shows which tests the worker has started and which it has completed.
use super::discover::Found;
use super::suite::{Outcome, Settings, run_each};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the file with the list of tests. For each test, it contains one byte that is set if the user named the
/// file, then the path, then a zero byte.
const TESTS: &str = "tests";
/// The file to which the worker appends one [`Record`] per line.
const JOURNAL: &str = "journal";

/// An entry of the journal. The number is the index of a test in the list.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Record {
    /// The worker begins to run the test.
    Started(usize),
    /// The test has ended with this outcome. The outcome `None` means that the file is not a test.
    Ended(usize, Option<Outcome>),
}

/// Writes the list of tests for a worker into `folder`. The list contains only the paths in `tests` that are files.
pub(super) fn write_list<'f>(
    folder: &Path,
    tests: impl Iterator<Item = &'f Found>,
) -> io::Result<()> {
    let mut list = Vec::new();
    for found in tests {
        if let Found::File { path, named } = found {
            list.push(if *named { b'+' } else { b'-' });
            list.extend(path.as_os_str().as_bytes());
            list.push(0);
        }
    }
    std::fs::write(folder.join(TESTS), list)
}

fn read_list(folder: &Path) -> io::Result<Vec<Found>> {
    let list = std::fs::read(folder.join(TESTS))?;
    let entries = list
        .split(|&byte| byte == 0)
        .filter_map(<[u8]>::split_first);
    let file = |(&kind, path): (&u8, &[u8])| Found::File {
        path: PathBuf::from(OsStr::from_bytes(path)),
        named: kind == b'+',
    };
    Ok(entries.map(file).collect())
}

/// Returns the records that a worker wrote to its journal. A last line that is incomplete, because the process was
/// killed, is ignored.
pub(super) fn read_journal(folder: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(folder.join(JOURNAL)).unwrap_or_default();
    let records = text.lines().map(serde_json::from_str);
    records.map_while(Result::ok).collect()
}

/// Appends a record to the journal. The line is written by one call, so that lines that several threads write are not
/// mixed.
fn append(mut journal: &File, record: &Record) -> io::Result<()> {
    let line = serde_json::to_string(record)? + "\n";
    journal.write_all(line.as_bytes())
}

/// Runs the tests of the list in `folder`, and writes the journal.
///
/// # Errors
/// The list cannot be read, or the journal cannot be written.
pub(in crate::driver) fn work(folder: &Path, settings: &Settings) -> io::Result<()> {
    let found = Arc::new(read_list(folder)?);
    let mut options = File::options();
    let journal = options.create(true).append(true);
    let journal = Arc::new(journal.open(folder.join(JOURNAL))?);
    let starts = Arc::clone(&journal);
    // A write error is ignored here. If the start of a test is not recorded and the test terminates the process, the
    // first process still finds out which test it was, but has to start more workers.
    let started = move |test| drop(append(&starts, &Record::Started(test)));
    let mut written = Ok(());
    run_each(&found, settings, started, &mut |test, outcome| {
        let appended = append(&journal, &Record::Ended(test, outcome));
        if written.is_ok() {
            written = appended;
        }
    });
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_journals_are_read_as_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = |name: &[u8], named| Found::File {
            path: PathBuf::from(OsStr::from_bytes(name)),
            named,
        };
        let files = [file(b"a\xff b\n.c", false), file(b"./c.sir", true)];
        write_list(folder.path(), files.iter()).expect("a writable folder");
        let read = read_list(folder.path()).expect("a list");
        let shown = |found: &Found| match found {
            Found::File { path, named } => (path.clone(), *named),
            found => (found.path().to_owned(), false),
        };
        assert!(read.iter().map(shown).eq(files.iter().map(shown)));

        let path = folder.path().join(JOURNAL);
        let journal = File::create(&path).expect("a writable folder");
        let failed = Outcome::Failed("two\nlines".to_owned());
        let records = [
            Record::Started(0),
            Record::Ended(0, None),
            Record::Ended(1, Some(failed)),
        ];
        for record in &records {
            append(&journal, record).expect("a writable file");
        }
        (&journal).write_all(b"{\"Star").expect("a writable file");
        assert_eq!(read_journal(folder.path()), records);
    }
}
