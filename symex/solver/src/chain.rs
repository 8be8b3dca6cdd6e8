//! The solver chain, to which exploration issues its queries. A *link* is one solving technique of the chain. A query
//! is the question which truth values a condition can have on a path. First, the links of the stage [`Stage::Decide`]
//! try to decide the condition from facts about the path, without a model or a solver. If they fail, the chain
//! selects the constraints of the path that share inputs with the condition, and the remaining links check
//! satisfiability.
use crate::answer::{Answer, Sides, Tri, Unknown};
use crate::backend::{Backend, Solver};
use crate::config::SolverConfig;
use crate::links::Stage;
use crate::log::{CurrentOrigin, QueryOrigin};
use crate::model::Model;
use crate::query::normalize;
use crate::slot::{Slot, slots};
use crate::solved_queries::{SolvedQueries, SolvedQuery};
use crate::stats::SolverStats;
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, Domain, ExprId};
use symtool_ir::Bits;

/// A solver chain: all links of one worker (one thread of an exploration), for expressions of one [`Arena`].
///
/// A path is given as the list of its constraints (conditions of width 1), oldest first. The path is assumed to be
/// feasible. A query is cheaper if its path shares a prefix with the path of the previous query.
///
/// ```
/// use symtool_expr::Arena;
/// use symtool_solver::{Chain, SolverConfig, Tri};
/// let mut arena = Arena::new();
/// let input = arena.symbol("x", 1);
/// let x = arena.byte(input, 0);
/// let (ten, twenty) = (arena.int(8, 10), arena.int(8, 20));
/// let path = [arena.ult(x, ten)];
/// let greater = arena.ult(twenty, x);
/// let mut chain = Chain::new(SolverConfig::default());
/// assert_eq!(chain.may_be_true(&mut arena, &path, greater), Tri::No);
/// ```
#[derive(Debug)]
pub struct Chain {
    pub(crate) config: SolverConfig,
    /// The links that decide conditions from the facts of a path.
    deciders: Vec<Slot>,
    /// The links that select the constraints of a path that can influence the answer to a query.
    selectors: Vec<Slot>,
    backend: Backend,
    /// The number of feasibility queries that exploration issued to this chain.
    issued: u64,
    /// The number of queries that [`Chain::model`] issued. A query is for one independent group of constraints of a
    /// path, or for the whole path if the models of the groups together do not satisfy the path.
    model_queries: u64,
    solved: SolvedQueries,
    origin: CurrentOrigin,
    /// The canonical models (see `canonical_models`) that were computed so far. The key is an independent group of
    /// constraints, in ascending order.
    pub(crate) canonical: FxHashMap<Box<[ExprId]>, Model>,
}

impl Chain {
    /// Returns a chain without cached results. An SMT solver is started at the first query that no earlier
    /// link answers.
    pub fn new(config: SolverConfig) -> Chain {
        let backend = Backend::new(&config);
        Chain {
            deciders: slots(&config, |stage| stage == Stage::Decide),
            selectors: slots(&config, |stage| stage == Stage::Select),
            issued: 0,
            model_queries: 0,
            solved: backend.solved(),
            origin: backend.origin(),
            backend,
            config,
            canonical: FxHashMap::default(),
        }
    }

    /// Sets the origin that the query log records for later queries. The origin is the part of the exploration that
    /// issues the queries. `origin` is called only if queries are logged.
    pub fn set_origin(&mut self, origin: impl FnOnce() -> QueryOrigin) {
        if self.config.log.is_some() {
            self.origin.set(origin());
        }
    }

    /// Returns whether the condition `cond` is feasible on the path `path`.
    pub fn may_be_true(&mut self, arena: &mut Arena, path: &[ExprId], cond: ExprId) -> Tri {
        if let Some(value) = arena.as_const(cond) {
            return if value.is_true() { Tri::Yes } else { Tri::No };
        }
        self.issued += 1;
        match self.decide(arena, path, cond) {
            Some(true) => Tri::Yes,
            Some(false) => Tri::No,
            None => self.feasible(arena, path, cond),
        }
    }

