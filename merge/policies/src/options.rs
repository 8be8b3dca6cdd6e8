//! The options of all merge policies.
use crate::pattern::PatternOptions;
use crate::qce::QceOptions;

/// The kind of search that selects the next state under dynamic merging.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Driver {
    /// The user selected no search: the state at the first program point in topological order runs next.
    None,
    /// A search with an order that does not depend on coverage, such as depth-first.
    Paths,
    /// A search for code that is not covered yet.
    NewCode,
}

/// A source location at which no two states are merged.
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
    /// The parameter δ of Kuznetsov et al. (PLDI 2012). It limits *fast-forwarding*: a state that may soon be joined
    /// with another state runs before the state that the search selects.
    ///
    /// - The policy `history` fast-forwards a state that is similar to an earlier state of another path. For this
    ///   comparison, the policy records the last δ earlier states of each path at merge points and forks.
    /// - The policy `dynamic` fast-forwards a state at most 16·δ times. Each time, the state runs until it reaches a
    ///   merge point, forks, or has used up its time slice. Whenever any path of the exploration ends, all states get
    ///   16·δ new runs.
    pub delta: usize,
    /// The options of pattern-based merging.
    pub pattern: PatternOptions,
    /// The source locations at which the policies with query count estimation (`static`, `dynamic`, `history`) never
    /// merge states.
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
