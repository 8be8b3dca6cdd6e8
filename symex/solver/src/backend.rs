//! The driver of the solver chain. A query is a set of constraints. The driver runs the *links* (the solving
//! techniques in the rows of [`LINKS`]) on a query until a link answers it. A link can also *narrow* a query, that
//! is, replace it by a simpler query. The later links then answer the narrowed query.
//!
//! Every model is checked by evaluation of the query. Therefore a wrong model of a solver does no harm: the model is
//! dropped, and the next link runs. A wrong *unsat* answer of an SMT solver is not detected. With `--solver-check`, Z3
//! checks the *unsat* answers of all other links.
use crate::answer::{Answer, Core, Unknown};
use crate::backoff::Backoff;
use crate::check::Checker;
use crate::config::SolverConfig;
use crate::links::{Link, Owner, Stage};
use crate::log::CurrentOrigin;
use crate::model::Model;
use crate::pacer::Portion;
use crate::pool::{EvaluatedModel, ModelPool};
use crate::query::{Query, Terms};
use crate::slot::{Slot, slots};
use crate::solved_queries::{SolvedQueries, SolvedQuery};
use crate::stats::SolverStats;
use crate::technique::{Context, Found, Host, Narrowed, Outcome, Technique};
use std::rc::Rc;
use std::time::{Duration, Instant};
use symtool_expr::{Arena, ExprId};

/// A solver that decides whether a set of constraints is satisfiable.
pub trait Solver {
    /// Returns whether some input satisfies all `constraints` (of width 1). The order of the constraints does not
    /// matter for the answer. However, the caches recognize a repeated set only if the constraints are in ascending
    /// order, without constants and duplicates.
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer;

    /// Returns the unsat core of the last query. Returns `None` if the query was not unsatisfiable, or if the
    /// link that answered returned no core.
    fn core(&self) -> Option<Vec<ExprId>> {
        None
    }

    /// Adds the counters of this solver to `stats`.
    fn collect(&self, stats: &mut SolverStats);
}

/// The part of the solver chain that decides whether a set of constraints is satisfiable. Exploration, conflict-driven
/// search and `symtool solve` all use this part.
///
/// ```
/// use symtool_expr::Arena;
/// use symtool_solver::{Answer, Backend, Solver, SolverConfig};
/// let mut arena = Arena::new();
/// let input = arena.symbol("x", 1);
/// let x = arena.byte(input, 0);
/// let seven = arena.int(8, 7);
/// let less = arena.ult(x, seven);
/// let greater = arena.ult(seven, x);
/// let mut backend = Backend::new(&SolverConfig::default());
/// assert!(matches!(backend.check(&arena, &[less]), Answer::Sat(_)));
/// assert_eq!(backend.check(&arena, &[less, greater]), Answer::Unsat);
/// assert_eq!(backend.core().map(|core| core.len()), Some(2));
/// ```
#[derive(Debug)]
pub struct Backend {
    config: SolverConfig,
    /// The links, in two groups. The links at the index [`PROGRAM`] work on the arena (store of expressions) of the
    /// analyzed program. The links at the index [`NARROWED`] are separate instances for narrowed queries: simpler
    /// queries that replace a query and have their own arena.
    spaces: [LinkSpace; 2],
    /// The unsat core of the last query; `None` if the answer was not *unsat*, or if the link returned no core.
    core: Option<Core>,
    origin: CurrentOrigin,
    solved: SolvedQueries,
    stats: SolverStats,
    /// The checker of *unsat* answers; `None` without `--solver-check`.
    checker: Option<Checker>,
    /// The total time that the statistics of all links have counted. A running link can issue nested queries, which
    /// other links answer. Therefore the increase of this total while a link runs is the time of its nested queries.
    /// The driver subtracts this increase from the running time of the link.
    attributed: Duration,
    /// The name of the link that answered the last query; `no link` if none answered.
    by: String,
    /// Whether no query with a product has reached an SMT solver yet. The first such query must wait for the permission
    /// of the pacer ([`Pacer`](crate::Pacer)), so that other engines can run first. If the pacer does not divide
    /// queries, the flag is always `false`.
    is_paced: bool,
}

