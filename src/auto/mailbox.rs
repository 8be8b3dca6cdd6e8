//! The events that the engines of automatic mode send to the thread that runs the rounds, from their arrival to their
//! delivery.
//!
//! Engines that run at the same time send their events in any order. The rounds deliver the events engine by engine, in
//! the order of the turns, so the [`Mailbox`] keeps the events of each engine until they are delivered.
use crate::error::Error;
use crate::job;
use crate::local::Revision;
use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel};
use std::time::Duration;
use symtool_engine::{Confirmation, Progress, Stats, TestCase};
use symtool_ir::{Failure, Inputs};
use symtool_solver::Portion;

/// An event that an engine of automatic mode sends to the thread that runs the rounds.
pub(super) enum Event {
    /// The exploration has a test case.
    Test(TestCase),
    /// The exploration has an input for a path without a test case. A replay of the input may stop after the given
    /// number of instructions. The number is `u64::MAX` if the path was explored to its end.
    Witness(Inputs, u64),
    /// The exploration has found a failure on an input, and waits for the result of its replay, which is sent back
    /// through the channel in the third field.
    Bug(Failure, Inputs, SyncSender<Confirmation>),
    /// The statistics of the exploration so far.
    Stats(Box<Stats>),
    /// The engine has done the granted work and waits for more work. The revision contains the melds and merges that
    /// have turned out to be expensive. The duration is the wall-clock time of the turn.
    Paused(Progress, Revision, Duration),
    /// The engine has completed a portion of a long query and waits for the work of the next portion. The duration is
    /// the wall-clock time of the turn.
    Stalled(Portion, Duration),
    /// The exploration has ended. The duration is the wall-clock time of the engine's last turn.
    Ended(Box<Result<job::Outcome, Error>>, Duration),
    /// The thread of the engine has ended.
    Gone,
}

impl Event {
    /// Returns the result of waiting for an event ([`Arrival`]) when this event has arrived from the engine `engine`.
    fn arrival(&self, engine: usize) -> Arrival {
        match self {
            Event::Paused(..) | Event::Stalled(..) | Event::Ended(..) | Event::Gone => {
                Arrival::EndOfTurn(engine)
            }
            Event::Test(_) | Event::Witness(..) | Event::Bug(..) | Event::Stats(_) => {
                Arrival::Event
            }
        }
    }
}

/// The sending end of the channel from one engine to the thread that runs the rounds.
#[derive(Clone)]
pub(super) struct Post {
    engine: usize,
    to: Sender<(usize, Event)>,
}

impl Post {
    /// Sends an event to the thread that runs the rounds. Returns whether this thread can still receive the event.
    pub fn send(&self, event: Event) -> bool {
        self.to.send((self.engine, event)).is_ok()
    }
}

/// A guard that sends [`Event::Gone`] when it is dropped: when the thread of an engine ends, even if the thread panics.
pub(super) struct Farewell(pub Post);

impl Drop for Farewell {
    fn drop(&mut self) {
        self.0.send(Event::Gone);
    }
}

/// The events of all engines that have not been delivered yet.
pub(super) struct Mailbox {
    sender: Sender<(usize, Event)>,
    arrivals: Receiver<(usize, Event)>,
    /// For each engine, the events that have arrived.
    waiting: Vec<VecDeque<Event>>,
}

impl Mailbox {
    /// Returns the mailbox of a number of engines.
    pub fn new(engines: usize) -> Mailbox {
        let (sender, arrivals) = channel();
        let waiting = (0..engines).map(|_| VecDeque::new()).collect();
        Mailbox {
            sender,
            arrivals,
            waiting,
        }
    }

    /// Returns the sending end of the channel for the engine with the index `engine`.
    pub fn post(&self, engine: usize) -> Post {
        let to = self.sender.clone();
        Post { engine, to }
    }

    /// Removes and returns the oldest event that has arrived from the engine with the index `engine`; `None` if there
    /// is no such event.
    pub fn next(&mut self, engine: usize) -> Option<Event> {
        self.waiting[engine].pop_front()
    }

    /// Returns whether the last event of the engine with the index `engine` has arrived and is not delivered yet.
    pub fn ends(&self, engine: usize) -> bool {
        let last = self.waiting[engine].back();
        last.is_some_and(|event| matches!(event, Event::Ended(..) | Event::Gone))
    }

    /// Waits at most `time` for an event of any engine, and keeps the event for its delivery.
    pub fn wait(&mut self, time: Duration) -> Arrival {
        match self.arrivals.recv_timeout(time) {
            Ok((engine, event)) => {
                let arrival = event.arrival(engine);
                self.waiting[engine].push_back(event);
                arrival
            }
            // The mailbox has a sender itself, so the channel is never disconnected.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Arrival::Nothing,
        }
    }
}

/// The result of waiting for an event.
pub(super) enum Arrival {
    /// No event has arrived in time.
    Nothing,
    /// An event within a turn has arrived.
    Event,
    /// The last event of a turn of this engine has arrived: the engine waits for its next turn, or has ended.
    EndOfTurn(usize),
}
