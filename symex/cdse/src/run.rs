//! The loop: name a path, walk it, learn why not; unroll where that is what is missing.
mod exchange;
mod learning;
mod limits;
mod outcome;

use crate::clause::Known;
use crate::conflict::{Feasible, Judge};
use crate::graph::{EdgeId, NodeId, SiteId, Target, Trouble};
use crate::log::Reason;
use crate::lore::Lore;
use crate::sat::{Next, Paths};
use crate::shape;
use crate::strategy::Strategy;
use crate::team;
use crate::unroll::World;
use crate::walk::{Demand, Walk};
use exchange::Outbox;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symtool_engine::exec::coverage::{Coverage, CoverageReport, Reached};
use symtool_engine::{Bug, Config, IncompleteReason, Observer, Stats};
use symtool_ir::{Func, Module};
use symtool_solver::SolverConfig;

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct CdseConfig {
    /// Which path is next.
    pub strategy: Strategy,
    /// Loops make at most so many trips, and functions so many calls within themselves.
    pub unwind: Option<u32>,
    /// Keep every learned clause in words.
    pub log: bool,
    /// Make the graph of what can reach no check, too. That takes longer; the answer is the same.
    pub no_slice: bool,
}

/// What the search counted.
#[derive(Clone, Debug, Default)]
pub struct CdseReport {
    /// Paths walked.
    pub paths: u64,
    /// Steps on those, what two successive ones have in common counted once.
    pub steps: u64,
    /// Paths that no input takes.
    pub conflicts: u64,
    /// Clauses learned from the solver.
    pub from_solver: u64,
    /// Clauses learned from constants.
    pub from_constants: u64,
    /// Clauses that are one of these in another trip of a loop.
    pub lifted: u64,
    /// Edges, and constants, in all clauses learned.
    pub clause_edges: u64,
    /// Times the search went back to before the last edge of a path.
    pub backtracks: u64,
    /// Loops and calls unrolled further than at first.
    pub unrollings: u64,
    /// Nodes of the graph.
    pub nodes: u64,
    /// Edges of the graph.
    pub edges: u64,
    /// Questions to the SAT solver.
    pub sat: u64,
    /// The bound of loops that cut one.
    pub bound: Option<u32>,
    /// The clauses in words, if they were kept.
    pub log: Vec<String>,
}

impl CdseReport {
    /// Adds what another engine counted, and its log.
    pub(crate) fn add(&mut self, other: &CdseReport) {
        self.paths += other.paths;
        self.steps += other.steps;
        self.conflicts += other.conflicts;
        self.from_solver += other.from_solver;
        self.from_constants += other.from_constants;
        self.lifted += other.lifted;
        self.clause_edges += other.clause_edges;
        self.backtracks += other.backtracks;
        self.unrollings += other.unrollings;
        self.nodes += other.nodes;
        self.edges += other.edges;
        self.sat += other.sat;
        self.log.extend(other.log.iter().cloned());
    }
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct CdseResult {
    /// The numbers that all engines count.
    pub stats: Stats,
    /// Why the answer does not speak for all inputs.
    pub incomplete: Vec<IncompleteReason>,
    /// Confirmed failures.
    pub bugs: Vec<Bug>,
    /// Every input that was met: name and bytes.
    pub inputs: Vec<(String, u64)>,
    /// What paths reached that some input takes.
    pub coverage: CoverageReport,
    /// The numbers of this one.
    pub report: CdseReport,
}

/// Nodes above which the graph does not grow.
const MAX_NODES: usize = 2_000_000;

/// The solver is asked about every so manieth path that constants block already.
const MOST_UNASKED: u32 = 16;

/// Time between two ticks.
const TICK: Duration = Duration::from_millis(50);

/// Why a search does not go on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// It has done the work it was to do.
    Worked,
    /// It has found a failure, and is to stop at the first one.
    Found,
    /// Nothing is left to look for.
    Finished,
    /// A limit of the run.
    Limit,
    /// The SAT solver does not answer.
    GaveUp,
}

/// A search.
pub(crate) struct Search<'a> {
    world: World<'a>,
    paths: Paths,
    judge: Judge,
    config: &'a Config,
    options: &'a CdseConfig,
    observer: &'a mut dyn Observer,
    result: CdseResult,
    lore: Lore,
    covered: Coverage,
    /// What other engines may want to know, if there are some.
    outbox: Option<Outbox>,
    /// Nodes of the frontier that `--unwind` does not let be unrolled.
    cut: Vec<NodeId>,
    /// Paths blocked by constants since the solver was asked about one.
    unasked: u32,
    /// How much had been unrolled then.
    asked_at: u64,
    started: Instant,
    last_tick: Instant,
    /// The largest resident set when it was last looked at.
    memory: u64,
}

