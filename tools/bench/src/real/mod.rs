//! Measures the code that symtool covers within a time limit, by mode, on real programs that the papers explored.
//!
//! Each program has a driver in `tools/bench/real`: a C file that calls a library with symbolic inputs. If the program
//! has a `main` of its own, the driver consists only of a header comment. The sources are in a folder that
//! `tests/real/fetch.sh` makes.
//!
//! symtool explores the program in each mode. Then the test cases of the run are replayed natively, on a build with
//! gcc's `--coverage`, and gcov counts the covered lines and branch sides of the package. So the coverage depends
//! neither on symtool's own counts nor on its intermediate representation. It can be compared with the coverage of
//! KLEE, which runs beside symtool if it is installed.
//!
//! | module | contents |
//! | --- | --- |
//! | `entry` | the header of a driver |
//! | `case` | the test cases of a run |
//! | `native` | the native build, and its runs on test cases |
//! | `gcov` | covered lines and branch sides in the output of gcov |
//! | `klee` | runs of KLEE |
//! | `report` | the tables, the CSV files and the charts |
//! | `growth` | another measurement on these programs: time and paths by the size of the symbolic input |
mod case;
mod entry;
mod gcov;
pub mod growth;
mod klee;
mod native;
mod report;

use crate::error::Error;
use crate::experiment::check;
use crate::grid::Measured;
use crate::side_by_side::mode_options;
use crate::{packages, process};
use case::Case;
use entry::Program;
use gcov::Share;
use native::Native;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// The name of the command.
pub const NAME: &str = "real";

/// The line of the command in the help text.
pub const HELP: &str = "Real programs of the papers: the code covered within a time limit, by mode, counted natively by gcov";

/// The name of automatic mode.
const AUTO: &str = "auto";

/// The default modes. The first one is compared with the others.
const MODES: [&str; 6] = [
    AUTO,
    "plain+search=dfs",
    "plain+search=interleaved",
    "cfmse",
    "merge=dynamic+search=covnew",
    "merge=pattern",
];

/// The number of times, evenly distributed over the time limit, at which the coverage is computed.
const TIMES: u32 = 10;

macro_rules! drivers {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../real/", $name, ".c")))),*]
    };
}

/// The names and the texts of the drivers, sorted by name. To add a program, write a driver and a row here.
const DRIVERS: &[(&str, &str)] = drivers!(
    "cjson",
    "coreutils-b2sum",
    "coreutils-base32",
    "coreutils-base64",
    "coreutils-basename",
    "coreutils-basenc",
    "coreutils-cat",
    "coreutils-comm",
    "coreutils-cut",
    "coreutils-dirname",
    "coreutils-echo",
    "coreutils-env",
    "coreutils-expand",
    "coreutils-expr",
    "coreutils-factor",
    "coreutils-false",
    "coreutils-fmt",
    "coreutils-fold",
    "coreutils-head",
    "coreutils-hostid",
    "coreutils-join",
    "coreutils-kill",
    "coreutils-link",
    "coreutils-logname",
    "coreutils-nice",
    "coreutils-nl",
    "coreutils-od",
    "coreutils-paste",
    "coreutils-pathchk",
    "coreutils-pr",
    "coreutils-printenv",
    "coreutils-printf",
    "coreutils-pwd",
    "coreutils-readlink",
    "coreutils-realpath",
    "coreutils-seq",
    "coreutils-sleep",
    "coreutils-sum",
    "coreutils-test",
    "coreutils-tr",
    "coreutils-true",
    "coreutils-tsort",
    "coreutils-tty",
    "coreutils-uname",
    "coreutils-unexpand",
    "coreutils-uniq",
    "coreutils-whoami",
    "expat",
    "http-parser",
    "jsmn",
    "json.h",
    "libosip",
    "libtasn1",
    "libyaml",
    "lz4",
    "protobuf-c",
    "tiny-regex-c",
    "utf8.h",
    "utf8.h-valid",
    "yajl",
    "zlib",
);

