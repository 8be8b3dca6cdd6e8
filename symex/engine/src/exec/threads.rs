//! Parallel exploration by several workers. Without state merging, a parallel exploration explores the same paths as an
//! exploration with one thread. With state merging, the merges differ, because only states of one worker are merged.
//!
//! Each worker runs an [`Executor`] in its own thread, with its own arena and solver. The execution tree is
//! divided among the workers by states (work sharing). A worker gives an idle worker its states with the fewest
//! forks, because the subtrees of these states are probably the largest. The states are packed for the transfer: their
//! expressions are copied from the arena of one worker to that of the other. A state behaves the same in every worker.
//! Therefore, without state merging, the set of paths does not depend on the schedule of the threads. The order of the
//! paths depends on the schedule, and the inputs in the test case of a path may depend on it.
//!
//! The observer stays in the calling thread, and is called only by this thread, so its calls are sequential. The
//! workers send test cases and failures to this thread through a channel. A worker that has found a failure waits until
//! the observer has confirmed it.
use super::remote::{CAPACITY, Message, STACK};
use super::team::{Guard, Team, locked};
use super::{Confirmation, Executor, Exploration, Halt, Observer, Part};
use crate::code::Code;
use crate::config::Config;
use crate::coverage::{Coverage, Reached};
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
use symtool_ir::task::inherited;
use symtool_ir::{Failure, Func, Inputs, Limit, Module};

/// The time between two calls of [`Observer::tick`].
const TICK: Duration = Duration::from_millis(50);
/// The maximum number of states in one transfer between workers.
const MAX_PARCEL: usize = 64;
/// Work sharing may take at most 1 / `SHARING_FRACTION` of the time of a worker.
const SHARING_FRACTION: u32 = 8;
/// The minimum number of live states with which a worker with a merge policy shares states. If a worker with fewer
/// states gave a state away, the remaining states could not be merged with this state any more at the next merge point.
const LEAST_MERGING: usize = 4;
/// The time that a worker may spend on work sharing before the limit by [`SHARING_FRACTION`] applies.
const SHARING_FREE: Duration = Duration::from_millis(10);

/// The connection of a worker to the observer in the calling thread.
struct ObserverProxy<'t> {
    team: &'t Team,
    worker: usize,
    to: SyncSender<Message>,
}

/// The data of a worker that takes part in a parallel exploration.
pub(super) struct Membership<'t> {
    pub team: &'t Team,
    /// The number of the worker, from 0.
    worker: usize,
    pub reached: Arc<Reached>,
    /// The initial memory of the program; `None` until the worker has an arena. States in transit do not contain
    /// it, because every worker has a copy.
    pub initial_memory: Option<Memory>,
    /// The time spent on packing states.
    sharing_time: Duration,
    /// The instruction count that the worker last published to the team.
    published: u64,
}

impl Membership<'_> {
    /// Returns this membership with `initial_memory` set to the initial memory of the program.
    pub(super) fn with_memory(self, initial_memory: Memory) -> Self {
        let initial_memory = Some(initial_memory);
        Membership {
            initial_memory,
            ..self
        }
    }
}

