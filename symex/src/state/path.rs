//! The path condition: a list of conditions that all hold, shared between states until one of them grows.
use crate::expr::ExprId;
use std::rc::Rc;

/// A path condition, in the order in which its parts were met. Copies share.
#[derive(Clone, Debug, Default)]
pub struct Path {
    conditions: Rc<Vec<ExprId>>,
}

impl Path {
    /// Adds a condition of width 1.
    pub fn push(&mut self, condition: ExprId) {
        Rc::make_mut(&mut self.conditions).push(condition);
    }

    /// The first of its conditions.
    #[must_use]
    pub fn prefix(&self, count: usize) -> Path {
        let mut conditions = Rc::clone(&self.conditions);
        if count < conditions.len() {
            conditions = Rc::new(conditions[..count].to_vec());
        }
        Path { conditions }
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
