//! The options of melding.
use crate::ignore::IgnoreList;

/// The treatment of a memory access that only one side of a melded branch performs.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The access gets the side's condition as its guard, so no new failures are possible.
    #[default]
    Guarded,
    /// The access runs unconditionally, as in the paper, so spurious failures are possible.
    Speculative,
}

/// The set of branches to meld.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Branches {
    /// Branches on a condition that may depend on a symbolic input.
    #[default]
    Symbolic,
    /// All branches.
    All,
    /// Branches inside a loop of their own function; branches in callees of the loop are not included.
    Loops,
}

/// The options of melding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeldOptions {
    /// The treatment of a memory access of one side only.
    pub mode: Mode,
    /// The set of branches to meld.
    pub branches: Branches,
    /// Whether every loaded value counts as symbolic when branches are selected.
    pub loads_symbolic: bool,
    /// Source locations of code that must not be melded.
    pub ignore: IgnoreList,
    /// Whether to prove each meld equivalent to its branch, and to undo a meld that is not proved.
    pub certify: bool,
    /// Whether to record the steps of each meld, for printing.
    pub steps: bool,
    /// The number of iterations that an input-dependent loop runs under a guard before it forks in each further
    /// one; 0 guards no loop.
    pub iterations: u32,
}

impl Default for MeldOptions {
    /// Returns guarded melding of symbolic branches; in debug builds, every meld is also proved.
    fn default() -> MeldOptions {
        MeldOptions {
            mode: Mode::Guarded,
            branches: Branches::Symbolic,
            loads_symbolic: false,
            ignore: IgnoreList::default(),
            certify: cfg!(debug_assertions),
            steps: false,
            iterations: 64,
        }
    }
}
