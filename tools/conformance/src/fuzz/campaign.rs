//! A campaign: a sequence of random programs, each explored in several modes. This module selects the programs and
//! modes of a campaign, and checks one program.
use super::check::{self, Comparison, Difference};
use super::modes::{self, Mode};
use super::reference::Reference;
use super::rewrites::{self, Compiled};
use super::sample::{Sample, Spelled, Subject};
use super::state::{Finding, Selection, State};
use super::writers::{self, WriterInfo};
use super::{shrink, watchdog};
use std::io;
use std::path::Path;
use symtool::Error;
use symtool_ir::random::SplitMix;

/// A campaign: its seed, the writers (generators) of its programs, and the modes in which the programs are explored.
pub struct Campaign {
    seed: u64,
    writers: Vec<WriterInfo>,
    modes: Vec<Mode>,
}

/// The results of checking one program.
pub struct Checked {
    /// The texts of the program: all spellings (equivalent texts) if the program is compared in several spellings,
    /// otherwise one text.
    samples: Vec<Sample>,
    /// The number of concrete runs, with which the explorations are compared; 0 for a program in several spellings.
    /// `None` if the program is not compared, because a concrete run does not terminate, or reads an input that is not
    /// in the program's list of inputs.
    runs: Option<u64>,
    /// The result of the comparison in each mode; empty if `runs` is `None`.
    comparisons: Vec<Comparison>,
}

impl Campaign {
    /// Returns the campaign with the seed `seed` and the writers and modes that are named. An empty list of names
    /// selects all.
    ///
    /// # Errors
    /// An unknown writer or mode.
    pub fn new(seed: u64, writers: &[String], modes: &[String]) -> io::Result<Campaign> {
        Ok(Campaign {
            seed,
            writers: selected(writers::all(), writers, |writer| &writer.name)?,
            modes: selected(modes::all(), modes, |mode| &mode.name)?,
        })
    }

    /// Returns the options that select the programs and modes.
    pub fn selection(&self) -> Selection {
        Selection {
            seed: self.seed,
            writers: self.writers.iter().map(|w| w.name.clone()).collect(),
            modes: self.modes.iter().map(|mode| mode.name.clone()).collect(),
        }
    }

    /// Returns the writer and the seed of the program with the number `index` in the campaign.
    fn program(&self, index: u64) -> (&WriterInfo, u64) {
        let writer = &self.writers[(index % self.writers.len() as u64) as usize];
        let start = SplitMix::new(self.seed).draw();
        (writer, SplitMix::new(start.wrapping_add(index)).draw())
    }

    /// Explores the program with the number `index` in all modes, and compares the results.
    pub fn check(&self, index: u64) -> Checked {
        let (writer, seed) = self.program(index);
        let name = |mode: &Mode| format!("{} {seed} in mode {}", writer.name, mode.name);
        let (samples, result) = match writer.write(seed) {
            Subject::Enumerable(sample) => {
                let result = self.enumerated(&sample, seed, &name);
                (vec![sample], result)
            }
            Subject::Spellings(spellings) => {
                let result = self.rewritten(&spellings, seed, &name);
                let samples = spellings.into_iter().map(|spelled| spelled.sample);
                (samples.collect(), result)
            }
        };
        let (runs, comparisons) = result.unwrap_or_else(|error| {
            let rejected = |_| Comparison::Wrong(vec![check::rejected(&error)]);
            (Some(0), self.modes.iter().map(rejected).collect())
        });
        Checked {
            samples,
            runs,
            comparisons,
        }
    }

    /// Compares the explorations of a program with its concrete runs, and returns the number of runs.
    fn enumerated(
        &self,
        sample: &Sample,
        seed: u64,
        name: &dyn Fn(&Mode) -> String,
    ) -> Result<(Option<u64>, Vec<Comparison>), Error> {
        let Some(reference) = Reference::of(sample)? else {
            return Ok((None, Vec::new()));
        };
        let mut paths = None;
        let comparisons = self.modes.iter().map(|mode| {
            watchdog::watched(&name(mode), |interrupt| {
                check::explore_and_compare(&reference, mode, seed, &mut paths, interrupt)
            })
        });
        let comparisons = comparisons.collect();
        Ok((Some(reference.runs), comparisons))
    }

