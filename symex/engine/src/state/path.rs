//! The path condition: a list of conditions that all hold, shared between states until one of them grows.
use std::rc::Rc;
use symtool_expr::ExprId;

/// A path condition, in the order in which its parts were met. Copies share.
#[derive(Clone, Debug, Default)]
pub struct Path {
    conditions: Rc<Vec<ExprId>>,
    /// Where a condition was rewritten: its place, and what it was before.
    before: Rc<Vec<(usize, ExprId)>>,
}

impl Path {
    /// Adds a condition of width 1.
    pub fn push(&mut self, condition: ExprId) {
        Rc::make_mut(&mut self.conditions).push(condition);
    }

    /// The first of its conditions.
    #[must_use]
    pub fn prefix(&self, count: usize) -> Path {
        let mut prefix = self.clone();
        if count < self.conditions.len() {
            prefix.conditions = Rc::new(self.conditions[..count].to_vec());
            let kept = self.before.iter().filter(|(place, _)| *place < count);
            prefix.before = Rc::new(kept.copied().collect());
        }
        prefix
    }

    /// Adds a condition in another form, which holds for the same inputs of the path.
    pub fn push_rewritten(&mut self, condition: ExprId, before: ExprId) {
        let place = self.conditions.len();
        Rc::make_mut(&mut self.before).push((place, before));
        self.push(condition);
    }

    /// The conditions as they were before they were rewritten, in order.
    pub fn before_rewriting(&self) -> Vec<ExprId> {
        let mut all = self.conditions.to_vec();
        for &(place, before) in &*self.before {
            all[place] = before;
        }
        all
    }

    /// The conditions, in order.
    pub fn conditions(&self) -> &[ExprId] {
        &self.conditions
    }

    /// Does every input come here?
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }
}
