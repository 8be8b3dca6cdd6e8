//! The driver of speculative melding, which keeps spurious failures out of the report ("Taming the Hydra", OOPSLA 2026,
//! §3.2, Figure 4).
//!
//! A spurious failure is a failure of the melded program that the original program does not have. The driver explores
//! the melded program and replays each failure on the original program. If the original also fails, the failure is a
//! bug; otherwise the driver adds the location of the failure to the ignore list. The driver then melds the original
//! program again, except for branches with an ignored location in a side. It explores the new program with all inputs
//! generated so far as seeds. The driver terminates, because the list grows and a program has finitely many locations;
//! in the worst case nothing is melded.
use crate::ignore::IgnoreList;
use crate::ignore::IgnoredLocation;
use crate::melder::meld;
use crate::options::MeldOptions;
use crate::report::MeldReport;
use symtool_ir::{Func, Inputs, Module};

/// The result of replaying, on the original program, an input on which the melded program failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The original program fails as well.
    Real,
    /// The original program does not fail; the melded program failed at these locations.
    Spurious(Vec<IgnoredLocation>),
}

/// The result of exploring a melded program.
#[derive(Clone, Debug)]
pub struct Explored<R> {
    /// The result of the exploration; [`drive`] returns it unchanged.
    pub result: R,
    /// All inputs that the exploration generated; they are the seeds of the next exploration.
    pub inputs: Vec<Inputs>,
    /// The locations of spurious failures. If the list is empty, the original program has every failure that was found
    /// in the melded program.
    pub spurious: Vec<IgnoredLocation>,
    /// The locations of failures of the melded program that the original program also has. At such a location, a
    /// merged access may also fail for inputs that take the opposite side of the original branch. The paths of these
    /// inputs then end too early, so the code after the access may be unexplored.
    pub confirmed: Vec<IgnoredLocation>,
}

/// The result of [`drive`], taken from its last run.
#[derive(Clone, Debug)]
pub struct Driven<R> {
    /// The melded program of the last run.
    pub module: Module,
    /// The result of the last exploration.
    pub result: R,
    /// Statistics of the last meld, with the numbers of spurious failures and of repeated explorations in all runs.
    pub report: MeldReport,
    /// The user's ignore list together with the locations of all spurious failures.
    pub ignore: IgnoreList,
}

/// Melds a program and explores the melded program, until a run has no spurious failure. `explore` gets the melded
/// program and the seeds. It replays failures on the original program and reports only those that the original program
/// also has.
///
/// If the original program also has a failure that occurred at a melded access, a further run follows, in which this
/// access is not melded. The reason is that the melded access may also have failed for inputs that do not reach it in
/// the original program; the paths of these inputs ended too early.
///
/// If all spurious failures of a run are at locations that are already ignored, the ignore list cannot prevent them: a
/// further run would meld the same branches. In this case, the last run explores the original program without melds. So
/// no failure is lost, and the driver terminates.
pub fn drive<R>(
    original: &Module,
    entry: Func,
    options: &MeldOptions,
    mut explore: impl FnMut(&Module, &[Inputs]) -> Explored<R>,
) -> Driven<R> {
    // The ignore list that is returned: the list of the user and the locations of spurious failures. The locations of
    // failures that the original program also has are added only to `options.ignore`: they affect the next meld but are
    // not returned.
    let mut list = options.ignore.clone();
    let mut options = options.clone();
    let mut seeds: Vec<Inputs> = Vec::new();
    let (mut spurious, mut reruns) = (0, 0);
    loop {
        let mut module = original.clone();
        let mut report = meld(&mut module, entry, &options);
        let run = explore(&module, &seeds);
        spurious += run.spurious.len();
        for inputs in run.inputs {
            if !seeds.contains(&inputs) {
                seeds.push(inputs);
            }
        }
        let mut grew = false;
        let sound = run.spurious.is_empty();
        for location in run.spurious {
            list.insert(location.clone());
            grew |= options.ignore.insert(location);
        }
        report.spurious = spurious;
        report.reruns = reruns;
        let mut cut_short = false;
        if sound
            && run
                .confirmed
                .iter()
                .any(|location| !options.ignore.locations.contains(location))
        {
            options.ignore.locations.extend(run.confirmed);
            let mut again = original.clone();
            meld(&mut again, entry, &options);
            cut_short = again != module;
        }
        if sound && !cut_short {
            return Driven {
                module,
                result: run.result,
                report,
                ignore: list,
            };
        }
        reruns += 1;
        if !grew && !cut_short {
            let run = explore(original, &seeds);
            report = report.without_melds(original);
            report.reruns = reruns;
            return Driven {
                module: original.clone(),
                result: run.result,
                report,
                ignore: list,
            };
        }
    }
}
