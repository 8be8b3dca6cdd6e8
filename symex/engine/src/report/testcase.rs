//! Test cases, failures and incompleteness as data.
use symtool_ir::{Failure, Inputs, Loc, Outcome, SourceMap};

/// One completed path: inputs that drive a program down it, and how it ends.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    /// Counts from 1 in the order in which paths completed.
    pub number: u64,
    /// The inputs, in the order in which the path made them.
    pub inputs: Inputs,
    /// How the path ends.
    pub outcome: Outcome,
    /// Does it cover an instruction or branch side that no earlier path covered?
    pub covers_new: bool,
    /// What the path wrote; `?` stands for what depends on the input.
    pub output: Vec<u8>,
}

/// A failure with an input that shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Bug {
    /// What, where, and how execution got there.
    pub failure: Failure,
    /// The input.
    pub inputs: Inputs,
    /// How many further paths failed in the same way at the same place.
    pub duplicates: u64,
    /// What the path had written.
    pub output: Vec<u8>,
}

/// Why a run does not speak for all inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IncompleteReason {
    /// One plain phrase.
    pub what: String,
    /// The place, if it has one.
    pub loc: Option<Loc>,
}

impl IncompleteReason {
    /// What, and where in these sources.
    pub fn describe(&self, source: &SourceMap) -> String {
        match self.loc {
            Some(loc) => format!("{} at {}", self.what, source.describe(loc)),
            None => self.what.clone(),
        }
    }
}
