//! Parallel exploration: the same paths as with one thread.
//!
//! Each worker runs an [`Engine`] in a thread of its own, with an arena and a solver of its own. The
//! execution tree is split at its states (work sharing). An idle worker gets the shallowest states of another
//! one, which probably have the largest subtrees, packed for the transfer to another thread. A state behaves
//! there as it would have here, so the set of paths does not depend on the schedule. Only their order does,
//! and with it which inputs of a path its test case contains.
//!
//! The observer stays in the calling thread, which only serves it: test cases arrive by a channel, and a
//! worker that has found a failure waits for its confirmation. So calls of the observer are sequential.
use super::coverage::{Coverage, Reached};
use super::decode::Code;
use super::team::{Guard, Team, locked};
use super::{Confirmation, Engine, Exploration, Halt, Observer, Part};
use crate::config::Config;
use crate::memory::Memory;
use crate::report::{IncompleteReason, TestCase};
use crate::state::parcel::Parcel;
use crate::stats::Stats;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread::{Builder, ScopedJoinHandle};
use std::time::{Duration, Instant};
use symtool_expr::Arena;
use symtool_ir::{Failure, Func, Inputs, Limit, Module};

/// Time between two ticks of the observer.
const TICK: Duration = Duration::from_millis(50);
/// The capacity of the channel of test cases; a full channel blocks the workers.
const WAITING_TESTS: usize = 256;
/// Native stack size of a worker: that of the main thread.
const STACK: usize = 8 << 20;
/// The most states that move together.
const MOST: usize = 64;
/// The reciprocal of the fraction of a worker's time that work sharing may take.
const GIVING: u32 = 8;
/// The time that work sharing may take in any case.
const GIVING_FREE: Duration = Duration::from_millis(10);

/// A message of a worker to the observer.
enum Said {
    Test(TestCase),
    Witness(Inputs, u64),
    Bug(Failure, Inputs, SyncSender<Confirmation>),
}

/// The connection of a worker to the observer.
struct Line<'t> {
    team: &'t Team,
    worker: usize,
    to: SyncSender<Said>,
}

/// The membership of a worker in its team.
pub(super) struct Place<'t> {
    pub team: &'t Team,
    pub reached: Arc<Reached>,
    /// The initial memory of the program, once the worker has an arena: states in transit omit the objects
    /// that they share with it.
    pub fresh: Option<Memory>,
    /// Time spent on packing states.
    giving: Duration,
    /// Instructions that were published to the team.
    told: u64,
}

impl Place<'_> {
    /// Sets the initial memory of the program.
    pub(super) fn with_memory(self, fresh: Memory) -> Self {
        let fresh = Some(fresh);
        Place { fresh, ..self }
    }
}

/// Explores with [`Config::threads`] workers.
pub(super) fn explore(
    program: &Module,
    entry: Func,
    config: &Config,
    observer: &mut dyn Observer,
) -> Exploration {
    let started = Instant::now();
    let team = Team::new(config.threads.get());
    let config = &Config {
        interrupt: config.interrupt.or(team.switch()),
        ..config.clone()
    };
    let code = Code::new(program, &mut Arena::new());
    let reached = Arc::new(Reached::new(&code));
    let (to, from) = mpsc::sync_channel(WAITING_TESTS);
    let mut parts = std::thread::scope(|scope| {
        // Also if the observer panics.
        let _guard = Guard(&team);
        let mut workers = Vec::new();
        for worker in 0..config.threads.get() {
            let team = &team;
            let line = Line {
                team,
                worker,
                to: to.clone(),
            };
            let reached = Arc::clone(&reached);
            let job = move || {
                let _guard = Guard(team);
                let place = Place {
                    team,
                    reached,
                    fresh: None,
                    giving: Duration::ZERO,
                    told: 0,
                };
                let mut line = line;
                let entry = (worker == 0).then_some(entry);
                let mut engine = Engine::new(program, config, &mut line, Some(place));
                engine.run(entry);
                engine.conclude()
            };
            let builder = Builder::new()
                .name(format!("worker {worker}"))
                .stack_size(STACK);
            match builder.spawn_scoped(scope, job) {
                Ok(handle) => workers.push(handle),
                // The system cannot create another thread.
                Err(_) => {
                    team.stop(Halt::Limit(Limit::Memory));
                }
            }
        }
        drop(to);
        serve(&team, from, started, observer);
        workers.into_iter().map(joined).collect::<Vec<_>>()
    });
    let mut whole = merge(&mut parts);
    whole.stats.time = started.elapsed();
    whole.stats.live = 0;
    whole.stats.paths.killed += team.left_over();
    if let Some(Halt::Limit(limit)) = team.halt() {
        let what = format!("stopped by {}", limit.describe());
        whole.incomplete.push(IncompleteReason { what, loc: None });
    }
    let coverage = Coverage::of(&reached).report(program, &code);
    let mut findings = std::mem::take(&mut *locked(&team.findings));
    findings.sort(program);
    whole.conclude(findings, coverage, (program, &code))
}