/// The options of a measurement.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `symtool` executable.
    pub symtool: PathBuf,
    /// The folder with the source packages.
    pub sources: PathBuf,
    /// The names of the programs to run; empty means all.
    pub programs: Vec<String>,
    /// The short names of the papers whose programs are run; empty means all programs.
    pub papers: Vec<String>,
    /// The names of the modes: `auto`, `klee`, or options of symtool joined by `+`; empty means the default modes.
    pub modes: Vec<String>,
    /// The wall-clock time limit of each exploration, without the compilation of the program.
    pub budget: Duration,
    /// The folder to which the runs and the report are written.
    pub out: PathBuf,
}

/// The result for one program.
struct Row {
    program: Program,
    /// The version of the package that was measured.
    version: String,
    /// The runs by mode, or the reason why there are none.
    runs: Result<Vec<Run>, String>,
}

/// The run of a program in a mode.
struct Run {
    mode: String,
    /// The coverage, or the reason why there is none.
    covered: Result<Covered, String>,
}

/// The coverage of a run.
struct Covered {
    /// The measurements of the run; `None` for KLEE.
    measured: Option<Measured>,
    /// The number of test cases.
    tests: usize,
    /// The coverage at increasing times. The last one is the coverage of all test cases.
    points: Vec<Point>,
}

/// The coverage of the test cases that were written up to a time.
#[derive(Copy, Clone, Debug)]
struct Point {
    /// The time since the start of the run.
    time: Duration,
    lines: Share,
    sides: Share,
}

impl Covered {
    /// Returns the coverage of all test cases: the lines and the branch sides.
    fn last(&self) -> (Share, Share) {
        let last = self.points.last();
        last.map_or_else(Default::default, |point| (point.lines, point.sides))
    }
}

/// Returns the modes to measure.
fn modes(options: &Options) -> Vec<String> {
    if !options.modes.is_empty() {
        return options.modes.clone();
    }
    let mut modes = MODES.map(str::to_owned).to_vec();
    modes.extend(klee::is_installed().then(|| klee::NAME.to_owned()));
    modes
}

/// Returns the programs to run.
///
/// # Errors
/// A given name is unknown, or a driver has no valid header.
fn programs(options: &Options) -> Result<Vec<Program>, Error> {
    let names = DRIVERS.iter().map(|(name, _)| *name);
    check("program", &options.programs, names)?;
    check("paper", &options.papers, entry::PAPERS.into_iter())?;
    let mut found = named_programs(&options.programs)?;
    found.retain(|program| program.is_of(&options.papers));
    Ok(found)
}

/// Returns the programs with the given names; all programs if `names` is empty.
///
/// # Errors
/// A driver has no valid header.
fn named_programs(names: &[String]) -> Result<Vec<Program>, Error> {
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let drivers = DRIVERS.iter().filter(|(name, _)| is_wanted(name));
    drivers
        .map(|(name, text)| Program::parse(name, text))
        .collect()
}

/// Returns the number of runs of a measurement.
///
/// # Errors
/// A given name of a program or a paper is unknown.
pub fn count(options: &Options) -> Result<usize, Error> {
    Ok(programs(options)?.len() * modes(options).len())
}

/// Measures the programs in all modes, and returns the text of the report. The report is written to the output folder
/// after each program, so that an interrupt keeps the results of the finished programs. Calls `before` with the program
/// and the mode before each run. If a program cannot be measured, its row of the report contains the reason.
///
/// # Errors
/// A given name is unknown; the folder of the sources cannot be read; the report cannot be written; symtool cannot be
/// started.
pub fn run(options: &Options, before: &mut dyn FnMut(&str)) -> Result<String, Error> {
    fs::read_dir(&options.sources).map_err(Error::file(&options.sources))?;
    let mut rows = Vec::new();
    let mut text = report::write(&options.out, options.budget, &rows)?;
    for program in programs(options)? {
        rows.push(row(options, program, before)?);
        text = report::write(&options.out, options.budget, &rows)?;
    }
    Ok(text)
}