/// Proves all checks of a verified module, or finds failures.
pub fn explore(
    program: &Module,
    entry: Func,
    config: &Config,
    options: &CdseConfig,
    observer: &mut dyn Observer,
) -> CdseResult {
    let mut result = CdseResult::default();
    if let Some(what) = shape::refused(config.checks) {
        let what = what.to_owned();
        result.incomplete.push(IncompleteReason { what, loc: None });
        return result;
    }
    if let Some(limit) = config.max_time {
        config.interrupt.set_deadline(Instant::now() + limit);
    }
    if config.threads.get() > 1 {
        return team::explore(program, entry, config, options, observer);
    }
    let mut search = Search::new((program, entry), config, options, observer, None);
    search.run(u64::MAX);
    search.finish();
    search.result
}

impl<'a> Search<'a> {
    /// A search that has not begun; what paths reach is noted among what other engines' paths do.
    pub(crate) fn new(
        (program, entry): (&'a Module, Func),
        config: &'a Config,
        options: &'a CdseConfig,
        observer: &'a mut dyn Observer,
        reached: Option<Arc<Reached>>,
    ) -> Search<'a> {
        let solver = SolverConfig {
            timeout: config.solver_timeout,
            interrupt: config.interrupt.clone(),
            ..config.solver.clone()
        };
        let mut world = World::new(program, entry, config.checks);
        world.slices = !options.no_slice;
        world.unwind = options.unwind;
        world.judge = Some(Judge::new(&solver));
        let start = world.start();
        let covered = Coverage::new(&world.code, reached);
        let now = Instant::now();
        let mut search = Search {
            world,
            paths: Paths::new(start, options.strategy, config.interrupt.clone()),
            judge: Judge::new(&solver),
            config,
            options,
            observer,
            result: CdseResult::default(),
            lore: Lore::default(),
            covered,
            outbox: None,
            cut: Vec::new(),
            unasked: 0,
            asked_at: 0,
            started: now,
            last_tick: now,
            memory: 0,
        };
        search.grow(start);
        search
    }
}

