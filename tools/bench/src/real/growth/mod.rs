//! `symtool bench real-growth`: the time and the paths of real programs with growing symbolic inputs. A baseline is
//! compared with the techniques of a paper: plain exploration with state merging (Kuznetsov et al., PLDI 2012, Figures
//! 4 to 6), or the baseline of array constraints with the transformations (Perry et al., ISSTA 2017, Table 4).
//!
//! The programs are those of [`super`] whose driver has a line `sized:` for the paper's modes. For each program, the
//! size grows from 1 until the baseline, or each other mode, reaches the time limit. The programs are not run natively.
mod report;

use super::Package;
use super::entry::Program;
use crate::error::Error;
use crate::experiment::check;
use crate::grid::{End, Measured};
use crate::process;
use crate::side_by_side::mode_options;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the command.
pub const NAME: &str = "real-growth";

/// The line of the command in the help text.
pub const HELP: &str = "Real programs with growing symbolic inputs: time and paths with the techniques of a paper, against its baseline";

/// The sizes at which a program is run.
const SIZES: [u32; 8] = [1, 2, 3, 4, 6, 8, 12, 16];

/// A comparison that a paper makes.
struct Published {
    /// The short name of the paper.
    paper: &'static str,
    /// The mode with which the others are compared.
    baseline: &'static str,
    /// The other modes. A mode is a list of options of symtool, joined by `+`.
    modes: &'static [&'static str],
    /// The kind of the comparison.
    kind: Kind,
}

/// A comparison that is measured. The fields are those of [`Published`].
struct Comparison {
    paper: &'static str,
    baseline: &'static str,
    modes: Vec<String>,
    kind: Kind,
}

/// The kind of a comparison.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The modes merge states, so a path of the exploration represents several paths of the program. If the baseline
    /// reaches the time limit, a second run in each mode counts these paths.
    Merging,
    /// All modes execute the same instructions. If the baseline reaches the time limit, the other modes stop after as
    /// many instructions as the baseline.
    SameInstructions,
}

/// The comparisons, each of one paper.
const COMPARISONS: [Published; 2] = [
    Published {
        paper: "qce",
        baseline: "plain",
        modes: &["merge=static", "merge=dynamic+search=random-path"],
        kind: Kind::Merging,
    },
    Published {
        paper: "arrays",
        baseline: "plain+arrays=baseline",
        modes: &["plain+arrays=published", "plain+arrays=all"],
        kind: Kind::SameInstructions,
    },
];

/// The options of a measurement.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the `symtool` executable.
    pub symtool: PathBuf,
    /// The folder with the source packages.
    pub sources: PathBuf,
    /// The names of the programs to run; empty means all programs of the paper.
    pub programs: Vec<String>,
    /// The short name of the paper whose comparison is made.
    pub paper: String,
    /// The modes that are compared with the baseline, lists of options of symtool joined by `+`; empty means the
    /// paper's modes.
    pub modes: Vec<String>,
    /// The wall-clock time limit of each exploration, without the compilation of the program.
    pub budget: Duration,
    /// The folder to which the runs and the report are written.
    pub out: PathBuf,
}

/// A number of program paths.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Paths {
    Exactly(u128),
    AtLeast(u128),
}

impl Paths {
    fn number(self) -> u128 {
        match self {
            Paths::Exactly(number) | Paths::AtLeast(number) => number,
        }
    }

    /// Returns the more precise one of two statements about the same paths.
    fn better(self, other: Paths) -> Paths {
        match (self, other) {
            (Paths::Exactly(_), _) => self,
            (_, Paths::Exactly(_)) => other,
            (Paths::AtLeast(a), Paths::AtLeast(b)) => Paths::AtLeast(a.max(b)),
        }
    }
}

/// The run of a program at a size, in a mode.
#[derive(Clone, Debug)]
struct Run {
    mode: String,
    measured: Measured,
    /// The number of program paths that the run represents.
    paths: Paths,
}

impl Run {
    /// Returns whether the run ended before its time limit.
    fn has_ended(&self) -> bool {
        has_ended(&self.measured)
    }
}

/// Returns whether a run ended before its time limit. A run with a violation may have reached it.
fn has_ended(measured: &Measured) -> bool {
    match measured.end {
        End::Verified | End::VerifiedBounded | End::Vacuous | End::Incomplete => true,
        End::Violation | End::OutOfTime => false,
    }
}

/// The runs of a program at a size: in the baseline, and in the other modes.
struct Step {
    size: u32,
    baseline: Run,
    others: Vec<Run>,
}

/// The result for one program: the runs by size, or the reason why there are none.
struct Row {
    program: Program,
    steps: Result<Vec<Step>, String>,
}

