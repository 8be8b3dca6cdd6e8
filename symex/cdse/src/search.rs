//! The search loop (do Val 2014, algorithm 3.1). It takes a path from the fCFG (the formula of the remaining
//! paths), checks whether the path is feasible, and learns a conflict clause if it is not. If no path to a goal
//! remains, the search takes a path to a frontier node (a node that is not executed yet), and unrolls the node.
//! A *goal* is a failure or an unsupported construct that the search tries to reach.
mod division;
mod exchange;
mod inputs;
mod learning;
mod limits;
mod outcome;

use crate::clause::{Clause, Constraint};
use crate::clause_db::ClauseDb;
use crate::encode::Encoder;
use crate::fcfg::{Fcfg, Next};
use crate::graph::{EdgeId, Goal, NodeId, SiteId, Target};
use crate::grow::Unroller;
use crate::log::Reason;
use crate::oracle::{Feasibility, FeasibilityOracle};
use crate::path::PathAnalysis;
use crate::profile::SearchCosts;
use crate::report::{CdseConfig, CdseResult};
use crate::unrolling::{UnrollOptions, Unrolling};
use exchange::Outbox;
use limits::EXPRESSION;
pub use outcome::MAX_COVERED_INSTRUCTIONS;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use symtool_engine::coverage::{Coverage, Reached};
use symtool_engine::merging::topology::Topology;
use symtool_engine::{Config, Cut, Observer};
use symtool_ir::{Func, Module};
use symtool_solver::SolverConfig;

/// The maximum number of nodes in the unrolled graph. The search stops when the graph reaches this size.
const MAX_NODES: usize = 2_000_000;

/// After constant propagation has excluded this number of paths without a solver check, the solver also checks the last
/// of these paths (`check_path` gives the reason). In addition, the solver checks the first excluded path after each
/// unrolling.
const BLOCKED_CHECK_INTERVAL: u32 = 16;

/// The minimum time between two progress reports to the observer.
const TICK: Duration = Duration::from_millis(50);

/// The number of executed nodes between two polls of the memory use while the graph grows.
const MEMORY_POLL: u32 = 1024;

/// The reason why [`Search::run`] has returned.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// The search has done the requested number of units of work.
    Worked,
    /// The search has found a failure and is configured to stop at the first failure.
    Found,
    /// The fCFG is unsatisfiable: no path to a goal (a failure or an unsupported construct) is left within the bound of
    /// `--unwind`.
    Finished,
    /// No path to a goal is left in the part of the search space that this engine of a team (parallel searches)
    /// searches. Other parts may contain paths.
    Exhausted,
    /// A limit of the run was reached.
    Limit,
    /// The SAT solver gave no answer.
    GaveUp,
}

/// The state of a search: the unrolled program, the components that work on it, and the results so far.
pub(crate) struct Search<'a> {
    unrolling: Unrolling<'a>,
    encoder: Encoder,
    fcfg: Fcfg,
    oracle: FeasibilityOracle,
    clauses: ClauseDb,
    settings: Settings<'a>,
    observer: &'a mut dyn Observer,
    result: CdseResult,
    covered: Coverage,
    /// Results for the other engines (parallel searches) of a team; `None` without a team.
    outbox: Option<Outbox>,
    /// The frontier nodes (nodes that are not executed yet) that are not unrolled because they are beyond the bound of
    /// `--unwind`.
    cut: Vec<NodeId>,
    blocked: BlockedPaths,
    clock: Clock,
    /// The number of expression nodes that the unrolling has created.
    unrolled: u64,
    /// The number of edges after the first growth of the graph. These edges are the same in all engines of a team.
    common_edges: usize,
    /// The work attributed to each step; `None` if no profile is recorded.
    costs: Option<Box<SearchCosts>>,
    /// The paths to confirmed failures, each with a number that identifies the failing inputs (`input_key`).
    failed: Vec<(Vec<EdgeId>, u64)>,
}

/// The settings of the search, which do not change while it runs.
struct Settings<'a> {
    entry: Func,
    config: &'a Config,
    options: &'a CdseConfig,
}

/// The counters that decide whether the solver also checks a path that constant propagation has excluded: the first
/// such path after each unrolling is checked, and the last of every [`BLOCKED_CHECK_INTERVAL`] such paths.
#[derive(Default)]
struct BlockedPaths {
    /// The number of paths that constant propagation has excluded since the solver last checked a path.
    count: u32,
    /// The number of unrollings of the graph at the time when the solver last checked a path.
    unrollings: u64,
}