    /// Returns which sides of a branch on `cond` are feasible on the path `path`. The path is assumed to be feasible.
    /// Therefore, if one side is infeasible, the other side is feasible and needs no query.
    pub fn branch(&mut self, arena: &mut Arena, path: &[ExprId], cond: ExprId) -> Sides {
        const ONLY_TRUE: Sides = Sides {
            when_true: Tri::Yes,
            when_false: Tri::No,
        };
        const ONLY_FALSE: Sides = Sides {
            when_true: Tri::No,
            when_false: Tri::Yes,
        };
        if let Some(value) = arena.as_const(cond) {
            return if value.is_true() {
                ONLY_TRUE
            } else {
                ONLY_FALSE
            };
        }
        self.issued += 1;
        match self.decide(arena, path, cond) {
            Some(true) => return ONLY_TRUE,
            Some(false) => return ONLY_FALSE,
            None => {}
        }
        let when_true = self.feasible(arena, path, cond);
        if when_true == Tri::No {
            return ONLY_FALSE;
        }
        self.issued += 1;
        let no = arena.not(cond);
        match self.feasible(arena, path, no) {
            Tri::No => ONLY_TRUE,
            when_false => Sides {
                when_true,
                when_false,
            },
        }
    }

    /// Returns a model of the constraints of the path `path`, for example as the input of a test case. Bytes that the
    /// path does not constrain are 0.
    pub fn model(&mut self, arena: &mut Arena, path: &[ExprId]) -> Answer {
        let mut whole = Model::new();
        for group in self.groups(arena, path) {
            self.model_queries += 1;
            match self.check(arena, group.clone()) {
                Answer::Sat(model) => whole.copy_support(arena, &model, &group),
                other => return other,
            }
        }
        if whole.satisfies(arena, path) {
            return Answer::Sat(whole);
        }
        // The models of the groups together do not satisfy the path, so the groups were not independent. A query for
        // the whole path still gives the correct answer.
        self.model_queries += 1;
        self.check(arena, path.to_vec())
    }

    /// Returns the number of queries that [`Chain::model`] has issued, for independent groups of constraints and for
    /// whole paths. The statistics of conflict-driven search count these queries.
    pub fn model_queries(&self) -> u64 {
        self.model_queries
    }

    /// Returns an unsat core of the constraints for which [`Chain::model`] has just answered *unsat*. Returns `None` if
    /// the link that answered returned no core. Conflict-driven search learns a conflict clause from the core.
    pub fn core(&self) -> Option<Vec<ExprId>> {
        self.backend.core()
    }

    /// Returns one of the values that the expression `e` can have on the path `path`; `None` if no link finds a
    /// model of the path.
    pub fn value(&mut self, arena: &mut Arena, path: &[ExprId], e: ExprId) -> Option<Bits> {
        if let Some(value) = arena.as_const(e) {
            return Some(value);
        }
        let relevant = self.relevant(arena, path, e);
        match self.check(arena, relevant) {
            Answer::Sat(model) => Some(model.eval(arena, e)),
            _ => None,
        }
    }

    /// Returns the least and the greatest unsigned value that an expression can have on a path. Returns `None` if one
    /// of the queries has no answer. The first query finds some feasible value. A binary search from this value issues
    /// up to two queries per bit of the expression: one for the least and one for the greatest value.
    pub fn range(&mut self, arena: &mut Arena, path: &[ExprId], e: ExprId) -> Option<(u128, u128)> {
        let (low, high) = arena.unsigned_range(e);
        let some = self.value(arena, path, e)?.unsigned();
        let least = self.bisect(arena, path, (low, some), |a, k| {
            let k = a.int(a.width(e), k);
            a.ule(e, k)
        })?;
        // The greatest value is `top - d`, where `top` is the greatest value of the width and `d` is the least feasible
        // distance from `top`.
        let top = symtool_ir::bits::mask(arena.width(e));
        let least_below = self.bisect(arena, path, (top - high, top - some), |a, k| {
            let k = a.int(a.width(e), top - k);
            a.ule(k, e)
        })?;
        Some((least, top - least_below))
    }

    /// Returns the least k in `low ..= high` for which the condition `at_most(k)` is feasible; `None` if a query has no
    /// answer. The condition `at_most(high)` must be feasible.
    fn bisect(
        &mut self,
        arena: &mut Arena,
        path: &[ExprId],
        (mut low, mut high): (u128, u128),
        at_most: impl Fn(&mut Arena, u128) -> ExprId,
    ) -> Option<u128> {
        while low < high {
            let middle = low + (high - low) / 2;
            let cond = at_most(arena, middle);
            match self.may_be_true(arena, path, cond) {
                Tri::Yes => high = middle,
                Tri::No => low = middle + 1,
                Tri::Unknown => return None,
            }
        }
        Some(low)
    }

