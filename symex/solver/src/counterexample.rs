//! Answers from earlier models and refutations (the counterexample cache of Cadar et al., KLEE, OSDI 2008,
//! §3.3, with unsatisfiable cores instead of whole queries).
//!
//! - A model found for one set may satisfy another: those found for sets that share a constraint with the
//!   query are tried first, then the most recent ones, by evaluation.
//! - A set that contains a known unsatisfiable set is unsatisfiable.
use super::stats::timed;
use super::{Answer, LinkStats, Model, Solver, SolverStats};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;
use symtool_expr::{Arena, Evaluator, ExprId};

/// How many recent models are tried.
const RECENT: usize = 8;
/// How many models of sets with a common constraint are tried.
const RELATED: usize = 6;
/// When so many unsatisfiable sets are known it starts afresh.
const MAX_CORES: usize = 50_000;

/// The counterexample cache in front of a solver. Expects sorted sets.
#[derive(Debug)]
pub struct Counterexamples<S> {
    next: S,
    enabled: bool,
    recent: VecDeque<Rc<Model>>,
    /// The last model found for a set with this constraint.
    related: FxHashMap<ExprId, Rc<Model>>,
    /// Unsatisfiable sets by their newest constraint.
    cores: FxHashMap<ExprId, Vec<Box<[ExprId]>>>,
    core_count: usize,
    core: Option<Vec<ExprId>>,
    stats: LinkStats,
}

impl<S: Solver> Counterexamples<S> {
    /// An empty cache in front of a solver; not `enabled`, it only hands on.
    pub fn new(next: S, enabled: bool) -> Counterexamples<S> {
        Counterexamples {
            next,
            enabled,
            recent: VecDeque::new(),
            related: FxHashMap::default(),
            cores: FxHashMap::default(),
            core_count: 0,
            core: None,
            stats: LinkStats::default(),
        }
    }

    fn lookup(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<Answer> {
        if let Some(core) = self.refuting_core(constraints) {
            self.core = Some(core);
            return Some(Answer::Unsat);
        }
        let model = self.satisfying_model(arena, constraints)?;
        self.remember_model(constraints, &model);
        Some(Answer::Sat((*model).clone()))
    }

    fn refuting_core(&self, constraints: &[ExprId]) -> Option<Vec<ExprId>> {
        let candidates = constraints
            .iter()
            .filter_map(|c| self.cores.get(c))
            .flatten();
        let mut fitting = candidates.filter(|core| is_subset(core, constraints));
        fitting.next().map(|core| core.to_vec())
    }

    fn satisfying_model(&self, arena: &Arena, constraints: &[ExprId]) -> Option<Rc<Model>> {
        let mut tried: Vec<&Rc<Model>> = Vec::with_capacity(RELATED + RECENT);
        // Newest constraints first: their models are the most special ones.
        let related = constraints
            .iter()
            .rev()
            .filter_map(|c| self.related.get(c))
            .take(4 * RELATED);
        for model in related {
            if tried.len() < RELATED && !tried.iter().any(|t| Rc::ptr_eq(t, model)) {
                tried.push(model);
            }
        }
        for model in &self.recent {
            if !tried.iter().any(|t| Rc::ptr_eq(t, model)) {
                tried.push(model);
            }
        }
        let fits = |model: &&&Rc<Model>| {
            let mut evaluator = Evaluator::new(arena, &***model as &Model);
            constraints
                .iter()
                .rev()
                .all(|&c| evaluator.eval(c).is_true())
        };
        tried.iter().find(fits).map(|model| Rc::clone(model))
    }

    fn remember_model(&mut self, constraints: &[ExprId], model: &Rc<Model>) {
        for &c in constraints {
            self.related.insert(c, Rc::clone(model));
        }
        self.recent.retain(|m| !Rc::ptr_eq(m, model));
        self.recent.push_front(Rc::clone(model));
        self.recent.truncate(RECENT);
    }

    fn remember_core(&mut self, core: &[ExprId]) {
        let Some(&newest) = core.last() else {
            return;
        };
        if self.core_count >= MAX_CORES {
            self.cores.clear();
            self.core_count = 0;
        }
        self.core_count += 1;
        self.cores.entry(newest).or_default().push(Box::from(core));
    }
}

impl<S: Solver> Solver for Counterexamples<S> {
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        self.core = None;
        if !self.enabled {
            return self.next.check(arena, constraints);
        }
        let (hit, time) = timed(|| self.lookup(arena, constraints));
        self.stats.count(hit.is_some(), time);
        if let Some(answer) = hit {
            return answer;
        }
        let answer = self.next.check(arena, constraints);
        match &answer {
            Answer::Sat(model) => self.remember_model(constraints, &Rc::new(model.clone())),
            Answer::Unsat => {
                self.core = self.next.core();
                let mut core = self.core.clone().unwrap_or_else(|| constraints.to_vec());
                core.sort_unstable();
                self.remember_core(&core);
            }
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn core(&self) -> Option<Vec<ExprId>> {
        self.core.clone()
    }

    fn collect(&self, stats: &mut SolverStats) {
        stats.cache_hits += self.stats.hits;
        stats.links.push(("counterexample", self.stats.clone()));
        self.next.collect(stats);
    }
}

/// Both ascending.
fn is_subset(small: &[ExprId], large: &[ExprId]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|s| rest.by_ref().any(|l| l == s))
}
