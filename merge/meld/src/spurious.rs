//! Failures that melding made: how they are found out and undone (§3.2, Figure 4).
//!
//! Only speculative melds can fail where the original does not. The driver explores the melded program; what
//! fails is replayed on the original. If it fails there too it is a bug. If not, its place joins the ignore
//! list, the program is melded again from the original without the regions that touch a listed place, and
//! explored again, seeded with all inputs seen so far. The list only grows and there are finitely many
//! places, so this ends; at worst nothing is melded any more.
use super::regions::Region;
use super::{MeldOptions, MeldReport, meld};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use symtool_ir::{Func, Function, Inputs, Inst, LocSet, Module};

/// A place that must not be melded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IgnoredPlace {
    /// Source file as the compiler named it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The function it stands in.
    pub function: String,
}

impl fmt::Display for IgnoredPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Places that must not be melded; written and read as a JSON array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct IgnoreList {
    places: BTreeSet<IgnoredPlace>,
}

impl IgnoreList {
    /// Adds a place; tells whether it is new.
    pub fn insert(&mut self, place: IgnoredPlace) -> bool {
        self.places.insert(place)
    }

    /// The places in order.
    pub fn iter(&self) -> impl Iterator<Item = &IgnoredPlace> {
        self.places.iter()
    }

    /// Number of places.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Is nothing ignored?
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Reads a list.
    ///
    /// # Errors
    /// What is wrong with the JSON text.
    pub fn from_json(text: &str) -> Result<IgnoreList, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    /// The list as JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The first listed place among some positions of a function.
    fn hit_locs(&self, module: &Module, func: &Function, locs: &LocSet) -> Option<&IgnoredPlace> {
        if self.is_empty() {
            return None;
        }
        locs.iter().find_map(|loc| {
            let at = module.source.get(loc);
            let file = module.source.file_name(at.file);
            self.places.iter().find(|p| {
                (p.line, p.column) == (at.line, at.column)
                    && p.file == file
                    && p.function == func.name
            })
        })
    }

    /// Is the instruction at a listed place?
    pub fn has_inst(&self, module: &Module, func: &Function, inst: Inst) -> bool {
        self.hit_locs(module, func, func.locs(inst)).is_some()
    }

    /// The listed place that a region touches, if any.
    pub fn hit(&self, module: &Module, func: &Function, region: &Region) -> Option<&IgnoredPlace> {
        let sides = region.sides.iter().flat_map(|s| s.insts.iter().copied());
        self.hit_insts(module, func, sides)
    }

    /// The listed place that one of some instructions stands at, if any.
    pub fn hit_insts(
        &self,
        module: &Module,
        func: &Function,
        mut insts: impl Iterator<Item = Inst>,
    ) -> Option<&IgnoredPlace> {
        insts.find_map(|inst| self.hit_locs(module, func, func.locs(inst)))
    }
}

/// What replaying a failing input on the original program shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It fails there too.
    Real,
    /// It does not; the melded program failed at these places.
    Spurious(Vec<IgnoredPlace>),
}

/// One run over a melded program.
#[derive(Clone, Debug)]
pub struct Explored<R> {
    /// Whatever the explorer reports; the last one is the answer.
    pub result: R,
    /// All inputs it has found: seeds for the next run.
    pub inputs: Vec<Inputs>,
    /// Places of failures that replay could not reproduce. Empty: the run is sound.
    pub spurious: Vec<IgnoredPlace>,
    /// Places in the melded program of failures that replay confirmed. If a meld touches one of them, the
    /// access may have failed for inputs of the other side too, whose paths then ended too early.
    pub confirmed: Vec<IgnoredPlace>,
}

/// The answer of [`drive`].
#[derive(Clone, Debug)]
pub struct Driven<R> {
    /// The melded program of the last run.
    pub module: Module,
    /// The last run's result.
    pub result: R,
    /// Statistics of the last meld, with the number of spurious failures and re-runs.
    pub report: MeldReport,
    /// The ignore list in the end.
    pub ignore: IgnoreList,
}

/// Melds and explores until a run has no spurious failure. `explore` gets the melded program and the seeds;
/// it replays failures on the original itself and must stop, or go on past, spurious ones without showing them.
///
/// A confirmed failure at a melded access also leads to another run without that meld: the access may have
/// failed for inputs that do not reach it in the original, and their paths were not followed to the end.
///
/// A run that reports only places that are on the list already (a failure that is not the meld's doing)
/// is repeated once without any melding, so a true failure is never lost and the loop always ends.
pub fn drive<R>(
    original: &Module,
    entry: Func,
    options: &MeldOptions,
    mut explore: impl FnMut(&Module, &[Inputs]) -> Explored<R>,
) -> Driven<R> {
    // What the list says, and what is left unmelded besides: failures that are true.
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
        for place in run.spurious {
            list.insert(place.clone());
            grew |= options.ignore.insert(place);
        }
        report.spurious = spurious;
        report.reruns = reruns;
        let mut cut_short = false;
        if sound
            && run
                .confirmed
                .iter()
                .any(|place| !options.ignore.places.contains(place))
        {
            options.ignore.places.extend(run.confirmed);
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
