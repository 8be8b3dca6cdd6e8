//! Divides a long query into portions of work, so that other engines can run between the portions.
//!
//! Automatic mode runs several engines (combinations of techniques) in turns, and a turn is an amount of work. Without
//! portions, a single query could make a turn as long as the whole run. Of the links (solving techniques) of the solver
//! chain that run Z3 or search, only `oneshot` has no budget, so only its queries are divided into portions.
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A request for a portion of the work of a query. [`Pacer`] passes it to the function that permits the portion. The
/// unit of work is one instruction of the symbolic interpreter.
///
/// The first request of a chain can precede any solving: it asks for permission to run an SMT solver for the first time
/// (see [`is_start`](Self::is_start)). Every other request follows a portion that has ended without an answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Portion {
    /// The work of the portion that has just ended; 0 if no portion has run yet.
    pub done: u64,
    /// The maximum work of the requested portion. In this portion, the query is solved again from the beginning.
    pub next: u64,
}

impl Portion {
    /// Returns whether this is the request of a chain for the permission to run an SMT solver for the first time. No
    /// portion has run before this request.
    pub fn is_start(self) -> bool {
        self.done == 0
    }
}

/// Divides long queries into portions. Before each portion but the first, the pacer calls a function, which permits the
/// portion or stops the query. All clones of a pacer share this function. The default pacer has no function, and does
/// not divide queries.
#[derive(Clone, Default)]
pub struct Pacer(Option<Arc<Shared>>);

struct Shared {
    permit: Box<dyn Fn(Portion) -> bool + Send + Sync>,
    /// The time spent in `permit`, in nanoseconds.
    waited: AtomicU64,
}

impl Pacer {
    /// Returns a pacer that calls `permit` before each portion of a query but the first. It also calls `permit` before
    /// the first query that contains a product and needs an SMT solver. The function `permit` may wait, for example
    /// until the next turn of the engine. If it returns `false`, the query is interrupted.
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

    /// Waits until `permit` (see [`Pacer::new`]) decides about the requested portion of a query. Returns `false` if the
    /// query must stop instead.
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

    /// Returns the total time that queries have waited for permission. Statistics do not count this time as solver
    /// time.
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