    /// Returns the abstract value of an expression on a path, without solver queries. The elimination of array reads
    /// uses it to find the range of an index.
    pub fn domain(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Domain {
        let width = arena.width(e);
        let deciders = self.deciders.iter_mut().filter_map(Slot::technique);
        let domains = deciders.filter_map(|link| link.domain(arena, path, e));
        let domain = domains.reduce(|a, b| a.meet(&b, width));
        domain.unwrap_or_else(|| arena.domain(e))
    }

    /// Returns the solver queries that ended since the previous call of this function, with or without an answer. At
    /// most 1024 queries are recorded between two calls. Exploration uses the result to attribute solver time to source
    /// lines.
    pub fn take_queries(&self) -> Vec<SolvedQuery> {
        self.solved.take()
    }

    /// From now on, includes the constraints of each query in the result of [`Chain::take_queries`]. The profiler of
    /// exploration needs these constraints.
    pub fn keep_constraints(&self) {
        self.solved.keep_constraints();
    }

    /// Returns an estimate of the work of the chain so far, as in [`SolverStats::work`]. Automatic mode runs several
    /// engines (combinations of techniques) in turns, and limits each turn by this work.
    pub fn work(&self) -> u64 {
        let slots = self.deciders.iter().chain(&self.selectors);
        self.backend.work(self.issued) + slots.map(Slot::work).sum::<u64>()
    }

    /// Returns the statistics of the chain and of all its links.
    pub fn stats(&self) -> SolverStats {
        let mut stats = SolverStats {
            issued: self.issued,
            ..SolverStats::default()
        };
        let slots = self.deciders.iter().chain(&self.selectors);
        slots.for_each(|slot| slot.collect(&mut stats));
        self.backend.collect(&mut stats);
        stats
    }

    // ---- the stages of the chain

    /// Returns the truth value of a condition, if it is the same for all inputs of the path and a link finds
    /// it; otherwise `None`.
    pub(crate) fn decide(
        &mut self,
        arena: &mut Arena,
        path: &[ExprId],
        cond: ExprId,
    ) -> Option<bool> {
        let (link, value) = self.deciders.iter_mut().find_map(|slot| {
            let value = slot.timed(|link| link.decide(arena, path, cond), Option::is_some)?;
            Some((slot.link, value?))
        })?;
        if self.config.check {
            let excluded = if value { arena.not(cond) } else { cond };
            let query = [path, &[excluded]].concat();
            if self.backend.is_refuted(link, arena, &query) {
                return None;
            }
        }
        Some(value)
    }

    fn feasible(&mut self, arena: &mut Arena, path: &[ExprId], cond: ExprId) -> Tri {
        let mut set = self.relevant(arena, path, cond);
        set.push(cond);
        match self.check(arena, set) {
            Answer::Sat(_) => Tri::Yes,
            Answer::Unsat => Tri::No,
            Answer::Unknown(_) => Tri::Unknown,
        }
    }

    /// Returns the constraints of the path that share inputs with an expression, directly or through other
    /// constraints.
    fn relevant(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Vec<ExprId> {
        let mut relevant = None;
        for slot in &mut self.selectors {
            let path = relevant.as_deref().unwrap_or(path);
            let fewer = slot.timed(|link| link.relevant(arena, path, e), Option::is_some);
            relevant = fewer.flatten().or(relevant);
        }
        relevant.unwrap_or_else(|| path.to_vec())
    }

    /// Splits a path's constraints into independent groups.
    pub(crate) fn groups(&mut self, arena: &Arena, path: &[ExprId]) -> Vec<Vec<ExprId>> {
        let selectors = self.selectors.iter_mut().filter_map(Slot::technique);
        let mut groups = selectors.filter_map(|link| link.groups(arena, path));
        groups.next().unwrap_or_else(|| vec![path.to_vec()])
    }

    /// Returns whether some input satisfies all constraints of the set.
    pub(crate) fn check(&mut self, arena: &mut Arena, mut set: Vec<ExprId>) -> Answer {
        if let Some(answer) = normalize(arena, &mut set) {
            return answer;
        }
        if self.config.interrupt.is_interrupted() {
            return Answer::Unknown(Unknown::Interrupted);
        }
        self.backend.check_owned(arena, &set)
    }
}
