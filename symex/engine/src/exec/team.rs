//! The shared state of the workers of one exploration: states in transit, the reason to halt, the counters for the
//! limits, the failures, and statistics.
//!
//! Every worker is an [`Executor`](super::Executor) with separate states. An idle worker waits for states; a worker
//! with several states shares some when it sees that another worker waits. The exploration is over when all workers
//! wait and no state is in transit (published and not received yet).
use super::{Findings, Halt};
use crate::state::parcel::Parcel;
use crate::stats::Stats;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use symtool_ir::Limit;

/// The data that all workers of an exploration share.
pub(crate) struct Team {
    workers: usize,
    jobs: Mutex<Jobs>,
    changed: Condvar,
    /// The number of waiting workers minus the number of published parcels (groups of states) that no worker has taken
    /// yet; at least 0.
    wanted: AtomicUsize,
    halt: Mutex<Option<Halt>>,
    /// Whether some worker has a reason to halt the run.
    stopped: AtomicBool,
    /// Whether running queries must be interrupted when the run halts. If the run halts because it has reached the
    /// limit of the number of paths, running queries are not interrupted, because the counted paths still need queries
    /// for their inputs.
    interrupt: Arc<AtomicBool>,
    /// The number of paths that have completed.
    pub completed: AtomicU64,
    /// The number of paths that have completed or failed.
    pub ended: AtomicU64,
    /// The number of executed IR instructions that the workers have published.
    pub instructions: AtomicU64,
    pub findings: Arc<Mutex<Findings>>,
    /// The latest statistics of each worker.
    latest: Vec<Mutex<Stats>>,
}

#[derive(Default)]
struct Jobs {
    parcels: VecDeque<Parcel>,
    waiting: usize,
    over: bool,
}

/// Locks a mutex even if a worker panicked while it held the lock. Otherwise the remaining workers would panic,
/// too, or wait forever. The panic is propagated when all workers have ended.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Team {
    pub fn new(workers: usize) -> Team {
        Team {
            workers,
            jobs: Mutex::default(),
            changed: Condvar::new(),
            wanted: AtomicUsize::new(0),
            halt: Mutex::new(None),
            stopped: AtomicBool::new(false),
            interrupt: Arc::default(),
            completed: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            instructions: AtomicU64::new(0),
            findings: Arc::default(),
            latest: (0..workers).map(|_| Mutex::default()).collect(),
        }
    }

    // ---- work sharing

    /// Returns whether a worker waits for states.
    pub fn has_idle_worker(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    /// Publishes states for one of the waiting workers.
    pub fn publish_states(&self, parcel: Parcel) {
        let mut jobs = locked(&self.jobs);
        jobs.parcels.push_back(parcel);
        self.count(&jobs);
        self.changed.notify_one();
    }

    /// Waits until states are published, and returns them. Returns `None` if the exploration is over or the
    /// workers are halted.
    pub fn receive_states(&self) -> Option<Parcel> {
        let mut jobs = locked(&self.jobs);
        jobs.waiting += 1;
        loop {
            if jobs.over || self.is_stopped() {
                return None;
            }
            if let Some(parcel) = jobs.parcels.pop_front() {
                jobs.waiting -= 1;
                self.count(&jobs);
                return Some(parcel);
            }
            if jobs.waiting == self.workers {
                jobs.over = true;
                self.changed.notify_all();
                return None;
            }
            self.count(&jobs);
            jobs = self
                .changed
                .wait(jobs)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn count(&self, jobs: &Jobs) {
        let wanted = jobs.waiting.saturating_sub(jobs.parcels.len());
        self.wanted.store(wanted, Ordering::Relaxed);
    }

    /// Returns the number of published states that no worker has taken.
    pub fn left_over(&self) -> u64 {
        let parcels = &locked(&self.jobs).parcels;
        parcels.iter().map(|parcel| parcel.len() as u64).sum()
    }

    // ---- halting

    /// Halts all workers. Returns the reason of the halt: `why`, or the earlier reason if the workers are already
    /// halted.
    pub fn stop(&self, why: Halt) -> Halt {
        let why = *locked(&self.halt).get_or_insert(why);
        self.stopped.store(true, Ordering::Relaxed);
        if why != Halt::Limit(Limit::Paths) {
            self.interrupt.store(true, Ordering::Relaxed);
        }
        // The lock prevents a lost notification: a worker checks for a halt and starts to wait under this lock.
        let _jobs = locked(&self.jobs);
        self.changed.notify_all();
        why
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Returns the reason for which all workers are halted; `None` if the run goes on.
    pub fn halt(&self) -> Option<Halt> {
        *locked(&self.halt)
    }

    /// Returns the flag that interrupts running queries when the run halts.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.interrupt)
    }

    // ---- statistics

    /// Publishes the statistics of the worker with the index `worker`.
    pub fn publish_stats(&self, worker: usize, stats: &Stats) {
        locked(&self.latest[worker]).clone_from(stats);
    }

    /// Returns the sum of the latest statistics of all workers.
    pub fn stats(&self) -> Stats {
        let mut sum = Stats::default();
        for latest in &self.latest {
            sum.add(&locked(latest));
        }
        sum
    }
}

/// Halts the other workers when the thread that owns the guard panics.
pub(super) struct Guard<'t>(pub &'t Team);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Halt::Limit(symtool_ir::Limit::Interrupt));
        }
    }
}
