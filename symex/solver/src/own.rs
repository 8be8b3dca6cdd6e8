//! Links that are added to the chain by a program that uses this library.
use crate::answer::{Answer, Unknown};
use crate::query::Query;
use crate::technique::{Context, Outcome, Technique};
use std::fmt;
use std::rc::Rc;
use symtool_expr::{Arena, ExprId};

/// A solving technique outside this crate: the implementation of an *own link*, which another program adds to the chain.
/// [`Link::own`](crate::Link::own) returns the row that describes it in the table of all links,
/// [`LINKS`](crate::LINKS).
///
/// An own link runs after the built-in links of the chain and before the SMT solvers, on the queries that no earlier
/// link has answered. Each thread of an exploration creates its own instance of the link.
pub trait OwnLink: fmt::Debug {
    /// Returns whether some input satisfies all `constraints` (of width 1), or `None` to pass the query to the next
    /// link.
    ///
    /// The chain evaluates the query under the model of [`Answer::Sat`], and ignores a wrong model. The chain trusts
    /// [`Answer::Unsat`]; with `--solver-check`, Z3 checks this answer. The answer must be a function of the
    /// constraints. Therefore a link that limits its effort must count steps instead of measuring time.
    fn solve(&mut self, arena: &Arena, constraints: &[ExprId]) -> Option<Answer>;
}

/// An own link as a [`Technique`] of the chain.
#[derive(Debug)]
pub(crate) struct Adapter(pub Box<dyn OwnLink>);

impl Technique for Adapter {
    fn run(&mut self, query: &mut Query<'_>, _: &mut Context<'_>) -> Outcome {
        match self.0.solve(query.arena(), query.constraints) {
            None => Outcome::Pass,
            Some(Answer::Sat(model)) => Outcome::Sat(Rc::new(model)),
            Some(Answer::Unsat) => Outcome::Unsat(None),
            // Only an interruption stops the whole query. After another failure, the next link of the chain runs.
            Some(Answer::Unknown(Unknown::Interrupted)) => Outcome::Final(Unknown::Interrupted),
            Some(Answer::Unknown(why)) => Outcome::Unknown(why),
        }
    }
}
