//! The options of melding.
use crate::ignore::IgnoreList;

/// The treatment of a memory access that only one side of a melded branch performs.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The access gets the condition of its side as a guard and has no effect if the guard is 0, so melding
    /// adds no failure.
    #[default]
    Guarded,
    /// The access runs even if the branch would take the opposite side, as in the CFM-SE paper, so
    /// spurious failures are possible.
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
    /// Branches inside a loop of their own function. A branch in a function that is called from the loop
    /// is not included.
    Loops,
}

/// The options of melding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeldOptions {
    /// The treatment of a memory access that only one side performs.
    pub mode: Mode,
    /// The set of branches to meld.
    pub branches: Branches,
    /// Whether a condition that depends on a loaded value counts as input-dependent when branches
    /// are selected.
    pub loads_symbolic: bool,
    /// Source locations of code that must not be melded.
    pub ignore: IgnoreList,
    /// The source locations of branches that are not melded, because exploration with a fork there is estimated or
    /// measured to be cheaper.
    pub forked: IgnoreList,
    /// Whether to prove that each meld is equivalent to its branch. A branch is then not melded if the proof fails.
    pub certify: bool,
    /// Whether to record the steps of each meld, for printing.
    pub steps: bool,
    /// The number of iterations that an input-dependent loop runs under a guard, without forks (see
    /// [`guarded_loops`](crate::guarded_loops)). In each further iteration the loop forks. With 0, no loop is guarded.
    pub iterations: u32,
    /// The unwinding bound of exploration; `None` if exploration does not bound loops. With a bound,
    /// [`iterations`](Self::iterations) is at most the bound, and a side or loop that contains an inner loop is not
    /// guarded. Otherwise the inner loop would also run for inputs that do not enter it in the original program, and
    /// the bound could cut the paths of these inputs.
    pub unwind: Option<u32>,
}

impl Default for MeldOptions {
    /// Returns the default options: symbolic branches are melded in guarded mode; in debug builds, every meld is also
    /// proved.
    fn default() -> MeldOptions {
        MeldOptions {
            mode: Mode::Guarded,
            branches: Branches::Symbolic,
            loads_symbolic: false,
            ignore: IgnoreList::default(),
            forked: IgnoreList::default(),
            certify: cfg!(debug_assertions),
            steps: false,
            iterations: 64,
            unwind: None,
        }
    }
}
