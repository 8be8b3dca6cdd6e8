//! The list of recent solver queries. Exploration reads it to attribute solver time to source lines.
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;
use symtool_expr::ExprId;

/// A solver query that has ended, with or without an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolvedQuery {
    /// The time from the start of the query to its end.
    pub time: Duration,
    /// The number of constraints.
    pub constraints: usize,
    /// The number of distinct expression nodes of the query.
    pub nodes: usize,
    /// The name of the link (solving technique) that answered the query. If no link answered, it is `no link`, or the
    /// name of the link that ended the query without an answer.
    pub by: String,
    /// The answer: `sat`, `unsat` or `unknown`.
    pub answer: &'static str,
    /// The constraints; empty unless [`Chain::keep_constraints`](crate::Chain::keep_constraints) was called.
    pub set: Vec<ExprId>,
    /// The number of the query in the query log; `None` without a log.
    pub logged: Option<u64>,
}

/// The list of the queries that ended since the last call of `take`. All clones share one list.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolvedQueries {
    queries: Rc<RefCell<Vec<SolvedQuery>>>,
    keeps_constraints: Rc<Cell<bool>>,
}

/// The maximum length of the list. If the list is full, later queries are not recorded until the next call of
/// `take`.
const CAPACITY: usize = 1024;

impl SolvedQueries {
    /// Adds a query.
    pub fn push(&self, query: SolvedQuery) {
        let mut queries = self.queries.borrow_mut();
        if queries.len() < CAPACITY {
            queries.push(query);
        }
    }

    /// Returns all queries of the list, and clears it.
    pub fn take(&self) -> Vec<SolvedQuery> {
        std::mem::take(&mut *self.queries.borrow_mut())
    }

    /// From now on, stores the constraints of each query in the list.
    pub fn keep_constraints(&self) {
        self.keeps_constraints.set(true);
    }

    /// Returns the constraints that the list stores for a query: all of `constraints`, or none if
    /// [`keep_constraints`](Self::keep_constraints) was not called.
    pub fn kept(&self, constraints: &[ExprId]) -> Vec<ExprId> {
        match self.keeps_constraints.get() {
            true => constraints.to_vec(),
            false => Vec::new(),
        }
    }
}
