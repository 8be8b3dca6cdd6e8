//! The loops and recursive functions at which the unwinding bound has cut a path.
use symtool_ir::{Loc, SourceMap};

/// A loop or recursive function that some path repeats more often than the unwinding bound allows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cut {
    /// A loop.
    Loop {
        /// The source location of the loop statement; `None` if it is unknown.
        loc: Option<Loc>,
        /// The name of the function that contains the loop.
        function: String,
    },
    /// Nested calls of one function, more than the unwinding bound allows.
    Recursion {
        /// The name of the function.
        function: String,
    },
}

impl Cut {
    /// Returns a description for messages: for a loop, its file, line and function; for recursion, its function.
    pub fn describe(&self, source: &SourceMap) -> String {
        match self {
            Cut::Loop { loc, function } => match loc.map(|loc| source.get(loc)) {
                Some(at) => {
                    let file = source.file_name(at.file);
                    format!("the loop at {file}:{} in `{function}`", at.line)
                }
                None => format!("a loop in `{function}`"),
            },
            Cut::Recursion { function } => format!("the recursion of `{function}`"),
        }
    }
}
