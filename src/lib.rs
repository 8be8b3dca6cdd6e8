//! symtool as a library: verifies small C programs for all inputs at once.
//!
//! [`Session`] compiles a program, explores it with the chosen techniques and returns a [`Report`] with the verdict,
//! the confirmed failures and the test cases. The command line runs the same jobs.
//!
//! ```
//! use symtool::{Session, Technique, Verdict};
//!
//! let report = Session::new()
//!     .source("lower.c", r#"
//!         #include <assert.h>
//!         #include <klee/klee.h>
//!         int main(void) {
//!             char c;
//!             klee_make_symbolic(&c, sizeof c, "c");
//!             if (c >= 'A' && c <= 'Z') c += 'a' - 'A';
//!             assert(c < 'A' || c > 'Y');
//!             return 0;
//!         }"#)
//!     .technique(Technique::Meld)
//!     .run()?;
//! assert_eq!(report.verdict, Verdict::Verified);
//! # Ok::<(), symtool::Error>(())
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | [`session`] | the builder of a job |
//! | [`report`] | the result of a job |
//! | [`verdict`] | the verdict of a job, and its derivation |
//! | [`program`] | compilation of files to IR |
//! | [`auto`] | automatic mode: several combinations of techniques in turns |
//! | [`job`] | one exploration job: passes, melding, then an engine |
//! | [`local`] | the treatment of each branch (meld, merge, merge by pattern or fork), by one cost model |
//! | [`meld`] | melding a whole program |
//! | [`concrete`] | concrete runs, by the interpreter or as machine code |
//! | [`reached`] | the conditions of a proof: whether inputs meet the assumptions and reach the assertions |
//! | [`original`] | replay on the original program, before melding |
//! | [`error`] | the errors that terminate a job without a verdict |
//! | [`parts`] | passes, searchers, solving techniques and other parts that a dependent crate adds to symtool |
//! | [`driver`] | the command line |
#![forbid(unsafe_code)]

pub mod auto;
mod build;
pub mod concrete;
pub mod driver;
pub mod error;
pub mod facts;
pub mod job;
pub mod local;
pub mod meld;
pub mod original;
pub mod parts;
pub mod program;
pub mod reached;
pub mod report;
pub mod session;
pub mod verdict;

pub use error::Error;
pub use parts::Parts;
pub use program::Program;
pub use reached::ProofConditions;
pub use report::{Report, Violation};
pub use session::{Session, Technique};
pub use verdict::Verdict;

/// The documentation pages with Rust examples, which run as documentation tests.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/guide/library.md")]
    struct Library;
    #[doc = include_str!("../docs/development/own-parts.md")]
    struct OwnParts;
}
