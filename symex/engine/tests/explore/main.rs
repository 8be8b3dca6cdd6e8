//! Exploring small programs. One file per theme: what paths there are, what memory does to them, which failures are
//! found, how limits end a run, which lines count as covered, and that neither threads nor links of the solver chain change anything. Every claim is
//! replayed by the concrete interpreter (`support`).
#[path = "../support/mod.rs"]
mod support;

mod coverage;
mod failures;
mod jumps;
mod limits;
mod memory;
mod paths;
mod sizes;
mod solvers;
mod threads;
