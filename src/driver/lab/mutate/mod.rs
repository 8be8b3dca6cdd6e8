//! Makes submissions from the model answers of the labs, to measure how often the automatic grades are correct. A
//! rewrite that preserves the meaning of an answer gives a right submission, and a small fault gives a wrong
//! submission. Further submissions are broken, slow or hostile.
//!
//! The correct grade of a submission (the *truth*) does not come from the symbolic engine. A rewrite preserves the
//! meaning by construction. An answer with a fault counts as wrong only if a concrete run on a sampled input fails or
//! does not terminate. If no sampled input shows the fault, the answer is discarded, because it may be equivalent to
//! the model answer.
//!
//! | module | contents |
//! | --- | --- |
//! | `tokens` | the tokens of C |
//! | `rewrites` | changes that preserve the meaning |
//! | `faults` | changes that may change the meaning |
//! | `attacks` | generates broken, slow and hostile submissions |
//! | `truth` | concrete runs that show a fault |
//! | `set` | makes a set of submissions from a seed |
//! | `score` | compares the grades with the correct grades |
mod attacks;
mod faults;
mod rewrites;
pub(in crate::driver) mod score;
pub(in crate::driver) mod set;
mod tokens;
mod truth;
