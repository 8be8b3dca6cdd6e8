//! Decides path conditions.
//!
//! Exploration issues queries to a [`Chain`]: feasibility of conditions on paths, models of paths, values of
//! expressions. Conflict-driven search issues sets of constraints to a [`Backend`], the part of the chain
//! that answers sets. Both run the *links* (solving techniques) in the table [`LINKS`]. The table defines the
//! order of the links, and their names for `--links` and in statistics. It is also their documentation:
//! `symtool run --help` prints it at the option `--links`.
//!
//! | folder | links |
//! | --- | --- |
//! | `domain` | abstract values under the facts of the path |
//! | `reduce` | constraint independence; ranks (positions in an order) instead of values of inputs |
//! | `recall` | the answer cache and the counterexample cache |
//! | `quantified` | bounded quantifiers |
//! | `localsearch` | float search, byte enumeration, model repair |
//! | `bitblast` | gates and a SAT solver |
//! | `smt` | Z3 and solver processes |
//!
//! All links share one pool of recent models (`pool`), one answer cache, and one form of unsat cores
//! (`answer`). Their budgets (`budget`) are deterministic steps, so that runs are reproducible. A query that
//! reaches a wall-clock limit is interrupted and has the answer *unknown*, which never means infeasible.
#![forbid(unsafe_code)]

mod answer;
mod backend;
mod backoff;
mod bitblast;
mod budget;
mod canonical_models;
mod chain;
mod check;
mod config;
mod domain;
mod interrupt;
mod links;
mod localsearch;
mod log;
mod model;
mod own;
mod pool;
mod quantified;
mod query;
pub mod query_replay;
mod recall;
mod reduce;
mod smt;
mod solved_queries;
mod stats;
mod technique;

pub use answer::{Answer, Sides, Tri, Unknown};
pub use backend::{Backend, Solver};
pub use budget::Budget;
pub use chain::Chain;
pub use config::{LinkSet, SolverConfig};
pub use domain::Facts;
pub use interrupt::InterruptHandle;
pub use links::{LINKS, Link, LinkError, Owner, Stage, describe};
pub use log::QueryLog;
pub use model::Model;
pub use own::OwnLink;
pub use smt::choice::{ChoiceError, SolverChoice, SolverCommand};
pub use solved_queries::SolvedQuery;
pub use stats::{CheckStats, LinkStats, SolverStats};
pub use symtool_expr::arrays::Reads;
