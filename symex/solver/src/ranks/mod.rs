//! Ranks instead of values: where a query only compares some inputs with each other and with constants, as a sorting
//! program does, nothing but their order decides it.
//!
//! Let `n` words of input be compared with each other and with constants `c1 < … < ck`, and used in no other way (they may
//! be chosen between by `ite`). Replacing their values by others in the same order, on the same sides of each `ci`, leaves
//! every comparison as it is. So the query has a model exactly when it has one in a domain with a place for each `ci` and
//! `n` places (or as many as there are values, if fewer) in each gap around them: with no constants and eight words, 3 bits
//! do for 32. A choice between constants is such a word with no values of its own. (The observation is old: Pnueli, Rodeh, Strichman, Siegel, *The small model property: how small can it be?*,
//! Information and Computation 178, 2002, use it for equalities.)
//!
//! | file | does |
//! | --- | --- |
//! | `uses` | which words are compared only, and which of them with each other: the sorts |
//! | `domain` | the places of one sort, and from values to ranks and back |
//! | `narrow` | the query over ranks, in an arena of its own, and its model in terms of the inputs |
//!
//! Solving bitonic_sort over 8 `int`s takes 0.03 s a query in place of 3 s.
mod domain;
mod narrow;
mod uses;

use super::portfolio::Portfolio;
use super::stats::timed;
use super::{Answer, LinkStats, SolverConfig, SolverStats};
use narrow::Narrow;
use symtool_expr::{Arena, ExprId};
use uses::Uses;

/// The link, with the arena of the queries over ranks and the solvers for them.
#[derive(Debug)]
pub struct Ranks {
    narrow: Narrow,
    portfolio: Portfolio,
    core: Option<Vec<ExprId>>,
    stats: LinkStats,
}

impl Ranks {
    /// Costs nothing before the first query that it changes.
    pub fn new(config: &SolverConfig) -> Ranks {
        Ranks {
            narrow: Narrow::default(),
            portfolio: Portfolio::new(config),
            core: None,
            stats: LinkStats::default(),
        }
    }

    /// The answer and who gave it, if ranks make the query simpler. Models are over the inputs of `arena`.
    pub fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<(Answer, String)> {
        self.core = None;
        let (query, time) = timed(|| {
            let uses = Uses::of(arena, constraints)?;
            self.narrow.query(arena, constraints, uses)
        });
        self.stats.count(query.is_some(), time);
        let query = query?;
        if query.constraints.contains(&Arena::FALSE) {
            return Some((Answer::Unsat, "ranks".to_owned()));
        }
        let (answer, by) = self
            .portfolio
            .solve(self.narrow.arena(), &query.constraints);
        let answer = match answer {
            Answer::Sat(model) => Answer::Sat(query.widen(arena, self.narrow.arena(), &model)),
            Answer::Unsat => {
                let named = self.portfolio.core();
                self.core = named.map(|core| query.originals(&core));
                Answer::Unsat
            }
            unknown => unknown,
        };
        Some((answer, format!("{by} on ranks")))
    }

    /// After [`Answer::Unsat`]: constraints of that query that cannot hold together, if known.
    pub fn core(&self) -> Option<Vec<ExprId>> {
        self.core.clone()
    }

    /// Adds what was counted.
    pub fn collect(&self, stats: &mut SolverStats) {
        stats.links.push(("ranks", self.stats.clone()));
        self.portfolio.collect(stats);
    }
}
