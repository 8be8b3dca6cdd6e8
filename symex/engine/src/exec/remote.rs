//! Runs explorations so that they do not influence each other: of the explorations that one thread starts, all except
//! the first run on new threads. Their calls of the observer are forwarded to the calling thread.
//!
//! Z3 stores a context per thread, and its answers depend on earlier queries in the same context. Therefore only
//! the first exploration of a thread runs on that thread. Each later exploration runs on a new thread with a new
//! context, so its results do not depend on earlier explorations. The observer stays in the calling thread and
//! receives its calls through a channel, in the same order.
use super::{Confirmation, Grant, Observer, PointCost, Progress};
use crate::report::TestCase;
use crate::stats::Stats;
use std::cell::Cell;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::Builder;
use symtool_ir::task::inherited;
use symtool_ir::{Failure, Inputs};

/// The capacity of a channel to an observer, in messages. A full channel blocks the executors.
pub(super) const CAPACITY: usize = 256;
/// The native stack size, in bytes, of an executor's thread: as large as the usual stack of a main thread.
pub const STACK: usize = 8 << 20;

thread_local! {
    /// Whether an exploration has already run on this thread.
    static HAS_EXPLORED: Cell<bool> = const { Cell::new(false) };
}

/// A call of an observer that lives in another thread.
pub(super) enum Message {
    Test(TestCase),
    Witness(Inputs, u64),
    Bug(Failure, Inputs, SyncSender<Confirmation>),
    Tick(Box<Stats>, SyncSender<bool>),
    Grant(Progress, SyncSender<Grant>),
    Costs(u64, Vec<PointCost>),
}

impl Message {
    /// Calls the observer and sends the result back. If sending fails, the thread that waits for the result has
    /// panicked. The error is ignored, because the panic is propagated when that thread is joined.
    pub(super) fn deliver(self, observer: &mut dyn Observer) {
        match self {
            Message::Test(test) => observer.test(&test),
            Message::Witness(inputs, steps) => observer.witness(&inputs, steps),
            Message::Bug(failure, inputs, answer) => {
                let _ = answer.send(observer.bug(&failure, &inputs));
            }
            Message::Tick(stats, answer) => {
                let _ = answer.send(observer.tick(&stats));
            }
            Message::Grant(progress, answer) => {
                let _ = answer.send(observer.grant(progress));
            }
            Message::Costs(work, costs) => observer.costs(work, costs),
        }
    }
}

/// An observer that forwards each call to the observer in the calling thread.
struct RemoteObserver {
    to: SyncSender<Message>,
}

impl Observer for RemoteObserver {
    fn test(&mut self, test: &TestCase) {
        // Sending fails only if the observer has panicked. Then the next `tick` or `grant` ends the exploration.
        let _ = self.to.send(Message::Test(test.clone()));
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        let _ = self.to.send(Message::Witness(inputs.clone(), steps));
    }

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        let (answer, answered) = mpsc::sync_channel(1);
        let message = Message::Bug(failure.clone(), inputs.clone(), answer);
        let is_sent = self.to.send(message).is_ok();
        let answer = answered.recv().ok().filter(|_| is_sent);
        answer.unwrap_or(Confirmation::Spurious)
    }

    fn tick(&mut self, stats: &Stats) -> bool {
        let (answer, answered) = mpsc::sync_channel(1);
        let message = Message::Tick(Box::new(stats.clone()), answer);
        self.to.send(message).is_ok() && answered.recv().unwrap_or(false)
    }

    fn grant(&mut self, progress: Progress) -> Grant {
        let (answer, answered) = mpsc::sync_channel(1);
        let is_sent = self.to.send(Message::Grant(progress, answer)).is_ok();
        let answer = answered.recv().ok().filter(|_| is_sent);
        answer.unwrap_or(Grant::Stop)
    }

    fn costs(&mut self, work: u64, costs: Vec<PointCost>) {
        // Sending fails only if the observer has panicked. Then the next `tick` or `grant` ends the exploration.
        let _ = self.to.send(Message::Costs(work, costs));
    }
}

fn serve(from: Receiver<Message>, observer: &mut dyn Observer) {
    for message in from {
        message.deliver(observer);
    }
}

/// Runs the exploration `explore` and returns its result, which does not depend on earlier explorations. If an
/// exploration has already run on this thread, `explore` runs on a new thread. The observer is called on the calling
/// thread in both cases.
pub fn isolated<R: Send + Default>(
    observer: &mut dyn Observer,
    explore: impl FnOnce(&mut dyn Observer) -> R + Send,
) -> R {
    if !HAS_EXPLORED.replace(true) {
        return explore(observer);
    }
    let mut pending = Some(explore);
    let (to, from) = mpsc::sync_channel(CAPACITY);
    let result = std::thread::scope(|scope| {
        let pending = &mut pending;
        let job = move || {
            let explore = pending.take()?;
            Some(explore(&mut RemoteObserver { to }))
        };
        let builder = Builder::new().name("exploration".to_owned());
        // If the system cannot create a thread, the result is `None`, and the exploration runs on the calling thread.
        let worker = builder
            .stack_size(STACK)
            .spawn_scoped(scope, inherited(job))
            .ok()?;
        serve(from, observer);
        match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    });
    match (result, pending) {
        (Some(result), _) => result,
        (None, Some(explore)) => explore(observer),
        (None, None) => R::default(),
    }
}
