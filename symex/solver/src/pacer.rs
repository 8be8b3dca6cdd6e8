//! Divides a long query into portions of work, so that other engines can run between the portions.
//!
//! Automatic mode runs several engines in turns, and a turn is an amount of work. Without portions, a single query could
//! make a turn as long as the whole run. Only the last link (solving technique) of the solver chain needs portions,
//! because each of the other links has a budget.
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Two successive portions of a query: one that has ended without an answer, and the next one. Before the first query
/// that needs an SMT solver, the first portion has no work. The unit of work is one
/// instruction of the symbolic interpreter.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Portion {
    /// The work of the portion that has ended.
    pub done: u64,
    /// The maximum work of the next portion, which solves the query again from the beginning.
    pub next: u64,
}

impl Portion {
    /// Returns whether the portion is the first query of a chain that needs an SMT solver. It has not started yet.
    pub fn is_start(self) -> bool {
        self.done == 0
    }
}

/// Divides long queries into portions, and calls a function for permission before each portion but the first. All
/// clones share this function. The default pacer has no function, and does not divide queries.
#[derive(Clone, Default)]
pub struct Pacer(Option<Arc<Shared>>);

struct Shared {
    permit: Box<dyn Fn(Portion) -> bool + Send + Sync>,
    /// The time spent in `permit`, in nanoseconds.
    waited: AtomicU64,
}

impl Pacer {
    /// Returns a pacer that calls `permit` before each portion of a query but the first, and before the
    /// first query with a product that needs an SMT solver. The function may wait. If it
    /// returns `false`, the query is interrupted.
    pub fn new(permit: impl Fn(Portion) -> bool + Send + Sync + 'static) -> Pacer {
        Pacer(Some(Arc::new(Shared {
            permit: Box::new(permit),
            waited: AtomicU64::new(0),
        })))
    }

    /// Returns whether queries are divided into portions.
    pub(crate) fn divides(&self) -> bool {
        self.0.is_some()
    }

    /// Waits for the permission of the next portion of a query. Returns `false` if the query must stop instead.
    pub(crate) fn permits(&self, portion: Portion) -> bool {
        let Some(shared) = &self.0 else {
            return true;
        };
        let start = Instant::now();
        let is_permitted = (shared.permit)(portion);
        let nanos = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        shared.waited.fetch_add(nanos, Ordering::Relaxed);
        is_permitted
    }

    /// Returns the time that queries have waited for permissions. Statistics do not count it as solver time.
    pub(crate) fn waited(&self) -> Duration {
        let shared = self.0.as_ref();
        Duration::from_nanos(shared.map_or(0, |it| it.waited.load(Ordering::Relaxed)))
    }
}

impl fmt::Debug for Pacer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pacer").field(&self.divides()).finish()
    }
}
