//! The symbolic execution engine.
//!
//! [`explore`] executes a verified module symbolically and follows every feasible path. It reports test cases
//! and failures to an [`Observer`] while it runs, and returns an [`Exploration`].
//!
//! | module | contents |
//! | --- | --- |
//! | [`memory`] | byte-exact objects, copy-on-write between states |
//! | [`state`] | one path: registers, call stack, memory, path condition, inputs |
//! | [`exec`] | the interpreter: one file per instruction class, forking, failures, the main loop |
//! | [`merging`] | state merging, and the trait of merge policies |
//! | `models` | the intrinsics, one row each |
//! | [`search`] | the search strategies, one row each |
//! | [`report`] | failures, test cases and their file formats |
//! | [`config`] [`stats`] `share` | options, statistics, explored share of the execution tree |
#![forbid(unsafe_code)]

pub mod config;
pub mod exec;
pub mod memory;
pub mod merging;
mod models;
pub mod report;
pub mod search;
mod share;
pub mod state;
pub mod stats;

pub use config::{Config, Prefix};
pub use exec::{Confirmation, Exploration, Observer, explore, scout};
pub use report::{Bug, IncompleteReason, TestCase};
pub use share::TreeShare;
pub use stats::Stats;
