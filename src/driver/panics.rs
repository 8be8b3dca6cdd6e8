//! Conversion of panics to errors. A panic on any thread is a fault of symtool, and the run terminates with one
//! internal error. There is one exception: a panic in a task (a unit of work with its threads, such as a file test)
//! fails this task only (see [`catch`]).
//!
//! A run with a panic never gives a verdict, because the worker that panicked has not finished its share of the
//! exploration.
use crate::Error;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use symtool_ir::task::Task;

/// For each task that panicked, the source location and message of its first panic. The key is `None` for the
/// threads outside of all tasks.
static FIRST: Mutex<BTreeMap<Option<Task>, String>> = Mutex::new(BTreeMap::new());

/// Returns the message of a panic.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message")
}

/// Installs a panic hook that records the first panic of each task. It also prints panics if the environment variable
/// `RUST_BACKTRACE` is set.
pub(crate) fn install() {
    let default = std::panic::take_hook();
    let prints = std::env::var_os("RUST_BACKTRACE").is_some();
    std::panic::set_hook(Box::new(move |info| {
        let at = info.location().map(ToString::to_string);
        let text = message(info.payload());
        let text = format!(
            "{text} (at {})",
            at.as_deref().unwrap_or("an unknown location")
        );
        first().entry(Task::current()).or_insert(text);
        if prints {
            default(info);
        }
    }));
}

/// Runs `work` as a new task on the current thread, and returns its result. If the task panics, on this thread or on a
/// thread that it started, returns the message of its first panic as an error. The process continues.
///
/// # Errors
/// The message of the panic.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let task = Task::fresh();
    let result = catch_unwind(AssertUnwindSafe(|| task.run(work)));
    let recorded = first().remove(&Some(task));
    let text = match (recorded, result) {
        (None, Ok(result)) => return Ok(result),
        (Some(text), _) => text,
        // If the panic hook of `install` is not installed, no panic is recorded. Then the message comes from the
        // payload that `catch_unwind` returns.
        (None, Err(payload)) => message(&*payload).to_owned(),
    };
    Err(format!("internal error: {text}"))
}

/// Runs `work` outside of all tasks. If `work` panics, or any other thread that belongs to no task panics, returns an
/// internal error.
///
/// # Errors
/// The errors that `work` returns, and [`Error::Internal`] after a panic.
pub(crate) fn guard<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let result = catch_unwind(AssertUnwindSafe(work));
    match (first().remove(&None), result) {
        (None, Ok(result)) => result,
        (Some(text), _) => Err(Error::Internal(text)),
        (None, Err(_)) => Err(Error::Internal(
            "a thread ended without a message".to_owned(),
        )),
    }
}

/// Returns an error if a thread outside of all tasks has panicked.
///
/// # Errors
/// [`Error::Internal`] after such a panic, even if nobody uses the result of the thread.
pub(crate) fn check() -> Result<(), Error> {
    match first().get(&None) {
        None => Ok(()),
        Some(text) => Err(Error::Internal(text.clone())),
    }
}

fn first() -> MutexGuard<'static, BTreeMap<Option<Task>, String>> {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use symtool_ir::task::inherited;

    #[test]
    fn a_panic_on_any_thread_is_an_internal_error() {
        install();
        let direct = guard::<()>(|| panic!("direct {}", 1));
        let message = direct.expect_err("an error").to_string();
        assert!(
            message.starts_with("internal error: direct 1 (at src/driver/panics.rs:"),
            "{message}"
        );
        assert!(message.contains("report it"), "{message}");
        let other = guard(|| {
            let thread = std::thread::spawn(|| panic!("on a thread"));
            let _ = thread.join();
            assert!(check().is_err(), "no result is printed after a panic");
            Ok(7)
        });
        let message = other.expect_err("an error").to_string();
        assert!(
            message.starts_with("internal error: on a thread"),
            "{message}"
        );
        assert_eq!(guard(|| Ok(7)).ok(), Some(7), "earlier panics are over");
        assert!(check().is_ok());
        a_panic_of_a_task_fails_only_this_task();
    }

    /// Three tasks run at the same time: one panics, one ignores the panic of a thread that it started, one does not
    /// panic. The first two must fail, and neither the third task nor the process may see their panics.
    fn a_panic_of_a_task_fails_only_this_task() {
        let barrier = std::sync::Barrier::new(3);
        let panics = || {
            barrier.wait();
            panic!("a task")
        };
        let ignores = || {
            let thread = std::thread::spawn(inherited(|| panic!("a thread of a task")));
            let _ = thread.join();
            barrier.wait();
        };
        let ends = || {
            barrier.wait();
        };
        let results = std::thread::scope(|scope| {
            let panics = scope.spawn(|| catch::<()>(panics));
            let others = [scope.spawn(|| catch(ignores)), scope.spawn(|| catch(ends))];
            let [ignores, ends] = others.map(|thread| thread.join().expect("no panic"));
            [panics.join().expect("no panic"), ignores, ends]
        });
        let text = |at: usize| results[at].clone().err().unwrap_or_default();
        assert!(text(0).starts_with("internal error: a task (at src/driver/"));
        assert!(text(1).starts_with("internal error: a thread of a task (at src/driver/"));
        assert_eq!(results[2], Ok(()));
        assert!(check().is_ok(), "the tasks have no effect on other threads");
    }
}
