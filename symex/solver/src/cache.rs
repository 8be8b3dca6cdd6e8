//! Remembers answers by the set of constraints.
use super::stats::timed;
use super::{Answer, LinkStats, Solver, SolverStats};
use rustc_hash::FxHashMap;
use symtool_expr::{Arena, ExprId};

/// When it holds so many answers it starts afresh.
const MAX_ENTRIES: usize = 200_000;

/// Answers of the solver behind it, by sorted set of expressions. *Unknown* is remembered too: asking again
/// would cost the whole time limit again.
#[derive(Debug)]
pub struct QueryCache<S> {
    next: S,
    enabled: bool,
    answers: FxHashMap<Box<[ExprId]>, Answer>,
    stats: LinkStats,
}

impl<S: Solver> QueryCache<S> {
    /// An empty cache in front of a solver; not `enabled`, it only hands on.
    pub fn new(next: S, enabled: bool) -> QueryCache<S> {
        QueryCache {
            next,
            enabled,
            answers: FxHashMap::default(),
            stats: LinkStats::default(),
        }
    }
}

impl<S: Solver> Solver for QueryCache<S> {
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        if !self.enabled {
            return self.next.check(arena, constraints);
        }
        let (hit, time) = timed(|| self.answers.get(constraints).cloned());
        self.stats.count(hit.is_some(), time);
        if let Some(answer) = hit {
            return answer;
        }
        let answer = self.next.check(arena, constraints);
        if self.answers.len() >= MAX_ENTRIES {
            self.answers.clear();
        }
        self.answers.insert(Box::from(constraints), answer.clone());
        answer
    }

    fn core(&self) -> Option<Vec<ExprId>> {
        self.next.core()
    }

    fn collect(&self, stats: &mut SolverStats) {
        stats.cache_hits += self.stats.hits;
        stats.links.push(("cache", self.stats.clone()));
        self.next.collect(stats);
    }
}
