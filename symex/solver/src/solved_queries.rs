//! The list of recent solver queries. Exploration reads it to attribute solver time to source lines.
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// A solver query that has ended, with or without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
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
}

/// The list of the queries that ended since the last call of `take`. All clones share one list.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolvedQueries(Rc<RefCell<Vec<SolvedQuery>>>);

/// The maximum length of the list. If the list is full, later queries are not recorded until the next call of
/// `take`.
const CAPACITY: usize = 1024;

impl SolvedQueries {
    /// Adds a query.
    pub fn push(&self, query: SolvedQuery) {
        let mut queries = self.0.borrow_mut();
        if queries.len() < CAPACITY {
            queries.push(query);
        }
    }

    /// Returns all queries of the list, and clears it.
    pub fn take(&self) -> Vec<SolvedQuery> {
        std::mem::take(&mut *self.0.borrow_mut())
    }
}
