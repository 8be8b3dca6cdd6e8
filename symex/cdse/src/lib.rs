//! Conflict-driven symbolic execution (`--cdse`): proves all checks, or finds a failure, along a fraction of the paths.
//!
//! After the thesis of Kite (chapters 3 to 5). The program's paths are the models of a formula over the nodes and edges of its
//! control flow, in which calls are inlined and loops unrolled on demand. A SAT solver names a path to a check; the path is
//! walked; if no input takes it, the few edges that are to blame become a clause, which forbids every other path that has
//! them, too. When no path is left, all checks hold.
//!
//! What makes a clause hold for all paths: every value is named by the *place* where it is made, never by the path that led
//! there. A node of the unrolled graph is executed once, and its values are expressions over inputs and over what the joins
//! before it chose. Only where control flow joins does a value depend on the edge taken, and there it is a symbol of its own
//! with one equation for each edge, guarded by that edge. So nothing has to be executed again when the search goes back.
//!
//! | room | holds |
//! | --- | --- |
//! | [`info`] | facts about functions: loops, joins, what can reach a check, what blocks write |
//! | [`graph`] | nodes, edges, contexts, goals of the unrolled graph |
//! | [`unroll`] | grows the graph: which edges lead where, and what is left out |
//! | [`encode`] | executes a node: values, stores, how it ends |
//! | [`memory`] | what a read sees, back to its store or to a join |
//! | [`sat`] | the formula, and which path is walked next |
//! | [`strategy`] | when the next path begins like the last |
//! | [`walk`] | what a path asks of the inputs |
//! | [`class`] | phis that are copies of one another |
//! | [`concrete`] | what one model of the inputs makes of a path |
//! | [`conflict`] | small sets of edges to blame |
//! | [`clause`] | what is learned: facts that exclude each other, or from which a constant follows |
//! | [`lift`] | moves that to other trips of a loop, and proves it there |
//! | [`clauses`] | all that was learned, and what waits to be moved |
//! | [`log`] | learned clauses in terms of source lines |
//! | [`run`] | the loop around all this, and its verdict |
//! | `share`, `team` | several engines that tell each other what they learn |
#![forbid(unsafe_code)]

mod clause;
mod clause_db;
mod concrete;
mod copies;
mod encode;
mod explore;
mod fcfg;
mod graph;
mod grow;
mod lift;
mod log;
mod memory;
mod names;
mod oracle;
mod path;
mod report;
mod search;
mod static_info;
pub mod strategy;
mod team;
mod unrolling;

pub use explore::explore;
pub use report::{CdseConfig, CdseReport, CdseResult};
pub use strategy::Strategy;
