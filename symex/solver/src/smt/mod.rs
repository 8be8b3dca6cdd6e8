//! SMT solvers: Z3 as a library, and programs that read SMT-LIB 2.
//!
//! | file | contents |
//! | --- | --- |
//! | `incremental` | one long-lived Z3 solver with an assumption literal per constraint |
//! | `oneshot` | a new Z3 solver per query |
//! | `watch` | stops a Z3 query after an interrupt or at the deadline of the run |
//! | `translate` | expressions as Z3 terms |
//! | `limits` | time, resource units and memory of a Z3 query |
//! | `process` | a solver process that reads SMT-LIB 2 |
//! | `protocol` | sends commands to a solver process, and receives S-expressions from it |
//! | `choice` | the solvers that the option `--solver` selects |
pub(crate) mod choice;
pub(crate) mod incremental;
pub(crate) mod limits;
pub(crate) mod oneshot;
pub(crate) mod process;
pub(crate) mod protocol;
pub(crate) mod translate;
mod watch;
