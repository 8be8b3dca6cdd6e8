//! Interrupts explorations that hang.
//!
//! An exploration normally ends at its limits of instructions and paths, so that results do not depend on the clock.
//! Only an exploration that hangs reaches the time limit of the watchdog.
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use symtool_solver::InterruptHandle;

/// The time after which an exploration counts as hanging.
const LIMIT: Duration = Duration::from_secs(180);
/// The time in which an interrupted exploration must end.
const GRACE: Duration = Duration::from_secs(60);
/// The exit code of a campaign with an exploration that does not end after an interrupt.
const BLOCKED: i32 = 3;

/// Runs `job` with a handle that is interrupted if the job does not end in time. If the job ignores the interrupt,
/// prints `name` and ends the process.
pub fn watched<R>(name: &str, job: impl FnOnce(&InterruptHandle) -> R) -> R {
    let interrupt = InterruptHandle::default();
    let done = Arc::new((Mutex::new(false), Condvar::new()));
    std::thread::scope(|scope| {
        scope.spawn(|| watch(name, &interrupt, &done));
        let result = job(&interrupt);
        *done.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        done.1.notify_all();
        result
    })
}

/// Waits until the job is done, first for [`LIMIT`] and, after an interrupt, for [`GRACE`].
fn watch(name: &str, interrupt: &InterruptHandle, done: &(Mutex<bool>, Condvar)) {
    for limit in [LIMIT, GRACE] {
        let guard = done.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = done.1.wait_timeout_while(guard, limit, |done| !*done);
        if *waited.unwrap_or_else(PoisonError::into_inner).0 {
            return;
        }
        interrupt.interrupt();
    }
    use std::io::Write;
    let _ = writeln!(
        std::io::stderr(),
        "conformance: {name} hangs and ignores interrupts"
    );
    std::process::exit(BLOCKED);
}
