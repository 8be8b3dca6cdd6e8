//! Experiments: the plan of their runs, and running them.
use crate::error::Error;
use crate::folder;
use crate::grid::{Cell, Row};
use crate::modes::{MODES, Mode};
use crate::process;
use crate::programs::{self, KERNELS, Program, SizeIs};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A published experiment that can be repeated.
#[derive(Debug)]
pub struct Experiment {
    /// The experiment's name on the command line.
    pub name: &'static str,
    /// The experiment's line in the help text.
    pub help: &'static str,
    /// The names of the programs that it runs; empty means all kernels.
    pub programs: &'static [&'static str],
    /// The sizes for each program; empty means the published sizes.
    pub sizes: &'static [u32],
    /// The names of the modes that it compares.
    pub modes: &'static [&'static str],
    /// Whether its runs write tests, so that `all_tests` has an effect.
    pub writes_tests: bool,
    /// Writes the report of the rows to the folder and returns the text to print.
    pub report: fn(&[Row], Duration, &Path) -> Result<String, Error>,
}

/// The options of one run of an experiment.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `symtool` executable.
    pub symtool: PathBuf,
    /// The folder that contains the programs; `None` means the built-in ones.
    pub folder: Option<PathBuf>,
    /// The names of the programs to run; empty means all.
    pub programs: Vec<String>,
    /// The names of the modes to run; empty means all.
    pub modes: Vec<String>,
    /// The sizes to run; empty means the published ones.
    pub sizes: Vec<u32>,
    /// The unwinding bound of programs without a size; `None` means the default.
    pub unwind: Option<u32>,
    /// The wall-clock time limit of each cell.
    pub budget: Duration,
    /// Write a test case for every path, not only for new coverage.
    pub all_tests: bool,
    /// Further options for each run of symtool.
    pub extra: Vec<String>,
    /// The folder to which the report is written.
    pub out: PathBuf,
}

impl Experiment {
    /// Returns all cells to run, in the order of the published table.
    pub fn plan(&self, options: &Options) -> Result<Vec<Cell>, Error> {
        self.refuse_unused(options)?;
        let programs = match &options.folder {
            Some(folder) => folder::programs(folder)?,
            None => self.its_programs(),
        };
        check(
            "program",
            &options.programs,
            programs.iter().map(|program| program.name),
        )?;
        check("mode", &options.modes, self.modes.iter().copied())?;
        let wanted =
            |list: &[String], name: &str| list.is_empty() || list.iter().any(|n| n == name);
        let modes = self.its_modes();
        let modes: Vec<&'static Mode> = modes
            .filter(|mode| wanted(&options.modes, mode.name))
            .collect();
        let mut cells = Vec::new();
        for program in programs {
            if !wanted(&options.programs, program.name) {
                continue;
            }
            let sizes = [
                options.unwind.as_slice(),
                options.sizes.as_slice(),
                self.sizes,
                program.sizes,
            ];
            let sizes = sizes.into_iter().find(|sizes| !sizes.is_empty());
            for &size in sizes.unwrap_or_default() {
                cells.extend(modes.iter().map(|&mode| Cell {
                    program,
                    size,
                    mode,
                }));
            }
        }
        Ok(cells)
    }

    fn its_programs(&self) -> Vec<&'static Program> {
        if self.programs.is_empty() {
            return KERNELS.iter().collect();
        }
        programs::all()
            .filter(|p| self.programs.contains(&p.name))
            .collect()
    }

    /// Returns the modes that the experiment compares.
    pub fn its_modes(&self) -> impl Iterator<Item = &'static Mode> + '_ {
        MODES.iter().filter(|mode| self.modes.contains(&mode.name))
    }

    /// Returns whether the experiment's programs have an unwinding bound instead of a size. They may then come from
    /// any folder.
    fn is_bounded(&self) -> bool {
        let programs = self.its_programs();
        programs
            .iter()
            .all(|program| program.sized == SizeIs::Unwinding)
    }

    /// Returns the long names of command-line options without effect in this experiment.
    pub fn unused(&self) -> Vec<&'static str> {
        let unused = [
            ("programs", self.its_programs().len() == 1),
            ("modes", self.modes.len() == 1),
            ("all-tests", !self.writes_tests),
            ("sizes", self.is_bounded()),
            ("unwind", !self.is_bounded()),
            ("folder", !self.is_bounded()),
        ];
        let names = unused.into_iter().filter(|(_, unused)| *unused);
        names.map(|(name, _)| name).collect()
    }

    fn refuse_unused(&self, options: &Options) -> Result<(), Error> {
        let given = [
            ("programs", !options.programs.is_empty()),
            ("modes", !options.modes.is_empty()),
            ("all-tests", options.all_tests),
            ("sizes", !options.sizes.is_empty()),
            ("unwind", options.unwind.is_some()),
            ("folder", options.folder.is_some()),
        ];
        let unused = self.unused();
        match given
            .iter()
            .find(|(name, given)| *given && unused.contains(name))
        {
            None => Ok(()),
            Some((name, _)) => Err(Error::Unused {
                option: match *name {
                    "folder" => "DIR".to_owned(),
                    name => format!("--{name}"),
                },
                experiment: self.name,
            }),
        }
    }

    /// Runs all cells, one after the other, and returns the text to print. `before` is called before each cell.
    pub fn run(&self, options: &Options, mut before: impl FnMut(&Cell)) -> Result<String, Error> {
        // If a program has many paths, writing a test for each would measure the file system.
        let only_new = (!options.all_tests).then(|| "--only-new".to_owned());
        let extra: Vec<String> = only_new.into_iter().chain(options.extra.clone()).collect();
        let scratch = tempfile::tempdir().map_err(Error::file(std::env::temp_dir()))?;
        let mut rows = Vec::new();
        for (number, cell) in self.plan(options)?.into_iter().enumerate() {
            before(&cell);
            // The folders of the runs are deleted at the end, because deleting many files slows the file system
            // down for a while.
            let folder = scratch.path().join(number.to_string());
            let measured = process::run(&options.symtool, &cell, options.budget, &extra, &folder)?;
            rows.push(Row { cell, measured });
        }
        (self.report)(&rows, options.budget, &options.out)
    }
}

/// Returns an error if a name is not among the known ones.
fn check(
    what: &'static str,
    names: &[String],
    known: impl Iterator<Item = &'static str>,
) -> Result<(), Error> {
    let known: Vec<&str> = known.collect();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Error::Unknown {
            what,
            name: name.clone(),
            known: known.join(", "),
        }),
    }
}
