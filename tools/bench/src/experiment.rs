//! The experiments there are, and how one is run.
use crate::error::Error;
use crate::grid::{Cell, Row};
use crate::modes::{MODES, Mode};
use crate::process;
use crate::programs::{self, KERNELS, Program, SizeIs};
use crate::{ablation, arrays, cdse, fig6, folder, patterns, qce, table1, table3, table4, verify};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A published experiment.
#[derive(Debug)]
pub struct Experiment {
    /// On the command line.
    pub name: &'static str,
    /// What it shows, for `--help`.
    pub help: &'static str,
    /// Its programs, by name; none means all kernels.
    pub programs: &'static [&'static str],
    /// Its sizes, for each program; none means those the programs are published with.
    pub sizes: &'static [u32],
    /// The modes it compares.
    pub modes: &'static [&'static str],
    /// Whether its runs write tests, so that writing all of them makes a difference.
    pub writes_tests: bool,
    /// Turns the rows into files of the folder and the text to print.
    pub report: fn(&[Row], Duration, &Path) -> Result<String, Error>,
}

/// All experiments; a new one is a file and a row.
pub const EXPERIMENTS: &[Experiment] = &[
    table1::EXPERIMENT,
    table3::EXPERIMENT,
    table4::EXPERIMENT,
    verify::EXPERIMENT,
    ablation::EXPERIMENT,
    fig6::EXPERIMENT,
    arrays::EXPERIMENT,
    qce::EXPERIMENT,
    patterns::EXPERIMENT,
    cdse::EXPERIMENT,
];

/// What of an experiment is run, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The executable.
    pub symtool: PathBuf,
    /// Where the programs are, instead of those built in.
    pub folder: Option<PathBuf>,
    /// Names of programs; none means all.
    pub programs: Vec<String>,
    /// Names of modes; none means all.
    pub modes: Vec<String>,
    /// Sizes instead of the published ones; none means those.
    pub sizes: Vec<u32>,
    /// Trips that loops make at most, where that is what is sized; none means the default.
    pub unwind: Option<u32>,
    /// Time on the clock for each cell.
    pub budget: Duration,
    /// Write a test case for every path instead of only for what is new.
    pub all_tests: bool,
    /// More options for each run of symtool.
    pub extra: Vec<String>,
    /// The folder where table, CSV and pictures go.
    pub out: PathBuf,
}

impl Experiment {
    /// Every cell, in the order of the published table.
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

    /// The modes it compares.
    pub fn its_modes(&self) -> impl Iterator<Item = &'static Mode> + '_ {
        MODES.iter().filter(|mode| self.modes.contains(&mode.name))
    }

    /// Are its programs of any folder, with a bound of trips instead of a size?
    fn is_bounded(&self) -> bool {
        let programs = self.its_programs();
        programs
            .iter()
            .all(|program| program.sized == SizeIs::Trips)
    }

    /// The options of the command line that can change nothing here, by their long names.
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

    /// Runs all cells, one after the other, and gives back the text to print. `before` hears of each cell.
    pub fn run(&self, options: &Options, mut before: impl FnMut(&Cell)) -> Result<String, Error> {
        // On programs with many paths, writing a file for each would measure the file system.
        let only_new = (!options.all_tests).then(|| "--only-new".to_owned());
        let extra: Vec<String> = only_new.into_iter().chain(options.extra.clone()).collect();
        let scratch = tempfile::tempdir().map_err(Error::file(std::env::temp_dir()))?;
        let mut rows = Vec::new();
        for (number, cell) in self.plan(options)?.into_iter().enumerate() {
            before(&cell);
            // The folders stay until all is measured: deleting many files makes a file system slow for a while.
            let folder = scratch.path().join(number.to_string());
            let measured = process::run(&options.symtool, &cell, options.budget, &extra, &folder)?;
            rows.push(Row { cell, measured });
        }
        (self.report)(&rows, options.budget, &options.out)
    }
}

/// Each name must be one of those known.
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
