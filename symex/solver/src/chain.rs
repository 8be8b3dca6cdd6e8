//! The chain: what exploration asks, and in which order the techniques try to answer.
use super::backend::Backend;
use super::probe::{Probe, Query};
use super::quick::Quick;
use super::stats::timed;
use super::{
    Answer, Counterexamples, Independence, LinkStats, Model, Place, Quantified, QueryCache, Sides,
    Solver, SolverConfig, SolverStats, Tri, Unknown,
};
use symtool_expr::{Arena, Domain, ExprId};
use symtool_ir::Bits;

/// All solving techniques of one worker, for expressions of one [`Arena`].
///
/// A path is the list of its constraints (conditions of width 1), oldest first, and is taken to be feasible.
/// Paths that share a beginning with the one asked about before are cheaper.
#[derive(Debug)]
pub struct Chain {
    pub(super) config: SolverConfig,
    quick: Quick,
    independence: Independence,
    independence_stats: LinkStats,
    quantified: Quantified,
    solver: QueryCache<Counterexamples<Backend>>,
    asked: u64,
    probe: Probe,
    place: Place,
}

impl Chain {
    /// A chain that has solved nothing yet. Costs nothing until a question reaches the SMT solver.
    pub fn new(config: SolverConfig) -> Chain {
        let backend = Backend::new(&config);
        let probe = backend.probe();
        let place = backend.place();
        let counterexamples = Counterexamples::new(backend, config.counterexamples);
        Chain {
            solver: QueryCache::new(counterexamples, config.cache),
            quantified: Quantified::new(config.quantified, config.timeout),
            quick: Quick::default(),
            independence: Independence::default(),
            independence_stats: LinkStats::default(),
            asked: 0,
            probe,
            place,
            config,
        }
    }

    /// Says where the questions to come are asked; only called for if queries are logged.
    pub fn asked_at(&mut self, place: impl FnOnce() -> String) {
        if self.config.log.is_some() {
            self.place.set(place());
        }
    }

    /// Can `cond` hold on this path?
    pub fn may_be_true(&mut self, arena: &mut Arena, path: &[ExprId], cond: ExprId) -> Tri {
        if let Some(value) = arena.as_const(cond) {
            return if value.is_true() { Tri::Yes } else { Tri::No };
        }
        self.asked += 1;
        match self.decide(arena, path, cond) {
            Some(true) => Tri::Yes,
            Some(false) => Tri::No,
            None => self.feasible(arena, path, cond),
        }
    }

