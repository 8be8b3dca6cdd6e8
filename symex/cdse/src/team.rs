//! A team of engines: parallel searches that share learned clauses. Each engine has its own thread. A *goal* is a
//! failure or an unsupported construct that an engine tries to reach.
//!
//! The engines work in rounds of equal work, counted in paths, queries and steps. Between two rounds all messages pass
//! through the calling thread, in the order of the engines. The calling thread confirms failures. It forwards to the
//! engines the learned clauses, and the goals that are closed (for which the search has ended). Because the messages
//! pass only between two rounds, and in a fixed order, the clauses that an engine receives do not depend on the speed
//! of the threads. If several engines finish in one round, the engine with the lowest number decides the verdict. An
//! engine finishes if it proves that the whole search space has no path left. The search also ends when every part of
//! the search space has no path left.
mod parts;

use crate::fcfg::Division;
use crate::graph::EdgeId;
use crate::names::{GoalKey, Names, SharedClause};
use crate::report::{CdseConfig, CdseReport, CdseResult};
use crate::search::{Pause, Search};
use crate::teamwork::Teamwork;
use parts::Part;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{Builder, Scope};
use std::time::Duration;
use symtool_engine::code::Code;
use symtool_engine::coverage::{Coverage, Reached};
use symtool_engine::profile::{NodeEnd, Profile, TreeNode, input_key};
use symtool_engine::{
    AcceptAll, Bug, Config, Confirmation, Cut, IncompleteReason, Observer, Stats,
};
use symtool_expr::Arena;
use symtool_ir::task::inherited;
use symtool_ir::{Func, Module};

/// The maximum amount of work that each engine does in one round, in the units of `Search::work`. The work per round
/// increases by half from round to round.
const MAX_WORK: u64 = 4096;

/// The time between two progress reports to the observer while the calling thread waits for an engine.
const TICK: Duration = Duration::from_millis(50);

/// The native stack size, in bytes, of an engine's thread: as large as the usual stack of a main thread.
const STACK: usize = 8 << 20;

/// The message that an engine (one search of a team) sends to the calling thread after a round.
struct RoundReport {
    clauses: Vec<SharedClause>,
    found: Vec<(GoalKey, Bug)>,
    unsupported: Vec<(GoalKey, IncompleteReason)>,
    /// A division of the engine's part of the search space; `None` if the engine offers none.
    offer: Option<Division>,
    pause: Pause,
    /// The statistics of the engine, and the reasons why its result is incomplete.
    result: CdseResult,
}

/// The message that an engine (one search of a team) receives from the calling thread before a round.
#[derive(Clone, Default)]
struct RoundInput {
    clauses: Vec<SharedClause>,
    closed: Vec<GoalKey>,
    /// The edges that the paths of the engine's next part of the search space avoid; `None` if the part does not
    /// change.
    part: Option<Vec<EdgeId>>,
    work: u64,
}

/// Runs one engine of a team in its thread, round by round.
fn run_engine(
    program: (&Module, Func),
    config: &Config,
    options: &CdseConfig,
    reached: Arc<Reached>,
    (inbox, outbox): (&Receiver<RoundInput>, &Sender<RoundReport>),
    last: &Sender<Profile>,
) {
    // The calling thread replays the failures after the round.
    let mut observer = AcceptAll;
    let mut search = Search::new(program, config, options, &mut observer, Some(reached));
    search.share();
    let mut names = Names::default();
    // Clauses of other engines about nodes that this engine has not created yet.
    let mut waiting: Vec<SharedClause> = Vec::new();
    let mut size = 0;
    let mut closed: Vec<GoalKey> = Vec::new();
    for input in inbox {
        closed.extend(input.closed);
        closed.retain(|key| !search.import_closed(key));
        let mut clauses = input.clauses;
        if search.nodes() > size {
            size = search.nodes();
            clauses.splice(0..0, waiting.drain(..));
        }
        clauses.retain(|shared| !search.import(&mut names, shared));
        waiting.extend(clauses);
        if let Some(avoided) = input.part {
            search.search_part(avoided);
        }
        let pause = search.run(input.work);
        let is_divisible = options.teamwork.divides() && pause == Pause::Worked;
        let offer = is_divisible.then(|| search.divide()).flatten();
        let messages = search.take_outbox(&mut names);
        let report = RoundReport {
            clauses: messages.clauses,
            found: messages.found,
            unsupported: messages.unsupported,
            offer,
            result: search.so_far(pause != Pause::Worked),
            pause,
        };
        if outbox.send(report).is_err() {
            return;
        }
    }
    if let Some(profile) = search.profile() {
        let _ = last.send(profile);
    }
}

/// The calling thread's data about an engine: its channels and latest results.
struct EngineHandle {
    sender: Sender<RoundInput>,
    report: Receiver<RoundReport>,
    /// Receives the profile of the engine after `sender` is dropped.
    profile: Receiver<Profile>,
    next: RoundInput,
    /// The latest results of the engine.
    result: CdseResult,
    pause: Pause,
    part: Part,
}

