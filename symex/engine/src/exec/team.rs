//! What the workers of one exploration share: the states that one gives to another, the reason to stop, limits, coverage.
//!
//! Every worker is an [`Engine`](super::Engine) of its own with states of its own. One that has none left waits here; one
//! that has several gives some away when it sees that somebody waits. The exploration is over when all wait and nothing is
//! under way.
use super::{Findings, Halt};
use crate::state::parcel::Parcel;
use crate::stats::Stats;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use symtool_ir::Limit;

/// The workers' common ground.
pub(crate) struct Team {
    workers: usize,
    jobs: Mutex<Jobs>,
    changed: Condvar,
    /// Workers that wait and for whom nothing is under way.
    wanted: AtomicUsize,
    halt: Mutex<Option<Halt>>,
    /// Set once there is a reason to halt.
    stopped: AtomicBool,
    /// Set if queries are to be stopped too. Not where enough paths have ended: those that were counted still need their
    /// inputs.
    hurry: Arc<AtomicBool>,
    /// Paths that have completed.
    pub completed: AtomicU64,
    /// Paths that have completed or failed.
    pub ended: AtomicU64,
    /// IR instructions executed, as far as the workers have told.
    pub instructions: AtomicU64,
    pub findings: Arc<Mutex<Findings>>,
    /// What each worker last counted.
    latest: Vec<Mutex<Stats>>,
}

#[derive(Default)]
struct Jobs {
    parcels: VecDeque<Parcel>,
    waiting: usize,
    over: bool,
}

/// Never lets a panic of one worker keep the others waiting: the panic itself is handed on when all have ended.
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
            hurry: Arc::default(),
            completed: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            instructions: AtomicU64::new(0),
            findings: Arc::default(),
            latest: (0..workers).map(|_| Mutex::default()).collect(),
        }
    }

    // ---- states that move

    /// Does somebody wait for states?
    pub fn wants(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    /// Puts states where a waiting worker takes them.
    pub fn give(&self, parcel: Parcel) {
        let mut jobs = locked(&self.jobs);
        jobs.parcels.push_back(parcel);
        self.count(&jobs);
        self.changed.notify_one();
    }

    /// States for a worker that has none, as soon as there are some; `None` when the exploration is over.
    pub fn take(&self) -> Option<Parcel> {
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

    /// States that nobody took.
    pub fn left_over(&self) -> u64 {
        let parcels = &locked(&self.jobs).parcels;
        parcels.iter().map(|parcel| parcel.len() as u64).sum()
    }

    // ---- the end

    /// Halts all workers; the first reason counts, and is given back.
    pub fn stop(&self, why: Halt) -> Halt {
        let why = *locked(&self.halt).get_or_insert(why);
        self.stopped.store(true, Ordering::Relaxed);
        if why != Halt::Limit(Limit::Paths) {
            self.hurry.store(true, Ordering::Relaxed);
        }
        // Under the lock, so that nobody is between looking and waiting.
        let _jobs = locked(&self.jobs);
        self.changed.notify_all();
        why
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why all halt, if they do.
    pub fn halt(&self) -> Option<Halt> {
        *locked(&self.halt)
    }

    /// A switch that stops queries when the workers halt at once.
    pub fn switch(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.hurry)
    }

    // ---- numbers

    /// Notes what a worker has counted so far.
    pub fn tell(&self, worker: usize, stats: &Stats) {
        locked(&self.latest[worker]).clone_from(stats);
    }

    /// What all have counted so far.
    pub fn stats(&self) -> Stats {
        let mut sum = Stats::default();
        for latest in &self.latest {
            sum.add(&locked(latest));
        }
        sum
    }
}

/// Halts the others if its owner panics.
pub(super) struct Guard<'t>(pub &'t Team);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(Halt::Limit(symtool_ir::Limit::Interrupt));
        }
    }
}
