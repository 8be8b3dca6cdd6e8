//! The symbolic execution engine.
//!
//! [`explore`] executes a module that has passed the verifier, and follows every feasible path. During the run
//! it reports test cases and failures to an [`Observer`]. At the end it returns an [`Exploration`].
//!
//! The modules, from the data of a state to the exploration and its results:
//!
//! | module | contents |
//! | --- | --- |
//! | [`value`] | the value of a register |
//! | [`code`] | functions as flat lists of steps over numbered registers |
//! | [`memory`] | the objects of a state and their bytes, copy-on-write between states |
//! | [`state`] | one path: registers, call stack, memory, path condition, inputs |
//! | [`merging`] | state merging, and the trait of merge policies |
//! | [`exec`] | the executor: one file per instruction class, intrinsics, forking, failures, the main loop |
//! | [`search`] | the search strategies: a table with one row for each |
//! | [`profile`] | the costs of source lines, the execution tree and the most expensive queries |
//! | [`report`] | failures, test cases and their file formats |
//! | [`coverage`] | executed instructions and branch sides |
//! | [`config`] [`stats`] `tree_share` | options, statistics, explored share of the execution tree |
#![forbid(unsafe_code)]

pub mod code;
pub mod config;
pub mod coverage;
pub mod exec;
pub mod memory;
pub mod merging;
pub mod profile;
pub mod report;
pub mod search;
pub mod state;
pub mod stats;
mod tree_share;
pub mod value;

pub use config::{Config, Eviction, ObservedReads, Prefix, TestCases, Witnesses};
pub use exec::{
    AcceptAll, Confirmation, Exploration, Grant, Observer, Progress, STACK, explore, resident_set,
    run_concolic, run_directed,
};
pub use report::{Bug, Cut, IncompleteReason, TestCase};
pub use stats::{Stats, TraceHash};
pub use tree_share::TreeShare;