/// Runs a team of engines (parallel searches) on a program. The number of engines is the number of threads in the
/// configuration (`config.schedule.threads`).
pub(crate) fn explore(
    program: &Module,
    entry: Func,
    config: &Config,
    options: &CdseConfig,
    observer: &mut dyn Observer,
) -> CdseResult {
    let settings: Vec<CdseConfig> = (0..config.schedule.threads.get())
        .map(|engine| CdseConfig {
            strategy: options.teamwork.strategy(options.strategy, engine),
            ..options.clone()
        })
        .collect();
    let code = Code::new(program, &mut Arena::new());
    let reached = Arc::new(Reached::new(&code));
    let mut result = std::thread::scope(|scope| {
        let engines = settings
            .iter()
            .map(|options| start(scope, (program, entry), config, options, &reached));
        let Some(mut engines) = engines.collect::<Option<Vec<EngineHandle>>>() else {
            let mut result = CdseResult::default();
            let what = "the system cannot start all threads of --threads".to_owned();
            result.incomplete.push(IncompleteReason { what, loc: None });
            return result;
        };
        if options.teamwork.divides() {
            // The first engine starts with the whole search space, and the others with a part without paths.
            engines[1..]
                .iter_mut()
                .for_each(|engine| engine.pause = Pause::Exhausted);
        }
        let mut team = Team {
            engines,
            config,
            observer,
            closed_goals: FxHashSet::default(),
            bugs: Vec::new(),
            incomplete: Vec::new(),
            spurious: 0,
            teamwork: options.teamwork,
            divisions: 0,
        };
        team.run();
        team.conclude()
    });
    let coverage = Coverage::of(&reached).report(program, &code);
    result.stats.count_coverage(&coverage);
    result.coverage = coverage;
    result
}

fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    program: (&'scope Module, Func),
    config: &'scope Config,
    options: &'scope CdseConfig,
    reached: &Arc<Reached>,
) -> Option<EngineHandle> {
    let reached = Arc::clone(reached);
    let (sender, inbox) = mpsc::channel();
    let (outbox, report) = mpsc::channel();
    let (last, profile) = mpsc::channel();
    let thread = Builder::new().name("cdse".to_owned()).stack_size(STACK);
    let run = move || run_engine(program, config, options, reached, (&inbox, &outbox), &last);
    thread.spawn_scoped(scope, inherited(run)).ok()?;
    Some(EngineHandle {
        sender,
        report,
        profile,
        next: RoundInput::default(),
        result: CdseResult::default(),
        pause: Pause::Worked,
        part: Part::default(),
    })
}

/// The state of the calling thread, which coordinates the engines.
struct Team<'a> {
    engines: Vec<EngineHandle>,
    config: &'a Config,
    observer: &'a mut dyn Observer,
    /// The goals that some engine has closed.
    closed_goals: FxHashSet<GoalKey>,
    bugs: Vec<Bug>,
    incomplete: Vec<IncompleteReason>,
    spurious: u64,
    teamwork: Teamwork,
    /// The number of divisions of the search space so far.
    divisions: u64,
}