/// Measures one program.
fn row(options: &Options, program: Program, before: &mut dyn FnMut(&str)) -> Result<Row, Error> {
    let folder = options.out.join(&program.name);
    let built = build(options, &program, &folder);
    let version = built.as_ref().map_or_else(
        |_| program.version.clone(),
        |built| packages::version(&built.package.folder, &program.package).unwrap_or_default(),
    );
    let mut runs = Vec::new();
    for mode in modes(options) {
        before(&format!("{} {mode}", program.name));
        if let Ok(built) = &built {
            runs.push(one(options, &program, built, &mode, &folder)?);
        }
    }
    Ok(Row {
        program,
        version,
        runs: built.map(|_| runs),
    })
}

/// A program that is ready to be explored and replayed.
struct Built {
    package: Package,
    native: Native,
}

/// A program that is ready to be explored.
struct Package {
    /// The folder of the package.
    folder: PathBuf,
    /// The files of the program.
    files: Vec<PathBuf>,
    /// The time that symtool needs to compile the program. Its time limit is the budget plus this time, because KLEE's
    /// time limit does not include the compilation with clang.
    compilation: Duration,
}

impl Package {
    /// Finds the package of a program, writes the driver to the folder `out`, and measures the compilation.
    ///
    /// # Errors
    /// There is no package, or the driver cannot be written. The error is the message.
    fn find(
        symtool: &Path,
        sources: &Path,
        program: &Program,
        out: &Path,
    ) -> Result<Package, String> {
        let folder = packages::find(sources, &program.package, &program.version);
        let mut package = Package {
            folder: folder.map_err(|error| error.to_string())?,
            files: native::sources(program, out)?,
            compilation: Duration::ZERO,
        };
        package.measure_compilation(symtool, program);
        Ok(package)
    }

    /// Returns the names of the program's files: the first, and the others.
    fn names(&self) -> (&Path, Vec<String>) {
        let (first, further) = match self.files.split_first() {
            Some((first, further)) => (first.as_path(), further),
            None => (Path::new(""), &[][..]),
        };
        (
            first,
            further
                .iter()
                .map(|file| file.display().to_string())
                .collect(),
        )
    }

    /// Measures the time that symtool needs to compile the program.
    fn measure_compilation(&mut self, symtool: &Path, program: &Program) {
        let (first, further) = self.names();
        let start = Instant::now();
        let mut command = Command::new(symtool);
        command
            .current_dir(&self.folder)
            .arg("ir")
            .arg(first)
            .args(further);
        command.args(&program.options).stdin(Stdio::null());
        // If the program has errors, the runs report them.
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        self.compilation = start.elapsed();
    }
}

/// Finds the package of a program, and builds the program natively.
fn build(options: &Options, program: &Program, folder: &Path) -> Result<Built, String> {
    let package = Package::find(&options.symtool, &options.sources, program, folder)?;
    let native = Native::build(program, &package.files, &package.folder, folder)?;
    Ok(Built { package, native })
}

/// Runs a program in a mode, and replays its test cases natively.
fn one(
    options: &Options,
    program: &Program,
    built: &Built,
    mode: &str,
    folder: &Path,
) -> Result<Run, Error> {
    let run = folder.join(mode.replace('/', "_"));
    fs::create_dir(&run).map_err(Error::file(&run))?;
    let start = SystemTime::now();
    let explored = match mode {
        klee::NAME => {
            let places = (built.package.folder.as_path(), folder.join("include"));
            let places = (places.0, places.1.as_path());
            let out = klee::run(program, &built.package.files, places, &run, options.budget);
            out.map(|out| (None, vec![out]))
        }
        _ => {
            let measured = explore(options, program, &built.package, mode, &run)?;
            let out = run.join("out");
            measured.map(|it| (Some(it), vec![out.join("tests"), out.join("errors")]))
        }
    };
    let covered = explored.and_then(|(measured, folders)| {
        let cases = case::list(&folders, start);
        let points = replay(&built.native, &cases, &program.run, options.budget)?;
        Ok(Covered {
            measured,
            tests: cases.len(),
            points,
        })
    });
    Ok(Run {
        mode: mode.to_owned(),
        covered,
    })
}