impl Search<'_> {
    /// Searches, up to an amount of work.
    pub(crate) fn run(&mut self, work: u64) -> Pause {
        let until = self.work().saturating_add(work);
        loop {
            if let Some(pause) = self.is_over() {
                return pause;
            }
            if self.work() >= until {
                return Pause::Worked;
            }
            // First what is a failure, then what is not followed, then what is not unrolled.
            let (frontier, waiting) = (self.world.graph.frontier.clone(), self.waiting());
            let graph = &self.world.graph;
            let mut next = self.paths.next(graph, &frontier, &waiting);
            if let Next::Nothing { waiting, .. } = &next
                && !waiting.is_empty()
            {
                next = self.paths.next(graph, &frontier, &[]);
            }
            if let Next::Nothing { frontier, .. } = &next
                && !frontier.is_empty()
            {
                next = self.paths.next(graph, &self.cut, &[]);
            }
            match next {
                Next::Path(path, shared) => self.walk(&path, shared),
                Next::Nothing { frontier, .. } => {
                    if !frontier.is_empty() {
                        self.result.report.bound = self.options.unwind;
                    }
                    return Pause::Finished;
                }
                Next::Unknown => {
                    if let Some(pause) = self.is_over() {
                        return pause;
                    }
                    self.incomplete("the SAT solver gave up");
                    return Pause::GaveUp;
                }
            }
        }
    }

    /// What was done so far, in a measure that is the same in every run.
    fn work(&self) -> u64 {
        self.result.report.paths + self.paths.solved + self.judge.asked + self.world.executed / 64
    }

    /// Open sites that are no failures.
    fn waiting(&self) -> Vec<SiteId> {
        let sites = self.world.graph.sites.iter().enumerate();
        sites
            .filter(|(_, site)| !site.closed && matches!(site.trouble, Trouble::Unsupported(_)))
            .map(|(id, _)| SiteId(id as u32))
            .collect()
    }

    /// Some input may come to a node of the frontier: unrolls it, unless that is more than is wanted.
    fn unroll(&mut self, node: NodeId) {
        if self.is_beyond(node) {
            self.cut.push(node);
        } else {
            self.result.report.unrollings += 1;
            self.grow(node);
        }
    }

    fn is_beyond(&self, node: NodeId) -> bool {
        let place = &self.world.graph.node(node).place;
        let recursion = self.world.graph.context(place.context).recursion;
        let trip = place.trips.last().copied().unwrap_or(0).max(recursion);
        self.options.unwind.is_some_and(|most| trip > most)
    }

    fn grow(&mut self, node: NodeId) {
        let interrupt = self.config.interrupt.clone();
        let go_on =
            |world: &World<'_>| world.graph.nodes.len() < MAX_NODES && !interrupt.is_interrupted();
        let grown = self.world.grow(node, go_on);
        self.paths.grown(&self.world.graph, &grown);
        let lifted = self.lore.grown(&mut self.world, &grown);
        self.moved(&lifted);
    }

    // ---- one path

    fn walk(&mut self, path: &[EdgeId], shared: usize) {
        let report = &mut self.result.report;
        report.paths += 1;
        report.backtracks += u64::from(shared + 1 < path.len() && report.paths > 1);
        let fresh = path.iter().skip(shared);
        let steps =
            fresh.map(|&e| u64::from(self.world.graph.node(self.world.graph.edge(e).from).steps));
        report.steps += steps.sum::<u64>();
        let mut walk = Walk::new(&self.world, path);
        let decided = walk.decide(&mut self.world);
        self.learn_traced(&mut walk);
        for aside in std::mem::take(&mut walk.asides) {
            self.learn(Known::by_constants(aside), Reason::Constants);
        }
        let is_blocked = decided.blocked.is_some();
        if let Some(facts) = decided.blocked {
            self.result.report.conflicts += 1;
            self.learn(Known::by_constants(facts), Reason::Constants);
            // Constants alone may block what is behind a loop in trip after trip, where no input gets so far.
            self.unasked += 1;
            if self.unasked < MOST_UNASKED && self.asked_at == self.result.report.unrollings {
                return;
            }
        }
        if let Some(node) = self.frontier(path).filter(|_| !is_blocked)
            && self.is_unasked_trip(node)
        {
            self.unroll(node);
            return;
        }
        self.unasked = 0;
        self.asked_at = self.result.report.unrollings;
        let feasible = self.feasible(&mut walk, &decided.open);
        self.learn_traced(&mut walk);
        if let Feasible::Yes(model) = &feasible
            && !is_blocked
        {
            self.cover(path, model);
        }
        match feasible {
            Feasible::No(mut clause) => {
                clause.body = walk.essential(&mut self.world, clause.body);
                self.result.report.conflicts += u64::from(!is_blocked);
                self.learn(clause, Reason::Solver);
            }
            Feasible::Yes(_) | Feasible::Unknown(_) if is_blocked => {}
            Feasible::Yes(model) => match self.frontier(path) {
                Some(node) => self.unroll(node),
                None => self.arrived(path, &model),
            },
            Feasible::Unknown(why) => match self.frontier(path) {
                Some(node) => self.unroll(node),
                None => self.undecided(path, &why),
            },
        }
    }

    /// Is it a late trip that the solver need not be asked about? It is about every fourth, so a loop is not unrolled for ever
    /// that no input stays in.
    fn is_unasked_trip(&self, node: NodeId) -> bool {
        let trip = self.world.graph.node(node).place.trips.last();
        !self.is_beyond(node) && trip.is_some_and(|&trip| trip > 4 && !trip.is_multiple_of(4))
    }

    /// The node of the frontier that a path ends at, if it does.
    fn frontier(&self, path: &[EdgeId]) -> Option<NodeId> {
        match self.world.graph.edge(*path.last()?).to {
            Target::Node(node) => Some(node),
            Target::Goal(_) => None,
        }
    }

    /// Does some input satisfy the conditions of a path? If not, what contradicts itself first?
    fn feasible(&mut self, walk: &mut Walk, open: &[Demand]) -> Feasible {
        let world = &mut self.world;
        let mut grounded = Vec::with_capacity(open.len());
        for &(cond, _) in open {
            grounded.push(walk.grounded(world, cond));
        }
        self.judge.ask(world, &grounded, |world, named, told| {
            let named: Vec<Demand> = named.iter().map(|&at| open[at]).collect();
            walk.asks_apart(world, &named, told)
        })
    }
}
