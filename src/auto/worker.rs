//! One engine of automatic mode in a thread of its own.
//!
//! The thread sends the events of its exploration to the thread that runs the rounds, and waits there whenever the
//! granted work is done.
use super::engines;
use crate::error::Error;
use crate::job::{self, Job, Listener};
use crate::local::{self, PlaceCost, Revision};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use symtool_engine::{Confirmation, Grant, Observer, Progress, Stats, TestCase};
use symtool_ir::{Failure, Func, Inputs, Module};
use symtool_meld::MeldReport;
use symtool_solver::InterruptHandle;

/// An event of an engine.
pub(super) enum Event {
    /// The exploration has a test case.
    Test(TestCase),
    /// The exploration has an input for a path without a test case.
    Witness(Inputs, u64),
    /// The exploration has found a failure, and waits for the result of its replay.
    Bug(Failure, Inputs, SyncSender<Confirmation>),
    /// The statistics so far.
    Stats(Box<Stats>),
    /// The granted work is done, after this time. The engine waits for more work. The revision contains the melds and
    /// merges that have turned out to be expensive.
    Paused(Progress, Revision, Duration),
    /// The exploration has ended, after this time since the last pause.
    Ended(Box<Result<job::Outcome, Error>>, Duration),
}

/// The thread's ends of the channels to the rounds.
pub(super) struct Link {
    pub events: Sender<Event>,
    pub grants: Receiver<Grant>,
    pub interrupt: InterruptHandle,
    /// The melds and merges of another engine that this engine avoids. The value is set before the first grant.
    pub revision: Arc<OnceLock<Revision>>,
}

/// Runs an engine from its first grant to its end.
pub(super) fn work(job: Job<'_>, mut link: Link) {
    let Ok(Grant::Until(granted)) = link.grants.recv() else {
        return;
    };
    let (mut plan, mut config) = (job.plan.clone(), job.config.clone());
    if let Some(revision) = link.revision.get() {
        engines::revise(&mut plan, &mut config, revision);
    }
    let mut relay = Relay {
        link: &mut link,
        program: (job.original, job.program.entry),
        granted: Some(granted),
        revision: Revision::default(),
        since: Instant::now(),
    };
    let job = Job {
        plan: &plan,
        config: &config,
        ..job
    };
    let outcome = job::run(job, &mut relay);
    let time = relay.since.elapsed();
    let _ = link.events.send(Event::Ended(Box::new(outcome), time));
}

/// The observer in the thread of an engine.
struct Relay<'a> {
    link: &'a mut Link,
    /// The original program and its start function.
    program: (&'a Module, Func),
    /// The first grant, until the exploration has asked for it.
    granted: Option<u64>,
    /// The melds and merges that have turned out to be expensive so far.
    revision: Revision,
    /// The start of the turn.
    since: Instant,
}

impl Observer for Relay<'_> {
    fn test(&mut self, test: &TestCase) {
        let _ = self.link.events.send(Event::Test(test.clone()));
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        let _ = self.link.events.send(Event::Witness(inputs.clone(), steps));
    }

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        let (answer, answered) = sync_channel(1);
        let event = Event::Bug(failure.clone(), inputs.clone(), answer);
        let is_sent = self.link.events.send(event).is_ok();
        let answer = answered.recv().ok().filter(|_| is_sent);
        answer.unwrap_or(Confirmation::Spurious)
    }

    fn tick(&mut self, stats: &Stats) -> bool {
        let is_sent = self.link.events.send(Event::Stats(Box::new(stats.clone())));
        is_sent.is_ok() && !self.link.interrupt.is_set()
    }

    fn grant(&mut self, progress: Progress) -> Grant {
        if let Some(granted) = self.granted.take() {
            return Grant::Until(granted);
        }
        let paused = Event::Paused(progress, self.revision.clone(), self.since.elapsed());
        if self.link.events.send(paused).is_err() {
            return Grant::Stop;
        }
        let grant = self.link.grants.recv().unwrap_or(Grant::Stop);
        self.since = Instant::now();
        grant
    }
}

impl Listener for Relay<'_> {
    /// Engines of automatic mode do not explore several times.
    fn restart(&mut self, _: &[Inputs]) {}

    fn inputs(&self) -> Vec<Inputs> {
        Vec::new()
    }

    fn review(&mut self, work: u64, costs: Vec<PlaceCost>, melded: Option<&MeldReport>) {
        if self.revision.is_empty() {
            self.revision = local::revise(self.program, melded, &costs, work);
        }
    }
}
