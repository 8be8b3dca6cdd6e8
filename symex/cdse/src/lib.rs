//! Conflict-driven symbolic execution (`--cdse`): proves all checks, or finds a failure, without exploring every path.
//!
//! The method is that of do Val's thesis ("Conflict-Driven Symbolic Execution", University of British Columbia, 2014,
//! chapters 3 to 5) and of its tool Kite. The paths of the program are the models of a formula, the *fCFG*, over the
//! edges of the program's control-flow graph. Calls are inlined in the graph, and loops are unrolled on demand. A SAT
//! solver finds a path to a failing check. If the path is feasible, the failure is reported. If it is infeasible, the
//! search determines a subset of its edges that no feasible path has together. This subset becomes a conflict clause,
//! which excludes every other path with these edges. When the fCFG is unsatisfiable, no further check can fail.
//!
//! A node of the unrolled graph is executed once, for all paths through it: its values are expressions over inputs and
//! over φs. A φ is a symbol for a value that depends on the edge by which the path enters a join. For each of these
//! edges there is one equation, which holds on the paths that take the edge. Because the expressions of a node are the
//! same on all paths, a conflict clause holds for all paths, and the search executes no node again after backtracking.
//!
//! | module | contents |
//! | --- | --- |
//! | `graph` | the data of the unrolled graph: nodes, edges, contexts (inlined calls), goals (failures to reach), φs |
//! | `static_info` | static facts about functions: loops, joins, writes, relevance to checks |
//! | `unrolling` | the program with its graph, expressions and memory contents |
//! | `memory` | the value of a read: the value of the last store before it, or a φ |
//! | `clause` | facts about paths, and clauses over them |
//! | `oracle` | feasibility checks, and minimal conflicts |
//! | `encode` | symbolic execution of a node |
//! | `grow` | adds nodes and edges to the graph, and omits code from which no check is reachable (slicing) |
//! | `path` | the path constraint, and constant propagation along a path |
//! | `copies` | groups of φs that are copies of one another |
//! | `concrete` | evaluation of a path for one model |
//! | `lift` | lifting of a clause: its proof for another loop iteration |
//! | `clause_db` | all learned clauses, and the clauses that wait for lifting |
//! | [`strategy`] | decision strategies |
//! | `fcfg` | the SAT formula whose models are the paths not yet excluded |
//! | `log` | learned clauses as text |
//! | `profile` | the work that each source line causes, and the unrolled graph as a tree |
//! | `report` | options and results |
//! | `search` | the search loop |
//! | `team` | a team: several parallel searches (*engines*) that share clauses, and parts of the search space |
//! | `teamwork` | the ways in which the engines of a team share the work |
//! | `names` | names of nodes and clauses that are valid in all engines of a team |
//! | [`unsupported`] | the constructs that are not supported |
//! | `explore` | the entry point |
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
mod profile;
mod report;
mod search;
mod static_info;
pub mod strategy;
mod team;
mod teamwork;
mod unrolling;
pub mod unsupported;

pub use explore::explore;
pub use report::{CdseConfig, CdseReport, CdseResult};
pub use search::MAX_COVERED_INSTRUCTIONS;
pub use strategy::Strategy;
pub use teamwork::Teamwork;
pub use unrolling::Loops;
pub use unsupported::Unsupported;
