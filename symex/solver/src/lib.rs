//! Decides whether path conditions are satisfiable.
//!
//! The crate has two entry points:
//!
//! - A [`Chain`] answers queries about a path: whether a condition is feasible on the path, a model of the path, or a
//!   value of an expression on the path. Exploration and conflict-driven search issue their queries to a chain.
//! - A [`Backend`] is the part of the chain that decides whether a set of constraints is satisfiable.
//!
//! Chain and backend run the *links* (solving techniques) in the table [`LINKS`]. The table defines the order of the
//! links, and their names for the option `--links` and in statistics. The table is also the documentation of the links:
//! `symtool run --help` prints the table in the help of the option `--links`.
//!
//! | folder | links of the folder |
//! | --- | --- |
//! | `domain` | decides a condition from the abstract values of its operands under the facts of the path |
//! | `reduce` | constraint independence; substitution of implied values; inputs replaced by ranks (positions in an order) |
//! | `recall` | the query cache and the counterexample cache |
//! | `quantified` | reduces a query with bounded quantifiers to queries without quantifiers |
//! | `localsearch` | searches for a model by evaluation: float search, byte enumeration, model repair |
//! | `bitblast` | translates a query to gates, for a SAT solver |
//! | `smt` | Z3 inside this process, and other SMT solvers as separate processes |
//!
//! All links share one pool of recent models (`pool`), one query cache (`recall::answers`), and one form of unsat cores
//! (`answer`). The budget of a link (`budget`) is a number of deterministic steps instead of a time, so that runs are
//! reproducible. A query that reaches a wall-clock limit is interrupted. Its answer is *unknown*, and exploration never
//! treats *unknown* as infeasible.
#![deny(unsafe_code)]

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
mod memory;
mod model;
mod own;
mod pacer;
mod pool;
mod quantified;
mod query;
pub mod query_replay;
mod recall;
mod reduce;
mod slot;
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
pub use log::{QueryLog, QueryOrigin};
pub use memory::resident_set;
pub use model::Model;
pub use own::OwnLink;
pub use pacer::{Pacer, Portion};
pub use smt::choice::{ChoiceError, SolverChoice, SolverCommand};
pub use solved_queries::SolvedQuery;
pub use stats::{CheckStats, LinkStats, SolverStats};
pub use symtool_expr::arrays::Reads;
