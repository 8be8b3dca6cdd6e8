//! The merge history of a state: the component paths that the state stands for.
use std::rc::Rc;
use symtool_expr::ExprId;

/// The merge history of a state. At each merge, it records the conditions that distinguished the two states
/// then. Later conditions are in the path condition.
#[derive(Debug, Default)]
pub enum MergeHistory {
    /// One path.
    #[default]
    Path,
    /// Two merged states, each with the condition that distinguishes it.
    Joined([(ExprId, Rc<MergeHistory>); 2]),
}

impl MergeHistory {
    /// Returns whether the state stands for more than one path.
    pub fn is_joined(&self) -> bool {
        matches!(self, MergeHistory::Joined(_))
    }
}

impl Drop for MergeHistory {
    /// Drops the chain iteratively, because recursion over a long chain would overflow the host's stack.
    fn drop(&mut self) {
        let mut todo: Vec<Rc<MergeHistory>> = Vec::new();
        let take = |history: &mut MergeHistory, todo: &mut Vec<Rc<MergeHistory>>| {
            if let MergeHistory::Joined(sides) = history {
                let path = Rc::new(MergeHistory::Path);
                for (_, side) in sides {
                    todo.push(std::mem::replace(side, Rc::clone(&path)));
                }
            }
        };
        take(self, &mut todo);
        while let Some(history) = todo.pop() {
            if let Ok(mut history) = Rc::try_unwrap(history) {
                take(&mut history, &mut todo);
            }
        }
    }
}
