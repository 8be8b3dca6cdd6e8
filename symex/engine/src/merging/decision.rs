//! The decisions of state merging: the pairs of states at one program point that were merged, and the reasons why other
//! pairs were not.
use symtool_ir::{Func, Inst, Loc};

/// The reason why two states at one program point are not merged.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// The states are at different steps, in different calls, or have their stack slots in different regions.
    Point,
    /// The states are in different iterations of a loop. With an unwinding bound, such states are not merged.
    Iteration,
    /// The merge policy keeps the states apart, for the given reason.
    Policy(&'static str),
    /// One of the states has an exit status that depends on the input, follows a given input (concolic execution), or
    /// may jump back to a program point that `setjmp` has saved.
    Continuation,
    /// The states have created different symbolic inputs.
    Inputs,
    /// The states have different objects, such as heap blocks.
    Objects,
    /// The path condition of one state implies that of the other state, or one of the path conditions is false.
    Paths,
    /// Some byte is initialized in one state and not in the other.
    Initialization,
}

impl Refusal {
    /// Describes the reason.
    pub fn text(self) -> &'static str {
        match self {
            Refusal::Point => "they are in different calls",
            Refusal::Iteration => "they are in different loop iterations, which --unwind bounds",
            Refusal::Policy(reason) => reason,
            Refusal::Continuation => "one of them exits or may continue at a setjmp",
            Refusal::Inputs => "they have different symbolic inputs",
            Refusal::Objects => "they have different objects",
            Refusal::Paths => "one path condition implies the other",
            Refusal::Initialization => "a byte is initialized in only one of them",
        }
    }
}

/// The decisions to merge or not to merge two states at one program point, with the same result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeDecision {
    /// The function.
    pub func: Func,
    /// The instruction at which the states wait.
    pub inst: Inst,
    /// The source location of the instruction; `None` if it is unknown.
    pub loc: Option<Loc>,
    /// Whether the states were merged, or the reason why not.
    pub result: Result<(), Refusal>,
    /// The number of pairs of states.
    pub pairs: u64,
}
