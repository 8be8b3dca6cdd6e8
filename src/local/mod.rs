//! The choice among the treatments of each branch on an input: to meld it, to merge the states of its sides, to merge
//! by pattern, or to fork. One cost model compares the treatments.
//!
//! The cost of a treatment is the expected work of later solver queries, in the unit of
//! [`Observer::grant`](symtool_engine::Observer::grant). Melding and merging add gates to all later queries that
//! depend on the values in which the two sides differ. Forking repeats all later queries on each further path. A merge
//! by pattern joins paths with different numbers of iterations of a loop, and adds a quantifier to all later queries.
//! Query count estimation ([`symtool_policies::qce`]) gives the numbers of later queries, and melding
//! ([`symtool_meld::cost`]) gives the numbers of gates.
//!
//! | module | contents |
//! | --- | --- |
//! | `branches` | the branches on inputs, with their joins and later queries |
//! | `estimate` | the cost model and its constants |
//! | `lines` | the source lines that reports name |
//! | `measure` | the measured costs at source locations, and the measured costs of branches |
//! | `explain` | the treatment of each branch in a run, with the estimates and the measured cost |
//! | `revise` | the melds and merges that turn out to be expensive, so that another exploration avoids them |
mod branches;
mod estimate;
mod explain;
mod lines;
mod measure;
mod revise;

pub use branches::{Branch, branches};
pub use estimate::{Estimate, cheaper_to_fork, keep_gates};
pub use explain::{BranchReport, BranchReports, Explained, Treatment, Unmerged, explain};
pub use lines::{CodeLine, listed};
pub use measure::{Measured, PlaceCost, PlaceMerge, PlaceRefusal, located, merges};
pub use revise::{Revision, revise};
