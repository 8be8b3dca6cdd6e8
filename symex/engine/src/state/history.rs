//! The merge history of a state: the component paths that a merged state represents.
use std::rc::Rc;
use symtool_expr::ExprId;

/// The merge history of a state. Each merge records the conditions that distinguished the two merged states.
/// Conditions that were added after the merge are in the path condition.
#[derive(Debug, Default)]
pub enum MergeHistory {
    /// The state represents one path and was never merged.
    #[default]
    Path,
    /// The state was merged from two states. Each entry describes one of these two states by the condition that
    /// distinguishes it from the other state, and by its merge history.
    Joined([(ExprId, Rc<MergeHistory>); 2]),
}

impl MergeHistory {
    /// Returns whether the state represents more than one path.
    pub fn is_joined(&self) -> bool {
        matches!(self, MergeHistory::Joined(_))
    }
}

impl Drop for MergeHistory {
    /// Drops the history in a loop. Recursion over a long history would overflow the native stack.
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
