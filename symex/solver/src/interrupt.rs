//! Stopping a query from another thread or a signal handler.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A shared switch: once set, or once its deadline has passed, running queries end soon and later ones at once,
/// all with *unknown*.
#[derive(Clone, Debug, Default)]
pub struct InterruptHandle {
    flag: Arc<AtomicBool>,
    deadline: Arc<OnceLock<Instant>>,
    /// Another switch that does the same.
    other: Option<Arc<AtomicBool>>,
}

impl InterruptHandle {
    /// Stops the queries of everybody who shares this handle. Safe in a signal handler.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Stops them at a time; the first deadline that is set counts.
    pub fn set_deadline(&self, at: Instant) {
        let _ = self.deadline.set(at);
    }

    /// The same handle, for which a further switch stops queries too.
    #[must_use]
    pub fn or(&self, other: Arc<AtomicBool>) -> InterruptHandle {
        InterruptHandle {
            other: Some(other),
            ..self.clone()
        }
    }

    /// Was it set? (A deadline that has passed does not count.)
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Was it set, or has the deadline passed?
    pub fn is_interrupted(&self) -> bool {
        let other = self.other.as_ref();
        self.is_set()
            || other.is_some_and(|other| other.load(Ordering::Relaxed))
            || self.deadline.get().is_some_and(|&at| Instant::now() >= at)
    }
}
