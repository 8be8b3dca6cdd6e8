//! The symbolic execution engine: runs a program for all inputs at once.
//!
//! [`explore`] takes a verified module and follows every path; it tells an [`Observer`] of test cases and
//! failures while it goes on, and gives back an [`Exploration`].
//!
//! | room | holds |
//! | --- | --- |
//! | [`memory`] | byte-exact objects, shared between states until written |
//! | [`state`] | one path: registers, call stack, memory, path condition, inputs |
//! | [`exec`] | the interpreter: one file per instruction class, forking, failures, the main loop |
//! | [`merging`] | joining states, and the trait that decides which |
//! | `models` | the intrinsics, one row each |
//! | [`search`] | which state runs next, one row per strategy |
//! | [`report`] | failures, test cases and their file formats |
//! | [`config`] [`stats`] `share` | what a run may do, what it counted, how far it has come |
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
