//! How a path of a program ends. Outcomes are data: only broken IR is an error.
use crate::bug::BugKind;
use crate::entities::{Func, Loc};

/// One active call: the function, and the position in it that is being executed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The function.
    pub func: Func,
    /// Where it is.
    pub loc: Option<Loc>,
}

/// A failure: what, where, and how execution got there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// What went wrong.
    pub kind: BugKind,
    /// One line for the user, such as the C expression of an assertion or the size of an overrun.
    pub message: String,
    /// Active calls, innermost first; never empty. The first one is the place of the failure.
    pub stack: Vec<Frame>,
}

impl Failure {
    /// The source position of the failing instruction.
    pub fn loc(&self) -> Option<Loc> {
        self.stack.first().and_then(|frame| frame.loc)
    }
}

/// Which limit ended a path or a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// `--max-time`.
    Time,
    /// `--max-memory`.
    Memory,
    /// `--max-paths`.
    Paths,
    /// `--max-instructions`.
    Instructions,
    /// `--max-depth`: forks on one path.
    Depth,
    /// Call depth.
    Stack,
    /// Ctrl-C or a termination signal.
    Interrupt,
}

impl Limit {
    /// A plain phrase, as in "stopped by …".
    pub fn describe(self) -> &'static str {
        match self {
            Limit::Time => "the time limit (--max-time)",
            Limit::Memory => "the memory limit (--max-memory)",
            Limit::Paths => "the path limit (--max-paths)",
            Limit::Instructions => "the instruction limit (--max-instructions)",
            Limit::Depth => "the depth limit (--max-depth)",
            Limit::Stack => "the limit of nested calls",
            Limit::Interrupt => "an interrupt",
        }
    }
}

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `main` returned or `exit` was called.
    Exit(i32),
    /// `abort` was called.
    Abort,
    /// `klee_silent_exit` was called.
    Silent(i32),
    /// An assumption was false: the input does not belong to the program.
    AssumeFailed,
    /// A failure.
    Bug(Failure),
    /// The engine does not know how to go on.
    Unsupported {
        /// What it met.
        what: String,
        /// Where.
        loc: Option<Loc>,
    },
    /// A limit ended it.
    Limit(Limit),
}
