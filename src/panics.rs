//! Panics: faults of symtool itself, on any thread, end the run as one internal error.
//!
//! A panic is never reported as another error, and never leaves a verdict: a worker that stopped has not finished its
//! part of the exploration.
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use symtool::Error;

/// The first panic of the process: its source location and message.
static FIRST: Mutex<Option<String>> = Mutex::new(None);

/// Returns the message of a panic.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message")
}

/// Records the first panic instead of printing each. With `RUST_BACKTRACE`, panics are printed, too.
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

/// Runs a job. A panic of it, or of a thread that it started, is an internal error.
///
/// # Errors
/// Those of the job, and [`Error::Internal`].
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
            message.starts_with("internal error: direct 1 (at src/panics.rs:"),
            "{message}"
        );
        assert!(message.contains("report it"), "{message}");
        let other = guard(|| {
            let thread = std::thread::spawn(|| panic!("on a thread"));
            let _ = thread.join();
            Ok(7)
        });
        let message = other.expect_err("an error").to_string();
        assert!(
            message.starts_with("internal error: on a thread"),
            "{message}"
        );
        assert_eq!(guard(|| Ok(7)).ok(), Some(7), "earlier panics are over");
    }
}
