//! `stats.csv`: the statistics of a run, with a row per second and a row for the end of the run.
//!
//! Each row is written when it is complete, so that a killed run leaves its rows. Most values depend on the speed of
//! the machine. In the last row, only the columns `time_s`, `solver_time_s` and `memory_bytes` depend on this speed.
use crate::Error;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use symtool_engine::Stats;

/// The header row of the file.
const HEADER: &str = "time_s,paths,errors,live,forks,tree,instructions,queries,solver_queries,\
                      solver_time_s,cache_hits,memory_bytes,lines_covered,branches_covered\n";
/// The time between two rows.
const INTERVAL: Duration = Duration::from_secs(1);

/// An open `stats.csv`.
pub struct Series {
    path: PathBuf,
    file: File,
    start: Instant,
    next: Duration,
}

impl Series {
    /// Creates the file with its header; `start` is the start of the run.
    pub fn create(path: &Path, start: Instant) -> Result<Series, Error> {
        let failed = || Error::file("cannot write", path);
        let mut file = File::create_new(path).map_err(failed())?;
        file.write_all(HEADER.as_bytes()).map_err(failed())?;
        Ok(Series {
            path: path.to_owned(),
            file,
            start,
            next: INTERVAL,
        })
    }

    /// Adds a row to the file if a new second of the run has begun since the previous row.
    pub fn tick(&mut self, stats: &Stats) -> Result<(), Error> {
        let time = self.start.elapsed();
        if time < self.next {
            return Ok(());
        }
        // If no call of `tick` happened during some seconds, these seconds get no rows.
        self.next = INTERVAL * (time.as_secs() as u32 + 1);
        self.add(stats)
    }

    /// Appends a row with the statistics `stats`.
    pub fn add(&mut self, stats: &Stats) -> Result<(), Error> {
        let row = row(self.start.elapsed(), stats);
        self.file
            .write_all(row.as_bytes())
            .map_err(Error::file("cannot write", &self.path))
    }
}

fn row(time: Duration, stats: &Stats) -> String {
    let (paths, solver) = (&stats.paths, &stats.solver);
    format!(
        "{:.3},{},{},{},{},{:.6},{},{},{},{:.3},{},{},{},{}\n",
        time.as_secs_f64(),
        paths.completed + paths.errors,
        paths.errors,
        stats.live,
        paths.forks,
        stats.explored.fraction(),
        stats.instructions,
        solver.issued,
        solver.solver,
        solver.solver_time.as_secs_f64(),
        solver.cache_hits,
        stats.memory,
        stats.coverage.lines_covered,
        stats.coverage.branches_covered,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_the_columns_of_the_header() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("stats.csv");
        let start = Instant::now();
        let mut series = Series::create(&path, start).unwrap();
        series.tick(&Stats::default()).unwrap();
        series.start = start.checked_sub(Duration::from_millis(2500)).unwrap();
        series.tick(&Stats::default()).unwrap();
        series.tick(&Stats::default()).unwrap();
        series.add(&Stats::default()).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let columns: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(columns, [14; 3], "{text}");
        assert!(text.ends_with('\n'));
    }
}
