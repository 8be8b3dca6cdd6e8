//! Test cases, failures, and the reasons why a run is incomplete.
use symtool_ir::{Failure, Inputs, Loc, Outcome, SourceMap};
use symtool_solver::SolverStats;

/// A test case of one path: the inputs that drive the program along the path, and the outcome of the path. Test cases
/// are made for completed paths. If a limit ends the run, they are also made for live states that have covered new
/// code.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    /// The number of the path, counted from 1 in order of completion. All test cases of one merged path have the same
    /// number. The number of a path that is not completed is one more than that of the last completed path.
    pub number: u64,
    /// The inputs, in the order in which the path created them.
    pub inputs: Inputs,
    /// The outcome of the path.
    pub outcome: Outcome,
    /// Whether the path covers an instruction or branch side that no earlier path covered.
    pub covers_new: bool,
    /// The output of the path, in which a byte that depends on the input is the character `?`.
    pub output: Vec<u8>,
}

/// A failure with an input for which it occurs.
#[derive(Clone, Debug, PartialEq)]
pub struct Bug {
    /// The failure: the kind, the location and the call stack.
    pub failure: Failure,
    /// An input for which the failure occurs.
    pub inputs: Inputs,
    /// The number of other failing paths with the same kind of failure at the same location.
    pub duplicates: u64,
    /// The output of the program before the failure.
    pub output: Vec<u8>,
}

/// A reason why a result does not hold for all inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IncompleteReason {
    /// The text of the reason, one phrase.
    pub what: String,
    /// The source location of the reason, if it has one.
    pub loc: Option<Loc>,
}

impl IncompleteReason {
    /// Returns the reason of solver queries that have no answer because of the memory limit; `None` if there are none.
    /// It belongs only to a result that is incomplete: not every query without an answer makes the result incomplete.
    pub fn of_memory(queries: &SolverStats) -> Option<IncompleteReason> {
        let what = "solver queries needed more memory than --max-memory leaves".to_owned();
        (queries.out_of_memory > 0).then_some(IncompleteReason { what, loc: None })
    }

    /// Returns the text of the reason and its location. `source` has the names of the source files.
    pub fn describe(&self, source: &SourceMap) -> String {
        match self.loc {
            Some(loc) => format!("{} at {}", self.what, source.describe(loc)),
            None => self.what.clone(),
        }
    }
}
