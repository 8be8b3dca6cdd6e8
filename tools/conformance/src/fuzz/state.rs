//! The state of a campaign, a sequence of random programs that are each explored in several modes: its position, its
//! counts and its findings (wrong results). It is saved as JSON, so that the campaign can be resumed.
use super::check::Class;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

/// Counts of the explorations of one writer's programs in one mode, by result. A writer is a generator of random
/// programs.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of explorations.
    pub checks: u64,
    /// The number of complete explorations with the expected results: the results of the concrete runs. For a program
    /// in several spellings (equivalent texts), all spellings must have equal results instead.
    pub equal: u64,
    /// The number of explorations that report that they are incomplete.
    pub incomplete: u64,
    /// The number of wrong explorations.
    pub wrong: u64,
}

impl Counts {
    /// Adds the counts in `other` to `self`, for the sum over several writers or modes.
    pub fn add(&mut self, other: &Counts) {
        self.checks += other.checks;
        self.equal += other.equal;
        self.incomplete += other.incomplete;
        self.wrong += other.wrong;
    }
}

/// A wrong exploration of one program in one mode.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The index of the program in the campaign.
    pub index: u64,
    /// The seed of the program.
    pub seed: u64,
    /// The writer of the program.
    pub writer: String,
    /// The mode in which the program was explored.
    pub mode: String,
    /// The class of the first difference.
    pub class: Class,
    /// A description of all differences from the expected results.
    pub detail: String,
    /// The file with the program; `reduced-FILE` contains the reduced program.
    pub file: String,
}

/// The options that select the programs and modes. A campaign can be resumed only with the same options.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The seed of the campaign.
    pub seed: u64,
    /// The names of the writers.
    pub writers: Vec<String>,
    /// The names of the modes.
    pub modes: Vec<String>,
}

/// The state of a campaign after its first `programs` programs.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The options of the campaign.
    pub selection: Selection,
    /// The number of programs that were checked.
    pub programs: u64,
    /// The number of programs that were not compared, for example because a concrete run does not terminate.
    pub skipped: u64,
    /// The number of concrete runs.
    pub runs: u64,
    /// The numbers of right, incomplete and wrong explorations, by writer and then by mode.
    pub counts: BTreeMap<String, BTreeMap<String, Counts>>,
    /// The reasons why explorations are incomplete, by mode. For each reason, the number of programs with this reason.
    #[serde(default)]
    pub reasons: BTreeMap<String, BTreeMap<String, u64>>,
    /// The wrong explorations.
    pub findings: Vec<Finding>,
}

impl State {
    /// Returns the state before the first program.
    pub fn new(selection: Selection) -> State {
        State {
            selection,
            programs: 0,
            skipped: 0,
            runs: 0,
            counts: BTreeMap::new(),
            reasons: BTreeMap::new(),
            findings: Vec::new(),
        }
    }

    /// Returns the counts for the programs of the writer `writer` in the mode `mode`, so that the caller can change
    /// them.
    pub fn counts(&mut self, writer: &str, mode: &str) -> &mut Counts {
        let modes = self.counts.entry(writer.to_owned()).or_default();
        modes.entry(mode.to_owned()).or_default()
    }

    /// Adds 1 to the count of each reason why an exploration in the mode `mode` is incomplete.
    pub fn note_reasons(&mut self, mode: &str, reasons: &BTreeSet<String>) {
        let counts = self.reasons.entry(mode.to_owned()).or_default();
        for reason in reasons {
            *counts.entry(reason.clone()).or_default() += 1;
        }
    }

    /// Reads the state in a file; `None` if the file does not exist.
    ///
    /// # Errors
    /// The file cannot be read, or has other contents.
    pub fn load(file: &Path) -> io::Result<Option<State>> {
        match std::fs::read(file) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes the state to a file. If the process is killed meanwhile, the file has its old or its new contents.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, file: &Path) -> io::Result<()> {
        let next = file.with_extension("json.next");
        std::fs::write(&next, serde_json::to_string_pretty(self)? + "\n")?;
        std::fs::rename(next, file)
    }
}
