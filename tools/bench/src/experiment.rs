//! Experiments: plans the runs of an experiment and executes them.
use crate::error::Error;
use crate::folder;
use crate::grid::{Cell, End, Measured, Row};
use crate::modes::{MODES, Mode};
use crate::options::Options;
use crate::process;
use crate::programs::classes::{Class, WITH_VERDICT};
use crate::programs::{self, KERNELS, Program, SizeIs};
use crate::runs;
use std::path::Path;
use std::time::Duration;

/// A published experiment that can be repeated.
#[derive(Debug)]
pub struct Experiment {
    /// The experiment's name on the command line.
    pub name: &'static str,
    /// The experiment's line in the help text.
    pub help: &'static str,
    /// The programs that the experiment runs.
    pub programs: Programs,
    /// The sizes at which every program runs. If empty, each program runs at its own sizes ([`Program::sizes`]).
    pub sizes: &'static [u32],
    /// The modes that the experiment compares.
    pub modes: Modes,
    /// Whether the runs write test cases. If not, the option [`Options::all_tests`] has no effect.
    pub writes_tests: bool,
    /// The baseline mode. If the run in this mode reaches the time limit, its number of instructions limits the runs
    /// in the later modes on the same program and size. All modes then execute the same part of the program.
    pub equal_to: Option<&'static str>,
    /// The function that writes the report of the rows to a folder and returns the text to print. Its second parameter
    /// is the time limit of a run.
    pub report: fn(&[Row], Duration, &Path) -> Result<String, Error>,
}

/// The programs of an experiment.
#[derive(Copy, Clone, Debug)]
pub enum Programs {
    /// All kernels of the CFM-SE paper ([`KERNELS`]).
    Kernels,
    /// All programs, each at its two smallest sizes. Programs with a known verdict run with `--verify`.
    All,
    /// The programs with these names.
    Named(&'static [&'static str]),
    /// The programs of each class, at the sizes and with the options of the class.
    Classes(&'static [Class]),
}

/// The modes that an experiment compares.
#[derive(Copy, Clone, Debug)]
pub enum Modes {
    /// The modes with these names.
    Named(&'static [&'static str]),
    /// Modes that are computed from another table, such as one mode for each link (solving technique) of the solver
    /// chain.
    Derived {
        /// Returns the modes.
        modes: fn() -> &'static [Mode],
        /// The names and meanings of the modes, for the help text.
        help: &'static str,
    },
}

impl Experiment {
    /// Returns all cells to run (programs, sizes and modes), grouped by program and then by size.
    pub fn plan(&self, options: &Options) -> Result<Vec<Cell>, Error> {
        self.refuse_unused(options)?;
        let subjects = match &options.folder {
            Some(folder) => folder::programs(folder)?
                .into_iter()
                .map(Subject::alone)
                .collect(),
            None => self.subjects(),
        };
        check(
            "program",
            &options.programs,
            subjects.iter().map(|subject| subject.program.name),
        )?;
        let mut modes = self.its_modes();
        check("mode", &options.modes, modes.iter().map(|mode| mode.name))?;
        let wanted =
            |list: &[String], name: &str| list.is_empty() || list.iter().any(|n| n == name);
        modes.retain(|mode| wanted(&options.modes, mode.name));
        let mut cells = Vec::new();
        for subject in subjects {
            if !wanted(&options.programs, subject.program.name) {
                continue;
            }
            let sizes = [
                options.unwind.as_slice(),
                options.sizes.as_slice(),
                self.sizes,
                subject.sizes,
            ];
            let sizes = sizes.into_iter().find(|sizes| !sizes.is_empty());
            for &size in sizes.unwrap_or_default() {
                cells.extend(modes.iter().map(|&mode| Cell {
                    program: subject.program,
                    class: subject.class,
                    size,
                    mode,
                }));
            }
        }
        Ok(cells)
    }

    /// Returns the programs that the experiment runs; a program occurs once for each of its classes.
    fn subjects(&self) -> Vec<Subject> {
        let named = |name: &str| programs::all().find(|program| program.name == name);
        match self.programs {
            Programs::Kernels => KERNELS.iter().map(Subject::alone).collect(),
            Programs::All => programs::all()
                .map(|program| Subject {
                    sizes: &program.sizes[..program.sizes.len().min(2)],
                    class: program.is_safe.map(|_| &WITH_VERDICT),
                    program,
                })
                .collect(),
            Programs::Named(names) => programs::all()
                .filter(|program| names.contains(&program.name))
                .map(Subject::alone)
                .collect(),
            Programs::Classes(classes) => (classes.iter())
                .flat_map(|class| class.programs.iter().map(move |row| (class, row)))
                .filter_map(|(class, (name, sizes))| {
                    Some(Subject {
                        program: named(name)?,
                        class: Some(class),
                        sizes,
                    })
                })
                .collect(),
        }
    }

