//! The rounds of automatic mode: [`Rounds`] grants work to the engines in turns, and delivers their events (tests,
//! failures, statistics) to the listener of the job (the observer that records the results of all engines).
//!
//! The events are delivered in the order of the turns, even if several engines run at the same time. An engine with a
//! later turn of the round then runs ahead, but its events are delivered only after the events of the earlier turns.
//! Therefore the number of threads does not change the result.
mod ending;
mod memory;

use super::engines::{Engine, Start, wants_coverage};
use super::features::Features;
use super::mailbox::{Arrival, Event, Mailbox, Post};
use super::schedule::{self, Kind, Lead, Outlook, Turn};
use super::worker::{self, Link};
use super::{End, Outcome, Share};
use crate::error::Error;
use crate::job::{self, Job, Listener, Plan};
use crate::local::Revision;
use memory::Memory;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};
use symtool_engine::{Config, Exploration, Grant, TestCases};
use symtool_ir::Limit;
use symtool_ir::task::inherited;
use symtool_solver::InterruptHandle;

/// The number of rounds in which the other engines continue after conflict-driven search has finished: the rest of the
/// round in which it finishes, and one more round. In these rounds, the other engines make tests that cover code.
/// (Conflict-driven search explores only paths to failures, so other code has no test yet.)
const COVERING_ROUNDS: u32 = 2;
/// The time between two checks for an interrupt.
const TICK: Duration = Duration::from_millis(50);

/// The time for which the first engine runs alone at the beginning of a run. Many short runs end in this time. Another
/// engine would use memory bandwidth and caches that the first engine needs. At the end, the run would also wait for
/// the thread of the other engine.
const HEAD_START: Duration = Duration::from_millis(5);

/// The stage of an engine's turn in the current round.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// The engine has no turn, or all events of its turn have been delivered.
    Waiting,
    /// The engine has the grant of its turn, and works.
    Working,
    /// The engine has done the work of its turn. Its events have not been delivered yet.
    Done,
}

/// The event that must happen before a waiting engine begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Awaited {
    /// The engine with this index. The waiting engine begins when some melds or merges of the awaited engine have
    /// turned out to be expensive.
    ExpensiveChoices(usize),
    /// The run has become long ([`schedule::is_long`]).
    LongRun,
}

/// One engine during a run.
struct Worker {
    interrupt: InterruptHandle,
    grants: Sender<Grant>,
    stage: Stage,
    has_ended: bool,
    /// The event that must happen before the engine begins; `None` after it has begun.
    waits_for: Option<Awaited>,
    /// The melds and merges that this engine avoids because they were expensive in another engine; unset until that
    /// engine has found them.
    revision: Arc<OnceLock<Revision>>,
    /// The melds and merges of this engine that have turned out to be expensive. An engine that revises this one avoids
    /// them.
    expensive: Revision,
    /// Whether the engine explores only paths to possible failures. When such an engine finishes, other code may have
    /// no test yet.
    seeks_failures: bool,
    outlook: Outlook,
    /// The work that further turns must grant before the engine continues the query in which it waits; 0 if the engine
    /// does not wait within a query.
    debt: u64,
    /// The memory of the engine in bytes, estimated as the growth of the process during the turns of the engine.
    memory: u64,
    /// Whether the engine has been told to end, so that the run stays below the memory limit.
    gives_up: bool,
    share: Share,
    outcome: Option<job::Outcome>,
}

impl Worker {
    /// Returns whether the engine has not ended, and does not wait for an event before it begins.
    fn is_live(&self) -> bool {
        !self.has_ended && self.waits_for.is_none()
    }

    /// Counts a further turn in the statistics of the engine, when the delivery of the events of this turn begins.
    fn begin_turn(&mut self) {
        self.share.turns += 1;
        self.share.end = End::Stopped;
    }

    /// Returns whether the engine runs in a turn with the given work. An engine that waits within a long query collects
    /// the work of its turns, and continues when this work suffices for the next portion of the query.
    fn continues_with(&mut self, work: u64) -> bool {
        self.debt = self.debt.saturating_sub(work);
        self.debt == 0
    }
}

