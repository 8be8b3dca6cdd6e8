//! The options of all merge policies.
use crate::pattern::PatternOptions;
use crate::qce::QceOptions;

/// The kind of search that selects the next state under dynamic merging.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// No search was selected: states run in topological order.
    None,
    /// A search with an order that does not depend on coverage, such as depth-first.
    Paths,
    /// A search for code that is not covered yet.
    NewCode,
}

/// A source location at which states are kept apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// The source file, as named by the front end.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// The options of all merge policies. Each policy reads only the options that concern it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The parameters of query count estimation.
    pub qce: QceOptions,
    /// The kind of search that selects the next state under dynamic merging.
    pub driver: Driver,
    /// The parameter δ of Kuznetsov et al. (PLDI 2012), which limits fast-forwarding: running a state before the state
    /// that the search selects. The policy `history` keeps, for each state, the hashes of its last δ merge points and
    /// forks. The policy `dynamic` fast-forwards each state for at most 16·δ steps (runs of the state up to a merge
    /// point or fork). It counts these steps from 0 again when a path ends.
    pub delta: usize,
    /// The options of pattern-based merging.
    pub pattern: PatternOptions,
    /// The places at which the policies with query count estimation (`static`, `dynamic`, `history`) never merge
    /// states.
    pub apart: Vec<SourcePlace>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            qce: QceOptions::default(),
            delta: 8,
            driver: Driver::Paths,
            pattern: PatternOptions::default(),
            apart: Vec::new(),
        }
    }
}