impl Team<'_> {
    /// Runs rounds until an engine has finished or has reached a limit, a failure stops the run, or no engine
    /// has work left.
    fn run(&mut self) {
        let mut work = self.teamwork.first_work();
        while !self.is_over() {
            for engine in &mut self.engines {
                if engine.pause == Pause::Worked {
                    let input = RoundInput {
                        work,
                        ..std::mem::take(&mut engine.next)
                    };
                    // If the thread of the engine has terminated, sending fails, and `wait` reports the
                    // termination.
                    let _ = engine.sender.send(input);
                }
            }
            for at in 0..self.engines.len() {
                if self.engines[at].pause == Pause::Worked {
                    let Some(report) = self.wait(at) else { return };
                    self.process_report(at, report);
                }
            }
            self.assign_parts();
            work = (work + work / 2).min(MAX_WORK);
        }
    }

    /// Waits for the report of the engine with the index `at`. Returns `None` if the thread of the engine has
    /// terminated. If the thread panicked, the thread scope repeats the panic.
    fn wait(&mut self, at: usize) -> Option<RoundReport> {
        loop {
            match self.engines[at].report.recv_timeout(TICK) {
                Ok(report) => return Some(report),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    let stats = self.stats();
                    if !self.observer.tick(&stats) {
                        self.config.solving.interrupt.interrupt();
                    }
                }
            }
        }
    }

    fn process_report(&mut self, at: usize, report: RoundReport) {
        let mut closed = Vec::new();
        for (key, bug) in report.found {
            if self.has_stopping_failure() || !self.closed_goals.insert(key.clone()) {
                continue;
            }
            self.confirm(bug);
            closed.push(key);
        }
        for (key, reason) in report.unsupported {
            if self.closed_goals.insert(key.clone()) {
                self.incomplete.push(reason);
                closed.push(key);
            }
        }
        for (number, engine) in self.engines.iter_mut().enumerate() {
            if number != at {
                engine.next.clauses.extend(report.clauses.iter().cloned());
                engine.next.closed.extend(closed.iter().cloned());
            }
        }
        let engine = &mut self.engines[at];
        engine.result = report.result;
        engine.part.offer = report.offer;
        // If the engine stopped at a failure, the calling thread has replayed the failure. If replay has confirmed it,
        // the whole team stops. If not, the engine must continue in the next round.
        engine.pause = match report.pause {
            Pause::Found => Pause::Worked,
            pause => pause,
        };
    }

    fn confirm(&mut self, bug: Bug) {
        match self.observer.bug(&bug.failure, &bug.inputs) {
            Confirmation::Confirmed => self.bugs.push(bug),
            Confirmation::Doubtful | Confirmation::Spurious => {
                self.spurious += 1;
                let kind = bug.failure.kind.describe();
                let what = format!("failure ({kind}) could not be confirmed by replay");
                let loc = bug.failure.loc();
                self.incomplete.push(IncompleteReason { what, loc });
            }
        }
    }

    /// Returns whether replay has confirmed a failure and the run stops at the first failure.
    fn has_stopping_failure(&self) -> bool {
        self.config.failures.stop_at_first_bug && !self.bugs.is_empty()
    }

    fn is_over(&self) -> bool {
        let mut pauses = self.engines.iter().map(|engine| engine.pause);
        let some = pauses
            .clone()
            .any(|p| matches!(p, Pause::Finished | Pause::Limit));
        self.has_stopping_failure() || some || pauses.all(|p| p != Pause::Worked)
    }

    fn stats(&self) -> Stats {
        let mut stats = Stats::default();
        for engine in &self.engines {
            stats.add(&engine.result.stats);
        }
        stats.paths.errors = self.bugs.len() as u64;
        stats.paths.spurious = self.spurious;
        stats
    }

    /// Stops all engines. Returns the work per source line, summed over all engines, and the unrolled graph of the
    /// engine `decider`. Returns `None` if no profile was recorded.
    fn profile(&mut self, decider: usize) -> Option<Profile> {
        let mut whole: Option<Profile> = None;
        for (number, engine) in std::mem::take(&mut self.engines).into_iter().enumerate() {
            drop(engine.sender);
            let Ok(mut profile) = engine.profile.recv() else {
                continue;
            };
            if number != decider {
                profile.tree.clear();
                profile.places.clear();
            }
            match &mut whole {
                Some(whole) => whole.add(profile),
                None => whole = Some(profile),
            }
        }
        // The engines do not know which of their failures the replay has confirmed, so the unconfirmed failures are
        // removed here. Failures are leaves at the end of the list, so their removal changes no number of a parent.
        let confirmed: FxHashSet<u64> = (self.bugs.iter())
            .map(|bug| input_key(&bug.inputs))
            .collect();
        if let Some(whole) = &mut whole {
            let is_known = |node: &TreeNode| confirmed.contains(&node.test);
            whole
                .tree
                .retain(|node| node.end != NodeEnd::Failed || is_known(node));
        }
        whole
    }

    /// Combines the statistics of all engines to the result of the team. The verdict is that of the finished engine
    /// with the lowest number. If no engine has finished, no single engine has covered the whole search space. Then
    /// the bounds and the reasons of incompleteness of all engines belong to the result.
    fn conclude(mut self) -> CdseResult {
        let has_stopping_failure = self.has_stopping_failure();
        let stats = self.stats();
        let decider = self
            .engines
            .iter()
            .position(|engine| engine.pause == Pause::Finished);
        let mut report = CdseReport::default();
        let mut cuts: BTreeSet<Cut> = BTreeSet::new();
        let mut inputs: Vec<(String, u64)> = Vec::new();
        for (number, engine) in self.engines.iter_mut().enumerate() {
            let result = std::mem::take(&mut engine.result);
            for input in result.inputs {
                if inputs.iter().all(|(name, _)| *name != input.0) {
                    inputs.push(input);
                }
            }
            report.add(&result.report);
            let counts = decider.is_none_or(|decider| decider == number);
            if counts {
                report.bound = report.bound.or(result.report.bound);
                cuts.extend(result.report.cuts);
            }
            let counts = counts && !has_stopping_failure;
            self.incomplete
                .extend(result.incomplete.into_iter().filter(|_| counts));
        }
        let profile = self.profile(decider.unwrap_or(0));
        report.divisions = self.divisions;
        report.cuts = cuts.into_iter().collect();
        let mut seen: Vec<IncompleteReason> = Vec::new();
        for reason in self.incomplete {
            if !seen.contains(&reason) {
                seen.push(reason);
            }
        }
        CdseResult {
            stats,
            incomplete: seen,
            bugs: self.bugs,
            inputs,
            report,
            profile,
            ..CdseResult::default()
        }
    }
}