/// The start of the search, the time of the last call of the observer, and the memory use at that time.
struct Clock {
    started: Instant,
    last_tick: Instant,
    /// The peak resident set at the last call of the observer, in bytes.
    memory: u64,
    /// The total amount of work that the observer has granted to the search so far. The unit is the work of one
    /// instruction in the symbolic interpreter. When the search has done this work, it requests a further grant.
    granted: u64,
}

impl<'a> Search<'a> {
    /// Creates a search and grows the initial graph. `reached` is the coverage that the engines of a team share.
    pub(crate) fn new(
        (program, entry): (&'a Module, Func),
        config: &'a Config,
        options: &'a CdseConfig,
        observer: &'a mut dyn Observer,
        reached: Option<Arc<Reached>>,
    ) -> Search<'a> {
        let solver = SolverConfig {
            timeout: config.solving.timeout,
            memory: config.solving.chain.memory.or(config.limits.max_memory),
            interrupt: config.solving.interrupt.clone(),
            ..config.solving.chain.clone()
        };
        let limits = UnrollOptions {
            loops: options.loops,
            unwind: config.limits.unwind,
            slice: !options.no_slice,
        };
        let unrolling = Unrolling::new(program, entry, config.failures.checks, limits);
        let start = unrolling.start();
        let covered = Coverage::new(&unrolling.program.code, reached);
        let now = Instant::now();
        let mut search = Search {
            unrolling,
            encoder: Encoder::new(&solver),
            fcfg: Fcfg::new(start, options.strategy, config.solving.interrupt.clone()),
            oracle: FeasibilityOracle::new(&solver),
            clauses: ClauseDb::default(),
            settings: Settings {
                entry,
                config,
                options,
            },
            observer,
            result: CdseResult::default(),
            covered,
            outbox: None,
            cut: Vec::new(),
            blocked: BlockedPaths::default(),
            clock: Clock {
                started: now,
                last_tick: now,
                memory: 0,
                granted: 0,
            },
            unrolled: 0,
            common_edges: 0,
            costs: config.profile.then(Box::default),
            failed: Vec::new(),
        };
        search.grow(start);
        search.common_edges = search.unrolling.graph.edges.len();
        search
    }
}

