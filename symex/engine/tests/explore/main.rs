//! The tests explore small programs, with one file per theme: paths, memory, failures, limits, covered lines, `setjmp`,
//! symbolic sizes, threads, the independence of explorations on one thread, and the links (solving techniques) of the
//! solver chain. The concrete interpreter replays every result (`symtool_testkit::replay`).

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
