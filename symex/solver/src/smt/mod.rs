//! SMT solvers: Z3 as a library, and programs that read SMT-LIB 2.
//!
//! | file | contents |
//! | --- | --- |
//! | `incremental` | one long-lived Z3 solver with an assumption literal per constraint |
//! | `oneshot` | a new Z3 solver per query |
//! | `watch` | interrupts of Z3 queries |
//! | `translate` | expressions as Z3 terms |
//! | `limits` | time, resource units and memory of a Z3 query |
//! | `process` | a solver process that reads SMT-LIB 2 |
//! | `protocol` | commands to and S-expressions from a process |
//! | `choice` | `--solver` |
pub(crate) mod choice;
pub(crate) mod incremental;
pub(crate) mod limits;
pub(crate) mod oneshot;
pub(crate) mod process;
pub(crate) mod protocol;
pub(crate) mod translate;
mod watch;
