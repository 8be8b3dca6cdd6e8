//! The ways a path of a program can end. Outcomes are data: only ill-formed IR is an error.
use crate::bug::BugKind;
use crate::entities::{Func, Loc};

/// One active call: the function and the program point in it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The function.
    pub func: Func,
    /// The source position being executed.
    pub loc: Option<Loc>,
}

/// A failure with its call stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Failure {
    /// The kind of failure.
    pub kind: BugKind,
    /// One line for the user, such as the C expression of an assertion or the size of an overrun.
    pub message: String,
    /// Active calls, innermost first; never empty. The first one is the failing program point.
    pub stack: Vec<Frame>,
}

impl Failure {
    /// The source position of the failing instruction.
    pub fn loc(&self) -> Option<Loc> {
        self.stack.first().and_then(|frame| frame.loc)
    }
}

/// The limit that ended a path or a run.
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

/// The end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `main` returned or `exit` was called.
    Exit(i32),
    /// `abort` was called.
    Abort,
    /// `klee_silent_exit` was called.
    Silent(i32),
    /// An assumption was false: the path is infeasible under the program's assumptions.
    AssumeFailed,
    /// A failure.
    Bug(Failure),
    /// The engine does not support an operation.
    Unsupported {
        /// The unsupported operation.
        what: String,
        /// Its source position.
        loc: Option<Loc>,
    },
    /// A limit was reached.
    Limit(Limit),
}
