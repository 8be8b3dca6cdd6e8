//! The options of melding.
use crate::ignore::IgnoreList;

/// The treatment of a memory access that only one side of a melded branch performs.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The access gets the condition of its side as a guard: it has no effect if the branch would take the opposite
    /// side. So melding adds no failure.
    #[default]
    Guarded,
    /// The access runs without a guard, even if the branch would take the opposite side, as in the CFM-SE paper. So
    /// spurious failures are possible: failures that the original program does not have.
    Speculative,
}

/// The set of branches to meld.
#[derive(
    Copy, Clone, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Branches {
    /// Branches on a condition that may depend on a symbolic input, and the branches on the sides of such a branch.
    #[default]
    Symbolic,
    /// All branches.
    All,
    /// Branches inside a loop of the same function. A branch in a function that the loop calls is not included.
    Loops,
    /// Branches that are in [`Symbolic`](Branches::Symbolic) and in [`Loops`](Branches::Loops).
    SymbolicLoops,
}

/// The options of melding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeldOptions {
    /// The treatment of a memory access that only one side performs.
    pub mode: Mode,
    /// The set of branches to meld.
    pub branches: Branches,
    /// Whether a branch is selected for melding if its condition depends on a loaded value, as if the value were an
    /// input. If set, then every condition counts as input-dependent when melding decides whether a side or a loop can
    /// run under a guard (see [`guarded_sides`](crate::guarded_sides) and [`guarded_loops`](crate::guarded_loops)).
    pub loads_symbolic: bool,
    /// Source locations of code that must not be melded.
    pub ignore: IgnoreList,
    /// The source locations of branches that are not melded, because exploration is estimated to be cheaper if it forks
    /// at these branches.
    pub forked: IgnoreList,
    /// The source locations of branches that are not melded, because their melds were expensive in an earlier
    /// exploration.
    pub expensive: IgnoreList,
    /// Whether to prove that each meld is equivalent to its branch. A branch is then not melded if the proof fails.
    pub certify: bool,
    /// Whether to record how each branch is melded, for printing (see [`Steps`](crate::steps::Steps)): the sides, the
    /// alternative forms of the merged operations with their costs, and the merged code.
    pub steps: bool,
    /// The number of iterations that a loop with an input-dependent condition runs under a guard, without forks (see
    /// [`guarded_loops`](crate::guarded_loops)). In each further iteration the loop forks. With 0, no loop runs under a
    /// guard.
    pub iterations: u32,
    /// The unwinding bound of exploration; `None` if exploration does not bound loops. With a bound,
    /// [`iterations`](Self::iterations) is at most the bound, and a side or loop that contains an inner loop does not
    /// run under a guard. Under a guard, the inner loop would also run for inputs that do not enter it in the original
    /// program, and the bound could cut the paths of these inputs.
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
            expensive: IgnoreList::default(),
            certify: cfg!(debug_assertions),
            steps: false,
            iterations: 64,
            unwind: None,
        }
    }
}
