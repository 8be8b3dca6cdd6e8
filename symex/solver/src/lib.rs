//! Decides path conditions.
//!
//! Exploration issues queries to a [`Chain`]: conditions on paths, models of paths, values of expressions. Other engines give sets
//! of constraints to a [`Backend`], the part of the chain that runs on sets. Both run the links of one table, [`LINKS`]: it is the
//! order of execution, the names of `--links` and of the statistics, and the documentation (`symtool run --help`, option
//! `--links`, prints it).
//!
//! | folder | links |
//! | --- | --- |
//! | `domain` | abstract values under the facts of the path |
//! | `reduce` | constraint independence, ranks |
//! | `recall` | the answer cache and the counterexample cache |
//! | `quantified` | bounded quantifiers |
//! | `localsearch` | float search, byte enumeration, model repair |
//! | `bitblast` | gates and a SAT solver |
//! | `smt` | Z3 and solver processes |
//!
//! All links share one pool of recent models (`pool`), one answer cache, one form of unsat cores (`answer`) and one kind of budget
//! (`budget`): deterministic steps, so that runs repeat. Wall-clock limits end queries from outside, with *unknown*. *Unknown*
//! never means infeasible.
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
pub use smt::choice::{ChoiceError, SolverChoice, SolverCommand};
pub use solved_queries::SolvedQuery;
pub use stats::{CheckStats, LinkStats, SolverStats};
pub use symtool_expr::arrays::Reads;
