//! Analyses and semantics-preserving passes over the symtool IR.
//!
//! | room | holds |
//! | --- | --- |
//! | [`pipeline`] | what a pass is, the table of passes, running a named list of them |
//! | [`analysis`] | facts about functions and programs; nothing here changes the IR |
//! | [`transform`] | the passes, one file each |
//! | [`native`] | running a program as machine code |
//! | [`dot`] | a function's control flow as a Graphviz picture |
//! | `text` | the printed text of a function, for everything that adds something to it |
//!
//! No pass turns a branch into a select, merges two branches, or changes which failures happen: the number of
//! paths of a program is part of what it means here.
#![deny(unsafe_code)]

pub mod analysis;
pub mod dot;
pub mod native;
pub mod pipeline;
mod text;
pub mod transform;

pub use pipeline::{
    Changed, ModuleFacts, ModulePass, PASSES, Pass, PassContext, PassInfo, PassKind, PipelineError,
    SIMPLIFY, SSA, run_pipeline,
};
