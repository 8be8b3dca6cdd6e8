//! Analyses and semantics-preserving passes over the symtool IR.
//!
//! | module | contents |
//! | --- | --- |
//! | [`pass`] | the interface of a pass |
//! | [`pipeline`] | the table of passes, and the function that runs a list of passes by name |
//! | [`analysis`] | the crate of analyses of functions and programs, which do not change the IR |
//! | [`analyses`] | the table of the analyses that `symtool ir --analysis` prints |
//! | [`transform`] | the passes, one file each |
//! | [`diff`](mod@diff) | the difference between two forms of a program, aligned by corresponding instructions |
//! | [`size`] | the size of a function or module |
//! | [`picture`] | pictures of control-flow graphs, for Graphviz or as SVG |
//!
//! No pass replaces a branch by a select, merges two branches, or changes the set of failures. The reason is that
//! symbolic execution of the simplified program has to report the same paths and failures as for the original program.
//! # Example
//! ```
//! use symtool_ir::parse::parse_module;
//! use symtool_ir::print::module_to_string;
//! use symtool_passes::{PassContext, SIMPLIFY, SSA, run_pipeline};
//!
//! let text = "func @f() -> i32 {
//!   slot $x, size 4, align 4
//! entry:
//!   %p = stack_addr $x
//!   store i32 7, %p
//!   %v = load i32 %p
//!   return %v
//! }
//! ";
//! let mut module = parse_module(text, "f.sir").expect("valid syntax");
//! let passes: Vec<&str> = SSA.iter().chain(SIMPLIFY).copied().collect();
//! run_pipeline(&mut module, &passes, &mut PassContext::new()).expect("known passes");
//! assert!(module_to_string(&module).contains("return 7"));
//! ```
#![deny(unsafe_code)]

pub mod analyses;
pub mod diff;
pub mod pass;
pub mod picture;
pub mod pipeline;
pub mod size;
pub mod transform;

pub use symtool_analysis as analysis;

pub use analyses::{ANALYSES, AnalysisInfo};
pub use pass::{Changed, ModuleFacts, ModulePass, Pass, PassContext, PassInfo, PassKind, PassRun};
pub use pipeline::{PASSES, PipelineError, SIMPLIFY, SSA, run_pipeline};
