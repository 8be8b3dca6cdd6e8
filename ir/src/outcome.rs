//! The outcomes of paths: the ways a path of a program can end. An outcome is a normal result of an engine; an error of
//! an engine means that the IR is ill-formed.
use crate::bug::BugKind;
use crate::entities::{Func, Loc};

/// An active call in a call stack: the called function, and the source location of the instruction that the call is
/// executing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The called function.
    pub func: Func,
    /// The source location of the instruction that the call is executing; `None` if the instruction has no location.
    pub loc: Option<Loc>,
}

/// A failure with its call stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// The kind of failure.
    pub kind: BugKind,
    /// A message of one line for the user, such as the C expression of an assertion, or the number of bytes beyond the
    /// end of an object.
    pub message: String,
    /// The call stack at the failure, innermost call first. So the first call contains the failing instruction. Never
    /// empty.
    pub stack: Vec<Frame>,
}

impl Failure {
    /// Returns the source location of the failing instruction; `None` if it has no location.
    pub fn loc(&self) -> Option<Loc> {
        self.stack.first().and_then(|frame| frame.loc)
    }
}

/// The limit that ended a path or a run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// The time limit, `--max-time`.
    Time,
    /// The memory limit, `--max-memory`.
    Memory,
    /// The limit on the number of paths of a run, `--max-paths`.
    Paths,
    /// The limit on the number of executed instructions, `--max-instructions`.
    Instructions,
    /// The limit on the number of forks on one path, `--max-depth`.
    Depth,
    /// The limit on the number of active calls, also called the stack limit.
    Stack,
    /// An interrupt by Ctrl-C or a termination signal.
    Interrupt,
}

impl Limit {
    /// Returns the text of the limit that follows "stopped by" in a message.
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

/// The way in which a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `main` returned, or the program called `exit`. The field is the exit status.
    Exit(i32),
    /// The program called `abort`.
    Abort,
    /// The program called `klee_silent_exit`, which ends the path without a test case. The field is the exit status.
    Silent(i32),
    /// An assumption of the program does not hold, so the path counts as infeasible.
    AssumeFailed,
    /// The program failed.
    Bug(Failure),
    /// The program uses an operation that the engine does not support.
    Unsupported {
        /// A description of the operation.
        what: String,
        /// The source location of the operation; `None` if it has no location.
        loc: Option<Loc>,
    },
    /// The path or the run reached a limit.
    Limit(Limit),
}

impl Outcome {
    /// Returns the failure; `None` if the path ended in another way.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Outcome::Bug(failure) => Some(failure),
            Outcome::Exit(_)
            | Outcome::Abort
            | Outcome::Silent(_)
            | Outcome::AssumeFailed
            | Outcome::Unsupported { .. }
            | Outcome::Limit(_) => None,
        }
    }
}
