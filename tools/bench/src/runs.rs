//! Measures the cells of an experiment, several at the same time. A cell is a program, a size and a mode. Cells that
//! an interrupted experiment has already measured are not measured again.
//!
//! Each measured cell is a line of the file `runs.jsonl` in the output folder. An experiment that continues in this
//! folder reads the file. The cells of one program and size are measured one after the other, because a limit of a cell
//! may depend on an earlier cell ([`Experiment::equal_to`](crate::Experiment::equal_to)).
use crate::error::Error;
use crate::grid::{Cell, Measured, Row};
use crate::options::Options;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name of the file of measured cells (programs, sizes and modes).
const FILE: &str = "runs.jsonl";

/// The first line of the file `runs.jsonl`: the options on which the measurements depend.
#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
struct Setting {
    experiment: String,
    budget_ms: u64,
    repeats: u32,
    all_tests: bool,
    extra: Vec<String>,
}

/// A further line of the file `runs.jsonl`: a measured cell (a program, a size and a mode).
#[derive(Serialize, Deserialize)]
struct Line {
    cell: String,
    measured: Measured,
}

/// The measured cells (programs, sizes and modes) of an experiment, in memory and in a file.
struct Journal {
    known: BTreeMap<String, Measured>,
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Opens the file of measured cells in the output folder. If the file exists, reads the cells that are measured
    /// already.
    fn open(experiment: &str, options: &Options) -> Result<Journal, Error> {
        let path = options.out.join(FILE);
        let setting = Setting {
            experiment: experiment.to_owned(),
            budget_ms: u64::try_from(options.budget.as_millis()).unwrap_or(u64::MAX),
            repeats: options.repeats,
            all_tests: options.all_tests,
            extra: options.extra.clone(),
        };
        let known = match path.exists() {
            true => read(&path, &setting)?,
            false => BTreeMap::new(),
        };
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let journal = Journal {
            known,
            file: Mutex::new(file.map_err(Error::file(&path))?),
            path,
        };
        let is_new = std::fs::metadata(&journal.path).is_ok_and(|file| file.len() == 0);
        if is_new {
            journal.append(&setting)?;
        }
        Ok(journal)
    }

    fn append(&self, line: &impl Serialize) -> Result<(), Error> {
        let text = serde_json::to_string(line).map_err(Error::file(&self.path))?;
        let mut file = locked(&self.file);
        writeln!(file, "{text}").map_err(Error::file(&self.path))
    }
}

