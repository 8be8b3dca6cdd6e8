//! The options of melding.
use crate::ignore::IgnoreList;

/// The treatment of memory accesses of one side only.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The branch condition guards them: no new failures.
    #[default]
    Guarded,
    /// They run unconditionally, as in the paper: spurious failures are possible.
    Speculative,
}

/// The branches to meld.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Branches {
    /// The branches with a condition that may depend on an input.
    #[default]
    Symbolic,
    /// All branches.
    All,
    /// The branches inside a loop of their own function.
    Loops,
}

/// The options of melding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeldOptions {
    /// Treatment of memory.
    pub mode: Mode,
    /// The branches to meld.
    pub branches: Branches,
    /// Treat every loaded value as symbolic.
    pub loads_symbolic: bool,
    /// Locations that must not be melded.
    pub ignore: IgnoreList,
    /// Prove every meld; undo the melds without proof.
    pub certify: bool,
    /// Record the steps of each meld.
    pub steps: bool,
    /// The number of iterations after which a guarded loop forks in each further one; with 0 no loop is guarded.
    pub iterations: u32,
}

impl Default for MeldOptions {
    /// Guarded melding of symbolic branches; certificates in debug builds.
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
