//! Interrupts Z3 queries: while a query runs, a watcher thread checks for the user's interrupt and the deadline of
//! the run.
use crate::interrupt::InterruptHandle;
use std::sync::mpsc;
use std::time::Duration;
use z3::SatResult;

/// The interval at which the watcher checks for an interrupt or the deadline.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

/// Runs the function `query` while a watcher thread stops Z3 after an interrupt or at the deadline.
pub(super) fn watched(interrupt: &InterruptHandle, query: impl FnOnce() -> SatResult) -> SatResult {
    let context = z3::Context::thread_local();
    let handle = context.handle();
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            while let Err(mpsc::RecvTimeoutError::Timeout) = finished.recv_timeout(WATCH_INTERVAL) {
                if interrupt.is_interrupted() {
                    handle.interrupt();
                }
            }
        });
        let result = query();
        drop(done);
        result
    })
}
