//! Runs code on a thread with a stack large enough for deeply nested programs.
use std::cell::Cell;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;
use symtool_ir::task::inherited;

/// The sizes, in bytes, of the stack of the new thread. If the system refuses a size, the next one is tried. Memory
/// is allocated only for the part of the stack that is used.
const SIZES: &[usize] = &[1 << 30, 256 << 20, 64 << 20];

thread_local! {
    static IS_BIG: Cell<bool> = const { Cell::new(false) };
}

/// Runs `f` on a new thread with a big stack and waits until `f` returns. If the caller is on such a thread
/// already, `f` runs directly. Code that parses, traverses or drops a syntax tree must run inside `f`.
pub(crate) fn on_big_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    if IS_BIG.get() {
        return f();
    }
    let mut job = Some(f);
    let result = std::thread::scope(|scope| {
        for &size in SIZES {
            // The new thread takes the closure from a slot, which this thread shares with it. If the new thread cannot
            // be spawned, the closure is still in the slot, and can be used for the next attempt.
            let slot = std::sync::Mutex::new(None);
            let slot = std::sync::Arc::new(slot);
            let theirs = slot.clone();
            *lock(&slot) = job.take();
            let spawned = std::thread::Builder::new()
                .name("front end".to_owned())
                .stack_size(size)
                .spawn_scoped(
                    scope,
                    inherited(move || {
                        IS_BIG.set(true);
                        let job = lock(&theirs).take();
                        job.map(|job| job())
                    }),
                );
            match spawned {
                Ok(thread) => match thread.join() {
                    Ok(result) => return result,
                    Err(panic) => std::panic::resume_unwind(panic),
                },
                Err(_) => job = lock(&slot).take(),
            }
        }
        None
    });
    match (result, job) {
        (Some(result), _) => result,
        (None, Some(job)) => job(), // no thread could be spawned, so the job runs on the current stack
        (None, None) => unreachable!("the job is either done or still here"),
    }
}

/// Runs `f` on a big stack with a time limit, and returns its result. If the limit is reached, returns `None`; the
/// thread continues to run `f`, but the result is dropped. A panic of `f` continues in the caller.
pub(crate) fn within<T: Send + 'static>(
    limit: Duration,
    f: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (original, receiver) = std::sync::mpsc::channel();
    let job = std::sync::Arc::new(std::sync::Mutex::new(Some(f)));
    for &size in SIZES {
        let (sender, theirs) = (original.clone(), job.clone());
        let spawned = std::thread::Builder::new()
            .name("parser".to_owned())
            .stack_size(size)
            .spawn(inherited(move || {
                IS_BIG.set(true);
                let job = lock(&theirs).take();
                if let Some(job) = job {
                    sender.send(job()).ok(); // after the time limit, the receiver no longer exists
                }
            }));
        if let Ok(thread) = spawned {
            drop(original);
            return match receiver.recv_timeout(limit) {
                Ok(result) => Some(result),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => match thread.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => None,
                },
            };
        }
    }
    let job = lock(&job).take();
    job.map(|job| job())
}

fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(n: u64) -> u64 {
        let pad = std::hint::black_box([n; 64]);
        if n == 0 { pad[0] } else { 1 + depth(n - 1) }
    }

    #[test]
    fn the_wait_ends_with_the_result_or_at_the_limit() {
        assert_eq!(
            within(Duration::from_secs(600), || depth(100_000)),
            Some(100_000)
        );
        let (_sender, receiver) = std::sync::mpsc::channel::<()>();
        let endless = move || receiver.recv().is_ok();
        assert_eq!(within(Duration::from_millis(1), endless), None);
    }

    #[test]
    #[should_panic(expected = "a fault of the front end")]
    fn a_panic_is_not_a_time_limit() {
        within(Duration::from_secs(600), || {
            panic!("a fault of the front end")
        });
    }

    #[test]
    fn recursion_of_100_000_levels_fits() {
        assert_eq!(on_big_stack(|| on_big_stack(|| depth(100_000))), 100_000);
    }
}
