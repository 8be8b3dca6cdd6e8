//! Facts about functions and programs. An analysis is computed once from the IR it is given and is out of date as soon
//! as that IR changes.
pub mod alias;
pub mod callgraph;
pub mod cfg;
pub mod domtree;
pub mod effects;
pub mod liveness;
pub mod loops;
pub mod points_to;
pub mod postdom;
pub mod symbolic;
pub mod uses;

mod dominance;