fn joined(worker: ScopedJoinHandle<'_, Part>) -> Part {
    worker
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Forwards the workers' messages to the observer until the last worker has ended.
fn serve(team: &Team, from: Receiver<Said>, started: Instant, observer: &mut dyn Observer) {
    let mut last_tick = started;
    loop {
        match from.recv_timeout(TICK) {
            Ok(Said::Test(test)) => observer.test(&test),
            Ok(Said::Witness(inputs, steps)) => observer.witness(&inputs, steps),
            Ok(Said::Bug(failure, inputs, answer)) => {
                // A worker that no longer waits has panicked.
                let _ = answer.send(observer.bug(&failure, &inputs));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if last_tick.elapsed() >= TICK {
            last_tick = Instant::now();
            let stats = Stats {
                time: started.elapsed(),
                ..team.stats()
            };
            if !observer.tick(&stats) {
                team.stop(Halt::Limit(Limit::Interrupt));
            }
        }
    }
}

impl Line<'_> {
    /// Sends a message. Returns `false` if the observer has panicked; the panic ends the exploration.
    fn say(&self, what: Said) -> bool {
        let heard = self.to.send(what).is_ok();
        if !heard {
            self.team.stop(Halt::Limit(Limit::Interrupt));
        }
        heard
    }
}

impl Observer for Line<'_> {
    fn test(&mut self, test: &TestCase) {
        self.say(Said::Test(test.clone()));
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        self.say(Said::Witness(inputs.clone(), steps));
    }

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        let (answer, answered) = mpsc::sync_channel(1);
        let heard = self.say(Said::Bug(failure.clone(), inputs.clone(), answer));
        let answer = answered.recv().ok().filter(|_| heard);
        answer.unwrap_or(Confirmation::Spurious)
    }

    fn tick(&mut self, stats: &Stats) -> bool {
        self.team.tell(self.worker, stats);
        true
    }
}

/// Merges the results of all workers. Results without an order of their own are sorted, so that they do not
/// depend on the schedule.
fn merge(parts: &mut [Part]) -> Part {
    let mut whole = Part::default();
    let mut reasons = BTreeSet::new();
    for part in parts {
        whole.stats.add(&part.stats);
        whole.spots.add(std::mem::take(&mut part.spots));
        whole.explained.append(&mut part.explained);
        reasons.extend(part.incomplete.drain(..).map(|r| (r.loc, r.what)));
        for (name, input) in std::mem::take(&mut part.inputs) {
            let first = whole.inputs.entry(name).or_insert(input);
            first.place = first.place.min(input.place);
        }
    }
    let reasons = reasons.into_iter();
    let mut inputs: Vec<_> = whole.inputs.iter_mut().collect();
    // Ties at the same position are ordered by name, the order of the map.
    inputs.sort_by_key(|(_, input)| input.place);
    for (order, (_, input)) in inputs.into_iter().enumerate() {
        input.order = order;
    }
    whole.incomplete = reasons
        .map(|(loc, what)| IncompleteReason { what, loc })
        .collect();
    whole
}

