//! Runs jobs on worker threads, and gives up jobs that take too long.
//!
//! A thread cannot be stopped safely. A worker whose job takes too long is abandoned: its result is ignored, a new
//! worker continues with the next jobs, and the abandoned one ends with its job or with the process.
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The size of the stack of a worker, in bytes.
const STACK: usize = 64 << 20;

/// Runs the jobs with the numbers `0..count` on `threads` threads, and returns their results in this order. The result
/// of a job that takes longer than `limit` is `None`.
pub(super) fn run<T: Send + 'static>(
    count: usize,
    threads: NonZeroUsize,
    limit: Duration,
    job: impl Fn(usize) -> T + Send + Sync + 'static,
) -> Vec<Option<T>> {
    let (sender, events) = channel();
    let team = Arc::new(Team {
        count,
        next: AtomicUsize::new(0),
        job: Box::new(job),
    });
    for _ in 0..threads.get().min(count) {
        start(&team, &sender);
    }
    collect(&team, limit, (&sender, &events))
}

/// The jobs, which the workers take in the order of their numbers.
struct Team<T> {
    count: usize,
    next: AtomicUsize,
    job: Box<dyn Fn(usize) -> T + Send + Sync>,
}

/// A message of a worker.
enum Event<T> {
    /// A job starts.
    Started {
        job: usize,
        at: Instant,
        /// The flag that abandons the worker.
        abandoned: Arc<AtomicBool>,
    },
    /// A job has ended.
    Ended { job: usize, result: T },
}

/// Starts a worker. If the system has no further thread, the calling thread does the work.
fn start<T: Send + 'static>(team: &Arc<Team<T>>, events: &Sender<Event<T>>) {
    let (same_team, same_events) = (Arc::clone(team), events.clone());
    let thread = std::thread::Builder::new().stack_size(STACK);
    let started = thread.spawn(move || same_team.work(&same_events));
    if started.is_err() {
        team.work(events);
    }
}

impl<T> Team<T> {
    /// Does jobs until no job is left, or the worker is abandoned.
    fn work(&self, events: &Sender<Event<T>>) {
        let abandoned = Arc::new(AtomicBool::new(false));
        while !abandoned.load(Ordering::Relaxed) {
            let job = self.next.fetch_add(1, Ordering::Relaxed);
            if job >= self.count {
                return;
            }
            // Sending fails after the last job has ended or was abandoned, because the receiver is dropped then. The
            // event is not needed in this case.
            let _ = events.send(Event::Started {
                job,
                at: Instant::now(),
                abandoned: Arc::clone(&abandoned),
            });
            let result = (self.job)(job);
            let _ = events.send(Event::Ended { job, result });
        }
    }
}

/// Returns the results of all jobs. Abandons each worker whose job takes longer than `limit`, and starts another one.
fn collect<T: Send + 'static>(
    team: &Arc<Team<T>>,
    limit: Duration,
    (sender, events): (&Sender<Event<T>>, &Receiver<Event<T>>),
) -> Vec<Option<T>> {
    let mut results: Vec<Option<T>> = (0..team.count).map(|_| None).collect();
    let mut running: BTreeMap<usize, (Instant, Arc<AtomicBool>)> = BTreeMap::new();
    let mut missing = team.count;
    while missing > 0 {
        let first = running.values().map(|(at, _)| at.elapsed()).max();
        let wait = limit.saturating_sub(first.unwrap_or_default());
        match events.recv_timeout(wait) {
            Ok(Event::Started { job, at, abandoned }) => {
                running.insert(job, (at, abandoned));
            }
            Ok(Event::Ended { job, result }) => {
                // A job that was given up is no longer among the running ones.
                if running.remove(&job).is_some() {
                    results[job] = Some(result);
                    missing -= 1;
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                let is_late = |(at, _): &(Instant, _)| at.elapsed() >= limit;
                let late = running.iter().find(|(_, worker)| is_late(worker));
                if let Some(job) = late.map(|(&job, _)| job)
                    && let Some((_, abandoned)) = running.remove(&job)
                {
                    abandoned.store(true, Ordering::Relaxed);
                    missing -= 1;
                    start(team, sender);
                }
            }
            // The channel has a sender, `sender`, so it is never disconnected.
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

    #[test]
    fn results_are_in_the_order_of_the_jobs() {
        let results = run(50, TWO, Duration::from_secs(3600), |job| job * 2);
        let expected: Vec<Option<usize>> = (0..50).map(|job| Some(job * 2)).collect();
        assert_eq!(results, expected);
        assert!(run(0, TWO, Duration::ZERO, |job| job).is_empty());
    }

    /// Checks two jobs that never end: their workers are abandoned, and all other jobs are started nevertheless.
    #[test]
    fn a_job_that_takes_too_long_has_no_result_and_does_not_block_the_others() {
        let started = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&started);
        let results = run(6, TWO, Duration::from_millis(20), move |job| {
            seen.fetch_add(1, Ordering::Relaxed);
            if job < 2 {
                loop {
                    std::thread::park();
                }
            }
            job
        });
        assert_eq!(results[..2], [None, None]);
        assert_eq!(started.load(Ordering::Relaxed), 6);
    }
}
