//! Stops queries from another thread or from a signal handler.
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// A shared flag with a deadline. After the flag is set, or after the deadline, a running query soon ends
/// with the answer *unknown*, and later queries return *unknown* immediately.
#[derive(Clone, Debug, Default)]
pub struct InterruptHandle {
    flag: Arc<AtomicBool>,
    deadline: Arc<OnceLock<Instant>>,
    /// A later deadline, until which a run may issue a few more queries. If it is set, `deadline` and `flag` have no
    /// effect.
    extension: Arc<OnceLock<Instant>>,
    /// Whether the results of the run are no longer needed. Then queries stop even if an extension is set.
    is_abandoned: Arc<AtomicBool>,
    /// A second flag that also stops the queries of this handle, and is set by another part of the program; `None` if
    /// there is none.
    other: Option<Arc<AtomicBool>>,
}

impl InterruptHandle {
    /// Stops the queries of all clones of this handle. A signal handler may call this function.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Stops the queries of all clones of this handle for good: [`extend`](Self::extend) has no effect afterwards.
    /// Call this function when the results of the run are no longer needed.
    pub fn abandon(&self) {
        self.interrupt();
        self.is_abandoned.store(true, Ordering::Relaxed);
    }

    /// Sets the time at which queries are stopped. Only the first call has an effect.
    pub fn set_deadline(&self, at: Instant) {
        let _ = self.deadline.set(at);
    }

    /// Allows queries until the given time, so that a run can still issue a few queries after its time limit or after
    /// an interrupt. Only the first call has an effect.
    pub fn extend(&self, to: Instant) {
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

    /// Returns the time at which queries are stopped: the time of an [extension](Self::extend), otherwise the deadline;
    /// `None` if neither is set.
    pub fn ends_at(&self) -> Option<Instant> {
        self.extension.get().or(self.deadline.get()).copied()
    }

    /// Returns whether the flag of this handle is set, for example because the user has interrupted the run. Ignores
    /// the deadline, an extension, and a second flag that [`or`](Self::or) added.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Returns whether the deadline has passed. Ignores an [extension](Self::extend).
    pub fn is_past_deadline(&self) -> bool {
        let deadline = self.deadline.get();
        deadline.is_some_and(|&at| Instant::now() >= at)
    }

    /// Returns whether queries must stop: one of the flags is set or the deadline has passed. After an
    /// [extension](Self::extend), `flag` and the deadline do not count. Instead, queries stop at the end of the
    /// extension or after [`abandon`](Self::abandon).
    pub fn is_interrupted(&self) -> bool {
        let other = self.other.as_ref();
        let has_passed = |at: Option<&Instant>| at.is_some_and(|&at| Instant::now() >= at);
        let is_over = match self.extension.get() {
            Some(at) => self.is_abandoned.load(Ordering::Relaxed) || has_passed(Some(at)),
            None => self.is_set() || has_passed(self.deadline.get()),
        };
        is_over || other.is_some_and(|other| other.load(Ordering::Relaxed))
    }
}
