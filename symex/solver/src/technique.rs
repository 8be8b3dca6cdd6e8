//! The trait of links: each technique of the solver chain implements it.
use crate::answer::{Answer, Core, Unknown};
use crate::budget::Budget;
use crate::model::Model;
use crate::pool::ModelPool;
use crate::query::Query;
use crate::stats::LinkStats;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;
use symtool_expr::{Arena, Domain, ExprId};

/// The implementation of one link. The row's [`Stage`](crate::links::Stage) determines which method the chain
/// calls. A link implements the methods of its own stage; the others keep their defaults.
pub(crate) trait Technique: fmt::Debug {
    /// Returns the truth value that a condition has for all inputs of a feasible path, if the link finds it.
    fn decide(&mut self, _arena: &Arena, _path: &[ExprId], _cond: ExprId) -> Option<bool> {
        None
    }

    /// Returns an abstract value that contains all values of an expression on a path.
    fn domain(&mut self, _arena: &Arena, _path: &[ExprId], _e: ExprId) -> Option<Domain> {
        None
    }

    /// Returns the constraints of a path that an expression depends on, in path order.
    fn relevant(&mut self, _arena: &Arena, _path: &[ExprId], _e: ExprId) -> Option<Vec<ExprId>> {
        None
    }

    /// Splits the constraints of a path into groups that share no inputs.
    fn groups(&mut self, _arena: &Arena, _path: &[ExprId]) -> Option<Vec<Vec<ExprId>>> {
        None
    }

    /// Runs the link on a query: it answers the query, narrows it, or passes it on.
    fn run(&mut self, _query: &mut Query<'_>, _context: &mut Context<'_>) -> Outcome {
        Outcome::Pass
    }

    /// Informs the link of the answer that a later link gave to a query that this one passed on.
    fn learn(&mut self, _query: &Query<'_>, _found: &Found) {}

    /// Translates the answer to a narrowed query to an answer to the original query. `arena` is the arena of
    /// the original query.
    fn widen(&mut self, _arena: &Arena, narrowed: Narrowed, _outcome: Outcome) -> Outcome {
        drop(narrowed);
        Outcome::Pass
    }

    /// Returns the name for logs, if it is not that of the row.
    fn label(&self) -> Option<String> {
        None
    }

    /// Returns the counters of the phases within the link, if it has phases.
    fn phases(&self) -> Vec<(&'static str, LinkStats)> {
        Vec::new()
    }
}

/// The resources of one run of a link.
pub(crate) struct Context<'c> {
    /// The deterministic budget of the link.
    pub budget: Budget,
    /// The wall-clock time that is left for the link.
    pub time: Duration,
    /// The chain that the link is part of.
    pub host: &'c mut dyn Host,
}

/// The functions of the chain that links can call.
pub(crate) trait Host {
    /// Returns the recent models of queries in the same arena.
    fn pool(&mut self) -> &mut ModelPool;

    /// Answers a further query over the terms of the same arena.
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer;
}

/// The result of running a link on a query.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The link does not answer; the next link runs.
    Pass,
    /// Satisfiable.
    Sat(Rc<Model>),
    /// Unsatisfiable, with a core if the link returns one.
    Unsat(Option<Core>),
    /// A solver was run and has no answer; the next link runs.
    Unknown(Unknown),
    /// The query cannot be answered; no further link runs.
    Final(Unknown),
    /// The link replaces the query by one that is satisfiable exactly if this one is; the rest of the chain
    /// answers that.
    Narrowed(Box<Narrowed>),
}

impl From<Option<Model>> for Outcome {
    fn from(model: Option<Model>) -> Outcome {
        model.map_or(Outcome::Pass, |model| Outcome::Sat(Rc::new(model)))
    }
}

/// A narrowed query, with the arena of its own that contains its expressions.
#[derive(Debug)]
pub(crate) struct Narrowed {
    pub arena: Arena,
    pub constraints: Vec<ExprId>,
}

/// An answer as the chain records it.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    Sat(Rc<Model>),
    Unsat(Option<Core>),
    Unknown(Unknown),
}

impl Found {
    /// Returns the answer without its core.
    pub fn answer(&self) -> Answer {
        match self {
            Found::Sat(model) => Answer::Sat((**model).clone()),
            Found::Unsat(_) => Answer::Unsat,
            Found::Unknown(why) => Answer::Unknown(why.clone()),
        }
    }
}