fn comparison(options: &Options) -> Result<Comparison, Error> {
    let names = COMPARISONS.iter().map(|it| it.paper);
    check("paper", std::slice::from_ref(&options.paper), names)?;
    let found = COMPARISONS.iter().find(|it| it.paper == options.paper);
    let published = found.expect("the name has been checked");
    Ok(Comparison {
        paper: published.paper,
        baseline: published.baseline,
        modes: match options.modes.is_empty() {
            true => published
                .modes
                .iter()
                .map(|&mode| mode.to_owned())
                .collect(),
            false => options.modes.clone(),
        },
        kind: published.kind,
    })
}

/// Returns the programs to run.
fn programs(options: &Options) -> Result<Vec<Program>, Error> {
    let papers = [comparison(options)?.paper.to_owned()];
    let mut all = super::named_programs(&[])?;
    all.retain(|program| program.is_of(&papers) && !program.sized.is_empty());
    for name in &options.programs {
        if !all.iter().any(|program| program.name == *name) {
            let known = all.iter().map(|program| program.name.as_str());
            return Err(Error::Unknown {
                what: "program",
                name: name.clone(),
                known: known.collect::<Vec<_>>().join(", "),
            });
        }
    }
    let wanted = &options.programs;
    all.retain(|program| wanted.is_empty() || wanted.contains(&program.name));
    Ok(all)
}

/// Returns the number of programs of a measurement.
///
/// # Errors
/// A given name of a program or a paper is unknown.
pub fn count(options: &Options) -> Result<usize, Error> {
    Ok(programs(options)?.len())
}

/// Measures the programs, and returns the text of the report. The report is written to the output folder after each
/// program, so that an interrupt keeps the results of the finished programs. Calls `before` with the name of each
/// program before its runs. If a program cannot be measured, the report contains the reason.
///
/// # Errors
/// A given name is unknown; the folder of the sources cannot be read; the report cannot be written; symtool cannot be
/// started.
pub fn run(options: &Options, before: &mut dyn FnMut(&str)) -> Result<String, Error> {
    fs::read_dir(&options.sources).map_err(Error::file(&options.sources))?;
    let comparison = comparison(options)?;
    let mut rows = Vec::new();
    let mut text = report::write(&options.out, options.budget, &comparison, &rows)?;
    for program in programs(options)? {
        before(&program.name);
        let folder = options.out.join(&program.name);
        let package = Package::find(&options.symtool, &options.sources, &program, &folder);
        let steps = match package {
            Ok(package) => steps(options, &comparison, &program, &package, &folder)?,
            Err(why) => Err(why),
        };
        rows.push(Row { program, steps });
        text = report::write(&options.out, options.budget, &comparison, &rows)?;
    }
    Ok(text)
}

/// Runs a program at growing sizes. The inner error is the message of a run without a verdict.
fn steps(
    options: &Options,
    comparison: &Comparison,
    program: &Program,
    package: &Package,
    folder: &Path,
) -> Result<Result<Vec<Step>, String>, Error> {
    let mut steps = Vec::new();
    for size in SIZES {
        let one = |mode: &str, further: Vec<String>| {
            let name = format!("{size}-{mode}{}", further.join("-"));
            let all = [mode_options(mode), further, program.at(size)].concat();
            explore(options, program, package, &all, &folder.join(name))
        };
        let baseline = match one(comparison.baseline, Vec::new())? {
            Ok(measured) => measured,
            Err(why) => return Ok(Err(why)),
        };
        let mut others = Vec::new();
        for mode in &comparison.modes {
            let measured = one(mode, equal_limit(comparison.kind, &baseline))?;
            let measured = match measured {
                Ok(measured) => measured,
                Err(why) => return Ok(Err(why)),
            };
            let paths = match comparison.kind {
                Kind::SameInstructions => completed(&measured),
                Kind::Merging if has_ended(&measured) && has_ended(&baseline) => {
                    completed(&baseline)
                }
                Kind::Merging => {
                    let counted = one(mode, vec!["--count-paths".to_owned()])?;
                    represented(&measured, &baseline, counted.ok().as_ref())
                }
            };
            let paths = match others.iter().find(|other: &&Run| other.has_ended()) {
                // Two runs that ended represent the same paths, so the better count holds for both.
                Some(other) if has_ended(&measured) => paths.better(other.paths),
                _ => paths,
            };
            others.push(Run {
                mode: mode.clone(),
                measured,
                paths,
            });
        }
        let is_last = !has_ended(&baseline) || !others.iter().any(Run::has_ended);
        steps.push(Step {
            size,
            baseline: Run {
                mode: comparison.baseline.to_owned(),
                paths: completed(&baseline),
                measured: baseline,
            },
            others,
        });
        if is_last {
            break;
        }
    }
    Ok(Ok(steps))
}