impl Engine<'_> {
    /// Gives states away if another worker waits and this one has several.
    pub(super) fn share(&mut self) {
        let Some(place) = &self.place else { return };
        if !place.team.wants() || self.states.len() < 2 || self.halt.is_some() {
            return;
        }
        let start = Instant::now();
        let spent = place.giving;
        if spent > GIVING_FREE && spent * GIVING > start - self.started {
            return;
        }
        let given: Vec<_> = self
            .shallowest()
            .into_iter()
            .filter_map(|id| {
                self.searcher.removed(id);
                self.states.remove(&id)
            })
            .collect();
        if let Some(place) = &mut self.place
            && let Some(fresh) = &place.fresh
        {
            let parcel = Parcel::pack(&given, &self.arena, fresh);
            place.giving += start.elapsed();
            place.team.give(parcel);
        }
    }

    /// Returns half of the states with the fewest forks: usually one, but sending one at a time would be slow
    /// if many are alike.
    fn shallowest(&self) -> Vec<crate::state::StateId> {
        let least = self.states.values().map(|s| s.depth).min();
        let states = self.states.values().filter(|s| Some(s.depth) == least);
        let mut ids: Vec<_> = states.map(|s| s.id).collect();
        ids.sort_unstable();
        ids.into_iter().step_by(2).take(MOST).collect()
    }

    /// Returns the initial memory of the program.
    pub(super) fn fresh_memory(&mut self) -> Memory {
        let kept = self.place.as_ref().and_then(|place| place.fresh.clone());
        kept.unwrap_or_else(|| Memory::new(self.program, &mut self.arena))
    }

    /// Waits for states of another worker. Returns `false` when the exploration is over.
    pub(super) fn receive(&mut self) -> bool {
        if self.place.is_none() {
            return false;
        }
        let fresh = self.fresh_memory();
        let parcel = self.place.as_ref().and_then(|place| place.team.take());
        let Some(parcel) = parcel else {
            self.heed_team();
            return false;
        };
        let (symbols, next_id) = (&mut self.symbols, &mut self.next_id);
        let states = parcel.unpack(
            &mut self.arena,
            &fresh,
            &mut |arena, name, len| super::symbol_in(symbols, arena, name, len),
            &mut || super::next_id(next_id),
        );
        let ids: Vec<_> = states.iter().map(|s| s.id).collect();
        // To the searcher, the received states are the successors of a fork.
        if let Some((&first, rest)) = ids.split_first() {
            self.searcher.added(None, &[first]);
            if !rest.is_empty() {
                self.searcher.added(Some(first), rest);
            }
        }
        let states = states.into_iter().map(|s| (s.id, Box::new(s)));
        self.states.extend(states);
        self.look_at_limits();
        true
    }

    /// Halts if another worker has halted.
    pub(super) fn heed_team(&mut self) {
        if self.halt.is_some() {
            return;
        }
        if let Some(place) = &self.place
            && place.team.is_stopped()
        {
            self.halt = place.team.halt();
            self.halted_by_other = true;
        }
    }

    /// Halts the run of all workers.
    pub(super) fn stop_run(&mut self, why: Halt) {
        let first = match &self.place {
            Some(place) => place.team.stop(why),
            None => why,
        };
        self.halted_by_other = first != why;
        self.halt = Some(first);
    }

    /// Counts a completed path and returns its number. Returns `None`, and halts the run, if the limit is
    /// reached.
    pub(super) fn count_completed(&mut self) -> Option<u64> {
        let Some(place) = &self.place else {
            self.stats.paths.completed += 1;
            return Some(self.stats.paths.completed);
        };
        let most = self.config.max_paths.unwrap_or(u64::MAX);
        let one_more = |ended| (ended < most).then_some(ended + 1);
        let (team, order) = (place.team, std::sync::atomic::Ordering::Relaxed);
        if team.ended.fetch_update(order, order, one_more).is_err() {
            self.stop_run(Halt::Limit(Limit::Paths));
            return None;
        }
        let before = team.completed.fetch_add(1, order);
        self.stats.paths.completed += 1;
        Some(before + 1)
    }

    /// Counts a path that fails.
    pub(super) fn count_failed(&mut self) {
        self.stats.paths.errors += 1;
        if let Some(place) = &self.place {
            let order = std::sync::atomic::Ordering::Relaxed;
            place.team.ended.fetch_add(1, order);
        }
    }

    /// Returns the ended paths and executed instructions of all workers.
    pub(super) fn spent(&mut self) -> (u64, u64) {
        let Some(place) = &mut self.place else {
            let ended = self.stats.paths.completed + self.stats.paths.errors;
            return (ended, self.stats.instructions);
        };
        let order = std::sync::atomic::Ordering::Relaxed;
        let new = self.stats.instructions - place.told;
        place.told = self.stats.instructions;
        let instructions = &place.team.instructions;
        let before = instructions.fetch_add(new, order);
        (place.team.ended.load(order), before + new)
    }
}
