//! Code that the tests of several crates share: random programs, and an observer of explorations that replays their
//! results.
//!
//! | module | contents |
//! | --- | --- |
//! | [`c_programs`] | random C programs with one or two bytes of input, from a seed |
//! | [`c_trees`] | random C programs as trees, with equivalent C texts |
//! | [`choices`] | a source of random choices, determined by bytes that a property test can shrink |
//! | [`differences`] | random programs with different constants on different paths, for state merging |
//! | [`files`] | the C programs of a folder |
//! | [`modules`] | random well-formed modules that use every instruction; not meant to be run |
//! | [`programs`] | random structured programs that terminate |
//! | [`writer`] | random programs over symbolic inputs, as text, from a seed, with the constructs that the caller selects |
//! | `terms` | random expressions that can be evaluated without the expression arena (feature `expr`) |
//! | `replay` | an observer that replays every test and failure (feature `engine`) |
//!
//! The functions panic where a test would fail: if a program does not parse, or if a result of an exploration does not
//! occur in its replay.
#![forbid(unsafe_code)]

pub mod c_programs;
pub mod c_trees;
pub mod choices;
pub mod differences;
pub mod files;
mod functions;
pub mod modules;
pub mod programs;
#[cfg(feature = "engine")]
pub mod replay;
#[cfg(feature = "expr")]
pub mod terms;
pub mod writer;