/// Returns the measured cells in the file `runs.jsonl`. Removes an unfinished last line, which an interrupted
/// experiment leaves, from the file.
fn read(path: &Path, setting: &Setting) -> Result<BTreeMap<String, Measured>, Error> {
    let text = std::fs::read_to_string(path).map_err(Error::file(path))?;
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    if whole < text.len() {
        std::fs::write(path, &text[..whole]).map_err(Error::file(path))?;
    }
    let mut lines = text[..whole].lines();
    let Some(first) = lines.next() else {
        return Ok(BTreeMap::new());
    };
    let earlier: Setting = serde_json::from_str(first).map_err(Error::file(path))?;
    if earlier != *setting {
        let text = "it was measured with other options (experiment, --budget, --repeats, --all-tests or options after --)";
        return Err(Error::file(path)(text));
    }
    let mut known = BTreeMap::new();
    for line in lines {
        let line: Line = serde_json::from_str(line).map_err(Error::file(path))?;
        known.insert(line.cell, line.measured);
    }
    Ok(known)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a row for each cell (a program, a size and a mode), in the order of `cells`. `measure` measures a cell; it
/// gets the number of the cell and the earlier rows of the same program and size. Calls `before` for each cell first,
/// even if the cell has already been measured.
pub(crate) fn run(
    experiment: &str,
    cells: &[Cell],
    options: &Options,
    measure: impl Fn(usize, &Cell, &[Row]) -> Result<Measured, Error> + Sync,
    before: impl FnMut(&Cell) + Send,
) -> Result<Vec<Row>, Error> {
    let journal = Journal::open(experiment, options)?;
    let before = Mutex::new(before);
    let numbered: Vec<(usize, &Cell)> = cells.iter().enumerate().collect();
    let groups = numbered.chunk_by(|a, b| same_subject(a.1, b.1));
    let rows = Mutex::new(Vec::new());
    let left = Mutex::new(groups);
    let group = |cells: &[(usize, &Cell)]| {
        let mut done: Vec<Row> = Vec::new();
        for &(number, cell) in cells {
            locked(&before)(cell);
            let name = cell.to_string();
            let measured = match journal.known.get(&name) {
                Some(known) => known.clone(),
                None => {
                    let measured = measure(number, cell, &done)?;
                    journal.append(&Line {
                        cell: name,
                        measured: measured.clone(),
                    })?;
                    measured
                }
            };
            done.push(Row {
                cell: *cell,
                measured,
            });
        }
        locked(&rows).push((cells[0].0, done));
        Ok(())
    };
    let work = || -> Result<(), Error> {
        loop {
            let next = locked(&left).next();
            let Some(cells) = next else { return Ok(()) };
            group(cells).inspect_err(|_| locked(&left).by_ref().for_each(drop))?;
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (1..options.jobs.get()).map(|_| scope.spawn(work)).collect();
        let first = work();
        let others = workers.into_iter().map(|worker| {
            let joined = worker.join();
            joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        others.fold(first, Result::and)
    })?;
    let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_by_key(|(at, _)| *at);
    Ok(rows.into_iter().flat_map(|(_, rows)| rows).collect())
}

/// Returns whether two cells run the same program at the same size.
fn same_subject(a: &Cell, b: &Cell) -> bool {
    a.program.name == b.program.name && a.size == b.size && a.class == b.class
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;
    use crate::grid::End;
    use std::num::NonZeroUsize;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    fn options(out: &Path, jobs: usize) -> Options {
        Options {
            symtool: PathBuf::new(),
            folder: None,
            programs: Vec::new(),
            modes: Vec::new(),
            sizes: Vec::new(),
            unwind: None,
            repeats: 1,
            budget: Duration::from_secs(8),
            all_tests: false,
            extra: Vec::new(),
            jobs: NonZeroUsize::new(jobs).unwrap(),
            out: out.to_owned(),
        }
    }

    /// Returns the cells of three programs and two modes.
    fn cells() -> Vec<Cell> {
        let programs = ["toupper", "prim", "echo"];
        let modes = ["K", "C"];
        let of = |name| modes.map(|mode| row((name, 4, mode), End::Verified, 1, 0.0).cell);
        programs.into_iter().flat_map(of).collect()
    }

    fn measured(number: usize) -> Measured {
        row(("toupper", 4, "K"), End::Verified, 1, number as f64).measured
    }

    #[test]
    fn an_interrupted_experiment_measures_only_the_missing_cells() {
        let folder = tempfile::tempdir().unwrap();
        let options = options(folder.path(), 2);
        let failing = |number, _: &Cell, _: &[Row]| match number {
            4 => Err(Error::file("x")("stopped")),
            number => Ok(measured(number)),
        };
        assert!(run("t", &cells()[..5], &options, failing, |_| ()).is_err());
        let path = folder.path().join(FILE);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text + "{\"cell\":\"unfini").unwrap();
        let calls = AtomicUsize::new(0);
        let counting = |number, _: &Cell, earlier: &[Row]| {
            calls.fetch_add(1, Ordering::Relaxed);
            assert_eq!(earlier.len(), number % 2);
            Ok(measured(number))
        };
        let rows = run("t", &cells(), &options, counting, |_| ()).unwrap();
        let times: Vec<f64> = rows.iter().map(|row| row.measured.cpu_s).collect();
        assert_eq!(times, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!(calls.into_inner() <= 4);
        let again = |_, _: &Cell, _: &[Row]| Err(Error::file("x")("all cells are known"));
        assert!(run("t", &cells(), &options, again, |_| ()).is_ok());
    }

    #[test]
    fn measurements_with_other_options_are_not_continued() {
        let folder = tempfile::tempdir().unwrap();
        let mut options = options(folder.path(), 1);
        let measure = |number, _: &Cell, _: &[Row]| Ok(measured(number));
        run("t", &cells(), &options, measure, |_| ()).unwrap();
        options.budget = Duration::from_secs(9);
        let error = run("t", &cells(), &options, measure, |_| ()).unwrap_err();
        assert!(error.to_string().contains("other options"), "{error}");
    }
}