/// The work that a chain requests from the pacer ([`Pacer`](crate::Pacer)) before the first of its queries with
/// products reaches an SMT solver. The query waits until this work is granted. Reason: SMT solvers are slow on queries
/// with products. Automatic mode runs several engines (combinations of techniques) in turns, and another engine often
/// finishes in its first turn without an SMT solver. The constant is about the work of such a first turn.
const SMT_START_WORK: u64 = 250_000;

/// The index in `spaces` of the links that work on the arena of the analyzed program.
const PROGRAM: usize = 0;
/// The index in `spaces` of the links for narrowed queries: simpler queries that replace a query. Each narrowed query
/// has its own arena.
const NARROWED: usize = 1;

/// The links that work on the expressions of one arena.
#[derive(Debug)]
struct LinkSpace {
    slots: Vec<Slot>,
    pool: ModelPool,
}

impl Backend {
    /// Returns a backend with the links that a configuration selects. An SMT solver is started at the first query
    /// that no earlier link answers.
    pub fn new(config: &SolverConfig) -> Backend {
        let program = LinkSpace {
            slots: slots(config, |stage| stage >= Stage::Recall),
            pool: ModelPool::default(),
        };
        Backend {
            config: config.clone(),
            spaces: [
                program,
                LinkSpace {
                    slots: Vec::new(),
                    pool: ModelPool::default(),
                },
            ],
            core: None,
            origin: CurrentOrigin::default(),
            solved: SolvedQueries::default(),
            stats: SolverStats::default(),
            checker: Checker::new(config),
            attributed: Duration::ZERO,
            by: String::new(),
            is_paced: config.pacer.divides(),
        }
    }

    /// Returns a handle to the list of recent solver queries. A solver query is a query that reached a link of the
    /// stage `Solve`, because no earlier link answered it. All handles share the list.
    pub(crate) fn solved(&self) -> SolvedQueries {
        self.solved.clone()
    }

    /// Returns a handle to the current origin: the part of the exploration that issues the queries. The query log
    /// records the origin of each query. All handles share one value.
    pub(crate) fn origin(&self) -> CurrentOrigin {
        self.origin.clone()
    }

    /// Returns an estimate of the work of the chain so far, as in [`SolverStats::work`]. Automatic mode runs several
    /// engines (combinations of techniques) in turns, and limits each turn by this work. `issued` is the number of
    /// queries that exploration has issued to the chain.
    pub(crate) fn work(&self, issued: u64) -> u64 {
        let slots = self.spaces.iter().flat_map(|space| &space.slots);
        let of_links: u64 = slots.map(Slot::work).sum();
        crate::stats::work(issued, self.stats.solver, self.stats.nodes) + of_links
    }

    /// Returns the name of the link that answered the last query. Tests use it.
    pub fn answered_by(&self) -> &str {
        &self.by
    }

    /// Answers a query. Links may add terms to `arena`, which contains the expressions of the query.
    pub(crate) fn check_owned(&mut self, arena: &mut Arena, constraints: &[ExprId]) -> Answer {
        self.answer(Query::new(Terms::Owned(arena), constraints))
    }

    fn answer(&mut self, mut query: Query<'_>) -> Answer {
        self.core = None;
        if query.constraints.iter().any(|&c| query.arena().is_false(c)) {
            return Answer::Unsat;
        }
        let clock = Instant::now();
        let until = clock + self.config.timeout;
        let found = self.run(PROGRAM, 0, &mut query, (clock, until));
        if let Found::Unsat(core) = &found {
            self.core = core.clone();
        }
        found.answer()
    }

