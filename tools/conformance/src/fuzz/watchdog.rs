//! Interrupts explorations that hang.
//!
//! An exploration normally stops at its limits of instructions and paths, so that results do not depend on the clock.
//! Only an exploration that hangs reaches the limits of the watchdog. These limits apply to the processor time of the
//! campaign and not to wall-clock time, because a campaign in the background may wait for the processor much longer
//! than it runs.
use nix::sys::resource::{UsageWho, getrusage};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};
use symtool_solver::InterruptHandle;

/// An exploration counts as hanging if the campaign uses more than this processor time during the exploration.
const LIMIT: Duration = Duration::from_secs(180);
/// An interrupted exploration must terminate before the campaign has used this further processor time.
const GRACE: Duration = Duration::from_secs(60);
/// An exploration counts as hanging if it takes more than this wall-clock time. This limit is needed for an
/// exploration that waits forever without using the processor.
const LONGEST: Duration = Duration::from_secs(2 * 60 * 60);
/// The interval at which the processor time is polled.
const INTERVAL: Duration = Duration::from_secs(1);
/// The exit code of a campaign with an exploration that does not terminate after an interrupt.
const BLOCKED: i32 = 3;

/// Runs `job` with a handle that is interrupted if the job does not finish in time. If the job ignores the interrupt,
/// prints `name` and terminates the process.
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
        if ends_within(limit, done) {
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

/// Waits until the job is done. Returns `false` if the campaign has used processor time of `limit` before the
/// job is done, or if the job takes longer than [`LONGEST`].
fn ends_within(limit: Duration, done: &(Mutex<bool>, Condvar)) -> bool {
    let (begin, used) = (Instant::now(), processor_time());
    while processor_time().saturating_sub(used) < limit && begin.elapsed() < LONGEST {
        let guard = done.0.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = done.1.wait_timeout_while(guard, INTERVAL, |done| !*done);
        if *waited.unwrap_or_else(PoisonError::into_inner).0 {
            return true;
        }
    }
    false
}

/// Returns the processor time that this process has used; zero if the system does not report it.
fn processor_time() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else {
        return Duration::ZERO;
    };
    [usage.user_time(), usage.system_time()]
        .into_iter()
        .map(|time| {
            let micros = time.tv_sec() as u64 * 1_000_000 + time.tv_usec() as u64;
            Duration::from_micros(micros)
        })
        .sum()
}