impl Search<'_> {
    /// Ends the search: completes the statistics and returns the result.
    pub(crate) fn into_result(mut self) -> CdseResult {
        self.finish();
        self.result
    }

    /// Searches until `work` more units of work are done (see `Search::work`), or until the search ends.
    pub(crate) fn run(&mut self, work: u64) -> Pause {
        let until = self.work().saturating_add(work);
        loop {
            if let Some(pause) = self.stop_reason() {
                return pause;
            }
            if self.work() >= until {
                return Pause::Worked;
            }
            // Paths to failures are preferred, then paths to unsupported constructs, then paths to frontier nodes.
            let (frontier, deferred) = (self.unrolling.graph.frontier.clone(), self.deferred());
            let graph = &self.unrolling.graph;
            let mut next = self.fcfg.next_path(graph, &frontier, &deferred);
            if let Next::NoPath { deferred, .. } = &next
                && !deferred.is_empty()
            {
                next = self.fcfg.next_path(graph, &frontier, &[]);
            }
            if let Next::NoPath { frontier, .. } = &next
                && !frontier.is_empty()
            {
                next = self.fcfg.next_path(graph, &self.cut, &[]);
            }
            match next {
                Next::Path(path, shared) => self.check_path(&path, shared),
                Next::NoPath {
                    frontier, in_part, ..
                } => return self.no_path(!frontier.is_empty(), in_part),
                Next::Unknown => {
                    if let Some(pause) = self.stop_reason() {
                        return pause;
                    }
                    self.incomplete("the SAT solver gave up");
                    return Pause::GaveUp;
                }
            }
        }
    }

    /// Returns the units of work done so far: paths + SAT calls + queries + steps / 64. Unlike a time, the sum is
    /// the same in every run.
    fn work(&self) -> u64 {
        self.result.report.paths
            + self.fcfg.solved
            + self.oracle.queries
            + self.encoder.executed / 64
    }

    /// Returns the goals that are unsupported constructs, without the closed ones (for which the search has ended). The
    /// search tries to reach these goals only when no path to a failure is left.
    fn deferred(&self) -> Vec<SiteId> {
        let sites = self.unrolling.graph.sites.iter().enumerate();
        sites
            .filter(|(_, site)| !site.closed && matches!(site.goal, Goal::Unsupported(_)))
            .map(|(id, _)| SiteId(id as u32))
            .collect()
    }

    /// Handles the end of the search: no path to a goal is left. `is_cut` is `true` if the bound of `--unwind`
    /// excludes paths. `in_part` is `true` if no path is left in the part of the search space that this engine
    /// searches, but other parts may contain paths.
    fn no_path(&mut self, is_cut: bool, in_part: bool) -> Pause {
        let report = &mut self.result.report;
        if !in_part {
            // The proof covers the whole search space, so `is_cut` refers to all paths. A bound that was recorded for a
            // part that this engine searched earlier is therefore dropped.
            (report.bound, report.cuts) = (None, Vec::new());
        }
        if is_cut {
            self.result.report.bound = self.unrolling.options.unwind;
            self.result.report.cuts = self.cuts();
        }
        if in_part {
            Pause::Exhausted
        } else {
            Pause::Finished
        }
    }

    /// Unrolls a frontier node: executes the node and its descendants, up to the next frontier nodes (nodes that are
    /// not executed yet). A node beyond the bound of `--unwind` is not unrolled, and no later path enters it.
    fn unroll(&mut self, node: NodeId) {
        if self.is_beyond(node) {
            self.cut.push(node);
        } else {
            self.result.report.unrollings += 1;
            self.grow(node);
        }
    }

    fn is_beyond(&self, node: NodeId) -> bool {
        let key = &self.unrolling.graph.node(node).key;
        let recursion = self.unrolling.graph.context(key.context).recursion;
        let iteration = key.iterations.last().copied().unwrap_or(0).max(recursion);
        self.unrolling.options.is_beyond(iteration)
    }

    /// Returns the loops and recursive functions with paths that exceed the bound of `--unwind`.
    fn cuts(&self) -> Vec<Cut> {
        let (program, graph) = (&self.unrolling.program, &self.unrolling.graph);
        let topology = Topology::new(program.module, &program.code);
        let cut = |&node: &NodeId| {
            let key = &graph.node(node).key;
            let context = graph.context(key.context);
            let function = program.module.functions[context.func].name.clone();
            if self.unrolling.options.is_beyond(context.recursion) {
                return Cut::Recursion { function };
            }
            let place = (&program.module.source, &*program.code);
            let loc = topology.loop_location(place, context.func, key.pc);
            Cut::Loop { loc, function }
        };
        let cuts: BTreeSet<Cut> = self.cut.iter().map(cut).collect();
        cuts.into_iter().collect()
    }

    fn grow(&mut self, node: NodeId) {
        self.charge_unrolling(node);
        let interrupt = self.settings.config.solving.interrupt.clone();
        let limits = &self.settings.config.limits;
        let (done, before) = (self.total_work(), self.unrolling.arena.len());
        let (clock, observer) = (&mut self.clock, &mut *self.observer);
        let mut polls = 0u32;
        let created = |unrolling: &Unrolling<'_>| (unrolling.arena.len() - before) as u64;
        // The first growth unrolls the whole program and can take long. Therefore the other engines of automatic mode
        // must get turns before the growth ends.
        let may_continue = |unrolling: &Unrolling<'_>| {
            polls += 1;
            if polls.is_multiple_of(MEMORY_POLL) {
                clock.memory = symtool_engine::resident_set().unwrap_or_default();
            }
            let work = done + created(unrolling) * EXPRESSION;
            clock.ask_for_grant(observer, &interrupt, work);
            unrolling.graph.nodes.len() < MAX_NODES
                && !limits.is_short_of_memory(clock.memory)
                && !interrupt.is_interrupted()
        };
        let mut unroller = Unroller {
            unrolling: &mut self.unrolling,
            encoder: &mut self.encoder,
        };
        let grown = unroller.grow(node, may_continue);
        self.unrolled += created(&self.unrolling);
        self.fcfg.add_nodes(&self.unrolling.graph, &grown);
        let lifted = self.clauses.grown(&mut self.unrolling, &grown);
        self.add_lifted(&lifted);
    }

    // ---- one path

    fn check_path(&mut self, path: &[EdgeId], shared: usize) {
        let report = &mut self.result.report;
        report.paths += 1;
        report.backtracks += u64::from(shared + 1 < path.len() && report.paths > 1);
        let mut analysis = PathAnalysis::new(&self.unrolling, path);
        let propagation = analysis.propagate_constants(&mut self.unrolling);
        // The execution of a path ends at the first branch whose condition contradicts the constants of the path.
        let graph = &self.unrolling.graph;
        let executed = path[..propagation.inspected].iter().skip(shared);
        let steps = executed.map(|&edge| u64::from(graph.node(graph.edge(edge).from).steps));
        self.result.report.steps += steps.sum::<u64>();
        self.learn_implications(&mut analysis);
        for facts in std::mem::take(&mut analysis.untaken_conflicts) {
            self.learn(Clause::conflict(facts), Reason::Constants);
        }
        let is_blocked = propagation.conflict.is_some();
        if let Some(facts) = propagation.conflict {
            self.result.report.conflicts += 1;
            self.learn(Clause::conflict(facts), Reason::Constants);
            // If a goal is behind a loop, constant propagation may exclude only one path at a time, one for each
            // number of iterations. Therefore the solver also checks some of the paths that constant propagation
            // excludes. The solver may find that no input reaches the last iteration of such a path. The conflict
            // clause then excludes all paths with this iteration.
            self.blocked.count += 1;
            if self.blocked.count < BLOCKED_CHECK_INTERVAL
                && self.blocked.unrollings == self.result.report.unrollings
            {
                return;
            }
        }
        if let Some(node) = self.frontier(path).filter(|_| !is_blocked)
            && self.is_unchecked_iteration(node)
        {
            self.unroll(node);
            return;
        }
        self.blocked = BlockedPaths {
            count: 0,
            unrollings: self.result.report.unrollings,
        };
        let feasible = self.feasible(&mut analysis, &propagation.open);
        self.learn_implications(&mut analysis);
        if let Feasibility::Yes(model) = &feasible
            && !is_blocked
        {
            self.cover(path, model);
        }
        match feasible {
            Feasibility::No(mut clause) => {
                clause.body = analysis.without_implied(&mut self.unrolling, clause.body);
                self.result.report.conflicts += u64::from(!is_blocked);
                self.learn(clause, Reason::Solver);
            }
            Feasibility::Yes(_) | Feasibility::Unknown(_) if is_blocked => {}
            Feasibility::Yes(model) => match self.frontier(path) {
                Some(node) => self.unroll(node),
                None => self.reach_goal(path, &model),
            },
            Feasibility::Unknown(why) => match self.frontier(path) {
                Some(node) => self.unroll(node),
                None => self.reach_undecided(path, &why),
            },
        }
    }

    /// Returns whether the node `node` of a loop iteration is unrolled without a feasibility check of the path to it.
    /// The paths to iterations 0 to 4, to every fourth later iteration, and to nodes beyond the bound of `--unwind` are
    /// checked. Without these checks, a loop whose further iterations are infeasible would be unrolled forever.
    fn is_unchecked_iteration(&self, node: NodeId) -> bool {
        let iteration = self.unrolling.graph.node(node).key.iterations.last();
        !self.is_beyond(node)
            && iteration.is_some_and(|&iteration| iteration > 4 && !iteration.is_multiple_of(4))
    }

    /// Returns the frontier node (a node that is not executed yet) at which a path ends; `None` if the path ends at a
    /// goal.
    fn frontier(&self, path: &[EdgeId]) -> Option<NodeId> {
        match self.unrolling.graph.edge(*path.last()?).to {
            Target::Node(node) => Some(node),
            Target::Goal(_) => None,
        }
    }

    /// Checks the feasibility of a path. The conflict of an infeasible path is the conflict of its shortest
    /// infeasible prefix.
    fn feasible(&mut self, analysis: &mut PathAnalysis, open: &[Constraint]) -> Feasibility {
        let unrolling = &mut self.unrolling;
        let mut grounded = Vec::with_capacity(open.len());
        for &(cond, _) in open {
            grounded.push(analysis.ground(unrolling, cond));
        }
        self.oracle
            .check_path(unrolling, &grounded, |unrolling, named, stated| {
                let named: Vec<Constraint> = named.iter().map(|&at| open[at]).collect();
                analysis.with_copies(unrolling, &named, stated)
            })
    }
}
