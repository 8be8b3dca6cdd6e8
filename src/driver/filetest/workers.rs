//! Runs jobs on worker threads, and abandons jobs that exceed a time limit.
//!
//! A thread cannot be stopped safely. So a worker thread whose job exceeds the limit is abandoned: its result is
//! ignored, and a new worker continues with the next jobs. The abandoned thread terminates with its job or with the
//! process.
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The size of the stack of a worker, in bytes.
const STACK: usize = 64 << 20;

/// Runs the jobs with the numbers `0..count` on `threads` threads. Calls `ended` with the number and the result of each
/// job when the job is complete. The result of a job that takes longer than `limit` is `None`.
pub(super) fn run<T: Send + 'static>(
    count: usize,
    threads: NonZeroUsize,
    limit: Duration,
    job: impl Fn(usize) -> T + Send + Sync + 'static,
    ended: &mut dyn FnMut(usize, Option<T>),
) {
    let (sender, events) = channel();
    let team = Arc::new(Team {
        count,
        next: AtomicUsize::new(0),
        job: Box::new(job),
    });
    for _ in 0..threads.get().min(count) {
        start(&team, &sender);
    }
    collect(&team, limit, (&sender, &events), ended);
}

/// The jobs that the workers share. The workers start them in the order of their numbers.
struct Team<T> {
    count: usize,
    next: AtomicUsize,
    job: Box<dyn Fn(usize) -> T + Send + Sync>,
}

/// A message that a worker sends to the thread that started it.
enum Event<T> {
    /// A job starts.
    Started {
        job: usize,
        at: Instant,
        /// The flag that is set when the worker that runs this job is abandoned.
        abandoned: Arc<AtomicBool>,
    },
    /// A job has ended.
    Ended { job: usize, result: T },
}

/// Starts a worker thread. If the system cannot create a thread, the jobs run on the calling thread.
fn start<T: Send + 'static>(team: &Arc<Team<T>>, events: &Sender<Event<T>>) {
    let (same_team, same_events) = (Arc::clone(team), events.clone());
    let thread = std::thread::Builder::new().stack_size(STACK);
    let started = thread.spawn(move || same_team.work(&same_events));
    if started.is_err() {
        team.work(events);
    }
}

impl<T> Team<T> {
    /// Runs jobs until no job is left or the worker is abandoned.
    fn work(&self, events: &Sender<Event<T>>) {
        let abandoned = Arc::new(AtomicBool::new(false));
        while !abandoned.load(Ordering::Relaxed) {
            let job = self.next.fetch_add(1, Ordering::Relaxed);
            if job >= self.count {
                return;
            }
            // Sending fails only after the receiver was dropped, that is, after all jobs have ended or were abandoned.
            // Then the event is not needed.
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

/// Passes the results of all jobs to `ended`. Abandons each worker whose job takes longer than `limit`, and starts a
/// new worker in its place.
fn collect<T: Send + 'static>(
    team: &Arc<Team<T>>,
    limit: Duration,
    (sender, events): (&Sender<Event<T>>, &Receiver<Event<T>>),
    ended: &mut dyn FnMut(usize, Option<T>),
) {
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
                // An abandoned job is no longer in `running`; its result is ignored.
                if running.remove(&job).is_some() {
                    ended(job, Some(result));
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
                    ended(job, None);
                    missing -= 1;
                    start(team, sender);
                }
            }
            // The channel has a sender, `sender`, so it is never disconnected.
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: NonZeroUsize = NonZeroUsize::MIN.saturating_add(1);

    /// Runs `count` jobs on two threads and returns their results in the order of the job numbers.
    fn results<T: Send + 'static>(
        count: usize,
        limit: Duration,
        job: impl Fn(usize) -> T + Send + Sync + 'static,
    ) -> Vec<Option<T>> {
        let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
        let mut ends = 0;
        run(count, TWO, limit, job, &mut |at, result| {
            results[at] = result;
            ends += 1;
        });
        assert_eq!(ends, count);
        results
    }

    #[test]
    fn each_job_ends_once_with_its_result() {
        let doubled = results(50, Duration::from_secs(3600), |job| job * 2);
        let expected: Vec<Option<usize>> = (0..50).map(|job| Some(job * 2)).collect();
        assert_eq!(doubled, expected);
        assert!(results(0, Duration::ZERO, |job| job).is_empty());
    }

    /// Two jobs never terminate. Their workers must be abandoned, and all other jobs must be started nevertheless.
    #[test]
    fn a_job_that_takes_too_long_has_no_result_and_does_not_block_the_others() {
        let started = Arc::new(AtomicUsize::new(0));
        let seen = Arc::clone(&started);
        let results = results(6, Duration::from_millis(20), move |job| {
            seen.fetch_add(1, Ordering::Relaxed);
            if job < 2 {
                loop {
                    std::thread::park();
                }
            }
            job
        });
        assert_eq!(results[..2], [None, None]);
        // On a busy machine, a worker may be abandoned before it begins its job. The worker begins this job
        // nevertheless, so all six jobs start eventually.
        while started.load(Ordering::Relaxed) < 6 {
            std::thread::yield_now();
        }
    }
}
