//! Parts that the tests of several crates share: random programs and an observer that replays.
//!
//! | module | contents |
//! | --- | --- |
//! | [`choices`] | a source of choices that a property test can shrink |
//! | [`modules`] | random well-formed modules that use every instruction; not meant to be run |
//! | [`programs`] | random structured programs that end, from choices |
//! | [`writer`] | random programs over symbolic inputs, as text, from a seed, with the constructs that the caller selects |
//! | `terms` | random terms that can be evaluated without the arena (feature `expr`) |
//! | `replay` | an observer that replays every test and failure (feature `engine`) |
//!
//! Everything here panics where a test would: on programs that do not parse, and on claims that do not replay.
#![forbid(unsafe_code)]

pub mod choices;
mod functions;
pub mod modules;
pub mod programs;
#[cfg(feature = "engine")]
pub mod replay;
#[cfg(feature = "expr")]
pub mod terms;
pub mod writer;
