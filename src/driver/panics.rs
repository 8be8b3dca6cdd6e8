//! Conversion of panics to errors: a panic, on any thread, is a fault of symtool and ends the run as one internal
//! error. (A file test is an exception: its panic fails this test only, see [`catch`].)
//!
//! A run with a panic never gives a verdict, because the worker that panicked has not finished its share of the
//! exploration.
use crate::Error;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// The first panic of the process: its source location and message.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Returns the message of a panic.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message")
}

/// Installs a hook that records the first panic. The hook prints panics only if the environment variable
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
        first().get_or_insert(text);
        if prints {
            default(info);
        }
    }));
}

/// Runs a job on the current thread, and returns its result. If the job panics, returns the message of the panic as an
/// error; the run continues.
///
/// # Errors
/// The message of the panic.
pub(crate) fn catch<T>(job: impl FnOnce() -> T) -> Result<T, String> {
    let result = catch_unwind(AssertUnwindSafe(job));
    result.map_err(|payload| {
        first().take();
        format!("internal error: {}", message(&*payload))
    })
}

/// Runs a job. A panic of the job, or of a thread that the job started, becomes an internal error.
///
/// # Errors
/// The errors of the job, and [`Error::Internal`] after a panic.
pub(crate) fn guard<T>(job: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let result = catch_unwind(AssertUnwindSafe(job));
    match (first().take(), result) {
        (None, Ok(result)) => result,
        (Some(text), _) => Err(Error::Internal(text)),
        (None, Err(_)) => Err(Error::Internal(
            "a thread ended without a message".to_owned(),
        )),
    }
}

/// Checks that no thread has panicked since the job started.
///
/// # Errors
/// [`Error::Internal`] after a panic, also of a thread whose result the job ignores.
pub(crate) fn check() -> Result<(), Error> {
    match first().as_ref() {
        None => Ok(()),
        Some(text) => Err(Error::Internal(text.clone())),
    }
}

fn first() -> std::sync::MutexGuard<'static, Option<String>> {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
