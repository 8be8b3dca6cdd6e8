//! Hands the queries that reached a solver to who asked, so that their cost can be told where it came from.
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// One query that reached a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// How long the answer took.
    pub time: Duration,
    /// How many constraints it had.
    pub constraints: usize,
    /// How many distinct expression nodes.
    pub nodes: usize,
    /// What answered it.
    pub by: String,
}

/// The queries since they were last taken. Copies are the same list.
#[derive(Clone, Debug, Default)]
pub(super) struct Probe(Rc<RefCell<Vec<Query>>>);

/// Where nobody takes them, later ones are forgotten.
const MOST: usize = 1024;

impl Probe {
    /// Adds a query.
    pub fn note(&self, query: Query) {
        let mut queries = self.0.borrow_mut();
        if queries.len() < MOST {
            queries.push(query);
        }
    }

    /// Takes them all. Costs next to nothing if there are none.
    pub fn take(&self) -> Vec<Query> {
        std::mem::take(&mut *self.0.borrow_mut())
    }
}