/// Returns the option that limits a run to the instructions of a baseline run that reached the time limit.
fn equal_limit(kind: Kind, baseline: &Measured) -> Vec<String> {
    let limit = baseline.instructions.max(1);
    match kind {
        Kind::SameInstructions if !has_ended(baseline) => {
            vec![format!("--max-instructions={limit}")]
        }
        Kind::SameInstructions | Kind::Merging => Vec::new(),
    }
}

/// Returns the number of paths of a run without merging.
fn completed(measured: &Measured) -> Paths {
    let completed = measured.completed.into();
    match has_ended(measured) {
        true => Paths::Exactly(completed),
        false => Paths::AtLeast(completed),
    }
}

/// Returns the number of program paths that a run with merging represents, if it or the baseline run reached the time
/// limit. `counted` is a second run in the same mode, which counts the paths. A run that ended represents at least the
/// paths that the baseline run completed.
fn represented(measured: &Measured, baseline: &Measured, counted: Option<&Measured>) -> Paths {
    let number = counted.and_then(|run| run.counted).unwrap_or(0);
    match counted {
        Some(run) if has_ended(measured) && has_ended(run) && run.exact.is_some() => {
            Paths::Exactly(number)
        }
        _ if has_ended(measured) => Paths::AtLeast(number.max(baseline.completed.into())),
        _ => Paths::AtLeast(number),
    }
}

/// Runs symtool on a program. `further` contains the options of the mode and of the size. The inner error is the
/// message of a run without a verdict.
fn explore(
    options: &Options,
    program: &Program,
    package: &Package,
    further: &[String],
    folder: &Path,
) -> Result<Result<Measured, String>, Error> {
    fs::create_dir(folder).map_err(Error::file(folder))?;
    let (first, mut all) = package.names();
    all.extend(program.options.iter().cloned());
    all.push("--only-new".to_owned());
    all.extend(further.iter().cloned());
    let measured = process::measure(&process::Run {
        symtool: &options.symtool,
        source: first,
        options: &all,
        budget: options.budget + package.compilation,
        folder,
        directory: Some(&package.folder),
    })?;
    Ok(measured.map_err(|printed| super::native::first_error(&printed)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::example::row;

    fn measured(end: End, completed: u64) -> Measured {
        row(("echo", 1, "K"), end, completed, 1.0).measured
    }

    #[test]
    fn the_paths_of_a_merged_run_are_exact_only_if_the_count_ended() {
        let (ended, plain) = (measured(End::Verified, 3), measured(End::OutOfTime, 1000));
        let mut counted = measured(End::Verified, 3);
        (counted.exact, counted.counted) = (Some(5000), Some(5000));
        let exact = represented(&ended, &plain, Some(&counted));
        assert_eq!(exact, Paths::Exactly(5000));
        (counted.end, counted.exact, counted.counted) = (End::OutOfTime, None, Some(7));
        // The merged run ended, so it represents all paths, also those that the plain run completed.
        let least = represented(&ended, &plain, Some(&counted));
        assert_eq!(least, Paths::AtLeast(1000));
        let stopped = measured(End::OutOfTime, 3);
        let least = represented(&stopped, &plain, Some(&counted));
        assert_eq!(least, Paths::AtLeast(7));
        assert_eq!(represented(&stopped, &plain, None), Paths::AtLeast(0));
    }

    #[test]
    fn a_comparison_of_arrays_executes_the_same_instructions() {
        let stopped = measured(End::OutOfTime, 3);
        let limit = format!("--max-instructions={}", stopped.instructions.max(1));
        assert_eq!(equal_limit(Kind::SameInstructions, &stopped), [limit]);
        assert!(equal_limit(Kind::Merging, &stopped).is_empty());
        let ended = measured(End::Verified, 3);
        assert!(equal_limit(Kind::SameInstructions, &ended).is_empty());
    }

    #[test]
    fn programs_are_those_of_the_paper_with_sizes() {
        let options = |paper: &str, programs: &[&str]| Options {
            symtool: PathBuf::new(),
            sources: PathBuf::new(),
            programs: programs.iter().map(|&it| it.to_owned()).collect(),
            paper: paper.to_owned(),
            modes: Vec::new(),
            budget: Duration::ZERO,
            out: PathBuf::new(),
        };
        assert!(count(&options("qce", &[])).unwrap() >= 40);
        assert_eq!(count(&options("qce", &["coreutils-echo"])).unwrap(), 1);
        assert!(count(&options("qce", &["lz4"])).is_err());
        assert!(count(&options("cfmse", &[])).is_err());
    }
}
