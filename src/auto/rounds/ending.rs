//! The end of the rounds of automatic mode: stops the engines at an interrupt or at the time limit, ends the remaining
//! engines, and selects the result.
use super::{Outcome, Rounds, Stage, TICK, Worker};
use crate::auto::features::Features;
use crate::auto::mailbox::Event;
use crate::auto::schedule::Kind;
use crate::error::Error;
use crate::job::Listener;
use std::time::{Duration, Instant};
use symtool_engine::{Grant, TestCases};

/// The maximum extension of the grace period (the time that the engines get for their last queries after the time limit
/// or an interrupt). The extension is needed because the engines end one after the other: the inputs of an engine are
/// replayed only after the last queries and the replays of the engines that ended earlier.
const MOST_WAITING: Duration = Duration::from_millis(250);

impl Rounds<'_> {
    /// Stops all engines after an interrupt or at the time limit.
    pub(super) fn check_stop(&mut self) {
        if self.deadline.is_some_and(|at| Instant::now() >= at) {
            // At the deadline, each engine ends by itself, because its interrupt handle has the same deadline.
            self.begin_grace();
        }
        if self.config.solving.interrupt.is_set() {
            self.stop();
        }
    }

    pub(super) fn stop(&mut self) {
        self.begin_grace();
        let workers = self.workers.iter();
        workers.for_each(|worker| worker.interrupt.interrupt());
    }

    /// Notes that an interrupt or the time limit has ended the run, and sets a later deadline (the grace period) for
    /// the last queries and the replays of inputs. The replays run one engine after the other. Therefore the grace
    /// period is extended by one grace period for each live engine, but at most by [`MOST_WAITING`].
    pub(super) fn begin_grace(&mut self) {
        if std::mem::replace(&mut self.is_stopped, true) {
            return;
        }
        let grace = self.config.limits.grace();
        let live = self.workers.iter().filter(|it| !it.has_ended).count();
        let waiting = grace.saturating_mul(u32::try_from(live).unwrap_or(u32::MAX));
        let interrupt = &self.config.solving.interrupt;
        interrupt.extend(Instant::now() + grace + waiting.min(MOST_WAITING));
    }

    /// Ends the engines that have not ended. Their remaining tests and failures are delivered in two cases: if the run
    /// was stopped, or if conflict-driven search finished and the other engines have completed their last round. In all
    /// other cases, an engine finished or an error occurred during a round. The progress of the other engines in this
    /// round then depends on the number of threads, so their events are discarded.
    pub(super) fn end_remaining(&mut self, listener: &mut impl Listener) {
        let covers_more = self.config.test_cases != TestCases::None
            && self
                .finished
                .is_some_and(|at| self.workers[at].seeks_failures);
        // The engines that explore path by path cover most code and have few inputs, one for each state with new
        // coverage. The inputs of these engines are replayed first, because the replays of the many inputs of other
        // engines may take all of the remaining time.
        let mut order: Vec<usize> = (0..self.workers.len()).collect();
        order.sort_by_key(|&at| match self.workers[at].outlook.kind() {
            Kind::Paths => 0,
            Kind::Coverage => 1,
            Kind::MergedPaths | Kind::WithoutTree => 2,
        });
        for at in order {
            let worker = &mut self.workers[at];
            if worker.has_ended {
                continue;
            }
            if !self.is_stopped && !covers_more {
                worker.interrupt.abandon();
            }
            if self.is_stopped && worker.stage != Stage::Waiting {
                // The engine has begun a turn whose events were not delivered before the round ended. So this turn is
                // not counted yet.
                worker.begin_turn();
            }
            let has_started = worker.share.turns > 0;
            let _ = worker.grants.send(Grant::Stop);
            if (self.is_stopped || covers_more) && has_started {
                // If the engine has begun a later turn, it has sent a `Paused` event before its end. The first call of
                // `receive` then returns at this event, so `receive` is called again.
                while !self.workers[at].has_ended {
                    self.workers[at].stage = Stage::Working;
                    self.receive(at, &[], listener);
                }
            } else {
                self.discard(at);
            }
        }
    }

    /// Receives the events of an engine until its thread ends, without delivering them to the listener.
    pub(super) fn discard(&mut self, at: usize) {
        while !self.workers[at].has_ended {
            let worker = &mut self.workers[at];
            match self.mailbox.next(at) {
                Some(Event::Bug(_, _, answer)) => {
                    let _ = answer.send(symtool_engine::Confirmation::Spurious);
                }
                Some(Event::Paused(..) | Event::Stalled(..)) => {
                    let _ = worker.grants.send(Grant::Stop);
                }
                Some(Event::Gone) => worker.has_ended = true,
                Some(Event::Test(_) | Event::Witness(..) | Event::Stats(_) | Event::Ended(..)) => {}
                None => {
                    self.mailbox.wait(TICK);
                }
            }
        }
    }

    /// Returns the result of the engine that finished. If none finished, returns the result with the fewest reasons of
    /// incompleteness.
    pub(super) fn conclude(mut self, features: Features) -> Result<Outcome, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let reasons = |worker: &Worker| {
            let outcome = worker.outcome.as_ref();
            outcome.map(|outcome| outcome.exploration.incomplete.len())
        };
        let fewest = || {
            let ended = self.workers.iter().enumerate();
            let ended = ended.filter_map(|(at, worker)| Some((reasons(worker)?, at)));
            ended.min().map(|(_, at)| at)
        };
        let chosen = self.finished.or_else(fewest).unwrap_or(0);
        let outcome = self.workers[chosen].outcome.take();
        let job = outcome
            .ok_or_else(|| Error::Internal("no engine of automatic mode has ended".to_owned()))?;
        // An engine that never began, because the event for which it waits did not happen, is not part of the result.
        let began = |worker: &Worker| worker.waits_for.is_none();
        let chosen = self.workers[..chosen].iter().filter(|it| began(it)).count();
        let workers = self.workers.into_iter().filter(began);
        Ok(Outcome {
            job,
            features,
            shares: workers.map(|it| it.share).collect(),
            chosen,
        })
    }
}