/// Explores a program in automatic mode with the given engines. The plan and the configuration of the job contain the
/// options that are the same for all engines. The number of threads is the number of engines that run at the same time.
///
/// # Errors
/// A pass that does not exist or makes the IR invalid, or a meld rule added by the user that has no proof.
pub fn run(
    job: Job<'_>,
    engines: &[&'static Engine],
    listener: &mut impl Listener,
) -> Result<Outcome, Error> {
    let config = job.config;
    let features = Features::of(job.original);
    let mut engines = weighted(engines, &features);
    engines.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
    // With endless loops or an unwinding bound, states of different iterations are not merged, so merging helps less.
    // An engine that does not follow the execution tree then leads: it gets more work (`Lead`).
    let lead = match features.endless_loops > 0 || config.limits.unwind.is_some() {
        true => Lead::WithoutTree,
        false => Lead::Merging,
    };
    let deadline = config.limits.max_time.map(|limit| Instant::now() + limit);
    if let Some(deadline) = deadline {
        config.solving.interrupt.set_deadline(deadline);
    }
    let threads = config.schedule.threads.get();
    let shared = config.clone().threads(NonZeroUsize::MIN);
    let jobs: Vec<_> = engines
        .iter()
        .map(|(engine, _)| {
            let interrupt = InterruptHandle::default();
            if let Some(deadline) = deadline {
                interrupt.set_deadline(deadline);
            }
            let (plan, config) = engine.configure(job.plan, &shared);
            (plan, config.interrupt(interrupt.clone()), interrupt)
        })
        .collect();
    std::thread::scope(|scope| {
        let mut workers = Vec::new();
        let mailbox = Mailbox::new(engines.len());
        for (&(engine, weight), (plan, config, interrupt)) in engines.iter().zip(&jobs) {
            let kind = match (&plan.cdse, plan.meld.is_some() || config.merging.is_some()) {
                _ if engine.start == Start::LongRun => Kind::Coverage,
                (Some(_), _) => Kind::WithoutTree,
                (None, true) => Kind::MergedPaths,
                (None, false) => Kind::Paths,
            };
            let outlook = Outlook::new(weight, kind);
            let post = mailbox.post(workers.len());
            let start = (engine, awaited(engine, &engines));
            let (link, worker) = connect(start, outlook, (plan, config), (interrupt, post));
            let job = Job {
                plan,
                config,
                ..job
            };
            spawn(scope, move || worker::work(job, link))?;
            workers.push(worker);
        }
        let mut rounds = Rounds {
            workers,
            mailbox,
            lead,
            threads,
            config,
            deadline,
            finished: None,
            rounds_left: 0,
            error: None,
            memory: Memory::new(),
            is_stopped: false,
            is_settled: false,
            head_start: Instant::now() + HEAD_START,
        };
        rounds.run(listener);
        rounds.conclude(features)
    })
}

/// Returns the engines with a weight above 0 for the program, each with this weight. If there are none, returns all
/// engines, with the weight 1.
fn weighted(engines: &[&'static Engine], features: &Features) -> Vec<(&'static Engine, u64)> {
    let with = |least| {
        let all = engines.iter();
        let all = all.map(move |&engine| (engine, (engine.weight)(features).max(least)));
        all.filter(|&(_, weight)| weight > 0).collect::<Vec<_>>()
    };
    match with(0) {
        none if none.is_empty() => with(1),
        some => some,
    }
}

/// Returns the event for which `engine` waits before it begins; `None` if the engine begins in the first round.
/// `engines` are all engines of the run.
fn awaited(engine: &Engine, engines: &[(&'static Engine, u64)]) -> Option<Awaited> {
    let mut all = engines.iter().map(|(engine, _)| engine);
    match engine.start {
        Start::FirstRound => None,
        Start::Revises(base) => all
            .position(|it| it.name == base)
            .map(Awaited::ExpensiveChoices),
        Start::LongRun => all
            .any(|it| it.start == Start::FirstRound)
            .then_some(Awaited::LongRun),
    }
}

/// Creates the channels between the thread of an engine and the thread that runs the rounds. Returns the ends of the
/// channels for the thread of the engine, and the ends for the thread that runs the rounds.
fn connect(
    (engine, waits_for): (&'static Engine, Option<Awaited>),
    outlook: Outlook,
    (plan, config): (&Plan, &Config),
    (interrupt, events): (&InterruptHandle, Post),
) -> (Link, Worker) {
    let (grants, granted) = channel();
    let revision = Arc::new(OnceLock::new());
    let link = Link {
        events,
        grants: granted,
        interrupt: interrupt.clone(),
        revision: Arc::clone(&revision),
        begins_at_once: waits_for.is_none(),
    };
    let worker = Worker {
        interrupt: interrupt.clone(),
        grants,
        stage: Stage::Waiting,
        has_ended: false,
        waits_for,
        revision,
        expensive: Revision::default(),
        seeks_failures: plan.cdse.is_some(),
        outlook,
        debt: 0,
        memory: 0,
        gives_up: false,
        share: Share {
            engine,
            options: (engine.options)(config),
            turns: 0,
            work: 0,
            time: Duration::ZERO,
            end: End::NotStarted,
        },
        outcome: None,
    };
    (link, worker)
}

/// Returns whether an engine has executed a program without inputs to its end. Such a program has only one path. Every
/// engine executes this path, and is incomplete for the same reasons, such as an unsupported library function.
fn is_only_path(found: &Exploration) -> bool {
    let paths = &found.stats.paths;
    found.inputs.is_empty() && paths.completed == 1 && paths.forks == 0
}

fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> Result<(), Error> {
    let thread = Builder::new()
        .name("engine".to_owned())
        .stack_size(symtool_engine::STACK)
        .spawn_scoped(scope, inherited(work));
    thread
        .map(drop)
        .map_err(Error::file("cannot start", "a thread"))
}

/// The state of a run in automatic mode: its engines, and the conditions that end the rounds.
struct Rounds<'a> {
    workers: Vec<Worker>,
    mailbox: Mailbox,
    lead: Lead,
    threads: usize,
    config: &'a Config,
    deadline: Option<Instant>,
    /// The index of the engine that finished.
    finished: Option<usize>,
    /// The number of rounds in which the other engines still cover code after an engine has finished.
    rounds_left: u32,
    error: Option<Error>,
    memory: Memory,
    /// Whether an interrupt or the time limit has ended the run.
    is_stopped: bool,
    /// Whether an engine has executed the only path of the program, so that no engine can have a better result
    /// ([`is_only_path`]).
    is_settled: bool,
    /// The time at which the second engine may begin ([`HEAD_START`]).
    head_start: Instant,
}

impl Rounds<'_> {
    /// Runs rounds until an engine finishes, all engines end, or the run is stopped. Then ends the remaining engines.
    fn run(&mut self, listener: &mut impl Listener) {
        let mut round = 0;
        self.begin_waiting();
        while self.workers.iter().any(Worker::is_live) && !self.is_over() {
            let mut turns = self.plan(round);
            while let Some(turn) = turns.first().filter(|_| !self.is_over()) {
                let engine = turn.engine;
                self.grant(&turns);
                self.serve(engine, &turns, listener);
                turns.remove(0);
            }
            round += 1;
            self.begin_waiting();
            self.rounds_left = self.rounds_left.saturating_sub(1);
        }
        self.end_remaining(listener);
    }

    fn is_over(&self) -> bool {
        let is_finished = self.finished.is_some() && self.rounds_left == 0;
        is_finished || self.error.is_some() || self.is_stopped || self.is_settled
    }

    /// Returns the turns of a round. Their order and work depend only on the progress of the engines in earlier rounds.
    fn plan(&mut self, round: u32) -> Vec<Turn> {
        let workers = self.workers.iter_mut().enumerate();
        let live = workers.filter(|(_, worker)| worker.is_live());
        let live = live.map(|(at, worker)| (at, &mut worker.outlook));
        let mut turns = schedule::turns(round, self.lead, wants_coverage(self.config), live);
        turns.retain(|turn| self.workers[turn.engine].continues_with(turn.work));
        turns
    }

    /// Begins the waiting engines for which the awaited event has happened.
    fn begin_waiting(&mut self) {
        let live = self.workers.iter().filter(|worker| worker.is_live());
        let done = live.map(|worker| worker.share.work).sum();
        let is_long = schedule::is_long(done, wants_coverage(self.config));
        // If all other engines have ended, the waiting engine that covers code must begin in two cases: no engine of
        // the run explores path by path, or the engine that did so has ended because of the memory limit.
        let mut all = self.workers.iter();
        let explores_paths = |it: &Worker| it.outlook.kind() == Kind::Paths && !it.gives_up;
        let is_last = !all.any(|it| it.is_live() || explores_paths(it));
        if self.is_memory_tight() && !is_last {
            return;
        }
        for at in 0..self.workers.len() {
            let begins = match self.workers[at].waits_for {
                None => false,
                Some(Awaited::LongRun) => is_long || is_last,
                Some(Awaited::ExpensiveChoices(base)) => {
                    let revision = self.workers[base].expensive.clone();
                    !revision.is_empty() && self.workers[at].revision.set(revision).is_ok()
                }
            };
            if begins {
                self.workers[at].waits_for = None;
            }
        }
    }

    /// Starts the turns that have not started, until as many engines work as there are threads.
    ///
    /// One thread executes the turns in their order, because the events of the first turn are delivered first. While
    /// this thread works, the other threads execute the turns that are expected to take the longest time. The choice
    /// changes only the time of the run, because it affects neither the work of the turns nor the order of their
    /// events.
    fn grant(&mut self, turns: &[Turn]) {
        let stage = |rounds: &Self, turn: &Turn| rounds.workers[turn.engine].stage;
        while let Some(next) = turns
            .iter()
            .position(|it| stage(self, it) == Stage::Waiting)
        {
            let working = |turn: &&Turn| stage(self, turn) == Stage::Working;
            let threads = match Instant::now() < self.head_start {
                true => 1,
                false => self.threads,
            };
            let is_full = turns.iter().filter(working).count() >= threads;
            // The engine of the first turn starts even if all threads are busy, because its events are delivered next.
            if is_full && next > 0 {
                return;
            }
            let in_order = !turns[..next].iter().any(|turn| working(&turn));
            let waiting = |turn: &&Turn| stage(self, turn) == Stage::Waiting;
            let longest = turns
                .iter()
                .filter(waiting)
                .rev()
                .max_by(|a, b| self.expected(a).total_cmp(&self.expected(b)));
            let turn = match longest {
                Some(longest) if !in_order => *longest,
                _ => turns[next],
            };
            let worker = &mut self.workers[turn.engine];
            let until = worker.share.work.saturating_add(turn.work);
            worker.stage = Stage::Working;
            if worker.grants.send(Grant::Until(until)).is_err() {
                // The thread has ended, and its last event is in the mailbox.
                worker.stage = Stage::Done;
            }
        }
    }

    /// Returns the expected time of a turn, in seconds, at the average speed of the engine in its earlier turns.
    fn expected(&self, turn: &Turn) -> f64 {
        /// The time of a unit of work, in seconds, of an engine without an earlier turn.
        const UNIT: f64 = 5e-8;
        let Share { time, work, .. } = self.workers[turn.engine].share;
        let unit = match work {
            0 => UNIT,
            work => time.as_secs_f64() / work as f64,
        };
        turn.work as f64 * unit
    }

    /// Delivers the events of the engine with the index `at` until its turn is over. `turns` are the turns of the round
    /// that are not over.
    fn serve(&mut self, at: usize, turns: &[Turn], listener: &mut impl Listener) {
        let worker = &mut self.workers[at];
        if worker.stage != Stage::Waiting {
            worker.begin_turn();
        }
        self.receive(at, turns, listener);
    }

    /// Delivers the events of the engine with the index `at` until this engine waits or ends. Whenever another engine
    /// completes its turn in the meantime, a thread is free, and the next turn of `turns` begins.
    fn receive(&mut self, at: usize, turns: &[Turn], listener: &mut impl Listener) {
        while self.workers[at].stage != Stage::Waiting {
            match self.mailbox.next(at) {
                Some(event) => self.deliver(at, event, listener),
                None => {
                    let rest = self.head_start.saturating_duration_since(Instant::now());
                    let tick = if rest.is_zero() { TICK } else { rest };
                    match self.mailbox.wait(tick) {
                        Arrival::Event => {}
                        Arrival::EndOfTurn(engine) => {
                            self.attribute_memory(engine);
                            self.workers[engine].stage = Stage::Done;
                        }
                        Arrival::Nothing => self.check_stop(),
                    }
                    // If the engine `at` has sent its last event, it may have explored the whole program. Then the run
                    // ends, so no further turn begins before this event is delivered.
                    if !self.mailbox.ends(at) {
                        self.grant(turns);
                    }
                    self.relieve_memory(at, listener);
                }
            }
        }
    }

    fn lose(&mut self, at: usize) {
        let worker = &mut self.workers[at];
        worker.stage = Stage::Waiting;
        worker.has_ended = true;
    }

    fn deliver(&mut self, at: usize, event: Event, listener: &mut impl Listener) {
        self.check_stop();
        match event {
            Event::Test(test) => listener.test(&test),
            Event::Witness(inputs, steps) => listener.witness(&inputs, steps),
            Event::Bug(failure, inputs, answer) => {
                let _ = answer.send(listener.bug(&failure, &inputs));
            }
            Event::Stats(stats) => {
                if !listener.tick(&stats) {
                    self.stop();
                }
            }
            Event::Paused(progress, expensive, time) => {
                let worker = &mut self.workers[at];
                worker.expensive = expensive;
                worker.outlook.update(progress);
                worker.share.work = progress.work;
                worker.share.time += time;
                worker.stage = Stage::Waiting;
            }
            Event::Stalled(portion, time) => {
                let worker = &mut self.workers[at];
                worker.debt = portion.next;
                worker.share.work += portion.done;
                worker.outlook.stall(worker.share.work);
                worker.share.time += time;
                worker.stage = Stage::Waiting;
            }
            Event::Ended(outcome, time) => {
                self.workers[at].share.time += time;
                self.end(at, *outcome);
            }
            // If the thread has panicked, `std::thread::scope` propagates the panic when all threads have ended.
            Event::Gone => self.lose(at),
        }
    }

    /// Records the end of an engine.
    fn end(&mut self, at: usize, outcome: Result<job::Outcome, Error>) {
        self.lose(at);
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => {
                self.error.get_or_insert(error);
                return;
            }
        };
        let found = &outcome.exploration;
        let has_failed = self.config.failures.stop_at_first_bug && !found.bugs.is_empty();
        let reason = found.incomplete.first().map(|reason| reason.what.clone());
        let stats = &found.stats;
        let work = stats.instructions.saturating_add(stats.solver.work());
        let is_over = self.is_over();
        self.is_settled |= is_only_path(found);
        let worker = &mut self.workers[at];
        worker.share.work = worker.share.work.max(work);
        worker.share.end = match reason.filter(|_| !has_failed) {
            None => {
                self.finished = Some(at);
                let wants_tests = self.config.test_cases != TestCases::None;
                self.rounds_left = match worker.seeks_failures && wants_tests {
                    true => COVERING_ROUNDS,
                    false => 0,
                };
                End::Finished
            }
            Some(_) if worker.gives_up => {
                // The run continues with another engine, whose result is reported. So the outcome of this engine is not
                // stored.
                let limit = Limit::Memory.describe();
                worker.share.end = End::GaveUp(format!("stopped by {limit}"));
                return;
            }
            Some(_) if is_over => End::Stopped,
            Some(reason) => End::GaveUp(reason),
        };
        worker.outcome = Some(outcome);
    }
}
