//! The path condition: a conjunction of conditions, copy-on-write between states.
use std::rc::Rc;
use symtool_expr::ExprId;

/// A path condition: a list of conditions in the order in which they were added. Copies share the list.
#[derive(Clone, Debug, Default)]
pub struct Path {
    conditions: Rc<Vec<ExprId>>,
    /// For each condition that was rewritten, its index and the condition before rewriting.
    before: Rc<Vec<(usize, ExprId)>>,
}

impl Path {
    /// Adds a condition of width 1.
    pub fn push(&mut self, condition: ExprId) {
        Rc::make_mut(&mut self.conditions).push(condition);
    }

    /// Returns a path condition that consists of the first `count` conditions of `self`.
    #[must_use]
    pub fn prefix(&self, count: usize) -> Path {
        let mut prefix = self.clone();
        if count < self.conditions.len() {
            prefix.conditions = Rc::new(self.conditions[..count].to_vec());
            let kept = self.before.iter().filter(|(index, _)| *index < count);
            prefix.before = Rc::new(kept.copied().collect());
        }
        prefix
    }

    /// Adds `condition`, which was rewritten from the condition `before` and is equivalent to it on the path.
    pub fn push_rewritten(&mut self, condition: ExprId, before: ExprId) {
        let index = self.conditions.len();
        Rc::make_mut(&mut self.before).push((index, before));
        self.push(condition);
    }

    /// Returns the conditions in order. For a condition that was rewritten, the result contains the condition
    /// before rewriting.
    pub fn before_rewriting(&self) -> Vec<ExprId> {
        let mut all = self.conditions.to_vec();
        for &(index, before) in &*self.before {
            all[index] = before;
        }
        all
    }

    /// Returns the condition at an index, before rewriting; `None` if the path condition is shorter.
    pub fn before_rewriting_at(&self, at: usize) -> Option<ExprId> {
        let known = self.before.binary_search_by_key(&at, |&(index, _)| index);
        match known {
            Ok(found) => Some(self.before[found].1),
            Err(_) => self.conditions.get(at).copied(),
        }
    }

    /// Returns the conditions, in order.
    pub fn conditions(&self) -> &[ExprId] {
        &self.conditions
    }

    /// Returns whether the path condition has no conditions. Then it is true for every input.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }
}