    /// Runs the links of `self.spaces[space]` on a query, starting at the link with index `from`, until a link answers
    /// or the time `until` is reached.
    ///
    /// `clock` is the current time. To save system calls, the clock is read only once for each link, after the link has
    /// run. This time is also the start time of the next link.
    fn run(
        &mut self,
        space: usize,
        from: usize,
        query: &mut Query<'_>,
        (mut clock, mut until): (Instant, Instant),
    ) -> Found {
        let mut unknown = None;
        let mut started = None;
        let mut solver = None;
        let mut share = until;
        let mut at = from;
        let found = loop {
            let Some(slot) = self.spaces[space].slots.get_mut(at) else {
                self.by = "no link".to_owned();
                let none = || Unknown::GaveUp("no link answers the query".to_owned());
                break Found::Unknown(unknown.take().unwrap_or_else(none));
            };
            let link = slot.link;
            if link.stage == Stage::Solve {
                started.get_or_insert(clock);
                if self.config.interrupt.is_interrupted() {
                    self.by = "no link".to_owned();
                    break Found::Unknown(Unknown::Interrupted);
                }
            }
            at += 1;
            if !(link.applies)(query, slot.budget)
                || !slot.backoff.as_mut().is_none_or(Backoff::is_due)
            {
                continue;
            }
            if slot.solver.is_some() {
                if self.is_paced && query.has_product() {
                    self.is_paced = false;
                    let portion = Portion {
                        done: 0,
                        next: SMT_START_WORK,
                    };
                    if !self.config.pacer.permits(portion) {
                        self.by = "no link".to_owned();
                        break Found::Unknown(Unknown::Interrupted);
                    }
                    // The time limit of the query does not include the time that the query waits for the pacer.
                    let now = Instant::now();
                    until += now.duration_since(clock);
                    clock = now;
                }
                if slot.solver != solver {
                    solver = slot.solver;
                    share = share_of(until, solver, self.config.solvers.len());
                }
                if share.saturating_duration_since(clock) < Duration::from_millis(1) {
                    unknown.get_or_insert(Unknown::Timeout);
                    continue;
                }
            }
            self.by.clear();
            let outcome = self.run_link((space, at - 1), query, &mut clock, (until, share));
            // If the link replaced the query by a narrowed (simpler) query, `by` already contains the name of the link
            // that answered the narrowed query.
            let is_named = !self.by.is_empty() && link.stage == Stage::Solve;
            if !is_named && link.stage >= Stage::Split && !matches!(outcome, Outcome::Pass) {
                self.by = self.label(space, at - 1);
            }
            match outcome {
                Outcome::Pass => {}
                Outcome::Sat(model) => {
                    // The caches and the link for quantifiers (stages `Recall` and `Split`) have already
                    // checked their models by evaluation of the query.
                    if link.stage <= Stage::Split
                        || model.satisfies(query.arena(), query.constraints)
                    {
                        if link.stage == Stage::Solve {
                            self.remember(space, query, &model);
                        }
                        break Found::Sat(model);
                    }
                    self.stats.bad_models += 1;
                    let why = "its model does not satisfy the constraints";
                    unknown = Some(Unknown::GaveUp(why.to_owned()));
                    self.count_retry(space, at);
                }
                Outcome::Unsat(core) => {
                    // Z3 checks the *unsat* answer if `--solver-check` is set. The answer to a narrowed query (a
                    // simpler query that replaced another one) is not checked here. It becomes an answer to the
                    // original query, which is checked.
                    break match &mut self.checker {
                        Some(checker) if space == PROGRAM && link.owner == Owner::Chain => {
                            checker.unsat(link.name, query.arena(), query.constraints, core)
                        }
                        _ => Found::Unsat(core),
                    };
                }
                Outcome::Final(why) => {
                    break Found::Unknown(why);
                }
                Outcome::Unknown(why) => {
                    unknown = Some(why);
                    self.count_retry(space, at);
                }
                Outcome::Narrowed(_) => {}
            }
        };
        // Each link before the answering link receives the answer, for example to cache it. This includes links that
        // were skipped.
        let passed = from..at.saturating_sub(1).max(from);
        for slot in &mut self.spaces[space].slots[passed] {
            if let Some(technique) = &mut slot.technique {
                technique.learn(query, &found);
            }
        }
        if space == PROGRAM
            && let Some(started) = started
        {
            self.count(query, &found, clock.duration_since(started));
        }
        found
    }