    /// Which sides of a branch on `cond` are feasible on this path? If one is not, the other is taken to be.
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
        self.asked += 1;
        match self.decide(arena, path, cond) {
            Some(true) => return ONLY_TRUE,
            Some(false) => return ONLY_FALSE,
            None => {}
        }
        let when_true = self.feasible(arena, path, cond);
        if when_true == Tri::No {
            return ONLY_FALSE;
        }
        self.asked += 1;
        let no = arena.not(cond);
        match self.feasible(arena, path, no) {
            Tri::No => ONLY_TRUE,
            when_false => Sides {
                when_true,
                when_false,
            },
        }
    }

    /// Inputs that follow this path. Bytes that the path says nothing of are 0.
    pub fn model(&mut self, arena: &mut Arena, path: &[ExprId]) -> Answer {
        let mut whole = Model::new();
        for group in self.groups(arena, path) {
            match self.ask(arena, group.clone()) {
                Answer::Sat(model) => whole.copy_support(arena, &model, &group),
                other => return other,
            }
        }
        if whole.satisfies(arena, path) {
            return Answer::Sat(whole);
        }
        // Cannot happen if groups are independent; the path as one question is always right.
        self.ask(arena, path.to_vec())
    }

    /// Inputs that follow this path and look simple: zeros, then small and printable bytes, where the path
    /// leaves a choice.
    pub fn nice_model(&mut self, arena: &mut Arena, path: &[ExprId]) -> Answer {
        super::nice::nice_model(self, arena, path)
    }

    /// Some value that an expression can have on this path.
    pub fn value(&mut self, arena: &mut Arena, path: &[ExprId], e: ExprId) -> Option<Bits> {
        if let Some(value) = arena.as_const(e) {
            return Some(value);
        }
        let relevant = self.relevant(arena, path, e);
        match self.ask(arena, relevant) {
            Answer::Sat(model) => Some(model.eval(arena, e)),
            _ => None,
        }
    }

    /// The least and the greatest unsigned value of an expression on this path; `None` if not known.
    /// Costs up to twice as many questions as the expression has bits.
    pub fn range(&mut self, arena: &mut Arena, path: &[ExprId], e: ExprId) -> Option<(u128, u128)> {
        let (low, high) = arena.unsigned_range(e);
        let some = self.value(arena, path, e)?.unsigned();
        let least = self.bisect(arena, path, (low, some), |a, k| {
            let k = a.int(a.width(e), k);
            a.ule(e, k)
        })?;
        // The greatest, counted down from the top.
        let top = symtool_ir::bits::mask(arena.width(e));
        let least_below = self.bisect(arena, path, (top - high, top - some), |a, k| {
            let k = a.int(a.width(e), top - k);
            a.ule(k, e)
        })?;
        Some((least, top - least_below))
    }

    /// The least k of `low ..= high` for which `at_most(k)` is feasible; `high` is known to be.
    pub(super) fn bisect(
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

    /// What the constraints of this path say of the values of an expression; no solver is asked.
    pub fn domain(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Domain {
        if self.config.facts {
            self.quick.domain(arena, path, e)
        } else {
            arena.domain(e)
        }
    }

    /// The queries that reached a solver since this was last called.
    pub fn take_queries(&self) -> Vec<Query> {
        self.probe.take()
    }

    /// What was counted so far.
    pub fn stats(&self) -> SolverStats {
        let mut stats = SolverStats {
            asked: self.asked,
            ..SolverStats::default()
        };
        stats.links.push(("quick", self.quick.stats.clone()));
        stats
            .links
            .push(("independent", self.independence_stats.clone()));
        self.quantified.collect(&mut stats);
        self.solver.collect(&mut stats);
        stats
    }

    // ---- the links in front

    pub(super) fn decide(&mut self, arena: &Arena, path: &[ExprId], cond: ExprId) -> Option<bool> {
        if self.config.facts {
            self.quick.decide(arena, path, cond)
        } else {
            None
        }
    }

    fn feasible(&mut self, arena: &mut Arena, path: &[ExprId], cond: ExprId) -> Tri {
        let mut set = self.relevant(arena, path, cond);
        set.push(cond);
        match self.ask(arena, set) {
            Answer::Sat(_) => Tri::Yes,
            Answer::Unsat => Tri::No,
            Answer::Unknown(_) => Tri::Unknown,
        }
    }

    /// The constraints that have to do with an expression.
    fn relevant(&mut self, arena: &Arena, path: &[ExprId], e: ExprId) -> Vec<ExprId> {
        if !self.config.independence {
            return path.to_vec();
        }
        let (relevant, time) = timed(|| self.independence.relevant(arena, path, &[e]));
        self.independence_stats
            .count(relevant.len() < path.len(), time);
        relevant
    }

    /// Independent groups of a path's constraints.
    pub(super) fn groups(&mut self, arena: &Arena, path: &[ExprId]) -> Vec<Vec<ExprId>> {
        if self.config.independence {
            self.independence.groups(arena, path)
        } else {
            vec![path.to_vec()]
        }
    }

    /// Asks the solvers about a set.
    pub(super) fn ask(&mut self, arena: &mut Arena, mut set: Vec<ExprId>) -> Answer {
        if let Some(answer) = super::settled(arena, &mut set) {
            return answer;
        }
        if self.config.interrupt.is_interrupted() {
            return Answer::Unknown(Unknown::Interrupted);
        }
        if set.iter().any(|&c| arena.has_quantifiers(c)) {
            return self.quantified.check(arena, &set, &mut self.solver);
        }
        self.solver.check(arena, &set)
    }
}
