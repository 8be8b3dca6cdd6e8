//! One engine of automatic mode in a thread of its own.
//!
//! The thread of the engine sends the events of its exploration to the thread that runs the rounds. The thread of the
//! engine waits whenever the granted work is done: between two steps of the exploration ([`Event::Paused`]), or within
//! a long query ([`Event::Stalled`]).
use super::engines;
use super::mailbox::{Event, Farewell, Post};
use crate::facts::ProgramFacts;
use crate::job::{self, Job, Listener};
use crate::local::{self, PlaceCost, Revision};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use symtool_engine::{Confirmation, Grant, Observer, Progress, Stats, TestCase};
use symtool_ir::{Failure, Inputs};
use symtool_meld::MeldReport;
use symtool_solver::{InterruptHandle, Pacer, Portion};

/// The ends of the channels by which an engine's thread communicates with the thread that runs the rounds.
pub(super) struct Link {
    pub events: Post,
    pub grants: Receiver<Grant>,
    pub interrupt: InterruptHandle,
    /// The melds and merges of another engine that this engine avoids. The value is set before the first grant.
    pub revision: Arc<OnceLock<Revision>>,
    /// Whether the engine begins in the first round.
    pub begins_at_once: bool,
}

/// Runs an engine from its first grant (permission to do an amount of work) to its end.
pub(super) fn work(job: Job<'_>, link: Link) {
    let _farewell = Farewell(link.events.clone());
    let Ok(Grant::Until(granted)) = link.grants.recv() else {
        return;
    };
    let (mut plan, mut config) = (job.plan.clone(), job.config.clone());
    if let Some(revision) = link.revision.get() {
        engines::revise(&mut plan, &mut config, revision);
    }
    let turns = Arc::new(Turns::new(
        link.events.clone(),
        link.grants,
        (link.begins_at_once, granted),
    ));
    config.solving.chain.pacer = pacer(Arc::clone(&turns), link.interrupt.clone());
    let mut relay = Relay {
        events: link.events,
        interrupt: link.interrupt,
        turns,
        program: job.original,
        granted: Some(granted),
        revision: Revision::default(),
    };
    let job = Job {
        plan: &plan,
        config: &config,
        ..job
    };
    let outcome = job::run(job, &mut relay);
    let time = relay.turns.elapsed();
    relay.events.send(Event::Ended(Box::new(outcome), time));
}

/// Returns the pacer of an engine's queries, which divides long queries into portions. If the work of the next portion
/// exceeds the rest of the turn, the pacer makes the query wait until the rounds grant the work for the portion. If the
/// engine is stopped during this wait, the query is interrupted.
fn pacer(turns: Arc<Turns>, interrupt: InterruptHandle) -> Pacer {
    Pacer::new(move |portion| {
        // A query waits before it starts an SMT solver only in the first round, so that the other engines get their
        // first turns soon. In a later round, the other engines have had turns, so the SMT solver starts at once.
        if portion.is_start() && !turns.is_first_round() {
            return true;
        }
        match turns.next_portion(portion) {
            Grant::Until(_) => true,
            Grant::Stop => {
                // The flag of the handle stops the query. At the time limit, the deadline of the handle has already
                // stopped it. Then the flag stays unset. If it were set, the engine would report an interrupt by the
                // user instead of the time limit.
                if !interrupt.is_interrupted() {
                    interrupt.interrupt();
                }
                false
            }
        }
    })
}

/// The turns of an engine. The engine's thread waits between two turns.
struct Turns {
    events: Post,
    current: Mutex<Current>,
}

/// The current turn of an engine.
struct Current {
    grants: Receiver<Grant>,
    started: Instant,
    /// Whether the current turn is in the first round.
    is_first_round: bool,
    /// Whether the current turn is the last one, because the engine has been told to stop.
    is_last: bool,
    /// The total work at which the current turn ends.
    until: u64,
    /// The total work of the engine, as it was last reported to the rounds.
    done: u64,
    /// The work of those portions of queries in the current turn that were not reported to the rounds yet.
    portions: u64,
}

impl Turns {
    /// Returns the turns of an engine whose first turn begins now, in the first round or in a later one, and ends at
    /// the total work `until`.
    fn new(events: Post, grants: Receiver<Grant>, (is_first_round, until): (bool, u64)) -> Turns {
        let current = Mutex::new(Current {
            grants,
            started: Instant::now(),
            is_first_round,
            is_last: false,
            until,
            done: 0,
            portions: 0,
        });
        Turns { events, current }
    }

    /// Returns the grant for the next portion of a query. If the portion exceeds the rest of the current turn, ends the
    /// turn and waits for the grant of the next turn. In the first round, every portion ends the turn.
    fn next_portion(&self, portion: Portion) -> Grant {
        let mut current = self.current();
        current.portions += portion.done;
        let end = current
            .done
            .saturating_add(current.portions)
            .saturating_add(portion.next);
        if !current.is_last && !current.is_first_round && end <= current.until {
            return Grant::Until(current.until);
        }
        let done = std::mem::take(&mut current.portions);
        current.done += done;
        let time = current.started.elapsed();
        self.wait(current, Event::Stalled(Portion { done, ..portion }, time))
    }

    /// Returns the grant to continue the exploration. If the granted work is done, ends the turn and waits for the
    /// grant of the next turn. If some work is left, because a query has already waited for another turn, returns at
    /// once.
    fn next(&self, progress: Progress, revision: Revision) -> Grant {
        let mut current = self.current();
        if !current.is_last && progress.work < current.until {
            return Grant::Until(current.until);
        }
        (current.done, current.portions) = (progress.work, 0);
        let time = current.started.elapsed();
        self.wait(current, Event::Paused(progress, revision, time))
    }

