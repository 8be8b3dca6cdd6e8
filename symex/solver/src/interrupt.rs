//! Stopping a query from another thread or a signal handler.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A shared flag with a deadline. Once the flag is set or the deadline has passed, running queries end soon and
/// later queries end at once, all with the answer *unknown*.
#[derive(Clone, Debug, Default)]
pub struct InterruptHandle {
    flag: Arc<AtomicBool>,
    deadline: Arc<OnceLock<Instant>>,
    /// A second flag that also stops queries, set by another part of the program.
    other: Option<Arc<AtomicBool>>,
}

impl InterruptHandle {
    /// Stops the queries of all clones of this handle. A signal handler may call this function.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Sets the time at which queries are stopped. If a deadline is set already, it remains.
    pub fn set_deadline(&self, at: Instant) {
        let _ = self.deadline.set(at);
    }

    /// Returns a handle with the same flag and deadline, whose queries the flag `other` also stops.
    #[must_use]
    pub fn or(&self, other: Arc<AtomicBool>) -> InterruptHandle {
        InterruptHandle {
            other: Some(other),
            ..self.clone()
        }
    }

    /// Returns whether the first flag is set. The second flag and the deadline are ignored.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Returns whether a flag is set or the deadline has passed.
    pub fn is_interrupted(&self) -> bool {
        let other = self.other.as_ref();
        self.is_set()
            || other.is_some_and(|other| other.load(Ordering::Relaxed))
            || self.deadline.get().is_some_and(|&at| Instant::now() >= at)
    }
}
