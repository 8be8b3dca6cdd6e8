//! Stopping a query from another thread or a signal handler.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A shared flag with a deadline. After the flag is set, or after the deadline, a running query soon ends
/// with the answer *unknown*, and later queries return *unknown* immediately.
#[derive(Clone, Debug, Default)]
pub struct InterruptHandle {
    flag: Arc<AtomicBool>,
    deadline: Arc<OnceLock<Instant>>,
    /// A later deadline, which replaces `deadline`.
    extension: Arc<OnceLock<Instant>>,
    /// A second flag that also stops the queries of this handle; `None` if there is none. Unlike `flag`, it is set by
    /// another part of the program.
    other: Option<Arc<AtomicBool>>,
}

impl InterruptHandle {
    /// Stops the queries of all clones of this handle. A signal handler may call this function.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Sets the time at which queries are stopped. Only the first call has an effect.
    pub fn set_deadline(&self, at: Instant) {
        let _ = self.deadline.set(at);
    }

    /// Replaces the deadline, so that a run whose time is over can still ask a few queries. Only the first call has an
    /// effect.
    pub fn extend_deadline(&self, to: Instant) {
        let _ = self.extension.set(to);
    }

    /// Returns a handle with the same flag and the same deadline. Its queries are also stopped when the flag
    /// `other` is set.
    #[must_use]
    pub fn or(&self, other: Arc<AtomicBool>) -> InterruptHandle {
        InterruptHandle {
            other: Some(other),
            ..self.clone()
        }
    }

    /// Returns whether the flag of the handle is set. Ignores the deadline, and a second flag that
    /// [`or`](Self::or) added.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Returns whether one of the flags is set or the deadline has passed.
    pub fn is_interrupted(&self) -> bool {
        let other = self.other.as_ref();
        let deadline = self.extension.get().or_else(|| self.deadline.get());
        self.is_set()
            || other.is_some_and(|other| other.load(Ordering::Relaxed))
            || deadline.is_some_and(|&at| Instant::now() >= at)
    }
}