/// Explores with [`Schedule::threads`](crate::config::Schedule::threads) workers.
pub(super) fn explore(
    program: &Module,
    entry: Func,
    config: &Config,
    observer: &mut dyn Observer,
) -> Exploration {
    let started = Instant::now();
    let team = Team::new(config.schedule.threads.get());
    let config = &config
        .clone()
        .interrupt(config.solving.interrupt.or(team.interrupt_flag()));
    let code = Code::new(program, &mut Arena::new());
    let reached = Arc::new(Reached::new(&code));
    let (to, from) = mpsc::sync_channel(CAPACITY);
    let mut parts = std::thread::scope(|scope| {
        // The guard halts the workers if the observer panics.
        let _guard = Guard(&team);
        let mut workers = Vec::new();
        for worker in 0..config.schedule.threads.get() {
            let team = &team;
            let line = ObserverProxy {
                team,
                worker,
                to: to.clone(),
            };
            let reached = Arc::clone(&reached);
            let job = move || {
                let _guard = Guard(team);
                let membership = Membership {
                    team,
                    worker,
                    reached,
                    initial_memory: None,
                    sharing_time: Duration::ZERO,
                    published: 0,
                };
                let mut line = line;
                let mut executor = Executor::new(program, config, &mut line, Some(membership));
                executor.run(entry);
                executor.conclude()
            };
            let builder = Builder::new()
                .name(format!("worker {worker}"))
                .stack_size(STACK);
            match builder.spawn_scoped(scope, inherited(job)) {
                Ok(handle) => workers.push(handle),
                // The system cannot create another thread. The run halts as at the memory limit.
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

/// Forwards the messages of the workers to the observer, until the last worker has ended.
fn serve(team: &Team, from: Receiver<Message>, started: Instant, observer: &mut dyn Observer) {
    let mut last_tick = started;
    loop {
        match from.recv_timeout(TICK) {
            Ok(message) => message.deliver(observer),
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

impl ObserverProxy<'_> {
    /// Sends a message to the observer. Returns `false` if the observer has panicked; the panic ends the
    /// exploration.
    fn send(&self, what: Message) -> bool {
        let heard = self.to.send(what).is_ok();
        if !heard {
            self.team.stop(Halt::Limit(Limit::Interrupt));
        }
        heard
    }
}

impl Observer for ObserverProxy<'_> {
    fn test(&mut self, test: &TestCase) {
        self.send(Message::Test(test.clone()));
    }

    fn witness(&mut self, inputs: &Inputs, steps: u64) {
        self.send(Message::Witness(inputs.clone(), steps));
    }

    fn bug(&mut self, failure: &Failure, inputs: &Inputs) -> Confirmation {
        let (answer, answered) = mpsc::sync_channel(1);
        let heard = self.send(Message::Bug(failure.clone(), inputs.clone(), answer));
        let answer = answered.recv().ok().filter(|_| heard);
        answer.unwrap_or(Confirmation::Spurious)
    }

    fn tick(&mut self, stats: &Stats) -> bool {
        self.team.publish_stats(self.worker, stats);
        true
    }
}

/// Combines the results of all workers. Lists whose order depends on the schedule are sorted.
fn merge(parts: &mut [Part]) -> Part {
    let mut whole = Part::default();
    let mut reasons = BTreeSet::new();
    for part in parts {
        whole.stats.add(&part.stats);
        whole.hotspots.add(std::mem::take(&mut part.hotspots));
        whole.explained.append(&mut part.explained);
        match (&mut whole.profile, part.profile.take()) {
            (Some(sum), Some(other)) => sum.add(other),
            (sum @ None, other) => *sum = other,
            (Some(_), None) => {}
        }
        whole.merges.append(&mut part.merges);
        add_counters(&mut whole.merging, &part.merging);
        whole.cuts.append(&mut part.cuts);
        reasons.extend(part.incomplete.drain(..).map(|r| (r.loc, r.what)));
        for (name, input) in std::mem::take(&mut part.inputs) {
            let first = whole.inputs.entry(name).or_insert(input);
            first.position = first.position.min(input.position);
        }
    }
    let reasons = reasons.into_iter();
    let mut inputs: Vec<_> = whole.inputs.iter_mut().collect();
    // The map is ordered by name, and the sort is stable. So inputs at the same position are ordered by name.
    inputs.sort_by_key(|(_, input)| input.position);
    for (order, (_, input)) in inputs.into_iter().enumerate() {
        input.order = order;
    }
    whole.incomplete = reasons
        .map(|(loc, what)| IncompleteReason { what, loc })
        .collect();
    whole
}

/// Adds the counters of one worker's merge policy to `sums`, the sums of the other workers' counters, by label.
fn add_counters(sums: &mut Vec<(String, u64)>, counters: &[(String, u64)]) {
    for (label, count) in counters {
        match sums.iter_mut().find(|(other, _)| other == label) {
            Some((_, sum)) => *sum += count,
            None => sums.push((label.clone(), *count)),
        }
    }
}

impl Executor<'_> {
    /// Gives some states of this worker to a waiting worker. Does nothing if no worker waits, if this worker has too
    /// few states, or if it has spent too much time on work sharing.
    pub(super) fn share_states(&mut self) {
        let Some(membership) = &self.membership else {
            return;
        };
        let least = match self.merger {
            Some(_) => LEAST_MERGING,
            None => 2,
        };
        if !membership.team.has_idle_worker()
            || self.live.states.len() < least
            || self.halt.is_some()
        {
            return;
        }
        let start = Instant::now();
        let spent = membership.sharing_time;
        if spent > SHARING_FREE && spent * SHARING_FRACTION > start - self.clock.started {
            return;
        }
        let given: Vec<_> = self
            .shallowest()
            .into_iter()
            .filter_map(|id| {
                self.gone(id);
                self.live.states.remove(&id)
            })
            .collect();
        if let Some(membership) = &mut self.membership
            && let Some(initial_memory) = &membership.initial_memory
        {
            let parcel = Parcel::pack(&given, &self.arena, initial_memory);
            membership.sharing_time += start.elapsed();
            membership.team.publish_states(parcel);
        }
    }

    /// Returns the states to give to another worker. States in a merge region are not considered: the merge policy of
    /// this worker collects them, and joins them later. Of the other states, the candidates are those with the minimum
    /// number of forks. Half of the candidates, rounded up, are returned, at most [`MAX_PARCEL`]. Usually there is a
    /// single candidate. If there are many candidates, several states are sent in one transfer, because a separate
    /// transfer for each state would be slow.
    fn shallowest(&self) -> Vec<crate::state::StateId> {
        let states = self.live.states.values();
        let free: Vec<_> = states.filter(|s| s.merge.regions.is_empty()).collect();
        let least = free.iter().map(|s| s.depth).min();
        let states = free.iter().filter(|s| Some(s.depth) == least);
        let mut ids: Vec<_> = states.map(|s| s.id).collect();
        ids.sort_unstable();
        ids.into_iter().step_by(2).take(MAX_PARCEL).collect()
    }

    /// Returns the number from which this worker counts its coverage obligations (test cases that merged paths still
    /// need); its first obligation has the next number. The ranges of different workers are disjoint, so that no two
    /// obligations have the same number.
    pub(super) fn first_obligation(&self) -> u64 {
        let worker = self.membership.as_ref().map_or(0, |it| it.worker);
        (worker as u64) << 32
    }

    /// Returns whether this worker explores the program from its start. All other workers begin by waiting for
    /// states.
    pub(super) fn is_first(&self) -> bool {
        self.membership.as_ref().is_none_or(|it| it.worker == 0)
    }

    /// Returns a copy of the initial memory of the program.
    pub(super) fn fresh_memory(&mut self) -> Memory {
        let kept = self
            .membership
            .as_ref()
            .and_then(|membership| membership.initial_memory.clone());
        kept.unwrap_or_else(|| Memory::new(self.program, &mut self.arena))
    }

    /// Waits for states of another worker and adds them. Returns `false` when the exploration is over.
    pub(super) fn receive(&mut self) -> bool {
        if self.membership.is_none() {
            return false;
        }
        let initial_memory = self.fresh_memory();
        let parcel = self
            .membership
            .as_ref()
            .and_then(|membership| membership.team.receive_states());
        let Some(parcel) = parcel else {
            self.check_team();
            return false;
        };
        let (symbols, next_id) = (&mut self.inputs.symbols, &mut self.live.next_id);
        let states = parcel.unpack(
            &mut self.arena,
            &initial_memory,
            &mut |arena, name, len| super::symbol_in(symbols, arena, name, len),
            &mut || super::next_id(next_id),
        );
        let ids: Vec<_> = states.iter().map(|s| s.id).collect();
        self.profile_received(&ids);
        // The searcher treats the received states as successors of one fork: it is told that the first state has forked
        // the others.
        if let Some((&first, rest)) = ids.split_first() {
            self.live.searcher.added(None, &[first]);
            if !rest.is_empty() {
                self.live.searcher.added(Some(first), rest);
            }
        }
        for mut state in states {
            self.waits(&mut state);
            self.live.states.insert(state.id, Box::new(state));
        }
        self.check_limits();
        true
    }

    /// Halts this worker if another worker has halted the run.
    pub(super) fn check_team(&mut self) {
        if self.halt.is_some() {
            return;
        }
        if let Some(membership) = &self.membership
            && membership.team.is_stopped()
        {
            self.halt = membership.team.halt();
            self.halted_by_other = true;
        }
    }

    /// Halts the run of all workers for the reason `why`. If another worker has already halted the run, the earlier
    /// reason remains.
    pub(super) fn stop_run(&mut self, why: Halt) {
        let first = match &self.membership {
            Some(membership) => membership.team.stop(why),
            None => why,
        };
        self.halted_by_other = first != why;
        self.halt = Some(first);
    }

    /// Counts a completed path and returns its number. If the run has several workers and they have reached the limit
    /// of ended paths, halts the run and returns `None` instead.
    pub(super) fn count_completed(&mut self) -> Option<u64> {
        let Some(membership) = &self.membership else {
            self.stats.paths.completed += 1;
            return Some(self.stats.paths.completed);
        };
        let most = self.config.limits.max_paths.unwrap_or(u64::MAX);
        let one_more = |ended| (ended < most).then_some(ended + 1);
        let (team, order) = (membership.team, std::sync::atomic::Ordering::Relaxed);
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
        if let Some(membership) = &self.membership {
            let order = std::sync::atomic::Ordering::Relaxed;
            membership.team.ended.fetch_add(1, order);
        }
    }

    /// Returns the number of ended paths and the number of executed instructions, over all workers.
    pub(super) fn spent(&mut self) -> (u64, u64) {
        let Some(membership) = &mut self.membership else {
            let ended = self.stats.paths.completed + self.stats.paths.errors;
            return (ended, self.stats.instructions);
        };
        let order = std::sync::atomic::Ordering::Relaxed;
        let new = self.stats.instructions - membership.published;
        membership.published = self.stats.instructions;
        let instructions = &membership.team.instructions;
        let before = instructions.fetch_add(new, order);
        (membership.team.ended.load(order), before + new)
    }
}
