//! The options of all policies.
use crate::pattern::PatternOptions;
use crate::qce::QceOptions;

/// The kind of search under dynamic merging.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// No search was selected: states run in topological order.
    None,
    /// An order of paths.
    Paths,
    /// A search for new code.
    NewCode,
}

/// The options of all policies.
#[derive(Clone, Debug)]
pub struct Options {
    /// Query count estimation.
    pub qce: QceOptions,
    /// The search under dynamic merging.
    pub driver: Driver,
    /// δ: dynamic merging fast-forwards a state for at most 16·δ steps before a path ends.
    pub delta: usize,
    /// Pattern-based merging.
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