    /// Returns whether the *unsat* answer of the link `link` to `constraints` is wrong: Z3 finds a model. Returns
    /// `false` without `--solver-check`.
    pub(crate) fn is_refuted(
        &mut self,
        link: &Link,
        arena: &Arena,
        constraints: &[ExprId],
    ) -> bool {
        let found = (self.checker.as_mut())
            .map(|checker| checker.unsat(link.name, arena, constraints, None));
        matches!(found, Some(Found::Sat(_)))
    }

    /// Runs one link. If the link replaces the query by a narrowed (simpler) query, the later links answer this query.
    fn run_link(
        &mut self,
        (space, at): (usize, usize),
        query: &mut Query<'_>,
        clock: &mut Instant,
        (until, share): (Instant, Instant),
    ) -> Outcome {
        let slot = &mut self.spaces[space].slots[at];
        let budget = slot.budget;
        let Some(mut technique) = slot.technique.take() else {
            return Outcome::Pass;
        };
        let (start, before) = (*clock, self.attributed);
        let waited = self.config.pacer.waited();
        let time = share.saturating_duration_since(start);
        let mut host = InSpace {
            backend: self,
            space,
        };
        let mut context = Context {
            budget,
            time,
            host: &mut host,
        };
        let mut outcome = technique.run(query, &mut context);
        let inner = self.attributed - before;
        *clock = Instant::now();
        let waited = self.config.pacer.waited() - waited;
        let own = clock.duration_since(start).saturating_sub(inner + waited);
        self.attributed += own;
        let is_hit = !matches!(outcome, Outcome::Pass | Outcome::Unknown(_));
        self.spaces[space].slots[at].stats.count(is_hit, own);
        if let Outcome::Narrowed(narrowed) = outcome {
            outcome = self.run_narrowed(&mut *technique, *narrowed, query, (*clock, until));
            *clock = Instant::now();
        }
        let slot = &mut self.spaces[space].slots[at];
        if let Some(backoff) = &mut slot.backoff {
            backoff.record(is_hit);
        }
        slot.technique = Some(technique);
        outcome
    }

    /// Counts the current query as retried, if a later link (with the index `at` or a higher one) runs an SMT solver
    /// that may still answer the query.
    fn count_retry(&mut self, space: usize, at: usize) {
        let rest = &self.spaces[space].slots[at..];
        self.stats.retried += u64::from(rest.iter().any(|slot| slot.solver.is_some()));
    }

    /// Answers `narrowed`, the query by which the link `technique` replaced `query`. Runs only the links after this
    /// link.
    fn run_narrowed(
        &mut self,
        technique: &mut dyn Technique,
        narrowed: Narrowed,
        query: &Query<'_>,
        times: (Instant, Instant),
    ) -> Outcome {
        if self.spaces[NARROWED].slots.is_empty() {
            let mut slots = slots(&self.config, |stage| stage == Stage::Solve);
            let ranks = slots.iter().position(|slot| slot.link.name == "ranks");
            slots.drain(..=ranks.unwrap_or(0));
            self.spaces[NARROWED].slots = slots;
        }
        let mut inner = Query::new(Terms::Shared(&narrowed.arena), &narrowed.constraints);
        let outcome = match self.run(NARROWED, 0, &mut inner, times) {
            Found::Sat(model) => Outcome::Sat(model),
            Found::Unsat(core) => Outcome::Unsat(core),
            // The links could not answer the narrowed query. The next link may still answer the original
            // query.
            Found::Unknown(Unknown::GaveUp(_) | Unknown::Steps) => Outcome::Pass,
            Found::Unknown(why) => Outcome::Final(why),
        };
        technique.widen(query.arena(), narrowed, outcome)
    }

    /// Returns the name of a link for the query log. The name ends with `on ranks` if the link answered a narrowed
    /// query, in which the link `ranks` has renumbered inputs.
    fn label(&self, space: usize, at: usize) -> String {
        let slot = &self.spaces[space].slots[at];
        let label = slot
            .technique
            .as_ref()
            .and_then(|technique| technique.label());
        let name = label.unwrap_or_else(|| slot.link.name.to_owned());
        if space == NARROWED {
            format!("{name} on ranks")
        } else {
            name
        }
    }

