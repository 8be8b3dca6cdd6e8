//! The run log (`run.log`): a text file with one event per line, each with the time of the event.
//!
//! Each line begins with a field of twelve columns, which contains the seconds since the start of the run. The rest of
//! the line is the same in every run with the same options (with several threads, only in automatic mode). Lines are
//! written to disk at least every 50 ms, so that a killed run loses few lines.
use crate::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// An open `run.log`.
pub struct Journal {
    path: PathBuf,
    file: BufWriter<File>,
    start: Instant,
    first_error: Option<std::io::Error>,
}

impl Journal {
    /// Creates a log; `start` is the start of the run.
    pub fn create(path: &Path, start: Instant) -> Result<Journal, Error> {
        let file = File::create_new(path).map_err(Error::file("cannot write", path))?;
        Ok(Journal {
            path: path.to_owned(),
            file: BufWriter::new(file),
            start,
            first_error: None,
        })
    }

    /// Logs an event. All lines of `text` after the first are indented.
    pub fn note(&mut self, text: &str) {
        let mut lines = text.trim_end().lines();
        let time = self.start.elapsed().as_secs_f64();
        let mut entry = format!("{time:10.3}  {}\n", lines.next().unwrap_or_default());
        for line in lines {
            entry += &format!("{:12}{line}\n", "");
        }
        if let Err(error) = self.file.write_all(entry.as_bytes()) {
            self.first_error.get_or_insert(error);
        }
    }

    /// Writes all lines to disk. Returns an error if this write failed, or an earlier one since the last call.
    pub fn flush(&mut self) -> Result<(), Error> {
        let flushed = self.file.flush();
        let result = self.first_error.take().map_or(flushed, Err);
        result.map_err(Error::file("cannot write", &self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_a_line_with_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.log");
        let mut journal = Journal::create(&path, Instant::now()).unwrap();
        journal.note("warning: x\n  --> f.c:1\n");
        journal.note("done");
        journal.flush().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let rest: Vec<&str> = lines.iter().map(|line| &line[12..]).collect();
        assert_eq!(rest, ["warning: x", "  --> f.c:1", "done"]);
        assert!(lines[0][..10].trim().parse::<f64>().is_ok(), "{text}");
        assert!(Journal::create(&path, Instant::now()).is_err());
    }
}
