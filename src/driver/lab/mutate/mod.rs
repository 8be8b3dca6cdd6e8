//! Makes submissions from model answers, to measure the grader: right ones by rewrites that preserve the meaning, wrong
//! ones by small faults, and broken, slow and hostile ones.
//!
//! The truth about a submission does not come from the symbolic engine. A rewrite is right by construction. A fault counts
//! as wrong only if a concrete run on a sampled input shows it; candidates without such an input are discarded, because
//! they may be equivalent.
//!
//! | module | contents |
//! | --- | --- |
//! | `tokens` | the tokens of C |
//! | `rewrites` | changes that preserve the meaning |
//! | `faults` | changes that may change the meaning |
//! | `attacks` | generates broken, slow and hostile submissions |
//! | `truth` | concrete runs that show a fault |
//! | `set` | makes a set of submissions from a seed |
//! | `score` | compares grades with the truth |
mod attacks;
mod faults;
mod rewrites;
pub(in crate::driver) mod score;
pub(in crate::driver) mod set;
mod tokens;
mod truth;
