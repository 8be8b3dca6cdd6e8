//! The files of the output folder that grow during a run: `run.log`, `stats.csv`, `output.log`.
//!
//! | file | contents |
//! | --- | --- |
//! | `run.log` | events with their times ([`Journal`]) |
//! | `stats.csv` | statistics, second by second ([`Series`]) |
//! | `output.log` | output of the program on each path |
use crate::Error;
use crate::driver::journal::Journal;
use crate::driver::output::OutputFolder;
use crate::driver::progress::Progress;
use crate::driver::series::Series;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;
use symtool_engine::Stats;

/// The files that grow during a run, and the progress line, which shows the same statistics as `stats.csv`.
pub struct Streams {
    /// The run log, `run.log`.
    pub journal: Journal,
    series: Series,
    printed: BufWriter<File>,
    printed_path: PathBuf,
    progress: Progress,
}

impl Streams {
    /// Creates the files; `start` is the start of the run.
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

    /// Appends to `output.log` the text that the program printed on the path with the number `path`.
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

    /// Discards the printed text of all paths. Called when the exploration is restarted.
    pub fn start_over(&mut self) -> Result<(), Error> {
        let failed = || Error::file("cannot write", &self.printed_path);
        let empty = File::create(&self.printed_path).map_err(failed())?;
        // The buffered text of the old file is discarded, too. Otherwise it would be written to the new file later.
        let _ = std::mem::replace(&mut self.printed, BufWriter::new(empty)).into_parts();
        self.journal.note("starting over");
        Ok(())
    }

    /// Updates the progress line and, once a second, `stats.csv`.
    pub fn tick(&mut self, stats: &Stats) -> Result<(), Error> {
        self.progress.show(stats);
        self.series.tick(stats)?;
        self.flush()
    }

    /// Writes the last row of `stats.csv` and removes the progress line.
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
