//! The table of the reasons why a branch is not melded.
use std::fmt;
use std::fmt::Display;

symtool_ir::reasons! {
    /// A reason why a branch is not melded.
    pub enum Reason {
        NotSymbolic = "its condition never depends on an input",
        NotInLoop = "it is not in a loop of its function",
        NotSymbolicInLoop = "its condition never depends on an input, or it is not in a loop of its function",
        NotSelected = "it is not selected",
        NotReached = "it is not reached from the entry block of its function",
        SwitchSize = "a switch with more than {} cases",
        SwitchCase = "a case of the switch contains {}",
        SwitchEnds = "a case of the switch does not end where the others end: it falls through, or several labels mark the same case",
        DifferentEnds = "the sides end at different blocks",
        BranchInSide = "a side contains a branch or a loop",
        SideReturns = "a side returns before the sides meet",
        /// Sides that return can become straight-line code, but cannot run under guards.
        BranchBeforeReturn = "a side returns before the sides meet, and a side contains a branch or a loop (line {}) that is not melded",
        SideEnds = "a side ends the program before the sides meet",
        NoExit = "a side has no exit",
        SeveralExits = "the sides continue at more than one place, for example at a break, a continue, or an else that conditions joined by && or || share",
        JumpBack = "a side jumps back to the branch",
        SideTooLong = "a side has {} instructions, more than {}",
        BlocksTooLong = "its blocks have {} instructions, more than {}",
        InstructionInSide = "a side contains {}",
        InstructionInBlocks = "its blocks contain {}",
        SymbolicAccesses = "{} accesses at symbolic addresses, more than {}",
        SymbolicAccess = "an access at a symbolic address",
        SymbolicBranchInSide = "a side contains a branch or a loop (line {}) that depends on an input and is not melded",
        LoopEndFromLoad = "a loop in a side depends on a guarded load",
        LoopExits = "a loop with several exits",
        LoopOfOneBlock = "a loop that tests its condition after its body; only loops that test it before the body are melded",
        LoopCondition = "the condition of the loop contains {}; melded iterations would execute it also after the end of the loop, where it may be invalid",
        LoopVariable = "the condition of the loop reads the variable `{}`, which is in memory because its address is taken; such loops are not melded",
        LoopFromMemory = "a loop with a condition that depends on memory",
        LoopNotGuarded = "an input-dependent loop (--cfmse-iterations 0)",
        /// A guarded loop also runs for inputs that do not enter the original loop, so an unwinding bound would also
        /// cut the paths of these inputs.
        LoopCutByBound = "a loop that the unwinding bound may cut for inputs that do not enter it",
        Ignored = "{} fails or is on the ignore list",
        Forked = "forking costs less than melding",
        Expensive = "in an earlier turn, the queries that depend on its melded code took a large share of the solver work",
        Ended = "melding ended at a limit of the run before this branch",
        Undone = "undone: the melded program has a failure that the original program does not have",
        Refuted = "output {} of the meld differs from the branch for some input",
        Unproved = "no proof of output {} of the meld within the time limit",
    }
}

/// The refusal to meld a branch: a reason, and its text with details such as numbers and names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    text: String,
}

impl Refusal {
    /// Returns a refusal with the given reason. `details` replace the placeholders `{}` in the text of the reason.
    pub fn new(reason: Reason, details: &[&dyn Display]) -> Refusal {
        Refusal {
            reason,
            text: reason.with(details),
        }
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal::new(reason, &[])
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
