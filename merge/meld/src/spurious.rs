//! The driver against spurious failures of speculative melding (§3.2, Figure 4).
//!
//! A spurious failure is one of the melded program that the original does not have. The driver explores the melded
//! program and replays each failure on the original. If the replay fails too, the failure is a bug. Otherwise its
//! location joins the ignore list. The original is melded again without the regions that contain an ignored location,
//! and explored again, with all inputs so far as seeds. The list only grows and locations are finite, so the driver
//! terminates, in the worst case with the original program.
use crate::ignore::IgnoreList;
use crate::ignore::IgnoredLocation;
use crate::melder::meld;
use crate::options::MeldOptions;
use crate::report::MeldReport;
use symtool_ir::{Func, Inputs, Module};

/// The result of replaying, on the original program, an input on which the melded program fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The original program fails as well.
    Real,
    /// The original program does not fail. The melded one failed at these locations.
    Spurious(Vec<IgnoredLocation>),
}

/// The result of exploring a melded program.
#[derive(Clone, Debug)]
pub struct Explored<R> {
    /// The explorer's own result, handed through to the caller of [`drive`].
    pub result: R,
    /// All inputs that the run generated; they are the seeds of the next run.
    pub inputs: Vec<Inputs>,
    /// The locations of spurious failures. If there are none, the run is sound.
    pub spurious: Vec<IgnoredLocation>,
    /// Locations of confirmed failures in the melded program. If a meld contains such a location, the
    /// access may also have failed for inputs of the other side, and their paths ended too early.
    pub confirmed: Vec<IgnoredLocation>,
}

/// The result of [`drive`], taken from its last run.
#[derive(Clone, Debug)]
pub struct Driven<R> {
    /// The melded program of the last run.
    pub module: Module,
    /// The result that the explorer returned in the last run.
    pub result: R,
    /// Statistics of the last meld, with the numbers of spurious failures and of runs.
    pub report: MeldReport,
    /// The ignore list at the end.
    pub ignore: IgnoreList,
}

/// Melds and explores until a run has no spurious failure. `explore` gets the melded program and the seeds.
/// It replays failures on the original and does not report spurious ones.
///
/// A confirmed failure at a melded access also causes another run without that meld. The access may have
/// failed for inputs that do not reach it in the original, and their paths ended too early.
///
/// If a run reports only locations that are already ignored, melding is not the cause. Then one run without
/// melding follows, so no failure is lost and the loop terminates.
pub fn drive<R>(
    original: &Module,
    entry: Func,
    options: &MeldOptions,
    mut explore: impl FnMut(&Module, &[Inputs]) -> Explored<R>,
) -> Driven<R> {
    // The ignore list of the user, to which the locations of confirmed failures are added.
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
            report = report.undone(original);
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
