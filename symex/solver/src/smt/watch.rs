//! Interrupts Z3 queries: while a query runs, a watcher thread checks for the user's interrupt, the deadline of the run and
//! the memory limit of the process. Z3 does not check its own memory limit in all of its phases: while it translated a query
//! about arrays, the process grew from 220 to 600 MB with a limit of 200 MB.
use crate::interrupt::InterruptHandle;
use crate::memory::resident_set;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use z3::SatResult;

/// The interval at which the watcher checks for the conditions that stop a query.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

/// The result of a query that was watched.
pub(super) struct Watched {
    /// The answer of Z3.
    pub result: SatResult,
    /// Whether the query was stopped because of the memory limit.
    pub is_out_of_memory: bool,
}

/// Runs the function `query` while a watcher thread stops Z3 after an interrupt, at the deadline, or if the process has
/// used fifteen sixteenths of its memory limit of `memory` bytes.
pub(super) fn watched(
    interrupt: &InterruptHandle,
    memory: Option<u64>,
    query: impl FnOnce() -> SatResult,
) -> Watched {
    let context = z3::Context::thread_local();
    let handle = context.handle();
    let (done, finished) = mpsc::channel::<()>();
    let out_of_memory = AtomicBool::new(false);
    let flag = &out_of_memory;
    // Near the limit, a query may still take a sixteenth of it. Otherwise no query would have an answer after memory was
    // freed that the allocator has not returned to the system.
    let before = resident_set().unwrap_or(0);
    let most = memory.map(|limit| (limit / 16 * 15).max(before + limit / 16));
    let result = std::thread::scope(|scope| {
        scope.spawn(move || {
            while let Err(mpsc::RecvTimeoutError::Timeout) = finished.recv_timeout(WATCH_INTERVAL) {
                if most.is_some_and(|most| resident_set().is_some_and(|now| now >= most)) {
                    flag.store(true, Ordering::Relaxed);
                }
                if interrupt.is_interrupted() || flag.load(Ordering::Relaxed) {
                    handle.interrupt();
                }
            }
        });
        let result = query();
        drop(done);
        result
    });
    Watched {
        result,
        is_out_of_memory: out_of_memory.into_inner(),
    }
}
