//! The options of all policies.
use crate::pattern::PatternOptions;
use crate::qce::QceOptions;

/// The kind of search that dynamic merging interrupts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// No search was selected: states run in topological order.
    None,
    /// A search that only orders paths, such as depth-first.
    Paths,
    /// A search for code that is not covered yet.
    NewCode,
}

/// The options of all policies.
#[derive(Clone, Debug)]
pub struct Options {
    /// The parameters of query count estimation.
    pub qce: QceOptions,
    /// The kind of search that dynamic merging interrupts.
    pub driver: Driver,
    /// The parameter δ of dynamic merging: a state is fast-forwarded for at most 16·δ steps before a path ends.
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
