//! The files of the output folder that grow while a run goes on: `run.log`, `stats.csv`, `output.log`.
//!
//! | file | holds |
//! | --- | --- |
//! | `run.log` | what was done when ([`Journal`]) |
//! | `stats.csv` | the counters, second by second ([`Series`]) |
//! | `output.log` | what the program printed on each path |
use crate::journal::Journal;
use crate::output::OutputFolder;
use crate::progress::Progress;
use crate::series::Series;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;
use symtool::Error;
use symtool_engine::Stats;

/// The growing files, and the progress line, which shows the same.
pub struct Streams {
    /// `run.log`.
    pub journal: Journal,
    series: Series,
    printed: BufWriter<File>,
    printed_path: PathBuf,
    progress: Progress,
}

impl Streams {
    /// Makes the files; `start` is when the run began.
    pub fn create(
        folder: &OutputFolder,
        start: Instant,
        progress: Progress,
    ) -> Result<Streams, Error> {
        let printed_path = folder.root().join("output.log");
        let printed =
            File::create_new(&printed_path).map_err(Error::file("cannot write", &printed_path))?;
        Ok(Streams {
            journal: Journal::create(&folder.root().join("run.log"), start)?,
            series: Series::create(&folder.root().join("stats.csv"), start)?,
            printed: BufWriter::new(printed),
            printed_path,
            progress,
        })
    }

    /// Keeps what a path printed.
    pub fn printed(&mut self, path: u64, text: &[u8]) -> Result<(), Error> {
        if text.is_empty() {
            return Ok(());
        }
        let write = |to: &mut BufWriter<File>| {
            writeln!(to, "== path {path}")?;
            to.write_all(text)
        };
        write(&mut self.printed).map_err(Error::file("cannot write", &self.printed_path))
    }

    /// Forgets what paths printed.
    pub fn start_over(&mut self) -> Result<(), Error> {
        let failed = || Error::file("cannot write", &self.printed_path);
        let empty = File::create(&self.printed_path).map_err(failed())?;
        // What is still in the buffer of the old file is forgotten, too.
        let _ = std::mem::replace(&mut self.printed, BufWriter::new(empty)).into_parts();
        self.journal.note("starting over");
        Ok(())
    }

    /// Shows how far a run has come.
    pub fn tick(&mut self, stats: &Stats) -> Result<(), Error> {
        self.progress.show(stats);
        self.series.tick(stats)?;
        self.flush()
    }

    /// The last row of `stats.csv`; the progress line goes.
    pub fn explored(&mut self, stats: &Stats) -> Result<(), Error> {
        self.progress.finish();
        self.series.add(stats)?;
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.journal.flush()?;
        self.printed
            .flush()
            .map_err(Error::file("cannot write", &self.printed_path))
    }
}
