//! Stopping a query from another thread or a signal handler.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A shared flag. Once it is set or its deadline has passed, running queries end soon and later ones at once, all with *unknown*.
#[derive(Clone, Debug, Default)]
pub struct InterruptHandle {
    flag: Arc<AtomicBool>,
    deadline: Arc<OnceLock<Instant>>,
    /// A second flag with the same effect, set by another part of the program.
    other: Option<Arc<AtomicBool>>,
}

impl InterruptHandle {
    /// Stops the queries of all clones of this handle. Safe in a signal handler.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Sets the time at which queries are stopped; only the first call counts.
    pub fn set_deadline(&self, at: Instant) {
        let _ = self.deadline.set(at);
    }

    /// Returns the same handle with a second flag that also stops queries.
    #[must_use]
    pub fn or(&self, other: Arc<AtomicBool>) -> InterruptHandle {
        InterruptHandle {
            other: Some(other),
            ..self.clone()
        }
    }

    /// Returns whether the flag is set, regardless of the deadline.
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