    /// Ends the current turn with an event, and waits for the grant of the next turn.
    fn wait(&self, mut current: MutexGuard<'_, Current>, event: Event) -> Grant {
        if current.is_last {
            return Grant::Stop;
        }
        let is_sent = self.events.send(event);
        let received = current.grants.recv().ok().filter(|_| is_sent);
        let grant = received.unwrap_or(Grant::Stop);
        current.started = Instant::now();
        current.is_first_round = false;
        match grant {
            Grant::Until(until) => current.until = until,
            Grant::Stop => current.is_last = true,
        }
        grant
    }

    fn current(&self) -> MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the current turn is in the first round.
    fn is_first_round(&self) -> bool {
        self.current().is_first_round
    }

    /// Returns the time of the current turn so far.
    fn elapsed(&self) -> Duration {
        self.current().started.elapsed()
    }
}

/// The observer of an engine's exploration. It sends the events of the exploration to the thread that runs the rounds.
struct Relay<'a> {
    events: Post,
    interrupt: InterruptHandle,
    turns: Arc<Turns>,
    /// The original program.
    program: &'a ProgramFacts<'a>,
    /// The work of the first grant; `None` after the exploration has requested it.
    granted: Option<u64>,
    /// The melds and merges that have turned out to be expensive so far.
    revision: Revision,
}

impl Observer for Relay<'_> {
    fn test(&mut self, test: &TestCase) {
        self.events.send(Event::Test(test.clone()));
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        self.events.send(Event::Witness(inputs.clone(), steps));
    }

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        let (answer, answered) = sync_channel(1);
        let event = Event::Bug(failure.clone(), inputs.clone(), answer);
        let is_sent = self.events.send(event);
        let answer = answered.recv().ok().filter(|_| is_sent);
        answer.unwrap_or(Confirmation::Spurious)
    }

    fn tick(&mut self, stats: &Stats) -> bool {
        let is_sent = self.events.send(Event::Stats(Box::new(stats.clone())));
        is_sent && !self.interrupt.is_set()
    }

    fn grant(&mut self, progress: Progress) -> Grant {
        if let Some(granted) = self.granted.take() {
            return Grant::Until(granted);
        }
        self.turns.next(progress, self.revision.clone())
    }
}

impl Listener for Relay<'_> {
    /// Does nothing: only speculative melding explores a program repeatedly, and no engine uses it.
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

#[cfg(test)]
mod tests {
    use super::super::mailbox::{Arrival, Mailbox};
    use super::*;
    use std::sync::mpsc::channel;

    /// Returns the next event of the only engine, if it has sent one.
    fn event(mailbox: &mut Mailbox) -> Option<Event> {
        match mailbox.wait(Duration::ZERO) {
            Arrival::Nothing => None,
            Arrival::Event | Arrival::EndOfTurn(_) => mailbox.next(0),
        }
    }

    #[test]
    fn a_portion_ends_a_turn_only_if_it_exceeds_the_rest_of_the_turn() {
        let mut mailbox = Mailbox::new(1);
        let (grants, granted) = channel();
        for until in [200, 300] {
            grants.send(Grant::Until(until)).expect("a receiver");
        }
        let turns = Turns::new(mailbox.post(0), granted, (false, 100));
        let portion = |done, next| Portion { done, next };
        assert_eq!(turns.next_portion(portion(10, 50)), Grant::Until(100));
        assert!(event(&mut mailbox).is_none());
        // The work so far is 10 + 50, and the next portion would end at 120.
        assert_eq!(turns.next_portion(portion(50, 60)), Grant::Until(200));
        let stalled = event(&mut mailbox).expect("the end of the turn");
        assert!(matches!(
            stalled,
            Event::Stalled(Portion { done: 60, next: 60 }, _)
        ));
        // After the query, the exploration uses the rest of the turn.
        let progress = |work| Progress {
            work,
            ..Progress::default()
        };
        assert_eq!(
            turns.next(progress(150), Revision::default()),
            Grant::Until(200)
        );
        assert!(event(&mut mailbox).is_none());
        assert_eq!(
            turns.next(progress(200), Revision::default()),
            Grant::Until(300)
        );
        assert!(matches!(event(&mut mailbox), Some(Event::Paused(..))));
    }

    #[test]
    fn every_portion_ends_the_turn_in_the_first_round() {
        let mut mailbox = Mailbox::new(1);
        let (grants, granted) = channel();
        grants.send(Grant::Until(200)).expect("a receiver");
        let turns = Turns::new(mailbox.post(0), granted, (true, 100));
        let portion = Portion { done: 0, next: 1 };
        assert_eq!(turns.next_portion(portion), Grant::Until(200));
        assert!(matches!(event(&mut mailbox), Some(Event::Stalled(..))));
        assert!(!turns.is_first_round());
    }

    #[test]
    fn the_end_of_an_engine_is_known_before_its_delivery() {
        let mut mailbox = Mailbox::new(2);
        drop(Farewell(mailbox.post(1)));
        assert!(!mailbox.ends(1));
        assert!(matches!(
            mailbox.wait(Duration::ZERO),
            Arrival::EndOfTurn(1)
        ));
        assert!(mailbox.ends(1) && !mailbox.ends(0));
    }
}