    /// Explores all spellings (equivalent texts) of a program in each mode, and compares the results.
    fn rewritten(
        &self,
        spellings: &[Spelled],
        seed: u64,
        name: &dyn Fn(&Mode) -> String,
    ) -> Result<(Option<u64>, Vec<Comparison>), Error> {
        let compiled: Vec<Compiled> = spellings
            .iter()
            .map(Compiled::of)
            .collect::<Result<_, _>>()?;
        let modes = self.modes.iter();
        let compared = modes.map(|mode| rewrites::compare(&compiled, mode, seed, &name(mode)));
        Ok((Some(0), compared.collect()))
    }

    /// Adds the results of the program with the number `index` to the state of the campaign. If a result is wrong,
    /// saves the texts of the program and of the reduced program in `folder`. If `keep_incomplete` is set, also saves
    /// the texts of a program with an incomplete exploration.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn record(
        &self,
        state: &mut State,
        index: u64,
        checked: &Checked,
        folder: &Path,
        keep_incomplete: bool,
    ) -> io::Result<()> {
        let (writer, seed) = self.program(index);
        state.programs += 1;
        state.skipped += u64::from(checked.runs.is_none());
        state.runs += checked.runs.unwrap_or_default();
        let mut file = None;
        let mut is_reduced = false;
        for (mode, comparison) in self.modes.iter().zip(&checked.comparisons) {
            let counts = state.counts(&writer.name, &mode.name);
            counts.checks += 1;
            let differences = match comparison {
                Comparison::Equal => {
                    counts.equal += 1;
                    continue;
                }
                Comparison::Incomplete(reasons) => {
                    counts.incomplete += 1;
                    state.note_reasons(&mode.name, reasons);
                    if keep_incomplete && file.is_none() {
                        file = Some(save(&checked.samples, &writer.name, seed, folder)?);
                    }
                    continue;
                }
                Comparison::Wrong(differences) => differences,
            };
            counts.wrong += 1;
            let found = finding(differences);
            let name = match &file {
                Some(name) => name.clone(),
                None => save(&checked.samples, &writer.name, seed, folder)?,
            };
            if let ([sample], false) = (checked.samples.as_slice(), is_reduced) {
                let small = shrink::reduced(sample, mode, seed, &found)?;
                std::fs::write(folder.join(format!("reduced-{name}")), small)?;
                is_reduced = true;
            }
            file = Some(name.clone());
            state.findings.push(Finding {
                index,
                seed,
                writer: writer.name.clone(),
                mode: mode.name.clone(),
                class: found.class,
                detail: found.detail,
                file: name,
            });
        }
        Ok(())
    }
}

/// Writes the texts of a program to files, and returns the name of the first file.
fn save(samples: &[Sample], writer: &str, seed: u64, folder: &Path) -> io::Result<String> {
    let name = |number: usize, sample: &Sample| {
        let ending = sample.file.rsplit('.').next().unwrap_or_default();
        match number {
            0 => format!("{writer}-{seed}.{ending}"),
            _ => format!("{writer}-{seed}-{number}.{ending}"),
        }
    };
    for (number, sample) in samples.iter().enumerate() {
        std::fs::write(folder.join(name(number, sample)), &sample.text)?;
    }
    Ok(samples
        .first()
        .map_or_else(String::new, |sample| name(0, sample)))
}

/// Returns one difference whose text describes all differences between an exploration and the concrete runs. Its class
/// is the class of the first difference.
fn finding(differences: &[Difference]) -> Difference {
    let texts: Vec<String> = differences
        .iter()
        .map(|difference| format!("{}: {}", difference.class.name(), difference.detail))
        .collect();
    Difference {
        class: differences[0].class,
        detail: texts.join("; "),
    }
}

/// Returns the items of `all` with the given names, in the order of `all`. An empty list of names selects all.
fn selected<T>(all: Vec<T>, names: &[String], name: impl Fn(&T) -> &str) -> io::Result<Vec<T>> {
    let is_known = |wanted: &&String| all.iter().any(|item| name(item) == **wanted);
    if let Some(unknown) = names.iter().find(|wanted| !is_known(wanted)) {
        let known: Vec<&str> = all.iter().map(&name).collect();
        return Err(io::Error::other(format!(
            "unknown name `{unknown}`; expected names from {}",
            known.join(", ")
        )));
    }
    let is_chosen = |item: &T| names.is_empty() || names.iter().any(|n| n == name(item));
    Ok(all.into_iter().filter(is_chosen).collect())
}