    /// Returns the modes that the experiment compares.
    pub fn its_modes(&self) -> Vec<&'static Mode> {
        match self.modes {
            Modes::Named(names) => (MODES.iter())
                .filter(|mode| names.contains(&mode.name))
                .collect(),
            Modes::Derived { modes, .. } => modes().iter().collect(),
        }
    }

    /// Returns the names and meanings of the experiment's modes, for the help text.
    pub fn modes_help(&self) -> String {
        match self.modes {
            Modes::Named(_) => {
                let modes = self.its_modes().into_iter();
                let lines = modes.map(|mode| format!("{} = {}", mode.name, mode.help));
                lines.collect::<Vec<_>>().join("; ")
            }
            Modes::Derived { help, .. } => help.to_owned(),
        }
    }

    /// Returns whether the size of each program of the experiment is an unwinding bound. The programs of a user's
    /// folder (option DIR) have no macro `SIZE` that could set their size. Therefore they can run only in an
    /// experiment for which the result is `true`.
    fn is_bounded(&self) -> bool {
        let subjects = self.subjects();
        subjects
            .iter()
            .all(|subject| subject.program.sized == SizeIs::Unwinding)
    }

    /// Returns the long names of the command-line options that have no effect in this experiment.
    pub fn unused(&self) -> Vec<&'static str> {
        let unused = [
            ("programs", self.subjects().len() == 1),
            ("modes", self.its_modes().len() == 1),
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

    /// Measures all cells (programs, sizes and modes), and returns the text to print. Calls `before` before each cell.
    pub fn run(
        &self,
        options: &Options,
        before: impl FnMut(&Cell) + Send,
    ) -> Result<String, Error> {
        // A program may have very many paths. If a test were written for each path, the measured time would mainly be
        // the time of the file system.
        let only_new = (!options.all_tests).then(|| "--only-new".to_owned());
        let extra: Vec<String> = only_new.into_iter().chain(options.extra.clone()).collect();
        let scratch = tempfile::tempdir().map_err(Error::file(std::env::temp_dir()))?;
        let measure = |number: usize, cell: &Cell, earlier: &[Row]| {
            let mut extra = extra.clone();
            extra.extend(self.equal_limit(earlier, cell));
            let mut runs = Vec::new();
            for repeat in 0..options.repeats.max(1) {
                // The folders of the runs are deleted at the end, because deleting many files slows the file system
                // down for a while.
                let folder = scratch.path().join(format!("{number}-{repeat}"));
                let budget = options.budget;
                runs.push(process::run(
                    &options.symtool,
                    cell,
                    budget,
                    &extra,
                    &folder,
                )?);
            }
            Ok(median(runs))
        };
        let cells = self.plan(options)?;
        let rows = runs::run(self.name, &cells, options, measure, before)?;
        (self.report)(&rows, options.budget, &options.out)
    }

    /// Returns the option that limits the instructions of a cell (a program, a size and a mode). The limit is the
    /// number of instructions of the run in the baseline mode [`Experiment::equal_to`]. Returns `None` if the baseline
    /// run did not reach the time limit.
    fn equal_limit(&self, rows: &[Row], cell: &Cell) -> Option<String> {
        let mode = self.equal_to?;
        let base = rows.iter().find(|row| {
            row.cell.mode.name == mode
                && row.cell.program.name == cell.program.name
                && row.cell.size == cell.size
        })?;
        let limit = base.measured.instructions.max(1);
        (base.measured.end == End::OutOfTime).then(|| format!("--max-instructions={limit}"))
    }

    /// Returns the names of the experiment's programs that are in `wanted`; all names if `wanted` is empty.
    pub fn programs_among(&self, wanted: &[String]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for subject in self.subjects() {
            let name = subject.program.name.to_owned();
            let is_wanted = wanted.is_empty() || wanted.contains(&name);
            if is_wanted && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// Returns the run with the median CPU time among several runs of a cell; for an even number of runs, the faster of
/// the two middle runs.
fn median(mut runs: Vec<Measured>) -> Measured {
    runs.sort_by(|a, b| a.cpu_s.total_cmp(&b.cpu_s));
    let middle = (runs.len() - 1) / 2;
    runs.swap_remove(middle)
}

/// A program that an experiment runs, with the class to which it belongs and the sizes at which it runs.
struct Subject {
    program: &'static Program,
    class: Option<&'static Class>,
    sizes: &'static [u32],
}

impl Subject {
    /// Returns a program without a class, at the program's own sizes.
    fn alone(program: &'static Program) -> Subject {
        Subject {
            program,
            class: None,
            sizes: program.sizes,
        }
    }
}

/// Returns an error if one of `names` is not in `known`. `what` is the kind of name, such as "program".
pub(crate) fn check(
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
