//! Exploration of small programs, one file per theme: paths, memory, failures, limits, covered lines,
//! threads, isolation, and the links of the solver chain. Every result is replayed by the concrete interpreter
//! (`symtool_testkit::replay`).

mod coverage;
mod failures;
mod isolation;
mod jumps;
mod limits;
mod memory;
mod paths;
mod sizes;
mod solvers;
mod threads;
