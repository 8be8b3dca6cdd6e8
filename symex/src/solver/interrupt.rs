//! Stopping a query from another thread or a signal handler.
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A shared switch: once set, running queries end soon and later ones at once, all with *unknown*.
#[derive(Clone, Debug, Default)]
pub struct InterruptHandle {
    flag: Arc<AtomicBool>,
}

impl InterruptHandle {
    /// A handle around a flag that others own too.
    pub fn from_flag(flag: Arc<AtomicBool>) -> InterruptHandle {
        InterruptHandle { flag }
    }

    /// Stops the queries of everybody who shares this handle. Safe in a signal handler.
    pub fn interrupt(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Was it set?
    pub fn is_interrupted(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}
