//! C text to symtool IR.
//!
//! `cc -E` → token normaliser → parser (lang-c) → checking (names, types, conversions: the typed tree) →
//! lowering to IR → linking of several files and of the library models they use. [`compile`] does it all.
#![forbid(unsafe_code)]

mod attribute;
mod check;
mod compile;
mod consteval;
mod convert;
mod ctypes;
pub mod diagnostic;
pub mod environment;
mod init;
mod layout;
mod library;
mod link;
mod lint;
mod lower;
mod normalise;
mod options;
mod parse;
mod preprocess;
mod program;
mod prototypes;
mod raw_bytes;
mod scope;
mod sources;
mod suggest;
mod typed;

pub use compile::{CheckReport, Compilation, CompileError, check, compile};
pub use library::library_models;
pub use options::Options;
pub use sources::Sources;
