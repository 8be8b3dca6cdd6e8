//! Stops queries to Z3: while a query runs, a watcher thread checks for the user's interrupt, the deadline of the run
//! and the memory limit of the process. Z3 also has a memory limit of its own, but does not check it in all of its
//! phases. With such a limit of 200 MB, the process grew from 220 to 600 MB while Z3 translated a query about arrays.
use crate::answer::Unknown;
use crate::interrupt::InterruptHandle;
use crate::memory::{release_freed, resident_set};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use z3::SatResult;

/// The interval at which the watcher checks for the conditions that stop a query.
const WATCH_INTERVAL: Duration = Duration::from_millis(5);

/// The minimum growth of the process, in bytes, that is allowed to a query that starts near the memory limit (see
/// [`Stop::new`]).
const MIN_GROWTH: u64 = 24 << 20;

/// The memory, in bytes, that a new solver of Z3 takes in its first query.
pub(super) const SOLVER_MEMORY: u64 = 14 << 20;

/// The memory, in bytes, that a query may take even above the limit. Z3 keeps memory of earlier queries, so that small
/// queries would have no answer after one large query.
const SMALL_QUERY: u64 = 16 << 20;

/// The distance from a small memory limit, in bytes, at which a query is stopped. Z3 can take this much memory before
/// it notices the interrupt, and more in queries with large array reads (see [`Stop::has_room`]).
const MARGIN: u64 = 40 << 20;

/// The number of queries that run in this process. Each of them can take [`MARGIN`].
static RUNNING: AtomicU64 = AtomicU64::new(0);

/// The conditions that stop the translation and the solution of one query: an interrupt, the deadline of the run, and
/// the memory of the process.
#[derive(Debug)]
pub(crate) struct Stop<'a> {
    interrupt: &'a InterruptHandle,
    /// The resident set of the process, in bytes, at which the query is stopped; `None` for no limit.
    most: Option<u64>,
}

impl<'a> Stop<'a> {
    /// Returns the conditions for a query that starts now: `interrupt`, and the memory limit of `memory` bytes less a
    /// margin. The margin is a sixteenth of the limit. For a small limit, it is [`MARGIN`] for each running query, but
    /// at most a third of the limit.
    ///
    /// If the process is already within the margin, freed memory is returned to the system. If the process is within
    /// the margin even then, the query may take a sixteenth of the limit or [`MIN_GROWTH`], whichever is more, so that
    /// small queries have an answer. The query is stopped when a 32nd of the limit is left, but not before it has taken
    /// [`SMALL_QUERY`].
    pub fn new(interrupt: &'a InterruptHandle, memory: Option<u64>) -> Stop<'a> {
        let most = memory.map(|limit| {
            let mut before = resident_set().unwrap_or(0);
            let queries = RUNNING.load(Ordering::Relaxed) + 1;
            let margin = (limit / 16).max((MARGIN * queries).min(limit / 3));
            if before >= limit - margin {
                release_freed();
                before = resident_set().unwrap_or(0);
            }
            let least = before + MIN_GROWTH.max(limit / 16);
            let most = (limit - margin).max(least).min(limit - limit / 32);
            most.max(before + SMALL_QUERY)
        });
        Stop { interrupt, most }
    }

    /// Returns the reason why the query must stop now; `None` if it may continue.
    pub fn reason(&self) -> Option<Unknown> {
        if self.interrupt.is_interrupted() {
            return Some(Unknown::Interrupted);
        }
        self.is_out_of_memory().then_some(Unknown::Memory)
    }

    /// Returns whether the process may grow by `bytes` before this query is stopped. A query that needs more must not
    /// begin: Z3 can take 140 MB between the interrupt and the end of a query with large array reads.
    pub fn has_room(&self, bytes: u64) -> bool {
        let fits = |most| resident_set().is_none_or(|now| now + bytes <= most);
        self.most.is_none_or(fits)
    }

    fn is_out_of_memory(&self) -> bool {
        !self.has_room(0)
    }
}

/// The result of a query that was watched.
pub(super) struct Watched {
    /// The answer of Z3.
    pub result: SatResult,
    /// Whether the query was stopped because of the memory limit.
    pub is_out_of_memory: bool,
}

/// Runs the function `query` while a watcher thread checks the conditions `stop` and stops Z3 if one of them holds.
pub(super) fn watched(stop: &Stop<'_>, query: impl FnOnce() -> SatResult) -> Watched {
    let context = z3::Context::thread_local();
    let handle = context.handle();
    let (done, finished) = mpsc::channel::<()>();
    let out_of_memory = AtomicBool::new(false);
    let flag = &out_of_memory;
    let result = std::thread::scope(|scope| {
        scope.spawn(move || {
            while let Err(mpsc::RecvTimeoutError::Timeout) = finished.recv_timeout(WATCH_INTERVAL) {
                if stop.is_out_of_memory() {
                    flag.store(true, Ordering::Relaxed);
                }
                if stop.interrupt.is_interrupted() || flag.load(Ordering::Relaxed) {
                    handle.interrupt();
                }
            }
        });
        RUNNING.fetch_add(1, Ordering::Relaxed);
        let result = query();
        RUNNING.fetch_sub(1, Ordering::Relaxed);
        drop(done);
        result
    });
    Watched {
        result,
        is_out_of_memory: out_of_memory.into_inner(),
    }
}
