//! The trait of links: each solving technique of the solver chain implements it. To *narrow* a query is to replace it
//! by a simpler query that is satisfiable exactly if the original query is.
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

/// The implementation of one link. The chain calls only the methods that belong to the [`Stage`](crate::links::Stage)
/// of the link, and a link implements only these methods. The other methods have defaults without effect.
pub(crate) trait Technique: fmt::Debug {
    /// Returns the truth value of a condition, if it is the same for all inputs of a feasible path and the
    /// link finds it; otherwise `None`.
    fn decide(&mut self, _arena: &Arena, _path: &[ExprId], _cond: ExprId) -> Option<bool> {
        None
    }

    /// Returns an abstract value that contains all values of an expression on a path; `None` if the link has no
    /// abstract values.
    fn domain(&mut self, _arena: &Arena, _path: &[ExprId], _e: ExprId) -> Option<Domain> {
        None
    }

    /// Returns the constraints of a path that can restrict the values of the expression `e`, in path order. Returns
    /// `None` if the link removes no constraint.
    fn relevant(&mut self, _arena: &Arena, _path: &[ExprId], _e: ExprId) -> Option<Vec<ExprId>> {
        None
    }

    /// Splits the constraints of a path into groups that share no inputs. Returns `None` if the link does not support
    /// this.
    fn groups(&mut self, _arena: &Arena, _path: &[ExprId]) -> Option<Vec<Vec<ExprId>>> {
        None
    }

    /// Runs the link on a query. The link answers the query, narrows it (replaces it by a simpler query), or gives no
    /// answer.
    fn run(&mut self, _query: &mut Query<'_>, _context: &mut Context<'_>) -> Outcome {
        Outcome::Pass
    }

    /// Informs the link of `found`, the result of the later links for `query`. The chain calls this method for each
    /// link before the answering link: links that gave no answer, and links that were skipped.
    fn learn(&mut self, _query: &Query<'_>, _found: &Found) {}

    /// Translates `outcome`, the answer to the narrowed query `narrowed`, to an answer to the original query. A link
    /// that replaces a query by a simpler one implements this method. `arena` is the arena of the original query.
    fn widen(&mut self, _arena: &Arena, narrowed: Narrowed, _outcome: Outcome) -> Outcome {
        drop(narrowed);
        Outcome::Pass
    }

    /// Returns the name of the link for logs, if it differs from the name in the table of links; otherwise
    /// `None`.
    fn label(&self) -> Option<String> {
        None
    }

    /// Returns the additional work of the link: work that cannot be estimated from the size of the queries
    /// (`stats::work`), such as the propagations of the SAT solver. The unit is the work of one instruction in the
    /// symbolic interpreter. The result must not depend on measured times.
    fn work(&self) -> u64 {
        0
    }

    /// Returns the counters of each phase of the link with the name of the phase, such as `quantified: patch`. A phase
    /// is a part of the link's work with counters of its own. The list is empty if the link has no phases.
    fn phases(&self) -> Vec<(&'static str, LinkStats)> {
        Vec::new()
    }
}

/// The budget, the time and the functions of the chain that one run of a link may use.
pub(crate) struct Context<'c> {
    /// The deterministic budget of the link.
    pub budget: Budget,
    /// The remaining wall-clock time for the link.
    pub time: Duration,
    /// The chain that runs the link.
    pub host: &'c mut dyn Host,
}

/// The functions of the solver chain that a link can call while it runs.
pub(crate) trait Host {
    /// Returns the models of earlier queries in the same arena.
    fn pool(&mut self) -> &mut ModelPool;

    /// Answers a query with the constraints `constraints` in `arena` by the other links of the chain, from the stage
    /// `Recall` on.
    fn find(&mut self, arena: &Arena, constraints: &[ExprId]) -> Found;

    /// Like [`Host::find`], but returns the answer without an unsat core.
    fn check(&mut self, arena: &Arena, constraints: &[ExprId]) -> Answer {
        self.find(arena, constraints).answer()
    }
}

/// The result of running a link on a query.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The link gives no answer. The next link runs.
    Pass,
    /// The link answers *sat* with this model.
    Sat(Rc<Model>),
    /// The link answers *unsat* with an unsat core; `None` if it returns no core.
    Unsat(Option<Core>),
    /// The link ran a solver that gave no answer, for the given reason. The next link runs. If no later link answers,
    /// the query has no answer for this reason.
    Unknown(Unknown),
    /// The query has no answer, for the given reason. No further link runs.
    Final(Unknown),
    /// The link replaces the query by a narrowed query, which is satisfiable exactly if the original query
    /// is. The later links of the chain answer the narrowed query.
    Narrowed(Box<Narrowed>),
}

impl From<Option<Model>> for Outcome {
    fn from(model: Option<Model>) -> Outcome {
        model.map_or(Outcome::Pass, |model| Outcome::Sat(Rc::new(model)))
    }
}

/// A query that replaces another query. The narrowed query has an arena of its own, which contains the expressions of
/// this query.
#[derive(Debug)]
pub(crate) struct Narrowed {
    pub arena: Arena,
    pub constraints: Vec<ExprId>,
}

/// An answer as the chain records it. An *unsat* answer may contain a core, an unsatisfiable subset of the
/// constraints.
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
