//! Exploration of small programs, one file per theme: paths, memory, failures, limits, covered lines,
//! threads, and the links of the solver chain. Every result is replayed by the concrete interpreter
//! (`support`).

mod coverage;
mod failures;
mod jumps;
mod limits;
mod memory;
mod paths;
mod sizes;
mod solvers;
mod threads;