/// Runs symtool on a program in a mode. The inner error is the message of a run without a verdict.
fn explore(
    options: &Options,
    program: &Program,
    package: &Package,
    mode: &str,
    folder: &Path,
) -> Result<Result<Measured, String>, Error> {
    let (first, mut all) = package.names();
    all.extend(program.options.iter().cloned());
    if mode != AUTO {
        all.extend(mode_options(mode));
    }
    all.push("--only-new".to_owned());
    all.extend(program.run.iter().cloned());
    let measured = process::measure(&process::Run {
        symtool: &options.symtool,
        source: first,
        options: &all,
        budget: options.budget + package.compilation,
        folder,
        directory: Some(&package.folder),
    })?;
    Ok(measured.map_err(|printed| native::first_error(&printed)))
}

/// Replays test cases in the order in which they were written. Returns the coverage at [`TIMES`] points in time. Test
/// cases that were written after the time limit are counted at the last of these points.
fn replay(
    native: &Native,
    cases: &[Case],
    run: &[String],
    budget: Duration,
) -> Result<Vec<Point>, String> {
    native.reset();
    let mut rest = cases.iter().peekable();
    let mut points: Vec<Point> = Vec::new();
    for number in 1..=TIMES {
        let time = budget * number / TIMES;
        let mut has_run = false;
        while let Some(case) = rest.next_if(|case| case.after <= time || number == TIMES) {
            native.replay(case, run)?;
            has_run = true;
        }
        points.push(match points.last() {
            Some(&last) if !has_run => Point { time, ..last },
            _ => {
                let coverage = native.coverage()?;
                Point {
                    time,
                    lines: coverage.lines(),
                    sides: coverage.sides(),
                }
            }
        });
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that each driver has a row in the table, and that the table is sorted by name.
    #[test]
    fn the_table_of_drivers_is_complete_and_sorted() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("real");
        let entries = fs::read_dir(folder).unwrap().flatten();
        let paths = entries.map(|entry| entry.path());
        let drivers = paths.filter(|path| path.extension().is_some_and(|it| it == "c"));
        let mut names: Vec<String> = drivers
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert!(
            DRIVERS
                .iter()
                .map(|(name, _)| *name)
                .eq(names.iter().map(String::as_str))
        );
    }

    #[test]
    fn every_driver_has_a_valid_header() {
        for (name, text) in DRIVERS {
            let program = Program::parse(name, text).expect("a header");
            assert!(!program.version.is_empty(), "{name}");
        }
    }

    #[test]
    fn programs_are_chosen_by_name_and_paper() {
        let options = |programs: &[&str], papers: &[&str]| Options {
            symtool: PathBuf::new(),
            sources: PathBuf::new(),
            programs: programs.iter().map(|&it| it.to_owned()).collect(),
            papers: papers.iter().map(|&it| it.to_owned()).collect(),
            modes: vec![AUTO.to_owned()],
            budget: Duration::ZERO,
            out: PathBuf::new(),
        };
        assert_eq!(count(&options(&[], &[])).unwrap(), DRIVERS.len());
        assert_eq!(count(&options(&["cjson"], &[])).unwrap(), 1);
        assert!(count(&options(&[], &["qce"])).unwrap() < DRIVERS.len());
        assert!(count(&options(&["nothing"], &[])).is_err());
        assert!(count(&options(&[], &["nothing"])).is_err());
    }
}