    fn remember(&mut self, space: usize, query: &Query<'_>, model: &Rc<Model>) {
        let pool = &mut self.spaces[space].pool;
        if query.has_quantifiers() {
            pool.remember_quantified(EvaluatedModel::new((**model).clone()));
        } else {
            pool.remember(query.constraints, model);
        }
    }

    /// Adds a solver query to the statistics and to the log.
    fn count(&mut self, query: &Query<'_>, found: &Found, time: Duration) {
        let nodes = query.nodes();
        self.stats.solver_time += time;
        self.stats.solver += 1;
        self.stats.nodes += nodes as u64;
        match found {
            Found::Sat(_) => self.stats.sat += 1,
            Found::Unsat(_) => self.stats.unsat += 1,
            Found::Unknown(why) => {
                self.stats.unknown += 1;
                self.stats.out_of_memory += u64::from(*why == Unknown::Memory);
            }
        }
        let logged = self.config.log.as_ref().and_then(|log| {
            let origin = self.origin.get();
            log.record(
                query.arena(),
                query.constraints,
                &origin,
                &found.answer(),
                &self.by,
                time,
            )
        });
        self.solved.push(SolvedQuery {
            time,
            constraints: query.constraints.len(),
            nodes,
            by: self.by.clone(),
            answer: match found {
                Found::Sat(_) => "sat",
                Found::Unsat(_) => "unsat",
                Found::Unknown(_) => "unknown",
            },
            set: self.solved.kept(query.constraints),
            logged,
        });
    }
}

/// Returns the time at which the SMT solver with the index `solver` in the list of `--solver` must stop. The time that
/// remains until `until` is divided equally among this solver and the later solvers of the list.
fn share_of(until: Instant, solver: Option<usize>, solvers: usize) -> Instant {
    let waiting = solvers.max(1).saturating_sub(solver.unwrap_or(0)).max(1);
    let now = Instant::now();
    now + until.saturating_duration_since(now) / waiting as u32
}

/// The [`Host`] of a link while it runs: gives the link the models of earlier queries, and lets the other links of the
/// chain answer its subqueries. `space` is the index of the group of links in `Backend::spaces` that answers.
struct InSpace<'b> {
    backend: &'b mut Backend,
    space: usize,
}

impl Host for InSpace<'_> {
    fn pool(&mut self) -> &mut ModelPool {
        &mut self.backend.spaces[self.space].pool
    }

    fn find(&mut self, arena: &Arena, constraints: &[ExprId]) -> Found {
        let clock = Instant::now();
        let times = (clock, clock + self.backend.config.timeout);
        let mut query = Query::new(Terms::Shared(arena), constraints);
        self.backend.run(self.space, 0, &mut query, times)
    }
}

impl Solver for Backend {
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        self.answer(Query::new(Terms::Shared(arena), constraints))
    }

    fn core(&self) -> Option<Vec<ExprId>> {
        Some(self.core.as_ref()?.constraints().to_vec())
    }

    fn collect(&self, stats: &mut SolverStats) {
        stats.solver += self.stats.solver;
        stats.sat += self.stats.sat;
        stats.unsat += self.stats.unsat;
        stats.unknown += self.stats.unknown;
        stats.out_of_memory += self.stats.out_of_memory;
        stats.nodes += self.stats.nodes;
        stats.solver_time += self.stats.solver_time;
        stats.bad_models += self.stats.bad_models;
        stats.retried += self.stats.retried;
        if let Some(checker) = &self.checker {
            stats.check.add(checker.stats());
        }
        let slots = self.spaces.iter().flat_map(|space| &space.slots);
        for slot in slots {
            if slot.link.stage == Stage::Recall {
                stats.cache_hits += slot.stats.hits;
            }
            slot.collect(stats);
        }
    }
}
