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

/// The options of all merge policies; each policy reads its own.
#[derive(Clone, Debug)]
pub struct Options {
    /// The parameters of query count estimation.
    pub qce: QceOptions,
    /// The kind of search that selects the next state under dynamic merging.
    pub driver: Driver,
    /// The parameter δ. In dynamic merging, states may run before the state that the search selects, but each state for
    /// at most 16·δ steps. These steps are counted from 0 again when a path ends. In merging by histories, δ is the
    /// number of predecessors in a history.
    pub delta: usize,
    /// The options of pattern-based merging.
    pub pattern: PatternOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            qce: QceOptions::default(),
            delta: 8,
            driver: Driver::Paths,
            pattern: PatternOptions::default(),
        }
    }
}
